"""Leaving a game that goes on: resigning, votes, clocks that run out, servers that were away."""

from __future__ import annotations

import pytest

from qwirkle.notation import check_record, record_of
from qwirkle.rules.family import GAMES
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.clocks import deadline, due
from qwirkle.tables.core.decide.guards import VOTE_PAUSE
from qwirkle.tables.core.settings import MINUTE, OUTAGE, SECOND, Clock, SeatPlan
from qwirkle.tables.live.records import game_events

from .scene import Scene, device, many_persons, seen_turn, to_move, two_persons

PER_TURN = Clock("turn", 30 * SECOND)
PER_GAME = Clock("game", 2 * MINUTE, 5 * SECOND)


def happened(scene: Scene, since: int) -> list[str]:
    return [type(event).__name__ for event, _ in scene.log[since:]]


def test_of_two_the_other_one_wins() -> None:
    scene, ann, ben = two_persons()
    scene.play_on([ann, ben], turns=4)
    scene.do(ann, c.Resign())
    ended = scene.table.ended
    assert ended is not None
    assert (ended.how, ended.winners, ended.places) == ("resigned", (1,), (2, 1))
    assert scene.refusal(ann, c.Resign()) == ("table-ended",)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [3, 4])
def test_of_more_the_others_play_on_by_the_rules(game: str, count: int) -> None:
    scene, people = many_persons(count, game)
    scene.play_on(people, turns=7)
    leaving = to_move(scene, people)
    (seat,) = scene.table.held_by(leaving.key)
    scene.do(leaving, c.Resign())
    # Nobody waits for him: the least is played for him at once.
    assert scene.table.to_move != seat
    assert scene.refusal(leaving, c.Play({"pass": True})) == ("seat-is-out",)
    assert scene.refusal(leaving, c.Resign()) == ("seat-is-out",)
    scene.play_on(people)
    ended = scene.table.ended
    assert ended is not None
    assert ended.how == "finished"
    assert ended.places[seat] == count
    assert seat not in ended.winners
    by = {event.by for event, _ in scene.log if isinstance(event, e.TurnPlayed)}
    assert by == {"person", "stand-in"}
    # Every draw of such a game can be checked like any other.
    events = game_events(event for event, _ in scene.log)
    assert check_record(record_of(events, seed=scene.table.seed)).result is not None


def test_the_last_person_ends_it_even_if_bots_are_left() -> None:
    ann = device("Ann")
    seats = (SeatPlan("person", "Ann"), SeatPlan("bot"), SeatPlan("bot"))
    scene = Scene(c.OpenTable(seats), ann)
    scene.do(ann, c.Start())
    scene.do(ann, c.Resign())
    assert scene.table.ended is not None
    assert scene.table.ended.places[0] == 3


def test_a_device_resigns_one_of_its_seats_or_all() -> None:
    ann = device("Ann")
    seats = tuple(SeatPlan("person", name) for name in ("Ann", "Bob", "Cat"))
    scene = Scene(c.OpenTable(seats), ann)
    scene.do(ann, c.Start())
    scene.do(ann, c.Resign(1))
    assert [seat.out for seat in scene.table.seats] == [None, "resigned", None]
    scene.do(ann, c.Resign())
    assert scene.table.ended is not None
    assert scene.table.ended.winners == (2,)  # the others left before


def test_all_may_agree_to_end_it() -> None:
    scene, people = many_persons(3)
    scene.do(people[0], c.CallVote("end"))
    assert scene.refusal(people[0], c.Vote(True)) == ("already-voted",)
    assert scene.refusal(people[1], c.CallVote("end")) == ("vote-open",)
    assert scene.refusal(device("Eve"), c.Vote(True)) == ("not-seated",)
    scene.do(people[1], c.Vote(True))
    assert scene.table.phase == "playing"
    scene.do(people[2], c.Vote(False))
    assert scene.table.vote is None
    assert scene.refusal(people[1], c.Vote(True)) == ("no-vote",)
    scene.now += VOTE_PAUSE
    scene.do(people[1], c.CallVote("end"))
    scene.do(people[0], c.Vote(True))
    scene.do(people[2], c.Vote(True))
    ended = scene.table.ended
    assert ended is not None
    assert (ended.how, ended.winners) == ("agreed", ())


@pytest.mark.parametrize("count", [2, 3])
def test_the_others_end_a_table_whose_player_is_gone(count: int) -> None:
    scene, people = many_persons(count)
    missing = to_move(scene, people)
    others = [person for person in people if person != missing]
    assert scene.refusal(others[0], c.CallVote("remove")) == ("nobody-gone",)
    scene.now += scene.table.settings.patience_ms - 1
    assert scene.refusal(others[0], c.CallVote("remove")) == ("nobody-gone",)
    scene.now += 1
    # Who is missing does not vote himself out.
    assert scene.refusal(missing, c.CallVote("remove")) == ("nobody-gone",)
    if count == 2:
        assert scene.refusal(others[0], c.CallVote("remove")) == ("too-few-left",)
    scene.do(others[0], c.CallVote("end"))
    for person in others[1:]:
        assert scene.table.phase == "playing"
        scene.do(person, c.Vote(True))
    assert scene.table.ended is not None
    assert scene.table.ended.how == "agreed"


def test_the_others_go_on_without_who_is_gone() -> None:
    scene, people = many_persons(4)
    scene.play_on(people, turns=2)
    missing = to_move(scene, people)
    (seat,) = scene.table.held_by(missing.key)
    others = [person for person in people if person != missing]
    scene.now += scene.table.settings.patience_ms
    scene.do(others[0], c.CallVote("remove"))
    scene.do(others[1], c.Vote(True))
    scene.do(others[2], c.Vote(True))
    assert scene.table.seats[seat].out == "voted"
    scene.play_on(people)
    assert scene.table.ended is not None
    assert scene.table.ended.places[seat] == 4


def test_who_comes_back_and_plays_ends_the_vote() -> None:
    scene, people = many_persons(3)
    missing = to_move(scene, people)
    others = [person for person in people if person != missing]
    scene.now += scene.table.settings.patience_ms
    scene.do(others[0], c.CallVote("remove"))
    scene.do(missing, c.Play(seen_turn(scene.table, scene.table.to_move or 0)))
    assert scene.table.vote is None
    assert scene.table.seats[scene.table.held_by(missing.key)[0]].out is None


def test_a_turn_that_takes_too_long_is_made_by_the_clock() -> None:
    scene, ann, ben = two_persons(clock=PER_TURN)
    scene.play_on([ann, ben], turns=2)
    late = to_move(scene, [ann, ben])
    seat = scene.table.to_move or 0
    assert due(scene.table) == deadline(scene.table) == scene.now + PER_TURN.ms
    scene.now += PER_TURN.ms - 1
    assert scene.refusal(None, c.Tick()) == ("nothing-due",)
    scene.now += 1
    assert scene.refusal(late, c.Play({"pass": True})) == ("time-over",)
    scene.do(None, c.Tick())
    assert scene.table.to_move == 1 - seat
    assert scene.table.seats[seat].missed == 1
    assert scene.table.ended is None
    # One tile was traded for him, and he may play on.
    scene.play_on([ann, ben], turns=2)
    assert scene.table.seats[seat].missed == 0


def test_three_turns_in_a_row_and_the_seat_is_out() -> None:
    scene, ann, ben = two_persons(clock=PER_TURN)
    scene.play_on([ann, ben], turns=2)
    seat = scene.table.to_move or 0
    for missed in (1, 2):
        scene.now += PER_TURN.ms
        scene.do(None, c.Tick())
        assert scene.table.seats[seat].missed == missed
        scene.play_on([ann, ben], turns=1)
    scene.now += PER_TURN.ms
    scene.do(None, c.Tick())
    assert scene.table.seats[seat].out == "missed"
    assert scene.table.ended is not None
    assert scene.table.ended.winners == (1 - seat,)


def test_a_clock_per_game_counts_only_the_own_turns() -> None:
    scene, ann, ben = two_persons(clock=PER_GAME)
    seat = scene.table.to_move or 0
    scene.play_on([ann, ben], turns=2, seconds=20)
    # 20 seconds used, 5 given back, for both.
    assert [seat.left_ms for seat in scene.table.seats] == [105 * SECOND, 105 * SECOND]
    assert scene.table.to_move == seat
    assert deadline(scene.table) == scene.now + 105 * SECOND
    scene.now += 105 * SECOND
    scene.do(None, c.Tick())
    assert scene.table.seats[seat].out == "time"
    assert scene.table.ended is not None


def test_of_three_one_whose_time_is_over_is_played_for() -> None:
    scene, people = many_persons(3, clock=PER_GAME)
    seat = scene.table.to_move or 0
    scene.now += PER_GAME.ms
    scene.do(None, c.Tick())
    assert scene.table.seats[seat].out == "time"
    assert scene.table.to_move == (seat + 1) % 3
    scene.play_on(people, seconds=0)
    assert scene.table.ended is not None


def test_bots_have_no_clock() -> None:
    ann = device("Ann")
    seats = (SeatPlan("person", "Ann"), SeatPlan("bot", bot="greedy"))
    scene = Scene(c.OpenTable(seats, clock=PER_GAME), ann)
    scene.do(ann, c.Start())
    while scene.table.to_move == 0:
        scene.play_on([ann], turns=1)
    assert deadline(scene.table) is None
    assert due(scene.table) == scene.table.turn_since
    assert due(scene.table, 15_000) == scene.table.turn_since + 15_000
    assert scene.refusal(None, c.Tick()) == ("nothing-due",)


@pytest.mark.parametrize("clock", [PER_TURN, PER_GAME])
def test_time_without_a_server_is_given_back(clock: Clock) -> None:
    scene, ann, ben = two_persons(clock=clock)
    late = to_move(scene, [ann, ben])
    seat = scene.table.to_move or 0
    away = clock.ms + OUTAGE + 10 * SECOND
    scene.now += away
    assert scene.refusal(late, c.Play({"pass": True})) == ("time-over",)
    since = len(scene.log)
    scene.do(None, c.Tick())
    assert happened(scene, since) == ["ClockWound"]
    until = deadline(scene.table)
    assert until is not None
    assert until == scene.now + min(clock.ms, OUTAGE + 10 * SECOND)
    scene.do(late, c.Play(seen_turn(scene.table, seat)))
    assert scene.table.seats[seat].missed == 0
    if clock.per == "game":
        # All of it was gone but what was given back.
        left = scene.table.seats[seat].left_ms
        assert left == min(clock.ms, OUTAGE + 10 * SECOND) + clock.added_ms


def test_patience_follows_the_clock() -> None:
    for clock, patience in (
        (None, 10 * MINUTE),
        (PER_TURN, MINUTE),
        (Clock("turn", 3 * 24 * 60 * MINUTE), 3 * 24 * 60 * MINUTE),
        (Clock("game", 30 * 24 * 60 * MINUTE), 24 * 60 * MINUTE),
    ):
        scene, _, _ = two_persons(clock=clock)
        assert scene.table.settings.patience_ms == patience
