"""Practice in a finished game: another turn at any moment, checked by the rules and judged."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import NamedTuple

import msgspec

from qwirkle.analysis.review.report import ReviewedTurn
from qwirkle.analysis.review.steps import Step, steps_of
from qwirkle.errors import Refused
from qwirkle.notation.record import read_record
from qwirkle.protocol.shapes.turns import AskedTurn, write_turn
from qwirkle.rules.family import AnyTurn, AnyView, view
from qwirkle.tables.core.decide.game import as_refusals, game_of, read_any_turn
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.arrangements import Arranged
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.family import arrange_cards, preview
from qwirkle.tables.live.previews import Preview
from qwirkle.tables.live.records import record_text
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.tasks import on_a_thread
from qwirkle.tables.live.workers import Job, Workers
from qwirkle.tables.reviews.reviews import ended_game
from qwirkle.tables.reviews.work import Asked
from qwirkle.tables.storage.ports import Store

KEPT_GAMES = 16
"""The number of games whose positions stay in memory: previews come in quick succession."""


class _Finished(NamedTuple):
    record: str
    steps: tuple[Step, ...]


class Practice:
    """The positions of finished games, in which turns can be tried."""

    def __init__(self, tables: Tables, store: Store, workers: Workers) -> None:
        self._tables = tables
        self._store = store
        self._workers = workers
        self._games: OrderedDict[str, _Finished] = OrderedDict()

    async def preview(self, table: str, caller: Caller, number: int, turn: AskedTurn) -> Preview:
        """Check another turn at a moment of the game."""
        seen, asked = await self._question(table, caller, number, turn)
        return await self._preview(seen, asked)

    async def _preview(self, seen: AnyView, turn: AnyTurn) -> Preview:
        return await self._workers.run(Job(call=partial(preview, seen, turn), case="preview"))

    async def arrange(self, table: str, caller: Caller, number: int, cards: list[str]) -> Arranged:
        """Return the table of the card game after playing these cards at a moment."""
        seen = await self._view(table, caller, number)
        with as_refusals():
            return await self._workers.run(
                Job(call=partial(arrange_cards, seen, cards), case="preview")
            )

    async def try_turn(
        self,
        table: str,
        caller: Caller,
        number: int,
        turn: AskedTurn,
        *,
        open_hands: bool = False,
    ) -> ReviewedTurn:
        """Judge another turn by the standards of the review."""
        seen, asked = await self._question(table, caller, number, turn)
        allowed = await self._preview(seen, asked)
        if not allowed.legal:
            raise Refused(allowed.objections)
        game = await self._finished_game(await self._tables.cached_table(table))
        tried = Asked(game.record, open_hands, number - 1, write_turn(asked))
        found = await self._workers.run(tried.job())
        return msgspec.json.decode(found, type=ReviewedTurn)

    async def _question(
        self, table: str, caller: Caller, number: int, turn: AskedTurn
    ) -> tuple[AnyView, AnyTurn]:
        seen = await self._view(table, caller, number)
        return seen, read_any_turn(turn, game_of(await self._tables.cached_table(table)))

    async def _view(self, table: str, caller: Caller, number: int) -> AnyView:
        """Return the view of the seat to move before an act of the game, counted from 1."""
        state = await self._tables.cached_table(table)
        ended_game(state, caller)
        steps = (await self._finished_game(state)).steps
        if not 1 <= number <= len(steps):
            raise refusal(TableReason.BAD_REQUEST, case="turn", count=len(steps))
        step = steps[number - 1]
        return view(step.before, step.seat)

    async def _finished_game(self, state: Table) -> _Finished:
        game = self._games.get(state.id)
        if game is None:
            record = record_text(state, (await self._store.read(state.id))[: state.seq], None)
            steps = await on_a_thread(lambda: steps_of(read_record(record)))
            game = self._games[state.id] = _Finished(record, steps)
            while len(self._games) > KEPT_GAMES:
                self._games.popitem(last=False)
        self._games.move_to_end(state.id)
        return game
