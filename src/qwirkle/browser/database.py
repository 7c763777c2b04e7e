"""The database of a browser, as small as it can be asked for: areas of keys and bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """Something to write."""

    area: str
    key: str
    value: bytes
    new: bool = False
    """Whether nothing may be written if there is such a key already."""


class Database(Protocol):
    """Keeps bytes by area and key, over all windows. Raises ``StoreError`` if it cannot."""

    async def get(self, area: str, key: str) -> bytes | None:
        """Return what is kept under a key."""

    async def range(self, area: str, first: str, last: str) -> list[bytes]:
        """Return what is kept under the keys from ``first`` to ``last``, in their order."""

    async def write(self, entries: Sequence[Entry]) -> bool:
        """Write all entries or none, durably: False if a key that must be new is not."""


class MemoryDatabase:
    """A database that forgets when the process ends: for tests, and as the plainest reading.

    It answers later, as a browser's does: other windows may read and write in between.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], bytes] = {}

    async def get(self, area: str, key: str) -> bytes | None:
        """Return what is kept under a key."""
        await asyncio.sleep(0)
        return self._kept.get((area, key))

    async def range(self, area: str, first: str, last: str) -> list[bytes]:
        """Return what is kept under some keys."""
        await asyncio.sleep(0)
        return [
            value
            for (place, key), value in sorted(self._kept.items())
            if place == area and first <= key <= last
        ]

    async def write(self, entries: Sequence[Entry]) -> bool:
        """Write all entries or none."""
        await asyncio.sleep(0)
        if any(entry.new and (entry.area, entry.key) in self._kept for entry in entries):
            return False
        self._kept.update({(entry.area, entry.key): entry.value for entry in entries})
        return True
