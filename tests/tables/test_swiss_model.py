"""Every command in every situation of a tournament: nobody gains by one.

A lone player gets nothing but what playing on or giving up brings; nobody else gets anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from qwirkle.errors import Refused
from qwirkle.rules.family import view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide import decide as decide_table
from qwirkle.tables.core.decide import open_planned
from qwirkle.tables.core.events import PlannedSeat, TableOpened
from qwirkle.tables.core.settings import (
    DAY,
    MINUTE,
    Clock,
    SeatKind,
    SeatPlan,
    Series,
    Settings,
)
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.callers import SystemSecrets
from qwirkle.tables.swiss.pairing import Outcome
from qwirkle.tables.swiss.tournament import (
    Begin,
    Entrant,
    Join,
    Leave,
    Missing,
    Next,
    SwissCommand,
    Terms,
    Tournament,
    decide,
    outcome_of,
)

from .scene import START, Numbered, Scene, asked, device, greedy_turn, written

# Every command in every situation


def tournament_table(*players: c.Actor, clock: Clock | None = None) -> Table:
    """The table of a game, as a round opens it."""
    opening = TableOpened(
        table="t",
        settings=Settings("mini", clock=clock, hints=False),
        seats=tuple(
            PlannedSeat("person", name, keys=(player.key,), reserved=True)
            for name, player in zip(("Ann", "Ben"), players, strict=True)
        ),
        host=(),
        seed="5e" * 32,
        commitment="c0" * 32,
        series=Series("swiss", tournament="s"),
    )
    return open_planned(opening, START).state


def attempt(table: Table, actor: c.Actor, command: c.AnyCommand, now: int) -> Table | None:
    """The table after a command; None if it is refused."""
    try:
        return decide_table(table, actor, command, now, Numbered("model")).state
    except Refused:
        return None


KINDS: tuple[SeatKind, ...] = get_args(SeatKind)
SEATS: tuple[int | None, ...] = (None, -1, 0, 1, 2)
VARIANTS: dict[type, Callable[[], Iterator[c.AnyCommand]]] = {
    c.Sit: lambda: (c.Sit(name, seat) for name in ("", "Zoe") for seat in SEATS),
    c.Stand: lambda: (
        c.Stand(seat, name) for seat in SEATS if seat is not None for name in ("", "Ben")
    ),
    c.PlanSeat: lambda: (c.PlanSeat(seat, kind) for seat in (0, 1) for kind in KINDS),
    c.Start: lambda: iter([c.Start()]),
    c.Close: lambda: iter([c.Close()]),
    c.Play: lambda: (c.Play(asked({"pass": True}), seat) for seat in SEATS),
    c.Resign: lambda: (c.Resign(seat) for seat in SEATS),
    c.CallVote: lambda: iter([c.CallVote("end"), c.CallVote("remove")]),
    c.TakeBack: lambda: iter([c.TakeBack()]),
    c.Vote: lambda: iter([c.Vote(agree=True), c.Vote(agree=False)]),
    c.React: lambda: (c.React("hurry", seat) for seat in SEATS),
    c.Rematch: lambda: iter([c.Rematch()]),
    c.SignOthersOut: lambda: iter([c.SignOthersOut()]),
    c.SaveGame: lambda: iter([c.SaveGame()]),
    c.SetRecovery: lambda: iter([c.SetRecovery("token")]),
    c.Carry: lambda: iter([c.Carry(), c.Carry("token"), c.Carry("another")]),
    c.BotPlays: lambda: iter(()),
    c.Tick: lambda: iter([c.Tick()]),
    c.Abandon: lambda: iter([c.Abandon()]),
    c.Withdraw: lambda: iter([c.Withdraw(0), c.Withdraw(1)]),
    c.KeepResult: lambda: iter([c.KeepResult()]),
}
"""All commands, with whatever could matter in them; the service's own, as if a client sent them."""
BEFORE_AND_AFTER = (0, DAY)
"""The opponent is there, or has been away for long."""


def situations(clock: Clock | None) -> Iterator[tuple[str, Table, int, Sequence[c.Actor]]]:
    """Tables of a tournament in every phase, with the time, for two players."""
    players = device("Ann"), device("Ben")
    empty = tournament_table(*players, clock=clock)
    yield "nobody has come", empty, START, players
    for seat in (0, 1):
        came = attempt(empty, players[seat], c.Sit(""), START)
        assert came is not None
        yield f"{seat} has come", came, START, players
        started = attempt(came, players[1 - seat], c.Sit(""), START)
    assert started is not None
    assert started.to_move is not None
    yield "it begins", started, START, players
    turns, now = started, START
    for number in range(3):
        now += 1000
        seat = turns.to_move or 0
        assert turns.game is not None
        turn = c.Play(written(greedy_turn(view(turns.game, seat))))
        played = attempt(turns, players[seat], turn, now)
        assert played is not None
        turns = played
        yield f"after {number + 1} turns", turns, now, players
    voted = attempt(turns, players[0], c.CallVote("end"), now)
    assert voted is not None
    yield "there is a vote", voted, now, players


def reached(table: Table, actor: c.Actor, now: int, depth: int) -> Iterator[Table]:
    """Every table that one device can bring about by its commands alone."""
    known: set[bytes] = set()
    found = [table]
    for _ in range(depth):
        following: list[Table] = []
        for state in found:
            for make in VARIANTS.values():
                for command in make():
                    after = attempt(state, actor, command, now)
                    if after is None or (key := _key(after)) in known:
                        continue
                    known.add(key)
                    following.append(after)
                    yield after
        found = following


def _key(table: Table) -> bytes:
    """What distinguishes situations; gestures do not."""
    seats = [replace(seat, reacted=()) for seat in table.seats]
    parts = (table.phase, seats, table.vote, table.recoveries, table.host, table.ended)
    turns = len(table.played), len(table.taken_back), table.deal_known, table.next is None
    return msgspec.json.encode((*parts, *turns))


def test_every_command_is_tried() -> None:
    assert set(VARIANTS) == {*get_args(c.Command), *get_args(c.OwnCommand)}


@pytest.mark.parametrize("clock", [None, Clock("game", 10 * MINUTE)], ids=["no clock", "clock"])
@pytest.mark.parametrize("away", BEFORE_AND_AFTER)
def test_no_command_at_a_table_gains_anything(clock: Clock | None, away: int) -> None:
    """A lone player gets nothing but what playing on or giving up brings."""
    tables = 0
    for name, table, now, players in situations(clock):
        for seat, actor in enumerate(players):
            other = table.seats[1 - seat]
            agreed = table.vote is not None and 1 - seat in table.vote.agreed
            for after in reached(table, actor, now + away, 3):
                tables += 1
                opponent = after.seats[1 - seat]
                same = replace(opponent, missed=other.missed, left_ms=other.left_ms, reacted=())
                assert same == replace(other, reacted=()), name
                assert after.seats[seat].kind == "person", name
                assert after.settings == table.settings, name
                assert not after.deal_known, name
                assert not after.hosted_by(actor.key), name
                outcome = outcome_of(after, now + away)
                if outcome is not None:
                    mine = outcome.halves[seat]
                    assert mine == 0 or (agreed and mine == 1), name
    assert tables > 50


@pytest.mark.parametrize("away", BEFORE_AND_AFTER)
def test_no_command_of_anybody_else_does_anything_at_a_table(away: int) -> None:
    for name, table, now, _ in situations(None):
        for stranger in (device("Zoe"), device("Cem", "an account")):
            assert [after.seq for after in reached(table, stranger, now + away, 1)] in (
                [],
                [table.seq],  # nothing to carry
            ), name


def test_nobody_gains_by_a_command_to_the_tournament() -> None:
    """Two commands in a row, by each of four players, whoever is away."""
    people = [device(name) for name in ("Ann", "Ben", "Cem", "Dee")]
    state = Tournament("s", people[0].key, Terms(), ())
    for actor, name in zip(people, ("Ann", "Ben", "Cem", "Dee"), strict=True):
        state = decide(state, actor, Join(name), SystemSecrets())
    state = decide(state, people[0], Begin(3), SystemSecrets())
    ids = [entrant.id for entrant in state.entrants]
    commands: list[SwissCommand] = [
        *(Leave(entrant) for entrant in (*ids, "nobody")),
        *(Join(name) for name in ("Ann", "Ben", "Zoe")),
        Begin(1),
        *(Next(number) for number in range(3)),
    ]
    pairs = [draw.players for draw in state.rounds[0].draws]
    assert pairs == [(0, 1), (2, 3)]
    away: list[Missing] = [{}, *({gone: [gone]} for gone in ids), {gone: [gone] for gone in ids}]
    changed = 0
    for (at, actor), missing in product(enumerate(people), away):
        for first, second in product(commands, commands):
            after = state
            for command in (first, second):
                with suppress(Refused):
                    after = decide(after, actor, command, SystemSecrets(), missing)
            changed += after != state
            for draw in after.rounds[0].draws:
                if at in draw.players:
                    lost = Outcome((0, 2) if draw.players[0] == at else (2, 0), 0, forfeit=True)
                    assert draw.outcome in (None, lost)
            for player, entrant in enumerate(after.entrants):
                assert isinstance(entrant, Entrant)
                if entrant.withdrawn and player != at:
                    # Somebody for whom a game waits, that is not the actor's own.
                    assert entrant.id in missing
                    own = next(pair for pair in pairs if at in pair)
                    assert player not in own
                    assert at == 0 or 0 in next(pair for pair in pairs if player in pair)
            assert len(after.rounds) == 1
    assert changed > 0


def test_a_table_outside_tournaments_has_a_host() -> None:
    """What is refused in tournaments is allowed elsewhere."""
    ann, zoe = device("Ann"), device("Zoe")
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    scene = Scene(c.OpenTable(seats), ann)
    scene.do(zoe, c.Sit("Zoe"))
    scene.do(ann, c.Stand(1, "Zoe"))
    scene.do(ann, c.PlanSeat(1, "bot", "level:1"))
    scene.do(ann, c.Close())
    assert scene.table.phase == "ended"
