"""The messages between the server and the reviewing process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from qwirkle.protocol.shapes.turns import Turn

Progress = Callable[[int, int], None]
"""Called with the number of turns that are done, and of all turns."""


class Job(msgspec.Struct, frozen=True):
    """A game to review, or one other turn in it to judge."""

    record: str
    """The record of a finished table, with its seed."""
    open_hands: bool = False
    place: int | None = None
    """The act to replace by ``turn``, from 0; None to review the whole game."""
    turn: Turn | None = None
    deep: bool = False
    """Whether more turns are tried on more deals."""


RunJob = Callable[[Job, Progress], Awaitable[bytes]]
"""Does a job elsewhere, and returns the JSON of what was found."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line that the process writes."""

    done: int = 0
    total: int = 0
    found: msgspec.Raw = msgspec.Raw(b"")
    """The JSON of a ``Review`` or a ``ReviewedTurn``: the last line."""
