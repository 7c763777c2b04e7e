"""What a program is asked: the position of the contract, and what its seat may know besides."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from qwirkle import Game, bot
from qwirkle.engine.legal import placements
from qwirkle.protocol.questions import write_question
from qwirkle.protocol.server.dispatch import Engine
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.placement import PLACEMENT_GAMES
from qwirkle.rules.family import AnyView
from qwirkle.rules.placement.turns import DrawThree, Take
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import BOX

CONTRACT = {
    "game",
    "board",
    "hand",
    "bag",
    "scores",
    "unseen",
    "stars_left",
    "tokens",
    "actions",
}


def ask(op: str, view: AnyView, **more: Any) -> Any:
    request = {"op": op, **write_question(view), **more}
    answer = msgspec.json.decode(Engine().answer_line(msgspec.json.encode(request)))
    assert "error" not in answer, answer
    return answer["result"]


def played(game: str, players: int = 3, **options: Any) -> list[tuple[AnyView, Any]]:
    """Every view of the seat to move in a random game, with what it did."""
    table = Game.new(game, players, seed="asked", options=options)
    random, moments = bot("random", 4), []
    while table.to_move is not None:
        view = table.view(table.to_move)
        turn = random.choose(view)
        moments.append((view, turn))
        table.play(turn)
    return moments


@pytest.mark.parametrize("game", PLACEMENT_GAMES)
def test_the_position_asked_about_is_the_one_of_the_view(game: str) -> None:
    moments = played(game)
    for view, _ in moments:
        assert isinstance(view, View)
        asked = write_question(view)
        assert asked.keys() >= CONTRACT
        assert ("squares" in asked) is view.edition.layout.bounded
        moves = [
            ([list(placed) for placed in sorted(move.tiles)], move.points)
            for move in _placements(view)
        ]
        told = ask("moves", view)["moves"]
        assert sorted((move["place"], move["points"]) for move in told) == sorted(moves)
    used = {type(turn) for _, turn in moments} & {Take, DrawThree}
    assert used == {"select": {Take}, "combined": {Take}, "mini": {Take, DrawThree}}.get(
        game, set()
    )


def _placements(view: View) -> Any:
    return placements(view.board, view.hand, view.demands())


def test_what_cannot_be_used_any_more_is_not_offered() -> None:
    after = [now for (_, turn), (now, _) in _pairs(played("mini")) if isinstance(turn, DrawThree)]
    assert after
    for view in after:
        assert write_question(view)["actions"] == []
    taken = [now for (_, turn), (now, _) in _pairs(played("select")) if isinstance(turn, Take)]
    assert taken
    for view in taken:
        assert write_question(view)["tokens"] > 0, "the contract speaks of before the taking"
        assert write_question(view)["take"] == list(view.taken.cell)


def _pairs(moments: list[Any]) -> list[tuple[Any, Any]]:
    return list(pairwise(moments))


@pytest.mark.parametrize("game", [*PLACEMENT_GAMES, "cards"])
def test_the_seat_to_move_comes_first_and_learns_no_secret(game: str) -> None:
    for view, _ in played(game):
        asked = write_question(view)
        assert view.seat is not None
        assert asked["players"][0] == len(view.hand)
        assert asked["scores"][0] == view.players[view.seat].score
        assert asked["scores"][1] == view.players[(view.seat + 1) % 3].score
        known: Counter[str] = Counter(asked["hand"])
        if isinstance(view, CardsView):
            known += Counter(card for group in asked["table"] for card in group)
            made = [group for sets in asked["qwirkles"] for group in sets]
            known += Counter(card for group in made for card in group)
            assert len(asked["unseen"]) == asked["deck"] + sum(asked["players"][1:])
        else:
            known += Counter(tile for _, _, tile in asked["board"])
        assert known + Counter(asked["unseen"]) == Counter(tile.value for tile in BOX)
        assert not asked.keys() & {"seed", "seats", "pile", "hands"}


def test_options_are_part_of_the_question() -> None:
    moments = played("select", **{"same-spot": False})
    for view, _ in moments:
        assert write_question(view)["options"] == {"same-spot": False}
        assert isinstance(view, View)
        assert len(ask("moves", view)["moves"]) == len(list(_placements(view)))


@pytest.mark.parametrize("name", ["greedy", "value", "random"])
@pytest.mark.parametrize("opening", [False, True])
def test_best_plays_cards_as_the_bot_does(name: str, opening: bool) -> None:
    for number, (view, _) in enumerate(played("cards", opening=opening)[::3]):
        told = ask("best", view, bot=name, seed=number)
        turn = bot(name, number).choose(view)
        after = getattr(turn, "after", None)
        if after is None:
            assert "after" not in told["turn"]
        else:
            assert told["turn"] == {"after": [[card.value for card in group] for group in after]}
        assert told["points"] <= max((item["points"] for item in told["considered"]), default=0)


def answered(**request: Any) -> Any:
    line = msgspec.json.encode({"op": "best", "game": "cards", **request})
    return msgspec.json.decode(Engine().answer_line(line))


def test_best_about_cards_needs_no_more_than_table_and_hand() -> None:
    told = answered(table=[["Ro", "Rx", "Rd"]], hand=["Rs", "Rb", "Rc", "Go"], bot="value")
    assert told["result"]["points"] == 1
    told = answered(table=[], hand=["Ro", "Gx"], deck=0)
    assert told["result"] == {"turn": {"pass": True}, "points": 0, "considered": []}
    assert answered(table=[], hand=["Ro", "Gx"])["result"]["turn"] == {"exchange": True}


@pytest.mark.parametrize(
    "wrong",
    [
        {"table": [["Ro", "Gx"]]},
        {"hand": ["Ro"] * 4},
        {"hand": ["Ro", "Rx", "Rd", "Rs", "Rb", "Rc", "Go", "Gx", "Gd", "Gs"]},
        {"qwirkles": [[]]},
        {"qwirkles": 7},
        {"qwirkles": [[["Ro", "Rx", "Rd", "Rs", "Rb", "Rc"]]] * 4},
        {"players": [2, 9, 9, 9, 9]},
        {"players": [2, 60], "deck": 60},
        {"deck": -1},
        {"deck": 107},
        {"turns_left": 0},
        {"turns_left": 3},
        {"opening_cards": 5},
        {"options": {"opening": 7}},
        {"options": 7},
        {"bot": "process:true"},
    ],
)
def test_best_about_cards_refuses_what_cannot_be(wrong: dict[str, Any]) -> None:
    told = answered(**{"table": [], "hand": ["Ro", "Gx"], **wrong})
    assert told["error"]["code"] == "bad-request"


@pytest.mark.parametrize("players", [[6, 6, 6], [6], 2, ["6", "6"], [6, -1]])
def test_hands_must_fit_the_scores(players: Any) -> None:
    request = {"op": "best", "game": "classic", "board": [], "hand": ["Ro"], "players": players}
    told = msgspec.json.decode(Engine().answer_line(msgspec.json.encode(request)))
    assert told["error"]["code"] == "bad-request"
