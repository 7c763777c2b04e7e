"""Measure how reviews judge the levels: make the table that names a level, and check it.

``collect`` lets level bots of all strengths play each other and judges every turn; a file of such
games can be added to. ``fit`` makes the table of ``qwirkle/analysis/review/levels.json`` from them.
``check`` names the level of every player of other games and compares. ``cross`` does so with the
games that a row is made from: each half of them is named by what the other half says. ``scale``
finds the accuracy scale of the card game on which its levels come closest to those of classic.

    python bench/review_levels.py collect --games 200 --seed fit --out build/fit.jsonl
    python bench/review_levels.py fit build/fit.jsonl
    python bench/review_levels.py collect --games 200 --seed fresh --out build/fresh.jsonl
    python bench/review_levels.py check build/fresh.jsonl
    python bench/review_levels.py cross build/fit.jsonl
    python bench/review_levels.py scale
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from itertools import pairwise
from math import exp, sqrt
from pathlib import Path
from typing import Any

from played import played_game

from qwirkle.analysis.judge.games import verdicts
from qwirkle.analysis.review.levels import (
    FEWEST,
    TABLE,
    Row,
    bins_of,
    level_in,
    level_like,
    table_key,
)
from qwirkle.analysis.review.marks import POINTS, QWIRKLES, SCALES, Scale, accuracy
from qwirkle.analysis.review.review import plan_for
from qwirkle.players.levels import LEVELS
from qwirkle.players.rng import Chance
from qwirkle.rules.family import edition

# Decisions that every share of the table begins with, so that nothing is impossible.
SMOOTHING = 0.5
# Decisions that the base game counts as in the other placement games.
BASE = 20.0
BASE_KEY = "classic/2"
# Games with fewer than this many have no row of their own.
FEWEST_GAMES = 12


def main() -> None:
    """Run the chosen command."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    collect = commands.add_parser("collect")
    collect.add_argument("--game", default="classic")
    collect.add_argument("--players", type=int, default=2)
    collect.add_argument("--games", type=int, default=200)
    collect.add_argument("--first", type=int, default=0)
    collect.add_argument("--seed", default="fit")
    collect.add_argument("--out", type=Path, required=True)
    for name in ("fit", "check", "cross"):
        commands.add_parser(name).add_argument("files", type=Path, nargs="+")
    commands.add_parser("scale")
    asked = parser.parse_args()
    if asked.command == "collect":
        _collect(asked)
    elif asked.command == "fit":
        _fit(_rows(asked.files))
    elif asked.command == "scale":
        _scale()
    elif asked.command == "cross":
        _cross(_rows(asked.files))
    else:
        _check(_rows(asked.files))


def _collect(asked: argparse.Namespace) -> None:
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    with asked.out.open("a", encoding="utf-8") as file:
        for number in range(asked.first, asked.first + asked.games):
            seed = f"{asked.seed}/{asked.game}/{asked.players}/{number}"
            chance = Chance(seed)
            # Every level equally often, against anybody.
            seated = [number % len(LEVELS) + 1]
            seated += [chance.below(len(LEVELS)) + 1 for _ in range(asked.players - 1)]
            steps = played_game(asked.game, [f"level:{level}" for level in seated], seed)
            lost: list[list[float]] = [[] for _ in seated]
            plan = plan_for(steps[0].before.edition)
            for step, verdict in zip(steps, verdicts(steps, plan), strict=True):
                if verdict is not None and not verdict.forced:
                    lost[step.seat].append(round(verdict.lost, 3))
            for level, losses in zip(seated, lost, strict=True):
                row = {"game": asked.game, "players": asked.players, "level": level, "lost": losses}
                file.write(json.dumps(row) + "\n")
            file.flush()


def _rows(files: list[Path]) -> list[dict[str, Any]]:
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [json.loads(line) for line in lines]


def _fit(rows: list[dict[str, Any]]) -> None:
    table: dict[str, Any] = _table()
    # The base game first: the others lean on it.
    for key, chosen in sorted(_by_key(rows).items(), key=lambda item: item[0] != BASE_KEY):
        if len(chosen) < FEWEST_GAMES * chosen[0]["players"]:
            continue
        shares = _shares(key, chosen, table.get(BASE_KEY))
        table[key] = {"games": len(chosen) // chosen[0]["players"], "shares": shares}
    text = json.dumps(table, sort_keys=True).replace('], "', '],\n "').replace("], [", "],\n  [")
    TABLE.write_text(text + "\n", encoding="utf-8")
    _describe(rows)


def _table() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(TABLE.read_text("utf-8")) if TABLE.exists() else {}
    return found


def _shares(key: str, chosen: list[dict[str, Any]], base: Any) -> list[list[float]]:
    """Return how often each level loses how much."""
    rules = edition(chosen[0]["game"])
    shares = []
    for level in LEVELS:
        counts = [SMOOTHING] * len(bins_of([], rules))
        # Where little was measured, a level plays about as it does in the base game.
        if base is not None and key != BASE_KEY and rules.family == "placement":
            prior = base["shares"][level.number - 1]
            counts = [count + BASE * share for count, share in zip(counts, prior, strict=True)]
        for row in chosen:
            if row["level"] == level.number:
                counts = [a + b for a, b in zip(counts, bins_of(row["lost"], rules), strict=True)]
        shares.append([round(count / sum(counts), 5) for count in counts])
    return shares


def _cross(rows: list[dict[str, Any]]) -> None:
    _describe(rows)
    base = _table().get(BASE_KEY)
    for key, chosen in _by_key(rows).items():
        players = chosen[0]["players"]
        # Levels take turns from game to game, so halves are alternate groups of eight games.
        halves = [
            [row for at, row in enumerate(chosen) if at // players // len(LEVELS) % 2 == half]
            for half in (0, 1)
        ]
        named = []
        for known, other in (halves, halves[::-1]):
            shares = tuple(map(tuple, _shares(key, known, base)))
            table_row = Row(len(known) // players, shares)
            named += [
                (
                    level_in(table_row, bins_of(row["lost"], edition(row["game"]))).level,
                    row["level"],
                )
                for row in other
                if len(row["lost"]) >= FEWEST
            ]
        _print_named(key, named)


def _describe(rows: list[dict[str, Any]]) -> None:
    for key, chosen in _by_key(rows).items():
        for level in LEVELS:
            own = [row["lost"] for row in chosen if row["level"] == level.number and row["lost"]]
            means = [sum(lost) / len(lost) for lost in own]
            if len(means) < 2:
                continue
            mean = sum(means) / len(means)
            spread = sum((level_mean - mean) ** 2 for level_mean in means) / (len(means) - 1)
            scale = SCALES[edition(chosen[0]["game"]).family]
            rated = [accuracy(lost, scale) or 0.0 for lost in own]
            print(
                f"{key} level {level.number}: {len(means)} players, "
                f"{mean:.3f} ± {1.96 * sqrt(spread / len(means)):.3f} lost a decision, "
                f"accuracy {sum(rated) / len(rated):.1f}"
            )


def _check(rows: list[dict[str, Any]]) -> None:
    _describe(rows)
    for key, chosen in _by_key(rows).items():
        found = [
            (level_like(row["lost"], edition(row["game"]), row["players"]), row["level"])
            for row in chosen
        ]
        _print_named(key, [(like.level, true) for like, true in found if like is not None])


def _print_named(key: str, named: list[tuple[int, int]]) -> None:
    """Print how many levels were right, and right within one."""
    count = len(named)
    right, close = (sum(abs(level - true) <= off for level, true in named) for off in (0, 1))
    error = 1.96 * sqrt(close * (count - close) / count**3)
    print(
        f"{key}: {count} players of single games; right {right / count:.1%}, "
        f"within one level {close / count:.1%} ± {error:.1%}"
    )


def _scale() -> None:
    """Find the decay for which the mean accuracy of each level is most like that in classic."""
    wanted = _accuracies("classic/2", POINTS, POINTS.decay)
    decays = [step / 100 for step in range(20, 300)]

    def error(decay: float) -> float:
        found = _accuracies("cards/2", QWIRKLES, decay)
        return sum((a - b) ** 2 for a, b in zip(found, wanted, strict=True))

    best = min(decays, key=error)
    for name, decay in (("best", best), ("in use", QWIRKLES.decay)):
        found = " ".join(f"{value:.0f}" for value in _accuracies("cards/2", QWIRKLES, decay))
        print(f"{name}: decay {decay:.2f}, accuracy by level {found}")
    print(f"classic: {' '.join(f'{value:.0f}' for value in wanted)}")


def _accuracies(key: str, scale: Scale, decay: float) -> list[float]:
    """Return the mean accuracy of each level, with every loss in the middle of its step."""
    edges = scale.steps
    middles = [0.0, *((low + high) / 2 for low, high in pairwise(edges)), 1.25 * edges[-1]]
    return [
        sum(
            100 * share * exp(-decay * middle)
            for share, middle in zip(shares, middles, strict=True)
        )
        for shares in json.loads(TABLE.read_text(encoding="utf-8"))[key]["shares"]
    ]


def _by_key(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    chosen = defaultdict(list)
    for row in rows:
        chosen[table_key(row["game"], row["players"])].append(row)
    return chosen


if __name__ == "__main__":
    main()
