"""A view says what its seat may do: to that seat alone, in its turn, and truly."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from qwirkle.engine.legal import legal_turns, placements, takeable
from qwirkle.game import Game
from qwirkle.players import bot
from qwirkle.rules.family import view
from qwirkle.rules.placement.referee import judge
from qwirkle.rules.placement.turns import DrawThree, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS
from qwirkle.rules.turns import Pass
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.views import SPECTATOR, SentEvent, Viewer, table_view
from qwirkle.tables.core.views.options import MOST_PLACEMENTS, Options, options_of
from qwirkle.tables.live.cache import add_sent

from .scene import greedy_turn, two_persons, written

TILES = ("classic", "schmidt", "mini", "select", "connect", "combined")


def read(sent: object) -> Options:
    """The options as a page reads them."""
    return msgspec.json.decode(msgspec.json.encode(sent), type=Options)


@pytest.mark.parametrize("game", TILES)
def test_options_are_all_that_is_legal_and_nothing_else(game: str) -> None:
    table = Game.new(game, 2, seed="options")
    player = bot("greedy", 1)
    seen_turns = 0
    while table.to_move is not None:
        seen = table.view(table.to_move)
        assert isinstance(seen, View)
        found = read(options_of(seen))
        turns = list(legal_turns(seen))
        legal = placements(seen.board, seen.hand, seen.demands())
        if len(legal) > MOST_PLACEMENTS:
            assert found.placements is None
        else:
            assert found.placements is not None
            listed = {option.place: option for option in found.placements}
            assert set(listed) == {move.tiles for move in legal}
            for tiles, option in listed.items():
                score = judge(seen.board, tiles, seen.hand, seen.demands())
                assert not isinstance(score, tuple)
                assert (option.points, option.bonus) == (score.points, score.bonus)
                assert [line.points for line in option.lines] == [
                    line.points for line in score.lines
                ]
        traded = [len(turn.tiles) for turn in turns if isinstance(turn, Trade)]
        assert found.trade == max(traded, default=0)
        assert set(traded) == set(range(1, found.trade + 1)), "any smaller number may be, too"
        assert found.may_pass == (Pass() in turns)
        assert found.draw3 == (DrawThree() in turns)
        assert found.takeable == tuple(takeable(seen))
        seen_turns += 1
        table.play(player.choose(seen))
    assert seen_turns > 20


def test_too_many_placements_are_not_listed() -> None:
    table = Game.new("connect", 2, seed=3)
    player = bot("greedy", 1)
    for _ in range(20):
        assert table.to_move is not None
        table.play(player.choose(table.view(table.to_move)))
    assert table.to_move is not None
    seen = table.view(table.to_move)
    assert isinstance(seen, View)
    rich = replace(seen, hand=tuple(KINDS[:12]))
    assert len(placements(rich.board, rich.hand)) > MOST_PLACEMENTS
    assert options_of(rich).placements is None


def you_of(event: SentEvent, viewer: Viewer) -> dict[str, Any]:
    you: dict[str, Any] = json.loads(event.for_viewer(viewer))["you"]
    return you


def test_only_the_device_of_the_seat_to_move_is_sent_them_if_it_asked() -> None:
    scene, _, _ = two_persons("classic")
    seat = scene.table.to_move
    assert seat is not None
    for viewer in (Viewer((seat,), options=True), Viewer((0, 1), host=True, options=True)):
        own = read(table_view(scene.table, viewer, 0).you.options)
        assert own == read(options_of(view(game_of(scene.table), seat)))  # type: ignore[arg-type]
    other, unasked = Viewer((1 - seat,), host=True, options=True), Viewer((seat,))
    for viewer in (other, unasked, SPECTATOR._replace(options=True)):
        assert not table_view(scene.table, viewer, 0).you.options


def test_cards_have_none_yet() -> None:
    scene, _, _ = two_persons("cards")
    seat = scene.table.to_move
    assert seat is not None
    assert not table_view(scene.table, Viewer((seat,), options=True), 0).you.options


def test_of_the_events_that_are_sent_together_the_last_turn_has_them() -> None:
    scene, *people = two_persons("classic")
    sent: list[SentEvent] = []
    for _ in range(3):
        seat = scene.table.to_move
        assert seat is not None
        turn = greedy_turn(view(game_of(scene.table), seat))
        scene.now += 1000
        decision = scene.do(people[seat], c.Play(written(turn), seat))
        for event, after in zip(decision.events, decision.states, strict=True):
            add_sent(sent, SentEvent(event, after, scene.now))
    both = Viewer((0, 1), options=True)
    assert ["options" in you_of(event, both) for event in sent] == [False, False, True]
    last = sent[-1]
    assert you_of(last, both)["options"]["seat"] == scene.table.to_move
    assert "options" not in you_of(last, SPECTATOR._replace(options=True))
