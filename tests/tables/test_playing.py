"""The game at a table: every game to its end, turns refused by the rules, stale commands."""

from __future__ import annotations

import pytest

from qwirkle.errors import Refused
from qwirkle.rules.family import GAMES, AnyView, view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.decide.game import game_of

from .scene import Scene, any_turn, device, many_persons, seen_turn, to_move, two_persons


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [2, 4])
def test_every_game_is_played_to_its_end(game: str, count: int) -> None:
    scene, people = many_persons(count, game)
    scene.play_on(people)
    ended = scene.table.ended
    assert ended is not None
    assert ended.how == "finished"
    result = game_of(scene.table).result
    assert result is not None
    assert (ended.winners, ended.scores) == (result.winners, result.scores)
    assert [place == 1 for place in ended.places] == [
        seat in result.winners for seat in range(count)
    ]
    assert scene.refusal(people[0], c.Play({"pass": True})) == ("table-ended",)


def test_a_turn_is_refused_with_the_reasons_of_the_rules() -> None:
    scene, ann, ben = two_persons()
    first, second = (ann, ben) if scene.table.to_move == 0 else (ben, ann)
    assert scene.refusal(second, c.Play({"pass": True})) == ("not-your-turn",)
    assert scene.refusal(first, c.Play({"pass": True})) == ("can-place",)
    assert scene.refusal(first, c.Play({"trade": ["Ro"]}))[-1] == "opening-must-place"
    assert scene.refusal(first, c.Play({"place": []})) == ("no-tiles",)
    assert "no-such-tile" in scene.refusal(first, c.Play({"place": [[0, 0, "Zz"]]}))
    assert scene.refusal(first, c.Play({"jump": True})) == ("bad-request",)
    assert scene.refusal(first, c.Play({"exchange": True})) == ("bad-request",)
    assert scene.refusal(first, c.Play({"place": [[10**30, 0, "Ro"]]})) == ("off-board",)
    assert scene.refusal(first, c.Play({"take": [10**30, 0]}))[0] == "no-token"
    assert scene.refusal(first, c.Play({"place": [[0.5, 0, "Ro"]]})) == ("bad-request",)
    assert scene.refusal(device("Cem"), c.Play({"pass": True})) == ("not-seated",)
    other = 1 - (scene.table.to_move or 0)
    assert scene.refusal(first, c.Play({"pass": True}, other)) == ("not-your-seat",)
    assert scene.refusal(first, c.Play({"pass": True}, 9)) == ("no-such-seat",)


def test_cells_of_a_refusal_are_told() -> None:
    scene, ann, ben = two_persons("connect")
    who = ann if scene.table.to_move == 0 else ben
    hand = game_of(scene.table).seats[scene.table.to_move or 0].hand
    with pytest.raises(Refused) as refusal:
        scene.do(who, c.Play({"place": [[0, 0, hand[0].value]]}))
    assert refusal.value.reasons == ("no-contact",)
    assert refusal.value.refusals[0].cells == ((0, 0),)


def test_a_command_from_before_something_else_happened_is_stale() -> None:
    scene, ann, ben = two_persons()
    first, second = (ann, ben) if scene.table.to_move == 0 else (ben, ann)
    seen = scene.table.seq
    turn = seen_turn(scene.table, scene.table.to_move or 0)
    # A gesture does not make a turn stale.
    scene.do(second, c.React("hello"))
    scene.do(first, c.Play(turn), expected_seq=seen)
    assert scene.refusal(second, c.React("wow"), expected_seq=seen) == ("stale",)
    assert scene.refusal(second, c.React("wow"), expected_seq=999) == ("stale",)


def test_a_bot_that_is_late_is_not_heard() -> None:
    scene, _ = many_persons(2)
    assert scene.refusal(None, c.BotPlays(0, any_turn(_seen(scene)), 0)) == ("stale",)
    moment = game_of(scene.table).seq
    seat = scene.table.to_move or 0
    # And nobody lets a bot play for a person.
    turn = any_turn(_seen(scene))
    assert scene.refusal(None, c.BotPlays(seat, turn, moment)) == ("not-your-seat",)


def test_acts_before_a_turn_keep_the_turn() -> None:
    scene, people = many_persons(2, "mini", options={"handed-out": "at-start"})
    seat = scene.table.to_move
    since = scene.table.turn_since
    scene.now += 1000
    scene.do(to_move(scene, people), c.Play({"draw3": True}))
    assert scene.table.to_move == seat
    assert scene.table.turn_since == since
    played = scene.log[-1][0]
    assert isinstance(played, e.TurnPlayed)
    scene.do(to_move(scene, people), c.Play(seen_turn(scene.table, seat or 0)))
    assert scene.table.to_move != seat
    assert scene.table.turn_since == scene.now


def _seen(scene: Scene) -> AnyView:
    return view(game_of(scene.table), scene.table.to_move)
