"""The fast core and the referee must agree, with all that the family adds to a placement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from qwirkle.engine.legal import best_placements, legal_turns, placements, takeable
from qwirkle.players import bot
from qwirkle.players.rng import Chance
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import Action, edition
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.decide import begin, decide, taking_faults
from qwirkle.rules.placement.evolve import evolve
from qwirkle.rules.placement.referee import Demands
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Take, Trade
from qwirkle.rules.placement.view import View, view
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass
from rules.table import NAMES, place, row, tiles

from . import brute
from .scene import AT_START, begun, with_pile, with_seat

EDITIONS: dict[str, tuple[str, dict[str, OptionValue]]] = {
    "select": ("select", {}),
    "select, same spot forbidden": ("select", {"same-spot": False}),
    "connect": ("connect", {}),
    "combined": ("combined", {}),
    "combined, turned": (
        "combined",
        {"board": ["connect:1", "select:3", "select:1", "connect:0"], "same-spot": False},
    ),
    "mini": ("mini", {}),
    "mini, at the start": ("mini", dict(AT_START)),
}
every_edition = pytest.mark.parametrize("name", EDITIONS)
LARGEST_OPENING = 4  # more would be tried in tens of thousands of ways


class Moment(NamedTuple):
    """What a placement is judged by."""

    board: Board
    hand: tuple[Tile, ...]
    demands: Demands


def states(name: str, seed: int) -> Iterator[State]:
    """A game by random bots: every state in which somebody has to decide."""
    game, options = EDITIONS[name]
    seats = 2 + seed % 3
    dealer = SeedDealer(f"{name} {seed}")
    state = begin(edition(game, options), NAMES[:seats], dealer).state
    bots = [bot("random", f"{name} {seed} {seat}") for seat in range(seats)]
    while state.turn is not None:
        yield state
        for event in decide(
            state, state.turn, bots[state.turn].choose(view(state, state.turn)), dealer
        ).events:
            state = evolve(state, event)


def moments(seen: View, chance: Chance) -> Iterator[Moment]:
    """This moment, and the one after a take that the seat may make, or might if it had a token."""
    yield Moment(seen.board, seen.hand, seen.demands())
    if seen.used is None and len(seen.board) > 1:
        cells = takeable(seen) or sorted(seen.board)
        yield Moment(*seen.after_taking(chance.choice(cells)))


def assert_agreed(moment: Moment) -> int:
    found = list(placements(*moment))
    assert {move.tiles: move.points for move in found} == brute.placements(*moment)
    assert len(found) == len({move.tiles for move in found}), "a placement twice"
    most = max((move.points for move in found), default=0)
    assert best_placements(*moment) == [move for move in found if move.points == most]
    return len(found)


def compare(name: str, positions: int) -> Counter[str]:
    """Compare the two in this many positions, and count what they met."""
    seen: Counter[str] = Counter()
    chance = Chance(name)
    for seed in range(10**6):
        for state in states(name, seed):
            assert state.turn is not None
            if state.opening_tiles > LARGEST_OPENING or (state.board and chance.below(3)):
                continue
            for moment in moments(view(state, state.turn), chance):
                seen["placements"] += assert_agreed(moment)
                seen["positions"] += 1
                seen["openings"] += not moment.board
                seen["banned"] += moment.demands.banned is not None
                seen["cut off"] += moment.board.groups() > 1
                seen["large hands"] += len(moment.hand) > 6
            if seen["positions"] >= positions:
                return seen
    return seen


@every_edition
def test_the_core_places_what_the_referee_allows(name: str) -> None:
    assert_worth_it(name, compare(name, 30))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@every_edition
def test_the_core_places_what_the_referee_allows_in_thousands_of_positions(name: str) -> None:
    assert_worth_it(name, compare(name, 3000))


def assert_worth_it(name: str, seen: Counter[str]) -> None:
    game, options = EDITIONS[name]
    assert seen["placements"] > 20 * seen["positions"]
    assert seen["large hands"] > 8
    if game in {"select", "mini"}:
        assert seen["openings"] > 0
    if game == "mini" or "same-spot" in options:
        assert seen["banned"] > 8
    if game != "mini":
        assert seen["cut off"] > 8


@every_edition
def test_trying_less_finds_as_much(name: str) -> None:
    """What the quick search leaves out is never legal."""
    tried = 0
    for state in list(states(name, 7))[3:10:5]:
        assert state.turn is not None
        moment = Moment(state.board, state.seats[state.turn].hand[:3], state.demands())
        assert brute.placements(*moment) == brute.all_placements(*moment)
        tried += 1
    assert tried == 2


@every_edition
def test_every_turn_that_is_offered_is_taken_and_no_other_extra(name: str) -> None:
    """All takes, draws and passes; the placements are compared above, the trades sampled."""
    for state in (reached for seed in (11, 12) for reached in list(states(name, seed))[::7]):
        seat = state.turn
        assert seat is not None
        offered = list(legal_turns(view(state, seat)))
        assert len(offered) == len(set(offered))
        for turn in offered[:: max(1, len(offered) // 25)]:
            decide(state, seat, turn, SeedDealer("any"))
        extras = {turn for turn in offered if isinstance(turn, Take | DrawThree | Pass)}
        for turn in extras:
            decide(state, seat, turn, SeedDealer("any"))
        takes = {Take(cell) for cell in state.board if not taking_faults(state, seat, cell)}
        assert {turn for turn in extras if isinstance(turn, Take)} == takes
        draws = Action.DRAW_THREE in state.seats[seat].actions and state.used is None
        assert (DrawThree() in extras) == (draws and bool(state.pile))
        assert offered, "somebody to move can always do something"


@pytest.mark.parametrize("left", ["", "Oo", "!take", "Oo Ox", "Oo Ox Ob", "Oo Ox Ob Oc"])
def test_A13_draw_three_is_offered_while_there_is_something_to_draw(left: str) -> None:
    state = begun("mini", "Ro Rx Rd Gs Bb Yc", "Go Gx Ys Bb Pc Od", options=AT_START)
    state = with_pile(place(state, row(0, 0, "Ro Rx Rd")), left)
    offered = list(legal_turns(view(state, 1)))
    assert (DrawThree() in offered) == bool(left)
    assert max((len(turn.tiles) for turn in offered if isinstance(turn, Trade)), default=0) == len(
        left.split()
    )
    assert Pass() not in offered
    stuck = with_seat(state, 1, hand=tiles("Ys Yb"))
    assert (Pass() in list(legal_turns(view(stuck, 1)))) == (not left)
