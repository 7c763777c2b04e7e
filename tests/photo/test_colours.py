"""Hues are told apart in tinted light, since all tiles of a photograph have the same tint."""

from __future__ import annotations

import numpy as np
import pytest

from qwirkle.notation.pictures.palette import INK
from qwirkle.photo.colours import colour_distances
from qwirkle.rules.tiles import Colour

INKS = np.array([[int(INK[colour][at : at + 2], 16) for at in (1, 3, 5)] for colour in Colour])


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


def test_fewer_tiles_are_seen_in_white_light() -> None:
    seen = INKS[:3].astype(float)
    assert list(colour_distances(seen).argmin(axis=1)) == [0, 1, 2]
