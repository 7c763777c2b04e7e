"""Lessons over HTTP, as the page uses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from msgspec import to_builtins

from qwirkle.rules.family import GAMES
from qwirkle.tables.learning.lessons.course import lesson

from .served import Served, served


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield from _client(server)


def _client(server: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, headers={"X-Qwirkle": "1"}) as http:
        yield http


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_gets_through_every_lesson(http: httpx.Client, game: str) -> None:
    answer = http.get(f"/api/lessons/{game}")
    assert '"solution"' not in answer.text
    steps = lesson(game)
    assert steps is not None
    shown = answer.json()["steps"]
    assert len(shown) == len(steps)
    for number, (step, seen) in enumerate(zip(steps, shown, strict=True)):
        assert seen["texts"][step.code] == step.text
        assert seen["game"]["hand"] == step.hand
        path = f"/api/lessons/{game}/{number}"
        tried = http.post(path, json={"turn": to_builtins(step.solution)}).json()
        assert tried["done"]
        assert tried["say"] in seen["texts"]
        assert tried["preview"]["legal"]
        for wrong in step.wrong:
            refused = http.post(path, json={"turn": to_builtins(wrong.turn)}).json()
            assert not refused["done"]
            assert seen["texts"][refused["say"]] == wrong.say
            assert refused["preview"]["objections"]


def test_what_there_is_not_is_a_problem(http: httpx.Client) -> None:
    assert http.get("/api/lessons/chess").json()["reason"] == "not-found"
    turn: dict[str, Any] = {"turn": {"place": []}}
    assert http.post("/api/lessons/classic/99", json=turn).status_code == 404
    assert http.post("/api/lessons/classic/0", json={"turn": {"jump": 1}}).status_code == 400
