"""What docs/series.md promises about tournaments: waiting, leaving, ties, and their tables."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from qwirkle.errors import Refused
from qwirkle.rules.family import view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.commands import Actor
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import DAY, HOUR, MINUTE, Clock
from qwirkle.tables.core.standings import is_rated
from qwirkle.tables.core.state import Ended, Table
from qwirkle.tables.core.views import SeriesView
from qwirkle.tables.live.callers import Caller, SystemSecrets
from qwirkle.tables.swiss.pairing import Outcome
from qwirkle.tables.swiss.service import Tournaments
from qwirkle.tables.swiss.store import StoredTournament
from qwirkle.tables.swiss.tournament import (
    Begin,
    Entrant,
    Join,
    Leave,
    Next,
    Terms,
    Tournament,
    mark_of,
    outcome_of,
)

from . import clients
from .clients import person, run
from .club import PEOPLE, Club
from .stores import WatchedStore


@pytest.fixture(autouse=True)
def _every_table_has_its_own_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "Known", SystemSecrets)


async def opened(terms: Terms, *names: str) -> Club:
    club = Club()
    club.id = await club.desk.open(PEOPLE[names[0]], terms, Join(names[0]), "open")
    for name in names[1:]:
        await club.do(name, Join(name))
    return club


async def begun(*names: str, rounds: int | None = None, terms: Terms | None = None) -> Club:
    """A tournament in its first round: Ann, who opened it, plays Ben."""
    club = await opened(terms or Terms(), *names)
    await club.do(names[0], Begin(rounds))
    return club


async def removable(club: Club, name: str) -> list[str]:
    """Whom somebody else may take out of the tournament now."""
    players = (await club.look(name)).players
    return [player.name for player in players if player.removable and player.name != name]


@pytest.mark.parametrize(
    ("clock", "wait"),
    [
        (None, 10 * MINUTE),
        (Clock("turn", MINUTE), 10 * MINUTE),
        (Clock("turn", 2 * HOUR), 2 * HOUR),
        (Clock("game", 3 * DAY), DAY),
    ],
)
def test_a_game_waits_ten_minutes_or_as_long_as_its_clock_gives(
    clock: Clock | None, wait: int
) -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee", terms=Terms(clock=clock))
        await club.sit("Cem")
        club.process.time += wait - 1
        assert await removable(club, "Ann") == []
        club.process.time += 1
        assert await removable(club, "Ann") == ["Dee"]
        await club.process.leave()

    run(scene)


def test_whoever_has_left_decides_about_nobody() -> None:
    """In the game of the organiser another player decides, but not one who has gone home."""

    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee", "Eli")
        await club.sit("Ann")
        await club.leave("Dee", "Dee")
        club.process.time += 10 * MINUTE
        assert "Ben" in await removable(club, "Eli")
        assert await removable(club, "Dee") == []
        await club.process.leave()

    run(scene)


def test_somebody_who_has_left_can_neither_leave_nor_be_removed_again() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        assert (await club.look("Dee")).players[3].removable
        await club.leave("Dee", "Dee")
        club.process.time += 10 * MINUTE
        for name in ("Ann", "Dee"):
            assert not (await club.look(name)).players[3].removable
        await club.process.leave()

    run(scene)


def test_whoever_leaves_gives_the_game_even_to_somebody_who_has_not_come() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        club.process.time += HOUR
        await club.leave("Dee", "Dee")
        assert (await club.points_of("Cem"), await club.points_of("Dee")) == (1.0, 0.0)
        await club.process.leave()

    run(scene)


async def _scores(club: Club, table: str) -> list[int]:
    game = game_of(await club.process.tables.current(table))
    return [player.score for player in view(game, None).players]


def test_a_game_that_was_given_up_has_no_margin() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        await club.sit("Ann", "Ben")
        table = (await club.draw_of("Ann")).table
        pair = [PEOPLE["Ann"], PEOPLE["Ben"]]
        await club.process.play_turn(table, pair)
        while len(set(await _scores(club, table))) == 1:
            await club.process.play_turn(table, pair)
        await club.process.do(table, PEOPLE["Ben"], c.Resign())
        state = await club.process.tables.current(table)
        assert state.ended is not None
        assert state.ended.scores[0] != state.ended.scores[1]
        players = (await club.look()).players
        assert [(player.points, player.margin) for player in players[:2]] == [(1.0, 0), (0.0, 0)]
        await club.process.leave()

    run(scene)


@pytest.mark.parametrize(
    ("how", "winners", "scores", "outcome"),
    [
        ("finished", (0,), (120, 100), Outcome((2, 0), 20)),
        ("finished", (1,), (100, 130), Outcome((0, 2), -30)),
        ("finished", (0, 1), (100, 100), Outcome((1, 1), 0)),
        ("agreed", (), (100, 90), Outcome((1, 1), 0)),
        ("closed", (), (100, 90), Outcome((1, 1), 0)),
        ("resigned", (1,), (100, 90), Outcome((0, 2), 0)),
    ],
)
def test_an_ended_game_counts_as_it_ended(
    how: str, winners: tuple[int, ...], scores: tuple[int, int], outcome: Outcome
) -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        await club.sit("Ann", "Ben")
        table = await club.table_of("Ann")
        places = tuple(1 if not winners or seat in winners else 2 for seat in (0, 1))
        ended = Ended(how, winners, places, scores, club.process.time)  # type: ignore[arg-type]
        assert outcome_of(replace(table, ended=ended), club.process.time) == outcome
        await club.process.leave()

    run(scene)


@pytest.mark.parametrize(("clock", "over"), [(None, True), (Clock("turn", 14 * DAY), False)])
def test_a_week_decides_a_game_only_if_there_is_no_clock(clock: Clock | None, over: bool) -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee", terms=Terms(clock=clock))
        await club.sit("Ann", "Ben")
        waits_for = (await club.table_of("Ann")).to_move
        club.process.time += 7 * DAY
        draw = await club.draw_of("Ann")
        assert (draw.state == "over", draw.forfeit) == (over, over)
        if over:
            assert waits_for is not None
            assert draw.points is not None
            assert (draw.points[waits_for], draw.points[1 - waits_for]) == (0.0, 1.0)
        await club.process.leave()

    run(scene)


def test_a_tournament_is_over_when_the_last_game_of_its_last_round_is() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee", rounds=1)
        await club.play_round_of("Ann", "Ben", loser="Ben")
        view = await club.look()
        assert (view.phase, view.ready) == ("playing", False)
        await club.play_round_of("Cem", "Dee", loser="Dee")
        assert (await club.look()).phase == "over"
        await club.process.leave()

    run(scene)


def test_with_one_player_left_the_tournament_is_over() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", rounds=3)
        await club.leave("Ben", "Ben")
        assert (await club.look()).phase == "playing"
        await club.leave("Cem", "Cem")
        view = await club.look()
        assert (view.phase, view.ready, len(view.rounds)) == ("over", False, 1)
        await club.process.leave()

    run(scene)


def test_an_account_counts_for_one_player_only() -> None:
    """Friends who join with one device are not all the account's owner."""

    async def scene() -> None:
        club = Club()
        ann = person("Ann", "ann")
        club.id = await club.desk.open(ann, Terms(), Join("Ann"), "open")
        await club.desk.act(club.id, ann, Join("Anna’s brother"), "brother")
        players = (await club.desk.look(club.id, ann)).players
        assert [player.account for player in players] == [True, False]
        await club.process.leave()

    run(scene)


def test_the_newest_commands_are_remembered_after_many_others() -> None:
    async def scene() -> None:
        club = await opened(Terms(), "Ann")
        for _ in range(35):
            await club.do("Ben", Join("Ben"))
            await club.leave("Ben", "Ben")
        await club.do("Ben", Join("Ben"), "the last one")
        await club.leave("Ben", "Ben")
        await club.do("Ben", Join("Ben"), "the last one")
        assert [player.name for player in (await club.look()).players] == ["Ann"]
        await club.process.leave()

    run(scene)


def test_each_table_of_a_round_counts_as_opened_by_whoever_begins_it() -> None:
    async def scene() -> None:
        club = await opened(Terms(), "Ann", "Ben", "Cem", "Dee", "Eli")
        asked: list[int] = []

        def may_open(count: int) -> None:
            asked.append(count)
            if len(asked) == 1:
                raise refusal(TableReason.TOO_OFTEN)

        ann = PEOPLE["Ann"]
        with pytest.raises(Refused):
            await club.desk.act(club.id, ann, Begin(), "1", may_open)
        assert ((await club.look()).phase, club.process.store.rows) == ("lobby", {})
        await club.desk.act(club.id, ann, Begin(), "2", may_open)
        assert (asked, len(club.process.store.rows)) == ([2, 2], 2)
        await club.process.leave()

    run(scene)


def test_a_table_of_a_round_has_the_terms_faces_and_accounts_of_its_players() -> None:
    async def scene() -> None:
        club = Club()
        people = [person(name, name.lower()) for name in ("Ann", "Ben", "Cem")]
        terms = Terms("select", {"same-spot": False}, Clock("turn", HOUR), hints=True)
        club.id = await club.desk.open(people[0], terms, Join("Ann", "panda"), "open")
        await club.desk.act(club.id, people[1], Join("Ben", "koala"), "1")
        await club.desk.act(club.id, people[2], Join("Cem"), "2")
        await club.desk.act(club.id, people[0], Begin(), "begin")
        table = await club.table_of("Ann")
        settings = table.settings
        assert (settings.game, settings.options) == ("select", {"same-spot": False})
        assert (settings.clock, settings.hints) == (Clock("turn", HOUR), True)
        assert [seat.face for seat in table.seats] == ["panda", "koala"]
        assert [seat.account for seat in table.seats] == ["ann", "ben"]
        await club.process.leave()

    run(scene)


def test_a_game_between_two_accounts_is_rated() -> None:
    async def scene() -> None:
        club = Club()
        people = [person(name, name.lower()) for name in ("Ann", "Ben", "Cem")]
        club.id = await club.desk.open(people[0], Terms(), Join("Ann"), "open")
        for who, name in zip(people[1:], ("Ben", "Cem"), strict=True):
            await club.desk.act(club.id, who, Join(name), f"join {name}")
        await club.desk.act(club.id, people[0], Begin(), "begin")
        table = (await club.draw_of("Ann")).table
        for who in people[:2]:
            await club.process.do(table, who, c.Sit(""))
        state = await club.process.tables.current(table)
        assert state.phase == "playing"
        assert is_rated(state)
        await club.process.leave()

    run(scene)


def test_nobody_is_host_of_a_table_and_its_series_has_the_number_of_the_round() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        for number in (1, 2):
            for draw in (await club.look()).rounds[-1].draws:
                for who in PEOPLE.values():
                    view = await club.process.tables.look(draw.table, who)
                    assert not view.you.host
                    series = view.now.series
                    assert isinstance(series, SeriesView)
                    assert (series.kind, series.number) == ("swiss", number)
            if number == 1:
                await club.play_round("Ben", "Dee")
                await club.do("Cem", Next(1))
        await club.process.leave()

    run(scene)


class Interrupted(WatchedStore):
    """A store in which others read and write between a command's reading and its writing."""

    async def tournament(self, tournament: str) -> StoredTournament | None:
        found = await super().tournament(tournament)
        await asyncio.sleep(0)
        return found


def test_two_commands_at_once_both_have_their_effect() -> None:
    async def scene() -> None:
        club = Club()
        club.store = Interrupted()
        club.desk = Tournaments(club.process.tables, club.store)
        await club.open("Ann")
        await asyncio.gather(*(club.do(name, Join(name)) for name in ("Ben", "Cem", "Dee")))
        names = sorted(player.name for player in (await club.look()).players)
        assert names == ["Ann", "Ben", "Cem", "Dee"]
        await asyncio.gather(*(club.do("Ann", Begin()) for _ in range(3)))
        assert len((await club.look()).rounds) == 1
        assert len(club.process.store.rows) == 2
        await club.process.leave()

    run(scene)


def test_the_deal_of_a_game_is_decided_with_the_pairing() -> None:
    """So it does not matter who opens the table, or how often."""

    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem")
        stored = await club.store.tournament(club.id)
        assert stored is not None
        (draw,) = msgspec.json.decode(stored.body, type=Tournament).rounds[0].draws
        table = await club.process.tables.current(draw.table)
        assert table.seed == draw.seed
        await club.process.leave()

    run(scene)


def test_a_stranger_sees_a_tournament_and_takes_no_part_in_it() -> None:
    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem")
        view = await club.desk.look(club.id, Caller())
        assert (view.you, view.host) == ((), False)
        assert not any(player.removable for player in view.players)
        await club.process.leave()

    run(scene)


def test_a_command_that_others_overtake_twenty_times_is_refused_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben")
        before, tries = await club.look(), []

        async def put_tournament(*_: object, version: int, **__: object) -> bool:
            tries.append(version)
            return False

        with monkeypatch.context() as overtaken:
            overtaken.setattr(club.store, "put_tournament", put_tournament)
            assert await club.refused("Cem", Join("Cem")) == TableReason.BUSY
        assert len(tries) == 20
        assert await club.look() == before
        await club.do("Cem", Join("Cem"))
        assert [player.name for player in (await club.look()).players] == ["Ann", "Ben", "Cem"]

    run(scene)


def test_a_table_that_cannot_be_read_is_not_opened_a_second_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only one that does not exist yet is opened by whoever looks."""

    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben", "Cem")
        await club.do("Ann", Begin(1))
        opened: list[object] = []

        async def current(table: str) -> Table:
            raise refusal(TableReason.BUSY)

        async def open_planned(*event: object) -> None:
            opened.append(event)

        with monkeypatch.context() as failing:
            failing.setattr(club.process.tables, "current", current)
            failing.setattr(club.process.tables, "open_planned", open_planned)
            with pytest.raises(Refused):
                await club.look()
        assert opened == []
        assert (await club.look()).phase == "playing"

    run(scene)


def test_sixty_four_commands_are_remembered_and_the_one_before_is_forgotten() -> None:
    async def scene() -> None:
        club = await opened(Terms(), "Ann")
        await club.do("Dee", Join("Dee"), "the oldest")
        await club.leave("Dee", "Dee")
        for number in range(62):
            name = "Ben" if number < 61 else "Cem"
            players = [player.name for player in (await club.look()).players]
            if name in players:
                await club.leave(name, name)
            else:
                await club.do(name, Join(name))
        await club.do("Dee", Join("Dee"), "the oldest")
        assert await names_in(club) == ["Ann", "Ben", "Cem"]
        await club.do("Eli", Join("Eli"))
        await club.do("Dee", Join("Dee"), "the oldest")
        assert await names_in(club) == ["Ann", "Ben", "Cem", "Eli", "Dee"]
        await club.process.leave()

    run(scene)


async def names_in(club: Club) -> list[str]:
    return [player.name for player in (await club.look()).players]


def test_marks_and_ids_are_those_that_earlier_versions_have_stored() -> None:
    """Otherwise a command that is sent again after an update would have a second effect."""
    ann = Actor("the hash of a secret")
    assert mark_of(ann, "command 1") == "fa1f873e01002595"
    assert Entrant("Ann", ann.key).id == "01474f8730"


def test_the_opponents_points_count_as_points_in_what_everybody_sees() -> None:
    """The model counts halves."""

    async def scene() -> None:
        club = await begun("Ann", "Ben", "Cem", "Dee")
        await club.play_round("Ben", "Dee")
        await club.do("Ann", Next(1))
        await club.play_round("Cem", "Dee")
        seen = {player.name: player for player in (await club.look()).players}
        assert {name: player.points for name, player in seen.items()} == {
            "Ann": 2.0,
            "Ben": 1.0,
            "Cem": 1.0,
            "Dee": 0.0,
        }
        assert {name: player.buchholz for name, player in seen.items()} == {
            "Ann": 2.0,
            "Ben": 2.0,
            "Cem": 2.0,
            "Dee": 2.0,
        }
        await club.process.leave()

    run(scene)


def test_a_refusal_quotes_no_more_than_twenty_characters_of_an_unknown_player() -> None:
    async def scene() -> None:
        club = await opened(Terms(), "Ann")
        with pytest.raises(Refused) as refusal:
            await club.do("Ann", Leave("0123456789" * 10))
        assert "'01234567890123456789'" in str(refusal.value.refusals[0].message)
        await club.process.leave()

    run(scene)
