"""Around the game: gestures, rematches, seats carried to another device."""

from __future__ import annotations

import msgspec

from qwirkle.notation import commitment_to
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.guards import VOTE_PAUSE
from qwirkle.tables.core.decide.lobby import RESEATING
from qwirkle.tables.core.decide.social import GESTURES, MAX_GESTURES, WITHIN, opening_of_rematch
from qwirkle.tables.core.evolve import MAX_KEYS, MAX_RESEATED, evolve
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import table_view, viewer_of

from .scene import Scene, device, many_persons, two_persons


def test_gestures_are_few_and_from_a_list() -> None:
    scene, ann, ben = two_persons()
    assert scene.refusal(ann, c.React("you fool")) == ("bad-reaction",)
    assert scene.refusal(device("Eve"), c.React("hello")) == ("not-seated",)
    for _ in range(GESTURES):
        scene.do(ann, c.React("hello"))
    assert scene.refusal(ann, c.React("wow")) == ("too-often",)
    scene.do(ben, c.React("wow"))
    scene.now += WITHIN
    scene.do(ann, c.React("wow"))
    while scene.table.gestures < MAX_GESTURES:
        scene.now += WITHIN
        scene.do(ben, c.React("thinking"))
    scene.now += WITHIN
    assert scene.refusal(ann, c.React("wow")) == ("too-often",)
    scene.play_on([ann, ben], turns=1)
    scene.do(ann, c.React("well-played"))


def opened_again(table: Table, now: int) -> Table:
    opened = opening_of_rematch(table)
    assert opened is not None
    return evolve(None, opened, now)


def test_a_rematch_moves_the_seats_round_and_keeps_them_for_everybody() -> None:
    scene, people = many_persons(3)
    assert scene.refusal(people[1], c.Rematch()) == ("not-ended",)
    scene.do(people[0], c.Resign())
    scene.do(people[2], c.Resign())
    assert scene.refusal(device("Eve"), c.Rematch()) == ("not-seated",)
    scene.do(people[1], c.Rematch())
    # Whoever asks again means the same table.
    assert scene.do(people[2], c.Rematch()).events == ()
    first, second = (opened_again(scene.table, scene.now) for _ in range(2))
    assert first == second
    assert [seat.name for seat in first.seats] == ["Ben", "Cem", "Ann"]
    assert [seat.reserved for seat in first.seats] == [False, True, True]
    assert [seat.out for seat in first.seats] == [None, None, None]
    assert first.before == scene.table.id
    assert first.id != scene.table.id
    assert first.seed != scene.table.seed
    assert first.commitment == commitment_to(first.seed)
    scene.table = first
    assert scene.refusal(people[0], c.Start()) == ("not-the-host",)
    assert scene.refusal(people[1], c.Start()) == ("seats-empty",)
    assert scene.refusal(device("Eve"), c.Sit("Eve")) == ("table-full",)


def test_who_comes_back_for_a_rematch_sits_down_and_plays() -> None:
    ann, ben = device("Ann"), device("Ben")
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"), SeatPlan("bot", bot="greedy"))
    scene = Scene(c.OpenTable(seats), ann)
    scene.do(ben, c.Sit("Ben"))
    scene.do(ann, c.Start())
    scene.do(ben, c.Resign())
    scene.do(ann, c.Resign())
    scene.do(ben, c.Rematch())
    opened = opening_of_rematch(scene.table)
    assert opened is not None
    scene.log, scene.table = [(opened, scene.now)], evolve(None, opened, scene.now)
    assert viewer_of(scene.table, ann.key).seats == (2,)
    scene.do(ann, c.Sit("whatever"))
    assert [seat.name for seat in scene.table.seats] == ["Ben", "Greedy bot", "Ann"]
    scene.do(ben, c.Start())
    scene.play_on([ann, ben])
    assert scene.table.ended is not None


def test_the_host_may_give_a_kept_seat_to_somebody_else() -> None:
    scene, ann, ben = two_persons()
    scene.do(ann, c.Resign())
    scene.do(ben, c.Rematch())
    opened = opening_of_rematch(scene.table)
    assert opened is not None
    scene.log, scene.table = [(opened, scene.now)], evolve(None, opened, scene.now)
    scene.do(ben, c.PlanSeat(1, "open", "greedy"))
    assert scene.table.held_by(ann.key) == ()
    scene.do(ben, c.Start())
    assert scene.table.seats[1].kind == "bot"


def test_a_table_where_nothing_was_played_has_no_rematch() -> None:
    ann = device("Ann")
    scene = Scene(c.OpenTable((SeatPlan("person", "Ann"), SeatPlan("open"))), ann)
    scene.do(ann, c.Close())
    assert scene.refusal(ann, c.Rematch()) == ("not-started",)


def test_a_seat_is_carried_to_another_device() -> None:
    scene, ann, ben = two_persons()
    phone = device("Ann's phone")
    assert scene.refusal(phone, c.SetRecovery("t" * 64)) == ("not-seated",)
    assert scene.refusal(phone, c.Carry("t" * 64)) == ("bad-recovery",)
    scene.do(ann, c.SetRecovery("t" * 64))
    assert scene.do(ann, c.SetRecovery("t" * 64)).events == ()
    scene.do(phone, c.Carry("t" * 64))
    assert scene.table.held_by(phone.key) == scene.table.held_by(ann.key) == (0,)
    assert scene.table.hosted_by(phone.key)
    # A newer token makes the older one worthless.
    scene.do(ann, c.SetRecovery("u" * 64))
    assert scene.refusal(device("Eve"), c.Carry("t" * 64)) == ("bad-recovery",)
    scene.play_on([phone, ben])
    assert scene.table.ended is not None


def test_a_seat_has_a_bounded_number_of_devices() -> None:
    scene, ann, _ = two_persons()
    for number in range(20):
        scene.do(ann, c.SetRecovery("t" * 64))
        scene.do(device(f"phone {number}"), c.Carry("t" * 64))
        if ann.key not in scene.table.seats[0].keys:
            break
    assert len(scene.table.seats[0].keys) == MAX_KEYS


def test_a_link_is_used_once_and_its_owner_sees_that() -> None:
    scene, ann, ben = two_persons()
    scene.do(ben, c.SetRecovery("t" * 64))
    phone, eve = device("phone"), device("Eve")
    scene.do(phone, c.Carry("t" * 64))
    assert scene.refusal(eve, c.Carry("t" * 64)) == ("bad-recovery",)
    seen = table_view(scene.table, viewer_of(scene.table, ben.key), scene.now)
    assert seen.you.devices == 2
    others = table_view(scene.table, viewer_of(scene.table, ann.key), scene.now)
    assert others.you.devices is msgspec.UNSET


def test_others_can_be_signed_out() -> None:
    scene, ann, ben = two_persons()
    phone = device("phone")
    scene.do(ben, c.SetRecovery("t" * 64))
    scene.do(phone, c.Carry("t" * 64))
    scene.do(ben, c.SetRecovery("u" * 64))
    scene.do(phone, c.SetRecovery("v" * 64))
    scene.do(ann, c.SetRecovery("w" * 64))
    scene.do(ben, c.SignOthersOut())
    assert scene.table.held_by(ben.key) == (1,)
    assert scene.table.held_by(phone.key) == ()
    for token in "uv":
        assert scene.refusal(device("Eve"), c.Carry(token * 64)) == ("bad-recovery",)
    scene.do(device("tablet"), c.Carry("w" * 64))
    assert scene.refusal(device("Eve"), c.SignOthersOut()) == ("not-seated",)
    assert scene.do(ben, c.SignOthersOut()).events == ()


def with_account(name: str, account: str | None) -> c.Actor:
    return c.Actor(device(name).key, account)


def test_an_account_brings_its_seat_to_another_device() -> None:
    ann, ben = with_account("Ann", "a"), device("Ben")
    scene = Scene(c.OpenTable((SeatPlan("person", "Ann"), SeatPlan("person"))), ann)
    scene.do(ben, c.Sit("Ben"))
    scene.do(ann, c.Start())
    for stranger in (device("Eve"), with_account("Eve", "e"), with_account("Ben", None)):
        assert scene.do(stranger, c.Carry()).events == ()
    phone = with_account("phone", "a")
    scene.do(phone, c.Carry())
    assert scene.table.held_by(phone.key) == scene.table.held_by(ann.key) == (0,)
    assert scene.table.hosted_by(phone.key)
    assert scene.do(phone, c.Carry()).events == ()
    scene.play_on([phone, ben], turns=2)
    # A lost device is signed out at the table; signed in again, it has the seat again.
    scene.do(phone, c.SignOthersOut())
    assert scene.table.held_by(ann.key) == ()
    assert scene.do(with_account("Ann", None), c.Carry()).events == ()
    scene.do(ann, c.Carry())
    assert scene.table.held_by(ann.key) == (0,)


def test_a_device_that_signs_out_of_its_account_keeps_its_seat() -> None:
    ann, ben = with_account("Ann", "a"), device("Ben")
    scene = Scene(c.OpenTable((SeatPlan("person", "Ann"), SeatPlan("person"))), ann)
    scene.do(ben, c.Sit("Ben"))
    scene.do(ann, c.Start())
    signed_out = with_account("Ann", None)
    scene.play_on([signed_out, ben], turns=2)
    # The game still counts for the account that sat down.
    assert scene.table.seats[0].account == "a"
    signed_in_as_another = with_account("Ann", "b")
    scene.play_on([signed_in_as_another, ben], turns=2)
    assert scene.table.seats[0].account == "a"


def test_votes_come_with_a_pause() -> None:
    scene, ann, _ = two_persons()
    scene.do(ann, c.CallVote("end"))
    scene.do(ann, c.Vote(agree=False))
    assert scene.refusal(ann, c.CallVote("end")) == ("too-often",)
    scene.now += VOTE_PAUSE
    scene.do(ann, c.CallVote("end"))


def test_seats_do_not_change_all_the_time() -> None:
    ann, ben = device("Ann"), device("Ben")
    scene = Scene(c.OpenTable((SeatPlan("person", "Ann"), SeatPlan("person"))), ann)
    for _ in range(MAX_RESEATED // 2):
        scene.do(ben, c.Sit("Ben"))
        scene.do(ben, c.Stand(1))
    assert scene.refusal(ben, c.Sit("Ben")) == ("too-often",)
    scene.now += RESEATING
    scene.do(ben, c.Sit("Ben"))
