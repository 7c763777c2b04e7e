"""Presence: counts the devices connected to each table and shares changes with other processes.

A seat is present while one of its devices is connected, and for a moment after the last one has
gone: reloading a page is not leaving. A change is reported immediately, and the following ones
together a moment later: sockets that come and go all the time cost the others little. Nothing is
stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable

from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.storage.ports import Bus, PresenceBoard, Present

GRACE = 4.0
"""Seconds for which a disconnected device still counts as present."""
PACE = 0.25
"""Seconds between two reports about a table; changes in between are reported together."""

Tell = Callable[[Present], None]


class Stay:
    """The stay of one connected device."""

    __slots__ = ("_presences", "seats", "table", "tell")

    def __init__(
        self, presences: Presences, table: str, seats: tuple[int, ...], tell: Tell
    ) -> None:
        self._presences = presences
        self.table = table
        self.seats = seats
        self.tell = tell

    def sits(self, seats: tuple[int, ...]) -> None:
        """Set the seats that the device has now."""
        if seats != self.seats:
            self.seats = seats
            self._presences.refresh(self.table)

    def leaves(self) -> None:
        """End the stay: the device has disconnected."""
        self._presences.leave(self)


class _Room:
    """The presence at one table, as far as this process is concerned."""

    __slots__ = ("again", "fading", "put", "shown", "stays", "task", "unhear")

    def __init__(self, unhear: Callable[[], None]) -> None:
        self.stays: set[Stay] = set()
        self.fading: list[tuple[int, ...]] = []
        """The seats of devices that disconnected a moment ago."""
        self.put = Present()
        self.shown: Present | None = None
        self.unhear = unhear
        self.task: asyncio.Task[None] | None = None
        self.again = False

    def here(self) -> Present:
        """Return who is connected through this process."""
        seats = {seat for stay in self.stays for seat in stay.seats}
        seats.update(seat for gone in self.fading for seat in gone)
        return Present(tuple(sorted(seats)), sum(not stay.seats for stay in self.stays))

    def has(self, seat: int) -> bool:
        """Return whether a seat is connected through this process."""
        return any(seat in stay.seats for stay in self.stays) or any(
            seat in gone for gone in self.fading
        )


class Presences:
    """The presence at all tables that devices are connected to through this process."""

    def __init__(
        self, bus: Bus, board: PresenceBoard, *, grace: float = GRACE, pace: float = PACE
    ) -> None:
        self._bus = bus
        self._board = board
        self._grace = grace
        self._pace = pace
        self._rooms: dict[str, _Room] = {}
        self._renewing: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._rooms)

    def start(self) -> None:
        """Start to repeat this process's posts at intervals, if other processes read them."""
        if self._board.renew_seconds is not None:
            self._renewing = asyncio.create_task(self._renew(self._board.renew_seconds))

    async def stop(self) -> None:
        """Stop: nobody is connected through this process any more."""
        await cancel(self._renewing, *(room.task for room in self._rooms.values()))
        posted = [table for table, room in self._rooms.items() if room.put != Present()]
        for room in self._rooms.values():
            room.unhear()
        if posted:
            await self._board.put(dict.fromkeys(posted, Present()))
        for table in posted:
            await self._bus.publish(_topic(table), 1)
        self._rooms.clear()

    def arrives(self, table: str, seats: tuple[int, ...], tell: Tell) -> Stay:
        """Note that a device is connected; ``tell`` receives the present devices, now and later."""
        room = self._rooms.get(table)
        if room is None:
            room = self._rooms[table] = _Room(self._hear(table))
        stay = Stay(self, table, seats, tell)
        room.stays.add(stay)
        if room.shown is not None:
            # The others know already; a change will be sent to all of them soon.
            tell(room.shown)
        self.refresh(table)
        return stay

    async def at(self, tables: Collection[str]) -> dict[str, Present]:
        """Return who is connected to each of these tables, through any process."""
        others = await self._board.others(tables)
        return {table: _together([self._here(table), *others[table]]) for table in tables}

    def _here(self, table: str) -> Present:
        room = self._rooms.get(table)
        return Present() if room is None else room.here()

    def is_here(self, table: str, seat: int) -> bool:
        """Return whether a seat is connected through this process."""
        room = self._rooms.get(table)
        return room is not None and room.has(seat)

    def leave(self, stay: Stay) -> None:
        """Note that a device has disconnected. It counts for a moment longer: it may come back."""
        room = self._rooms.get(stay.table)
        if room is None or stay not in room.stays:
            return
        room.stays.discard(stay)
        room.fading.append(stay.seats)
        asyncio.get_running_loop().call_later(self._grace, self._fade, stay.table, stay.seats)

    def refresh(self, table: str) -> None:
        """Determine who is present, and tell the devices that do not know yet."""
        room = self._rooms.get(table)
        if room is None:
            return
        if room.task is None:
            room.task = asyncio.create_task(self._see(table, room))
        else:
            room.again = True

    def _hear(self, table: str) -> Callable[[], None]:
        """Listen to the other processes, if there are any; call the result to stop."""
        if self._board.renew_seconds is None:
            return _nothing
        return self._bus.call(_topic(table), lambda: self.refresh(table))

    def _fade(self, table: str, seats: tuple[int, ...]) -> None:
        room = self._rooms.get(table)
        if room is not None and seats in room.fading:
            room.fading.remove(seats)
            self.refresh(table)

    async def _see(self, table: str, room: _Room) -> None:
        try:
            room.again = True
            while room.again:
                room.again = False
                await self._put(table, room)
                if self._show(room, (await self.at((table,)))[table]):
                    await asyncio.sleep(self._pace)
        finally:
            room.task = None
        if not room.stays and not room.fading:
            room.unhear()
            self._rooms.pop(table, None)

    def _show(self, room: _Room, present: Present) -> bool:
        """Tell the devices at a table who is present; return whether that was news."""
        if present == room.shown:
            return False
        room.shown = present
        for stay in tuple(room.stays):
            stay.tell(present)
        return True

    async def _put(self, table: str, room: _Room) -> None:
        here = room.here()
        if here != room.put:
            room.put = here
            if self._board.renew_seconds is not None:
                await self._board.put({table: here})
                await self._bus.publish(_topic(table), 1)

    async def _renew(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            if self._rooms:
                await self._board.put({table: room.put for table, room in self._rooms.items()})
                # Other processes may have died; their posts are forgotten by now.
                for table, present in (await self.at(list(self._rooms))).items():
                    if (room := self._rooms.get(table)) is not None and room.task is None:
                        self._show(room, present)


def _together(everywhere: Iterable[Present]) -> Present:
    seats: set[int] = set()
    watching = 0
    for present in everywhere:
        seats.update(present.seats)
        watching += present.watching
    return Present(tuple(sorted(seats)), watching)


def _nothing() -> None:
    """Do nothing: there is nothing to end."""


def _topic(table: str) -> str:
    """Return the bus topic for news of presence; no table's id contains a space."""
    return f"present {table}"
