"""The schema tells the truth: what is really sent fits it, for every game, event and message."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import httpx
import jsonschema_rs
import msgspec
import pytest

from qwirkle.api.problems import problem_of
from qwirkle.api.schema import PLACE
from qwirkle.rules.family import GAMES, view
from qwirkle.server.schema import FILE, make_schema
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.views import TableEvent, Viewer, table_view
from qwirkle.tables.learning.lessons.attempts import lesson_view
from qwirkle.tables.live.cache import sent_between
from qwirkle.tables.live.family import hint_of
from tables.scene import Scene, greedy_turn, many_persons
from tables.test_story import stored

from .served import served

VIEWER = Viewer((0,), host=True)


@cache
def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(make_schema())
    return found


@cache
def checker(name: str) -> jsonschema_rs.Draft202012Validator:
    whole = {"components": schema()["components"], "$ref": f"{PLACE}{name}"}
    return jsonschema_rs.Draft202012Validator(whole)


def check(name: str, value: Any) -> None:
    plain = json.loads(msgspec.json.encode(value))
    faults = [
        f"{fault.instance_path}: {fault.message}" for fault in checker(name).iter_errors(plain)
    ]
    assert not faults, f"{name}: {faults[:2]} in {plain}"


def test_the_file_that_is_sent_is_up_to_date() -> None:
    """The page has its types from it too."""
    again = "write it again with: python -m qwirkle.server.schema"
    assert FILE.read_bytes() == make_schema(), again


def test_nothing_is_referred_to_that_is_not_there() -> None:
    there = schema()["components"]["schemas"]
    assert set(re.findall(rf'"{PLACE}([^"]+)"', json.dumps(schema()))) <= set(there)


def told(scene: Scene) -> None:
    """Check everything that was sent about a table."""
    rows = stored(scene)
    for news in sent_between(rows, 0, len(rows)):
        body = json.loads(news.for_viewer(VIEWER))
        check("ServerMessage", {"kind": "told", "told": body})
        check("TableEvent", body["event"])
    check("ServerMessage", {"kind": "view", "view": table_view(scene.table, VIEWER, scene.now)})


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_fit(game: str) -> None:
    scene, people = many_persons(2, game)
    while scene.table.to_move is not None:
        state = game_of(scene.table)
        if state.seq % 7 == 0:
            known = view(state, state.turn)
            check("Hint", hint_of(known, greedy_turn(known)))
            check("TableView", table_view(scene.table, VIEWER, scene.now))
        scene.play_on(people, turns=1)
    told(scene)


def test_what_happens_around_a_game_fits() -> None:
    scene, (ann, ben, cem) = many_persons(3, "classic")
    scene.do(ann, c.React("hello"))
    scene.do(ann, c.CallVote("end"))
    told(scene)
    scene.do(ben, c.Vote(agree=False))
    scene.do(ben, c.SetRecovery("0" * 64))
    scene.do(cem, c.Resign())
    scene.do(ben, c.Resign())
    scene.do(ann, c.Rematch())
    told(scene)


def test_every_event_has_a_shape() -> None:
    """What is stored and what is sent are two lists."""
    tag = {kind.__struct_config__.tag for kind in get_args(TableEvent)}
    assert tag == {kind.__struct_config__.tag for kind in get_args(e.AnyTableEvent)}


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "done", "id": "1", "seq": 3, "first": 3},
        {"kind": "refused", "id": None, "problem": problem_of(refusal(TableReason.STALE))},
        {"kind": "pong", "n": 1},
        {"kind": "present", "seats": (0, 2), "watching": 3},
    ],
)
def test_other_messages_fit(message: dict[str, Any]) -> None:
    check("ServerMessage", message)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ServerMessage", {"kind": "told", "told": {}}),
        ("ServerMessage", {"kind": "present", "seats": [0], "watching": 1, "hands": []}),
        ("TableEvent", {"event": "unheard-of"}),
        ("Turn", {"place": [[0, 0]]}),
        ("Game", {"game": "classic"}),
    ],
)
def test_the_check_can_fail(name: str, value: dict[str, Any]) -> None:
    assert not checker(name).is_valid(value)


@pytest.mark.parametrize("game", GAMES)
def test_lessons_fit(game: str) -> None:
    check("LessonView", lesson_view(game))


@pytest.mark.parametrize(
    "turn",
    [
        {"place": [[0, 0, "Ro"]], "take": [1, 1]},
        {"trade": ["Ro"]},
        {"pass": True},
        {"take": [0, -1]},
        {"draw3": True},
        {"after": [["Ro", "Rs", "Rd"]]},
        {"exchange": True},
    ],
)
def test_turns_fit(turn: dict[str, Any]) -> None:
    check("Turn", turn)


def test_the_schema_is_sent_as_a_file_to_those_who_lack_it(tmp_path: Path) -> None:
    """Making it takes as long as a hundred requests, and anybody may ask for it."""
    with served(tmp_path) as server, httpx.Client(base_url=server.address) as http:
        first = http.get("/api/schema/openapi.json")
        tag = first.headers["etag"]
        known = http.get("/api/schema/openapi.json", headers={"If-None-Match": tag})
        other = http.get("/api/schema/openapi.json", headers={"If-None-Match": '"older"'})
        short = http.get("/api/schema")
    assert first.content == FILE.read_bytes()
    assert (known.status_code, known.content) == (304, b"")
    assert known.headers["etag"] == first.headers["etag"]
    assert other.content == short.content == first.content
    assert first.headers["content-type"] == "application/json"
