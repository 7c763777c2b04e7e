"""Measure the mean of luck, and how much less margins vary without it.

python bench/luck.py [--jobs 2] [--only "classic value value" ...] [--shorter 10]

Every deal is played once, with the first bot on the first seat, so that games are independent. They
are kept in build/luck: stopped and started again, it continues. What it measured goes to
bench/measured/luck.json, from which ``make docs`` fills docs/measurements/reviews.md; with
--shorter nothing is written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from qwirkle.lab.games import GameResult, MatchPlan, play_game
from qwirkle.rules.family import edition
from qwirkle.terminal.output import progress_bar

ROOT = Path(__file__).parents[1]
WRITTEN = ROOT / "bench" / "measured" / "luck.json"
SEED = "luck"


class Row(NamedTuple):
    """Games between some bots."""

    game: str
    bots: tuple[str, ...]
    games: int

    @property
    def name(self) -> str:
        """The name of a row on the command line."""
        return " ".join([self.game, *self.bots])


ROWS = (
    Row("classic", ("value", "value"), 2000),
    Row("classic", ("greedy", "greedy"), 2000),
    Row("cards", ("greedy", "greedy"), 2000),
    Row("classic", ("value", "greedy"), 400),
    Row("schmidt", ("greedy", "greedy"), 400),
    Row("mini", ("greedy", "greedy"), 400),
    Row("select", ("greedy", "greedy"), 400),
    Row("connect", ("greedy", "greedy"), 400),
    Row("combined", ("greedy", "greedy"), 1600),
    Row("classic", ("greedy", "greedy", "greedy"), 400),
    Row("classic", ("greedy", "greedy", "greedy", "greedy"), 400),
    Row("classic", ("random", "random"), 800),
)


class Mean(msgspec.Struct, frozen=True):
    """A mean with its standard error."""

    mean: float
    error: float


class Figures(msgspec.Struct, frozen=True):
    """A row as it was measured."""

    game: str
    bots: tuple[str, ...]
    games: int
    luck: Mean
    """The total luck of the game: of the first bot and of the others."""
    difference: Mean
    """The luck of the first bot beyond that of the others."""
    margin: Mean
    without_luck: Mean
    ratio: float
    """The variance of the margin without luck, divided by that of the plain one."""
    luckier_won: float
    """How often the bot with the most luck won; a shared win counts in part."""


def figures(row: Row, results: Sequence[GameResult]) -> Figures:
    """Summarise the games of a row."""
    others = len(row.bots) - 1
    margin = [float(result.margin(0)) for result in results]
    free = [result.margin_without_luck(0) for result in results]
    return Figures(
        game=row.game,
        bots=row.bots,
        games=len(results),
        luck=mean_of(results, lambda result: sum(result.luck)),
        difference=mean_of(results, lambda result: result.luck[0] - sum(result.luck[1:]) / others),
        margin=mean_of(results, lambda result: result.margin(0)),
        without_luck=mean_of(results, lambda result: result.margin_without_luck(0)),
        ratio=round(variance(free) / variance(margin), 3),
        luckier_won=round(
            sum(result.shares[result.luck.index(max(result.luck))] for result in results)
            / len(results),
            3,
        ),
    )


def mean_of(results: Sequence[GameResult], figure: Callable[[GameResult], float]) -> Mean:
    """Return the mean of a figure, with its standard error."""
    numbers = [figure(result) for result in results]
    error = sqrt(variance(numbers) / len(numbers))
    return Mean(round(sum(numbers) / len(numbers), 3), round(error, 3))


def variance(numbers: Sequence[float]) -> float:
    """Return the variance of a sample."""
    mean = sum(numbers) / len(numbers)
    return sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)


def played(row: Row, games: int, kept: Path, jobs: int) -> list[GameResult]:
    """Return the games of a row; those of an earlier run are read."""
    kept.mkdir(parents=True, exist_ok=True)
    path = kept / f"{row.name.replace(' ', '-')}.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    results = [msgspec.json.decode(line, type=GameResult) for line in lines[:games]]
    missing = range(len(results), games)
    with (
        path.open("ab") as file,
        ProcessPoolExecutor(jobs) as pool,
        progress_bar(len(missing), row.name) as advance,
    ):
        for result in pool.map(play, [row] * len(missing), missing):
            results.append(result)
            file.write(msgspec.json.encode(result) + b"\n")
            file.flush()
            advance()
    return results


def play(row: Row, deal: int) -> GameResult:
    """Play one game."""
    plan = MatchPlan(row.bots, edition(row.game), seed=SEED, luck=True)
    return play_game(plan, deal * len(row.bots))


def show(row: Figures) -> None:
    """Print one line for a row."""
    print(
        f"{row.game} {' '.join(row.bots)}, {row.games} games: luck {row.luck.mean:+.2f} ± "
        f"{row.luck.error:.2f}, difference {row.difference.mean:+.2f} ± "
        f"{row.difference.error:.2f}, "
        f"margin {row.margin.mean:+.2f} ± {row.margin.error:.2f}, without luck "
        f"{row.without_luck.mean:+.2f} ± {row.without_luck.error:.2f}, ratio {row.ratio:.3f}, "
        f"luckier won {row.luckier_won:.1%}",
        flush=True,
    )


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--only", action="append", choices=[row.name for row in ROWS])
    parser.add_argument("--shorter", type=int, default=1, help="play only one game in this many")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "luck")
    options = parser.parse_args()
    known: dict[str, Figures] = {}
    if WRITTEN.exists():
        known = msgspec.json.decode(WRITTEN.read_bytes(), type=dict[str, Figures])
    for row in ROWS:
        if options.only and row.name not in options.only:
            continue
        games = max(row.games // options.shorter, 2 * len(row.bots))
        known[row.name] = figures(row, played(row, games, options.kept, options.jobs))
        show(known[row.name])
        if options.shorter == 1:
            ordered = {each.name: known[each.name] for each in ROWS if each.name in known}
            WRITTEN.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
