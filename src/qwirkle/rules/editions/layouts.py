"""Printed boards: quadrants of 8 x 8, turned and put together, from quadrants.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import product

from qwirkle.errors import EditionError
from qwirkle.rules.cells import Cell
from qwirkle.rules.tiles import COPIES

QWIRKLE = 6
QWIRKLE_BONUS = 6


class Layout:
    """The printed squares of a board. An open table has no edge and no printed squares.

    It also says how long a line may be, what the longest one is worth beyond its tiles, which is a
    Qwirkle (Q-SCORE-3), and how many tiles of each kind there are (Q-COMP-1).
    """

    __slots__ = (
        *("black", "bonus", "centre", "copies", "height", "longest_line", "name"),
        *("qwirkle_bonus", "stars", "width"),
    )

    def __init__(
        self,
        width: int | None = None,
        height: int | None = None,
        *,
        name: str = "open",
        bonus: Mapping[Cell, int] | None = None,
        stars: Iterable[Cell] = (),
        centre: Iterable[Cell] = (),
        black: Iterable[Cell] = (),
        longest_line: int = QWIRKLE,
        qwirkle_bonus: int = QWIRKLE_BONUS,
        copies: int = COPIES,
    ) -> None:
        self.name = name
        self.copies = copies
        self.longest_line = longest_line
        self.qwirkle_bonus = qwirkle_bonus
        self.width = width
        self.height = height
        self.bonus: Mapping[Cell, int] = dict(bonus or {})
        self.stars = frozenset(stars)
        self.centre = frozenset(centre)
        self.black = frozenset(black)

    @property
    def bounded(self) -> bool:
        """Whether the board has an edge."""
        return self.width is not None

    def holds(self, cell: Cell) -> bool:
        """Return whether the cell is on the board (S-BOARD-1, K-BOARD-1: no play off the board)."""
        if self.width is None or self.height is None:
            return True
        return 0 <= cell.x < self.width and 0 <= cell.y < self.height


OPEN_TABLE = Layout()

SIDE = 8
_CORNERS = ((0, 0), (SIDE, 0), (0, SIDE), (SIDE, SIDE))


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    text = resources.files("qwirkle.rules.editions").joinpath("quadrants.toml").read_text("utf-8")
    return tomllib.loads(text)


def board_names() -> tuple[str, ...]:
    """Return the names of the boards that have one."""
    return ("open", *_data()["boards"])


def layout(board: str | Sequence[str]) -> Layout:
    """Return a board by its name or by its four quadrants.

    The quadrants are north-west, north-east, south-west and south-east. Each is a kind and its
    quarter turns clockwise, such as ``connect:1``.
    """
    if board == "open":
        return OPEN_TABLE
    if isinstance(board, str):
        try:
            quadrants = _data()["boards"][board]
        except KeyError:
            raise EditionError(
                f"there is no board “{board}”; the boards are {', '.join(board_names())}"
            ) from None
        return _put_together(tuple(quadrants), board)
    return _put_together(tuple(board), " ".join(board))


@cache
def ruled(printed: Layout, longest_line: int, qwirkle_bonus: int, copies: int) -> Layout:
    """Return a board for lines of this length, this bonus, and this many tiles of each kind."""
    usual = printed.longest_line, printed.qwirkle_bonus, printed.copies
    if (longest_line, qwirkle_bonus, copies) == usual:
        return printed
    return Layout(
        printed.width,
        printed.height,
        name=printed.name,
        bonus=printed.bonus,
        stars=printed.stars,
        centre=printed.centre,
        black=printed.black,
        longest_line=longest_line,
        qwirkle_bonus=qwirkle_bonus,
        copies=copies,
    )


def boards_like(board: str | Sequence[str]) -> tuple[Layout, ...]:
    """Return all boards whose black squares are those of a board with its quadrants turned.

    The board itself comes first, then others that have a name, then those without.
    """
    quadrants = _data()["boards"][board] if isinstance(board, str) else board
    turned = {own.black: own for own in map(layout, product(*map(_turns, quadrants)))}
    named = {own.black: own for own in map(layout, reversed(board_names()))}
    turned.update((black, own) for black, own in named.items() if black in turned)
    usual = layout(board)
    return (
        usual,
        *(
            own
            for own in sorted(turned.values(), key=lambda own: ":" in own.name)
            if own.black != usual.black
        ),
    )


def _turns(quadrant: str) -> list[str]:
    """Return the ways to turn a quadrant that move its black squares."""
    kind, _, _ = quadrant.partition(":")
    ways: dict[tuple[str, ...], str] = {}
    for turn in range(4):
        name = f"{kind}:{turn}"
        black = tuple("".join(mark if mark == "#" else "." for mark in row) for row in _turn(name))
        ways.setdefault(black, name)
    return list(ways.values()) if len(ways) > 1 else [quadrant]


@cache
def _put_together(quadrants: tuple[str, ...], name: str) -> Layout:
    if len(quadrants) != len(_CORNERS):
        raise EditionError(f"a board has four quadrants, not {len(quadrants)}")
    marks: dict[str, list[Cell]] = {}
    for (left, top), quadrant in zip(_CORNERS, quadrants, strict=True):
        for y, row in enumerate(_turn(quadrant)):
            for x, mark in enumerate(row):
                marks.setdefault(mark, []).append(Cell(left + x, top + y))
    return Layout(
        2 * SIDE,
        2 * SIDE,
        name=name,
        bonus={cell: int(mark) for mark in "12" for cell in marks.get(mark, ())},
        stars=marks.get("*", ()),
        centre=marks.get("+", ()),
        black=marks.get("#", ()),
    )


def _turn(quadrant: str) -> list[str]:
    kind, _, turns = quadrant.partition(":")
    grids = _data()["quadrants"]
    if kind not in grids or turns not in {"", "0", "1", "2", "3"}:
        raise EditionError(
            f"“{quadrant}” is not a quadrant; one is {' or '.join(grids)}, "
            "a colon and 0 to 3 quarter turns"
        )
    grid = grids[kind]
    for _ in range(int(turns or 0)):
        grid = ["".join(column) for column in zip(*reversed(grid), strict=True)]
    return grid
