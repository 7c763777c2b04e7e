"""Boards for choosing options: those that the table would have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from qwirkle.rules.family import GAMES, edition

from .served import Served, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


def asked(server: Served, **options: Any) -> httpx.Response:
    return httpx.get(f"{server.address}/api/boards", params=options)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_the_one_of_the_rules(server: Served, game: str) -> None:
    found = asked(server, game=game).json()
    layout = getattr(edition(game), "layout", None)
    assert found["game"] == game
    if layout is None or not layout.bounded:
        assert found["squares"] is None
        return
    squares = found["squares"]
    assert (squares["width"], squares["height"]) == (16, 16)
    assert {tuple(cell) for cell in squares["star"]} == set(layout.stars)
    assert {tuple(cell) for cell in squares["2"]} == {
        cell for cell, points in layout.bonus.items() if points == 2
    }


def test_options_make_another_board(server: Served) -> None:
    cross = asked(server, game="connect", board="cross").json()
    quarters = ["connect:0", "connect:1", "connect:1", "connect:0"]
    same = asked(server, game="connect", board=json.dumps(quarters)).json()
    assert cross["board"] == "cross"
    assert same["squares"] == cross["squares"]
    assert cross["squares"] != asked(server, game="connect").json()["squares"]
    select = asked(server, **{"game": "select", "same-spot": "false"})
    assert select.json()["squares"]["star"]


@pytest.mark.parametrize(
    ("options", "status", "reason"),
    [
        ({"game": "chess"}, 422, "bad-edition"),
        ({"game": "connect", "board": "triangle"}, 422, "bad-edition"),
        ({"game": "connect", "board": "null"}, 400, "bad-request"),
        ({"game": "connect", "board": "[" * 5000}, 422, "bad-edition"),
        ({"game": "connect", "colour": "red"}, 422, "bad-edition"),
        ({}, 400, "bad-request"),
    ],
)
def test_what_makes_no_board_is_refused(
    server: Served, options: dict[str, str], status: int, reason: str
) -> None:
    answer = asked(server, **options)
    assert (answer.status_code, answer.json()["reason"]) == (status, reason)
