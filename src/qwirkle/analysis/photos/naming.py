"""Names for tiles: the likeliest shape and colour, the second choice, and their certainty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from qwirkle.analysis.photos.colours import colour_distances
from qwirkle.analysis.photos.spots import Spot
from qwirkle.rules.tiles import Colour, Shape, Tile

_SHAPES, _COLOURS = tuple(Shape), tuple(Colour)


class Named(NamedTuple):
    """A tile with its name."""

    tile: Tile
    second: Tile
    certainty: float
    likeness: float
    """The likeness to any tile at all, up to 1."""


class _Doubt(NamedTuple):
    """A scale: certainty is one half at ``middle`` and rises by three quarters over ``width``."""

    middle: float
    width: float

    def certainty(self, value: float) -> float:
        return float(1 / (1 + np.exp(-4 * np.clip((value - self.middle) / self.width, -20, 20))))


_LIKENESS = _Doubt(0.84, 0.08)
_SHAPE_MARGIN = _Doubt(0.014, 0.02)
_COLOUR_MARGIN = _Doubt(1.6, 2.0)
_COLOUR_NEAR = _Doubt(-7.0, 6.0)
_RIM = _Doubt(0.62, 0.2)


def name_tiles(spots: Sequence[Spot]) -> list[Named]:
    """Name all tiles of a photograph together, because their colours constrain each other."""
    if not spots:
        return []
    colours = colour_distances(np.stack([spot.patch.ink for spot in spots]))
    return [
        _name(spot, [float(apart) for apart in colour])
        for spot, colour in zip(spots, colours, strict=True)
    ]


def _name(spot: Spot, apart: list[float]) -> Named:
    likely = [float(score) for score in spot.shapes]
    shape, other_shape = sorted(range(len(likely)), key=lambda number: -likely[number])[:2]
    colour, other_colour = sorted(range(len(apart)), key=apart.__getitem__)[:2]
    shape_sure = _SHAPE_MARGIN.certainty(likely[shape] - likely[other_shape])
    colour_sure = _COLOUR_MARGIN.certainty(apart[other_colour] - apart[colour])
    if shape_sure < colour_sure:
        second = Tile.of(_COLOURS[colour], _SHAPES[other_shape])
    else:
        second = Tile.of(_COLOURS[other_colour], _SHAPES[shape])
    return Named(
        Tile.of(_COLOURS[colour], _SHAPES[shape]),
        second,
        min(
            shape_sure,
            colour_sure,
            _LIKENESS.certainty(likely[shape]),
            _COLOUR_NEAR.certainty(-apart[colour]),
            _RIM.certainty(spot.patch.rim),
        ),
        likely[shape],
    )
