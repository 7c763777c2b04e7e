"""The database of a browser, through the smallest possible interface: areas of keys and bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """An entry to write."""

    area: str
    key: str
    value: bytes
    new: bool = False
    """Whether the write fails if the key already exists."""


class Database(Protocol):
    """A store of bytes by area and key, shared by all windows; raises ``StoreError`` on failure."""

    async def get(self, area: str, key: str) -> bytes | None:
        """Return the value of a key."""

    async def range(self, area: str, first: str, last: str) -> list[bytes]:
        """Return the values of the keys from ``first`` to ``last``, in order."""

    async def write(self, entries: Sequence[Entry]) -> bool:
        """Write all entries or none, durably; return False if a key that must be new exists."""


class MemoryDatabase:
    """A database in memory: for tests, and as the simplest implementation.

    Like a browser's, it answers later, so other windows may read and write in between.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], bytes] = {}

    async def get(self, area: str, key: str) -> bytes | None:
        """Return the value of a key."""
        await asyncio.sleep(0)
        return self._kept.get((area, key))

    async def range(self, area: str, first: str, last: str) -> list[bytes]:
        """Return the values of a range of keys."""
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
