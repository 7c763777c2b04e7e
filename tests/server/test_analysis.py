"""The analysis board over HTTP, as the page uses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .served import served

LINE = "classic 0,0:RoRsRb GoGsGbBxBdBc 93 12-9 2"


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        served(tmp_path_factory.mktemp("server")) as at,
        httpx.Client(base_url=at.address, headers={"X-Qwirkle": "1"}) as client,
    ):
        yield client


def checked(http: httpx.Client, **asked: Any) -> dict[str, Any]:
    answer = http.post("/api/analysis/check", json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_position_is_checked_as_text_and_as_parts(http: httpx.Client) -> None:
    as_text = checked(http, position=LINE)
    assert as_text["position"] == LINE
    assert as_text["problems"] == []
    assert as_text["game"]["bag"] == 93
    parts = {
        "game": "classic",
        "board": as_text["game"]["board"],
        "hand": as_text["game"]["hand"],
        "scores": [12, 9],
        "turn": 1,
    }
    assert checked(http, parts=parts) == as_text


def test_cards_are_checked_as_parts(http: httpx.Client) -> None:
    parts = {"game": "cards", "table": [["Ro", "Rs", "Rb"], ["Ro"]], "hand": ["Bo"], "turn": 0}
    found = checked(http, parts=parts)
    assert [problem["reason"] for problem in found["problems"]] == ["set-too-small"]
    assert found["problems"][0]["params"]["set"] == 2


def test_the_best_turns_come_with_points_and_what_they_lose(http: httpx.Client) -> None:
    best = http.post("/api/analysis/best", json={"position": LINE}).json()
    first = best["turns"][0]
    assert first["lost"] == 0
    assert first["points"] > 0
    assert first["turn"]["place"]
    assert http.post("/api/analysis/best", json={"position": LINE}).json() == best


def test_all_turns_are_ranked_with_one_s_own_and_what_the_next_player_holds(
    http: httpx.Client,
) -> None:
    own = {"place": [[0, 1, "Bd"], [0, 2, "Bc"]]}
    asked = {"position": LINE, "effort": 1, "turns": [own], "held": ["Ro", "Rx"]}
    refused = http.post("/api/analysis/rank", json=asked)
    assert (refused.status_code, refused.json()["reason"]) == (409, "line-mixed")
    asked["turns"] = [{"place": [[3, 0, "Gs"]]}]
    refused = http.post("/api/analysis/rank", json=asked)
    assert refused.status_code == 409
    asked["turns"] = [{"place": [[2, 1, "Gb"]]}]
    answer = http.post("/api/analysis/rank", json=asked).json()
    (place,) = answer["asked"]
    assert answer["turns"][place]["text"] == "Gb@2,1"
    assert answer["turns"][0]["lost"] == 0
    assert all(turn["alike"] for turn in answer["turns"])
    assert answer["effort"] == 1
    plain = http.post("/api/analysis/rank", json={"position": LINE, "effort": 1}).json()
    assert plain["turns"] != answer["turns"]


@pytest.mark.parametrize(
    ("more", "status", "reason"),
    [
        ({"held": ["Go"] * 3}, 422, "held-wrong"),
        ({"held": ["Ro"] * 12}, 422, "held-wrong"),
        ({"held": ["Ro"] * 13}, 400, "bad-request"),
        ({"effort": 7}, 400, "bad-request"),
        ({"effort": -1}, 400, "bad-request"),
        ({"turns": [{"place": [[0, 1, "Zz"]]}]}, 409, "no-such-tile"),
        ({"turns": [{"take": [0, 0], "pass": True}]}, 400, "bad-request"),
        ({"turns": [{"pass": True}] * 5}, 400, "bad-request"),
        ({"turns": [{"pass": True}]}, 409, "can-place"),
    ],
)
def test_what_cannot_be_ranked_is_refused(
    http: httpx.Client, more: dict[str, Any], status: int, reason: str
) -> None:
    answer = http.post("/api/analysis/rank", json={"position": LINE, **more})
    assert (answer.status_code, answer.json()["reason"]) == (status, reason), answer.text


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ({"position": "classic 0,0:RoBs Go ? 0-0 1"}, 409, "line-mixed"),
        ({"position": "classic 0,0:Ro ? ? 0-0 1"}, 422, "hand-unknown"),
        ({"position": "nothing"}, 422, "bad-position"),
        ({}, 400, "bad-request"),
        ({"position": LINE, "parts": {"game": "classic"}}, 400, "bad-request"),
        ({"parts": {"game": "chess"}}, 422, "bad-position"),
        ({"parts": {"game": "classic", "board": [[0, 0, "Zz"]]}}, 400, "bad-request"),
        ({"position": "x" * 9000}, 400, "bad-request"),
    ],
)
def test_what_cannot_be_judged_is_refused(
    http: httpx.Client, body: dict[str, Any], status: int, reason: str
) -> None:
    answer = http.post("/api/analysis/best", json=body)
    assert (answer.status_code, answer.json()["reason"]) == (status, reason)
    assert answer.json()["detail"]


NUMBERS = st.integers(-3, 10**20)
PARTS = st.fixed_dictionaries(
    {"game": st.sampled_from(["classic", "select", "mini", "cards", "chess"])},
    optional={
        "board": st.lists(st.tuples(NUMBERS, NUMBERS, st.sampled_from(["Ro", "Gs"])), max_size=4),
        "hand": st.none() | st.lists(st.sampled_from(["Ro", "Gs", "Bc"]), max_size=9),
        "scores": st.lists(NUMBERS, max_size=5),
        "turn": NUMBERS,
        "hands": st.lists(NUMBERS, max_size=5),
        "table": st.lists(st.lists(st.sampled_from(["Ro", "Rs"]), max_size=7), max_size=3),
        "tokens": st.lists(NUMBERS, max_size=4),
        "stars": st.lists(st.tuples(NUMBERS, NUMBERS), max_size=2),
        "options": st.dictionaries(st.text(max_size=3), st.text(max_size=3), max_size=2),
    },
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(PARTS)
def test_no_parts_break_the_server(http: httpx.Client, parts: dict[str, Any]) -> None:
    for path in ("check", "best", "rank"):
        answer = http.post(f"/api/analysis/{path}", json={"parts": parts})
        assert answer.status_code < 500, (parts, answer.text)
