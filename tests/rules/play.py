"""Random full games, made with the referee alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.dealing import Dealer, SeedDealer
from qwirkle.rules.editions.placement import Action, edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.decide import begin, decide, taking_faults
from qwirkle.rules.placement.evolve import evolve
from qwirkle.rules.placement.referee import NO_DEMANDS, Demands, fits, judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.sets import sets_in
from qwirkle.rules.tiles import BOX, Tile
from qwirkle.rules.turns import Pass

from .table import NAMES, position, row, table

CONFIGURATIONS = [
    *((game, seats) for game in ("classic", "colour-blind", "schmidt") for seats in (2, 3, 4)),
    ("mini", 2),
    ("mini", 4),
    ("select", 3),
    ("connect", 2),
    ("combined", 4),
]


class Step(NamedTuple):
    """An event and the state right after it."""

    event: e.AnyEvent
    state: State


def random_turn(state: State, random: Random) -> Turn:
    """A legal turn: an opening, sometimes a trade, else a random placement, else what is left."""
    assert state.turn is not None
    hand = state.seats[state.turn].hand
    first = _token_or_action(state, random)
    if first is not None:
        return first
    if not state.board:
        return Place(_opening(hand, state.opening_tiles, random))
    if state.pile and random.random() < 0.08:
        return _trade(state, hand, random)
    placement = random_placement(state.board, hand, random, state.demands())
    if placement:
        return Place(placement)
    return _trade(state, hand, random) if state.pile else Pass()


def _token_or_action(state: State, random: Random) -> Turn | None:
    """Half of the time something is used, where there is something to use."""
    assert state.turn is not None
    seat = state.seats[state.turn]
    if state.used is not None or random.random() < 0.5:
        return None
    if Action.DRAW_THREE in seat.actions and state.pile:
        return DrawThree()
    cells = sorted(state.board)
    random.shuffle(cells)
    free = (cell for cell in cells if not taking_faults(state, state.turn or 0, cell))
    cell = next(free, None) if seat.tokens or Action.TAKE in seat.actions else None
    return None if cell is None else Take(cell)


def random_placement(
    board: Board, hand: tuple[Tile, ...], random: Random, demands: Demands = NO_DEMANDS
) -> tuple[Placed, ...]:
    """A legal placement, or nothing where there is none."""
    kinds = sorted(set(hand))
    singles = [(cell, tile) for cell in sorted(board.frontier()) for tile in kinds]
    random.shuffle(singles)
    for cell, tile in singles:
        if fits(board, cell, tile) and Placed(*cell, tile) != demands.banned:
            return _grown(board, (Placed(*cell, tile),), kinds, random, demands)
    return ()


def _grown(
    board: Board,
    placement: tuple[Placed, ...],
    kinds: list[Tile],
    random: Random,
    demands: Demands,
) -> tuple[Placed, ...]:
    """More tiles at the ends of the line, until chance or the rules say stop."""
    axis = random.choice(tuple(Axis))
    random.shuffle(kinds)
    for tile in kinds:
        line = board.with_tiles(placement).line(placement[0].cell, axis)
        ends = [line[0].step(axis, -1), line[-1].step(axis)]
        random.shuffle(ends)
        longer = (*placement, Placed(*ends[0], tile))
        if random.random() < 0.8 and isinstance(judge(board, longer, None, demands), Score):
            placement = longer
    return placement


def _opening(hand: tuple[Tile, ...], count: int, random: Random) -> tuple[Placed, ...]:
    largest = list(random.choice([tiles for tiles in sets_in(hand) if len(tiles) >= count])[:count])
    random.shuffle(largest)
    axis = random.choice(tuple(Axis))
    return tuple(Placed(*Cell(7, 7).step(axis, by), tile) for by, tile in enumerate(largest))


def _trade(state: State, hand: tuple[Tile, ...], random: Random) -> Trade:
    most = min(len(hand), state.edition.trading.most, len(state.pile))
    return Trade(tuple(random.sample(hand, random.randint(1, most))))


def finished(state: State, dealer: Dealer, random: Random) -> Iterator[Step]:
    """A game from here to its end, event by event."""
    while state.turn is not None:
        for event in decide(state, state.turn, random_turn(state, random), dealer).events:
            state = evolve(state, event)
            yield Step(event, state)


def steps(game: str, seats: int, seed: int) -> Iterator[Step]:
    """A whole game, event by event."""
    dealer = SeedDealer(seed)
    state: State | None = None
    for event in begin(edition(game), NAMES[:seats], dealer).events:
        state = evolve(state, event)
        yield Step(event, state)
    if state is not None:
        yield from finished(state, dealer, Random(seed))


def endgame(seats: int, seed: int) -> State:
    """A position with few places left to play, few tiles in hand and hardly a bag."""
    random = Random(seed)
    board = table(row(0, 0, "Ro Rx"))
    bag = list((Counter(BOX) - Counter(board.values())).elements())
    random.shuffle(bag)
    hands = [" ".join(bag.pop() for _ in range(random.randint(1, 3))) for _ in range(seats)]
    pile = " ".join(bag.pop() for _ in range(random.choice((0, 0, 0, 1, 2))))
    return position(board, *hands, pile=pile, turn=random.randrange(seats))


@cache
def played(game: str, seats: int, seed: int) -> tuple[Step, ...]:
    """The same, remembered: several tests look at the same games."""
    return tuple(steps(game, seats, seed))
