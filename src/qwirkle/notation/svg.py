"""Pictures of a tile, a hand and a board as SVG text.

For notebooks, docs and exports. It shows what it is given: no rules, no files, no scripts, no
links to anything outside the picture. The same input gives the same text, and every id carries
a digest of the picture, so that many pictures can stand in one page without meeting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from hashlib import sha256
from html import escape

from qwirkle.notation.art import INNER, Face, tile_art
from qwirkle.notation.palette import THEMES, Theme, ThemeName
from qwirkle.rules.board import Board, Cell, Layout, Placed
from qwirkle.rules.tiles import Tile

_UNIT = 100
_GUTTER = 62
_RIM = 14
_FONT = 'font-family="system-ui, sans-serif" font-size="30" text-anchor="middle"'

# Stands where the digest of the finished picture goes; XML cannot contain this character.
_DIGEST = "\x00"

_STAR = "M0-30L7.6-10.4L28.5-9.3L12.3 4L17.6 24.3L0 13L-17.6 24.3L-12.3 4L-28.5-9.3L-7.6-10.4Z"
_DIGITS = {
    1: "M-8-9L2-16V17",
    2: "M-10-8A10 9.5 0 0 1 10-7C10 2-5 7-10 16H12",
}


def window(board: Board, also: Iterable[Cell] = (), margin: int = 1) -> tuple[range, range]:
    """The columns and rows a picture shows.

    A bounded board is shown whole. An open table is cropped to its tiles (and the cells in
    ``also``) with an empty margin round them.
    """
    layout = board.layout
    if layout.width is not None and layout.height is not None:
        return range(layout.width), range(layout.height)
    cells = [*board, *also] or [Cell(0, 0)]
    xs = [cell[0] for cell in cells]
    ys = [cell[1] for cell in cells]
    return (
        range(min(xs) - margin, max(xs) + margin + 1),
        range(min(ys) - margin, max(ys) + margin + 1),
    )


def signed(number: int) -> str:
    """A coordinate with a true minus sign, which stays legible when small."""
    return f"−{-number}" if number < 0 else str(number)


def tile_svg(tile: Tile, face: Face | str = Face.COLOUR, *, size: int = 64) -> str:
    """One tile, ``size`` pixels wide."""
    face = Face.named(face)
    tells = {
        Face.COLOUR: f"A {tile.shape.value} in {tile.colour.value} on a black tile.",
        Face.TWO_SHAPE: (
            f"A {tile.shape.value} on a black tile; "
            f"the {INNER[tile.colour].value} inside it stands for {tile.colour.value}."
        ),
        Face.HIGH_CONTRAST: (
            f"A white {tile.shape.value} on a black tile; "
            f"the letter {tile.colour.letter} in it stands for {tile.colour.value}."
        ),
    }
    return _picture(
        (0, 0, _UNIT, _UNIT), size / _UNIT, tile.words, tells[face], tile_art(tile, face)
    )


def hand_svg(
    tiles: Sequence[Tile],
    face: Face | str = Face.COLOUR,
    *,
    theme: ThemeName | str = ThemeName.LIGHT,
    size: int = 56,
) -> str:
    """The tiles of a hand side by side, in the order given."""
    face = Face.named(face)
    colours = THEMES[ThemeName.named(theme)]
    width = _UNIT * max(1, len(tiles)) + 2 * _RIM
    height = _UNIT + 2 * _RIM
    body = [
        _symbols(tiles, face),
        f'<rect x="{-_RIM}" y="{-_RIM}" width="{width}" height="{height}" rx="20"'
        f' fill="{colours.ground}"/>',
        *(_use(one, _UNIT * at, 0) for at, one in enumerate(tiles)),
    ]
    words = ", ".join(one.words for one in tiles) or "no tiles"
    return _picture(
        (-_RIM, -_RIM, width, height),
        size / _UNIT,
        f"Hand of {_count(len(tiles), 'tile')}",
        f"In this order: {words}." if tiles else "The hand is empty.",
        "".join(body),
    )


def board_svg(
    board: Board,
    *,
    face: Face | str = Face.COLOUR,
    highlight: Iterable[Cell] = (),
    tentative: Iterable[Placed] = (),
    tokens: Iterable[Cell] | None = None,
    coordinates: bool = True,
    theme: ThemeName | str = ThemeName.LIGHT,
    size: int = 44,
) -> str:
    """A board: x along the top, y down the left side, one cell ``size`` pixels wide.

    ``highlight`` marks the cells of the last turn. ``tentative`` tiles are drawn lifted.
    ``tokens`` are the star spaces whose token is still there (S-STAR-1); without it no
    difference is made between them.
    """
    face = Face.named(face)
    colours = THEMES[ThemeName.named(theme)]
    marked = sorted({Cell(*cell) for cell in highlight})
    lifted = sorted({Placed(*one) for one in tentative})
    held = None if tokens is None else frozenset(Cell(*cell) for cell in tokens)
    columns, rows = window(board, [*marked, *(one.cell for one in lifted)])

    placed = board.placed()
    covered = {one.cell for one in lifted} | board.keys()
    body = [
        _symbols([one.tile for one in (*placed, *lifted)], face),
        _ground(columns, rows, colours, coordinates=coordinates),
        _printed(board.layout, covered, held, colours),
        _grid(columns, rows, board.layout, colours),
        *(_frame(cell, colours) for cell in marked),
        *(_use(one.tile, _UNIT * one.x, _UNIT * one.y) for one in placed),
        *(_lifted(one, colours) for one in lifted),
    ]
    if coordinates:
        body.append(_labels(columns, rows, colours))
    left, top, width, height = _extent(columns, rows, coordinates=coordinates)
    return _picture(
        (left, top, width, height),
        size / _UNIT,
        f"Qwirkle board with {_count(len(placed), 'tile')}",
        _words(board.layout, placed, marked, lifted, held),
        "".join(body),
    )


def _picture(
    view: tuple[int, int, int, int], scale: float, title: str, words: str, body: str
) -> str:
    """The finished document, its ids made unique by its own content."""
    left, top, width, height = view
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}"'
        f' width="{_number(width * scale)}" height="{_number(height * scale)}" role="img"'
        f' aria-labelledby="{_DIGEST}-title" aria-describedby="{_DIGEST}-desc">'
        f'<title id="{_DIGEST}-title">{escape(title, quote=False)}</title>'
        f'<desc id="{_DIGEST}-desc">{escape(words, quote=False)}</desc>{body}</svg>\n'
    )
    return text.replace(_DIGEST, f"q{sha256(text.encode()).hexdigest()[:12]}")


def _symbols(tiles: Iterable[Tile], face: Face) -> str:
    """The drawing of every kind that is needed, once."""
    kinds = sorted(set(tiles), key=lambda one: one.index)
    drawn = "".join(
        f'<symbol id="{_DIGEST}-{kind.value}" viewBox="0 0 100 100">{tile_art(kind, face)}</symbol>'
        for kind in kinds
    )
    return f"<defs>{drawn}</defs>" if drawn else ""


def _use(tile: Tile, x: int, y: int) -> str:
    return f'<use href="#{_DIGEST}-{tile.value}" x="{x}" y="{y}" width="100" height="100"/>'


def _extent(columns: range, rows: range, *, coordinates: bool) -> tuple[int, int, int, int]:
    """Left, top, width and height of the picture in units."""
    before = _GUTTER if coordinates else _RIM
    return (
        _UNIT * columns.start - before,
        _UNIT * rows.start - before,
        _UNIT * len(columns) + before + _RIM,
        _UNIT * len(rows) + before + _RIM,
    )


def _ground(columns: range, rows: range, colours: Theme, *, coordinates: bool) -> str:
    left, top, width, height = _extent(columns, rows, coordinates=coordinates)
    return (
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="20"'
        f' fill="{colours.ground}"/>'
        f'<rect x="{_UNIT * columns.start}" y="{_UNIT * rows.start}"'
        f' width="{_UNIT * len(columns)}" height="{_UNIT * len(rows)}" fill="{colours.board}"/>'
    )


def _grid(columns: range, rows: range, layout: Layout, colours: Theme) -> str:
    """Thin lines between the cells, and the edge of a board that has one."""
    left, right = _UNIT * columns.start, _UNIT * columns.stop
    top, bottom = _UNIT * rows.start, _UNIT * rows.stop
    lines = "".join(f"M{_UNIT * x} {top}V{bottom}" for x in columns[1:])
    lines += "".join(f"M{left} {_UNIT * y}H{right}" for y in rows[1:])
    grid = f'<path d="{lines}" stroke="{colours.grid}" stroke-width="2"/>'
    centre = "".join(
        f"M{_UNIT * x + 3} {_UNIT * y + 3}h94v94h-94z" for x, y in sorted(layout.centre)
    )
    if centre:
        grid += f'<path d="{centre}" fill="none" stroke="{colours.printed}" stroke-width="7"/>'
    if layout.bounded:
        grid += (
            f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
            f' fill="none" stroke="{colours.printed}" stroke-width="6"/>'
        )
    return grid


def _printed(
    layout: Layout, covered: set[Cell], held: frozenset[Cell] | None, colours: Theme
) -> str:
    """Star, bonus and black spaces that no tile covers."""
    parts = []
    for cell in sorted((layout.stars | layout.black | layout.bonus.keys()) - covered):
        middle = f"translate({_UNIT * cell.x + 50} {_UNIT * cell.y + 50})"
        line = f'fill="none" stroke="{colours.printed}"'
        if cell in layout.black:
            mark = f'<rect x="-44" y="-44" width="88" height="88" rx="12" fill="{colours.black}"/>'
        elif cell in layout.stars and held is not None and cell not in held:
            mark = f'<path d="{_STAR}" {line} stroke-width="4" stroke-dasharray="8 6"/>'
        elif cell in layout.stars:
            token = f'<circle r="40" {line} stroke-width="5"/>' if held is not None else ""
            mark = f'{token}<path d="{_STAR}" fill="{colours.printed}"/>'
        else:
            worth = layout.bonus[cell]
            digit = _DIGITS.get(worth)
            mark = f'<circle r="34" {line} stroke-width="4"/>' + (
                f'<path d="{digit}" {line} stroke-width="7" stroke-linejoin="round"/>'
                if digit
                else f'<text y="11" {_FONT} fill="{colours.printed}">{worth}</text>'
            )
        parts.append(f'<g transform="{middle}">{mark}</g>')
    return "".join(parts)


def _frame(cell: Cell, colours: Theme) -> str:
    """The mark of the last turn: a frame round the cell, seen by shape and not by hue alone."""
    return (
        f'<rect class="q-highlight" x="{_UNIT * cell.x - 4}" y="{_UNIT * cell.y - 4}"'
        f' width="108" height="108" rx="20" fill="{colours.mark}"/>'
    )


def _lifted(one: Placed, colours: Theme) -> str:
    """A tentative tile: its shadow stays on the cell, the tile floats above it."""
    x, y = _UNIT * one.x, _UNIT * one.y
    return (
        f'<g class="q-tentative"><rect x="{x + 5}" y="{y + 8}" width="96" height="96" rx="18"'
        f' fill="{colours.shadow}" fill-opacity=".45"/>'
        f'<g transform="translate(-7 -11)">{_use(one.tile, x, y)}'
        f'<rect x="{x + 3}" y="{y + 3}" width="94" height="94" rx="15" fill="none"'
        f' stroke="{colours.mark}" stroke-width="5" stroke-dasharray="14 9"/></g></g>'
    )


def _labels(columns: range, rows: range, colours: Theme) -> str:
    top = _UNIT * rows.start - 22
    left = _UNIT * columns.start - 32
    labels = [f'<text x="{_UNIT * x + 50}" y="{top}">{signed(x)}</text>' for x in columns]
    labels += [f'<text x="{left}" y="{_UNIT * y + 61}">{signed(y)}</text>' for y in rows]
    return f'<g {_FONT} fill="{colours.label}" aria-hidden="true">{"".join(labels)}</g>'


def _words(
    layout: Layout,
    placed: Sequence[Placed],
    marked: Sequence[Cell],
    lifted: Sequence[Placed],
    held: frozenset[Cell] | None,
) -> str:
    """The content in sentences, for those who do not see the picture."""

    def cells(some: Iterable[Cell]) -> str:
        return "; ".join(f"{signed(x)}, {signed(y)}" for x, y in sorted(some))

    def tiles(some: Iterable[Placed]) -> str:
        return "; ".join(f"{one.tile.words} at {signed(one.x)}, {signed(one.y)}" for one in some)

    says = ["x runs to the right, y down."]
    if layout.bounded:
        says.append(f"The {layout.name} board, {layout.width} by {layout.height}.")
    says.append(f"Tiles: {tiles(placed)}." if placed else "No tiles yet.")
    if marked:
        says.append(f"Last turn: {cells(marked)}.")
    if lifted:
        says.append(f"Tentative: {tiles(lifted)}.")
    taken = {one.cell for one in placed}
    stars = layout.stars if held is None else held & layout.stars
    spaces: dict[str, Set[Cell]] = {"Star spaces" if held is None else "Star tokens": stars}
    for worth in sorted(set(layout.bonus.values())):
        spaces[f"Bonus {worth}"] = {cell for cell in layout.bonus if layout.bonus[cell] == worth}
    spaces["Black spaces"] = layout.black
    spaces["Centre"] = layout.centre
    for name, some in spaces.items():
        if some - taken:
            says.append(f"{name}: {cells(some - taken)}.")
    return " ".join(says)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _number(value: float) -> str:
    return f"{round(value, 2):g}"
