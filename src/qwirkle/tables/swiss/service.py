"""Tournaments over a store and tables: commands, the tables of each round, and views.

A tournament is written as a whole, and only over the version it was decided on, so of two
simultaneous commands the second is decided again. A round names its tables before they are opened:
the next look opens those that are missing.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

import msgspec

from qwirkle.errors import Refused
from qwirkle.notation.record.headers import commitment_to
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide import open_table
from qwirkle.tables.core.events import PlannedSeat, TableOpened
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import Clock, Face, SeatPlan, Series
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.callers import Caller, SystemSecrets
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.swiss.pairing import Draw, Round, standings
from qwirkle.tables.swiss.tournament import (
    MAX_DONE,
    Join,
    Leave,
    Missing,
    SwissCommand,
    Terms,
    Tournament,
    check_leave,
    decide,
    mark_of,
    missing_players,
    settle,
)

if TYPE_CHECKING:
    from qwirkle.tables.swiss.store import TournamentStore

MAX_TRIES = 20
"""How often a command is decided again because another one was quicker."""


class EntrantView(msgspec.Struct, frozen=True):
    """A participant, with their standing."""

    id: str
    """The id by which commands refer to them."""
    name: str
    face: Face
    account: bool
    withdrawn: bool
    removable: bool
    """Whether this device may remove them from the tournament now."""
    place: int
    points: float
    buchholz: float
    """The points of all opponents."""
    margin: int
    """Points ahead of opponents, over games that were played to the end."""


class DrawView(msgspec.Struct, frozen=True):
    """A game of a round."""

    players: tuple[int, int]
    table: str
    state: Literal["waiting", "playing", "over"]
    """``over`` if there is a result, or one of them has left."""
    points: tuple[float, float] | None
    forfeit: bool = False
    """Whether it is over because somebody did not come or left."""


class RoundView(msgspec.Struct, frozen=True):
    """The games of a round."""

    draws: tuple[DrawView, ...]
    bye: int | None


class TournamentView(msgspec.Struct, frozen=True):
    """A tournament as one device sees it."""

    tournament: str
    phase: Literal["lobby", "playing", "over"]
    game: str
    clock: Clock | None
    hints: bool
    planned: int
    """The number of rounds; 0 before it begins."""
    players: tuple[EntrantView, ...]
    """The players, in the order in which they joined; ``place`` ranks them."""
    rounds: tuple[RoundView, ...]
    ready: bool
    """Whether the next round can be paired."""
    you: tuple[int, ...]
    """The players who take part with this device."""
    host: bool


class Tournaments:
    """All tournaments of a store."""

    def __init__(self, tables: Tables, store: TournamentStore) -> None:
        self._tables = tables
        self._store = store

    async def open(self, caller: Caller, terms: Terms, first: Join, command_id: str) -> str:
        """Open a tournament and take part; repeating the command opens no second one."""
        actor = caller.actor()
        self._check(actor, terms)
        tournament = caller.derive_id(f"swiss {command_id}")[:20]
        empty = Tournament(tournament, actor.key, terms, ())
        state = decide(empty, actor, first, SystemSecrets())
        await self._write(state, 0)
        return tournament

    async def act(
        self,
        tournament: str,
        caller: Caller,
        command: SwissCommand,
        command_id: str,
        may_open: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Carry out a command; repeating it has no further effect.

        ``may_open`` is called before a round is paired, with the number of its tables; it raises if
        the caller may not open that many.
        """
        actor = caller.actor()
        mark = mark_of(actor, command_id)
        state, tables = await self._settle(tournament)
        if mark in state.done:
            return
        missing = missing_players(state, tables, self._tables.now())
        after = decide(state, actor, command, SystemSecrets(), missing)
        if len(after.rounds) > len(state.rounds):
            may_open(len(after.rounds[-1].draws))
        if isinstance(command, Leave):
            await self._give_up(state, actor, command.player, tables)

        def change(known: Tournament) -> Tournament:
            changed = decide(known, actor, command, SystemSecrets(), missing)
            if changed == known or mark in known.done:
                return known
            return msgspec.structs.replace(changed, done=(*changed.done, mark)[-MAX_DONE:])

        await self._settle(tournament)
        await self._change(tournament, change)
        await self._open_tables(await self._load(tournament))

    async def look(self, tournament: str, caller: Caller) -> TournamentView:
        """Return the tournament as a device may see it."""
        state, tables = await self._settle(tournament)
        missing = missing_players(state, tables, self._tables.now())
        return _view(state, tables, c.Actor(caller.key or "", caller.account), missing)

    async def _give_up(
        self, state: Tournament, actor: c.Actor, entrant: str, tables: dict[str, Table]
    ) -> None:
        """Resign the game of a player who leaves on their own, as if they did it at the table."""
        player = state.player(entrant)
        game = None if player is None else state.game_of(player)
        if player is None or game is None or not state.entrants[player].is_of(actor):
            return
        if tables[game.table].phase == "playing":
            with suppress(Refused):  # it has just ended
                await self._tables.withdraw(game.table, game.players.index(player))

    async def _settle(self, tournament: str) -> tuple[Tournament, dict[str, Table]]:
        """Return the tournament with every known outcome, and the tables still in play."""
        state = await self._load(tournament)
        tables = await self._open_tables(state)
        now = self._tables.now()
        if settle(state, tables, now) != state:
            state = await self._change(tournament, lambda known: settle(known, tables, now))
            await self._open_tables(state)
        return state, tables

    async def _open_tables(self, state: Tournament) -> dict[str, Table]:
        """Return the tables of the last round without an outcome, opening those that are missing.

        Tables that miss a player for good are closed, so that nobody waits there.
        """
        tables: dict[str, Table] = {}
        for draw in state.rounds[-1].draws if state.rounds else ():
            if draw.outcome is None:
                tables[draw.table] = await self._table(state, draw)
            elif draw.outcome.forfeit:
                with suppress(Refused):  # it has just ended, or is gone
                    await self._close(draw.table)
        return tables

    async def _close(self, table: str) -> None:
        if (await self._tables.current(table)).phase != "ended":
            await self._tables.close(table)

    async def _table(self, state: Tournament, draw: Draw) -> Table:
        try:
            return await self._tables.current(draw.table)
        except Refused as refused:
            if TableReason.NO_SUCH_TABLE not in refused.reasons:
                raise
        opening = _opening(state, draw, self._tables.now())
        await self._tables.open_planned(opening, f"round of {state.id}")
        return await self._tables.current(draw.table)

    def _check(self, actor: c.Actor, terms: Terms) -> None:
        """Refuse terms that no table could be opened with."""
        seats = (SeatPlan("person", "A"), SeatPlan("person", "B"))
        open_table(actor, _table_to_open(terms, seats), self._tables.now(), SystemSecrets())

    async def _load(self, tournament: str) -> Tournament:
        return (await self._read(tournament))[0]

    async def _read(self, tournament: str) -> tuple[Tournament, int]:
        stored = await self._store.tournament(tournament)
        if stored is None:
            raise refusal(TableReason.NO_SUCH_TABLE, case="swiss")
        return msgspec.json.decode(stored.body, type=Tournament), stored.version

    async def _change(
        self, tournament: str, change: Callable[[Tournament], Tournament]
    ) -> Tournament:
        for _ in range(MAX_TRIES):
            state, version = await self._read(tournament)
            after = change(state)
            if after == state or await self._write(after, version):
                return after
        raise refusal(TableReason.BUSY)

    async def _write(self, state: Tournament, version: int) -> bool:
        return await self._store.put_tournament(
            state.id, msgspec.json.encode(state), version=version, at=self._tables.now()
        )


def _table_to_open(terms: Terms, seats: tuple[SeatPlan, ...]) -> c.OpenTable:
    return c.OpenTable(
        seats, terms.game, terms.options, clock=terms.clock, hints=terms.hints, series=None
    )


def _opening(state: Tournament, draw: Draw, now: int) -> TableOpened:
    """Return the first event of a table, with seats reserved for both players."""
    players = [state.entrants[player] for player in draw.players]
    seats = tuple(SeatPlan("person", player.name) for player in players)
    # Opened as if by the first player, so that everything is checked and set as at any table.
    planned = open_table(
        c.Actor(players[0].key), _table_to_open(state.terms, seats), now, SystemSecrets(draw.table)
    ).events[0]
    if not isinstance(planned, TableOpened):
        raise TypeError("the first event of a table opens it")
    return msgspec.structs.replace(
        planned,
        seats=tuple(
            PlannedSeat(
                "person",
                player.name,
                keys=(player.key,),
                account=player.account,
                reserved=True,
                face=player.face,
            )
            for player in players
        ),
        host=(),
        seed=draw.seed,
        commitment=commitment_to(draw.seed),
        series=Series("swiss", len(state.rounds), tournament=state.id),
    )


def _view(
    state: Tournament, tables: dict[str, Table], actor: c.Actor, missing: Missing
) -> TournamentView:
    ranked = {known.player: known for known in standings(len(state.entrants), state.rounds)}
    return TournamentView(
        tournament=state.id,
        phase=state.phase,
        game=state.terms.game,
        clock=state.terms.clock,
        hints=state.terms.hints,
        planned=state.planned,
        players=tuple(
            EntrantView(
                id=entrant.id,
                name=entrant.name,
                face=entrant.face,
                account=entrant.account is not None,
                withdrawn=entrant.withdrawn,
                removable=_is_removable(state, actor, player, missing),
                place=ranked[player].place,
                points=ranked[player].halves / 2,
                buchholz=ranked[player].buchholz / 2,
                margin=ranked[player].margin,
            )
            for player, entrant in enumerate(state.entrants)
        ),
        rounds=tuple(_round(paired, tables) for paired in state.rounds),
        ready=state.phase == "playing" and state.is_settled,
        you=state.of(actor),
        host=state.host == actor.key,
    )


def _is_removable(state: Tournament, actor: c.Actor, player: int, missing: Missing) -> bool:
    if state.entrants[player].withdrawn:
        return False
    try:
        check_leave(state, actor, player, missing)
    except Refused:
        return False
    return True


def _round(paired: Round, tables: dict[str, Table]) -> RoundView:
    return RoundView(
        tuple(_draw(draw, tables.get(draw.table)) for draw in paired.draws), paired.bye
    )


def _draw(draw: Draw, table: Table | None) -> DrawView:
    outcome = draw.outcome
    if outcome is not None:
        first, second = outcome.halves
        points = first / 2, second / 2
        return DrawView(draw.players, draw.table, "over", points, outcome.forfeit)
    lobby = table is None or table.phase == "lobby"
    return DrawView(draw.players, draw.table, "waiting" if lobby else "playing", None)
