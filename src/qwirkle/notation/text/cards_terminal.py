"""A card table as text for a terminal: numbered sets, each with its description.

It draws what it receives and knows no rules. Nothing depends on colour alone: cards keep their two
letters; cards played last are in [ ], cards not yet confirmed in ( ), switched cards in < >, and a
set that is not valid yet has a ! before it. Where there is little room, cards share the column
between them, and the description of a set moves to a line of its own; a table that is too tall is
shown in two columns. Rich is imported only for coloured text.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from qwirkle.notation.cards_table import Place, Spot, marked_places, set_label
from qwirkle.notation.text.terminal import (
    LABEL,
    Piece,
    styled_text,
    tile_code,
    tile_pieces,
    tile_style,
)
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.tiles import Tile

if TYPE_CHECKING:
    from rich.text import Text

_SMALLEST = 3
_CARD = 4
_GAP = 3


class _Marks(NamedTuple):
    """The cards to enclose, and the signs that enclose them."""

    highlight: frozenset[Place]
    tentative: frozenset[Place]
    switched: frozenset[Place]

    def around(self, place: Place) -> str:
        if place in self.tentative:
            return "()"
        if place in self.switched:
            return "<>"
        return "[]" if place in self.highlight else "  "


def table_ascii(
    table: Sequence[CardSet],
    *,
    highlight: Iterable[Tile | Spot] = (),
    tentative: Iterable[Tile | Spot] = (),
    switched: Iterable[Tile | Spot] = (),
    faults: Mapping[int, str] | None = None,
    legend: bool = False,
) -> str:
    """Return the sets in pure ASCII, one per line, counted from 1."""
    marks = _marks(table, highlight, tentative, switched)
    lines = _lines(table, marks, faults or {}, Room(), glyphs=False, legend=legend)
    return "".join("".join(piece.text for piece in line).rstrip() + "\n" for line in lines)


def table_text(
    table: Sequence[CardSet],
    *,
    highlight: Iterable[Tile | Spot] = (),
    tentative: Iterable[Tile | Spot] = (),
    switched: Iterable[Tile | Spot] = (),
    faults: Mapping[int, str] | None = None,
    colour: bool = True,
    glyphs: bool = False,
    legend: bool = False,
    width: int | None = None,
    height: int | None = None,
) -> Text:
    """Return the sets as rich text, in ``width`` columns and, if possible, ``height`` lines.

    ``highlight`` marks the cards played last, ``tentative`` ones are not yet confirmed,
    ``switched`` ones came from another set. ``faults`` explains why a set, counted from 0, is not
    valid.
    """
    marks = _marks(table, highlight, tentative, switched)
    room = Room(width, height)
    lines = _lines(table, marks, faults or {}, room, glyphs=glyphs, legend=legend)
    return styled_text(lines, colour=colour)


def _marks(
    table: Sequence[CardSet],
    highlight: Iterable[Tile | Spot],
    tentative: Iterable[Tile | Spot],
    switched: Iterable[Tile | Spot],
) -> _Marks:
    return _Marks(
        marked_places(table, highlight),
        marked_places(table, tentative),
        marked_places(table, switched),
    )


def _lines(
    table: Sequence[CardSet],
    marks: _Marks,
    faults: Mapping[int, str],
    room: Room,
    *,
    glyphs: bool,
    legend: bool,
) -> list[list[Piece]]:
    if not table:
        return [[Piece(" no sets on the table", LABEL)]]
    words = _legend(marks, faults) if legend else ""
    below = (
        [] if not words else [words] if room.width is None else _break_lines(words, room.width - 1)
    )
    drawing = _Drawing(table, marks, faults, glyphs)
    lines = drawing.roomy()
    if not room.holds(lines, len(below)):
        narrow = drawing.narrow(room.width)
        beside = _side_by_side(narrow, room.width)
        if not room.wide_enough(lines) or beside is not None:
            lines = narrow
        if not room.holds(lines, len(below)) and beside is not None:
            lines = beside
    return [*lines, *([Piece(f" {line}", LABEL)] for line in below)]


class Room(NamedTuple):
    """The available columns and lines of text; None sets no limit."""

    width: int | None = None
    height: int | None = None

    def wide_enough(self, lines: Sequence[Sequence[Piece]]) -> bool:
        """Return whether no line is too long."""
        return self.width is None or all(_length(line) <= self.width for line in lines)

    def holds(self, lines: Sequence[Sequence[Piece]], more: int) -> bool:
        """Return whether the lines, and some more, fit."""
        tall_enough = self.height is None or len(lines) + more <= self.height
        return tall_enough and self.wide_enough(lines)


class _Drawing(NamedTuple):
    """The sets of a table, drawn one per line."""

    table: Sequence[CardSet]
    marks: _Marks
    faults: Mapping[int, str]
    glyphs: bool

    def roomy(self) -> list[list[Piece]]:
        """Return lines with room to mark each card, and the description beside each set."""
        widest = max(_SMALLEST, *(len(cards) for cards in self.table))
        lines = []
        for which, cards in enumerate(self.table):
            line = self._number(which)
            for at, card in enumerate(cards):
                line += tile_pieces(card, self.marks.around((which, at)), glyphs=self.glyphs)
            line.append(Piece(" " * (_CARD * (widest - len(cards)) + 2)))
            lines.append([*line, self._label(which)])
        return lines

    def narrow(self, width: int | None) -> list[list[Piece]]:
        """Return lines whose cards share the column between them; long labels go below."""
        widest = max(_SMALLEST, *(len(cards) for cards in self.table))
        lines = []
        for which, cards in enumerate(self.table):
            line = [*self._number(which), *self._sharing(which)]
            label = self._label(which)
            gap = (_CARD - 1) * (widest - len(cards)) + 1
            if width is None or _length(line) + gap + len(label.text) <= width:
                lines.append([*line, Piece(" " * gap), label])
                continue
            indent = _length(self._number(which))
            lines.append(line)
            lines += (
                [Piece(" " * indent + words, label.style)]
                for words in _break_lines(label.text, width - indent)
            )
        return lines

    def _number(self, which: int) -> list[Piece]:
        side = len(str(len(self.table)))
        return [
            Piece("!" if which in self.faults else " ", "bold"),
            Piece(f"{which + 1:>{side}}  ", LABEL),
        ]

    def _label(self, which: int) -> Piece:
        trouble = self.faults.get(which)
        return Piece(set_label(self.table[which], trouble), "bold" if trouble else "")

    def _sharing(self, which: int) -> Iterator[Piece]:
        before = "  "
        for at, card in enumerate(self.table[which]):
            around = self.marks.around((which, at))
            # A mark encloses all the cards it applies to.
            joined = " " if around == before else around[0].strip() or before[1]
            yield Piece(joined, "bold")
            yield Piece(tile_code(card, glyphs=self.glyphs), tile_style(card))
            before = around
        yield Piece(before[1], "bold")


def _side_by_side(lines: Sequence[list[Piece]], width: int | None) -> list[list[Piece]] | None:
    """Return the same lines in two columns; None if they are too long for that."""
    half = -(-len(lines) // 2)
    left, right = lines[:half], [*lines[half:], []][:half]
    across = max(map(_length, left)) + _GAP
    if width is None or across + max(map(_length, right)) > width:
        return None
    return [
        [*line, Piece(" " * (across - _length(line))), *more]
        for line, more in zip(left, right, strict=True)
    ]


def _length(line: Sequence[Piece]) -> int:
    """Return how many columns a line takes."""
    return sum(len(piece.text) for piece in line)


def _break_lines(words: str, width: int) -> list[str]:
    return textwrap.wrap(words, max(width, 1))


def _legend(marks: _Marks, faults: Mapping[int, str]) -> str:
    """Return the legend of the signs in this picture, leaving out signs that do not occur."""
    means = []
    if marks.highlight - marks.tentative - marks.switched:
        means.append("[ ] played last")
    if marks.tentative:
        means.append("( ) not yet played")
    if marks.switched:
        means.append("< > switched")
    if faults:
        means.append("! not a set yet")
    return "   ".join(means)
