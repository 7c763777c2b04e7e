"""Pictures as arrays: decoding with limits, and light made even."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from qwirkle.errors import Refused
from qwirkle.photo.reading import MAX_BYTES, PhotoReason, problem

Pixels = NDArray[np.uint8]
"""Rows of pixels of red, green and blue."""
Numbers = NDArray[np.float32]

LONG_SIDE = 1280
"""Pixels on the long side of a picture that is read; others are scaled to it."""
MAX_PIXELS = 64_000_000
FORMATS = ("JPEG", "PNG", "WEBP")

_EVEN = 215.0
"""The value of the brightest surface nearby, after the light has been made even."""
_BLOCK = 16
_NEARBY = 0.11
"""How far "nearby" reaches, as a share of the longer side."""
_DARKEST_TABLE = 0.3
"""A table counts as at least this share as bright as the brightest things in the picture.

Otherwise noise on a black table would be made as bright as the tiles.
"""


def load_picture(picture: bytes | Path | str) -> Pixels:
    """Return a picture upright and 1280 pixels long, or refuse it."""
    data = picture if isinstance(picture, bytes) else Path(picture).read_bytes()
    if len(data) > MAX_BYTES:
        _refuse_size("bytes", len(data), MAX_BYTES)
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            # The size stands in the head of the file: nothing has been decoded yet.
            if image.width * image.height > MAX_PIXELS:
                _refuse_size("pixels", image.width * image.height, MAX_PIXELS)
            image.draft("RGB", (LONG_SIDE, LONG_SIDE))
            upright = ImageOps.exif_transpose(image).convert("RGB")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        raise Refused([problem(PhotoReason.NOT_A_PICTURE)]) from None
    pixels = np.asarray(upright)
    scale = LONG_SIDE / max(pixels.shape[:2])
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    # A small picture is enlarged: everything that follows counts in pixels.
    smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return cv2.resize(pixels, size, interpolation=smooth).astype(np.uint8)


def _refuse_size(unit: str, count: int, most: int) -> None:
    million = 1_000_000
    raise Refused(
        [
            problem(
                PhotoReason.PICTURE_TOO_LARGE,
                unit=unit,
                count=-(-count // million),
                most=most // million,
            )
        ]
    )


def brightness(pixels: Pixels) -> Pixels:
    """Return the brightest channel of each pixel: inks are as bright as white there."""
    red, green, blue = cv2.split(pixels)
    return cv2.max(cv2.max(red, green), blue).astype(np.uint8)


def even_light(pixels: Pixels) -> Numbers:
    """Return how bright each pixel is, compared with the brightest surface around it."""
    bright = brightness(pixels).astype(np.float32)
    height, width = bright.shape
    rows, columns = -(-height // _BLOCK), -(-width // _BLOCK)
    # A single bright pixel is noise, so the blocks take the brightest of a blurred picture.
    padded = cv2.copyMakeBorder(
        cv2.blur(bright, (5, 5)),
        0,
        rows * _BLOCK - height,
        0,
        columns * _BLOCK - width,
        cv2.BORDER_REPLICATE,
    )
    blocks = padded.reshape(rows, _BLOCK, columns, _BLOCK)
    coarse = blocks.max(axis=(1, 3))
    reach = max(3, round(_NEARBY * max(rows, columns)) | 1)
    nearby = cv2.dilate(coarse, np.ones((reach, reach), np.uint8))
    nearby = cv2.GaussianBlur(nearby, (0, 0), reach / 3)
    nearby = np.maximum(nearby, _DARKEST_TABLE * float(nearby.max()))
    light = cv2.resize(nearby, (width, height), interpolation=cv2.INTER_LINEAR)
    return (bright * (_EVEN / np.maximum(light, 1))).astype(np.float32)
