"""Saving a game and continuing it elsewhere: nothing is lost, leaks or is believed."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from qwirkle import Game
from qwirkle.errors import Refused
from qwirkle.notation import check_record, read_record
from qwirkle.notation.record import record_of, write_record
from qwirkle.rules.family import GAMES, view
from qwirkle.tables.admin.audit import check_table
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.decide import continue_game
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.standings import is_rated
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import now_view
from qwirkle.tables.live.records import saved_text
from qwirkle.tables.results.tally import tally
from qwirkle.tables.storage.ports import Stored

from .scene import START, Numbered, Scene, device, frozen, many_persons, two_persons
from .test_takebacks import against_bots, bots_play, play, stored

HOUSE = """
based_on = "classic"
id = "short"
name = "Short evening"
hand = 5
"""


def saved(scene: Scene, actor: c.Actor) -> str:
    scene.do(actor, c.SaveGame())
    return saved_text(scene.table, stored(scene))


def continued(record: str, actor: c.Actor) -> tuple[Table, list[Stored]]:
    decision = continue_game(actor, c.ContinueGame(record), START, Numbered("elsewhere"))
    rows = [
        Stored(seq, START, e.write_event(event)) for seq, event in enumerate(decision.events, 1)
    ]
    assert frozen(check_table(rows)) == frozen(decision.state)
    return decision.state, rows


def reasons(record: str) -> tuple[str, ...]:
    with pytest.raises(Refused) as refused:
        continue_game(device("Ann"), c.ContinueGame(record), START, Numbered())
    assert all(each.message.endswith(".") for each in refused.value.refusals)
    return refused.value.reasons


@pytest.mark.parametrize("game", GAMES)
def test_the_game_is_the_same_elsewhere(game: str) -> None:
    scene, ann = against_bots(game)
    for _ in range(3):
        bots_play(scene)
        play(scene, ann)
    table, _ = continued(saved(scene, ann), device("another"))
    assert game_of(table) == game_of(scene.table)
    assert table.seed == scene.table.seed
    assert [(seat.kind, seat.name, seat.bot) for seat in table.seats] == [
        (seat.kind, seat.name, seat.bot) for seat in scene.table.seats
    ]
    assert table.held_by(device("another").key) == (0,)
    assert table.held_by(ann.key) == ()


def test_a_saved_game_is_a_record_that_the_tools_check() -> None:
    scene, ann = against_bots()
    play_some(scene, ann)
    moment = check_record(read_record(saved(scene, ann)))
    assert moment.state == game_of(scene.table)


def play_some(scene: Scene, ann: c.Actor, turns: int = 2) -> None:
    for _ in range(turns):
        bots_play(scene)
        play(scene, ann)


def test_it_can_be_carried_on_and_back_again() -> None:
    """Each trip keeps the turns that were taken back, the hints, and seats that are out."""
    ann = device("Ann")
    seats = (*(SeatPlan("person", name) for name in ("Ann", "Ben", "Cem")), SeatPlan("bot"))
    scene = Scene(c.OpenTable(seats, "mini", hints=False), ann)
    scene.do(ann, c.Start())
    scene.play_on([ann], 4)
    while scene.table.to_move != 0:
        scene.play_on([ann], 1)
    scene.play_on([ann], 1)
    scene.do(ann, c.TakeBack())
    scene.do(ann, c.Resign(2))
    first = saved(scene, ann)
    there, rows = continued(first, device("there"))
    assert there.taken_back == scene.table.taken_back != ()
    assert not there.settings.hints
    assert [seat.out for seat in there.seats] == [None, None, "resigned", None]
    again = saved_text(there, rows)
    back, _ = continued(again, ann)
    assert game_of(back) == game_of(there) == game_of(scene.table)
    assert again == re.sub(r"Date: .*", f"Date: {again_date(again)}", first)


def again_date(record: str) -> str:
    return read_record(record).header("Date") or ""


def test_a_position_and_a_house_rule_are_kept() -> None:
    ann = device("Ann")
    seats = (SeatPlan("person", "Ann"), SeatPlan("bot", bot="random"))
    house = Scene(c.OpenTable(seats, "short", house_rule=HOUSE), ann)
    house.do(ann, c.Start())
    play_some(house, ann)
    table, _ = continued(saved(house, ann), ann)
    assert table.settings.house_rule == HOUSE
    position = Game.new("classic", players=["Ann", "Bot"], seed=3).position
    scene = Scene(c.OpenTable(seats, position=position), ann)
    scene.do(ann, c.Start())
    play_some(scene, ann)
    table, _ = continued(saved(scene, ann), ann)
    assert table.settings.position == position
    assert game_of(table) == game_of(scene.table)


def test_a_game_that_python_saved_can_be_continued() -> None:
    """Without the header of a table every seat is a person's."""
    game = Game.new("classic", players=["Ann", "Ben"], seed=5)
    game.play(next(iter(game.legal_turns)))
    table, _ = continued(record_of_game(game), device("Ann"))
    assert [seat.kind for seat in table.seats] == ["person", "person"]
    assert view(game_of(table), 0) == game.view(0)


def record_of_game(game: Game) -> str:
    return write_record(record_of(game.events, seed=5, saved=True))


# Hidden information


def test_only_a_device_with_all_persons_gets_the_seed() -> None:
    scene, ann, ben = two_persons()
    for actor in (ann, ben):
        assert scene.refusal(actor, c.SaveGame()) == ("not-alone",)
    assert scene.refusal(device("Eve"), c.SaveGame()) == ("not-seated",)
    around, (host, *_) = many_persons(2)
    around.do(host, c.SetRecovery("token"))
    around.do(device("Eve"), c.Carry("token"))
    assert around.refusal(device("Eve"), c.SaveGame()) == ("not-alone",)


def test_a_person_who_gave_up_still_counts() -> None:
    scene, (ann, ben, cem) = many_persons(3)
    scene.do(cem, c.Resign())
    scene.do(ben, c.SetRecovery("token"))
    scene.do(ann, c.Carry("token"))
    assert scene.refusal(ann, c.SaveGame()) == ("not-alone",)


def test_a_known_deal_is_never_rated_and_says_so() -> None:
    """Nor is a game of two accounts on one device; no other game of two can be saved."""
    ann, ben = device("Ann", "a"), device("Ann", "b")
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    scene = Scene(c.OpenTable(seats, hints=False), ann)
    scene.do(ben, c.Sit("Ben"))
    scene.do(ann, c.Start())
    apart = tuple(replace(seat, keys=(seat.name,)) for seat in scene.table.seats)
    assert is_rated(replace(scene.table, seats=apart))
    record = saved(scene, ann)
    assert not is_rated(replace(scene.table, seats=apart))
    assert now_view(scene.table).deal_known is True
    scene.play_on([ann])
    assert scene.table.phase == "ended"
    assert tally(stored(scene)) is None
    there, _ = continued(record, ann)
    assert there.deal_known
    assert now_view(there).deal_known is True


def test_saving_twice_is_noted_once() -> None:
    scene, ann = against_bots()
    scene.do(ann, c.SaveGame())
    assert scene.do(ann, c.SaveGame()).events == ()


def test_a_table_counts_as_long_as_nobody_saves_it() -> None:
    scene, ann = against_bots("mini", bots=1)
    scene.play_on([ann])
    assert tally(stored(scene)) is not None


def test_there_is_nothing_to_save_before_and_after_a_game() -> None:
    ann = device("Ann")
    seats = (SeatPlan("person", "Ann"), SeatPlan("bot"))
    scene = Scene(c.OpenTable(seats), ann)
    assert scene.refusal(ann, c.SaveGame()) == ("not-started",)
    scene.do(ann, c.Start())
    scene.do(ann, c.Resign())
    assert scene.refusal(ann, c.SaveGame()) == ("table-ended",)


# What is sent is not believed


def some_record() -> str:
    scene, ann = against_bots(bots=1)
    play_some(scene, ann)
    return saved(scene, ann)


@pytest.mark.parametrize(
    ("wrong", "instead", "reason"),
    [
        (r"Seed: .", "Seed: x", "bad-saved-game"),
        (r"Seed.*\n", "", "bad-saved-game"),
        (r"Seed-Commitment: .", "Seed-Commitment: x", "bad-saved-game"),
        (r"Saved-Table: .*", "Saved-Table: {}", "bad-saved-game"),
        (r'"bot":"random"', '"bot":"process:rm"', "bad-bot"),
        (r'"bot":"random"', '"bot":"sim:ms=900000"', "bad-bot"),
        (r'"bot":"random"', '"bot":"value:endgame=1e8"', "bad-bot"),
        (r'"bot":"random"', '"bot":"value:endgame=+100000000"', "bad-bot"),
        (r'\{"kind":"bot","bot":"random"\}', "{},{}", "bad-saved-game"),
        (r"\[\{\},", '[{"kind":"bot","bot":"random"},', "needs-a-person"),
        (r"\[\{\},", '[{"out":"resigned"},', "needs-a-person"),
        (r"Player-1: .*", "Player-1: Random bot", "bad-saved-game"),
        (r"Player-1: .*", r'Player-1: "A\\u202enn"', "bad-saved-game"),
        (r"Game: classic", "Game: chess", "bad-saved-game"),
        (r"Game: classic", "Game: mini", "bad-saved-game"),
        (r"\n2 ", "\n3 ", "bad-saved-game"),
        (r"\Z", "3 1 pass\n", "bad-saved-game"),
        (r"Saved-Table", "Taken-Back: 99\nSaved-Table", "bad-saved-game"),
        (r"\A.*", "hello", "bad-saved-game"),
    ],
)
def test_a_record_that_was_changed_is_refused(wrong: str, instead: str, reason: str) -> None:
    right = some_record()
    changed = re.sub(wrong, instead, right, count=1)
    assert changed != right
    assert reasons(changed) == (reason,)


def test_a_finished_game_is_not_continued() -> None:
    game = Game.new("mini", players=2, seed=5)
    while game.to_move is not None:
        game.play(next(iter(game.legal_turns)))
    assert reasons(record_of_game(game)) == ("bad-saved-game",)


def test_a_house_rule_needs_its_text() -> None:
    ann = device("Ann")
    seats = (SeatPlan("person", "Ann"), SeatPlan("bot", bot="random"))
    scene = Scene(c.OpenTable(seats, "short", house_rule=HOUSE), ann)
    scene.do(ann, c.Start())
    record = saved(scene, ann)
    assert reasons(re.sub(r',"house_rule":"[^}]*"', "", record)) == ("bad-saved-game",)
    assert reasons(record.replace("hand = 5", "hand = 4")) == ("bad-saved-game",)
