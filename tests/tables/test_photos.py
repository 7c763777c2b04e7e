"""Photographs are read one after the other, away from the loop, and few at a time."""

from __future__ import annotations

import asyncio
import threading

import pytest

from analysis.photos.scenes import Scene, photograph, played_out
from qwirkle.analysis.photos import libraries
from qwirkle.analysis.photos.reading import Reading
from qwirkle.errors import MissingExtra, Refused
from qwirkle.rules.editions.layouts import Layout, layout
from qwirkle.tables.live.workers import Workers
from qwirkle.tables.photos import photos
from qwirkle.tables.photos.photos import PhotoQueries


def reading(monkeypatch: pytest.MonkeyPatch, printed: Layout | None = None) -> list[int]:
    """Have a reader that finds nothing; how many were reading when it began."""
    busy = threading.Semaphore(8)
    seen: list[int] = []

    def read(picture: bytes, game: str, corners: object, turns: int) -> photos.PhotoReading:
        with busy:
            seen.append(8 - busy._value)
            return photos.reading_of(Reading(game, (), (), None, printed))

    monkeypatch.setattr(photos, "read_picture_file", read)
    return seen


def test_pictures_are_read_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = reading(monkeypatch)
    queries = PhotoQueries(Workers())

    async def scene() -> None:
        await asyncio.gather(*(queries.read(b"", "classic") for _ in range(3)))

    asyncio.run(scene())
    assert seen == [1, 1, 1]


def test_without_the_libraries_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "NAMES", ("no_such_library",))
    monkeypatch.setattr(libraries, "can_fetch", lambda: False)
    queries = PhotoQueries(Workers())
    assert not queries.offered
    with pytest.raises(MissingExtra, match=r"qwirkle\[photo\]"):
        asyncio.run(queries.read(b"", "classic"))


@pytest.mark.parametrize(
    ("game", "board", "options"),
    [
        ("connect", "diamond", {}),
        ("connect", ["connect:1"] * 4, {"board": ["connect:1"] * 4}),
        ("connect", "cross", {"board": "cross"}),
        ("combined", "combined", {}),
        ("classic", "open", None),
        ("connect", None, None),
    ],
)
def test_a_printed_board_comes_as_the_option_of_its_game(
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    board: str | list[str] | None,
    options: dict[str, object] | None,
) -> None:
    reading(monkeypatch, None if board is None else layout(board))
    queries = PhotoQueries(Workers())
    assert asyncio.run(queries.read(b"", game)).options == options


def test_a_real_reader_reads_a_picture() -> None:
    tiles, board = played_out("connect", 5, 2)
    picture = photograph(Scene(tiles, board, seed=2)).jpeg
    queries = PhotoQueries(Workers())
    found = asyncio.run(queries.read(picture, "connect"))
    assert {placed.cell: placed.tile for placed in found.board} == tiles
    assert (found.options, found.problems) == ({}, ())
    assert found.frame is not None
    assert len(found.outlines) == len(found.second) == len(found.certainty) == len(tiles)


class Fetching:
    """A clone without the libraries, in which an installer of ours fetches them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_end = threading.Event()
        self.attempts = 0
        self.fails = False
        self._patch = monkeypatch
        reading(monkeypatch)
        monkeypatch.setattr(libraries, "are_installed", lambda: False)
        monkeypatch.setattr(libraries, "can_fetch", lambda: True)
        monkeypatch.setattr(libraries, "fetch", self.fetch)

    def fetch(self) -> None:
        self.attempts += 1
        assert self.may_end.wait(30)
        if self.fails:
            raise libraries.NotFetched("there is no network")
        self._patch.setattr(libraries, "are_installed", lambda: True)


async def until_fetched(queries: PhotoQueries) -> None:
    while queries._fetching:
        await asyncio.sleep(0.001)


def test_the_first_picture_fetches_what_reads_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    clone = Fetching(monkeypatch)
    queries = PhotoQueries(Workers())
    assert queries.offered

    async def scene() -> None:
        for _ in range(2):  # whoever comes meanwhile begins nothing
            with pytest.raises(Refused, match="downloading its photo reader") as refused:
                await queries.read(b"", "classic")
            assert refused.value.reasons == ("busy",)
        clone.may_end.set()
        await until_fetched(queries)
        assert (await queries.read(b"", "classic")).board == ()

    asyncio.run(scene())
    assert clone.attempts == 1


def test_what_cannot_be_fetched_is_said_and_not_tried_with_every_picture(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = Fetching(monkeypatch)
    clone.fails = True
    clone.may_end.set()
    queries = PhotoQueries(Workers())

    async def scene() -> None:
        with pytest.raises(Refused):
            await queries.read(b"", "classic")
        await until_fetched(queries)
        with pytest.raises(MissingExtra):
            await queries.read(b"", "classic")
        monkeypatch.setattr(photos, "FETCH_AGAIN", 0.0)
        clone.fails = False
        with pytest.raises(Refused):
            await queries.read(b"", "classic")
        await until_fetched(queries)
        await queries.read(b"", "classic")

    asyncio.run(scene())
    assert clone.attempts == 2
    assert capsys.readouterr().err == "photographs cannot be read: there is no network\n"
