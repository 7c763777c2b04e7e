"""``qwirkle puzzles``: the puzzle of a day, and making more of them."""

from __future__ import annotations

import datetime
import os
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from qwirkle.cli.arguments import AsJson, Flag
from qwirkle.errors import QwirkleError
from qwirkle.notation.text.words import count_of

if TYPE_CHECKING:
    from rich.console import Console

    from qwirkle.analysis.puzzles.puzzle import Puzzle, PuzzleSet

app = App(name="puzzles", help_format="plaintext")
MOST_JOBS = 1024
MOST_PUZZLES = 100_000


@app.default
def show(
    *,
    date: str | None = None,
    solution: Flag = False,
    as_json: AsJson = False,
) -> None:
    """Show the puzzle of a day: the same for everybody, from the date alone.

    Parameters
    ----------
    date
        The day, as 2026-11-16. By default today.
    solution
        Also show the best turns, and the points that the others lose.
    """
    from qwirkle.analysis.puzzles.calendar import puzzle_of
    from qwirkle.analysis.puzzles.report import report_of
    from qwirkle.terminal.output import PlainConsole, print_json

    day = _day(date)
    puzzle = puzzle_of(day)
    if as_json:
        print_json(report_of(puzzle, day))
        return
    console = PlainConsole()
    _print_position(console, puzzle, day)
    if solution:
        _print_solution(console, puzzle, day)
    else:
        console.print(
            "\nThe best turn is not the one with most points. --solution shows it, "
            "and --json has the position in one line of text."
        )


@app.command
def make(
    *,
    count: int,
    seed: str = "1",
    jobs: int | None = None,
    out: Path = Path("puzzles.json"),
    since: str | None = None,
    endings: Annotated[bool, Parameter(negative="--without-endings")] = True,
) -> None:
    """Search games of value bots for puzzles; an interrupted search is resumed.

    Parameters
    ----------
    count
        How many puzzles the set is to have.
    seed
        The same seed gives the same puzzles, whatever the number of jobs.
    jobs
        How many games to search at once. By default one per processor.
    out
        The set. If it exists, it is continued.
    since
        The first day on which all of these puzzles take part. By default 2026-01-01; more puzzles
        for a set that is in use need a later day.
    endings
        Whether positions with an empty bag count, which are found most often.
    """
    from qwirkle.analysis.puzzles.calendar import FIRST_DAY
    from qwirkle.analysis.puzzles.maker import Found, puzzles_of
    from qwirkle.analysis.puzzles.puzzle import read_set
    from qwirkle.analysis.puzzles.search import new_set, search
    from qwirkle.lab.workers.processes import numbered_results
    from qwirkle.terminal.output import PlainConsole, progress_bar

    if not 0 < count <= MOST_PUZZLES:
        raise QwirkleError(f"--count must be above 0 and at most {MOST_PUZZLES:,}")
    if jobs is not None and not 0 < jobs <= MOST_JOBS:
        raise QwirkleError(f"--jobs must be above 0 and at most {MOST_JOBS:,}")
    first = (FIRST_DAY if since is None else _day(since)).isoformat()
    puzzles = read_set(out.read_bytes()) if out.exists() else new_set(seed)
    if puzzles.seed != seed:
        raise QwirkleError(f"{out} was made with the seed {puzzles.seed}, not {seed}")
    if puzzles.versions and puzzles.versions[-1].size >= count:
        PlainConsole().print(f"{out} has {len(puzzles.puzzles)} puzzles already.")
        return

    def games(seed: str, number: int) -> Generator[Found, None, None]:
        search = partial(puzzles_of, seed, endings=endings)
        return numbered_results(search, number, jobs or os.cpu_count() or 1)

    known = len(puzzles.puzzles)
    with progress_bar(count - known, "puzzles") as advance:
        for so_far in search(puzzles, count, first, games):
            _write(out, so_far)
            for _ in range(len(so_far.puzzles) - known):
                advance(f"{so_far.games} games")
            known = len(so_far.puzzles)
            puzzles = so_far
    _print_tally(PlainConsole(), puzzles)


def _day(text: str | None) -> datetime.date:
    from qwirkle.analysis.puzzles.calendar import read_day

    return datetime.datetime.now().astimezone().date() if text is None else read_day(text)


def _write(out: Path, puzzles: PuzzleSet) -> None:
    """Write the set in one step, so that no interruption leaves half of it."""
    from qwirkle.analysis.puzzles.puzzle import write_set

    part = out.with_name(f"{out.name}.part")
    try:
        part.write_bytes(write_set(puzzles))
        part.replace(out)
    except OSError as error:
        raise QwirkleError(f"{out}: {error.strerror}") from None


def _print_tally(console: Console, puzzles: PuzzleSet) -> None:
    made, tally = len(puzzles.puzzles), puzzles.tally
    console.print(
        f"{made} puzzles from {puzzles.games} games: {tally.positions:,} positions, of which "
        f"{tally.screened:,} passed the screen and {tally.tried:,} reached the last trials."
    )


def _print_position(console: Console, puzzle: Puzzle, day: datetime.date) -> None:
    from qwirkle.notation.text.terminal import board_text
    from qwirkle.notation.text.viewport import fit

    seen = puzzle.view()
    console.print(f"Puzzle of {day.isoformat()}: {seen.edition.name}\n")
    shown = fit(seen.board, console.width)
    tokens = seen.stars_left if seen.edition.layout.stars else None
    colour = console.color_system is not None
    console.print(
        board_text(seen.board, tokens=tokens, colour=colour, viewport=shown, width=console.width)
    )
    scores = ", ".join(
        f"{'you' if seat == seen.seat else 'the other player'} {player.score}"
        for seat, player in enumerate(seen.players)
    )
    bag = count_of(seen.bag, "tile") if seen.bag else "no tiles"
    console.print(f"\nYour hand: {' '.join(seen.hand)}")
    console.print(f"Points: {scores}. In the bag: {bag}.")


def _print_solution(console: Console, puzzle: Puzzle, day: datetime.date) -> None:
    from qwirkle.analysis.puzzles.report import report_of
    from qwirkle.terminal.output import print_figures

    rows = [
        [
            found.text,
            str(found.points),
            f"{found.lost:.1f}",
            "exact" if puzzle.exact else f"{found.low:.1f} – {found.high:.1f}",
        ]
        for found in puzzle.candidates
    ]
    console.print()
    print_figures(console, "The best turns", ("turn", "points", "lost", "95 %"), rows)
    for reason in report_of(puzzle, day).reasons:
        console.print(reason.text)
