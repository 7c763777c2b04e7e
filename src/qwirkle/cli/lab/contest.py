"""Shared parts of ``match`` and ``ladder``: workers, results, lost turns, the progress bar."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from qwirkle.errors import BotError, LabError
from qwirkle.notation.text.words import count_of
from qwirkle.players.base import Fault
from qwirkle.terminal.output import progress_bar, refusal, shorten

if TYPE_CHECKING:
    from cyclopts import Token

    from qwirkle.lab.games import GameResult
    from qwirkle.lab.ladder import Rung
    from qwirkle.lab.report import BotReport
    from qwirkle.lab.workers import Workers

MAX_GAMES, MAX_JOBS, MAX_MS = 1_000_000_000, 1024, 86_400_000
NAME = 40
"""How much of a bot's name is repeated in sentences."""


def whole_number(_: object, tokens: Sequence[Token]) -> int:
    """Read a number that may be left out; the word “none” is not a number."""
    text = tokens[0].value
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"“{text}” is not a whole number") from None


WholeNumber = Annotated[int | None, Parameter(converter=whole_number)]
Jobs = Annotated[
    int | None,
    Parameter(
        converter=whole_number,
        help="How many games to play at once. By default one per processor.",
    ),
]
Milliseconds = Annotated[
    float | None,
    Parameter(help="Thinking time per move in milliseconds, for bots that think."),
]
Seed = Annotated[
    str, Parameter(help="The same seed gives the same games, whatever the number of jobs.")
]
Transcript = Annotated[
    Path | None,
    Parameter(
        help="Write every turn that a program loses to this file (JSON Lines): the question, its "
        "answer, and what was wrong with it."
    ),
]
RayCluster = Annotated[
    bool | str | None,
    Parameter(
        negative="",
        help="Play on a Ray cluster: at this address, on the one running here (auto), or, without "
        "an address, on a new one that ends with the run.",
    ),
]


def check_numbers(games: int | None, jobs: int | None, ms: float | None) -> None:
    """Refuse numbers that make no sense."""
    given = (("--games", games, MAX_GAMES), ("--jobs", jobs, MAX_JOBS), ("--ms", ms, MAX_MS))
    for flag, number, most in given:
        if number is not None and not 0 < number <= most:
            raise BotError(f"{flag} must be above 0 and at most {most:,}")


def chosen_workers(jobs: int | None, ray: bool | str | None) -> Workers:
    """Return processes on this machine, or a Ray cluster: a new one, or the one at an address."""
    if ray is None or ray is False:
        from qwirkle.lab.workers import Local

        return Local(jobs or os.cpu_count() or 1)
    from qwirkle.lab.on_ray import Ray

    return Ray(None if ray is True else ray, jobs)


def check_place(path: Path | None, resume: bool) -> None:
    """Refuse a place for results before anything is played for it.

    The results of an earlier run are continued or left alone, and no folder is made.
    """
    if resume and path is None:
        raise LabError("--resume continues stored results: say which with --save")
    if path is not None and path.exists() and not resume:
        raise LabError(f"{path} exists: --resume continues it")
    if path is not None:
        from qwirkle.lab.results import check_folder

        check_folder(path)


def lost_turns(bots: Iterable[BotReport | Rung]) -> Iterator[tuple[str, list[str]]]:
    """Return the bots that lost turns, and every reason with its count and its first occurrence."""
    for bot in bots:
        if not bot.lost_turns:
            continue
        faults = bot.faults or (Fault("", bot.lost_turns, bot.last_fault or "for no known reason"),)
        yield (
            f"{shorten(bot.name, NAME)} lost {count_of(bot.lost_turns, 'turn')}:",
            [f"{fault.count} × {refusal(fault.first)}" for fault in faults],
        )


@contextmanager
def transcript(path: Path | None, resume: bool) -> Iterator[Callable[[GameResult], None]]:
    """Open a file for the lines that made programs lose their turns, a JSON object per turn."""
    if path is None:
        yield lambda _: None
        return
    import msgspec

    with line_writer(path, append=resume) as write:

        def note(result: GameResult) -> None:
            for lost in (lost for turns in result.transcripts for lost in turns):
                where = {"deal": result.deal, "rotation": result.rotation}
                write(msgspec.json.encode({**where, **msgspec.structs.asdict(lost)}) + b"\n")

        yield note


@contextmanager
def line_writer(path: Path, *, append: bool) -> Iterator[Callable[[bytes], None]]:
    """Open a file that is written as results arrive."""
    try:
        with path.open("ab" if append else "wb") as file:

            def write(line: bytes) -> None:
                file.write(line)
                file.flush()

            yield write
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None


def rate(per_second: float) -> str:
    """Format a number of games per second: whole, or with two digits if it is small."""
    return f"{per_second:,.0f}" if per_second >= 10 else f"{per_second:.2g}"


@contextmanager
def game_counter(
    total: int,
    path: Path | None,
    first: str | None = None,
    note: Callable[[GameResult], None] = lambda _: None,
) -> Iterator[Callable[[GameResult], None]]:
    """Show a progress bar of the games, and how the first bot of a match is doing.

    ``note`` is called with every game, too.
    """
    games, won = 0, 0.0
    with progress_bar(total, "games") as advance:

        def count(result: GameResult) -> None:
            nonlocal games, won
            games, won = games + 1, won + result.win_share(0)
            note(result)
            advance("" if first is None else f"{shorten(first, NAME)} {won / games:.1%}")

        try:
            yield count
        except (KeyboardInterrupt, SystemExit):
            if path is not None:
                sys.stderr.write(
                    f"stopped; the games played so far are in {path}, --resume continues\n"
                )
            raise
