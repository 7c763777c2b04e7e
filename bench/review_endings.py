"""Measure the error of a turn's loss when the search of its ending is cut short.

python bench/review_endings.py [--seconds 500] [--seed cut2]

Endings of classic games between a level and a greedy bot are searched with the budget of a review.
Those that it does not prove are solved with twenty times the budget; the difference of the losses
is the error that the interval of such a turn must cover (``CUT_SHORT`` of the judge).
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from played import played_game

from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.analysis.judge.placement import CUT_SHORT
from qwirkle.analysis.judge.verdict import QUICK
from qwirkle.analysis.review.steps import Step
from qwirkle.rules.family import view
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View

TIMES = 20


def loss(step: Step, nodes: int) -> tuple[int, bool] | None:
    """Return the loss of a turn of an ending, and whether it is proven; None if it is no ending."""
    seen = view(step.before, step.seat)
    solver = EndingSolver(nodes)
    if not isinstance(seen, View) or not solver.reaches(seen) or not isinstance(step.turn, Place):
        return None
    best, played = solver.best(seen), solver.value_of(seen, step.turn.tiles)
    return max(best.value - played.value, 0), best.exact and played.exact


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=500.0)
    parser.add_argument("--seed", default="cut2")
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    errors: Counter[int] = Counter()
    games = proven = unproven = 0
    while time.monotonic() < end:
        for step in played_game("classic", ["level:4", "greedy"], f"{options.seed}/{games}"):
            quick = loss(step, QUICK.ending_nodes)
            if quick is None:
                continue
            if quick[1]:
                # All later endings of this game are smaller.
                proven += 1
                break
            deep = loss(step, TIMES * QUICK.ending_nodes)
            if deep is None or not deep[1]:
                unproven += 1
            else:
                errors[quick[0] - deep[0]] += 1
        games += 1
    within = sum(count for error, count in errors.items() if abs(error) <= CUT_SHORT)
    print(
        f"{games} games; {errors.total()} endings cut short, then proven; {unproven} never proven"
    )
    print(f"errors {dict(sorted(errors.items()))}; within {CUT_SHORT:g} points: {within}")


if __name__ == "__main__":
    main()
