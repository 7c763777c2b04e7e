"""Wins that are shared: places, series, statistics and tournaments (Q-END-3)."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from qwirkle.rules.placement.state import State
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.settings import Series
from qwirkle.tables.core.standings import final_standing, series_scores, series_winner
from qwirkle.tables.core.state import Ended, Table
from qwirkle.tables.results.statistics import head_to_head
from qwirkle.tables.results.tally import tally
from qwirkle.tables.storage.ports import GameResult, Stored, WholeStore
from qwirkle.tables.storage.sql import store_at
from qwirkle.tables.swiss.pairing import Outcome
from qwirkle.tables.swiss.tournament import outcome_of
from qwirkle.testing.memory_store import MemoryStore
from qwirkle.testing.stores.appends import append_events

from .clients import run
from .scene import START, Scene, many_persons


def with_scores(scene: Scene, *scores: int) -> Table:
    """The table, with other points than were played for."""
    game = scene.table.game
    assert isinstance(game, State)
    seats = tuple(
        replace(seat, score=score) for seat, score in zip(game.seats, scores, strict=True)
    )
    return replace(scene.table, game=replace(game, seats=seats))


def over(table: Table, how: e.How = "finished") -> Table:
    """The table after it has ended like this."""
    last = final_standing(table, how)
    ended = Ended(how, last.winners, last.places, last.scores, START)
    return replace(table, phase="ended", ended=ended)


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [
        ((7, 7, 7), (0, 1, 2), (1, 1, 1)),
        ((9, 4, 9), (0, 2), (1, 3, 1)),
        ((4, 9, 4), (1,), (2, 1, 2)),
        ((1, 2, 3), (2,), (3, 2, 1)),
    ],
)
def test_places_that_are_shared(
    scores: tuple[int, ...], winners: tuple[int, ...], places: tuple[int, ...]
) -> None:
    scene, _ = many_persons(3)
    last = final_standing(with_scores(scene, *scores), "finished")
    assert (last.winners, last.places, last.scores) == (winners, places, scores)
    assert final_standing(with_scores(scene, *scores), "agreed").winners == ()


def test_whoever_left_does_not_share_a_win() -> None:
    scene, people = many_persons(3)
    scene.do(people[1], c.Resign())
    last = final_standing(with_scores(scene, 5, 9, 5), "finished")
    assert (last.winners, last.places) == ((0, 2), (1, 3, 1))


def test_a_shared_win_decides_no_series() -> None:
    scene, _ = many_persons(2)
    table = replace(with_scores(scene, 8, 8), series=Series("best-of-3"))
    scores = series_scores(over(table))
    assert [(score.games, score.won, score.points) for score in scores] == [(1, 0, 8), (1, 0, 8)]
    assert series_winner("best-of-3", scores) is None
    decided = series_scores(over(replace(with_scores(scene, 8, 9), series=Series("best-of-3"))))
    assert [score.won for score in decided] == [0, 1]


def result_of(*scores: int) -> GameResult:
    """The result of a game of three in which everybody had a turn, with these points."""
    scene, people = many_persons(3)
    scene.play_on(people, turns=3)
    log = [*scene.log, (final_standing(with_scores(scene, *scores), "finished"), scene.now)]
    stored = [Stored(number, at, e.write_event(event)) for number, (event, at) in enumerate(log, 1)]
    found = tally(stored)
    assert found is not None
    return found


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_shared_win_in_statistics_is_tied_and_neither_won_nor_lost(
    kind: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        store: WholeStore = MemoryStore() if kind == "memory" else store_at(folder=tmp_path)
        await store.open()
        shared = result_of(9, 9, 4)
        assert [(seat.place, seat.tied, seat.margin) for seat in shared.seats] == [
            (1, True, 0),
            (1, True, 0),
            (3, False, -5),
        ]
        second = result_of(4, 9, 4)
        assert [(seat.place, seat.tied, seat.margin) for seat in second.seats] == [
            (2, True, -5),
            (1, False, 5),
            (2, True, -5),
        ]
        await append_events(store, shared.game)
        await store.keep_results(shared.game, shared)
        ann, ben, cem = (seat.person for seat in shared.seats)
        totals = [(await store.totals(person))[0] for person in (ann, ben, cem)]
        assert [(known.games, known.won, known.tied) for known in totals] == [
            (1, 0, 1),
            (1, 0, 1),
            (1, 0, 0),
        ]
        assert [known.biggest_win for known in totals] == [None, None, None]
        for person, wins, losses in ((ann, {cem: 1}, {}), (cem, {}, {ann: 1, ben: 1})):
            for met in await store.encounters(person):
                found = head_to_head("classic", [met])
                wanted = wins.get(met.person, 0), losses.get(met.person, 0)
                assert (found.won, found.lost) == wanted
        await store.close()

    run(scene)


@pytest.mark.parametrize(
    ("scores", "outcome"),
    [
        ((8, 8), Outcome((1, 1), 0)),
        ((9, 5), Outcome((2, 0), 4)),
        ((5, 9), Outcome((0, 2), -4)),
    ],
)
def test_a_shared_win_in_a_tournament_is_half_a_point_each(
    scores: tuple[int, int], outcome: Outcome
) -> None:
    scene, people = many_persons(2)
    table = with_scores(scene, *scores)
    assert outcome_of(over(table), START) == outcome
    # A game that was given up has a winner, and no margin, whatever the points.
    for loser, halves in ((0, (0, 2)), (1, (2, 0))):
        scene, people = many_persons(2)
        scene.do(people[loser], c.Resign())
        given_up = over(with_scores(scene, *scores), "resigned")
        assert outcome_of(given_up, START) == Outcome(halves, 0)
    assert outcome_of(over(table, "agreed"), START) == Outcome((1, 1), 0)


def test_the_order_of_seats_does_not_matter_for_places() -> None:
    scene, _ = many_persons(3)
    for order in permutations((9, 9, 4)):
        last = final_standing(with_scores(scene, *order), "finished")
        assert [last.places[seat] for seat in last.winners] == [1, 1]
        assert last.places[order.index(4)] == 3
