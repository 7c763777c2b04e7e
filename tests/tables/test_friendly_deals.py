"""Friendly deals: a Qwirkle in reach, said openly, for one person against bots and nobody else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from qwirkle.cli.verify import COMMITMENT
from qwirkle.notation.record import read_record
from qwirkle.notation.record.headers import commitment_to, headers_of
from qwirkle.notation.record.replay import check_record
from qwirkle.players import bot
from qwirkle.players.rng import Chance
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import GAMES, begin, edition, view
from qwirkle.rules.placement.state import State
from qwirkle.rules.sets import sets_in
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import friendly_deals
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.decide.social import opening_of_rematch
from qwirkle.tables.core.events import GameStarted, TurnPlayed, write_event
from qwirkle.tables.core.friendly_deals import friendly_seed
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.standings import is_rated
from qwirkle.tables.core.views import Viewer, table_view
from qwirkle.tables.live.records import record_text, saved_text
from qwirkle.tables.storage.ports import Stored

from .scene import START, Numbered, Scene, device, greedy_turn, written
from .test_lobby import HOUSE_RULE, why_not

ANN = device("Ann")
ALONE = (SeatPlan("person", "Ann"), SeatPlan("bot", bot="level:1"))


def friendly(name: str = "", **more: Any) -> Scene:
    scene = Scene(c.OpenTable(ALONE, friendly_deal=True, **more), ANN, name)
    scene.do(ANN, c.Start())
    return scene


def stored(scene: Scene) -> list[Stored]:
    return [
        Stored(number, at, write_event(event)) for number, (event, at) in enumerate(scene.log, 1)
    ]


def placement(scene: Scene) -> State:
    game = game_of(scene.table)
    assert isinstance(game, State)
    return game


@pytest.mark.parametrize("name", ["one", "two", "three"])
@pytest.mark.parametrize(("seats", "seat"), [(2, 0), (2, 1), (3, 1)])
def test_the_rules_deal_what_the_search_has_found(name: str, seats: int, seat: int) -> None:
    rules = edition("classic")
    seed = friendly_seed(rules, seats, seat, Numbered(name).seed)
    assert seed is not None
    state = begin(rules, [f"P{number}" for number in range(seats)], SeedDealer(seed)).state
    assert isinstance(state, State)
    assert state.turn == seat
    line, *smaller = sets_in(state.seats[seat].hand)
    assert len(line) >= 4
    assert all(len(other) < len(line) for other in smaller)
    whole = {
        tile
        for tile in Tile
        if len({one.colour for one in (tile, *line)}) == 1
        or len({one.shape for one in (tile, *line)}) == 1
    }
    missing = whole - set(line)
    assert missing <= set(state.pile[: len(line)])
    for which, other in enumerate(state.seats):
        assert which == seat or not missing & set(other.hand)


def test_a_qwirkle_is_there_in_the_second_turn_of_nearly_every_friendly_game() -> None:
    reached = 0
    for number in range(10):
        scene = friendly(f"game {number}")
        snail = bot("level:1", Chance(number), rules=game_of(scene.table).edition)
        assert scene.table.to_move == 0
        scene.play_on([ANN], 1)
        answer = snail.choose(view(game_of(scene.table), 1))
        scene.do(None, c.BotPlays(1, answer, game_of(scene.table).seq))
        before = placement(scene).seats[0].score
        scene.do(ANN, c.Play(written(greedy_turn(view(game_of(scene.table), 0)))))
        reached += placement(scene).seats[0].score - before >= 12
    assert reached >= 9


def test_it_is_told_to_everybody_and_never_rated() -> None:
    scene = friendly()
    assert table_view(scene.table, Viewer((0,)), START).friendly_deal is True
    assert not is_rated(scene.table)
    usual = Scene(c.OpenTable(ALONE), ANN)
    assert table_view(usual.table, Viewer((0,)), START).friendly_deal is msgspec.UNSET


def test_the_deal_can_be_verified_like_any_other() -> None:
    scene = friendly()
    running = read_record(record_text(scene.table, stored(scene), 0))
    assert running.header("Deal") == "friendly"
    assert running.header(COMMITMENT) == scene.table.commitment
    scene.play_on([ANN])
    record = read_record(record_text(scene.table, stored(scene), None))
    assert record.header("Deal") == "friendly"
    seed = headers_of(record).seed
    assert seed is not None
    assert commitment_to(seed) == scene.table.commitment
    assert check_record(record).state == scene.table.game


def test_a_saved_friendly_game_stays_one_and_its_rematch_is_dealt_as_usual() -> None:
    scene = friendly()
    scene.play_on([ANN], 3)
    text = saved_text(scene.table, stored(scene))
    assert "\nDeal: friendly\n" in text
    scene.play_on([ANN])
    scene.do(ANN, c.Rematch())
    following = opening_of_rematch(scene.table)
    assert following is not None
    assert not following.settings.friendly_deal


@pytest.mark.parametrize(
    "opening",
    [
        {"seats": (SeatPlan("person", "Ann"), SeatPlan("open"))},
        {"seats": (SeatPlan("person", "Ann"), SeatPlan("person", "Ben"))},
        {"seats": (*ALONE, SeatPlan("person"))},
        {"seats": (SeatPlan("bot"), SeatPlan("bot"))},
        {"seats": ALONE, "listing": "everybody"},
        {"seats": ALONE, "series": "best-of-3"},
        {"seats": ALONE, "game": "long", "house_rule": HOUSE_RULE},
        {"seats": ALONE, "position": "classic"},
    ],
)
def test_anybody_else_is_refused_a_friendly_deal(opening: dict[str, Any]) -> None:
    assert why_not(**opening, friendly_deal=True) == ("bad-friendly-deal",)


def test_a_seat_at_a_friendly_table_stays_with_its_bot() -> None:
    scene = Scene(c.OpenTable(ALONE, friendly_deal=True), ANN)
    for kind in ("person", "open"):
        assert scene.refusal(ANN, c.PlanSeat(1, kind)) == ("bad-friendly-deal",)
    scene.do(ANN, c.PlanSeat(1, "bot", "level:2"))
    assert scene.table.seats[1].bot == "level:2"


def test_a_search_in_vain_deals_as_usual_and_does_not_claim_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(friendly_deals, "MAX_SEEDS", 3)
    scene = friendly()
    assert scene.table.phase == "playing"
    assert not scene.table.settings.friendly_deal
    assert "Deal:" not in record_text(scene.table, stored(scene), 0)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_opened_this_way(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friendly_deals, "MAX_SEEDS", 3)
    scene = friendly(game=game)
    assert isinstance(scene.log[1][0], GameStarted)
    assert not any(isinstance(event, TurnPlayed) for event, _ in scene.log)
