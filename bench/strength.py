"""Measure the strength of the bots: play matches and write their figures.

python bench/strength.py [--jobs 2] [--part proof --part ladder ...] [--shorter 10]

All games are kept in build/strength, so a run that was stopped continues where it was. New weights
or a new version start from the beginning. At the end, or when it is stopped, finished matches are
written to bench/measured/strength.json; make docs puts them into docs/measurements/bots.md. With
--shorter 10 a tenth of the games is played, to try it out: nothing is written then.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

import qwirkle
from qwirkle.engine import backend
from qwirkle.errors import QwirkleError
from qwirkle.lab.cache import cached_match
from qwirkle.lab.games import MatchPlan
from qwirkle.lab.ladder import LadderPlan, Rung, ladder_report
from qwirkle.lab.results import StoredMatch
from qwirkle.lab.workers import Local
from qwirkle.players.value.weights import weights_digest
from qwirkle.rules.family import edition
from qwirkle.terminal.output import progress_bar

ROOT = Path(__file__).parents[1]
WRITTEN = ROOT / "bench" / "measured" / "strength.json"
SEED = "strength"
PARTS = ("proof", "ladder", "ablations")


class Row(NamedTuple):
    """One match of the page."""

    part: str
    title: str
    bots: tuple[str, ...]
    games: int
    game: str = "classic"

    @property
    def command(self) -> str:
        """The command that repeats the match."""
        game = "" if self.game == "classic" else f" --game {self.game}"
        return f"qwirkle match {' '.join(self.bots)}{game} --games {self.games} --seed {SEED}"


ROWS = (
    Row("proof", "greedy against random", ("greedy", "random"), 400),
    Row("proof", "value against greedy", ("value", "greedy"), 6000),
    Row("proof", "value without trials against greedy", ("value:trials=off", "greedy"), 6000),
    Row("proof", "sim at 10 ms against greedy", ("sim:ms=10", "greedy"), 2000),
    Row("proof", "sim at 100 ms against greedy", ("sim:ms=100", "greedy"), 1000),
    Row("proof", "sim at 10 ms against value", ("sim:ms=10", "value"), 2000),
    Row(
        "proof",
        "one sim at 10 ms against three greedy",
        ("sim:ms=10", "greedy", "greedy", "greedy"),
        2000,
    ),
    Row("proof", "value against greedy, Select", ("value", "greedy"), 2000, "select"),
    Row("proof", "value against greedy, Connect", ("value", "greedy"), 2000, "connect"),
    Row("proof", "value against greedy, combined", ("value", "greedy"), 2000, "combined"),
    Row("proof", "value against greedy, mini", ("value", "greedy"), 2000, "mini"),
    Row("proof", "value against greedy, Cards", ("value", "greedy"), 1000, "cards"),
    Row(
        "proof",
        "value that searches endings against value that does not",
        ("value:endgame=on,trials=off", "value:endgame=off,trials=off"),
        1200,
    ),
    Row(
        "ablations",
        "value without trials and endings",
        ("value:endgame=off,trials=off", "greedy"),
        2000,
    ),
    Row(
        "ablations", "… 500 placements in endings", ("value:endgame=500,trials=off", "greedy"), 2000
    ),
    Row("ablations", "… 20,000 placements", ("value:endgame=20000,trials=off", "greedy"), 2000),
    Row("ablations", "value, 20,000 placements", ("value:endgame=20000", "greedy"), 2000),
    Row("ablations", "sim, 300 trials", ("sim:samples=300", "greedy"), 1000),
    Row("ablations", "… 1,000 trials", ("sim:samples=1000", "greedy"), 1000),
    Row("ablations", "… counting points only", ("sim:samples=300,nerve=0", "greedy"), 1000),
)
LADDER = ("random", "greedy", "value", "sim:ms=10")
LADDER_GAMES = 400


class Figures(msgspec.Struct, frozen=True):
    """A row as it was measured, from the first bot's side."""

    part: str
    title: str
    command: str
    games: int
    win_rate: float
    ci95: tuple[float, float]
    mean_margin: float
    margin_ci95: tuple[float, float]
    ms_per_move: float


class Strength(msgspec.Struct, frozen=True):
    """Everything that docs/measurements/bots.md is filled with."""

    version: str
    weights: str
    core: str
    rows: tuple[Figures, ...]
    ladder: tuple[Rung, ...]
    ladder_command: str


def figures(row: Row, match: StoredMatch) -> Figures:
    """Return the figures of a match."""
    first = match.report.bots[0]
    low, high = first.ci95
    least, most = first.margin_ci95 or (first.mean_margin, first.mean_margin)
    return Figures(
        part=row.part,
        title=row.title,
        command=row.command,
        games=match.report.games,
        win_rate=round(first.win_rate, 4),
        ci95=(round(low, 4), round(high, 4)),
        mean_margin=round(first.mean_margin, 2),
        margin_ci95=(round(least, 2), round(most, 2)),
        ms_per_move=round(first.ms_per_move, 3),
    )


def measured(plan: MatchPlan, kept: Path, jobs: int) -> StoredMatch:
    """Play a match, or its missing games."""
    with progress_bar(plan.games, " – ".join(plan.names)) as advance:
        return cached_match(plan, kept, Local(jobs), lambda _: advance())


def show(row: Figures) -> None:
    """Print one line for a match."""
    low, high = row.ci95
    sys.stdout.write(
        f"{row.title}: {row.win_rate:.1%} ({low:.1%} – {high:.1%}), {row.mean_margin:+.1f} points, "
        f"{row.ms_per_move:.3f} ms a move, {row.games} games\n"
    )
    sys.stdout.flush()


def rows_played(parts: list[str], shorter: int, kept: Path, jobs: int) -> Iterator[Figures]:
    """Play the matches of these parts."""
    for row in ROWS:
        if row.part in parts:
            games = max(row.games // shorter, len(row.bots))
            plan = MatchPlan(row.bots, edition(row.game), games, SEED)
            found = figures(row, measured(plan, kept, jobs))
            show(found)
            yield found


def ladder_played(shorter: int, kept: Path, jobs: int) -> tuple[Rung, ...]:
    """Play the ladder: every bot against every other."""
    plan = LadderPlan(LADDER, edition("classic"), max(LADDER_GAMES // shorter, 2), SEED)
    matches = [measured(pair, kept, jobs) for pair in plan.pairs()]
    return tuple(ladder_report(LADDER, matches, "greedy", SEED).rungs)


def known() -> Strength | None:
    """Return earlier measurements."""
    if not WRITTEN.exists():
        return None
    return msgspec.json.decode(WRITTEN.read_bytes(), type=Strength)


def put_together(rows: list[Figures], ladder: tuple[Rung, ...]) -> Strength:
    """Merge new figures into old ones; what was not measured stays."""
    before = known()
    all_rows = {row.command: row for row in (before.rows if before else ())}
    all_rows.update({row.command: row for row in rows})
    bots = " ".join(LADDER)
    return Strength(
        version=qwirkle.__version__,
        weights=weights_digest(),
        core=backend(),
        rows=tuple(all_rows[row.command] for row in ROWS if row.command in all_rows),
        ladder=ladder or (before.ladder if before else ()),
        ladder_command=f"qwirkle ladder {bots} --games {LADDER_GAMES} --seed {SEED}",
    )


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--part", action="append", choices=PARTS, help="all unless said")
    parser.add_argument("--shorter", type=int, default=1, help="play only one game in this many")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "strength")
    options = parser.parse_args()
    parts = options.part or list(PARTS)
    rows: list[Figures] = []
    ladder: tuple[Rung, ...] = ()
    stopped = False
    try:
        # What came before a stop stays in the list.
        rows.extend(rows_played(parts, options.shorter, options.kept, options.jobs))
        if "ladder" in parts:
            ladder = ladder_played(options.shorter, options.kept, options.jobs)
    except KeyboardInterrupt:
        stopped = True
        sys.stderr.write("stopped; the same command goes on\n")
    except QwirkleError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if options.shorter == 1:
        encoded = msgspec.json.encode(put_together(rows, ladder))
        WRITTEN.write_bytes(msgspec.json.format(encoded, indent=1) + b"\n")
    return 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
