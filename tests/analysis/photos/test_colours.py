"""Hues are told apart in tinted light, since all tiles of a photograph have the same tint."""

from __future__ import annotations

import numpy as np
import pytest

from qwirkle.analysis.photos.colours import colour_distances
from qwirkle.notation.pictures.palette import INK
from qwirkle.rules.tiles import Colour

INKS = np.array([[int(INK[colour][at : at + 2], 16) for at in (1, 3, 5)] for colour in Colour])

CERTAIN = 1.6
"""A colour that is nearer than the next by less than this is uncertain."""


@pytest.mark.parametrize("white", [False, True])
@pytest.mark.parametrize(
    "tint", [(1.0, 1.0, 1.0), (1.45, 1.0, 0.69), (0.7, 1.0, 1.4), (1.0, 1.3, 1.0)]
)
def test_six_colours_are_known_in_tinted_light(
    tint: tuple[float, float, float], white: bool
) -> None:
    inks = INKS.astype(float)
    if white:  # purple is printed white in some sets
        inks[list(Colour).index(Colour.PURPLE)] = 235
    seen = np.concatenate([inks, 0.6 * inks]) * tint
    assert list(colour_distances(seen).argmin(axis=1)) == 2 * list(range(6))


def test_a_few_tiles_are_certain_in_white_light() -> None:
    for seen in (INKS[:3], INKS[3:], INKS[1:5]):
        apart = np.sort(colour_distances(seen.astype(float)), axis=1)
        assert (apart[:, 1] - apart[:, 0]).min() > CERTAIN
    assert list(colour_distances(INKS[:3].astype(float)).argmin(axis=1)) == [0, 1, 2]


@pytest.mark.parametrize(
    "seen",
    [
        [(122, 199, 231), (101, 142, 0), (115, 46, 13)],
        [(142, 198, 234), (119, 142, 1), (135, 44, 8)],
        [(165, 236, 207), (138, 186, 0), (156, 58, 6)],
        [(220, 198, 154), (182, 143, 0), (209, 44, 4)],
    ],
)
def test_a_few_tiles_in_tinted_light_are_not_certain_of_a_colour_that_is_wrong(
    seen: list[tuple[int, int, int]],
) -> None:
    # White, yellow and orange of a real set: in such light, white looks blue, green or yellow.
    apart = colour_distances(np.array(seen, float))
    assert list(apart.argmin(axis=1))[1:] == [2, 1]
    purple = list(Colour).index(Colour.PURPLE)
    first, second = np.argsort(apart[0])[:2]
    assert first == purple or (second == purple and apart[0, second] - apart[0, first] < CERTAIN)
