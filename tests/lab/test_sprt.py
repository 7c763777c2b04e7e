"""The sequential test: its decisions are as seldom wrong as it promises, and can be repeated."""

from __future__ import annotations

from math import log
from random import Random

import pytest
from scipy.optimize import minimize  # type: ignore[import-untyped]

from qwirkle.errors import LabError
from qwirkle.lab.match import MatchPlan, play_match
from qwirkle.lab.sprt import SequentialTest, Sprt, log_likelihood_ratio, read_sprt
from qwirkle.rules.editions.placement import edition

CLASSIC = edition("classic")
RUNS = 250


def decided(hypotheses: Sprt, rate: float, seats: int, chance: Random) -> tuple[str | None, int]:
    """A made-up match in which the games of a deal share their luck, and some games are ties."""
    test = SequentialTest(hypotheses, seats)
    for deal in range(1, 5000):
        luck = rate + 0.4 * chance.random() - 0.2
        games = [chance.random() - luck for _ in range(seats)]
        for game in games:
            test.add(0.5 if abs(game) < 0.01 else float(game < 0))
        if test.accepted is not None:
            return test.accepted, deal
    return None, deal


@pytest.mark.parametrize(
    ("hypotheses", "seats"), [(Sprt(0.5, 0.6), 2), (Sprt(0.25, 0.34), 4)], ids=["two", "four"]
)
@pytest.mark.parametrize("truth", ["null", "alternative"])
def test_it_errs_once_in_twenty_times(hypotheses: Sprt, seats: int, truth: str) -> None:
    chance = Random(f"{seats} {truth}")
    rate = getattr(hypotheses, truth)
    runs = [decided(hypotheses, rate, seats, chance) for _ in range(RUNS)]
    wrong = sum(accepted != truth for accepted, _ in runs) / RUNS
    # 0.05 and what 250 runs may differ from it: two standard deviations and a half.
    assert wrong < 0.05 + 2.5 * (0.05 * 0.95 / RUNS) ** 0.5


def test_it_needs_fewer_deals_than_a_match_of_fixed_length() -> None:
    chance = Random(1)
    deals = [decided(Sprt(0.5, 0.6), 0.5, 2, chance)[1] for _ in range(100)]
    # Both errors at 5 %, games as independent as coins: the deals a fixed match needs.
    fixed = (2 * 1.645 / 0.1) ** 2 * 0.25 / 2
    assert sum(deals) / len(deals) < 0.8 * fixed


def test_the_ratio_is_that_of_the_most_likely_distributions() -> None:
    counts = [9, 14, 40, 20, 17]
    outcomes = [0, 0.25, 0.5, 0.75, 1]

    def most(mean: float) -> float:
        found = minimize(
            lambda p: -sum(n * log(max(q, 1e-12)) for n, q in zip(counts, p, strict=True)),
            [0.2] * 5,
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: sum(p) - 1},
                {
                    "type": "eq",
                    "fun": lambda p: sum(a * q for a, q in zip(outcomes, p, strict=True)) - mean,
                },
            ],
        )
        return -float(found.fun)

    assert log_likelihood_ratio(counts, 0.5, 0.6) == pytest.approx(most(0.6) - most(0.5), abs=1e-3)
    assert log_likelihood_ratio(counts, 0.5, 0.5) == 0


def test_a_bot_that_wins_everything_is_decided_for_and_not_at_once() -> None:
    test = SequentialTest(Sprt(0.5, 0.55), 2)
    games = 1
    while not test.add(1.0):
        games += 1
    assert test.accepted == "alternative"
    assert 40 < games < 80


def test_a_match_stops_at_the_same_deal_whatever_the_jobs() -> None:
    plan = MatchPlan(("greedy", "random"), CLASSIC, 400, seed=2, sprt=Sprt(0.5, 0.7))
    alone, together = play_match(plan, jobs=1), play_match(plan, jobs=2)
    assert alone.sprt == together.sprt
    assert alone.sprt is not None
    assert alone.sprt.accepted == "alternative"
    assert alone.games == together.games == 2 * alone.sprt.deals < 40
    assert alone.bots[0].mean_score == together.bots[0].mean_score


def test_games_that_do_not_suffice_leave_it_undecided() -> None:
    plan = MatchPlan(("greedy", "random"), CLASSIC, 7, sprt=Sprt(0.5, 0.55))
    report = play_match(plan)
    assert report.games == 7
    assert report.sprt is not None
    assert (report.sprt.accepted, report.sprt.deals) == (None, 3), "half a deal is not looked at"


@pytest.mark.parametrize("text", ["", "0.5", "0.5,", "a,b", "0.6,0.5", "0,0.5", "0.5,1", "1,2,3"])
def test_what_is_no_test_is_refused(text: str) -> None:
    with pytest.raises(LabError, match="a test"):
        read_sprt(text)
