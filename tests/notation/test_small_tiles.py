"""The faces at the size of a phone: how far apart the two most similar of the 36 tiles are.

For every pair of tiles the mean difference of their pixels (CIE 1976) is measured, as several kinds
of eyes see them. In the face of colours and letters the closest pair is far further apart than in
the letters face, where R and P differ by a stroke of five pixels.
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from qwirkle.locale import LANGUAGES
from qwirkle.notation.pictures import tiles
from qwirkle.notation.pictures.palette import BLOCK, THEMES, ThemeName
from qwirkle.notation.pictures.svg import hand_svg
from qwirkle.notation.pictures.tiles import Face, tile_art
from qwirkle.rules.tiles import Colour, Tile

from .rasters import Pixels, raster
from .test_palette import EYES, contrast

EYES_AND_GREY = ("normal", "protan", "deutan", "tritan", "grey")
LEAST = 3.2
"""The least mean difference of two tiles with colours and letters, for all eyes, at 22 pixels."""
ROOT = Path(__file__).parents[2]
XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = np.array([0.95047, 1, 1.08883])


def lab(pixels: Pixels, eyes: str) -> npt.NDArray[np.float64]:
    """Return the colours as these eyes see them."""
    light = np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)
    if eyes == "grey":
        light = np.repeat((light @ XYZ[1])[..., None], 3, axis=-1)
    else:
        light = np.clip(light @ np.array(EYES[eyes]).T, 0, 1)
    part = light @ XYZ.T / WHITE
    f = np.where(part > 216 / 24389, np.cbrt(part), (24389 / 27 * part + 16) / 116)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def closest(face: Face, eyes: str, size: int = 22) -> tuple[float, str]:
    """Return the mean difference of the two tiles that look most alike, and which they are."""
    ground = THEMES[ThemeName.LIGHT].board
    seen = {tile: lab(raster(tile_art(tile, face), size, ground), eyes) for tile in Tile}
    return min(
        (float(np.linalg.norm(seen[one] - seen[other], axis=-1).mean()), f"{one} and {other}")
        for one, other in combinations(Tile, 2)
    )


@pytest.mark.parametrize("eyes", EYES_AND_GREY)
def test_colours_and_letters_are_told_apart_at_22_pixels(eyes: str) -> None:
    small, pair = closest(Face.COLOUR_LETTER, eyes)
    assert small >= LEAST, pair
    letters, _ = closest(Face.HIGH_CONTRAST, eyes)
    assert small >= 2.5 * letters
    assert small >= closest(Face.TWO_SHAPE, eyes)[0]


@pytest.mark.parametrize("eyes", EYES_AND_GREY)
def test_and_at_20_pixels(eyes: str) -> None:
    small, pair = closest(Face.COLOUR_LETTER, eyes, size=20)
    assert small >= 3, pair


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_letters_of_every_language_are_told_apart(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = (ROOT / "frontend/src/tiles/letterArt.ts").read_text("utf-8")
    paths = dict(re.findall(r'^  ([A-Z]): "([^"]+)"', drawn, re.MULTILINE))
    paths |= {colour.letter: path for colour, path in tiles.LETTER.items()}
    words = (ROOT / f"src/qwirkle/locale/{language}.po").read_text("utf-8")
    found = re.search(r'msgid "ROYGBP"\nmsgstr "(\w{6})"', words)
    assert found is not None
    order = ("RED", "ORANGE", "YELLOW", "GREEN", "BLUE", "PURPLE")
    own = {Colour[name]: paths[letter] for name, letter in zip(order, found[1], strict=True)}
    monkeypatch.setattr(tiles, "LETTER", own)
    for eyes in EYES_AND_GREY:
        small, pair = closest(Face.COLOUR_LETTER, eyes)
        assert small >= LEAST, (eyes, pair)


def test_a_raster_is_what_a_browser_draws() -> None:
    half = raster('<rect x="0" y="0" width="50" height="100" rx="0" fill="#ffffff"/>', 4, "#000000")
    assert half[0, :, 0] == pytest.approx([1, 1, 0, 0], abs=0.1)
    disc = raster('<circle cx="50" cy="50" r="40" fill="#ffffff"/>', 50, "#000000")
    assert disc.mean() == pytest.approx(0.5027, abs=0.01)
    arc = raster(
        '<g transform="translate(50 50)"><path d="M-40 0A40 40 0 1 1 40 0A40 40 0 1 1-40 0Z"'
        ' fill="#ffffff"/></g>',
        50,
        "#000000",
    )
    assert abs(arc - disc).max() < 0.2
    line = '<path d="M10 50H90" fill="none" stroke="#ffffff" stroke-width="20"/>'
    assert raster(line, 50, "#000000").mean() == pytest.approx(0.16, abs=0.01)


def test_a_tile_in_the_dark_has_an_edge_that_stands_out() -> None:
    css = (ROOT / "frontend/src/ui/theme.css").read_text("utf-8")
    page = dict(re.findall(r"--(\w+): light-dark\(#\w+, (#\w{6})\)", css))
    theme = THEMES[ThemeName.DARK]
    assert page["rim"] == theme.rim
    for ground in (page["table"], page["board"], theme.ground, theme.board):
        assert contrast(BLOCK, ground) < 3  # so it needs an edge
        assert contrast(theme.rim, ground) >= 3
    for name, light in THEMES.items():
        rimmed = f'stroke="{light.rim}"' in hand_svg([Tile.Ro], theme=name)
        assert rimmed == (name is ThemeName.DARK)
        assert bool(light.rim) == (contrast(BLOCK, light.board) < 3)
