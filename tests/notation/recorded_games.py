"""Random whole games of every edition, with takes and draws, for the tests of records."""

from __future__ import annotations

from functools import cache
from random import Random

from qwirkle.notation import (
    record_of,
    write_record,
)
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import Action, Edition, edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.decide import begin, decide, taking_faults
from qwirkle.rules.placement.evolve import evolve, fold
from qwirkle.rules.placement.referee import fits, judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.sets import sets_in
from qwirkle.rules.turns import Pass

NAMES = ("Ann", "Ben", "Cleo", "Dan")
AGES = (30, 41, 9, 41)
BASE = [(game, seats) for game in ("classic", "schmidt") for seats in (2, 3, 4)]
OTHERS = [("mini", 3), ("select", 2), ("connect", 2), ("combined", 4)]


def some_turn(state: State, random: Random) -> Turn:
    assert state.turn is not None
    seat = state.seats[state.turn]
    if state.used is None and random.random() < 0.6:
        if Action.DRAW_THREE in seat.actions and state.pile:
            return DrawThree()
        if Action.TAKE in seat.actions or seat.tokens:
            cells = [c for c in sorted(state.board) if not taking_faults(state, state.turn, c)]
            if cells:
                return Take(random.choice(cells))
    hand = seat.hand
    if not state.board:
        start = min(state.edition.layout.centre, default=Cell(0, 0))
        return Place(
            tuple(Placed(start.x, start.y + by, tile) for by, tile in enumerate(sets_in(hand)[0]))
        )
    if state.pile and random.random() < 0.1:
        return _trade(state, random)
    spots = [
        Placed(*cell, tile)
        for cell in sorted(state.board.frontier())
        for tile in sorted(set(hand))
        if fits(state.board, cell, tile)
        and isinstance(judge(state.board, [Placed(*cell, tile)], hand, state.demands()), Score)
    ]
    if not spots:
        return _trade(state, random) if state.pile else Pass()
    placed = [random.choice(spots)]
    for spot in spots:
        longer = [*placed, spot]
        if isinstance(judge(state.board, longer, hand, state.demands()), Score):
            placed = longer
    return Place(tuple(sorted(placed)))


def _trade(state: State, random: Random) -> Trade:
    assert state.turn is not None
    hand = state.seats[state.turn].hand
    most = min(len(hand), 6, len(state.pile))
    return Trade(tuple(random.sample(hand, random.randint(1, most))))


def play(played: Edition, seats: int, seed: int | str | bytes) -> tuple[e.AnyEvent, ...]:
    dealer, random = SeedDealer(seed), Random(repr(seed))
    events = list(begin(played, NAMES[:seats], dealer, AGES[:seats]).events)
    state = fold(events)
    while state.turn is not None:
        happened = decide(state, state.turn, some_turn(state, random), dealer).events
        for event in happened:
            state = evolve(state, event)
        events += happened
    return tuple(events)


@cache
def game(name: str, seats: int, seed: int = 1) -> tuple[e.AnyEvent, ...]:
    return play(edition(name), seats, seed)


@cache
def text(name: str = "classic", seats: int = 2, seeded: bool = True) -> str:
    return write_record(record_of(game(name, seats), seed=1 if seeded else None))


def line_at(record: str, number: int) -> str:
    return record.split("\n")[number - 1]


def with_line(record: str, number: int, line: str) -> str:
    lines = record.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)
