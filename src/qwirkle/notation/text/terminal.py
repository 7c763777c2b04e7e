"""A board and a hand as text for a terminal: coloured, plain, or pure ASCII.

It shows what it is given and knows no rules. Nothing is told by colour alone: a tile keeps its
two letters (or its colour letter and a glyph), the last turn stands in [ ] and a tentative tile
in ( ). Rich is imported only when coloured text is asked for; the ASCII functions never need it.

    The spaces of a board:  . plain   * star   1 2 bonus   # black   + centre
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from qwirkle.notation.pictures.palette import BLOCK, BONE, INK
from qwirkle.notation.pictures.svg import window
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board, Layout, Placed
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
_NARROWEST = 4


class Piece(NamedTuple):
    """A run of text and how rich should dress it."""

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
    """The board in pure ASCII, one row a line, x above and below, y on both sides."""
    lines = _lines(board, highlight, tentative, tokens, unicode=False, glyphs=False, legend=legend)
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
) -> Text:
    """The board as rich text.

    ``highlight`` marks the cells of the last turn, ``tentative`` tiles are not yet confirmed,
    ``tokens`` are the star spaces that still have their token. ``glyphs`` draws a tile as its
    colour letter and its shape; it needs ``unicode``.
    """
    lines = _lines(
        board,
        highlight,
        tentative,
        tokens,
        unicode=unicode,
        glyphs=glyphs and unicode,
        legend=legend,
    )
    return dressed(lines, colour=colour)


def hand_ascii(tiles: Sequence[Tile]) -> str:
    """The tiles of a hand on one line."""
    return "".join(piece.text for piece in _hand(tiles, glyphs=False))


def hand_text(tiles: Sequence[Tile], *, colour: bool = True, glyphs: bool = False) -> Text:
    """The hand as rich text, on one line."""
    return dressed([_hand(tiles, glyphs=glyphs)], colour=colour)


def tile_style(tile: Tile) -> str:
    """The rich style of a tile: its colour on the near-black of the block."""
    return f"bold {INK[tile.colour]} on {BLOCK}"


def dressed(lines: Sequence[Sequence[Piece]], *, colour: bool) -> Text:
    """Lines of text as rich text."""
    # Here and not above: importing rich takes longer than everything else in this module.
    from rich.text import Text  # noqa: PLC0415

    text = Text(no_wrap=True, overflow="ignore", end="")
    for at, line in enumerate(lines):
        if at:
            text.append("\n")
        for piece in line:
            text.append(piece.text, piece.style if colour else "")
    return text


def _lines(
    board: Board,
    highlight: Iterable[Cell],
    tentative: Iterable[Placed],
    tokens: Iterable[Cell] | None,
    *,
    unicode: bool,
    glyphs: bool,
    legend: bool,
) -> list[list[Piece]]:
    """The picture line by line, every cell equally wide."""
    marked = {Cell(*cell) for cell in highlight}
    lifted = {Cell(x, y): tile for x, y, tile in tentative}
    held = None if tokens is None else {Cell(*cell) for cell in tokens}
    columns, rows = window(board, [*marked, *lifted])
    wide = max(_NARROWEST, *(len(str(x)) + 1 for x in (columns[0], columns[-1])))
    side = max(len(str(y)) for y in (rows[0], rows[-1]))

    across = "".join(f"{x:>{wide - 1}} " for x in columns).rstrip()
    header = [Piece(" " * (side + 1) + across, LABEL)]
    lines = [header]
    for y in rows:
        line = [Piece(f"{y:>{side}} ", LABEL)]
        for x in columns:
            cell = Cell(x, y)
            line.append(Piece(" " * (wide - _NARROWEST)))
            if cell in lifted:
                line += tile_pieces(lifted[cell], "()", glyphs=glyphs)
            elif cell in board:
                line += tile_pieces(board[cell], "[]" if cell in marked else "  ", glyphs=glyphs)
            else:
                sign, style = _space(board.layout, cell, held, unicode=unicode)
                body = f"[ {sign}]" if cell in marked else f"  {sign} "
                line.append(Piece(body, style))
        line.append(Piece(f" {y:>{side}}", LABEL))
        lines.append(line)
    lines.append(header)
    if legend:
        lines.append([Piece(_legend(board.layout, marked, lifted, unicode=unicode), LABEL)])
    return lines


def tile_pieces(tile: Tile, around: str, *, glyphs: bool) -> list[Piece]:
    """A tile in its four columns: a mark, two characters, a mark."""
    mark = f"bold {BONE} on {BLOCK}"
    return [
        Piece(around[0], mark),
        Piece(tile_code(tile, glyphs=glyphs), tile_style(tile)),
        Piece(around[1], mark),
    ]


def tile_code(tile: Tile, *, glyphs: bool) -> str:
    """A tile in two characters."""
    return tile.colour.letter + GLYPH[tile.shape] if glyphs else tile.value


def _space(layout: Layout, cell: Cell, held: set[Cell] | None, *, unicode: bool) -> tuple[str, str]:
    """The sign of an empty space, and its style."""
    if cell in layout.black:
        return ("▒" if unicode else "#"), _PRINTED
    if cell in layout.stars:
        if held is None or cell in held:
            return ("★" if unicode else "*"), _PRINTED
        # Without its token a star space is like any other (S-STAR-1).
        return ("☆" if unicode else "."), _SPACE
    if cell in layout.bonus:
        return str(layout.bonus[cell]), _PRINTED
    if cell in layout.centre:
        return ("□" if unicode else "+"), _PRINTED
    return ("·" if unicode else "."), _SPACE


def _legend(
    layout: Layout, marked: set[Cell], lifted: Mapping[Cell, Tile], *, unicode: bool
) -> str:
    """What the signs in this picture mean; signs that cannot occur are left out."""
    means = []
    if marked:
        means.append("[ ] last turn")
    if lifted:
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


def _hand(tiles: Sequence[Tile], *, glyphs: bool) -> list[Piece]:
    if not tiles:
        return [Piece("no tiles", _SPACE)]
    pieces: list[Piece] = []
    for tile in tiles:
        if pieces:
            pieces.append(Piece(" ", _SPACE))
        pieces.append(Piece(f" {tile_code(tile, glyphs=glyphs)} ", tile_style(tile)))
    return pieces
