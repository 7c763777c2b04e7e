"""A picture is read in a process of its own, with limits of memory and time, and then forgotten."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from io import BytesIO
from typing import Any

import pytest

pytest.importorskip("cv2")

from PIL import Image

from analysis.photos.scenes import Scene, photograph, played_out
from qwirkle.errors import MissingExtra, Refused
from qwirkle.tables.live.workers import Workers
from qwirkle.tables.live.workers.pool import ProcessPool
from qwirkle.tables.photos import photos

MEGABYTE = 1_000_000


def saved(size: tuple[int, int], kind: str, mode: str = "RGB", **settings: Any) -> bytes:
    file = BytesIO()
    Image.new(mode, size, "grey").save(file, kind, **settings)
    return file.getvalue()


def read(picture: bytes, *given: Any, memory: int = photos.MEMORY) -> photos.PhotoReading:
    """Read a picture as a server does."""

    async def scene() -> photos.PhotoReading:
        workers = Workers(ProcessPool())
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(photos, "MEMORY", memory)
                return await photos.PhotoQueries(workers).read(picture, "classic", *given)
        finally:
            await workers.close()

    return asyncio.run(scene())


def case_of(error: pytest.ExceptionInfo[Refused]) -> tuple[str, object]:
    (problem,) = error.value.refusals
    return problem.reason, problem.params.get("case")


EFFORT = ("picture-too-large", "effort")


def test_a_worker_reads_what_would_be_read_here() -> None:
    tiles, board = played_out("classic", 40, 3)
    picture = photograph(Scene(tiles, board, seed=3)).jpeg
    corners = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]
    here = photos.read_picture_file(picture, "classic", corners, 1)
    assert len(here.board) == len(tiles)
    assert read(picture, corners, 1) == here


def test_a_refusal_comes_back_as_one() -> None:
    with pytest.raises(Refused) as error:
        read(b"no picture")
    assert error.value.reasons == ("not-a-picture",)


def test_a_picture_of_a_large_camera_fits_into_the_memory() -> None:
    """48 million pixels would be 190 MB; a JPEG is decoded smaller."""
    found = read(saved((8_000, 6_000), "JPEG", quality=30))
    assert [problem.reason for problem in found.problems] == ["no-tiles"]


@pytest.mark.parametrize(
    ("size", "kind", "mode", "settings"),
    [
        ((5_000, 5_000), "PNG", "RGB", {}),
        ((3_500, 3_500), "PNG", "RGBA", {}),
        ((2_500, 2_000), "WEBP", "RGB", {"lossless": True}),
        ((6_000, 5_000), "JPEG", "RGB", {"progressive": True}),
    ],
)
def test_the_largest_pictures_that_are_read_fit_into_the_memory(
    size: tuple[int, int], kind: str, mode: str, settings: dict[str, Any]
) -> None:
    """Only one copy is as large as the picture. With the libraries, that is below 150 MB."""
    assert photos.MEMORY <= 120 * MEGABYTE
    found = read(saved(size, kind, mode, **settings))
    assert [problem.reason for problem in found.problems] == ["no-tiles"]


def test_more_memory_than_the_limit_is_refused() -> None:
    with pytest.raises(Refused) as error:
        read(saved((4_000, 3_000), "PNG"), memory=20 * MEGABYTE)
    assert case_of(error) == EFFORT


def test_a_picture_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "SECONDS", 0.001)
    with pytest.raises(Refused) as error:
        read(saved((8_000, 6_000), "JPEG"))
    assert case_of(error) == EFFORT


def test_a_worker_without_the_libraries_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(MissingExtra):
        photos.load_libraries()


_MEASURE = """
import json, re, resource, sys
from pathlib import Path
import asyncio
from qwirkle.tables.live.workers import Workers
from qwirkle.tables.live.workers.pool import ProcessPool
from qwirkle.tables.photos.photos import PhotoQueries

async def read():
    workers = Workers(ProcessPool())
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            await PhotoQueries(workers).read(file.read(), "classic")
    await workers.close()

asyncio.run(read())
print(json.dumps({
    "own": int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]),
    "process": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss,
    "decoders": [name for name in ("cv2", "PIL", "numpy") if name in sys.modules],
}))
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="sizes are in other units")
def test_the_largest_pictures_take_little_memory_and_none_of_the_servers(tmp_path: Any) -> None:
    largest = {
        "baseline.jpg": saved((8_000, 8_000), "JPEG", quality=10),
        "progressive.jpg": saved((6_000, 5_000), "JPEG", quality=10, progressive=True),
        "colour.png": saved((5_000, 5_000), "PNG", compress_level=1),
        "alpha.png": saved((3_500, 3_500), "PNG", "RGBA", compress_level=1),
        "palette.png": saved((4_000, 4_000), "PNG", "P"),
        "small.webp": saved((2_500, 2_000), "WEBP", lossless=True, method=0),
    }
    for name, picture in largest.items():
        (tmp_path / name).write_bytes(picture)
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, *(tmp_path / name for name in largest)],
        capture_output=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert found["decoders"] == []
    assert found["own"] < 100_000
    assert found["process"] < 200_000
