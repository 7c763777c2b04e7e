"""Head-to-head records of the people at a finished table."""

from __future__ import annotations

import msgspec

from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.standings import person_of
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.results.keeper import ResultKeeper
from qwirkle.tables.results.model import ResultStore
from qwirkle.tables.results.statistics import HeadToHead, head_to_head

LATEST = 5
"""The number of a person's latest games among which a table is searched for."""


class Rivalry(msgspec.Struct, frozen=True):
    """All games of one seat of a device against another seat, at the game of this table."""

    seat: int
    against: int
    record: HeadToHead
    """The record from the first seat's side, including this game."""


class Rivalries(msgspec.Struct, frozen=True):
    """The records between the seats of a device and everybody else at a table."""

    rivalries: tuple[Rivalry, ...]


class RivalryService:
    """The service for records between the people at a table."""

    def __init__(self, tables: Tables, results: ResultStore, keeper: ResultKeeper) -> None:
        self._tables = tables
        self._results = results
        self._keeper = keeper

    async def at(self, table: str, caller: Caller) -> Rivalries:
        """Return the records of the caller's seats at a table that has ended.

        They are private: a device without a seat gets none.
        """
        state = await self._tables.current(table)
        if state.ended is None:
            raise refusal(TableReason.NOT_ENDED)
        own = state.held_by(caller.key)
        found: list[Rivalry] = []
        for seat in own:
            found += await self._of_seat(state, seat, own)
        return Rivalries(tuple(found))

    async def _of_seat(self, table: Table, seat: int, own: tuple[int, ...]) -> list[Rivalry]:
        person = person_of(table.seats, table.seats[seat])
        if table.game is None:
            return []
        await self._count(table, person)
        edition = table.game.edition.id
        met = [
            known for known in await self._results.encounters(person) if known.edition == edition
        ]
        rivalries: dict[str, Rivalry] = {}
        for against, sitter in enumerate(table.seats):
            if against == seat or (against in own and against < seat):
                continue  # between two own seats one record is enough
            rival = person_of(table.seats, sitter)
            games = [known for known in met if known.person == rival]
            if games and rival not in rivalries:
                rivalries[rival] = Rivalry(seat, against, head_to_head(edition, games))
        return list(rivalries.values())

    async def _count(self, table: Table, person: str) -> None:
        """Count the game now, if that has not been done yet."""
        ended_at = 0 if table.ended is None else table.ended.at
        last = await self._results.games_of(person, LATEST, (ended_at + 1, ""))
        if table.id not in {game.game for game in last}:
            await self._keeper.keep(table.id)
