"""The six hues stay apart: measured, for every pair, by five kinds of eyes and in grey print.

Vision is simulated with the matrices of Machado, Oliveira and Fernandes (2009, severity 1) and,
as a second witness, of Viénot, Brettel and Mollon (1999); differences are CIEDE2000.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from qwirkle.errors import NotationError
from qwirkle.notation.pictures.palette import BLOCK, BONE, INK, THEMES, ThemeName
from qwirkle.rules.tiles import Colour

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

NORMAL: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
EYES: dict[str, Matrix] = {
    "normal": NORMAL,
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "protan (Viénot)": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan (Viénot)": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}
# The three ways programs and printers make grey: by luminance, or by weighing the coded values.
GREYS = ("luminance", "Rec. 601", "Rec. 709")
PAIRS = list(combinations(Colour, 2))


def coded(colour: str) -> Triple:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def seen(colour: str, eyes: Matrix) -> Triple:
    """The linear light these eyes make of a colour."""
    light = [linear(value) for value in coded(colour)]
    red, green, blue = (
        min(1.0, max(0.0, sum(w * v for w, v in zip(row, light, strict=True)))) for row in eyes
    )
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = seen(colour, NORMAL)
    return 0.2126729 * red + 0.7151522 * green + 0.072175 * blue


def lab(light: Triple) -> Triple:
    red, green, blue = light
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (
        value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
        for value in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1 = degrees(atan2(b1, a1 * stretch)) % 360
    h2 = degrees(atan2(b2, a2 * stretch)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    in_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    in_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    in_hue = d_hue / (1 + 0.015 * chroma * t)
    twist = sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    twist *= -2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    return sqrt(in_light**2 + in_chroma**2 + in_hue**2 + twist * in_chroma * in_hue)


def grey(colour: str, way: str) -> float:
    """The lightness L* of a colour in grey print."""
    red, green, blue = coded(colour)
    light = {
        "luminance": luminance(colour),
        "Rec. 601": linear(0.299 * red + 0.587 * green + 0.114 * blue),
        "Rec. 709": linear(0.2126 * red + 0.7152 * green + 0.0722 * blue),
    }[way]
    return lab((light, light, light))[0]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # From the published test data of Sharma, Wu and Dalal (2005).
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_yardstick_itself(one: Triple, other: Triple, expected: float) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("eyes", EYES)
def test_simulated_eyes_see_white_as_white(eyes: str) -> None:
    assert seen("#ffffff", EYES[eyes]) == pytest.approx((1, 1, 1), abs=1e-4)


@pytest.mark.parametrize("eyes", EYES)
def test_all_fifteen_pairs_stay_apart(eyes: str) -> None:
    # About 2 is just noticeable side by side; 10 is told apart at a glance.
    least = 24 if eyes == "normal" else 10
    apart = {
        (pair, other): difference(
            lab(seen(INK[pair], EYES[eyes])), lab(seen(INK[other], EYES[eyes]))
        )
        for pair, other in PAIRS
    }
    assert len(apart) == 15
    assert min(apart.values()) >= least, sorted(apart.items(), key=lambda item: item[1])[:3]


@pytest.mark.parametrize("eyes", EYES)
def test_every_hue_stands_out_from_the_tile(eyes: str) -> None:
    block = lab(seen(BLOCK, EYES[eyes]))
    for colour in Colour:
        assert difference(lab(seen(INK[colour], EYES[eyes])), block) >= 20, colour


@pytest.mark.parametrize("way", GREYS)
def test_the_ladder_of_lightness_for_grey_print(way: str) -> None:
    ladder = sorted(grey(INK[colour], way) for colour in Colour)
    steps = [high - low for low, high in pairwise(ladder)]
    assert min(steps) >= 6.5, steps
    assert ladder[0] - grey(BLOCK, way) >= 20


def test_the_hues_deserve_their_names() -> None:
    spans = {
        Colour.RED: (20, 40),
        Colour.ORANGE: (55, 75),
        Colour.YELLOW: (92, 108),
        Colour.GREEN: (130, 155),
        Colour.BLUE: (265, 295),
        Colour.PURPLE: (305, 325),
    }
    for colour, (low, high) in spans.items():
        _, a, b = lab(seen(INK[colour], NORMAL))
        assert low <= degrees(atan2(b, a)) % 360 <= high, colour
        assert hypot(a, b) >= 50, f"{colour} is pale"


def test_contrasts() -> None:
    for ink in INK.values():
        assert contrast(ink, BLOCK) >= 3
    assert contrast(BONE, BLOCK) >= 15
    for theme in THEMES.values():
        assert contrast(theme.label, theme.ground) >= 4.5
        assert contrast(theme.mark, theme.board) >= 2.4
        assert contrast(theme.printed, theme.board) >= 2.5


def test_an_unknown_theme_says_what_there_is() -> None:
    assert ThemeName.from_name("dark") is ThemeName.DARK
    with pytest.raises(NotationError, match="Choose light or dark"):
        ThemeName.from_name("pink")
