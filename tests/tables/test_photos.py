"""Photographs are read one after the other, away from the loop, and few at a time."""

from __future__ import annotations

import asyncio
import threading
from contextlib import ExitStack
from functools import partial

import pytest

from analysis.photos.scenes import Scene, photograph, played_out
from qwirkle.analysis.photos import Corners
from qwirkle.analysis.photos.reading import Reading
from qwirkle.errors import MissingExtra, Refused
from qwirkle.rules.placement.board import Layout
from qwirkle.rules.placement.layouts import layout
from qwirkle.tables.photos import photos
from qwirkle.tables.photos.photos import (
    MAX_PLACES,
    MAX_PLACES_EACH,
    PhotoQueries,
)


def reading(monkeypatch: pytest.MonkeyPatch, printed: Layout | None = None) -> list[str]:
    """Have a reader that finds nothing; the names of the threads it ran on."""
    threads: list[str] = []

    def read(picture: bytes, *, game: str, corners: Corners | None, turns: int) -> Reading:
        threads.append(threading.current_thread().name)
        return Reading(game, (), (), None, printed)

    monkeypatch.setattr(photos, "find_reader", lambda: partial(photos.read_here, read))
    return threads


def test_pictures_are_read_on_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = reading(monkeypatch)
    queries = PhotoQueries()

    async def scene() -> None:
        await asyncio.gather(*(queries.read(b"", "classic") for _ in range(3)))

    asyncio.run(scene())
    queries.close()
    assert len(threads) == 3
    assert set(threads) == {"qwirkle-photos_0"}


def test_places_are_limited_in_all_and_for_each_address(monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch)
    queries = PhotoQueries()
    with ExitStack() as held:
        for number in range(MAX_PLACES):
            held.enter_context(queries.place(f"address {number // MAX_PLACES_EACH}"))
        with pytest.raises(Refused, match="reading other photos"), queries.place("another"):
            pass
    with ExitStack() as held:
        for _ in range(MAX_PLACES_EACH):
            held.enter_context(queries.place("one"))
        with pytest.raises(Refused, match="reading other photos"), queries.place("one"):
            pass
        with queries.place("another"):
            pass


def test_without_the_libraries_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "LIBRARIES", ("no_such_library",))
    queries = PhotoQueries()
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
    queries = PhotoQueries()
    assert asyncio.run(queries.read(b"", game)).options == options
    queries.close()


def test_a_real_reader_reads_a_picture() -> None:
    tiles, board = played_out("connect", 5, 2)
    picture = photograph(Scene(tiles, board, seed=2)).jpeg
    queries = PhotoQueries()
    found = asyncio.run(queries.read(picture, "connect"))
    queries.close()
    assert {placed.cell: placed.tile for placed in found.board} == tiles
    assert (found.options, found.problems) == ({}, ())
    assert found.frame is not None
    assert len(found.outlines) == len(found.second) == len(found.certainty) == len(tiles)
