"""A board and a hand as text for a terminal: coloured, plain, or pure ASCII.

It draws what it receives and knows no rules. Nothing depends on colour alone: a tile keeps its
two letters (or its colour letter and a glyph), the last turn is in [ ] and a tentative tile in
( ); where cells are too narrow for that, a line below names them. Rich is imported only for
coloured text; the ASCII functions never need it.

    The squares of a board:  . plain   * star   1 2 bonus   # black   + centre
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from qwirkle.notation.pictures.palette import BLOCK, BONE, INK
from qwirkle.notation.text.viewport import (
    NARROW,
    ROOMY,
    TIGHT,
    Viewport,
    fit,
    label_width,
)
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import Shape, Tile

if TYPE_CHECKING:
    from rich.text import Text

# Single-width characters without an emoji form: emoji would break the columns.
GLYPH: Mapping[Shape, str] = MappingProxyType(
    {
        Shape.CIRCLE: "●",
        Shape.CROSS: "✕",
        Shape.DIAMOND: "◆",
        Shape.SQUARE: "■",
        Shape.STARBURST: "✸",
        Shape.CLOVER: "♣",
    }
)

LABEL = "dim"
_SPACE = "dim"
_PRINTED = "bold"


class Piece(NamedTuple):
    """A run of text and its rich style."""

    text: str
    style: str = ""


def board_ascii(
    board: Board,
    *,
    highlight: Iterable[Cell] = (),
    tentative: Iterable[Placed] = (),
    tokens: Iterable[Cell] | None = None,
    legend: bool = False,
) -> str:
    """Draw the board in pure ASCII, one row per line, x above and below, y on both sides."""
    scene = _Scene.of(board, highlight, tentative, tokens, unicode=False, glyphs=False)
    lines = scene.lines(fit(board, also=scene.cells()), None, legend=legend)
    return "".join("".join(piece.text for piece in line) + "\n" for line in lines)


def board_text(
    board: Board,
    *,
    highlight: Iterable[Cell] = (),
    tentative: Iterable[Placed] = (),
    tokens: Iterable[Cell] | None = None,
    colour: bool = True,
    unicode: bool = True,
    glyphs: bool = False,
    legend: bool = False,
    viewport: Viewport | None = None,
    width: int | None = None,
    pan: bool = False,
) -> Text:
    """Return the board as rich text.

    ``highlight`` marks the cells of the last turn, ``tentative`` tiles are not yet confirmed,
    ``tokens`` are the star squares that still have their token. ``glyphs`` draws a tile as its
    colour letter and its shape; it needs ``unicode``. ``viewport`` is the part to show; lines of
    words below the board are wrapped at ``width``. With ``pan`` they explain what to type to see
    the rest.
    """
    scene = _Scene.of(board, highlight, tentative, tokens, unicode=unicode, glyphs=glyphs)
    shown = viewport or fit(board, also=scene.cells())
    return styled_text(scene.lines(shown, width, legend=legend, pan=pan), colour=colour)


def hand_ascii(tiles: Sequence[Tile]) -> str:
    """Return the tiles of a hand on one line."""
    return "".join(piece.text for piece in _hand(tiles, glyphs=False))


def hand_text(tiles: Sequence[Tile], *, colour: bool = True, glyphs: bool = False) -> Text:
    """Return the hand as rich text, on one line."""
    return styled_text([_hand(tiles, glyphs=glyphs)], colour=colour)


def tile_style(tile: Tile) -> str:
    """Return the rich style of a tile: its colour on the near-black of the block."""
    return f"bold {INK[tile.colour]} on {BLOCK}"


def styled_text(lines: Sequence[Sequence[Piece]], *, colour: bool) -> Text:
    """Return lines of text as rich text."""
    # Here and not above: importing rich takes longer than everything else in this module.
    from rich.text import Text  # noqa: PLC0415

    text = Text(no_wrap=True, overflow="ignore", end="")
    for at, line in enumerate(lines):
        if at:
            text.append("\n")
        for piece in line:
            text.append(piece.text, piece.style if colour else "")
    return text


class _Scene(NamedTuple):
    """A board and everything that is marked on it."""

    board: Board
    marked: frozenset[Cell]
    lifted: Mapping[Cell, Tile]
    held: frozenset[Cell] | None
    unicode: bool
    glyphs: bool

    @classmethod
    def of(
        cls,
        board: Board,
        highlight: Iterable[Cell],
        tentative: Iterable[Placed],
        tokens: Iterable[Cell] | None,
        *,
        unicode: bool,
        glyphs: bool,
    ) -> _Scene:
        """Collect the marks, in whatever form they are given."""
        return cls(
            board,
            frozenset(Cell(*cell) for cell in highlight),
            {Cell(x, y): tile for x, y, tile in tentative},
            None if tokens is None else frozenset(Cell(*cell) for cell in tokens),
            unicode,
            glyphs and unicode,
        )

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells that belong to the picture whether or not the board has tiles there."""
        return (*self.marked, *self.lifted)

    def lines(
        self, shown: Viewport, width: int | None, *, legend: bool, pan: bool = False
    ) -> list[list[Piece]]:
        """Return the picture line by line, every cell equally wide, and notes in words below it."""
        header = [Piece(_header(shown), LABEL)]
        lines = [header, *(self._row(y, shown) for y in shown.rows)]
        if shown.rows == shown.whole[1]:
            lines.append(header)
        words = [self._legend(marks=shown.cell > TIGHT)] if legend else []
        if shown.cell == TIGHT:
            words += self._marks_in_words()
        words.append(self._hidden_note(shown, pan=pan))
        for sentence in filter(None, words):
            broken = [sentence] if width is None else textwrap.wrap(sentence, max(width, 1))
            lines += [[Piece(line, LABEL)] for line in broken]
        return lines

    def _row(self, y: int, shown: Viewport) -> list[Piece]:
        side = label_width(shown.rows)
        cells = [Cell(x, y) for x in shown.columns]
        label = Piece(f"{y:>{side}} ", LABEL)
        if shown.cell == TIGHT:
            return [label, *(self._tight(cell) for cell in cells)]
        if shown.cell == NARROW:
            return [label, *self._narrow(cells)]
        line = [label]
        for cell in cells:
            line.append(Piece(" " * (shown.cell - ROOMY)))
            tile, around = self._tile(cell), self._around(cell)
            if tile is not None:
                line += tile_pieces(tile, around, glyphs=self.glyphs)
            else:
                sign, style = self._space(cell)
                line.append(Piece(f"{around[0]} {sign}{around[1]}", style))
        return [*line, Piece(f" {y:>{side}}", LABEL)]

    def _narrow(self, cells: Sequence[Cell]) -> Iterator[Piece]:
        """Yield cells that share the column between them; a mark encloses all adjacent ones."""
        before: Cell | None = None
        for cell in cells:
            yield self._between(before, cell)
            tile = self._tile(cell)
            if tile is not None:
                yield Piece(tile_code(tile, glyphs=self.glyphs), tile_style(tile))
            else:
                sign, style = self._space(cell)
                yield Piece(f" {sign}", style)
            before = cell
        yield self._between(before, None)

    def _between(self, left: Cell | None, right: Cell | None) -> Piece:
        closes = " " if left is None else self._around(left)[1]
        opens = " " if right is None else self._around(right)[0]
        if left is not None and right is not None and self._around(left) == self._around(right):
            filled = self._tile(left) is not None and self._tile(right) is not None
            return Piece(" ", f"on {BLOCK}" if filled else "")
        return Piece(opens if opens != " " else closes, "bold")

    def _tight(self, cell: Cell) -> Piece:
        """Return a cell of two columns, without room for a mark: style and words replace it."""
        tile = self._tile(cell)
        if tile is None:
            sign, style = self._space(cell)
            return Piece(f" {sign}", style)
        mark = " reverse" * (cell in self.lifted) + " underline" * (cell in self.marked)
        return Piece(tile_code(tile, glyphs=self.glyphs), tile_style(tile) + mark)

    def _tile(self, cell: Cell) -> Tile | None:
        return self.lifted.get(cell) or self.board.get(cell)

    def _around(self, cell: Cell) -> str:
        if cell in self.lifted:
            return "()"
        return "[]" if cell in self.marked else "  "

    def _space(self, cell: Cell) -> tuple[str, str]:
        """Return the sign of an empty space, and its style."""
        layout, unicode = self.board.layout, self.unicode
        if cell in layout.black:
            return ("▒" if unicode else "#"), _PRINTED
        if cell in layout.stars:
            if self.held is None or cell in self.held:
                return ("★" if unicode else "*"), _PRINTED
            # Without its token, a star square is like any other (S-STAR-1).
            return ("☆" if unicode else "."), _SPACE
        if cell in layout.bonus:
            return str(layout.bonus[cell]), _PRINTED
        if cell in layout.centre:
            return ("□" if unicode else "+"), _PRINTED
        return ("·" if unicode else "."), _SPACE

    def _legend(self, *, marks: bool) -> str:
        """Return the legend of the signs in this picture, leaving out signs that cannot occur."""
        layout, unicode = self.board.layout, self.unicode
        means = []
        if marks and self.marked:
            means.append("[ ] last turn")
        if marks and self.lifted:
            means.append("( ) not yet played")
        if layout.stars:
            means.append(f"{'★' if unicode else '*'} star")
        if layout.bonus:
            worths = " ".join(str(worth) for worth in sorted(set(layout.bonus.values())))
            means.append(f"{worths} bonus")
        if layout.black:
            means.append(f"{'▒' if unicode else '#'} black")
        if layout.centre:
            means.append(f"{'□' if unicode else '+'} centre")
        return "   ".join(means)

    def _marks_in_words(self) -> Iterator[str]:
        for what, cells in (("last turn", self.marked), ("not yet played", self.lifted)):
            tiles = [(cell, self._tile(cell)) for cell in sorted(cells)]
            named = " ".join(f"{tile.value}@{x},{y}" for (x, y), tile in tiles if tile is not None)
            if named:
                yield f"{what}: {named}"

    def _hidden_note(self, shown: Viewport, *, pan: bool) -> str:
        """Return how much of the board is outside the window, and where."""
        columns, rows = shown.columns, shown.rows
        all_columns, all_rows = shown.whole
        tiles = {*self.board, *self.lifted}
        printed = self.board.layout.width is not None
        parts, words = [], []
        for word, where, hidden, outside in (
            ("left", "to the left", columns[0] > all_columns[0], lambda c: c.x < columns[0]),
            ("right", "to the right", columns[-1] < all_columns[-1], lambda c: c.x > columns[-1]),
            ("up", "above", rows[0] > all_rows[0], lambda c: c.y < rows[0]),
            ("down", "below", rows[-1] < all_rows[-1], lambda c: c.y > rows[-1]),
        ):
            count = sum(map(outside, tiles))
            if hidden and (count or printed):
                parts.append(f"{count or 'none'} {where}")
                words.append(word)
        if not parts:
            return ""
        how = f" (type {' or '.join(words)})" if pan else ""
        return f"Tiles not shown: {', '.join(parts)}{how}."


def _header(shown: Viewport) -> str:
    """Return the numbers of the columns; only every second or third where cells are too narrow."""
    longest = max(len(str(x)) for x in (shown.columns[0], shown.columns[-1]))
    step = -(-(longest + 1) // shown.cell)
    margin = label_width(shown.rows) + 1
    # In roomy cells the right mark comes after the tile's letters.
    last = shown.cell if shown.cell < ROOMY else shown.cell - 1
    line = ""
    for at, x in enumerate(shown.columns):
        if x % step == 0:
            line += f"{x:>{margin + shown.cell * at + last - len(line)}}"
    return line


def tile_pieces(tile: Tile, around: str, *, glyphs: bool) -> list[Piece]:
    """Return a tile in its four columns: a mark, two characters, a mark."""
    mark = f"bold {BONE} on {BLOCK}"
    return [
        Piece(around[0], mark),
        Piece(tile_code(tile, glyphs=glyphs), tile_style(tile)),
        Piece(around[1], mark),
    ]


def tile_code(tile: Tile, *, glyphs: bool) -> str:
    """Return a tile in two characters."""
    return tile.colour.letter + GLYPH[tile.shape] if glyphs else tile.value


def _hand(tiles: Sequence[Tile], *, glyphs: bool) -> list[Piece]:
    if not tiles:
        return [Piece("no tiles", _SPACE)]
    pieces: list[Piece] = []
    for tile in tiles:
        if pieces:
            pieces.append(Piece(" ", _SPACE))
        pieces.append(Piece(f" {tile_code(tile, glyphs=glyphs)} ", tile_style(tile)))
    return pieces
