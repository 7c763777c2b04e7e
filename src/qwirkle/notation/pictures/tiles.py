"""The drawing of every tile, in four faces, as SVG elements on a grid of 100 by 100.

A card is a taller tile: the same art on a grid of 100 by 140. One drawing serves the exported
pictures, the page and the docs. It draws a single tile or card and knows nothing of boards, themes
or files. The art is this project's own.

- ``colour``: the shape in its colour.
- ``two-shape``: inside the shape, a second one stands for the colour (Q-COMP-4).
- ``colour-letter``: on the coloured shape, a disc, dark or light, with the colour's letter. It is
  drawn for 20 pixels: shape, hue, disc and letter each distinguish tiles.
- ``high-contrast``: a light shape with the colour's letter cut into it; no hue anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from math import cos, pi, sin
from types import MappingProxyType

from qwirkle.errors import NotationError
from qwirkle.notation.pictures.palette import BLOCK, BONE, EDGE_LIGHT, INK
from qwirkle.rules.tiles import Colour, Shape, Tile


class Face(StrEnum):
    """The ways a tile can be drawn."""

    COLOUR = "colour"
    TWO_SHAPE = "two-shape"
    COLOUR_LETTER = "colour-letter"
    HIGH_CONTRAST = "high-contrast"

    @classmethod
    def from_name(cls, name: str) -> Face:
        """Return the face with this name, or raise a NotationError that lists the names."""
        try:
            return cls(name)
        except ValueError:
            names = ", ".join(face.value for face in cls)
            raise NotationError(f"“{name}” is not a tile face. Choose one of: {names}.") from None


INNER: Mapping[Colour, Shape] = MappingProxyType(
    {
        Colour.RED: Shape.SQUARE,
        Colour.ORANGE: Shape.CIRCLE,
        Colour.YELLOW: Shape.STARBURST,
        Colour.GREEN: Shape.CLOVER,
        Colour.BLUE: Shape.DIAMOND,
        Colour.PURPLE: Shape.CROSS,
    }
)
"""The inner shape that stands for each colour (Q-COMP-4)."""


def _starburst(outer: float, inner: float) -> str:
    """Return the path of a closed star of eight points, one of them straight up."""
    corners = []
    for step in range(16):
        reach = inner if step % 2 else outer
        turn = step * pi / 8
        corners.append(f"{round(reach * sin(turn), 1):g} {round(-reach * cos(turn), 1):g}")
    return "M" + "L".join(corners) + "Z"


# Centred on 0,0 and about 66 wide: two thirds of the grid. The pointed shapes reach a little
# further and the square a little less, so that all six look equally large.
OUTLINE: Mapping[Shape, str] = MappingProxyType(
    {
        Shape.CIRCLE: "M-32 0A32 32 0 1 1 32 0A32 32 0 1 1-32 0Z",
        Shape.CROSS: "M0-15L30-36L36-30L15 0L36 30L30 36L0 15L-30 36L-36 30L-15 0L-36-30L-30-36Z",
        Shape.DIAMOND: "M0-38L38 0L0 38L-38 0Z",
        Shape.SQUARE: "M-28-28H28V28H-28Z",
        Shape.STARBURST: _starburst(38, 21),
        Shape.CLOVER: (
            "M-15-15A16 16 0 1 1 15-15A16 16 0 1 1 15 15A16 16 0 1 1-15 15A16 16 0 1 1-15-15Z"
        ),
    }
)

# Stout variants with room in the middle: only they can carry a second shape or a letter and
# still be recognised at 24 pixels.
STOUT: Mapping[Shape, str] = MappingProxyType(
    {
        Shape.CIRCLE: "M-40 0A40 40 0 1 1 40 0A40 40 0 1 1-40 0Z",
        Shape.CROSS: ("M0-22L34-42L42-34L22 0L42 34L34 42L0 22L-34 42L-42 34L-22 0L-42-34L-34-42Z"),
        Shape.DIAMOND: "M0-46L46 0L0 46L-46 0Z",
        Shape.SQUARE: "M-36-36H36V36H-36Z",
        Shape.STARBURST: _starburst(45, 29),
        Shape.CLOVER: (
            "M-19-19A19.5 19.5 0 1 1 19-19A19.5 19.5 0 1 1 19 19"
            "A19.5 19.5 0 1 1-19 19A19.5 19.5 0 1 1-19-19Z"
        ),
    }
)

# For a disc with a letter in the middle: what makes a shape that shape is outside the disc, where
# even the few pixels of a tile on a phone show it.
BOLD: Mapping[Shape, str] = MappingProxyType(
    {
        Shape.CIRCLE: "M-42 0A42 42 0 1 1 42 0A42 42 0 1 1-42 0Z",
        Shape.CROSS: "M0-18L33-45L45-33L18 0L45 33L33 45L0 18L-33 45L-45 33L-18 0L-45-33L-33-45Z",
        Shape.DIAMOND: "M0-46L46 0L0 46L-46 0Z",
        Shape.SQUARE: "M-40-40H40V40H-40Z",
        Shape.STARBURST: _starburst(47, 26),
        Shape.CLOVER: (
            "M-18-18A20 20 0 1 1 18-18A20 20 0 1 1 18 18A20 20 0 1 1-18 18A20 20 0 1 1-18-18Z"
        ),
    }
)

LIGHT_DISC = frozenset({Colour.RED, Colour.GREEN, Colour.BLUE})
"""The colours whose letter is dark on a light disc; the others are light on dark.

No two colours that are easily taken for each other have the same disc: not those with similar
letters (R and P, O and G), and not those that weak colour vision brings together (purple and blue,
green and yellow, red and orange).
"""

DISC = 28
"""The radius of the disc."""

# The inner shapes, recognisable by outline alone: deeper notches and longer points than outside.
SMALL: Mapping[Shape, str] = MappingProxyType(
    {
        Shape.CIRCLE: "M-16 0A16 16 0 1 1 16 0A16 16 0 1 1-16 0Z",
        Shape.CROSS: "M0-6L12-18L18-12L6 0L18 12L12 18L0 6L-12 18L-18 12L-6 0L-18-12L-12-18Z",
        Shape.DIAMOND: "M0-22L22 0L0 22L-22 0Z",
        Shape.SQUARE: "M-15-15H15V15H-15Z",
        Shape.STARBURST: _starburst(23, 9.5),
        Shape.CLOVER: ("M-6-6A9 9 0 1 1 6-6A9 9 0 1 1 6 6A9 9 0 1 1-6 6A9 9 0 1 1-6-6Z"),
    }
)

# Letters as strokes, 26 wide and 34 high, so that no font decides how a tile looks.
LETTER: Mapping[Colour, str] = MappingProxyType(
    {
        Colour.RED: "M-10 17V-17H1A9.5 9.5 0 0 1 1 2H-10M1 2L11 17",
        Colour.ORANGE: "M0-17A12.5 17 0 1 1 0 17A12.5 17 0 1 1 0-17Z",
        Colour.YELLOW: "M-13-17L0 1L13-17M0 1V17",
        Colour.GREEN: "M10-11A12.5 17 0 1 0 12 4V3H2",
        Colour.BLUE: "M-10-17H1A8.5 8.5 0 0 1 1 0H-10M1 0A8.5 8.5 0 0 1 1 17H-10V-17",
        Colour.PURPLE: "M-10 17V-17H1A10 10 0 0 1 1 3H-10",
    }
)

_BLOCK = (
    f'<rect x="3" y="3" width="94" height="94" rx="15" fill="{EDGE_LIGHT}"/>'
    f'<rect x="3" y="4.6" width="94" height="92.4" rx="15" fill="{BLOCK}"/>'
)


CARD_HEIGHT = 140
"""The height of a card on the grid; it is 100 wide."""

_CARD = (
    f'<rect x="2" y="2" width="96" height="136" rx="12" fill="{EDGE_LIGHT}"/>'
    f'<rect x="2" y="3.6" width="96" height="134.4" rx="12" fill="{BLOCK}"/>'
)


def tile_art(tile: Tile, face: Face, rim: str = "") -> str:
    """Return the SVG elements of one tile with its block, filling 0 to 100 both ways.

    ``rim`` is the colour of a thin edge, for a ground that is nearly as dark as the block.
    """
    edge = f'<rect x="4" y="4" width="92" height="92" rx="14"{_rim(rim)}/>' if rim else ""
    return f'{_BLOCK}{edge}<g transform="translate(50 50)">{_mark(tile, face)}</g>'


def card_art(tile: Tile, face: Face, rim: str = "") -> str:
    """Return the SVG elements of one card, filling 0 to 100 across and 0 to 140 down.

    Its corners repeat its middle: the shape or, on faces that do not rely on hue, the colour.
    """
    if face is Face.COLOUR:
        index = f'<path d="{SMALL[tile.shape]}" fill="{INK[tile.colour]}"/>'
    elif face is Face.TWO_SHAPE:
        index = f'<path d="{SMALL[INNER[tile.colour]]}" fill="{BONE}"/>'
    else:
        index = _letter(tile.colour, BONE, 7)
    edge = f'<rect x="3" y="3" width="94" height="134" rx="11"{_rim(rim)}/>' if rim else ""
    return (
        f'{_CARD}{edge}<g transform="translate(50 70)">{_mark(tile, face)}</g>'
        f'<g transform="translate(17 19) scale(.42)">{index}</g>'
        f'<g transform="translate(83 121) rotate(180) scale(.42)">{index}</g>'
    )


def _mark(tile: Tile, face: Face) -> str:
    """Return the shape of a tile in its face, centred on 0,0."""
    if face is Face.COLOUR:
        return f'<path d="{OUTLINE[tile.shape]}" fill="{INK[tile.colour]}"/>'
    if face is Face.TWO_SHAPE:
        return (
            f'<path d="{STOUT[tile.shape]}" fill="{INK[tile.colour]}"/>'
            f'<circle r="25" fill="{BLOCK}"/>'
            f'<path d="{SMALL[INNER[tile.colour]]}" fill="{BONE}"/>'
        )
    if face is Face.COLOUR_LETTER:
        light = tile.colour in LIGHT_DISC
        return (
            f'<path d="{BOLD[tile.shape]}" fill="{INK[tile.colour]}"/>'
            f'<circle r="{DISC}" fill="{BONE if light else BLOCK}"/>'
            f"{_letter(tile.colour, BLOCK if light else BONE, 10)}"
        )
    return f'<path d="{STOUT[tile.shape]}" fill="{BONE}"/>{_letter(tile.colour, BLOCK, 8)}'


def _rim(colour: str) -> str:
    return f' fill="none" stroke="{colour}" stroke-width="3.5"'


def _letter(colour: Colour, ink: str, width: int) -> str:
    return (
        f'<path d="{LETTER[colour]}" fill="none" stroke="{ink}" stroke-width="{width}"'
        ' stroke-linejoin="round"/>'
    )
