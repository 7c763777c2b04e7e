"""Who may do what in a tournament: nobody gains by a command, at a table or in the tournament.

The finding was that both players were host of their table. The last tests here try every command in
every situation; the tests before name the ways that were found, and what a club expects instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from qwirkle.errors import Refused
from qwirkle.rules.family import view
from qwirkle.service.callers import SystemSecrets
from qwirkle.service.swiss.pairing import Outcome
from qwirkle.service.swiss.tournament import (
    Begin,
    Entrant,
    Join,
    Leave,
    Missing,
    Next,
    SwissCommand,
    Terms,
    Tournament,
    decide,
    outcome_of,
)
from qwirkle.service.table import commands as c
from qwirkle.service.table.decide import decide as decide_table
from qwirkle.service.table.decide import open_planned
from qwirkle.service.table.events import PlannedSeat, TableOpened
from qwirkle.service.table.settings import (
    DAY,
    LOBBY_LIFE,
    MINUTE,
    Clock,
    SeatKind,
    SeatPlan,
    Series,
    Settings,
)
from qwirkle.service.table.state import Table

from . import clients
from .clients import person, run
from .club import PEOPLE, Club
from .scene import START, Numbered, Scene, device, greedy_turn, written


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
        assert (await club.draw_of("Ann")).points == ((0.0, 1.0) if to_move == 0 else (1.0, 0.0))
        await club.look()
        assert (await club.table_of("Ann")).phase == "ended"
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


# Every command in every situation


def tournament_table(*players: c.Actor, clock: Clock | None = None) -> Table:
    """The table of a game, as a round opens it."""
    opening = TableOpened(
        table="t",
        settings=Settings("mini", clock=clock, hints=False),
        seats=tuple(
            PlannedSeat("person", name, keys=(player.key,), reserved=True)
            for name, player in zip(("Ann", "Ben"), players, strict=True)
        ),
        host=(),
        seed="5e" * 32,
        commitment="c0" * 32,
        series=Series("swiss", tournament="s"),
    )
    return open_planned(opening, START).state


def attempt(table: Table, actor: c.Actor, command: c.AnyCommand, now: int) -> Table | None:
    """The table after a command; None if it is refused."""
    try:
        return decide_table(table, actor, command, now, Numbered("model")).state
    except Refused:
        return None


KINDS: tuple[SeatKind, ...] = get_args(SeatKind)
SEATS: tuple[int | None, ...] = (None, -1, 0, 1, 2)
VARIANTS: dict[type, Callable[[], Iterator[c.AnyCommand]]] = {
    c.Sit: lambda: (c.Sit(name, seat) for name in ("", "Zoe") for seat in SEATS),
    c.Stand: lambda: (c.Stand(seat) for seat in SEATS if seat is not None),
    c.PlanSeat: lambda: (c.PlanSeat(seat, kind) for seat in (0, 1) for kind in KINDS),
    c.Start: lambda: iter([c.Start()]),
    c.Close: lambda: iter([c.Close()]),
    c.Play: lambda: (c.Play({"pass": True}, seat) for seat in SEATS),
    c.Resign: lambda: (c.Resign(seat) for seat in SEATS),
    c.CallVote: lambda: iter([c.CallVote("end"), c.CallVote("remove")]),
    c.TakeBack: lambda: iter([c.TakeBack()]),
    c.Vote: lambda: iter([c.Vote(agree=True), c.Vote(agree=False)]),
    c.React: lambda: (c.React("hurry", seat) for seat in SEATS),
    c.Rematch: lambda: iter([c.Rematch()]),
    c.SignOthersOut: lambda: iter([c.SignOthersOut()]),
    c.SaveGame: lambda: iter([c.SaveGame()]),
    c.SetRecovery: lambda: iter([c.SetRecovery("token")]),
    c.Carry: lambda: iter([c.Carry(), c.Carry("token"), c.Carry("another")]),
    c.BotPlays: lambda: iter(()),
    c.Tick: lambda: iter([c.Tick()]),
    c.Abandon: lambda: iter([c.Abandon()]),
    c.Withdraw: lambda: iter([c.Withdraw(0), c.Withdraw(1)]),
    c.KeepResult: lambda: iter([c.KeepResult()]),
}
"""All commands, with whatever could matter in them; the service's own, as if a client sent them."""
BEFORE_AND_AFTER = (0, DAY)
"""The opponent is there, or has been away for long."""


def situations(clock: Clock | None) -> Iterator[tuple[str, Table, int, Sequence[c.Actor]]]:
    """Tables of a tournament in every phase, with the time, for two players."""
    players = device("Ann"), device("Ben")
    empty = tournament_table(*players, clock=clock)
    yield "nobody has come", empty, START, players
    for seat in (0, 1):
        came = attempt(empty, players[seat], c.Sit(""), START)
        assert came is not None
        yield f"{seat} has come", came, START, players
        started = attempt(came, players[1 - seat], c.Sit(""), START)
    assert started is not None
    assert started.to_move is not None
    yield "it begins", started, START, players
    turns, now = started, START
    for number in range(3):
        now += 1000
        seat = turns.to_move or 0
        assert turns.game is not None
        turn = c.Play(written(greedy_turn(view(turns.game, seat))))
        played = attempt(turns, players[seat], turn, now)
        assert played is not None
        turns = played
        yield f"after {number + 1} turns", turns, now, players
    voted = attempt(turns, players[0], c.CallVote("end"), now)
    assert voted is not None
    yield "there is a vote", voted, now, players


def reached(table: Table, actor: c.Actor, now: int, depth: int) -> Iterator[Table]:
    """Every table that one device can bring about by its commands alone."""
    known: set[bytes] = set()
    found = [table]
    for _ in range(depth):
        following: list[Table] = []
        for state in found:
            for make in VARIANTS.values():
                for command in make():
                    after = attempt(state, actor, command, now)
                    if after is None or (key := _key(after)) in known:
                        continue
                    known.add(key)
                    following.append(after)
                    yield after
        found = following


def _key(table: Table) -> bytes:
    """What distinguishes situations; gestures do not."""
    seats = [replace(seat, reacted=()) for seat in table.seats]
    parts = (table.phase, seats, table.vote, table.recoveries, table.host, table.ended)
    turns = len(table.played), len(table.taken_back), table.deal_known, table.next is None
    return msgspec.json.encode((*parts, *turns))


def test_every_command_is_tried() -> None:
    assert set(VARIANTS) == {*get_args(c.Command), *get_args(c.OwnCommand)}


@pytest.mark.parametrize("clock", [None, Clock("game", 10 * MINUTE)], ids=["no clock", "clock"])
@pytest.mark.parametrize("away", BEFORE_AND_AFTER)
def test_no_command_at_a_table_gains_anything(clock: Clock | None, away: int) -> None:
    """A lone player gets nothing but what playing on or giving up brings."""
    tables = 0
    for name, table, now, players in situations(clock):
        for seat, actor in enumerate(players):
            other = table.seats[1 - seat]
            agreed = table.vote is not None and 1 - seat in table.vote.agreed
            for after in reached(table, actor, now + away, 3):
                tables += 1
                opponent = after.seats[1 - seat]
                same = replace(opponent, missed=other.missed, left_ms=other.left_ms, reacted=())
                assert same == replace(other, reacted=()), name
                assert after.seats[seat].kind == "person", name
                assert after.settings == table.settings, name
                assert not after.deal_known, name
                assert not after.hosted_by(actor.key), name
                outcome = outcome_of(after, now + away)
                if outcome is not None:
                    mine = outcome.halves[seat]
                    assert mine == 0 or (agreed and mine == 1), name
    assert tables > 50


@pytest.mark.parametrize("away", BEFORE_AND_AFTER)
def test_no_command_of_anybody_else_does_anything_at_a_table(away: int) -> None:
    for name, table, now, _ in situations(None):
        for stranger in (device("Zoe"), device("Cem", "an account")):
            assert [after.seq for after in reached(table, stranger, now + away, 1)] in (
                [],
                [table.seq],  # nothing to carry
            ), name


def test_nobody_gains_by_a_command_to_the_tournament() -> None:
    """Two commands in a row, by each of four players, whoever is away."""
    people = [device(name) for name in ("Ann", "Ben", "Cem", "Dee")]
    state = Tournament("s", people[0].key, Terms(), ())
    for actor, name in zip(people, ("Ann", "Ben", "Cem", "Dee"), strict=True):
        state = decide(state, actor, Join(name), SystemSecrets())
    state = decide(state, people[0], Begin(3), SystemSecrets())
    ids = [entrant.id for entrant in state.entrants]
    commands: list[SwissCommand] = [
        *(Leave(entrant) for entrant in (*ids, "nobody")),
        *(Join(name) for name in ("Ann", "Ben", "Zoe")),
        Begin(1),
        *(Next(number) for number in range(3)),
    ]
    pairs = [draw.players for draw in state.rounds[0].draws]
    assert pairs == [(0, 1), (2, 3)]
    away: list[Missing] = [{}, *({gone: [gone]} for gone in ids), {gone: [gone] for gone in ids}]
    changed = 0
    for (at, actor), missing in product(enumerate(people), away):
        for first, second in product(commands, commands):
            after = state
            for command in (first, second):
                with suppress(Refused):
                    after = decide(after, actor, command, SystemSecrets(), missing)
            changed += after != state
            for draw in after.rounds[0].draws:
                if at in draw.players:
                    lost = Outcome((0, 2) if draw.players[0] == at else (2, 0), 0, forfeit=True)
                    assert draw.outcome in (None, lost)
            for player, entrant in enumerate(after.entrants):
                assert isinstance(entrant, Entrant)
                if entrant.withdrawn and player != at:
                    # Somebody for whom a game waits, that is not the actor's own.
                    assert entrant.id in missing
                    own = next(pair for pair in pairs if at in pair)
                    assert player not in own
                    assert at == 0 or 0 in next(pair for pair in pairs if player in pair)
            assert len(after.rounds) == 1
    assert changed > 0


def test_a_table_outside_tournaments_has_a_host() -> None:
    """What is refused in tournaments is allowed elsewhere."""
    ann, zoe = device("Ann"), device("Zoe")
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    scene = Scene(c.OpenTable(seats), ann)
    scene.do(zoe, c.Sit("Zoe"))
    scene.do(ann, c.Stand(1))
    scene.do(ann, c.PlanSeat(1, "bot", "level:1"))
    scene.do(ann, c.Close())
    assert scene.table.phase == "ended"
