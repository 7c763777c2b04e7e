"""Play a learner against the opponent that fits, and see after how many games they are even.

python bench/fitting.py [--learner level:3] [--game classic] [--runs 200] [--games 16] [--luck]

Each run begins with an unknown player. The learner plays one game after the other against the level
that follows from the games before, as at a table. The win rate of the games after the twelfth is
printed with its interval, and the level at the end. With --luck the luck of every game is taken off
its margin, as after a review, which takes most of the time.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import fmean, stdev

from qwirkle.lab.games import MatchPlan, play_game
from qwirkle.players.levels.fitting import Played, fit_level
from qwirkle.rules.family import AnyEdition, edition
from qwirkle.terminal.output import progress_bar

EVEN_AFTER = 12


def main() -> None:
    """Play the runs and print what came of them."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--learner", default="level:3")
    options.add_argument("--game", default="classic")
    options.add_argument("--runs", type=int, default=200)
    options.add_argument("--games", type=int, default=16)
    options.add_argument("--luck", action="store_true")
    options.add_argument("--seed", default="fitting")
    given = options.parse_args()
    rules = edition(given.game)
    shares: list[list[float]] = [[] for _ in range(given.games)]
    levels: list[float] = []
    with progress_bar(given.runs, given.learner) as advance:
        for number in range(given.runs):
            levels.append(run(given, rules, f"{given.seed}/{number}", shares))
            advance()
    for first in range(0, given.games, 4):
        group = [share for game in shares[first : first + 4] for share in game]
        print(f"games {first + 1:2} to {first + 4:2}: {100 * fmean(group):.1f} % won")
    late = [share for game in shares[EVEN_AFTER:] for share in game]
    if late:
        half = 1.96 * stdev(late) / sqrt(len(late))
        print(f"after the twelfth: {100 * fmean(late):.1f} ± {100 * half:.1f} % of {len(late)}")
    print(f"level at the end: {fmean(levels):.2f}, standard deviation {stdev(levels):.2f}")


def run(
    given: argparse.Namespace, rules: AnyEdition, seed: str, shares: list[list[float]]
) -> float:
    """Play one learner's games; note the shares of wins, and return the level that fits then."""
    games: list[Played] = []
    for number, won in enumerate(shares):
        level = fit_level(games, rules.family).level
        bots = (given.learner, f"level:{level:g}")
        plan = MatchPlan(bots, rules, games=2, seed=f"{seed}/{number}", luck=given.luck)
        result = play_game(plan, number % 2)
        margin = result.margin_without_luck(0) if given.luck else result.margin(0)
        games.append(Played(level, margin, given.luck))
        won.append(result.win_share(0))
    return fit_level(games, rules.family).level


if __name__ == "__main__":
    main()
