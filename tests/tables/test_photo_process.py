"""A picture is read in a process of its own, with limits of memory and time, and then forgotten."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

pytest.importorskip("cv2")

from PIL import Image

from analysis.photos.scenes import Scene, photograph, played_out
from qwirkle.analysis.photos.reader import read_picture
from qwirkle.errors import MissingExtra, Refused
from qwirkle.tables.photos import photos
from qwirkle.tables.photos import process as photo_process
from qwirkle.tables.photos.process import (
    PhotoFailed,
    read_in_process,
    stop_reading,
)

MEGABYTE = 1_000_000


def saved(size: tuple[int, int], kind: str, mode: str = "RGB", **settings: Any) -> bytes:
    file = BytesIO()
    Image.new(mode, size, "grey").save(file, kind, **settings)
    return file.getvalue()


def running(code: str) -> Callable[[], subprocess.Popen[bytes]]:
    """A process that does something else."""
    return lambda: subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def case_of(error: pytest.ExceptionInfo[Refused]) -> tuple[str, object]:
    (problem,) = error.value.refusals
    return problem.reason, problem.params.get("case")


EFFORT = ("picture-too-large", "effort")


def test_the_process_reads_what_would_be_read_here() -> None:
    tiles, board = played_out("classic", 40, 3)
    picture = photograph(Scene(tiles, board, seed=3)).jpeg
    corners = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]
    here = photos.read_here(read_picture, picture, "classic", corners, 1)
    assert len(here.board) == len(tiles)
    assert read_in_process(picture, "classic", corners, 1) == here


def test_a_refusal_comes_back_as_one() -> None:
    with pytest.raises(Refused) as error:
        read_in_process(b"no picture", "classic")
    assert error.value.reasons == ("not-a-picture",)


def test_a_picture_of_a_large_camera_fits_into_the_memory() -> None:
    """48 million pixels would be 190 MB; a JPEG is decoded smaller."""
    found = read_in_process(saved((8_000, 6_000), "JPEG", quality=30), "classic")
    assert [problem.reason for problem in found.problems] == ["no-tiles"]


def test_more_memory_than_the_limit_is_refused() -> None:
    with pytest.raises(Refused) as error:
        read_in_process(saved((4_000, 3_000), "PNG"), "classic", memory=20 * MEGABYTE)
    assert case_of(error) == EFFORT


@pytest.mark.parametrize("code", ["import time; time.sleep(1000)", "while True: pass"])
def test_a_process_that_takes_too_long_is_killed(
    monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    process = running(code)()
    monkeypatch.setattr(photo_process, "_start", lambda: process)
    with pytest.raises(Refused) as error:
        read_in_process(b"", "classic", seconds=0.05)
    assert case_of(error) == EFFORT
    assert process.returncode == -9


def test_a_server_that_stops_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    process = running("import time; time.sleep(1000)")()
    monkeypatch.setattr(photo_process, "_start", lambda: process)
    refused: list[object] = []

    def read() -> None:
        with pytest.raises(Refused) as error:
            read_in_process(b"", "classic")
        refused.append(case_of(error))

    reading = threading.Thread(target=read)
    reading.start()
    while process not in photo_process._RUNNING:
        pass
    stop_reading()
    reading.join()
    assert refused == [EFFORT]
    assert not photo_process._RUNNING


def test_a_process_that_fails_is_a_fault_with_its_last_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(photo_process, "_start", running("raise SystemExit('no such thing')"))
    with pytest.raises(PhotoFailed, match="no such thing"):
        read_in_process(b"", "classic")


def test_a_process_without_the_libraries_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    code = f"import sys; sys.modules['cv2'] = None; from {photo_process.MODULE} import main; main()"
    monkeypatch.setattr(photo_process, "_start", running(code))
    with pytest.raises(MissingExtra):
        read_in_process(b"", "classic")


def test_where_no_process_can_be_started_it_is_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")
    found = read_in_process(saved((800, 600), "JPEG"), "classic")
    assert [problem.reason for problem in found.problems] == ["no-tiles"]


_MEASURE = """
import json, re, resource, sys
from pathlib import Path
from qwirkle.tables.photos.process import read_in_process
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        read_in_process(file.read(), "classic")
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
