"""Pictures as arrays: decoding with limits, and light made even."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from pathlib import Path
from typing import NoReturn

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from qwirkle.analysis.photos.reading import MAX_BYTES, PhotoReason, problem
from qwirkle.errors import Refused

Pixels = NDArray[np.uint8]
"""Rows of pixels of red, green and blue."""
Numbers = NDArray[np.float32]

LONG_SIDE = 1280
"""Pixels on the long side of a picture that is read; all others are scaled to it."""
MAX_SIDE = 12_000
SMALLEST = 240
"""Pixels on the long side of the smallest picture whose tiles are not mere dots."""
MAX_PIXELS = 64_000_000
MAX_MEMORY = 100_000_000
"""Bytes that decoding the largest picture may take.

Pictures from cameras are JPEGs, which are reduced while they are decoded. Other formats are decoded
as a whole, so fewer pixels are allowed.
"""
_WEBP_PIXEL = 20
"""Bytes per pixel of a WebP, whose decoder keeps several copies."""
_WEBP_HEAD = 30
"""Bytes at the start of a WebP that contain its size."""
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
    """Return a picture upright and 1280 pixels long; refuse one that is unsuitable."""
    data = picture if isinstance(picture, bytes) else Path(picture).read_bytes()
    if len(data) > MAX_BYTES:
        _refuse_size("bytes", len(data), MAX_BYTES)
    _check_sides(*_webp_size(data))
    try:
        # Only the reduced picture is left here, so that no further copy is made beside the whole.
        pixels = np.asarray(ImageOps.exif_transpose(_reduced(data)))
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        raise Refused([problem(PhotoReason.NOT_A_PICTURE)]) from None
    scale = LONG_SIDE / max(pixels.shape[:2])
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    # A small picture is enlarged, because all later steps measure in pixels.
    smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return cv2.resize(pixels, size, interpolation=smooth).astype(np.uint8)


def is_preview(picture: bytes | Path | str) -> bool:
    """Return whether a loadable picture has too few pixels to tell tiles apart."""
    data = picture if isinstance(picture, bytes) else Path(picture).read_bytes()
    with Image.open(BytesIO(data), formats=FORMATS) as image:
        return max(image.size) < SMALLEST


def _check_size(image: Image.Image) -> None:
    """Refuse a picture that is too large, and have a JPEG decoded at about the final size."""
    _check_sides(*image.size)
    pixels = image.width * image.height
    scale = max(1.0, max(image.size) / LONG_SIDE)
    image.draft("RGB", (int(image.width / scale), int(image.height / scale)))
    needed = _bytes_to_decode(image, pixels)
    if needed > MAX_MEMORY:
        _refuse_size("pixels", pixels, pixels * MAX_MEMORY // needed)


def _check_sides(width: int, height: int) -> None:
    side = max(width, height)
    if side > MAX_SIDE:
        large = PhotoReason.PICTURE_TOO_LARGE
        raise Refused([problem(large, case="side", count=side, most=MAX_SIDE)])
    if width * height > MAX_PIXELS:
        _refuse_size("pixels", width * height, MAX_PIXELS)


def _webp_size(data: bytes) -> tuple[int, int]:
    """Return the size in the header of a WebP, whose decoder allocates memory before reporting it.

    Any other file has no size here. RFC 9649 describes the container.
    """
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < _WEBP_HEAD:
        return 0, 0
    little = partial(int.from_bytes, byteorder="little")
    match data[12:16]:
        case b"VP8X":
            return 1 + little(data[24:27]), 1 + little(data[27:30])
        case b"VP8L":
            packed = little(data[21:25])
            return 1 + (packed & 0x3FFF), 1 + (packed >> 14 & 0x3FFF)
        case _:
            return little(data[26:28]) & 0x3FFF, little(data[28:30]) & 0x3FFF


def _bytes_to_decode(image: Image.Image, pixels: int) -> int:
    """Estimate the memory that decoding takes; ``pixels`` are those in the file."""
    if image.format == "WEBP":
        return pixels * _WEBP_PIXEL
    # Pillow stores a pixel of several colours in four bytes, and four more for a conversion.
    stored = 4 if image.mode in {"RGB", "RGBA", "RGBX", "CMYK", "YCbCr", "I", "F"} else 2
    stored += 0 if image.mode == "RGB" else 4
    needed = image.width * image.height * stored
    if image.info.get("progressive"):
        # Its passes are collected in two bytes for every sample of every colour.
        sampled = [across * down for _, across, down, _ in getattr(image, "layer", ())]
        needed += 2 * pixels * sum(sampled) // max(sampled, default=1)
    return needed


def _reduced(data: bytes) -> Image.Image:
    """Return a picture in red, green and blue, reduced to about the size at which it is read."""
    with Image.open(BytesIO(data), formats=FORMATS) as image:
        # All of this is in the header of the file: nothing has been decoded yet.
        _check_size(image)
        return _decoded(image)


def _decoded(image: Image.Image) -> Image.Image:
    coloured = image if image.mode == "RGB" else image.convert("RGB")
    times = max(image.size) // LONG_SIDE
    # A copy of the whole picture would be as large as the picture.
    return coloured.reduce(times) if times > 1 else coloured.copy()


def _refuse_size(unit: str, count: int, most: int) -> NoReturn:
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
    """Return the brightness of each pixel relative to the brightest surface around it."""
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
    reach = round(_NEARBY * LONG_SIDE / _BLOCK) | 1
    nearby = cv2.dilate(coarse, np.ones((reach, reach), np.uint8))
    nearby = cv2.GaussianBlur(nearby, (0, 0), reach / 3)
    nearby = np.maximum(nearby, _DARKEST_TABLE * float(nearby.max()))
    light = cv2.resize(nearby, (width, height), interpolation=cv2.INTER_LINEAR)
    return (bright * (_EVEN / np.maximum(light, 1))).astype(np.float32)
