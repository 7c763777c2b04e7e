"""Photographs over HTTP, as the page sends them. How they are read is tested elsewhere."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from qwirkle.analysis.photos.reading import MAX_BYTES

from .photo_server import ROW
from .served import PATIENCE, Served
from .test_schema import check

JPEG = b"\xff\xd8\xff\xe0 a table"
CORNERS = "0.1,0.1,0.9,0.1,0.9,0.9,0.1,0.9"
HEADERS = {"X-Qwirkle": "1", "Content-Type": "image/jpeg"}
SECRET = b"nobody else may see this table"


class PhotoServer(Served):
    """A server with a reader that needs no library."""

    program = (str(Path(__file__).parent / "photo_server.py"),)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = PhotoServer(tmp_path_factory.mktemp("server")).start()
    yield server
    server.kill()
    assert "Traceback" not in server.log
    assert '"fault"' not in server.log


@pytest.fixture
def http(server: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, headers=HEADERS, timeout=PATIENCE) as client:
        yield client


def read(http: httpx.Client, picture: bytes = JPEG, **asked: Any) -> dict[str, Any]:
    answer = http.post("/api/photos", params={"game": "classic", **asked}, content=picture)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    check("PhotoReading", found)
    return found


def test_a_picture_becomes_a_position(http: httpx.Client) -> None:
    found = read(http)
    assert found["board"] == [[at, 0, tile] for at, (tile, _, _) in enumerate(ROW)]
    assert found["certainty"] == [certainty for _, certainty, _ in ROW]
    assert found["second"] == [second for _, _, second in ROW]
    assert found["outlines"][0] == [[0.35, 0.45], [0.45, 0.45], [0.45, 0.55], [0.35, 0.55]]
    assert (found["frame"], found["options"], found["problems"]) == (None, None, [])


def test_a_printed_board_is_found_with_its_corners_and_turned(http: httpx.Client) -> None:
    (problem,) = read(http, game="connect")["problems"]
    assert (problem["reason"], problem["cells"], problem["params"]) == ("no-board", [], {})
    assert "Point out" in problem["message"]
    found = read(http, game="connect", corners=CORNERS, turns=1)
    assert found["frame"] == [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert found["board"][0] == [15, 0, "Ro"]
    assert found["options"] == {"board": ["connect:1"] * 4}


@pytest.mark.parametrize("kind", ["image/png", "image/webp", "image/jpeg; charset=binary"])
def test_pictures_come_in_three_formats(http: httpx.Client, kind: str) -> None:
    answer = http.post("/api/photos?game=mini", content=JPEG, headers={"Content-Type": kind})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("asked", "picture", "status", "reason"),
    [
        ({"game": "cards"}, JPEG, 400, "bad-request"),
        ({"game": "chess"}, JPEG, 400, "bad-request"),
        ({"game": "x" * 9000}, JPEG, 400, "bad-request"),
        ({}, JPEG, 400, "bad-request"),
        ({"game": "classic", "turns": "4"}, JPEG, 400, "bad-request"),
        ({"game": "classic", "turns": "one"}, JPEG, 400, "bad-request"),
        ({"game": "classic", "corners": ""}, JPEG, 400, "bad-request"),
        ({"game": "classic", "corners": CORNERS + ",1"}, JPEG, 400, "bad-request"),
        ({"game": "classic", "corners": CORNERS.replace("0.1", "nan")}, JPEG, 400, "bad-request"),
        ({"game": "classic", "corners": CORNERS.replace("0.9", "1.1")}, JPEG, 400, "bad-request"),
        ({"game": "classic", "corners": "1," * 999}, JPEG, 400, "bad-request"),
        ({"game": "classic"}, JPEG + b"broken", 422, "not-a-picture"),
        ({"game": "classic"}, JPEG + b"huge", 413, "picture-too-large"),
        ({"game": "classic"}, JPEG + b"missing", 404, "no-photos"),
    ],
)
def test_what_cannot_be_read_is_refused(
    http: httpx.Client, asked: dict[str, str], picture: bytes, status: int, reason: str
) -> None:
    answer = http.post("/api/photos", params=asked, content=picture)
    assert (answer.status_code, answer.json()["reason"]) == (status, reason)
    assert answer.json()["detail"].endswith(".")


@pytest.mark.parametrize("kind", ["application/json", "image/svg+xml", "text/html", ""])
def test_anything_but_a_picture_is_refused_by_its_type(http: httpx.Client, kind: str) -> None:
    answer = http.post("/api/photos?game=classic", content=b"{}", headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["reason"]) == (415, "bad-media-type")
    assert answer.json()["objections"][0]["params"] == {"case": "photo"}


def test_a_picture_has_at_most_ten_megabytes(http: httpx.Client) -> None:
    assert read(http, JPEG + bytes(MAX_BYTES - len(JPEG)))["board"]
    answer = http.post("/api/photos?game=classic", content=bytes(MAX_BYTES + 1))
    assert (answer.status_code, answer.json()["reason"]) == (413, "too-large")
    assert answer.json()["detail"] == "A photo can have at most 10 MB."


def test_a_picture_that_does_not_say_how_large_it_is_is_refused_before_its_end(
    server: Served,
) -> None:
    head = (
        "POST /api/photos?game=classic HTTP/1.1\r\nHost: localhost\r\nX-Qwirkle: 1\r\n"
        "Content-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
        raw.sendall(head.encode())
        for _ in range(MAX_BYTES // 100_000 + 1):
            raw.sendall(f"{100_000:x}\r\n".encode() + bytes(100_000) + b"\r\n")
        assert raw.recv(100).startswith(b"HTTP/1.1 413 ")


def test_whoever_sends_many_pictures_at_a_time_is_asked_to_wait(
    server: Served, tmp_path: Path
) -> None:
    sign = tmp_path / "go"
    slow = JPEG + bytes(9_000_000) + f"wait for {sign}".encode()

    async def scene() -> list[httpx.Response]:
        async with httpx.AsyncClient(
            base_url=server.address, headers=HEADERS, timeout=PATIENCE
        ) as http:
            sending = [
                asyncio.create_task(http.post("/api/photos?game=classic", content=slow))
                for _ in range(4)
            ]
            await asyncio.wait(sending, return_when=asyncio.FIRST_COMPLETED)
            # Meanwhile nobody else has to wait.
            assert (await http.get("/api/offers")).status_code == 200
            sign.touch()
            return await asyncio.gather(*sending)

    answers = sorted(asyncio.run(scene()), key=lambda answer: answer.status_code)
    assert [answer.status_code for answer in answers] == [200, 200, 200, 503]
    assert answers[-1].json()["reason"] == "busy"
    assert answers[-1].headers["Retry-After"]
    assert answers[-1].json()["detail"].startswith("You’ve asked a lot of this server")


def test_pictures_count_against_the_rate_of_questions(tmp_path: Path) -> None:
    server = PhotoServer(tmp_path, QWIRKLE_TABLE_RATE="0.5").start()
    try:
        with httpx.Client(base_url=server.address, headers=HEADERS, timeout=PATIENCE) as http:
            statuses = [
                http.post("/api/photos?game=classic", content=JPEG).status_code for _ in range(4)
            ]
    finally:
        server.kill()
    assert statuses[:2] == [200, 200]
    assert statuses[-1] == 429


def test_nothing_of_a_picture_stays(http: httpx.Client, server: Served) -> None:
    assert read(http, JPEG + SECRET)["board"]
    http.post("/api/photos?game=classic", content=JPEG + SECRET + b"broken")
    time.sleep(0.1)
    kept = [path for path in server.folder.rglob("*") if path.is_file()]
    assert [path.name for path in kept if SECRET in path.read_bytes()] == []


def test_other_sites_cannot_send_pictures(server: Served) -> None:
    answer = httpx.post(
        f"{server.address}/api/photos?game=classic",
        content=JPEG,
        headers={"Content-Type": "image/jpeg"},
    )
    assert (answer.status_code, answer.json()["reason"]) == (403, "csrf")


def test_the_server_says_whether_it_reads_photos(http: httpx.Client, tmp_path: Path) -> None:
    assert http.get("/api/offers").json()["photos"] is True
    bare = BareServer(tmp_path).start()
    try:
        with httpx.Client(base_url=bare.address, headers=HEADERS) as other:
            assert other.get("/api/offers").json()["photos"] is False
            answer = other.post("/api/photos?game=classic", content=JPEG)
    finally:
        bare.kill()
    assert (answer.status_code, answer.json()["reason"]) == (404, "no-photos")
    assert answer.json()["detail"] == "This server doesn’t read photos."


class BareServer(Served):
    """A server without the extra."""

    program = (
        "-c",
        "import sys; from qwirkle.analysis.photos import libraries; libraries.NAMES = ('no_such',);"
        "libraries.can_fetch = lambda: False;"
        "from qwirkle.cli import run; sys.exit(run(sys.argv[1:]))",
    )
