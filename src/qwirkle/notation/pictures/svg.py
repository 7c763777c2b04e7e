"""Pictures of a tile, a hand and a board as SVG text.

For notebooks, docs and exports. It draws what it receives: no rules, files, scripts or
links to anything outside the picture. The same input gives the same text; ``picture`` makes sure
that a page can contain several pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from qwirkle.notation.pictures.frame import FONT, RIM, UNIT, picture, symbols, use
from qwirkle.notation.pictures.palette import THEMES, Theme, ThemeName
from qwirkle.notation.pictures.tiles import INNER, Face, tile_art
from qwirkle.notation.text.words import count_of
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import Tile

_GUTTER = 62
_CENTRED = f'{FONT} text-anchor="middle"'

_STAR = "M0-30L7.6-10.4L28.5-9.3L12.3 4L17.6 24.3L0 13L-17.6 24.3L-12.3 4L-28.5-9.3L-7.6-10.4Z"
_DIGITS = {
    1: "M-8-9L2-16V17",
    2: "M-10-8A10 9.5 0 0 1 10-7C10 2-5 7-10 16H12",
}


def window(board: Board, also: Iterable[Cell] = (), margin: int = 1) -> tuple[range, range]:
    """Return the columns and rows a picture shows.

    A bounded board is shown whole. An open table is cropped to its tiles (and the cells in
    ``also``) with an empty margin around them.
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


def format_coordinate(number: int) -> str:
    """Write a coordinate with a true minus sign, which is legible when small."""
    return f"−{-number}" if number < 0 else str(number)


def draw(thing: object) -> str:
    """Draw what a notebook shows: a tile, a board, or the tiles of a hand."""
    if isinstance(thing, Tile):
        return tile_svg(thing)
    if isinstance(thing, Board):
        return board_svg(thing)
    return hand_svg(thing)  # type: ignore[arg-type]


def tile_svg(tile: Tile, face: Face | str = Face.COLOUR, *, size: int = 64) -> str:
    """Draw one tile, ``size`` pixels wide."""
    face = Face.from_name(face)
    tells = {
        Face.COLOUR: f"A {tile.shape.value} in {tile.colour.value} on a black tile.",
        Face.TWO_SHAPE: (
            f"A {tile.shape.value} on a black tile; "
            f"the {INNER[tile.colour].value} inside it stands for {tile.colour.value}."
        ),
        Face.COLOUR_LETTER: (
            f"A {tile.shape.value} in {tile.colour.value} on a black tile; "
            f"the letter {tile.colour.letter} on a disc stands for the colour."
        ),
        Face.HIGH_CONTRAST: (
            f"A white {tile.shape.value} on a black tile; "
            f"the letter {tile.colour.letter} in it stands for {tile.colour.value}."
        ),
    }
    return picture((0, 0, UNIT, UNIT), size / UNIT, tile.words, tells[face], tile_art(tile, face))


def hand_svg(
    tiles: Sequence[Tile],
    face: Face | str = Face.COLOUR,
    *,
    theme: ThemeName | str = ThemeName.LIGHT,
    size: int = 56,
) -> str:
    """Draw the tiles of a hand side by side, in the order given."""
    face = Face.from_name(face)
    colours = THEMES[ThemeName.from_name(theme)]
    width = UNIT * max(1, len(tiles)) + 2 * RIM
    height = UNIT + 2 * RIM
    body = [
        symbols(tiles, lambda tile: tile_art(tile, face, colours.rim)),
        f'<rect x="{-RIM}" y="{-RIM}" width="{width}" height="{height}" rx="20"'
        f' fill="{colours.ground}"/>',
        *(use(tile, UNIT * at, 0) for at, tile in enumerate(tiles)),
    ]
    words = ", ".join(tile.words for tile in tiles) or "no tiles"
    return picture(
        (-RIM, -RIM, width, height),
        size / UNIT,
        f"Hand of {count_of(len(tiles), 'tile')}",
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
    """Draw a board: x along the top, y down the left side, one cell ``size`` pixels wide.

    ``highlight`` marks the cells of the last turn. ``tentative`` tiles are drawn lifted. ``tokens``
    are the star squares that still have their token (S-STAR-1); without it, all stars look alike.
    """
    face = Face.from_name(face)
    colours = THEMES[ThemeName.from_name(theme)]
    marked = sorted({Cell(*cell) for cell in highlight})
    lifted = sorted({Placed(*laid) for laid in tentative})
    held = None if tokens is None else frozenset(Cell(*cell) for cell in tokens)
    columns, rows = window(board, [*marked, *(laid.cell for laid in lifted)])

    placed = board.placed()
    covered = {laid.cell for laid in lifted} | board.keys()
    body = [
        symbols(
            (laid.tile for laid in (*placed, *lifted)),
            lambda tile: tile_art(tile, face, colours.rim),
        ),
        _ground(columns, rows, colours, coordinates=coordinates),
        _print_square(board.layout, covered, held, colours),
        _grid(columns, rows, board.layout, colours),
        *(_frame(cell, colours) for cell in marked),
        *(use(laid.tile, UNIT * laid.x, UNIT * laid.y) for laid in placed),
        *(_lift(laid, colours) for laid in lifted),
    ]
    if coordinates:
        body.append(_labels(columns, rows, colours))
    left, top, width, height = _extent(columns, rows, coordinates=coordinates)
    return picture(
        (left, top, width, height),
        size / UNIT,
        f"Qwirkle board with {count_of(len(placed), 'tile')}",
        _words(board.layout, placed, marked, lifted, held),
        "".join(body),
    )


def _extent(columns: range, rows: range, *, coordinates: bool) -> tuple[int, int, int, int]:
    """Return the left, top, width and height of the picture in units."""
    before = _GUTTER if coordinates else RIM
    return (
        UNIT * columns.start - before,
        UNIT * rows.start - before,
        UNIT * len(columns) + before + RIM,
        UNIT * len(rows) + before + RIM,
    )


def _ground(columns: range, rows: range, colours: Theme, *, coordinates: bool) -> str:
    left, top, width, height = _extent(columns, rows, coordinates=coordinates)
    return (
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="20"'
        f' fill="{colours.ground}"/>'
        f'<rect x="{UNIT * columns.start}" y="{UNIT * rows.start}"'
        f' width="{UNIT * len(columns)}" height="{UNIT * len(rows)}" fill="{colours.board}"/>'
    )


def _grid(columns: range, rows: range, layout: Layout, colours: Theme) -> str:
    """Draw thin lines between the cells, and the edge of a board that has one."""
    left, right = UNIT * columns.start, UNIT * columns.stop
    top, bottom = UNIT * rows.start, UNIT * rows.stop
    lines = "".join(f"M{UNIT * x} {top}V{bottom}" for x in columns[1:])
    lines += "".join(f"M{left} {UNIT * y}H{right}" for y in rows[1:])
    grid = f'<path d="{lines}" stroke="{colours.grid}" stroke-width="2"/>'
    centre = "".join(f"M{UNIT * x + 3} {UNIT * y + 3}h94v94h-94z" for x, y in sorted(layout.centre))
    if centre:
        grid += f'<path d="{centre}" fill="none" stroke="{colours.printed}" stroke-width="7"/>'
    if layout.bounded:
        grid += (
            f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
            f' fill="none" stroke="{colours.printed}" stroke-width="6"/>'
        )
    return grid


def _print_square(
    layout: Layout, covered: set[Cell], held: frozenset[Cell] | None, colours: Theme
) -> str:
    """Draw star, bonus and black squares that no tile covers."""
    parts = []
    for cell in sorted((layout.stars | layout.black | layout.bonus.keys()) - covered):
        middle = f"translate({UNIT * cell.x + 50} {UNIT * cell.y + 50})"
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
                else f'<text y="11" {_CENTRED} fill="{colours.printed}">{worth}</text>'
            )
        parts.append(f'<g transform="{middle}">{mark}</g>')
    return "".join(parts)


def _frame(cell: Cell, colours: Theme) -> str:
    """Mark the last turn with a frame around the cell: visible by shape, not by hue alone."""
    return (
        f'<rect class="q-highlight" x="{UNIT * cell.x - 4}" y="{UNIT * cell.y - 4}"'
        f' width="108" height="108" rx="20" fill="{colours.mark}"/>'
    )


def _lift(laid: Placed, colours: Theme) -> str:
    """Draw a tentative tile: its shadow stays on the cell, and the tile floats above it."""
    x, y = UNIT * laid.x, UNIT * laid.y
    return (
        f'<g class="q-tentative"><rect x="{x + 5}" y="{y + 8}" width="96" height="96" rx="18"'
        f' fill="{colours.shadow}" fill-opacity=".45"/>'
        f'<g transform="translate(-7 -11)">{use(laid.tile, x, y)}'
        f'<rect x="{x + 3}" y="{y + 3}" width="94" height="94" rx="15" fill="none"'
        f' stroke="{colours.mark}" stroke-width="5" stroke-dasharray="14 9"/></g></g>'
    )


def _labels(columns: range, rows: range, colours: Theme) -> str:
    top = UNIT * rows.start - 22
    left = UNIT * columns.start - 32
    labels = [f'<text x="{UNIT * x + 50}" y="{top}">{format_coordinate(x)}</text>' for x in columns]
    labels += [f'<text x="{left}" y="{UNIT * y + 61}">{format_coordinate(y)}</text>' for y in rows]
    return f'<g {_CENTRED} fill="{colours.label}" aria-hidden="true">{"".join(labels)}</g>'


def _words(
    layout: Layout,
    placed: Sequence[Placed],
    marked: Sequence[Cell],
    lifted: Sequence[Placed],
    held: frozenset[Cell] | None,
) -> str:
    """Describe the picture in sentences, for people who cannot see it."""

    def cells(some: Iterable[Cell]) -> str:
        return "; ".join(f"{format_coordinate(x)}, {format_coordinate(y)}" for x, y in sorted(some))

    def tiles(some: Iterable[Placed]) -> str:
        return "; ".join(
            f"{laid.tile.words} at {format_coordinate(laid.x)}, {format_coordinate(laid.y)}"
            for laid in some
        )

    says = ["x runs to the right, y down."]
    if layout.bounded:
        says.append(f"The {layout.name} board, {layout.width} by {layout.height}.")
    says.append(f"Tiles: {tiles(placed)}." if placed else "No tiles yet.")
    if marked:
        says.append(f"Last turn: {cells(marked)}.")
    if lifted:
        says.append(f"Tentative: {tiles(lifted)}.")
    taken = {laid.cell for laid in placed}
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
