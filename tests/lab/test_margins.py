"""Margins without luck in matches: the same games, unbiased figures, and stopping early."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from qwirkle.cli import run
from qwirkle.errors import LabError
from qwirkle.lab.environment import current_environment
from qwirkle.lab.games import GameResult, MatchPlan, play_game
from qwirkle.lab.intervals import FEWEST_DEALS, Precision, mean_interval
from qwirkle.lab.match import play_match, run_match
from qwirkle.lab.report import luck_report, report
from qwirkle.lab.results import StoredMatch, earlier_match, place_for, read, setting_of, write
from qwirkle.lab.workers import Local
from qwirkle.rules.family import edition

CLASSIC = edition("classic")
PLAN = MatchPlan(("greedy", "random"), CLASSIC, games=4, seed=3, luck=True)


def result(deal: int, rotation: int, margin: int, luck: float) -> GameResult:
    return GameResult(
        deal, rotation, (100 + margin, 100), (1.0, 0.0), 50, (25, 25), (0.1, 0.1), (0.1, 0.1),
        luck=(luck, 0.0),
    )  # fmt: skip


def lucky_games(deals: int) -> list[GameResult]:
    """Margins of which three quarters of the variance are luck."""
    chance = Random(1)
    games = []
    for number in range(2 * deals):
        luck = chance.gauss(0, 30)
        margin = round(4 + luck + chance.gauss(0, 17))
        games.append(result(number // 2, number % 2, margin, luck))
    return games


def test_luck_changes_no_game_and_nothing_else_of_the_report() -> None:
    plain = play_match(replace(PLAN, luck=False))
    with_luck = play_match(PLAN)
    for bot, same in zip(plain.bots, with_luck.bots, strict=True):
        assert (bot.mean_margin, bot.margin_ci95) == (same.mean_margin, same.margin_ci95)
        assert bot.mean_margin_without_luck is None
        assert same.mean_margin_without_luck is not None
    assert plain.luck is None
    assert with_luck.luck is not None


def test_luck_goes_to_the_bot_whose_seat_it_was() -> None:
    """In both rotations of a match of greedy against random, greedy's margin is positive."""
    for number in range(2):
        played = play_game(PLAN, number)
        assert len(played.luck) == 2
        assert played.margin_without_luck(0) == pytest.approx(
            played.margin(0) - played.luck[0] + played.luck[1]
        )
        assert played.margin_without_luck(0) == pytest.approx(-played.margin_without_luck(1))


def test_the_same_luck_whatever_the_jobs() -> None:
    alone, together = (run_match(PLAN, Local(jobs)).results for jobs in (1, 2))
    assert [game.luck for game in alone] == [game.luck for game in together]


def test_the_report_says_how_many_games_were_saved() -> None:
    games = lucky_games(300)
    found = report(replace(PLAN, games=600), games, 1.0)
    first = found.bots[0]
    assert found.luck is not None
    assert 0.15 < found.luck.variance_ratio < 0.4
    assert found.luck.games_with_luck == pytest.approx(600 / found.luck.variance_ratio, abs=1)
    low, high = first.margin_without_luck_ci95 or (0, 0)
    assert low < 4 < high
    assert first.margin_ci95 is not None
    assert high - low < first.margin_ci95[1] - first.margin_ci95[0]
    assert luck_report([], 2, None) is None
    assert luck_report(games[:2], 2, None) is None, "one deal says nothing"


def test_a_match_stops_when_the_margin_is_known_well_enough() -> None:
    games = lucky_games(400)
    precision = Precision(2.0, 2)
    stops = [
        number for number, game in enumerate(games) if precision.add(game.margin_without_luck(0))
    ]
    first = stops[0] + 1
    assert first % 2 == 0, "only whole deals count"
    assert first >= 2 * FEWEST_DEALS
    for count, known in ((first, True), (first - 2, False)):
        deals = [
            [game.margin_without_luck(0) for game in games[at : at + 2]]
            for at in range(0, count, 2)
        ]
        low, high = mean_interval(deals) or (0, inf)
        assert ((high - low) / 2 <= 2.0) == known
    found = luck_report(games[:first], 2, 2.0)
    assert found is not None
    assert found.stopped


def test_stopping_goes_with_luck_only() -> None:
    with pytest.raises(LabError, match="only if luck is worked out"):
        play_match(replace(PLAN, luck=False, stop_within=1.0))


@pytest.mark.long
def test_a_match_stops_early_and_goes_on_from_where_it_stopped(tmp_path: Path) -> None:
    plan = replace(PLAN, games=200, stop_within=500.0)
    path = place_for(tmp_path, plan)
    stopped = run_match(plan, Local(2), keep=lambda match: write(path, match))
    assert stopped.report.games == 2 * FEWEST_DEALS
    again = run_match(plan, Local(1), earlier=earlier_match(path, plan, current_environment()))
    assert again.report.games == stopped.report.games, "nothing more is needed"
    assert again.results == stopped.results
    assert read(path, StoredMatch).recompute_report() == stopped.report
    further = replace(plan, games=2 * FEWEST_DEALS + 2, stop_within=0.01)
    assert place_for(tmp_path, further) == path, "how well it is to be known is no other match"
    more = run_match(further, Local(1), earlier=earlier_match(path, further, current_environment()))
    assert more.report.games == further.games


def test_matches_with_and_without_luck_are_different_ones(tmp_path: Path) -> None:
    without = replace(PLAN, luck=False)
    assert place_for(tmp_path, PLAN) != place_for(tmp_path, without)
    assert b"luck" not in msgspec.json.encode(setting_of(without)), "old files keep their names"
    assert "with luck, or without" in (setting_of(PLAN).difference(setting_of(without)) or "")


def test_the_command_prints_both_margins(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "greedy", "random", "--games", "4", "--jobs", "1", "--luck"]
    assert run([*arguments, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    for bot in printed["bots"]:
        low, high = bot["margin_without_luck_ci95"]
        assert low < bot["mean_margin_without_luck"] < high
    assert set(printed["luck"]) >= {"variance_ratio", "games_with_luck"}
    assert run(arguments) == 0
    text = capsys.readouterr().out
    assert "without luck" in text
    assert "games" in text
    assert run(["match", "greedy", "random", "--stop-within", "-1"]) == 2
