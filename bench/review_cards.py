"""Measure how far verdicts on turns of the card game are from the truth, by the cards in the deck.

python bench/review_cards.py [--positions 60] [--seed cards]

Turns of games between bots are judged as a quick review judges them: a round is played after each.
Then the turn that it names as the best and the one that was played are compared on other deals that
everybody plays by value to the end of the game, which takes more than twenty times as long; in the
last turns of two players they are solved.

The table says how many of these differences are outside the interval that the review prints, and
how far its estimate is from them. Turns that are in the file already are not measured again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Collection, Iterator
from math import hypot, sqrt
from pathlib import Path
from typing import Any

from played import played_game

from qwirkle.analysis.judge.card_deals import CardDeals
from qwirkle.analysis.judge.card_trials import laying_of
from qwirkle.analysis.judge.cards import CardsJudge
from qwirkle.analysis.judge.games import deal_seed
from qwirkle.analysis.judge.held_out import HELD_OUT
from qwirkle.analysis.judge.verdict import QUICK_CARDS
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.view import View
from qwirkle.rules.family import view

BOTS = ["level:4", "level:7"]
GROUPS = ((0, 0), (1, 12), (13, 30), (31, 90))
DEALS = 300


def measure(positions: int, seed: str, known: Collection[str]) -> Iterator[dict[str, Any]]:
    """Measure turns that surely lose something, game after game, without the known ones."""
    found = number = 0
    while found < positions:
        steps = played_game("cards", BOTS, f"{seed}/{number}")
        judge = CardsJudge(steps[0].before.edition, 2, QUICK_CARDS)  # type: ignore[arg-type]
        for step in steps[number % 3 :: 3]:
            seen = view(step.before, step.seat)
            if found == positions or not isinstance(seen, View) or not isinstance(step.turn, Play):
                continue
            origin = f"{seed}/{number}/{step.number}"
            start = time.process_time()
            verdict = judge.judge(step.before, step.turn, deal_seed(step.before))  # type: ignore[arg-type]
            seconds = time.process_time() - start
            best = verdict.best
            if not verdict.lost or not isinstance(best.turn, Play):
                continue
            found += 1
            if origin in known:
                continue
            start = time.process_time()
            turns = [laying_of(seen.table, turn) for turn in (best.turn, step.turn)]
            deals = CardDeals(seen, deal_seed(step.before))
            real = next(deals.behind(turns[0], turns[1:], DEALS, HELD_OUT))
            yield {
                "origin": origin,
                "deck": seen.deck,
                "stated": list(verdict.behind),
                "real": list(real),
                "exact": deals.exact,
                "seconds": [seconds, time.process_time() - start],
            }
        number += 1


def outside(row: dict[str, Any]) -> bool:
    """Return whether the truth is outside the interval, more than by the truth's own error."""
    stated, low, high = row["stated"]
    real, least, most = row["real"]
    room = hypot((high - low) / 2, (most - least) / 2)
    return bool(abs(stated - real) > room + 0.005)


def report(rows: list[dict[str, Any]]) -> None:
    """Print the table by the cards in the deck."""
    print("| cards in the deck | turns | exact | outside | mean error | rms, less noise |")
    print("|---|---|---|---|---|---|")
    for low, high in (*GROUPS, (0, 90)):
        group = [row for row in rows if low <= row["deck"] <= high]
        if not group:
            continue
        errors = [row["stated"][0] - row["real"][0] for row in group]
        mean = sum(errors) / len(errors)
        half = 1.96 * sqrt(sum((error - mean) ** 2 for error in errors)) / len(errors)
        # The noise of the truth is part of the differences, and known.
        noise = sum(((row["real"][2] - row["real"][1]) / 3.92) ** 2 for row in group) / len(group)
        squares = sum(error**2 for error in errors) / len(errors)
        name = str(low) if low == high else f"{low} to {high}"
        print(
            f"| {name} | {len(group)} | {sum(row['exact'] for row in group)} | "
            f"{sum(map(outside, group))} | {mean:+.2f} ± {half:.2f} | "
            f"{sqrt(max(squares - noise, 0)):.2f} |"
        )
    one, many = (sum(row["seconds"][which] for row in rows) / len(rows) for which in (0, 1))
    print(f"\n{one:.2f} CPU seconds a turn, the long search {many / one:.0f} times as many")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", default="cards")
    parser.add_argument("--out", type=Path, default=Path("build/review_cards.jsonl"))
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    if options.out.exists():
        rows = [json.loads(line) for line in options.out.read_text().splitlines()]
    with options.out.open("a") as out:
        for row in measure(options.positions, options.seed, {row["origin"] for row in rows}):
            rows.append(row)
            out.write(json.dumps(row) + "\n")
            out.flush()
    report(rows)


if __name__ == "__main__":
    main()
