"""Who may do what in a tournament: the ways to gain that were found, and what a club expects.

Both players were host of their table. ``test_swiss_model`` tries everything else.
"""

from __future__ import annotations

from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import (
    DAY,
    LOBBY_LIFE,
    MINUTE,
)
from qwirkle.tables.live.callers import SystemSecrets
from qwirkle.tables.swiss.tournament import (
    Begin,
    Join,
    Leave,
    Next,
)

from . import clients
from .clients import person, run
from .club import PEOPLE, Club
from .scene import START, device
from .test_swiss_model import attempt, tournament_table


@pytest.fixture(autouse=True)
def _every_table_has_its_own_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "Known", SystemSecrets)


async def refused(club: Club, table: str, name: str, command: c.Command) -> str:
    with pytest.raises(Refused) as refusal:
        await club.process.do(table, PEOPLE.get(name) or person(name), command)
    assert refusal.value.refusals[0].message
    return refusal.value.reasons[0]


async def begun(*names: str, rounds: int | None = None) -> Club:
    """A tournament in its first round: Ann, who opened it, plays Ben."""
    club = Club()
    await club.open(*names)
    await club.do(names[0], Begin(rounds))
    return club


# The ways that were found


def test_nobody_empties_a_seat_or_puts_a_bot_there() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem")
        table = (await club.draw_of("Ben")).table
        await club.sit("Ben")
        before = await club.table_of("Ben")
        for name, seat in product(("Ann", "Ben"), (0, 1)):
            assert await refused(club, table, name, c.Stand(seat)) == "not-the-host"
            plan = c.PlanSeat(seat, "bot", "level:1")
            assert await refused(club, table, name, plan) == "not-the-host"
            assert await refused(club, table, name, c.Start()) == "not-the-host"
        assert await club.table_of("Ben") == before
        looked = await club.process.tables.look(table, PEOPLE["Ann"])
        assert (looked.you.host, looked.now.host) == (False, None)
        await club.process.leave()

    run(scene)


def test_no_stranger_sits_down_even_where_an_earlier_version_has_left_a_seat_empty() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem")
        table = (await club.draw_of("Ben")).table
        for name in ("Cem", "a stranger"):
            assert await refused(club, table, name, c.Sit("Zoe")) == "not-your-seat"
            assert await refused(club, table, name, c.Sit("Zoe", 1)) == "not-your-seat"
        await club.process.leave()

    run(scene)
    ann, ben = device("Ann"), device("Ben")
    opened = tournament_table(ann, ben)
    # As it was stored: both were host, and Ann has emptied the seat of Ben.
    emptied = (opened.seats[0], replace(opened.seats[1], keys=(), name="", reserved=False))
    stored = replace(opened, host=(ann.key, ben.key), seats=emptied)
    assert not stored.hosted_by(ann.key)
    assert stored.host_seat is None
    for command in (c.Sit("Zoe"), c.Sit("Zoe", 1), c.PlanSeat(1, "bot"), c.Start(), c.Close()):
        for actor in (ann, ben, device("Zoe")):
            after = attempt(stored, actor, command, START)
            assert after is None or after.seats[1] == stored.seats[1]


def test_nobody_closes_a_table_for_half_a_point() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem")
        table = (await club.draw_of("Ann")).table
        for name in ("Ann", "Ben"):
            assert await refused(club, table, name, c.Close()) == "not-the-host"
        assert (await club.draw_of("Ann")).state == "waiting"
        await club.process.leave()

    run(scene)


def test_the_organiser_does_not_remove_their_own_opponent() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem")
        ben = await club.id_of("Ben")
        assert await club.refused("Ann", Leave(ben)) == "not-the-host"
        await club.sit("Ann", "Ben")
        assert await club.refused("Ann", Leave(ben)) == "not-the-host"
        club.process.time += DAY  # whoever has to move is away by now
        for player in ("Ann", "Ben"):
            other = "Ben" if player == "Ann" else "Ann"
            assert await club.refused(player, Leave(await club.id_of(other))) == "not-the-host"
        assert (await club.look()).rounds[0].draws[0].points is None
        assert [player.removable for player in (await club.look()).players] == [True, False, False]
        await club.process.leave()

    run(scene)


def test_leaving_twice_removes_one() -> None:
    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben", "Cem", "Dee")
        ben = await club.id_of("Ben")
        for _ in range(3):
            await club.do("Ann", Leave(ben), "once")
        assert await club.refused("Ann", Leave(ben)) == "bad-request"
        assert [player.name for player in (await club.look()).players] == ["Ann", "Cem", "Dee"]
        await club.process.leave()

    run(scene)


def test_a_command_that_is_sent_again_has_the_effect_of_once() -> None:
    """Also if the opposite was done in between."""

    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben", "Cem")
        await club.do("Dee", Join("Dee"), "join")
        await club.leave("Ann", "Dee")
        await club.do("Dee", Join("Dee"), "join")
        assert len((await club.look()).players) == 3
        await club.do("Dee", Join("Dee"), "join again")
        await club.leave("Dee", "Dee", "leave")
        await club.do("Dee", Join("Dee"), "a third time")
        first = await club.id_of("Dee")
        await club.do("Dee", Leave(first), "leave")
        assert await club.id_of("Dee") == first
        # Ids are the sender's own: nobody uses up those of somebody else.
        await club.do("Eli", Join("Eli"), "leave")
        assert len((await club.look()).players) == 5
        await club.process.leave()

    run(scene)


def test_a_game_that_is_being_lost_is_not_ended_while_the_opponent_is_away() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem")
        await club.sit("Ann", "Ben")
        draw = await club.draw_of("Ann")
        club.process.time += DAY
        state = await club.table_of("Ann")
        waiting = ("Ben", "Ann")[state.to_move or 0]
        assert await refused(club, draw.table, waiting, c.CallVote("remove")) == "too-few-left"
        await club.process.do(draw.table, PEOPLE[waiting], c.CallVote("end"))
        assert (await club.table_of("Ann")).phase == "playing"
        # The other one comes back and agrees: a tie, as between any two players.
        other = "Ann" if waiting == "Ben" else "Ben"
        await club.process.do(draw.table, PEOPLE[other], c.Vote(agree=True))
        assert (await club.draw_of("Ann")).points == (0.5, 0.5)
        await club.process.leave()

    run(scene)


def test_nobody_gets_the_deal_of_a_game_against_somebody_at_the_same_device() -> None:
    async def scene() -> None:
        club = Club()
        await club.open("Ann")
        await club.do("Ann", Join("Her brother"))
        await club.do("Cem", Join("Cem"))
        await club.do("Ann", Begin())
        (draw,) = (await club.look()).rounds[0].draws
        assert draw.players == (0, 1)
        await club.process.do(draw.table, PEOPLE["Ann"], c.Sit(""))
        with pytest.raises(Refused) as refusal:
            await club.process.tables.act(
                draw.table, PEOPLE["Ann"], c.SaveGame(), command_id="save"
            )
        assert refusal.value.reasons == ("not-alone",)
        await club.process.leave()

    run(scene)


# What a club expects instead


def test_whoever_leaves_has_given_up_their_game_and_is_paired_no_more() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        await club.sit("Cem", "Dee")
        await club.leave("Dee", "Dee", "leave")
        draw = await club.draw_of("Dee")
        assert draw.points in ((1.0, 0.0), (0.0, 1.0))
        assert not draw.forfeit, "it was played, and given up"
        assert (await club.points_of("Cem"), await club.points_of("Dee")) == (1.0, 0.0)
        ended = (await club.table_of("Dee")).ended
        assert ended is not None
        assert ended.how == "resigned"
        await club.do("Dee", Leave(await club.id_of("Dee")), "leave")
        await club.play_round_of("Ann", "Ben", loser="Ben")
        await club.do("Ann", Next(1))
        view = await club.look()
        assert all(3 not in draw.players for draw in view.rounds[1].draws)
        assert view.rounds[1].bye is not None
        await club.process.leave()

    run(scene)


def test_whoever_leaves_before_their_game_has_lost_it_and_the_table_is_closed() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem")
        await club.sit("Ann")
        await club.leave("Ben", "Ben")
        draw = await club.draw_of("Ann")
        assert (draw.state, draw.points, draw.forfeit) == ("over", (1.0, 0.0), True)
        assert (await club.table_of("Ann")).phase == "ended"
        await club.process.leave()

    run(scene)


def test_the_last_player_to_leave_ends_the_tournament() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", rounds=1)
        await club.sit("Ann", "Ben")
        await club.leave("Ann", "Ann")
        view = await club.look()
        assert (view.phase, view.players[0].withdrawn) == ("over", True)
        assert await club.refused("Ann", Leave(await club.id_of("Ben"))) == "table-ended"
        await club.process.leave()

    run(scene)


def test_the_organiser_removes_somebody_for_whom_a_game_has_waited() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        dee = await club.id_of("Dee")
        await club.sit("Cem")
        assert await club.refused("Ann", Leave(dee)) == "nobody-gone"
        club.process.time += 10 * MINUTE
        assert await club.refused("Ben", Leave(dee)) == "not-the-host"
        removable = [player.removable for player in (await club.look()).players]
        assert removable == [True, False, False, True]
        assert await club.refused("Ann", Leave(await club.id_of("Cem"))) == "nobody-gone"
        await club.leave("Ann", "Dee")
        draw = await club.draw_of("Cem")
        assert draw.forfeit
        assert (await club.points_of("Cem"), await club.points_of("Dee")) == (1.0, 0.0)
        ended = (await club.table_of("Cem")).ended
        assert ended is not None
        assert ended.how == "closed"  # nobody's rating depends on what the organiser says
        await club.process.leave()

    run(scene)


def test_of_two_who_have_not_come_neither_wins_when_one_is_removed() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        club.process.time += 10 * MINUTE
        await club.leave("Ann", "Dee")
        assert (await club.draw_of("Cem")).points == (0.0, 0.0)
        await club.process.leave()

    run(scene)


def test_during_a_game_the_one_who_does_not_play_can_be_removed_and_the_other_cannot() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        await club.sit("Cem", "Dee")
        club.process.time += 10 * MINUTE
        to_move = (await club.table_of("Cem")).to_move
        assert to_move is not None
        draw, view = await club.draw_of("Cem"), await club.look()
        gone, there = (view.players[draw.players[at]] for at in (to_move, 1 - to_move))
        assert await club.refused("Ann", Leave(there.id)) == "nobody-gone"
        await club.do("Ann", Leave(gone.id))
        assert await club.points_of(there.name) == 1.0
        await club.process.leave()

    run(scene)


def test_another_player_decides_about_the_game_of_the_organiser() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem")
        await club.sit("Ann")
        ben = await club.id_of("Ben")
        club.process.time += 10 * MINUTE - 1
        assert await club.refused("Cem", Leave(ben)) == "nobody-gone"
        club.process.time += 1
        assert await club.refused("Cem", Leave(await club.id_of("Ann"))) == "nobody-gone"
        await club.do("Cem", Leave(ben))
        assert (await club.draw_of("Ann")).points == (1.0, 0.0)
        await club.process.leave()

    run(scene)


def test_whoever_has_not_come_when_the_table_is_given_up_has_lost() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        await club.sit("Ben")
        club.process.time += LOBBY_LIFE
        for name in ("Ann", "Cem"):
            await club.process.tables.tick((await club.draw_of(name)).table)
        assert (await club.draw_of("Ann")).points == (0.0, 1.0)
        assert (await club.draw_of("Cem")).points == (0.0, 0.0)
        assert (await club.look()).ready
        await club.process.leave()

    run(scene)


def test_without_a_clock_whoever_does_not_play_for_a_week_has_lost() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem")
        await club.sit("Ann", "Ben")
        to_move = (await club.table_of("Ann")).to_move
        club.process.time += LOBBY_LIFE - 1
        assert (await club.draw_of("Ann")).points is None
        club.process.time += 1
        draw = await club.draw_of("Ann")
        assert draw.points == ((0.0, 1.0) if to_move == 0 else (1.0, 0.0))
        assert (await club.process.tables.current(draw.table)).phase == "ended"
        await club.process.leave()

    run(scene)


def test_a_tournament_that_an_earlier_version_has_stored_goes_on() -> None:
    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben", "Cem", "Dee")
        stored = await club.store.tournament(club.id)
        assert stored is not None
        body = msgspec.json.decode(stored.body)
        del body["done"]
        for entrant in body["entrants"]:
            del entrant["id"]
        written = msgspec.json.encode(body)
        await club.store.put_tournament(club.id, written, version=stored.version, at=START)
        ids = [player.id for player in (await club.look()).players]
        assert len(set(ids)) == 4
        await club.do("Ann", Leave(ids[1]))
        await club.do("Ann", Begin())
        view = await club.look()
        assert [player.id for player in view.players] == [ids[0], *ids[2:]]
        await club.process.leave()

    run(scene)


def test_another_device_of_the_same_account_is_the_same_player() -> None:
    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben")
        phone, laptop = person("phone", "account of Cem"), person("laptop", "account of Cem")
        await club.desk.act(club.id, phone, Join("Cem"), "1")
        assert (await club.desk.look(club.id, laptop)).you == (2,)
        await club.desk.act(club.id, laptop, Leave(await club.id_of("Cem")), "2")
        assert len((await club.look()).players) == 2
        await club.process.leave()

    run(scene)
