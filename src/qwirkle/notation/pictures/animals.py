"""The faces of the opponents, as SVG elements on a grid of 100 by 100.

A face is on a round plate in the tiles' near-black, so that it does not look like a tile and works
on light and dark backgrounds. It is drawn in two neutral tones: the tiles stay the only coloured
thing on the screen. The outline alone distinguishes the animals. The art is this project's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from qwirkle.errors import NotationError
from qwirkle.notation.pictures.palette import BLOCK, BONE, EDGE_LIGHT

SHADE = "#a99f8f"
"""The second tone, for parts that are behind or in shadow."""

_PLATE = (
    f'<circle cx="50" cy="50" r="48" fill="{EDGE_LIGHT}"/>'
    f'<circle cx="50" cy="50.8" r="47" fill="{BLOCK}"/>'
)


def _shape(path: str, fill: str = BONE) -> str:
    return f'<path d="{path}" fill="{fill}"/>'


def _stroke(path: str, width: float = 4, colour: str = BLOCK) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _dot(x: float, y: float, radius: float, fill: str = BLOCK) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'


def _eyes(apart: float, y: float, radius: float = 4.5) -> str:
    """Draw two dark eyes with a glint, at this distance."""
    return "".join(
        _dot(x, y, radius) + _dot(x + radius * 0.35, y - radius * 0.35, radius * 0.35, BONE)
        for x in (50 - apart / 2, 50 + apart / 2)
    )


_SNAIL = (
    _dot(59, 47, 24, SHADE)
    + _stroke("M58 47A5 5 0 0 1 64 51A10 10 0 0 1 48 47A14 14 0 0 1 74 44", 5)
    + _shape("M24 76Q18 75 18 68V52A9 9 0 0 1 36 52V59Q38 66 47 67H75Q84 69 84 76Z")
    + _stroke("M22 48L18 31M31 47L35 30", 4.5, BONE)
    + _dot(18, 29, 6, BONE)
    + _dot(35, 28, 6, BONE)
    + _dot(17.5, 28.5, 2.8)
    + _dot(34.5, 27.5, 2.8)
    + _stroke("M22 59Q26 63 30 59", 3)
)

_FROG = (
    _dot(30, 33, 14, BONE)
    + _dot(70, 33, 14, BONE)
    + _shape("M50 32C78 32 86 46 86 57C86 72 70 80 50 80C30 80 14 72 14 57C14 46 22 32 50 32Z")
    + _eyes(40, 33, 7)
    + _stroke("M24 58Q50 76 76 58", 4.5)
    + _dot(45, 49, 2)
    + _dot(55, 49, 2)
)

_RABBIT = (
    _shape("M38 48C26 40 24 14 32 10C42 7 48 30 47 46Z")
    + _shape("M62 48C74 40 76 14 68 10C58 7 52 30 53 46Z")
    + _shape("M38 42C32 34 30 20 34 17C39 16 43 30 43 42Z", SHADE)
    + _shape("M62 42C68 34 70 20 66 17C61 16 57 30 57 42Z", SHADE)
    + _shape("M50 40C70 40 76 52 76 62C76 76 66 86 50 86C34 86 24 76 24 62C24 52 30 40 50 40Z")
    + _eyes(26, 58)
    + _shape("M45 66H55L50 71.5Z", BLOCK)
    + _stroke("M50 71V75M43 76Q47 79 50 75Q53 79 57 76", 3)
)

_OTTER = (
    _dot(24, 36, 9, SHADE)
    + _dot(76, 36, 9, SHADE)
    + _shape("M50 22C74 22 82 38 82 54C82 72 68 82 50 82C32 82 18 72 18 54C18 38 26 22 50 22Z")
    + _shape(
        "M50 54C64 54 70 60 70 67C70 75 62 79 50 79C38 79 30 75 30 67C30 60 36 54 50 54Z", SHADE
    )
    + _eyes(32, 46)
    + _shape("M41 55Q50 51 59 55Q57 63 50 64Q43 63 41 55Z", BLOCK)
    + _stroke("M50 63V68M41 69Q46 73 50 68Q54 73 59 69", 3)
    + _stroke("M29 62L12 58M29 68L13 70M71 62L88 58M71 68L87 70", 2.5, BONE)
)

_HEDGEHOG = (
    _shape(
        "M50 9L57 21L67 13L69 26L81 23L79 35L90 39L82 48L91 57L81 62L84 73L72 73L69 84L50 80"
        "L31 84L28 73L16 73L19 62L9 57L18 48L10 39L21 35L19 23L31 26L33 13L43 21Z",
        SHADE,
    )
    + _shape("M50 44C56 34 76 38 74 56C73 70 62 82 50 82C38 82 27 70 26 56C24 38 44 34 50 44Z")
    + _eyes(24, 56)
    + _dot(50, 68, 5.5)
    + _stroke("M43 75Q50 79 57 75", 3)
)

_FOX = (
    _shape("M22 17L44 34H56L78 17C83 34 85 48 81 56L50 86L19 56C15 48 17 34 22 17Z")
    + _shape("M27 27L38 36L27 44Z", BLOCK)
    + _shape("M73 27L62 36L73 44Z", BLOCK)
    + _shape("M19 56Q35 54 44 69L50 86ZM81 56Q65 54 56 69L50 86Z", SHADE)
    + _eyes(30, 53)
    + _shape("M42.5 75Q50 71 57.5 75L50 86Z", BLOCK)
)

_OWL = (
    _shape(
        "M20 16Q34 24 50 24Q66 24 80 16Q86 34 82 48C84 74 70 88 50 88C30 88 16 74 18 48"
        "Q14 34 20 16Z",
        SHADE,
    )
    + _dot(34, 46, 18, BONE)
    + _dot(66, 46, 18, BONE)
    + _eyes(32, 46, 9)
    + _shape("M44 55H56L50 67Z", BLOCK)
    + _stroke("M36 72Q40 77 44 72M46 79Q50 84 54 79M56 72Q60 77 64 72", 3)
)

_OCTOPUS = (
    _stroke("M32 58Q30 74 17 70M40 60Q40 82 28 84M60 60Q60 82 72 84M68 58Q70 74 83 70", 9, SHADE)
    + _stroke("M50 60V86", 9, SHADE)
    + _shape("M50 12C72 12 80 28 78 42C77 52 72 56 72 66H28C28 56 23 52 22 42C20 28 28 12 50 12Z")
    + _eyes(26, 44, 6)
    + _stroke("M43 56Q50 61 57 56", 3)
)

FACES: Mapping[str, str] = MappingProxyType(
    {
        "snail": _SNAIL,
        "frog": _FROG,
        "rabbit": _RABBIT,
        "otter": _OTTER,
        "hedgehog": _HEDGEHOG,
        "fox": _FOX,
        "owl": _OWL,
        "octopus": _OCTOPUS,
    }
)
"""Every face by its id, centred on 50,50."""


def face_art(face: str) -> str:
    """Return the SVG elements of a face with its plate, filling 0 to 100 both ways."""
    if face not in FACES:
        raise NotationError(f"“{face}” is not a face. The faces are: {', '.join(FACES)}.")
    return _PLATE + FACES[face]


def face_svg(face: str, size: int = 128) -> str:
    """Draw a face as a whole picture."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}"'
        f' viewBox="0 0 100 100" role="img" aria-label="{face}">{face_art(face)}</svg>\n'
    )
