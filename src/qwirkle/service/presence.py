"""Who is connected to a table: counted here, put up for other processes, told when it changes.

A seat is present while one of its devices is connected. It stays so for a moment after the last one
has gone: a page that is loaded again is not somebody who leaves. Nothing of this is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from qwirkle.service.ports import Bus, PresenceBoard, Present

GRACE = 4.0
"""Seconds for which somebody who has gone still counts as present."""

Tell = Callable[[Present], None]


class Stay:
    """One device that is connected."""

    __slots__ = ("_presences", "seats", "table", "tell")

    def __init__(
        self, presences: Presences, table: str, seats: tuple[int, ...], tell: Tell
    ) -> None:
        self._presences = presences
        self.table = table
        self.seats = seats
        self.tell = tell

    def sits(self, seats: tuple[int, ...]) -> None:
        """The device has these seats now."""
        if seats != self.seats:
            self.seats = seats
            self._presences.changed(self.table)

    def leaves(self) -> None:
        """The device has gone."""
        self._presences.left(self)


class _Room:
    """One table, as far as this process is concerned."""

    __slots__ = ("again", "fading", "put", "stays", "task", "told", "unhear")

    def __init__(self, unhear: Callable[[], None]) -> None:
        self.stays: set[Stay] = set()
        self.fading: list[tuple[int, ...]] = []
        """The seats of devices that have gone a moment ago."""
        self.put = Present()
        self.told: Present | None = None
        self.unhear = unhear
        self.task: asyncio.Task[None] | None = None
        self.again = False

    def here(self) -> Present:
        """Who is connected through this process."""
        seats = {seat for one in self.stays for seat in one.seats}
        seats.update(seat for gone in self.fading for seat in gone)
        return Present(tuple(sorted(seats)), sum(not one.seats for one in self.stays))


class Presences:
    """All tables that somebody is connected to through this process."""

    def __init__(self, bus: Bus, board: PresenceBoard, *, grace: float = GRACE) -> None:
        self._bus = bus
        self._board = board
        self._grace = grace
        self._rooms: dict[str, _Room] = {}
        self._renewing: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._rooms)

    def start(self) -> None:
        """Put up again what is there, from time to time, if others look at it."""
        if self._board.renew_seconds is not None:
            self._renewing = asyncio.create_task(self._renew(self._board.renew_seconds))

    async def stop(self) -> None:
        """Nobody is connected here any more."""
        tasks = [room.task for room in self._rooms.values()]
        tasks.append(self._renewing)
        for task in filter(None, tasks):
            task.cancel()
        await asyncio.gather(*filter(None, tasks), return_exceptions=True)
        for table, room in self._rooms.items():
            room.unhear()
            if room.put != Present():
                await self._board.put(table, Present())
                await self._bus.publish(_topic(table), 1)
        self._rooms.clear()

    def arrives(self, table: str, seats: tuple[int, ...], tell: Tell) -> Stay:
        """A device is connected; it is told at once who else is, and whenever that changes."""
        room = self._rooms.get(table)
        if room is None:
            room = self._rooms[table] = _Room(self._hear(table))
        stay = Stay(self, table, seats, tell)
        room.stays.add(stay)
        if room.told is not None:
            # Who was here before knows; if it is something new all are told soon.
            tell(room.told)
        self.changed(table)
        return stay

    def left(self, stay: Stay) -> None:
        """A device has gone: known after a moment, as it may come back."""
        room = self._rooms.get(stay.table)
        if room is None or stay not in room.stays:
            return
        room.stays.discard(stay)
        room.fading.append(stay.seats)
        asyncio.get_running_loop().call_later(self._grace, self._faded, stay.table, stay.seats)

    def changed(self, table: str) -> None:
        """See who is there, and tell whoever does not know it yet."""
        room = self._rooms.get(table)
        if room is None:
            return
        if room.task is None:
            room.task = asyncio.create_task(self._see(table, room))
        else:
            room.again = True

    def _hear(self, table: str) -> Callable[[], None]:
        """Listen to the other processes, if there are any; what is returned ends that."""
        if self._board.renew_seconds is None:
            return _nothing
        return self._bus.call(_topic(table), lambda: self.changed(table))

    def _faded(self, table: str, seats: tuple[int, ...]) -> None:
        room = self._rooms.get(table)
        if room is not None and seats in room.fading:
            room.fading.remove(seats)
            self.changed(table)

    async def _see(self, table: str, room: _Room) -> None:
        try:
            room.again = True
            while room.again:
                room.again = False
                await self._put(table, room)
                present = _together([room.here(), *await self._board.others(table)])
                if present != room.told:
                    room.told = present
                    for stay in tuple(room.stays):
                        stay.tell(present)
        finally:
            room.task = None
        if not room.stays and not room.fading:
            room.unhear()
            self._rooms.pop(table, None)

    async def _put(self, table: str, room: _Room) -> None:
        here = room.here()
        if here != room.put:
            room.put = here
            if self._board.renew_seconds is not None:
                await self._board.put(table, here)
                await self._bus.publish(_topic(table), 1)

    async def _renew(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            for table, room in list(self._rooms.items()):
                await self._board.put(table, room.put)
                # Others may have died, and are forgotten by now.
                self.changed(table)


def _together(all_of_them: Iterable[Present]) -> Present:
    seats: set[int] = set()
    watching = 0
    for one in all_of_them:
        seats.update(one.seats)
        watching += one.watching
    return Present(tuple(sorted(seats)), watching)


def _nothing() -> None:
    """There is nothing to end."""


def _topic(table: str) -> str:
    """What the bus calls news of who is present; no table's id has a space in it."""
    return f"present {table}"
