"""The ladder: ratings that are the most likely ones, intervals that hold, pairs played once."""

from __future__ import annotations

from itertools import combinations
from math import exp
from pathlib import Path
from random import Random

import msgspec
import pytest

from qwirkle.errors import BotError, LabError
from qwirkle.lab.games import GameResult
from qwirkle.lab.ladder import LadderPlan, StoredLadder, ladder_report, play_ladder, read_stored
from qwirkle.lab.ratings import SCALE, Deal, most_likely, ratings
from qwirkle.lab.results import write
from qwirkle.lab.workers import Local
from qwirkle.rules.family import edition

PLAN = LadderPlan(("random", "greedy"), edition("classic"), games=4, seed="l")


def expected(one: float, other: float) -> float:
    return 1 / (1 + exp(other - one))


def test_exact_results_give_back_the_strengths() -> None:
    truth = [1.5, 0.0, -0.5, -1.0]
    sums = {(a, b): (50 * expected(truth[a], truth[b]), 50.0) for a, b in combinations(range(4), 2)}
    assert most_likely(sums, 4) == pytest.approx(truth)


def test_the_ratings_are_the_most_likely_ones() -> None:
    sums = {(0, 1): (30.0, 40.0), (0, 2): (25.5, 40.0), (1, 2): (11.0, 40.0)}
    found = most_likely(sums, 3)
    # At the top everybody wins as much as the ratings say.
    for which in range(3):
        surplus = 0.0
        for (bot, other), (won, games) in sums.items():
            sign = (which == bot) - (which == other)
            surplus += sign * (won - games * expected(found[bot], found[other]))
        assert surplus == pytest.approx(0, abs=1e-6)


def test_four_hundred_points_are_ten_to_one() -> None:
    deals = {(0, 1): [Deal(20.0, 20)] * 500 + [Deal(0.0, 20)] * 50}
    strong, weak = ratings(deals, anchor=1, level=1000, seed=0)
    assert weak == (1000, 1000, 1000), "the anchor is where it was put"
    assert strong.points == pytest.approx(1400, abs=0.1)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    chance = Random(8)
    truth = [0.4, 0.0, -0.6]
    held = 0
    for run in range(40):
        deals: dict[tuple[int, int], list[Deal]] = {}
        for combination, other in combinations(range(3), 2):
            rate = expected(truth[combination], truth[other])
            deals[combination, other] = [
                Deal(float(sum(chance.random() < rate for _ in range(2))), 2) for _ in range(60)
            ]
        for rating, strength in zip(ratings(deals, 1, 0, run), truth, strict=True):
            held += rating.low <= SCALE * strength <= rating.high
    # The anchor always holds; of the other two, nineteen in twenty.
    assert 0.9 < (held - 40) / 80 <= 1


def test_a_bot_that_wins_everything_has_an_uncertain_rating() -> None:
    few = ratings({(0, 1): [Deal(2.0, 2)] * 10}, anchor=1, level=1000, seed=0)[0]
    many = ratings({(0, 1): [Deal(2.0, 2)] * 200}, anchor=1, level=1000, seed=0)[0]
    assert 1400 < few.points < many.points < 3000
    assert few.high - few.low > 200


def test_a_ladder_is_played_rated_and_read_back(tmp_path: Path) -> None:
    kept: list[StoredLadder] = []
    played = play_ladder(PLAN, keep=kept.append)
    assert played.report is not None
    assert [rung.name for rung in played.report.rungs] == ["greedy", "random"]
    assert played.report.rungs[0].rating == 1000
    assert played.report.anchor == "greedy"
    assert kept[-1] == played
    path = tmp_path / "ladder.json"
    write(path, played)
    stored = read_stored(path)
    assert stored == played
    assert stored.recompute_report() == played.report


def test_margins_are_reported_without_luck() -> None:
    plan = msgspec.structs.replace(PLAN, luck=True, games=2)
    report = play_ladder(plan).report
    assert report is not None
    (pair,) = report.pairs
    free = {rung.name: rung.mean_margin_without_luck for rung in report.rungs}
    assert pair.mean_margin_without_luck == pytest.approx(free["greedy"])
    assert pair.mean_margin_without_luck != pair.mean_margin
    assert free["random"] == pytest.approx(-(free["greedy"] or 0.0))
    plain = play_ladder(msgspec.structs.replace(PLAN, games=2)).report
    assert plain is not None
    assert plain.pairs[0].mean_margin == pair.mean_margin, "the games are the same"
    assert plain.pairs[0].mean_margin_without_luck is None


def test_lost_turns_are_reported() -> None:
    (match,) = play_ladder(PLAN).matches
    lost = {"lost_turns": (0, 2), "faults": (None, "too slow")}
    results = tuple(msgspec.structs.replace(result, **lost) for result in match.results)
    report = ladder_report(
        PLAN.bots, [msgspec.structs.replace(match, results=results)], "greedy", "l"
    )
    assert [(rung.name, rung.lost_turns, rung.last_fault) for rung in report.rungs] == [
        ("greedy", 0, None),
        ("random", 8, "too slow"),
    ]


def test_finished_pairs_are_not_played_again_and_bots_can_be_added() -> None:
    first = play_ladder(PLAN)
    told: list[GameResult] = []
    calls: list[int] = []

    class Counting(Local):
        def play(self, plan, numbers):  # type: ignore[no-untyped-def]
            calls.append(len(numbers))
            return super().play(plan, numbers)

    again = play_ladder(PLAN, progress=told.append, workers=Counting(), earlier=first.matches)
    assert again.matches[0].results == first.matches[0].results
    assert (calls, len(told)) == ([0], 4)

    wider = msgspec.structs.replace(PLAN, bots=("greedy", "random", "Random"))
    pairs = [pair.bots for pair in wider.pairs()]
    assert PLAN.pairs()[0] in wider.pairs(), "a pair's games do not depend on the others"
    assert len(pairs) == 3


def test_matches_of_bots_that_are_not_there_this_time_are_kept_and_not_rated() -> None:
    cards = LadderPlan(("greedy", "random", "value"), edition("cards"), games=2)
    three = play_ladder(cards)
    two = play_ladder(
        msgspec.structs.replace(cards, bots=("greedy", "random")), earlier=three.matches
    )
    assert len(two.matches) == 3
    assert two.report is not None
    assert len(two.report.rungs) == 2
    assert two.report.games == 2


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"bots": ("greedy",)}, "at least two bots"),
        ({"bots": ("greedy", "greedy")}, "is on the ladder twice"),
        ({"anchor": "value"}, "is not on the ladder"),
        ({"bots": ("greedy", "nobody")}, "there is no bot"),
    ],
)
def test_a_ladder_that_cannot_be_played_is_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises((LabError, BotError), match=says):
        play_ladder(msgspec.structs.replace(PLAN, **changes))


def test_another_ladder_is_not_gone_on_with() -> None:
    first = play_ladder(PLAN)
    with pytest.raises(LabError, match="greedy against random cannot be resumed"):
        play_ladder(msgspec.structs.replace(PLAN, seed="m"), earlier=first.matches)
