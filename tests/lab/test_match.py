"""Matches: honest pairing, honest intervals, the same games whatever the number of processes."""

from __future__ import annotations

import pytest

from qwirkle.errors import BotError
from qwirkle.lab.intervals import win_rate_interval
from qwirkle.lab.match import MatchPlan, MatchReport, play_game, play_match
from qwirkle.rules.editions import edition

CLASSIC = edition("classic")


def without_times(report: MatchReport) -> list[tuple[object, ...]]:
    return [
        (one.name, one.wins, one.ties, one.win_rate, one.ci95, one.mean_score, one.mean_margin)
        for one in report.bots
    ]


def test_greedy_wins_every_game_against_random() -> None:
    report = play_match(MatchPlan(("greedy", "random"), CLASSIC, games=200, seed=1), jobs=2)
    assert (report.bots[0].wins, report.bots[1].wins) == (200, 0)
    assert report.bots[0].win_rate == 1
    low, high = report.bots[0].ci95
    assert 0.95 < low < 1
    assert high == 1


def test_greedy_against_itself_scores_as_known() -> None:
    report = play_match(MatchPlan(("greedy", "greedy"), CLASSIC, games=200, seed=2), jobs=2)
    mean = sum(one.mean_score for one in report.bots) / 2
    assert 198 < mean < 216
    assert 48 < report.mean_turns < 54


def test_the_same_seed_gives_the_same_games_whatever_the_jobs() -> None:
    plan = MatchPlan(("greedy", "random", "greedy"), CLASSIC, games=12, seed="s")
    alone, together = play_match(plan, jobs=1), play_match(plan, jobs=2)
    assert without_times(alone) == without_times(together)
    other = play_match(MatchPlan(plan.bots, CLASSIC, games=12, seed="t"), jobs=1)
    assert without_times(other) != without_times(alone)


def test_a_deal_is_played_once_in_every_rotation() -> None:
    plan = MatchPlan(("random", "random", "random"), CLASSIC, games=6, seed=0)
    played = [play_game(plan, number) for number in range(6)]
    assert [(one.deal, one.rotation) for one in played] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
    ]


def test_an_unknown_bot_is_named_before_anything_is_played() -> None:
    with pytest.raises(BotError, match="there is no bot “grandmaster”"):
        play_match(MatchPlan(("greedy", "grandmaster"), CLASSIC, games=2))


def test_intervals_are_wider_when_games_of_a_deal_agree() -> None:
    apart = win_rate_interval([[1, 0], [0, 1], [1, 0], [0, 1]] * 25)
    alike = win_rate_interval([[1, 1], [0, 0], [1, 1], [0, 0]] * 25)
    assert alike[0] < 0.5 < alike[1]
    assert apart == (0.5, 0.5) or apart[1] - apart[0] < alike[1] - alike[0]


def test_an_interval_of_a_sure_winner_still_says_that_it_is_a_sample() -> None:
    low, high = win_rate_interval([[1, 1]] * 10)
    assert 0.6 < low < 0.8
    assert high == 1
