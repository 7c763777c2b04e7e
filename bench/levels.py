"""Measure the strength of the levels, and write the figures for the docs and the command line.

python bench/levels.py [--games 400] [--game classic --game cards ...] [--jobs 1] [--only 3 4]

Each level plays greedy and the level below, two players, paired and seat-swapped games. All games
are kept in build/levels: stopped and started again it goes on where it was, and with more games it
plays only those that are missing. Levels that play as before, by the same weights, are not played
again. At the end src/qwirkle/players/levels/strengths.json is written; make docs puts it into the
docs. With --only some pairs are played and shown, and nothing is written: for trying other skills.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

import qwirkle
from qwirkle.cli.lab.contest import check_numbers
from qwirkle.engine import backend
from qwirkle.errors import QwirkleError
from qwirkle.lab.cache import cached_match
from qwirkle.lab.games import MatchPlan
from qwirkle.lab.ladder import ladder_report
from qwirkle.lab.results import StoredMatch
from qwirkle.lab.workers import Local
from qwirkle.players import level_of
from qwirkle.players.levels import LEVELS
from qwirkle.players.levels.strengths import (
    SHIPPED,
    LevelStrength,
    Measured,
    Score,
    Strengths,
    load_strengths,
)
from qwirkle.players.value.weights import weights_digest
from qwirkle.rules.editions.base import Key
from qwirkle.rules.family import GAMES, edition
from qwirkle.terminal.output import progress_bar

ROOT = Path(__file__).parents[1]
YARDSTICK = "greedy"
SEED = "levels"


def pairs(numbers: Sequence[int]) -> list[tuple[str, str]]:
    """Return the pairings: each of these levels against greedy and against the level below."""
    return [
        (f"level:{number}", other)
        for number in numbers
        for other in (YARDSTICK, f"level:{number - 1}")
        if other != "level:0"
    ]


def measure(plan: MatchPlan, kept: Path, jobs: int) -> StoredMatch:
    """Play a match, or its missing games; levels that play differently are other bots."""
    levels = [level_of(spec) for spec in plan.names]
    family = plan.edition.family
    ways = tuple(str(level.plays_in(family)) for level in levels if level is not None)
    with progress_bar(plan.games, " – ".join(plan.names)) as advance:
        return cached_match(plan, kept, Local(jobs), lambda _: advance(), ways=ways)


def score(match: StoredMatch) -> Score:
    """Return the score of the first bot in a match."""
    first = match.report.bots[0]
    return Score(
        games=match.report.games,
        win_rate=round(first.win_rate, 4),
        ci95=(round(first.ci95[0], 4), round(first.ci95[1], 4)),
        mean_margin=round(first.mean_margin, 2),
    )


def summary(
    matches: dict[tuple[str, str], StoredMatch], family: Key, command: str, seed: str
) -> Measured:
    """Return the levels' strengths from all matches of a game of this family."""
    names = [*(f"level:{level.number}" for level in LEVELS), YARDSTICK]
    report = ladder_report(names, list(matches.values()), YARDSTICK, seed)
    rungs = {rung.name: rung for rung in report.rungs}
    levels = []
    for level in LEVELS:
        name, below = f"level:{level.number}", f"level:{level.number - 1}"
        rung = rungs[name]
        levels.append(
            LevelStrength(
                level=level.number,
                plays=level.plays_in(family),
                against_greedy=score(matches[name, YARDSTICK]),
                against_below=score(matches[name, below]) if (name, below) in matches else None,
                rating=round(rung.rating),
                rating_ci95=(round(rung.ci95[0]), round(rung.ci95[1])),
                ms_per_move=round(matches[name, YARDSTICK].report.bots[0].cpu_ms_per_move, 2),
            )
        )
    return Measured(command, qwirkle.__version__, weights_digest(), backend(), tuple(levels))


def written(strengths: Strengths) -> bytes:
    return msgspec.json.format(msgspec.json.encode(strengths), indent=1) + b"\n"


def show(game: str, match: StoredMatch) -> None:
    """Print one line for a match."""
    (first, second), found = match.setting.bots, score(match)
    low, high = found.ci95
    sys.stdout.write(
        f"{game:13}{first} – {second:8} {found.win_rate:6.1%}  ({low:.1%} – {high:.1%})"
        f"  {found.mean_margin:+6.1f} points  {found.games} games\n"
    )
    sys.stdout.flush()


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=400, help="of each pair")
    parser.add_argument("--game", action="append", choices=GAMES, help="classic unless said")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "levels")
    parser.add_argument("--only", type=int, nargs="*", help="these levels, without writing")
    options = parser.parse_args()
    numbers = options.only or [level.number for level in LEVELS]
    try:
        check_numbers(options.games, options.jobs, None)
        for game in options.game or ["classic"]:
            who = pairs(numbers)
            matches: dict[tuple[str, str], StoredMatch] = {}
            for pair in who:
                plan = MatchPlan(pair, edition(game), options.games, options.seed)
                matches[pair] = measure(plan, options.kept, options.jobs)
                show(game, matches[pair])
            if options.only:
                continue
            seed = "" if options.seed == SEED else f" --seed {options.seed}"
            command = f"python bench/levels.py --games {options.games} --game {game}{seed}"
            found = summary(matches, edition(game).family, command, options.seed)
            SHIPPED.write_bytes(written({**load_strengths(SHIPPED), game: found}))
    except KeyboardInterrupt:
        sys.stderr.write("stopped; the same command goes on\n")
        return 130
    except QwirkleError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
