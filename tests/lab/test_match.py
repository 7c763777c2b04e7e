"""Matches: honest pairing, honest intervals, the same games whatever the number of processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from random import Random

import pytest
from scipy import stats  # type: ignore[import-untyped]

from qwirkle.errors import BotError, LabError
from qwirkle.lab import games, match
from qwirkle.lab.intervals import mean_interval, win_rate_interval
from qwirkle.lab.match import GameResult, MatchPlan, MatchReport, play_game, play_match
from qwirkle.lab.workers import Local
from qwirkle.players import Bot, bot
from qwirkle.players.greedy import GreedyBot
from qwirkle.players.random import RandomBot
from qwirkle.rules.editions.cards import edition as cards_edition
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.turns import Pass

CLASSIC = edition("classic")


def without_times(report: MatchReport) -> list[tuple[object, ...]]:
    return [
        (
            name.name,
            name.wins,
            name.ties,
            name.win_rate,
            name.ci95,
            name.mean_score,
            name.mean_margin,
        )
        for name in report.bots
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
    mean = sum(played.mean_score for played in report.bots) / 2
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
    assert [(item.deal, item.rotation) for item in played] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
    ]


def test_one_against_three_keeps_the_order_of_the_plan() -> None:
    plan = MatchPlan(("random", "greedy", "greedy", "greedy"), CLASSIC, games=8, seed=3)
    report = play_match(plan)
    assert [played.name for played in report.bots] == list(plan.bots)
    assert sum(played.wins for played in report.bots) == 8
    assert report.bots[0].win_rate < 0.25
    assert report.bots[0].mean_margin < 0
    assert (report.deals, report.unpaired) == (2, 0)
    seats = [play_game(plan, number).rotation for number in range(4)]
    assert sorted(seats) == [0, 1, 2, 3], "the one sits on every seat"


def test_as_many_games_as_asked_for_and_unpaired_ones_are_reported() -> None:
    report = play_match(MatchPlan(("random", "random", "random"), CLASSIC, games=5))
    assert (report.games, report.deals, report.unpaired) == (5, 2, 2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_a_second_are_by_the_wall_clock(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever spends the time: a bot may be a program, and wait."""
    now = 100.0

    def count(_: GameResult) -> None:
        nonlocal now
        now += 5.0

    monkeypatch.setattr(match, "perf_counter", lambda: now)
    report = play_match(MatchPlan(("random", "random"), CLASSIC, games=4), jobs, count)
    assert report.games_per_second == pytest.approx(4 / 20.0)


def test_turns_a_bot_lost_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = MatchPlan(("greedy", "random"), CLASSIC, games=3)
    assert play_game(plan, 0).lost_turns == ()

    def made(spec: str, seed: str, *rest: object, **named: object) -> Bot:
        player = bot(spec, seed)
        if spec == "random" and seed != "0/1/0/1":
            player.lost_turns, player.last_fault = 2, f"tired of {seed}"
        return player

    monkeypatch.setattr(games, "bot", made)
    monkeypatch.setattr(games, "play_fast", lambda *_: None)
    report = play_match(plan)
    assert [played.lost_turns for played in report.bots] == [0, 4]
    assert [played.last_fault for played in report.bots] == [None, "tired of 0/0/1/1"]


def test_a_bot_that_breaks_the_rules_is_named_and_all_are_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed: list[type[Bot]] = []
    monkeypatch.setattr(games, "play_fast", lambda *_: None)
    monkeypatch.setattr(GreedyBot, "play_tiles", lambda *_: Pass())
    monkeypatch.setattr(Bot, "close", lambda self: closed.append(type(self)))
    with pytest.raises(BotError, match="the bot greedy made an illegal turn"):
        play_game(MatchPlan(("greedy", "random"), CLASSIC), 0)
    assert set(closed) == {GreedyBot, RandomBot}


def test_a_dead_process_is_reported_in_a_sentence() -> None:
    with pytest.raises(LabError, match="died"), Local(2).crew() as crew:
        crew.results(crew._pool.submit(os._exit, 1))  # type: ignore[attr-defined]


@pytest.mark.timeout(60)
def test_leaving_early_ends_the_games_under_way() -> None:
    plan = MatchPlan(("value", "value"), cards_edition(), games=400)
    playing = Local(2).play(plan, range(400))
    others = set(multiprocessing.active_children())
    next(playing)
    children = set(multiprocessing.active_children()) - others
    assert len(children) == 2
    playing.close()
    for child in children:
        # Not join(): the pool's own thread waits for it as well, and only one of them is told.
        while child.exitcode is None:
            time.sleep(0.01)
        assert child.exitcode == 128 + signal.SIGTERM, "it did not play to the end first"


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


def test_an_interval_of_margins_holds_the_truth_as_often_as_it_says() -> None:
    chance = Random(5)
    held = 0
    for _ in range(400):
        deals = []
        for _ in range(8):
            luck = chance.gauss(3, 10)
            deals.append([luck + chance.gauss(0, 20) for _ in range(2)])
        low, high = mean_interval(deals) or (0, 0)
        held += low < 3 < high
    assert 0.925 < held / 400 < 0.975


def test_an_interval_of_margins_is_students_over_deals() -> None:
    deals = [[3.0, -1.0], [10.0, 4.0], [0.0, 2.0], [5.0, 5.0], [-7.0, 8.0], [1.0, 0.0]]
    means = [sum(deal) / 2 for deal in deals]
    spread = stats.sem(means) * stats.t.ppf(0.975, len(deals) - 1)
    low, high = mean_interval(deals) or (0, 0)
    assert (low + high) / 2 == pytest.approx(sum(means) / len(means))
    assert (high - low) / 2 == pytest.approx(spread, rel=0.01)
    assert mean_interval(deals[:1]) is None, "one deal says nothing about others"
