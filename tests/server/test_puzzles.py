"""Puzzles over HTTP, as the page uses them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from qwirkle.analysis.puzzles.calendar import puzzle_of
from qwirkle.analysis.puzzles.puzzle import shipped_puzzles
from qwirkle.analysis.review.marks import POINTS
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.tables.learning.puzzles import has_begun, has_ended

from .served import served

DAYS = Path(__file__).parents[2] / "frontend" / "src" / "learning" / "puzzles" / "days.ts"
DAY = date(2026, 3, 14)
PATH = f"/api/puzzles/{DAY}"


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        served(tmp_path_factory.mktemp("server")) as server,
        httpx.Client(base_url=server.address, headers={"X-Qwirkle": "1"}) as client,
    ):
        yield client


def turns() -> list[dict[str, object]]:
    puzzle = puzzle_of(DAY)
    written = [write_turn(puzzle.turn(found)) for found in puzzle.candidates]
    return [msgspec.json.decode(msgspec.json.encode(turn)) for turn in written]


def test_the_puzzle_of_a_day_comes_without_its_solution(http: httpx.Client) -> None:
    answer = http.get(PATH)
    shown = answer.json()
    puzzle = puzzle_of(DAY)
    assert shown.keys() == {"number", "date", "game", "position", "difficulty"}
    assert shown["position"] == puzzle.position
    assert shown["game"]["hand"] == [str(tile) for tile in puzzle.view().hand]
    for word in ("lost", "candidates", "best", "exact", "reasons"):
        assert f'"{word}"' not in answer.text


def test_previews_are_those_of_a_table_and_say_nothing_about_the_grade(http: httpx.Client) -> None:
    puzzle = puzzle_of(DAY)
    found = http.post(f"{PATH}/previews", json={"turn": turns()[0]}).json()
    assert (found["legal"], found["points"]) == (True, puzzle.candidates[0].points)
    assert "lost" not in found
    empty = http.post(f"{PATH}/previews", json={"turn": {"place": []}}).json()
    assert not empty["legal"]
    assert empty["cells"]


def test_answers_are_graded_by_the_points_they_lose(http: httpx.Client) -> None:
    puzzle = puzzle_of(DAY)
    for turn, found in list(zip(turns(), puzzle.candidates, strict=True))[:3]:
        answer = http.post(f"{PATH}/answers", json={"turn": turn}).json()
        assert answer["lost"] == found.lost
        assert answer["points"] == found.points
        assert answer["best"]["turn"] == turns()[0]
        assert [row["lost"] for row in answer["candidates"]] == [
            row.lost for row in puzzle.candidates
        ]
        assert (answer["mark"] == "best") == (found.lost == 0)


def test_an_illegal_answer_gets_the_usual_refusal(http: httpx.Client) -> None:
    refused = http.post(f"{PATH}/answers", json={"turn": {"place": [[900, 900, "Ro"]]}})
    assert refused.status_code == 409
    assert refused.json()["objections"]
    assert http.post(f"{PATH}/answers", json={"turn": {"jump": 1}}).status_code == 400
    assert http.post(f"{PATH}/answers", json={}).status_code == 400


def test_every_puzzle_has_a_number(http: httpx.Client) -> None:
    puzzles = shipped_puzzles().puzzles
    listed = http.get("/api/puzzles").json()
    assert listed == {"difficulties": [puzzle.rating for puzzle in puzzles]}
    for number in (0, len(puzzles) - 1):
        path = f"/api/puzzles/numbers/{number}"
        shown = http.get(path).json()
        assert (shown["number"], shown["date"]) == (number, None)
        assert shown["position"] == puzzles[number].position
        assert shown["difficulty"] == listed["difficulties"][number]
        best = msgspec.json.decode(msgspec.json.encode(write_turn(puzzles[number].best)))
        found = http.post(f"{path}/previews", json={"turn": best}).json()
        assert found["legal"]
        answer = http.post(f"{path}/answers", json={"turn": best}).json()
        assert (answer["lost"], answer["mark"]) == (0, "best")
        assert answer["themes"] == list(puzzles[number].themes)


def test_a_puzzle_of_the_card_game_is_arranged_and_answered(http: httpx.Client) -> None:
    puzzles = shipped_puzzles().puzzles
    number = next(at for at, one in enumerate(puzzles) if one.view().family == "cards")
    path = f"/api/puzzles/numbers/{number}"
    shown = http.get(path).json()["game"]
    best = msgspec.to_builtins(write_turn(puzzles[number].best))
    lying = Counter(card for cards in shown["table"] for card in cards)
    cards = list((Counter(card for cards in best["after"] for card in cards) - lying).elements())
    arranged = http.post(f"{path}/arrange", json={"cards": cards}).json()
    assert arranged["possible"]
    answer = http.post(f"{path}/answers", json={"turn": {"after": arranged["after"]}}).json()
    assert answer["points"] == arranged["qwirkles"]
    # The order of sets and of cards in them makes no other turn.
    turned = [cards[::-1] for cards in best["after"][::-1]]
    answer = http.post(f"{path}/answers", json={"turn": {"after": turned}}).json()
    assert (answer["lost"], answer["mark"]) == (0, "best")
    refused = http.post(f"{path}/arrange", json={"cards": ["Ro", "Ro", "Ro", "Ro"]})
    assert refused.status_code == 409
    # Puzzles with tiles arrange nothing.
    assert http.post(f"{PATH}/arrange", json={"cards": ["Ro"]}).json()["reason"] == "bad-request"


@pytest.mark.parametrize("number", [-1, 10**9, 100_000, "x"])
def test_a_number_without_a_puzzle_is_refused(http: httpx.Client, number: object) -> None:
    for answer in (
        http.get(f"/api/puzzles/numbers/{number}"),
        http.post(f"/api/puzzles/numbers/{number}/answers", json={"turn": {"place": []}}),
    ):
        assert answer.status_code in {400, 404}
        assert answer.json()["reason"] in {"bad-request", "not-found"}


def test_the_solution_of_an_earlier_day_is_public_and_todays_is_not(http: httpx.Client) -> None:
    solution = http.get(f"{PATH}/solution").json()
    assert solution["best"]["turn"] == turns()[0]
    assert solution["exact"] == puzzle_of(DAY).exact
    today = datetime.now(UTC).date()
    for day in (today + timedelta(days=1), today + timedelta(days=3)):
        refused = http.get(f"/api/puzzles/{day}/solution")
        assert (refused.status_code, refused.json()["reason"]) == (404, "not-yet")
    noon = datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert has_ended(date(2026, 11, 16), noon)
    assert not has_ended(date(2026, 11, 16), noon - timedelta(hours=3))


@pytest.mark.parametrize("day", ["today", "2026-13-01", "2026-02-30", "20260101"])
def test_what_is_not_a_day_is_a_bad_request(http: httpx.Client, day: str) -> None:
    refused = http.get(f"/api/puzzles/{day}")
    assert (refused.status_code, refused.json()["reason"]) == (400, "bad-request")


def test_days_that_have_not_begun_anywhere_are_refused(http: httpx.Client) -> None:
    later = datetime.now(UTC).date() + timedelta(days=3)
    turn: dict[str, Any] = {"turn": {"place": []}}
    for answer in (
        http.get(f"/api/puzzles/{later}"),
        http.post(f"/api/puzzles/{later}/previews", json=turn),
        http.post(f"/api/puzzles/{later}/answers", json=turn),
    ):
        assert (answer.status_code, answer.json()["reason"]) == (404, "not-yet")


def test_a_day_begins_where_it_begins_first() -> None:
    noon = datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert has_begun(date(2026, 11, 17), noon)
    assert not has_begun(date(2026, 11, 17), noon - timedelta(hours=3))
    assert has_begun(date(2026, 11, 16), noon - timedelta(hours=12))


def test_a_blunder_ends_a_streak_by_the_same_threshold() -> None:
    found = re.search(r"const BLUNDER = ([\d.]+);", DAYS.read_text("utf-8"))
    assert found is not None
    assert float(found[1]) == POINTS.blunder
