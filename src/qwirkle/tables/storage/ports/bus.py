"""The ports of the bus and of the presence board.

The bus only says that there is something new to read: whoever misses a message finds everything in
the store.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec

LOOK = 0
"""Sent instead of a number when messages may have been lost: read the store."""


class Bus(Protocol):
    """Says that a table has new events, never which."""

    async def open(self) -> None:
        """Begin. A bus that cannot be reached is no error: it goes on trying."""

    async def close(self) -> None:
        """End; every listener's iteration ends too."""

    async def publish(self, game: str, seq: int) -> None:
        """Announce that ``game`` now has events up to ``seq``. Never fails or waits for long."""

    def listen(self, game: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """The numbers that are published from now on: the greatest one if several wait.

        Listen first and read the store then, so that nothing falls in between. A number not above
        the last event one has is old news; ``LOOK``, which also comes after a long silence, is a
        reason to read the store from the last event one has.
        """

    def call(self, game: str, back: Callable[[], None]) -> Callable[[], None]:
        """Have ``back`` called for every number and every ``LOOK``; what is returned ends that.

        For news that need no task of their own to wait for them. ``back`` must not wait.
        """


class Present(msgspec.Struct, frozen=True):
    """The seats and spectators connected to a table."""

    seats: tuple[int, ...] = ()
    """Seats with at least one device, in order."""
    watching: int = 0
    """Devices without a seat."""


class PresenceBoard(Protocol):
    """The presence of people at tables, over all processes. Nothing is stored, no method fails."""

    renew_seconds: float | None
    """How often a post must be repeated before it is forgotten; None: never."""

    async def close(self) -> None:
        """End."""

    async def put(self, game: str, present: Present) -> None:
        """Post who is connected to a table through this process, replacing the last post."""

    async def others(self, game: str) -> list[Present]:
        """Return who is connected through other processes."""
