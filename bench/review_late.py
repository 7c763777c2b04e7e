"""Measure how far the verdicts on late turns are from the truth, by the tiles in the bag.

python bench/review_late.py [--positions 20] [--seed late] [--games classic,select]
                            [--bots level:4,level:7]

Turns of games between bots with 1 to 12 tiles in the bag are judged as a quick review judges them.
Then the turn that it names as the best and the one that was played are compared once more: with at
most three tiles in the bag on all deals, with every ending solved as far as a proof takes, else on
four times as many other deals, with endings searched five times as far: twenty times as long.

The table says how many of these differences are outside the interval that the review prints, and
how far its estimate is from them; and how many turns the review calls a blunder, and how many of
these lose less than a point by the longer search. Turns that are in the file already are not
measured again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Collection, Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from played import played_game

from qwirkle.analysis.judge.games import deal_seed
from qwirkle.analysis.judge.held_out import HELD_OUT
from qwirkle.analysis.judge.placement import Judge
from qwirkle.analysis.judge.trials import Difference, difference
from qwirkle.analysis.judge.verdict import QUICK, Verdict
from qwirkle.analysis.review.marks import POINTS
from qwirkle.analysis.review.steps import Step
from qwirkle.engine.every_deal import can_list_deals
from qwirkle.rules.family import view
from qwirkle.rules.placement.view import View

GAMES = "classic,schmidt,mini,select,connect"
BOTS = "level:4,level:7"
LATEST = 12
HARMLESS = 1.0
"""A turn that loses less than this is no blunder."""
GROUPS = ((1, 1), (2, 2), (3, 3), (4, 6), (7, 9), (10, 12))
MORE_DEALS, FURTHER = 4, 5
# Placements with which nearly every ending is proven.
PROVEN = 4_000_000


def late_turns(game: str, bots: Sequence[str], seed: str) -> Iterator[tuple[Step, Verdict, float]]:
    """Return the late turns of one game that are not the best found, as a review judges them."""
    steps = played_game(game, bots, seed)
    judge = Judge(steps[0].before.edition, 2, QUICK)  # type: ignore[arg-type]
    try:
        for step in steps:
            seen = view(step.before, step.seat)
            late = isinstance(seen, View) and 0 < seen.bag <= LATEST
            if not late:
                # It is looked at all the same: the judge learns what the others showed.
                judge._advisors[step.seat].see(seen)  # type: ignore[arg-type]
                continue
            start = time.process_time()
            verdict = judge.judge(step.before, step.turn, deal_seed(step.before))  # type: ignore[arg-type]
            if not verdict.forced and pair_of(step, verdict):
                yield step, verdict, time.process_time() - start
    finally:
        judge.close()


def pair_of(step: Step, verdict: Verdict) -> tuple[Any, Any, Difference] | None:
    """Return the best turn of a verdict, the played one, and the stated difference."""
    best = next(found for found in verdict.considered if found.behind == Difference())
    played = next(found for found in verdict.considered if found.turn == step.turn)
    return None if played == best else (best.turn, played.turn, played.behind)


def truth(step: Step, best: Any, other: Any) -> tuple[Difference, bool]:
    """Return the difference of two turns by a long search, and whether it is exact."""
    seen = view(step.before, step.seat)
    assert isinstance(seen, View)
    judge = Judge(seen.edition, 2, QUICK._replace(ending=FURTHER * QUICK.ending))
    seed = deal_seed(step.before)
    try:
        with judge.candidates(seen, seed) as turns:
            numbers = [turns.add(best), turns.add(other)]
            if can_list_deals(seen, QUICK.every_deal):
                one, two = (turns.value_on_every_deal(number, PROVEN) for number in numbers)
                return one.over(two), not one.doubt and not two.doubt
            deals = int(MORE_DEALS * QUICK.late_deals * QUICK.judging)
            return difference(*turns.run(numbers, HELD_OUT, deals)), False
    finally:
        judge.close()


def measure(
    game: str, bots: Sequence[str], positions: int, seed: str, known: Collection[str]
) -> Iterator[dict[str, Any]]:
    """Measure late turns, game after game, without those whose origins are known."""
    found = number = 0
    while found < positions:
        for step, verdict, seconds in late_turns(game, bots, f"{seed}/{number}"):
            if found == positions:
                break
            found += 1
            if (origin := f"{number}/{step.number}") in known:
                continue
            seen = view(step.before, step.seat)
            best, other, stated = pair_of(step, verdict)  # type: ignore[misc]
            start = time.process_time()
            real, exact = truth(step, best, other)
            yield {
                "game": game,
                "origin": origin,
                "bag": seen.bag,  # type: ignore[union-attr]
                "stated": list(stated),
                "real": list(real),
                "exact": exact,
                "blunder": verdict.lost >= POINTS.blunder,
                "seconds": [seconds, time.process_time() - start],
            }
        number += 1


def outside(row: dict[str, Any]) -> bool:
    """Return whether the truth is outside the interval, more than by the truth's own error."""
    _, low, high = row["stated"]
    return not low - 0.005 <= row["real"][0] <= high + 0.005


def report(rows: list[dict[str, Any]]) -> None:
    """Print the table by the tiles in the bag."""
    print(
        "| tiles in the bag | turns | exact | outside | mean error | rms | half interval "
        "| blunders | harmless |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for low, high in (*GROUPS, (1, LATEST)):
        group = [row for row in rows if low <= row["bag"] <= high]
        if not group:
            continue
        errors = [row["stated"][0] - row["real"][0] for row in group]
        rms = sqrt(sum(error**2 for error in errors) / len(errors))
        half = sum(row["stated"][2] - row["stated"][1] for row in group) / 2 / len(group)
        blunders = [row for row in group if row["blunder"]]
        harmless = sum(row["real"][0] < HARMLESS for row in blunders)
        name = str(low) if low == high else f"{low} to {high}"
        print(
            f"| {name} | {len(group)} | {sum(row['exact'] for row in group)} | "
            f"{sum(map(outside, group))} | {sum(errors) / len(errors):+.2f} | {rms:.2f} | "
            f"{half:.2f} | {len(blunders)} | {harmless} |"
        )
    seconds = [row["seconds"][0] for row in rows]
    print(f"\n{sum(seconds) / len(seconds):.2f} CPU seconds a turn")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=20, help="of each game")
    parser.add_argument("--seed", default="late")
    parser.add_argument("--games", default=GAMES)
    parser.add_argument("--bots", default=BOTS)
    parser.add_argument("--out", type=Path, default=Path("build/review_late.jsonl"))
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    if options.out.exists():
        rows = [json.loads(line) for line in options.out.read_text().splitlines()]
    with options.out.open("a") as out:
        for game in options.games.split(","):
            known = {row["origin"] for row in rows if row["game"] == game}
            for row in measure(
                game, options.bots.split(","), options.positions, options.seed, known
            ):
                rows.append(row)
                out.write(json.dumps(row) + "\n")
                out.flush()
    report(rows)


if __name__ == "__main__":
    main()
