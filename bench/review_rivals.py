"""Compare two assumptions about rivals in the trials of a review: greedy players, or value players.

Positions come from games of value bots. In each, the best two turns by value and one further down
are compared in two ways: by the trials of a review, with either supposition, and by games that
value bots play on to the end, on deals that the trials never used. The supposition that predicts
those differences better is the one to make.

    python bench/review_rivals.py --games 12
"""

from __future__ import annotations

import argparse
import json
from math import sqrt

from played import played_game

from qwirkle.analysis.judge.verdict import QUICK
from qwirkle.engine.advisor import BREADTH, Advisor
from qwirkle.engine.placement.bits import GREEDY_POLICY, VALUE_POLICY
from qwirkle.players.value import SLACK
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.view import view

# Rounds that no game reaches.
TO_THE_END = 200
SUPPOSITIONS = {"greedy": GREEDY_POLICY, "value": VALUE_POLICY}


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--game", default="classic")
    arguments.add_argument("--players", type=int, default=2)
    arguments.add_argument("--games", type=int, default=12)
    arguments.add_argument(
        "--every", type=int, default=5, help="look at one position in this many turns"
    )
    arguments.add_argument("--deals", type=int, default=100, help="deals of a trial")
    arguments.add_argument("--outcomes", type=int, default=200, help="games played on")
    arguments.add_argument("--seed", default="rivals")
    asked = arguments.parse_args()
    rows: list[tuple[int, float, dict[str, float]]] = []
    for number in range(asked.games):
        rows += _positions(asked, number)
    for name, low, high in (("all", 0, 999), ("bag 1-12", 1, 12), ("bag over 12", 13, 999)):
        chosen = [row for row in rows if low <= row[0] <= high]
        print(json.dumps({"positions": name, **_summary(chosen)}))


def _positions(asked: argparse.Namespace, number: int) -> list[tuple[int, float, dict[str, float]]]:
    seed = f"{asked.seed}/{number}"
    steps = played_game(asked.game, ["value"] * asked.players, seed)
    rules = edition(asked.game)
    advisors = [
        Advisor(weights_for(rules, asked.players), slack=SLACK) for _ in range(asked.players)
    ]
    rows = []
    for which, step in enumerate(steps):
        state = step.before
        if not isinstance(state, State):
            raise TypeError(state)
        seen = view(state, step.seat)
        advisor = advisors[step.seat]
        advisor.see(seen)
        if which % asked.every != number % asked.every or not seen.bag or not seen.board:
            continue
        search = advisor.search()
        if search.find_candidates(8, 0.0, 0.0) < 3:
            search.restore()
            continue
        live = [0, 1, min(search.n - 1, 6)]
        late = seen.bag <= QUICK.late_bag
        predicted = {}
        for name, policy in SUPPOSITIONS.items():
            search.rivals = policy
            search.set_method(QUICK.rounds, QUICK.narrow, 999 if late else 0, QUICK.ending)
            predicted[name] = search.run(live, which, 0, asked.deals)
        search.rivals = VALUE_POLICY
        search.set_method(TO_THE_END, BREADTH, 0, 500)
        outcome = search.run(live, which, asked.deals, asked.outcomes)
        search.restore()
        rows += [
            (
                seen.bag,
                (outcome[0] - outcome[other]) / asked.outcomes,
                {name: (sums[0] - sums[other]) / asked.deals for name, sums in predicted.items()},
            )
            for other in (1, 2)
        ]
    for advisor in advisors:
        advisor.close()
    return rows


def _summary(rows: list[tuple[int, float, dict[str, float]]]) -> dict[str, object]:
    summary: dict[str, object] = {"pairs": len(rows)}
    if len(rows) < 3:
        return summary
    truth = [row[1] for row in rows]
    errors = {}
    for name in SUPPOSITIONS:
        said = [row[2][name] for row in rows]
        errors[name] = [(guess - fact) ** 2 for guess, fact in zip(said, truth, strict=True)]
        summary[name] = {
            "mean_squared_error": round(sum(errors[name]) / len(rows), 3),
            "correlation": round(_correlation(said, truth), 3),
        }
    gains = [g - v for g, v in zip(errors["greedy"], errors["value"], strict=True)]
    mean = sum(gains) / len(gains)
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))
    summary["greedy_minus_value"] = [round(mean, 3), round(1.96 * error, 3)]
    return summary


def _correlation(one: list[float], other: list[float]) -> float:
    mean_one, mean_other = sum(one) / len(one), sum(other) / len(other)
    both = sum((a - mean_one) * (b - mean_other) for a, b in zip(one, other, strict=True))
    spread = sum((a - mean_one) ** 2 for a in one) * sum((b - mean_other) ** 2 for b in other)
    return both / sqrt(spread)


if __name__ == "__main__":
    main()
