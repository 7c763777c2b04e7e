"""Pictures are judged by the heads of their files: nothing large is ever decoded as a whole."""

from __future__ import annotations

import zlib
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image

from qwirkle.analysis.photos.picture import LONG_SIDE, MAX_SIDE, load_picture
from qwirkle.errors import Refused
from qwirkle.rules.refusals.reasons import Refusal

GREY, COLOUR, PALETTE, WITH_ALPHA = 0, 2, 3, 6
"""The colour types of PNG."""


def png(width: int, height: int, kind: int = COLOUR) -> bytes:
    """The beginning of a PNG; there are no pixels in it, so decoding it fails."""

    def chunk(name: bytes, body: bytes) -> bytes:
        size, check = len(body).to_bytes(4, "big"), zlib.crc32(name + body).to_bytes(4, "big")
        return size + name + body + check

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, kind, 0, 0, 0])
    colours = chunk(b"PLTE", bytes(6)) if kind == PALETTE else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + colours + chunk(b"IDAT", b"")


def webp(width: int, height: int) -> bytes:
    """The head of a WebP with a canvas of this size."""
    canvas = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF\xff\xff\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + canvas


def saved(image: Image.Image, kind: str, **settings: Any) -> bytes:
    file = BytesIO()
    image.save(file, kind, **settings)
    return file.getvalue()


def jpeg(width: int, height: int, *, progressive: bool) -> bytes:
    """A small JPEG whose head claims this size."""
    data = saved(Image.new("RGB", (16, 16)), "JPEG", progressive=progressive)
    head = data.index(b"\xff\xc2" if progressive else b"\xff\xc0")
    size = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    return data[: head + 5] + size + data[head + 9 :]


def refused(picture: bytes) -> Refusal:
    with pytest.raises(Refused) as error:
        load_picture(picture)
    (problem,) = error.value.refusals
    return problem


@pytest.mark.parametrize(
    ("picture", "longest"),
    [
        (png(1, 64_000_000), 64_000_000),
        (png(64_000_000, 1), 64_000_000),
        (webp(16_383, 3_900), 16_383),
        (webp(1, 16_777_216), 16_777_216),
        (png(MAX_SIDE + 1, 1), MAX_SIDE + 1),
        (jpeg(65_000, 10, progressive=False), 65_000),
    ],
)
def test_a_picture_with_a_long_side_is_refused(picture: bytes, longest: int) -> None:
    problem = refused(picture)
    assert problem.reason == "picture-too-large"
    assert problem.params == {"case": "side", "count": longest, "most": MAX_SIDE}
    assert problem.message == "The picture is too long: each side can have at most 12000 pixels."


@pytest.mark.parametrize(
    ("picture", "count", "most"),
    [
        (png(8_000, 8_000, WITH_ALPHA), 64, 12),
        (png(8_000, 8_000), 64, 25),
        (png(3_600, 3_600, WITH_ALPHA), 13, 12),
        (png(4_500, 4_500, PALETTE), 21, 16),
        (png(4_500, 4_500, GREY), 21, 16),
        (png(8_001, 8_000), 65, 64),
        (jpeg(8_000, 6_000, progressive=True), 48, 30),
        (jpeg(8_100, 8_000, progressive=False), 65, 64),
        (webp(8_100, 8_000), 65, 64),
    ],
)
def test_a_picture_that_takes_much_memory_is_refused(picture: bytes, count: int, most: int) -> None:
    problem = refused(picture)
    assert (problem.reason, problem.params["unit"]) == ("picture-too-large", "pixels")
    assert (problem.params["count"], problem.params["most"]) == (count, most)


@pytest.mark.parametrize(
    "picture",
    [
        png(5_000, 5_000),
        png(3_500, 3_500, WITH_ALPHA),
        png(MAX_SIDE, 2_000),
        png(4_000, 4_000, PALETTE),
        b"RIFF",
        webp(4_000, 3_000),
    ],
)
def test_a_smaller_one_is_decoded_and_these_have_no_pixels(picture: bytes) -> None:
    assert refused(picture).reason == "not-a-picture"


@pytest.mark.parametrize("lossless", [False, True])
@pytest.mark.parametrize("alpha", [False, True])
def test_the_size_of_a_webp_is_known_before_it_is_opened(
    monkeypatch: pytest.MonkeyPatch, *, lossless: bool, alpha: bool
) -> None:
    """Its decoder takes memory for all its pixels as soon as it is made."""
    image = Image.new("RGBA" if alpha else "RGB", (40, MAX_SIDE + 1))
    if alpha:
        image.putpixel((0, 0), (1, 2, 3, 4))
    picture = saved(image, "WEBP", lossless=lossless)
    monkeypatch.delattr(Image, "open")
    assert refused(picture).params["count"] == MAX_SIDE + 1


def test_a_large_webp_is_refused_by_what_its_decoder_takes() -> None:
    problem = refused(saved(Image.new("RGB", (3_000, 1_700)), "WEBP", quality=10, method=0))
    assert (problem.params["count"], problem.params["most"]) == (6, 5)


@pytest.mark.parametrize("side", [1_000, 2_000, 3_000])
@pytest.mark.parametrize(("kind", "mode"), [("PNG", "RGB"), ("PNG", "P"), ("JPEG", "RGB")])
def test_every_picture_is_upright_and_equally_long(side: int, kind: str, mode: str) -> None:
    """Also one made smaller while it was decoded, and one from a camera that lay on its side."""
    pixels = np.zeros((side // 10, side, 3), np.uint8)
    pixels[:, : side // 2] = 250, 20, 20
    image = Image.fromarray(pixels)
    image = image.quantize(2) if mode == "P" else image
    turned = Image.Exif()
    turned[0x0112] = 6  # the camera's top is on the right
    found = load_picture(saved(image, kind, exif=turned))
    assert found.shape == (LONG_SIDE, LONG_SIDE // 10, 3)
    upper, lower = found[: LONG_SIDE // 2 - 8], found[LONG_SIDE // 2 + 8 :]
    assert upper[..., 0].min() > 220
    assert lower.max() < 30


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 2), (3, 2)])
def test_a_picture_of_a_few_pixels_is_enlarged_as_any_other(size: tuple[int, int]) -> None:
    found = load_picture(saved(Image.new("RGB", size, (250, 20, 20)), "PNG"))
    assert max(found.shape[:2]) == LONG_SIDE
    assert found.shape[2] == 3
