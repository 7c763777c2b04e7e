"""The engine protocol as its users see it: requests in, answers out."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from qwirkle.protocol.server import dispatch
from qwirkle.protocol.server.dispatch import Engine
from qwirkle.rules.editions.placement import PLACEMENT_GAMES
from qwirkle.rules.tiles import Tile

Json = Any


def ask(engine: Engine, **request: Json) -> Json:
    answer = msgspec.json.decode(engine.answer_line(msgspec.json.encode({"id": 5, **request})))
    assert answer["id"] == 5
    assert "error" not in answer, answer
    return answer["result"]


def refused(engine: Engine, line: bytes) -> Json:
    return msgspec.json.decode(engine.answer_line(line))["error"]


@pytest.fixture
def engine() -> Engine:
    return Engine()


def test_hello_names_everything(engine: Engine) -> None:
    hello = ask(engine, op="hello")
    assert hello["protocol"] == 1
    assert hello["games"][: len(PLACEMENT_GAMES)] == list(PLACEMENT_GAMES)
    assert {"random", "greedy"} <= set(hello["bots"])
    assert hello["backend"] in {"compiled", "checked", "python"}


def test_moves_on_an_empty_table_open_with_the_largest_set_from_the_origin(engine: Engine) -> None:
    hand = ["Ro", "Rs", "Gx", "Gx"]
    moves = ask(engine, op="moves", game="classic", board=[], hand=hand)["moves"]
    assert {(tuple(map(tuple, m["place"])), m["points"]) for m in moves} == {
        (((0, 0, "Ro"), (1, 0, "Rs")), 2),
        (((0, 0, "Rs"), (1, 0, "Ro")), 2),
        (((0, 0, "Ro"), (0, 1, "Rs")), 2),
        (((0, 0, "Rs"), (0, 1, "Ro")), 2),
    }


def test_A7_a_lone_opening_tile_scores_one_and_is_listed_once(engine: Engine) -> None:
    moves = ask(engine, op="moves", game="classic", board=[], hand=["Ro", "Gx"])["moves"]
    assert sorted(m["place"] for m in moves) == [[[0, 0, "Gx"]], [[0, 0, "Ro"]]]
    assert [m["points"] for m in moves] == [1, 1]


def test_check_explains_lines_and_points(engine: Engine) -> None:
    board = [[0, 0, "Ro"], [1, 0, "Rs"]]
    answer = ask(engine, op="check", game="classic", board=board, place=[[2, 0, "Rd"]])
    assert answer["legal"] is True
    assert (answer["points"], answer["bonus"]) == (3, 0)
    assert answer["lines"] == [{"cells": [[0, 0], [1, 0], [2, 0]], "points": 3, "qwirkle": False}]


@pytest.mark.parametrize(
    ("place", "hand", "reasons"),
    [
        ([], None, ["no-tiles"]),
        ([[2, 0, "Zz"]], None, ["no-such-tile"]),
        ([[2, 0, "Rd"], [2, 0, "Rx"]], None, ["same-cell-twice"]),
        ([[1, 0, "Rd"]], None, ["occupied"]),
        ([[2, 0, "Rd"]], ["Rx"], ["not-in-hand"]),
        ([[9, 9, "Rd"]], None, ["no-contact"]),
        ([[2, 0, "Gd"]], None, ["line-mixed"]),
        ([[2, 0, "Ro"]], None, ["line-duplicate"]),
    ],
)
def test_check_gives_every_reason(
    engine: Engine, place: Json, hand: Json, reasons: list[str]
) -> None:
    board = [[0, 0, "Ro"], [1, 0, "Rs"]]
    answer = ask(engine, op="check", game="classic", board=board, place=place, hand=hand)
    assert answer["legal"] is False
    assert answer["reasons"] == reasons
    assert answer["message"]


def test_check_judges_the_taking_too(engine: Engine) -> None:
    board = [[x, 0, f"R{shape}"] for x, shape in enumerate("oxdsbc")] + [[0, 1, "Go"]]
    asked = {"op": "check", "game": "select", "board": board, "place": [[1, 1, "Yo"]]}
    assert ask(engine, **asked, take=[3, 0])["reasons"] == ["in-qwirkle"]
    assert ask(engine, **asked, take=[9, 9])["reasons"] == ["no-tile"]
    assert ask(engine, **asked, take=[0, 1], tokens=0)["reasons"] == ["no-token"]


def test_moves_after_taking_speak_of_the_table_without_the_tile(engine: Engine) -> None:
    board = [[7, 7, "Ro"], [8, 7, "Rs"]]
    asked = {"op": "moves", "game": "mini", "board": board, "hand": ["Gs"], "take": [7, 7]}
    placed = [move["place"] for move in ask(engine, **asked)["moves"]]
    assert [[9, 7, "Ro"]] in placed
    assert [[7, 7, "Ro"]] not in placed, "M-TAKE-1: not back to the same spot"
    assert [[7, 7, "Gs"]] in placed
    again = ask(engine, **{**asked, "game": "select"})["moves"]
    assert [[7, 7, "Ro"]] in [move["place"] for move in again], "A12: allowed in Select"


def test_bonus_squares_can_be_given(engine: Engine) -> None:
    board = [[3, 3, "Ro"]]
    squares = {"1": [[4, 3]], "2": [[2, 3]]}
    place = {"op": "check", "game": "connect", "board": board, "squares": squares}
    assert ask(engine, **place, place=[[4, 3, "Rs"]])["bonus"] == 1
    answer = ask(engine, **place, place=[[2, 3, "Rs"]])
    assert (answer["bonus"], answer["points"]) == (2, 4)


def test_best_plays_the_most_points(engine: Engine) -> None:
    board = [[x, 0, f"R{shape}"] for x, shape in enumerate("oxdsb")]
    answer = ask(engine, op="best", game="classic", board=board, hand=["Rc", "Gx"], bot="greedy")
    assert answer["points"] == 12
    assert answer["turn"]["place"] in ([[5, 0, "Rc"]], [[-1, 0, "Rc"]])
    assert answer["considered"][0]["points"] == 12


@pytest.mark.parametrize("bot", ["sim:samples=400", "sim@0.1:samples=400"])
def test_a_bot_that_tries_turns_tells_their_values_and_intervals(engine: Engine, bot: str) -> None:
    board = [[x, 0, tile] for x, tile in enumerate(["Ro", "Rs", "Rx"])]
    hand = ["Rc", "Gx", "Go", "Bs", "Bx", "Yd"]
    asked = {"op": "best", "game": "classic", "board": board, "hand": hand}
    answer = ask(engine, **asked, bot=bot, seed=1)
    first, *others = answer["considered"]
    assert first["place"] == sorted(answer["turn"]["place"])
    assert first["points"] == answer["points"]
    assert others
    for one in (first, *others):
        assert one["low"] <= one["value"] <= one["high"]
    greedy = ask(engine, **asked, bot="greedy")["considered"]
    assert all(set(one) == {"place", "points"} for one in greedy), "it weighs nothing"


def test_best_trades_or_passes_when_nothing_fits(engine: Engine) -> None:
    board = [[0, 0, "Ro"]]
    asked = {"op": "best", "game": "classic", "board": board, "hand": ["Gx"], "bot": "greedy"}
    assert ask(engine, **asked, bag=5)["turn"] == {"trade": ["Gx"]}
    assert ask(engine, **asked, bag=0)["turn"] == {"pass": True}


def test_a_whole_game_over_the_protocol(engine: Engine) -> None:
    opened = ask(engine, op="new", game="classic", players=["Ann", "Ben"], seed=3)
    table, views = opened["table"], opened["views"]
    turn = views[0]["turn"]
    while turn is not None:
        seen = ask(engine, op="view", table=table, seat=turn)
        best = ask(
            engine,
            op="best",
            game="classic",
            board=seen["board"],
            hand=seen["hand"],
            bag=seen["bag"],
            bot="greedy",
            seed=1,
        )
        answer = ask(engine, op="act", table=table, seat=turn, turn=best["turn"])
        assert answer["view"]["board"] != seen["board"] or "place" not in best["turn"]
        turn = answer["view"]["turn"]
    end = ask(engine, op="view", table=table, seat=None)
    assert end["hand"] == []
    assert end["result"]["scores"] == [player["score"] for player in end["players"]]


def test_a_refused_act_changes_nothing(engine: Engine) -> None:
    opened = ask(engine, op="new", game="classic", players=2, seed="x")
    table, mover = opened["table"], opened["views"][0]["turn"]
    before = [ask(engine, op="view", table=table, seat=seat) for seat in (0, 1, None)]
    for seat, turn, reason in [
        (1 - mover, {"pass": True}, "not-your-turn"),
        (mover, {"pass": True}, "can-place"),
        (mover, {"trade": before[mover]["hand"][:1]}, "opening-must-place"),
        (mover, {"place": []}, "no-tiles"),
        (mover, {"take": [0, 0]}, "no-token"),
        (mover, {"draw3": True}, "no-token"),
    ]:
        answer = ask(engine, op="act", table=table, seat=seat, turn=turn)
        assert reason in answer["refused"]["reasons"]
    after = [ask(engine, op="view", table=table, seat=seat) for seat in (0, 1, None)]
    assert after == before


BEST = {
    "op": "best",
    "game": "connect",
    "board": [[7, 7, "Ro"]],
    "hand": ["Rs"],
    "ms": 5,
    "scores": [1, 2],
}


@pytest.mark.parametrize("bot", ["greedy", "sim", "level:4"])
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"bag": 109}, "bag must be at most 108"),
        ({"game": "combined", "bag": 111}, "bag must be at most 1"),
        ({"players": [1, 31]}, "players must have at most 30 tiles each"),
        ({"hand": ["Rs"] * 31}, "hand must have 1 to 30 tiles"),
        ({"hand": []}, "hand must have 1 to 30 tiles"),
        ({"game": "select", "tokens": 109}, "tokens must be at most 108"),
        ({"squares": {"1": [[-1, 0]]}}, "squares.1 has a cell off the board, [-1, 0]"),
        ({"squares": {"centre": [[0, 16]]}}, "squares.centre has a cell off the board, [0, 16]"),
        ({"game": "select", "stars_left": [[7, 8]]}, "is not a star space, [7, 8]"),
        ({"game": "classic", "stars_left": [[0, 0]]}, "is not a star space, [0, 0]"),
    ],
)
def test_a_position_that_cannot_be_is_a_bad_request(
    engine: Engine, bot: str, wrong: dict[str, Any], said: str
) -> None:
    error = refused(engine, msgspec.json.encode({**BEST, "bot": bot, **wrong}))
    assert error["code"] == "bad-request"
    assert said in error["message"]


@pytest.mark.parametrize("bot", ["greedy", "value", "sim:samples=2", "level:4"])
@pytest.mark.parametrize(
    "most",
    [
        {"bag": 108},
        {"players": [1, 30]},
        {"hand": ["Rs", "Gx", "Bc"] * 10, "bag": 20},
        {"game": "select", "tokens": 108},
        {"game": "combined", "bag": 108},
    ],
)
def test_the_bounds_of_a_position_can_be_played(
    engine: Engine, bot: str, most: dict[str, Any]
) -> None:
    assert "turn" in ask(engine, **{**BEST, "bot": bot, **most})


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad-json"),
        (b"{", "bad-json"),
        (b"\xff\xfe", "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (b"7", "bad-request"),
        (b"{}", "bad-request"),
        (b'{"op": "fly"}', "unknown-op"),
        (b'{"op": "moves"}', "bad-request"),
        (b'{"op": "moves", "game": "chess", "board": [], "hand": []}', "bad-request"),
        (b'{"op": "moves", "game": "classic", "board": [[0, 0]], "hand": []}', "bad-request"),
        (b'{"op": "moves", "game": "classic", "board": [[0,0,"Zz"]], "hand": []}', "bad-request"),
        (
            b'{"op":"moves","game":"classic","board":[[0,0,"Ro"],[1,0,"Gs"]],"hand":["Rs"]}',
            "bad-request",
        ),
        (
            b'{"op":"moves","game":"classic","board":[[0,0,"Ro"],[999999,0,"Gs"]],"hand":["Rs"]}',
            "bad-request",
        ),
        (b'{"op":"best","game":"classic","board":[],"hand":["Ro"],"bot":"x"}', "bad-request"),
        (b'{"op": "new", "game": "classic", "players": 9}', "bad-request"),
        (
            b'{"op": "check", "game": "classic", "board": [], "place": [%s]}'
            % b",".join(b'[%d,0,"Ro"]' % x for x in range(20_000)),
            "bad-request",
        ),
        (b'{"op": "act", "table": "t9", "seat": 0, "turn": {"pass": true}}', "bad-request"),
    ],
)
def test_bad_input_gets_a_code_and_a_sentence(engine: Engine, line: bytes, code: str) -> None:
    error = refused(engine, line)
    assert error["code"] == code
    assert error["message"]
    assert "Traceback" not in error["message"]


@pytest.mark.parametrize(
    "request_",
    [
        {"op": "best", "game": "classic", "board": [[0, 0, "Ro"]], "hand": ["Rs"], "bot": "sim"}
        | {"ms": 5, "bag": 115, "scores": [1, 2]},
        {"op": "moves", "game": "connect", "board": [], "hand": ["Rs"]}
        | {"squares": {"1": [[-1, 0]]}},
        {"op": "moves", "game": "select", "board": [], "hand": ["Rs"], "stars_left": [[0, 1]]},
        {"op": "moves", "game": "classic", "board": [[0, 0, "Ro"]], "hand": list(Tile)},
    ],
    ids=["bag", "squares", "stars", "all tiles"],
)
def test_what_is_out_of_bounds_is_a_bad_request(engine: Engine, request_: Json) -> None:
    assert refused(engine, msgspec.json.encode(request_))["code"] == "bad-request"


def test_an_answer_has_a_bounded_number_of_placements(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"op": "moves", "game": "classic", "board": [[0, 0, "Ro"]], "hand": ["Rs", "Rx"]}
    count = len(ask(engine, **asked)["moves"])
    monkeypatch.setattr(dispatch, "MOST_MOVES", count)
    assert len(ask(engine, **asked)["moves"]) == count
    monkeypatch.setattr(dispatch, "MOST_MOVES", count - 1)
    assert refused(engine, msgspec.json.encode(asked))["code"] == "bad-request"


def test_tables_can_be_closed_and_are_bounded(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "MOST_TABLES", 2)
    new = {"op": "new", "game": "classic", "players": 2, "seed": 1}
    first, second = (ask(engine, **new)["table"] for _ in range(2))
    assert refused(engine, msgspec.json.encode(new))["code"] == "bad-request"
    assert ask(engine, op="close", table=first) == {"closed": True}
    again = msgspec.json.encode({"op": "close", "table": first})
    assert refused(engine, again)["code"] == "bad-request"
    third = ask(engine, **new)["table"]
    assert third not in (first, second)
    assert ask(engine, op="view", table=second, seat=0)["turn"] in (0, 1)
