"""The six colours in any light, found by comparing all tiles of a photograph with each other.

A colour is a hue, and white has none: some sets print purple as white. Tinted light changes all
tiles alike, so the tint is the one that brings most of them close to a colour. Inks differ between
sets, but not within one, so each colour then moves to the tiles that are near it. A few tiles are
not enough to determine the tint: colours that they would have in another light remain possible, the
less so the further that light is from white.
"""

from __future__ import annotations

import numpy as np

from qwirkle.analysis.photos.lattice import Floats
from qwirkle.rules.tiles import Colour

_HUES = np.array([357.0, 20.0, 54.0, 132.0, 213.0, 288.0])
"""Degrees, in the order of ``Colour``."""
_WIDTHS = np.array([7.0, 7.0, 9.0, 18.0, 14.0, 18.0])
"""The usual error of a hue. Green is broad; red and orange are neighbours."""
_PALE, _PALE_WIDTH = 0.5, 0.12
"""Inks have at least this much colour, from 0 for grey to 1."""
_WHITE_WIDTH = 0.12
_FEWEST = 6
"""Fewer tiles than this do not determine the light."""
_FAR = 9.0
"""A tile this far from every colour is ignored when the light is estimated."""
_TINT_WIDTH = 0.5
"""The usual tint, as a logarithm; larger ones need stronger evidence."""
_FEW_TINT_WIDTH = 0.22
"""The same if only a few tiles are available."""
_TINTS = np.array([(red, blue) for red in range(-12, 13) for blue in range(-12, 13)]) * 0.05
"""The tints that are tried with few tiles: logarithms for red and blue."""
_OWN = 4.0
"""The weight of the usual hue of a colour, in tiles."""


def colour_distances(inks: Floats) -> Floats:
    """Return how far each tile is from each colour: rows of six, in the order of ``Colour``.

    ``inks`` has the red, green and blue of each tile, above the black of its block.
    """
    inks = np.maximum(inks, 0)
    if len(inks) < _FEWEST:
        return _in_any_light(inks)
    inks = inks * _gains(inks)
    hues, colourful = _hues(inks)
    centres = _HUES
    for _ in range(2):
        apart = _distances(hues, colourful, centres)
        centres = _moved(centres, hues, apart, colourful)
    return _distances(hues, colourful, centres)


def _in_any_light(inks: Floats) -> Floats:
    """Return the extra cost of explaining all tiles if one of them has a given colour.

    For each colour of each tile, the light is the one that suits it and the other tiles best.
    """
    gains = np.exp(np.insert(_TINTS, 1, 0.0, axis=1))
    lit = (gains[:, None] * inks).reshape(-1, 3)
    apart = _distances(*_hues(lit), _HUES).reshape(len(gains), len(inks), -1)
    near = np.minimum(apart.min(axis=2), _FAR)
    tinted = (_TINTS**2).sum(axis=1) / _FEW_TINT_WIDTH**2
    others = tinted[:, None] + near.sum(axis=1, keepdims=True) - near
    return np.asarray((others[..., None] + apart).min(axis=0) - others.min(axis=0)[:, None])


def _hues(inks: Floats) -> tuple[Floats, Floats]:
    """Return the hue of each ink in degrees, and its saturation."""
    red, green, blue = inks.T
    highest = np.maximum(inks.max(axis=1), 1e-6)
    hue = np.degrees(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue)) % 360
    return hue, 1 - inks.min(axis=1) / highest


def _distances(hues: Floats, colourful: Floats, centres: Floats) -> Floats:
    off = np.abs((hues[:, None] - centres + 180) % 360 - 180) / _WIDTHS
    pale = np.maximum(_PALE - colourful, 0)[:, None] / _PALE_WIDTH
    apart = off**2 + pale**2
    purple = list(Colour).index(Colour.PURPLE)
    apart[:, purple] = np.minimum(apart[:, purple], (colourful / _WHITE_WIDTH) ** 2)
    return np.asarray(apart)


def _gains(inks: Floats) -> Floats:
    """Return the factors that undo the tint of the light: for red, green and blue."""
    best, step = np.zeros(2), 0.1
    reach = 6
    while step > 0.02:
        tries = [
            best + step * np.array([red, blue])
            for red in range(-reach, reach + 1)
            for blue in range(-reach, reach + 1)
        ]
        best = min(tries, key=lambda tint: _tint_cost(inks, tint))
        step, reach = step / 2.5, 2
    return np.exp([best[0], 0.0, best[1]])


def _tint_cost(inks: Floats, tint: Floats) -> float:
    hues, colourful = _hues(inks * np.exp([tint[0], 0.0, tint[1]]))
    near = _distances(hues, colourful, _HUES).min(axis=1)
    return float(np.minimum(near, _FAR).mean() + (tint @ tint) / (2 * _TINT_WIDTH**2))


def _moved(centres: Floats, hues: Floats, apart: Floats, colourful: Floats) -> Floats:
    """Return the hues of this set: between the usual ones and the tiles that are near them."""
    nearest = apart.argmin(axis=1)
    moved = centres.copy()
    for number, usual in enumerate(_HUES):
        ours = hues[(nearest == number) & (colourful > _PALE)]
        off = (ours - usual + 180) % 360 - 180
        moved[number] = usual + off.sum() / (len(off) + _OWN)
    return moved
