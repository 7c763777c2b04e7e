"""The card game over the protocol."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qwirkle.players import bot
from qwirkle.protocol.server.dispatch import Engine
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.cards.decide import begin, decide
from qwirkle.rules.cards.evolve import evolve
from qwirkle.rules.cards.view import view
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.cards import edition as cards_edition

CASES = json.loads((Path(__file__).parents[1] / "cases" / "cards.json").read_text("utf-8"))["cases"]
TURNS = [case for case in CASES if "after" in case]
BESTS = [case for case in CASES if "best" in case]


def ask(engine: Engine, **request: Any) -> Any:
    answer = msgspec.json.decode(engine.answer_line(msgspec.json.encode(request)))
    assert "error" not in answer, answer
    return answer["result"]


def error(line: bytes) -> Any:
    return msgspec.json.decode(Engine().answer_line(line))["error"]


@pytest.mark.parametrize("case", TURNS, ids=lambda case: case["id"])
def test_check_judges_the_turns_of_the_book(case: Any) -> None:
    told = ask(
        Engine(), op="cards.check", table=case["table"], hand=case["hand"], after=case["after"]
    )
    assert told["legal"] is ("reasons" not in case)
    if told["legal"]:
        assert sorted(told["played"]) == sorted(case["played"])
        assert told["qwirkles"] == case["qwirkles"]
    else:
        assert sorted(told["reasons"]) == sorted(case["reasons"])
        assert told["message"]


@pytest.mark.parametrize("case", BESTS, ids=lambda case: case["id"])
def test_best_finds_the_most_qwirkles_with_a_legal_turn(case: Any) -> None:
    engine = Engine()
    told = ask(engine, op="cards.best", table=case["table"], hand=case["hand"])
    if case["best"] is None or case["best"]["qwirkles"] is None:
        assert told == {"none": True}
        return
    assert told["qwirkles"] == case["best"]["qwirkles"]
    assert len(told["played"]) == case["best"]["most_cards"]
    checked = ask(
        engine, op="cards.check", table=case["table"], hand=case["hand"], after=told["after"]
    )
    assert checked == {"legal": True, "played": told["played"], "qwirkles": told["qwirkles"]}


def test_nothing_to_play_is_said() -> None:
    assert ask(Engine(), op="cards.best", table=[], hand=["Ro", "Gx"]) == {"none": True}


def test_a_card_nobody_has_comes_from_nowhere() -> None:
    asked = {"op": "cards.check", "table": [], "hand": ["Ro"], "after": [["Ro", "Rs", "Zz"]]}
    assert ask(Engine(), **asked)["reasons"] == ["card-from-nowhere"]


@pytest.mark.parametrize(
    "line",
    [
        b'{"op": "cards.best"}',
        b'{"op": "cards.best", "table": [["Ro", "Gx", "Bs"]], "hand": []}',
        b'{"op": "cards.best", "table": [["Ro", "Rs"]], "hand": ["Zz"]}',
        b'{"op": "cards.best", "table": [["Ro","Rs","Rb"]], "hand": ["Ro","Ro","Ro"]}',
        b'{"op": "cards.check", "table": 7, "hand": [], "after": []}',
        b'{"op": "cards.check", "table": [], "hand": [], "after": [["Ro", 7]]}',
    ],
)
def test_bad_requests(line: bytes) -> None:
    assert error(line)["code"] == "bad-request"


def test_a_whole_game_leaks_nothing() -> None:
    """Every act is answered with what the seat may know; a spectator sees no hand."""
    seed = "cards-nobody-may-see"
    engine, dealer = Engine(), SeedDealer(seed)
    said = engine.answer_line(
        msgspec.json.encode({"op": "new", "game": "cards", "players": 3, "seed": seed})
    )
    assert seed.encode() not in said
    state = begin(cards_edition(), ["player 1", "player 2", "player 3"], dealer).state
    players = [bot("greedy"), bot("random", 1), bot("value")]
    while (seat := state.turn) is not None:
        turn = players[seat].choose(view(state, seat))
        for event in decide(state, seat, turn, dealer).events:
            state = evolve(state, event)
        told = ask(engine, op="act", table="t1", seat=seat, turn=write_turn(turn))
        assert told["view"]["hand"] == [card.value for card in state.seats[seat].hand]
        for event in told["events"]:
            assert event.get("deck") is None
            if event.get("seat") != seat and event["event"].endswith("drew"):
                assert event.get("cards") is None
        watching = ask(engine, op="view", table="t1", seat=None)
        assert watching["hand"] == []
        assert [player["cards"] for player in watching["players"]] == [
            len(holder.hand) for holder in state.seats
        ]
    assert ask(engine, op="view", table="t1", seat=0)["result"]["winners"]


def test_refusals_change_nothing() -> None:
    engine = Engine()
    opened = ask(engine, op="new", game="cards", players=2, seed=1)
    mover = opened["views"][0]["turn"]
    before = ask(engine, op="view", table="t1", seat=mover)
    for seat, turn, reason in [
        (1 - mover, {"exchange": True}, "not-your-turn"),
        (mover, {"exchange": True}, "can-place"),
        (mover, {"pass": True}, "can-place"),
        (mover, {"after": []}, "must-play-a-card"),
        (mover, {"after": [before["hand"][:2]]}, "set-too-small"),
    ]:
        told = ask(engine, op="act", table="t1", seat=seat, turn=turn)
        assert reason in told["refused"]["reasons"]
    assert ask(engine, op="view", table="t1", seat=mover) == before
    assert (
        error(b'{"op": "act", "table": "t1", "seat": 0, "turn": {"place": []}}')["code"]
        == "bad-request"
    )


def test_sim_tells_what_it_tried_with_values_and_intervals() -> None:
    asked = {"op": "best", "game": "cards", "seed": 1, "table": [["Ro", "Rx", "Rd"]]}
    hand = ["Rs", "Rb", "Go", "Gx", "Gd", "Bs", "Bx", "Bd", "Yc"]
    answer = ask(Engine(), **asked, hand=hand, bot="sim:samples=600")
    first, *others = answer["considered"]
    assert (first["after"], first["points"]) == (answer["turn"]["after"], answer["points"])
    assert others
    assert all(one["low"] <= one["value"] <= one["high"] for one in (first, *others))
    most = ask(Engine(), **asked, hand=hand, bot="value")["considered"]
    assert [set(one) for one in most] == [{"after", "points"}], "it does not tell"
