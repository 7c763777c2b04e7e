"""A small language for positions, and dealers without chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar, cast

import msgspec
import pytest

from qwirkle.errors import IllegalTurn
from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.dealing import Dealer, SeedDealer
from qwirkle.rules.editions.layouts import OPEN_TABLE, Layout
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.decide import begin, decide
from qwirkle.rules.placement.evolve import evolve
from qwirkle.rules.placement.referee import NO_DEMANDS, Demands, judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.placement.state import LastTurn, Seat, State
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.tiles import BOX, Tile

T = TypeVar("T")
Run = tuple[Placed, ...]

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def tiles(codes: str) -> tuple[Tile, ...]:
    """The tiles of some codes: ``tiles("Ro Gs")``."""
    return tuple(Tile(code) for code in codes.split())


def run(axis: Axis, x: int, y: int, codes: str) -> Run:
    """Tiles along an axis from a cell on; a dot leaves a cell out."""
    cells = (Cell(x, y).step(axis, by) for by in range(len(codes.split())))
    return tuple(
        Placed(*cell, Tile(code))
        for cell, code in zip(cells, codes.split(), strict=True)
        if code != "."
    )


def row(x: int, y: int, codes: str) -> Run:
    return run(Axis.ROW, x, y, codes)


def column(x: int, y: int, codes: str) -> Run:
    return run(Axis.COLUMN, x, y, codes)


def table(*runs: Run, layout: Layout = OPEN_TABLE) -> Board:
    """A board with these tiles, none on top of another."""
    placed = [piece for part in runs for piece in part]
    board = Board(placed, layout)
    assert len(board) == len(placed), "two tiles on one cell"
    return board


def cells(*runs: Run) -> tuple[Cell, ...]:
    """The cells of some tiles, in the order of a refusal."""
    return tuple(sorted(placed.cell for part in runs for placed in part))


class Stacked:
    """Deals a known bag, seat by seat; every other order stays as it is."""

    def __init__(self, *hands: str, rest: str = "") -> None:
        given = tiles(" ".join((*hands, rest)))
        left = Counter(BOX)
        left.subtract(given)
        assert min(left.values()) >= 0, "a tile more often than the box has it"
        self.bag = (*given, *left.elements())
        self.asked: list[tuple[str, tuple[object, ...]]] = []

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        self.asked.append((label, tuple(things)))
        return cast("tuple[T, ...]", self.bag) if label == "bag" else tuple(things)


class Reversed:
    """Turns every order round: a shuffle whose outcome is known and is not the order given."""

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:  # noqa: ARG002
        return tuple(reversed(things))


def dealt(game: str, *hands: str, ages: Sequence[int] | None = None) -> State:
    """The state before the first turn, each seat holding this hand."""
    return begin(edition(game), NAMES[: len(hands)], Stacked(*hands), ages).state


def position(
    board: Board,
    *hands: str,
    pile: str = "",
    game: str = "classic",
    turn: int = 0,
    **more: Any,
) -> State:
    """A game in the middle, ``turn`` to move."""
    seats = more.pop("seats", tuple(Seat(n, tiles(h)) for n, h in zip(NAMES, hands, strict=False)))
    return State(
        edition=edition(game),
        seats=seats,
        board=board,
        pile=tiles(pile),
        turn=turn,
        doing=LastTurn(turn, points=0),
        turns_played=more.pop("turns_played", 1),
        **more,
    )


def after(state: State, happened: Sequence[e.AnyEvent]) -> State:
    for event in happened:
        state = evolve(state, event)
    return state


def act(state: State, turn: Turn, dealer: Dealer | None = None) -> State:
    """The state after the seat to move has done this."""
    assert state.turn is not None
    return after(state, decide(state, state.turn, turn, dealer or SeedDealer("any")).events)


def place(state: State, *runs: Run) -> State:
    return act(state, Place(tuple(placed for part in runs for placed in part)))


def refused(state: State, turn: Turn, seat: int | None = None) -> dict[str, tuple[Cell, ...]]:
    """The reasons against a turn with their cells. The state is the same as before."""
    before = frozen(state)
    who = state.turn if seat is None else seat
    assert who is not None
    with pytest.raises(IllegalTurn) as refusal:
        decide(state, who, turn, SeedDealer("any"))
    assert frozen(state) == before
    return {reason.reason: reason.cells for reason in refusal.value.refusals}


def score_of(board: Board, *runs: Run, demands: Demands = NO_DEMANDS) -> Score:
    """What a placement scores; it must be legal."""
    verdict = judge(board, [placed for part in runs for placed in part], None, demands)
    assert isinstance(verdict, Score), verdict
    return verdict


def points(board: Board, *runs: Run) -> int:
    return score_of(board, *runs).points


def faults(board: Board, *runs: Run, hand: str | None = None) -> dict[str, tuple[Cell, ...]]:
    """The reasons against a placement with their cells; empty when it is legal."""
    verdict = judge(
        board,
        [placed for part in runs for placed in part],
        None if hand is None else tiles(hand),
    )
    if isinstance(verdict, Score):
        return {}
    assert len(verdict) > 0
    assert all(refusal.message for refusal in verdict)
    return {refusal.reason: refusal.cells for refusal in verdict}


def _plain(thing: object) -> object:
    if isinstance(thing, Board):
        return {"layout": thing.layout.name, "placed": thing.placed()}
    raise TypeError(f"{type(thing).__name__} has no plain form")


def frozen(thing: object) -> bytes:
    """A state or a view as bytes, the board with all its tiles."""
    return msgspec.json.encode(thing, enc_hook=_plain, order="deterministic")
