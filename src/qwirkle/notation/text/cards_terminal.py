"""A card table as text for a terminal: numbered sets, and beside each what it is.

It shows what it is given and knows no rules. Nothing is told by colour alone: cards keep their two
letters; what was played last stands in [ ], what is not yet confirmed in ( ), what was switched in
< >, and a set that is none has a ! before it. Rich is imported only for coloured text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from qwirkle.notation.cards_table import Place, Spot, marked, set_label
from qwirkle.notation.text.terminal import LABEL, Piece, dressed, tile_pieces
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.tiles import Tile

if TYPE_CHECKING:
    from rich.text import Text

_SMALLEST = 3
_CARD = 4


class _Marks(NamedTuple):
    """Which cards stand between which signs."""

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
    """The sets in pure ASCII, one to a line, counted from 1."""
    marks = _marks(table, highlight, tentative, switched)
    lines = _lines(table, marks, faults or {}, glyphs=False, legend=legend)
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
) -> Text:
    """The sets as rich text.

    ``highlight`` marks the cards played last, ``tentative`` ones are not yet confirmed,
    ``switched`` ones came from another set. ``faults`` says of a set, counted from 0, why it is
    none.
    """
    marks = _marks(table, highlight, tentative, switched)
    return dressed(_lines(table, marks, faults or {}, glyphs=glyphs, legend=legend), colour=colour)


def _marks(
    table: Sequence[CardSet],
    highlight: Iterable[Tile | Spot],
    tentative: Iterable[Tile | Spot],
    switched: Iterable[Tile | Spot],
) -> _Marks:
    return _Marks(marked(table, highlight), marked(table, tentative), marked(table, switched))


def _lines(
    table: Sequence[CardSet],
    marks: _Marks,
    faults: Mapping[int, str],
    *,
    glyphs: bool,
    legend: bool,
) -> list[list[Piece]]:
    if not table:
        return [[Piece(" no sets on the table", LABEL)]]
    side = len(str(len(table)))
    wide = max(_SMALLEST, *(len(one) for one in table))
    lines = []
    for which, one in enumerate(table):
        trouble = faults.get(which)
        line = [
            Piece("!" if trouble else " ", "bold"),
            Piece(f"{which + 1:>{side}}  ", LABEL),
        ]
        for at, card in enumerate(one):
            line += tile_pieces(card, marks.around((which, at)), glyphs=glyphs)
        line.append(Piece(" " * (_CARD * (wide - len(one)) + 2)))
        line.append(Piece(set_label(one, trouble), "bold" if trouble else ""))
        lines.append(line)
    if legend and (means := _legend(marks, faults)):
        lines.append([Piece(f" {means}", LABEL)])
    return lines


def _legend(marks: _Marks, faults: Mapping[int, str]) -> str:
    """What the signs in this picture mean; signs that do not occur are left out."""
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
