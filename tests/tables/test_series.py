"""Series: several games with a common score, one tap from each to the next."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from qwirkle.tables.admin.audit import check_table
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import SeatPlan, SeriesKind
from qwirkle.tables.core.standings import series_scores
from qwirkle.tables.core.views import SeriesStanding, SeriesView, TableView
from qwirkle.tables.live.callers import Caller, SystemSecrets

from . import clients
from .clients import Process, person, run
from .scene import two_persons

ANN, BEN, CEM = person("Ann"), person("Ben"), person("Cem")


@pytest.fixture(autouse=True)
def _every_table_has_its_own_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "Known", SystemSecrets)


async def series_of(process: Process, table: str) -> SeriesView:
    found = (await process.tables.look(table, ANN)).now.series
    assert isinstance(found, SeriesView)
    return found


async def first_game(process: Process, kind: SeriesKind | None) -> str:
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    opened = await process.tables.open(ANN, c.OpenTable(seats, series=kind), "open")  # type: ignore[arg-type]
    await process.do(opened.table, BEN, c.Sit("Ben"))
    await process.do(opened.table, ANN, c.Start())
    return opened.table


async def next_game(process: Process, table: str, first: Caller, then: Caller) -> str:
    """One asks for the next game, the other one joins: nobody starts it."""
    await process.do(table, first, c.Rematch())
    following = (await process.tables.look(table, first)).now.rematch
    assert following is not None
    await process.do(following, then, c.Sit(""))
    return following


async def look(process: Process, table: str) -> TableView:
    return await process.tables.look(table, ANN)


def wins(series: SeriesView) -> dict[str, int]:
    return {standing.name: standing.won for standing in series.standings}


def test_best_of_three_ends_with_the_second_win() -> None:
    async def scene() -> None:
        process = Process()
        table = await first_game(process, "best-of-3")
        series = await series_of(process, table)
        assert (series.kind, series.number, series.wins) == ("best-of-3", 1, 2)
        assert wins(series) == {"Ann": 0, "Ben": 0}
        order = [["Ann", "Ben"]]
        for loser, score in ((ANN, (0, 1)), (BEN, (1, 1)), (BEN, (2, 1))):
            await process.do(table, loser, c.Resign())
            series = await series_of(process, table)
            assert wins(series) == {"Ann": score[0], "Ben": score[1]}
            winners = [standing.name for standing in series.standings if standing.winner]
            assert winners == (["Ann"] if score == (2, 1) else [])
            table = await next_game(process, table, ANN, BEN)
            view = await look(process, table)
            assert view.now.phase == "playing"
            order.append([seat.name for seat in view.now.seats])
        # Everybody begins in turn, and a decided series is followed by a new one.
        assert order == [["Ann", "Ben"], ["Ben", "Ann"], ["Ann", "Ben"], ["Ben", "Ann"]]
        series = await series_of(process, table)
        assert (series.number, wins(series)) == (1, {"Ann": 0, "Ben": 0})
        await process.leave()

    run(scene)


def test_a_tied_game_is_nobodys_win() -> None:
    scene, ann, ben = two_persons(series="best-of-3")
    scene.play_on([ann, ben], turns=2)
    scene.do(ann, c.Resign())
    ended = scene.table.ended
    assert ended is not None
    tied = replace(scene.table, ended=replace(ended, winners=(0, 1), places=(1, 1)))
    assert [(score.games, score.won) for score in series_scores(tied)] == [(1, 0), (1, 0)]
    assert [(score.games, score.won) for score in series_scores(scene.table)] == [(1, 0), (1, 1)]


def test_a_game_that_was_ended_by_agreement_does_not_count() -> None:
    async def scene() -> None:
        process = Process()
        table = await first_game(process, "best-of-5")
        await process.do(table, ANN, c.CallVote("end"))
        await process.do(table, BEN, c.Vote(agree=True))
        series = await series_of(process, table)
        assert [(known.games, known.won, known.points) for known in series.standings] == [
            (0, 0, 0),
            (0, 0, 0),
        ]
        assert (await series_of(process, await next_game(process, table, BEN, ANN))).number == 2
        await process.leave()

    run(scene)


def test_an_evening_adds_up_points_and_lets_people_come_and_go() -> None:
    async def scene() -> None:
        process = Process()
        table = await first_game(process, "evening")
        for _ in range(2):
            await process.play_turn(table, [ANN, BEN])
        await process.do(table, BEN, c.Resign())
        ended = (await look(process, table)).now.ended
        assert ended is not None
        assert sum(ended.scores) > 0
        # Ben goes home, Cem takes his seat.
        await process.do(table, ANN, c.Rematch())
        following = (await look(process, table)).now.rematch
        assert following is not None
        await process.do(following, ANN, c.Stand(0, "Ben"))
        await process.do(following, CEM, c.Sit("Cem"))
        view = await look(process, following)
        assert [seat.name for seat in view.now.seats] == ["Cem", "Ann"]
        assert view.now.phase == "playing"
        await process.do(following, ANN, c.Resign())
        series = await series_of(process, following)
        assert series.standings == (
            SeriesStanding("Ann", 1, 2, 1, ended.scores[0], winner=False),
            SeriesStanding("Ben", None, 1, 0, ended.scores[1], winner=False),
            SeriesStanding("Cem", 0, 1, 1, 0, winner=False),
        )
        await process.leave()

    run(scene)


def test_against_bots_alone_the_next_game_begins_at_once() -> None:
    async def scene() -> None:
        process = Process()
        seats = (SeatPlan("person", "Ann"), SeatPlan("bot"), SeatPlan("bot"))
        opened = await process.tables.open(ANN, c.OpenTable(seats, series="best-of-3"), "open")
        await process.do(opened.table, ANN, c.Start())
        await process.scheduler.wait_idle()
        await process.do(opened.table, ANN, c.Resign())
        await process.do(opened.table, ANN, c.Rematch())
        following = (await look(process, opened.table)).now.rematch
        assert following is not None
        view = await look(process, following)
        assert view.now.phase == "playing"
        await process.scheduler.wait_idle()
        assert wins(await series_of(process, following)).keys() == {"Ann", "Otter", "Otter 2"}
        check_table(await process.store.read(following))
        await process.leave()

    run(scene)


@pytest.mark.parametrize("kind", [None, "evening"])
def test_only_a_series_starts_by_itself(kind: SeriesKind | None) -> None:
    async def scene() -> None:
        process = Process()
        table = await first_game(process, kind)
        await process.do(table, BEN, c.Resign())
        following = await next_game(process, table, BEN, ANN)
        phase = (await look(process, following)).now.phase
        assert phase == ("playing" if kind else "lobby")
        await process.leave()

    run(scene)


def test_a_table_without_a_series_says_nothing_of_one() -> None:
    async def scene() -> None:
        process = Process()
        table = await first_game(process, None)
        assert b'"series"' not in msgspec.json.encode((await look(process, table)).now)
        await process.leave()

    run(scene)
