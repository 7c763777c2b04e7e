"""Small Swiss tournaments: pairings, standings, tables of their own."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.callers import Caller, SystemSecrets
from qwirkle.tables.swiss.pairing import (
    Draw,
    Outcome,
    Round,
    most_rounds,
    pair,
    standings,
)
from qwirkle.tables.swiss.service import Tournaments
from qwirkle.tables.swiss.tournament import (
    Begin,
    Join,
    Leave,
    Next,
    Terms,
    Tournament,
)

from . import clients
from .clients import Process, run
from .club import NAMES, PEOPLE, Club


def played(count: int, number: int, chance: random.Random) -> list[Round]:
    """A whole tournament with made-up results."""
    rounds: list[Round] = []
    for later in reversed(range(number)):
        pairs, bye = pair(standings(count, rounds), rounds, later)
        draws = []
        for players in pairs:
            halves = chance.choice([(2, 0), (0, 2), (1, 1)])
            margin = chance.randint(1, 60) * (halves[0] - 1)
            draws.append(Draw(players, "", "", Outcome(halves, margin)))
        rounds.append(Round(tuple(draws), bye))
    return rounds


@pytest.mark.parametrize("count", range(3, 9))
@pytest.mark.parametrize("seed", range(4))
def test_everybody_is_paired_in_every_round_and_nobody_twice_with_the_same(
    count: int, seed: int
) -> None:
    rounds = played(count, most_rounds(count), random.Random(seed))
    for paired in rounds:
        players = [player for draw in paired.draws for player in draw.players]
        byes = [] if paired.bye is None else [paired.bye]
        assert sorted(players + byes) == list(range(count))
    met = Counter(frozenset(draw.players) for paired in rounds for draw in paired.draws)
    byes_of = Counter(paired.bye for paired in rounds if paired.bye is not None)
    assert set(byes_of.values()) <= {1}
    # As many rounds as there can be: everybody has met everybody.
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2


def test_a_repeat_that_cannot_be_avoided_is_allowed() -> None:
    rounds = played(4, 3, random.Random(1))
    pairs, _ = pair(standings(4, rounds), rounds)
    assert len(pairs) == 2


@pytest.mark.parametrize("count", range(3, 9))
def test_the_first_seat_goes_to_whoever_had_it_less_often(count: int) -> None:
    for seed in range(5):
        firsts: Counter[int] = Counter()
        for paired in played(count, 3, random.Random(seed)):
            seated = [draw.players for draw in paired.draws]
            assert all(firsts[first] <= firsts[second] for first, second in seated)
            firsts.update(first for first, _ in seated)


def test_players_with_the_same_points_meet() -> None:
    rounds = [
        Round((Draw((0, 1), "", "", Outcome((2, 0), 5)), Draw((2, 3), "", "", Outcome((0, 2), -9))))
    ]
    pairs, bye = pair(standings(4, rounds), rounds)
    assert {frozenset(players) for players in pairs} == {frozenset((0, 3)), frozenset((1, 2))}
    assert bye is None


def test_the_last_one_has_the_bye_and_the_point_for_it() -> None:
    first = pair(standings(3, []), [])
    assert first == ([(0, 1)], 2)
    rounds = [Round((Draw((0, 1), "", "", Outcome((2, 0), 5)),), 2)]
    assert {known.player: known.halves for known in standings(3, rounds)} == {0: 2, 1: 0, 2: 2}
    assert pair(standings(3, rounds), rounds)[1] == 1


def test_ties_are_broken_by_opponents_then_margins_and_the_rest_is_shared() -> None:
    rounds = [
        Round((Draw((0, 1), "", "", Outcome((2, 0), 9)), Draw((2, 3), "", "", Outcome((2, 0), 4)))),
        Round((Draw((0, 2), "", "", Outcome((1, 1), 0)), Draw((1, 3), "", "", Outcome((1, 1), 0)))),
    ]
    found = [(known.player, known.place, known.halves) for known in standings(4, rounds)]
    assert found == [(0, 1, 3), (2, 2, 3), (3, 3, 1), (1, 4, 1)]
    level = [Round((Draw((0, 1), "", "", Outcome((1, 1), 0)),), 2)]
    assert [known.place for known in standings(3, level)] == [1, 2, 2]


def game(first: int, second: int, halves: tuple[int, int], margin: int = 0) -> Draw:
    return Draw((first, second), "", "", Outcome(halves, margin))


def test_a_bye_is_a_point_that_counts_for_no_opponent_and_no_margin() -> None:
    rounds = [Round((game(0, 1, (2, 0), 9),), 2), Round((game(2, 0, (2, 0), 3),), 1)]
    found = {
        known.player: (known.place, known.halves, known.buchholz, known.margin)
        for known in standings(3, rounds)
    }
    # Player 2 has a bye and a win against 0; 1 has a bye and a loss against 0.
    assert found == {2: (1, 4, 2, 3), 0: (2, 2, 6, 6), 1: (3, 2, 2, -9)}


def test_margins_are_those_of_each_seat_and_decide_last() -> None:
    """The second seat has what the first one lacks, whoever has won."""
    rounds = [
        Round((game(0, 1, (2, 0), 30), game(2, 3, (0, 2), -12))),
        Round((game(1, 2, (2, 0), 5), game(3, 0, (0, 2), -1))),
    ]
    margins = {known.player: known.margin for known in standings(4, rounds)}
    assert margins == {0: 31, 1: -25, 2: -17, 3: 11}
    # Points come before opponents, and opponents before margins.
    assert [known.player for known in standings(4, rounds)] == [0, 3, 1, 2]
    level = [Round((game(0, 1, (0, 2), -7), game(2, 3, (2, 0), 8)))]
    assert [(known.player, known.place) for known in standings(4, level)] == [
        (2, 1),
        (1, 2),
        (0, 3),
        (3, 4),
    ]


def test_a_leader_has_no_bye_where_that_can_be_avoided() -> None:
    # The four others are level, so without the leader they would make two equal pairs.
    rounds = [
        Round((game(0, 1, (2, 0), 1), game(2, 3, (1, 1))), 4),
        Round((game(0, 2, (2, 0), 1), game(3, 4, (2, 0), 1)), 1),
    ]
    halves = {known.player: known.halves for known in standings(5, rounds)}
    assert halves[0] > max(halves[player] for player in (1, 2, 3, 4))
    ranked = standings(5, rounds)
    assert pair(ranked, rounds)[1] != 0
    for later in range(3):
        assert pair(ranked, rounds, later)[1] != 0
    level = [replace(known, halves=2 if known.player else 8) for known in ranked]
    assert pair(level, rounds)[1] != 0
    # Everybody else has had one.
    byes = [Round((), player) for player in (1, 2, 3, 4)]
    assert pair(level, byes)[1] == 0


def test_the_bye_goes_to_the_fewest_points_then_to_the_last_and_to_nobody_twice() -> None:
    first = [Round((game(0, 1, (1, 1)), game(2, 3, (1, 1))), 4)]
    assert [known.player for known in standings(5, first)] == [4, 0, 1, 2, 3]
    assert pair(standings(5, first), first)[1] == 3, "the last of four who are level"
    second = [*first, Round((game(4, 0, (2, 0), 1), game(1, 2, (2, 0), 1)), 3)]
    assert pair(standings(5, second), second)[1] not in (4, 3), "nobody twice"
    # Where a repeated game cannot be avoided, a second bye still is: player 3 has gone home.
    met = [
        Round((game(0, 1, (2, 0), 1),), 2),
        Round((game(0, 2, (2, 0), 1), game(1, 3, (2, 0), 1))),
        Round((game(1, 2, (2, 0), 1), game(0, 3, (2, 0), 1))),
    ]
    left = [known for known in standings(4, met) if known.player != 3]
    assert pair(left, met)[1] == 1, "not the leader"
    # With three people and four rounds a second bye cannot be avoided, and is a first for nobody.
    rounds = [
        Round((game(0, 1, (2, 0), 1),), 2),
        Round((game(0, 2, (2, 0), 1),), 1),
        Round((game(1, 2, (2, 0), 1),), 0),
    ]
    assert pair(standings(3, rounds), rounds)[1] == 2


@pytest.fixture(autouse=True)
def _every_table_has_its_own_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "Known", SystemSecrets)


def test_a_whole_tournament() -> None:
    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben", "Cem", "Dee")
        assert (await club.look()).phase == "lobby"
        await club.do("Ann", Begin())
        view = await club.look("Ben")
        assert (view.phase, view.planned, view.you, view.host) == ("playing", 3, (1,), False)
        assert [draw.state for draw in view.rounds[0].draws] == ["waiting", "waiting"]
        assert await club.refused("Ben", Next(1)) == "not-ended"
        await club.play_round("Ben", "Dee")
        assert (await club.look()).ready
        for name in ("Cem", "Ben"):  # two taps at once pair one round
            await club.do(name, Next(1))
        assert len((await club.look()).rounds) == 2
        await club.play_round("Cem", "Dee")
        await club.do("Dee", Next(2))
        await club.play_round("Ben", "Dee", "Cem")
        view = await club.look()
        assert (view.phase, view.ready) == ("over", False)
        places = {player.name: (player.place, player.points) for player in view.players}
        assert places["Ann"] == (1, 3.0)
        assert places["Dee"][0] == 4
        assert await club.refused("Ann", Next(3)) == "table-ended"
        table = await club.process.tables.look(view.rounds[0].draws[0].table, PEOPLE["Ann"])
        series = table.now.series
        assert series is not None
        assert getattr(series, "tournament", None) == club.id
        await club.process.leave()

    run(scene)


def test_a_game_begins_when_both_have_come() -> None:
    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben", "Cem")
        await club.do("Ann", Begin(rounds=1))
        view = await club.look()
        (draw,) = view.rounds[0].draws
        assert view.rounds[0].bye == 2
        await club.process.do(draw.table, PEOPLE["Ann"], c.Sit(""))
        assert (await club.look()).rounds[0].draws[0].state == "waiting"
        await club.process.do(draw.table, PEOPLE["Ben"], c.Sit(""))
        assert (await club.look()).rounds[0].draws[0].state == "playing"
        await club.process.leave()

    run(scene)


def test_who_may_do_what_and_when() -> None:
    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben")
        assert await club.refused("Ann", Begin()) == "bad-seats"
        assert await club.refused("Ben", Begin()) == "not-the-host"
        assert await club.refused("Cem", Join("bEN")) == "name-taken"
        assert await club.refused("Ann", Next(0)) == "not-started"
        await club.do("Ben", Join("Ben"))  # sent again
        assert len((await club.look()).players) == 2
        for name in NAMES[2:8]:
            await club.do(name, Join(name))
        assert await club.refused("Ida", Join("Ida")) == "table-full"
        assert await club.refused("Ben", Leave(await club.id_of("Ann"))) == "not-the-host"
        await club.leave("Hal", "Hal")
        assert await club.refused("Ann", Begin(rounds=8)) == "bad-seats"
        await club.do("Ann", Begin(rounds=7))
        assert await club.refused("Ida", Join("Ida")) == "already-started"
        assert await club.refused("Ida", Next(1)) == "not-seated"
        assert await club.refused("Ann", Leave("nobody")) == "bad-request"
        with pytest.raises(Refused, match="no such tournament"):
            await club.desk.look("nothing", PEOPLE["Ann"])
        with pytest.raises(Refused):
            await club.desk.open(Caller(), Terms(), Join("Ann"), "2")
        with pytest.raises(Refused):
            await club.desk.open(PEOPLE["Ann"], Terms(game="chess"), Join("Ann"), "3")
        await club.process.leave()

    run(scene)


def test_tables_that_were_not_opened_are_opened_by_whoever_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process may die between the pairing and its tables."""

    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben", "Cem")
        broken = Tournaments(Process(club.process.store).tables, club.store)
        monkeypatch.setattr(broken, "_open_tables", _nothing)
        await broken.act(club.id, PEOPLE["Ann"], Begin(), "begin")
        (draw,) = (await club.look("Cem")).rounds[0].draws
        table = await club.process.tables.look(draw.table, PEOPLE["Ann"])
        assert [seat.name for seat in table.now.seats] == ["Ann", "Ben"]
        assert all(seat.reserved for seat in table.now.seats)
        await club.process.leave()

    run(scene)


async def _nothing(_: Tournament) -> dict[str, Table]:
    return {}
