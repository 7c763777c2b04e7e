"""Endings to solve, from greedy games, and what they are worth by the rules alone.

The oracle tries every legal turn and asks ``decide`` and ``evolve`` what comes of it. It prunes
nothing; only what it has seen it does not look at twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from qwirkle import Game
from qwirkle.engine import Move, Position
from qwirkle.engine.legal import legal_turns
from qwirkle.engine.solver import Solution, Solver
from qwirkle.players import bot
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.placement.decide import decide
from qwirkle.rules.placement.evolve import evolve
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import view
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass

DEALER = SeedDealer("nothing is drawn in an ending")


@cache
def greedy_game(game: str, seed: int) -> tuple[State, ...]:
    """The states of a greedy game in which the bag is empty."""
    table = Game.new(game, 2, seed=seed)
    bots = [bot("greedy", f"{seed}-{seat}") for seat in range(2)]
    states = []
    while table.to_move is not None:
        if not table.placement.pile:
            states.append(table.placement)
        table.play(bots[table.to_move].choose(table.view(table.to_move)))
    return tuple(states)


def endings(game: str, seeds: range, most: int, least: int = 2) -> Iterator[State]:
    """For each game the first state with an empty bag and this many tiles in hands."""
    for seed in seeds:
        fit = (item for item in greedy_game(game, seed) if least <= in_hands(item) <= most)
        if (state := next(fit, None)) is not None:
            yield state


def in_hands(state: State) -> int:
    return sum(len(seat.hand) for seat in state.seats)


def lead(state: State, seat: int) -> int:
    return state.seats[seat].score - state.seats[1 - seat].score


def after(state: State, turn: Turn) -> State:
    assert state.turn is not None
    for event in decide(state, state.turn, turn, DEALER).events:
        state = evolve(state, event)
    return state


class Oracle:
    """Minimax by the rules."""

    def __init__(self) -> None:
        self._seen: dict[object, int] = {}

    def value(self, state: State) -> int:
        """What the seat to move will gain on the other one."""
        seat = state.turn
        if seat is None:
            return 0
        hands = tuple(tuple(sorted(holder.hand)) for holder in state.seats)
        key = (state.board.placed(), hands, seat, state.passes)
        if key not in self._seen:
            turns = legal_turns(view(state, seat))
            self._seen[key] = max(self.value_of(state, turn) for turn in turns)
        return self._seen[key]

    def value_of(self, state: State, turn: Turn) -> int:
        """The same if the seat does this now."""
        assert state.turn is not None
        later = after(state, turn)
        gain = lead(later, state.turn) - lead(state, state.turn)
        return gain - self.value(later)


def plain_value(
    position: Position,
    hands: list[list[Tile]],
    seat: int,
    passes: int = 0,
    window: tuple[int, int] = (-(10**6), 10**6),
) -> int:
    """Alpha-beta and nothing else, for endings too large for the oracle: no memory, no bounds."""
    low, high = window
    best = -(10**6)
    moves = position.moves(hands[seat])
    for move in sorted(moves, key=lambda one: (-len(one.tiles), -one.points)):
        left = list(hands[seat])
        for tile in move.tiles:
            left.remove(tile.tile)
        value = move.points + 6
        if left:
            others = [left, hands[1]] if seat == 0 else [hands[0], left]
            position.place(move.tiles)
            narrower = (move.points - high, move.points - max(low, best))
            value = move.points - plain_value(position, others, 1 - seat, 0, narrower)
            position.undo()
        best = max(best, value)
        if best >= high:
            break
    if moves:
        return best
    return 0 if passes else -plain_value(position, hands, 1 - seat, 1, (-high, -low))


def solved(state: State, nodes: int = 10**9, states: int = 1 << 12) -> Solution:
    """What the solver says about a state."""
    assert state.turn is not None
    return Solver(Position(state.board), states).solve(
        [holder.hand for holder in state.seats],
        state.turn,
        passes=state.passes,
        going_out=state.edition.end.going_out,
        nodes=nodes,
    )


def turn_of(move: Move | None) -> Turn:
    """A move of the solver as a turn of the rules."""
    return Pass() if move is None else Place(move.tiles)
