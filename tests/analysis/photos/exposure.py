"""From the colours of a table to the pixels of a picture: light, lens and sensor.

Light is computed in roughly linear values, so that half the light makes a pixel darker by a
factor of 0.7 only.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

import cv2
import numpy as np

from analysis.photos.surfaces import Field, Image

if TYPE_CHECKING:
    from analysis.photos.scenes import Scene


def expose(scene: Scene, image: Image, rng: np.random.Generator) -> Image:
    """Return the picture of a table that is lit and photographed as the scene says."""
    x, y = _grid(scene.size)
    # The texture of paint and paper: nothing on a table has exactly one colour.
    texture = 1 + np.float32(0.02) * rng.standard_normal(image.shape[:2], np.float32)
    light = _light(scene, rng, x, y) * texture
    balance = rng.normal(1, 0.02, 3) * (scene.red_gain, scene.green_gain, 1 / scene.red_gain)
    gains = [float(gain) for gain in scene.brightness * balance]
    linear = np.square(image, dtype=np.float32) / np.float32(255**2)
    # Every surface mirrors some of the room, the black tiles too.
    linear += np.float32(rng.uniform(0.001, 0.006))
    linear *= cv2.merge([light * np.float32(gain) for gain in gains])
    if scene.glare:
        lamp = np.float32(scene.glare**2) * _spot(rng, x, y, 0.16)
        linear += cv2.merge([lamp * np.float32(gain) for gain in gains])
    pixels = np.sqrt(np.clip(linear, 0, 1, out=linear), out=linear) * np.float32(255)
    pixels = _through_lens(scene, pixels, rng)
    pixels += np.float32(scene.noise) * rng.standard_normal(pixels.shape, np.float32)
    return np.asarray(cv2.convertScaleAbs(np.clip(pixels, 0, 255, out=pixels)), np.uint8)


def _grid(size: tuple[int, int]) -> tuple[Field, Field]:
    """Return x and y of every pixel, from -1 to 1 along the longer side."""
    wide, tall = size
    x = (2 * np.arange(wide) - wide) / max(size)
    y = (2 * np.arange(tall) - tall) / max(size)
    return x[None, :].astype(np.float32), y[:, None].astype(np.float32)


def _light(scene: Scene, rng: np.random.Generator, x: Field, y: Field) -> Field:
    """Return the light on every pixel: a window on one side, the lens, and the shadow."""
    way = rng.uniform(0, 2 * pi)
    light = 1 + np.float32(rng.uniform(0.08, 0.3)) * (x * cos(way) + y * sin(way))
    light = light * (1 - np.float32(0.16) * (x * x + y * y))
    # A broad sheen of the table itself.
    light += np.float32(rng.uniform(0, 0.12)) * _spot(rng, x, y, 0.5)
    edge, place, soft = rng.uniform(0, 2 * pi), rng.uniform(-0.15, 0.15), rng.uniform(0.01, 0.05)
    if scene.shadow != 1:
        inside = (x * cos(edge) + y * sin(edge) - place) / soft
        light *= 1 - np.float32(1 - scene.shadow) / (1 + np.exp(-np.clip(inside, -30, 30)))
    return np.asarray(np.maximum(light, 0), np.float32)


def _spot(rng: np.random.Generator, x: Field, y: Field, width: float) -> Field:
    """Return a soft bright spot somewhere near the middle."""
    left, top = rng.uniform(-0.4, 0.4, 2)
    distance = np.square(x - np.float32(left)) + np.square(y - np.float32(top))
    return np.asarray(np.exp(distance / np.float32(-2 * width**2)), np.float32)


def _through_lens(scene: Scene, pixels: Field, rng: np.random.Generator) -> Field:
    way = rng.uniform(0, pi)
    if scene.motion:
        reach = int(np.ceil(scene.motion / 2)) + 1
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        step = np.array([cos(way), sin(way)]) * scene.motion / 2
        ends = (np.array([reach - step, reach + step]) * 16).round().astype(int).tolist()
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
        pixels = np.asarray(cv2.filter2D(pixels, -1, kernel / kernel.sum()), np.float32)
    if scene.blur:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), scene.blur), np.float32)
    if scene.haze:
        pixels = pixels * np.float32(1 - scene.haze) + np.float32(235 * scene.haze)
    return pixels
