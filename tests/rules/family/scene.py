"""Games of the family begun with a chosen order of the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import Action, edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.decide import begin, decide
from qwirkle.rules.placement.evolve import fold
from qwirkle.rules.placement.state import Piece, Special, State
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.tiles import Tile
from rules.table import NAMES

T = TypeVar("T")
AT_START: Mapping[str, OptionValue] = {"handed-out": "at-start"}


def pieces(codes: str) -> tuple[Piece, ...]:
    """Tiles by their codes; ``!take`` and ``!draw3`` are the special tiles."""
    return tuple(
        Special(Action(code[1:])) if code.startswith("!") else Tile(code) for code in codes.split()
    )


class Chosen:
    """Deals these pieces first; every other order stays as it is.

    ``?`` stands for a tile that is not named: the last ones of the box.
    """

    def __init__(self, first: str) -> None:
        self.first = first.split()
        self.asked: dict[str, tuple[object, ...]] = {}

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        self.asked[label] = tuple(things)
        return tuple(things) if label != "bag" else self._dealt(things)

    def _dealt(self, things: Sequence[T]) -> tuple[T, ...]:
        named = pieces(" ".join(code for code in self.first if code != "?"))
        left = Counter(cast("Sequence[Piece]", things))
        left.subtract(named)
        assert min(left.values()) >= 0, "a piece more often than the box has it"
        rest = list(left.elements())
        unnamed = [piece for piece in rest if isinstance(piece, Tile)]
        order: list[Piece] = []
        for code in self.first:
            piece = unnamed.pop() if code == "?" else pieces(code)[0]
            if code == "?":
                rest.reverse()
                rest.remove(piece)
                rest.reverse()
            order.append(piece)
        return cast("tuple[T, ...]", (*order, *rest))


def start(
    game: str,
    *parts: str,
    seats: int = 2,
    options: Mapping[str, OptionValue] | None = None,
    ages: Sequence[int] | None = None,
) -> tuple[e.AnyEvent, ...]:
    """The events before the first turn; the bag begins with these parts."""
    dealer = Chosen(" ".join(parts))
    return begin(edition(game, options), NAMES[:seats], dealer, ages).events


def begun(game: str, *parts: str, **more: Any) -> State:
    """The state before the first turn; the bag begins with these parts."""
    return fold(start(game, *parts, **more))


def laid(game: str, on_black: Mapping[tuple[int, int], str]) -> str:
    """The part of a bag that puts these tiles on black spaces and any others on the rest."""
    black = sorted(edition(game).layout.black)
    assert set(on_black) <= set(black)
    return " ".join(on_black.get((cell.x, cell.y), "?") for cell in black)


def with_pile(state: State, codes: str) -> State:
    """The same game with only these pieces left to draw."""
    return replace(state, pile=pieces(codes))


def with_seat(state: State, seat: int, **changes: Any) -> State:
    """The same game with something else in front of a seat."""
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(state, seats=tuple(seats))


def told(state: State, turn: Turn) -> tuple[e.AnyEvent, ...]:
    """What happens when the seat to move does this; orders stay as they are."""
    assert state.turn is not None
    return decide(state, state.turn, turn, Chosen("")).events


def at(x: int, y: int) -> tuple[Cell, ...]:
    """One cell, as a refusal names it."""
    return (Cell(x, y),)
