"""The 36 kinds of tile and the 108 tiles of the box (Q-COMP-1).

A tile is its two-letter code: ``Tile.Ro`` is the red circle. Cards use the same codes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import EnumType, StrEnum
from functools import cache

from qwirkle.errors import ArgumentError, NotationError


class Colour(StrEnum):
    """The six colours, in the canonical order."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"

    @property
    def letter(self) -> str:
        """The upper-case letter that stands for this colour in a tile code."""
        return self.value[0].upper()


class Shape(StrEnum):
    """The six shapes, in the canonical order."""

    CIRCLE = "circle"
    CROSS = "cross"
    DIAMOND = "diamond"
    SQUARE = "square"
    STARBURST = "starburst"
    CLOVER = "clover"

    @property
    def letter(self) -> str:
        """The lower-case letter that stands for this shape in a tile code."""
        return "oxdsbc"[list(Shape).index(self)]


DRAWERS: list[Callable[[object], str]] = []
"""The function that draws tiles, hands and boards in notebooks; the package adds it on first use.

The rules draw nothing themselves.
"""


class Drawn:
    """A value that notebooks show as a picture, if somebody draws it."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return DRAWERS[0](self) if DRAWERS else None


class _Kinds(EnumType):
    """The metaclass of ``Tile``, which can be called with a code or with a colour and a shape."""

    def __call__(cls, code: object, shape: object = None, **settings: object) -> object:  # type: ignore[override]
        if isinstance(code, Colour) and isinstance(shape, Shape):
            return Tile.of(code, shape)
        if shape is not None:
            raise ArgumentError(
                f'a tile is a code, Tile("Ro"), or a colour and a shape, '
                f"Tile(Colour.RED, Shape.CIRCLE), not {code!r} and {shape!r}"
            )
        return super().__call__(code, **settings)  # type: ignore[call-overload]


class Tile(Drawn, StrEnum, metaclass=_Kinds):
    """One of the 36 kinds: colour letter, then shape letter.

    >>> Tile("Ro"), Tile(Colour.RED, Shape.CIRCLE)
    (Tile.Ro, Tile.Ro)
    """

    colour: Colour
    shape: Shape
    index: int  # type: ignore[assignment]  # the place among the 36, not str.index

    Ro, Rx, Rd, Rs, Rb, Rc = "Ro", "Rx", "Rd", "Rs", "Rb", "Rc"
    Oo, Ox, Od, Os, Ob, Oc = "Oo", "Ox", "Od", "Os", "Ob", "Oc"
    Yo, Yx, Yd, Ys, Yb, Yc = "Yo", "Yx", "Yd", "Ys", "Yb", "Yc"
    Go, Gx, Gd, Gs, Gb, Gc = "Go", "Gx", "Gd", "Gs", "Gb", "Gc"
    Bo, Bx, Bd, Bs, Bb, Bc = "Bo", "Bx", "Bd", "Bs", "Bb", "Bc"
    Po, Px, Pd, Ps, Pb, Pc = "Po", "Px", "Pd", "Ps", "Pb", "Pc"

    # The metaclass reads two arguments; type checkers look for them here.
    def __init__(self, code: str, shape: Shape | None = None) -> None:  # noqa: ARG002
        self.colour = next(colour for colour in Colour if colour.letter == code[0])
        self.shape = next(shape for shape in Shape if shape.letter == code[1])
        self.index = 6 * list(Colour).index(self.colour) + list(Shape).index(self.shape)

    @classmethod
    def of(cls, colour: Colour, shape: Shape) -> Tile:
        """Return the tile with this colour and this shape."""
        return KINDS[6 * list(Colour).index(colour) + list(Shape).index(shape)]

    @classmethod
    def _missing_(cls, value: object) -> Tile:
        raise NotationError(
            f"“{value}” is not a tile. A tile is a colour letter (R O Y G B P) and "
            "a shape letter (o x d s b c), such as Ro for the red circle."
        )

    @property
    def words(self) -> str:
        """The tile in words, such as "red circle"."""
        return f"{self.colour.value} {self.shape.value}"

    @property
    def plural_words(self) -> str:
        """Several of this tile in words, such as "red crosses"."""
        return f"{self.words}{'es' if self.words.endswith('s') else 's'}"

    def __repr__(self) -> str:
        return f"Tile.{self.name}"

    def matches(self, other: Tile) -> bool:
        """Return whether both may be in one line: same colour or shape, not both (Q-PLACE-3)."""
        return (self.colour is other.colour) != (self.shape is other.shape)


class Hand(tuple[Tile, ...], Drawn):
    """The tiles or cards of a hand: a tuple that draws itself in a notebook."""

    __slots__ = ()


KINDS: tuple[Tile, ...] = tuple(Tile)
COPIES = 3
BOX: tuple[Tile, ...] = tuple(tile for tile in KINDS for _ in range(COPIES))


@cache
def box_of(copies: int) -> tuple[Tile, ...]:
    """Return a box with this many tiles of each kind, in the order in which they are shuffled."""
    return tuple(tile for tile in KINDS for _ in range(copies))


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles in the canonical order: by colour, then by shape."""
    return tuple(sorted(tiles, key=lambda tile: tile.index))
