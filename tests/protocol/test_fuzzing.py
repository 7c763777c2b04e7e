"""No input ends the engine: whatever comes in, one answer comes out."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostile import NOT_JSON, as_json, bodies
from qwirkle.protocol.client import EngineError, EngineProcess
from qwirkle.protocol.server.dispatch import Engine
from qwirkle.rules.editions.placement import PLACEMENT_GAMES
from qwirkle.rules.tiles import KINDS

CODES = {"bad-json", "bad-request", "unknown-op", "internal"}

numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | numbers | st.text()
anything = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)
codes = st.sampled_from([tile.value for tile in KINDS])
small = st.integers(-4, 20)
placed = st.tuples(small, small, codes).map(list)
turns = st.fixed_dictionaries(
    {},
    optional={
        "place": st.lists(placed, max_size=4) | anything,
        "trade": st.lists(codes, max_size=7) | anything,
        "pass": st.just(True) | anything,
        "take": st.lists(small, min_size=2, max_size=2) | anything,
        "draw3": st.just(True) | anything,
    },
)
requests = st.fixed_dictionaries(
    {"op": st.sampled_from(["hello", "moves", "check", "best", "new", "act", "view"])},
    optional={
        "id": anything,
        "game": st.sampled_from(PLACEMENT_GAMES) | anything,
        "board": st.lists(placed, max_size=12) | anything,
        "hand": st.lists(codes, max_size=8) | anything,
        "place": st.lists(placed, max_size=6) | anything,
        "bag": small | anything,
        "scores": st.lists(small, max_size=4) | anything,
        "unseen": st.lists(codes, max_size=4) | anything,
        "squares": st.dictionaries(st.sampled_from(["1", "2", "star"]), st.lists(placed))
        | anything,
        "stars_left": st.lists(st.lists(small, min_size=2, max_size=2)) | anything,
        "tokens": small | anything,
        "actions": st.lists(st.sampled_from(["take", "draw3"])) | anything,
        "take": st.lists(small, min_size=2, max_size=2) | anything,
        "bot": st.sampled_from(["greedy", "random"]) | anything,
        "ms": small | anything,
        "seed": small | anything,
        "players": st.integers(1, 5) | st.lists(st.text(), max_size=4) | anything,
        "ages": st.lists(small, max_size=4) | anything,
        "options": anything,
        "table": st.sampled_from(["t1", "t2"]) | anything,
        "seat": st.integers(0, 3) | anything,
        "turn": turns | anything,
    },
)


def answered(engine: Engine, line: bytes) -> Any:
    answer = engine.answer_line(line)
    assert b"\n" not in answer
    told = msgspec.json.decode(answer)
    assert set(told) in ({"id", "result"}, {"id", "error"})
    if "error" in told:
        assert told["error"]["code"] in CODES
        assert told["error"]["code"] != "internal", told
        assert told["error"]["message"]
    return told


@given(st.binary())
def test_any_bytes_get_an_answer(line: bytes) -> None:
    answered(Engine(), line)


@given(anything)
def test_any_json_gets_an_answer(value: Any) -> None:
    answered(Engine(), msgspec.json.encode(value) if _encodable(value) else b"{}")


@settings(max_examples=50)
@given(st.lists(requests, max_size=4))
def test_any_requests_get_their_answers_and_leave_the_tables_alone(
    asked: list[dict[str, Any]],
) -> None:
    engine = Engine()
    engine.answer_line(b'{"op": "new", "game": "classic", "players": 2, "seed": 1}')
    before = engine.answer_line(b'{"op": "view", "table": "t1", "seat": 0}')
    changed = False
    for request in asked:
        if _encodable(request):
            told = answered(engine, msgspec.json.encode(request))
            assert told["id"] == request.get("id")
            changed |= "events" in told.get("result", {})
    if not changed:
        assert engine.answer_line(b'{"op": "view", "table": "t1", "seat": 0}') == before


TILES = ["Ro", "Rs", "Rd", "Bs", "Gx", "Yc"]
SAMPLES: list[dict[str, Any]] = [
    {"id": 1, "op": "hello"},
    {"op": "moves", "game": "classic", "board": [[0, 0, "Ro"], [1, 0, "Rs"]], "hand": TILES},
    {
        "op": "moves",
        "game": "connect",
        "board": [[8, 8, "Ro"]],
        "hand": TILES,
        "squares": {"1": [[0, 0]], "2": [[1, 1]], "star": [[2, 2]], "centre": [[8, 8]]},
        "stars_left": [[2, 2]],
        "tokens": 1,
    },
    {
        "op": "check",
        "game": "select",
        "board": [[0, 0, "Ro"], [0, 1, "Rx"]],
        "hand": TILES,
        "place": [[1, 0, "Rs"]],
        "tokens": 1,
        "take": [0, 1],
    },
    {
        "op": "best",
        "game": "classic",
        "board": [[0, 0, "Ro"]],
        "hand": TILES,
        "bot": "sim",
        "ms": 1,
        "seed": 3,
        "bag": 90,
        "scores": [1, 2],
        "unseen": ["Ro", "Gx", "Bs"],
    },
    {
        "op": "best",
        "game": "mini",
        "board": [[0, 0, "Ro"]],
        "hand": TILES,
        "bot": "level:2",
        "bag": 0,
        "scores": [1, 2],
        "players": [6, 6],
    },
    {"op": "best", "game": "classic", "board": [[0, 0, "Ro"]], "hand": ["Rs"], "bot": "value"},
    {
        "op": "new",
        "game": "combined",
        "players": ["Ann", "Ben"],
        "seed": 1,
        "ages": [3, 4],
        "options": {"board": "diamond"},
    },
    {"op": "act", "table": "t1", "seat": 0, "turn": {"place": [[0, 0, "Ro"]], "take": [0, 0]}},
    {"op": "act", "table": "t2", "seat": 0, "turn": {"after": [["Ro", "Rs", "Rd"]]}},
    {"op": "view", "table": "t1", "seat": None},
    {
        "op": "cards.check",
        "table": [["Ro", "Rs", "Rd"]],
        "hand": ["Rx"],
        "after": [["Ro", "Rs", "Rd", "Rx"]],
    },
    {"op": "cards.best", "table": [["Ro", "Rs", "Rd"]], "hand": ["Rx", "Bo", "Go"]},
]
"""One good request of every kind, to be broken in a place or two."""


def _engine() -> Engine:
    engine = Engine()
    engine.answer_line(b'{"op": "new", "game": "classic", "players": 2, "seed": 1}')
    engine.answer_line(b'{"op": "new", "game": "cards", "players": 2, "seed": 1}')
    return engine


def break_every_request(examples: int) -> None:
    for sample in SAMPLES:
        assert "error" not in answered(_engine(), as_json(sample)) or "seat" in sample

        @settings(max_examples=examples)
        @given(bodies(sample))
        def survived(line: bytes) -> None:
            answered(_engine(), line.replace(b"\n", b" "))

        survived()


def test_every_request_broken_in_any_way_gets_an_answer() -> None:
    break_every_request(25)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_every_request_broken_in_thousands_of_ways_gets_an_answer() -> None:
    break_every_request(1000)


@pytest.mark.parametrize("line", NOT_JSON, ids=range(len(NOT_JSON)))
def test_what_is_no_json_is_no_request(line: bytes) -> None:
    answered(Engine(), line)


def _encodable(value: Any) -> bool:
    try:
        msgspec.json.encode(value)
    except (OverflowError, msgspec.EncodeError):
        return False
    return True


def test_an_id_may_be_any_number() -> None:
    number = 10**40
    told = msgspec.json.decode(Engine().answer_line(b'{"op": "hello", "id": %d}' % number))
    assert told["id"] == number


def test_the_process_answers_every_line_and_ends_with_its_input() -> None:
    lines = [b"nonsense", b"", b'{"id": 1, "op": "hello"}', b"[]", b"\x00\xff"]
    run = subprocess.run(
        [sys.executable, "-m", "qwirkle", "engine"],
        input=b"\n".join(lines),
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0
    assert run.stderr == b""
    answers = [msgspec.json.decode(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(lines)
    assert answers[2]["result"]["protocol"] == 1


def test_the_client_asks_and_hears() -> None:
    with EngineProcess() as engine:
        assert engine.ask("hello")["protocol"] == 1
        with pytest.raises(EngineError) as refused:
            engine.ask("fly")
        assert refused.value.code == "unknown-op"
    assert engine.close() == 0
