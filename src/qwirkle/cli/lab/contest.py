"""What ``match`` and ``ladder`` share: who plays, where results are kept, the progress bar."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.errors import BotError, LabError

if TYPE_CHECKING:
    from cyclopts import Token

    from qwirkle.lab.games import GameResult
    from qwirkle.lab.ladder import Rung
    from qwirkle.lab.report import BotReport
    from qwirkle.lab.workers import Workers


def whole_number(_: object, tokens: Sequence[Token]) -> int:
    """A number that may be left out; the word “none” is not one."""
    text = tokens[0].value
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"“{text}” is not a whole number") from None


def check_numbers(games: int | None, jobs: int | None, ms: float | None) -> None:
    """Refuse what cannot be counted with."""
    if any(number is not None and not number > 0 for number in (games, jobs, ms)):
        raise BotError("--games, --jobs and --ms must be above 0")


def chosen_workers(jobs: int | None, ray: bool | str | None) -> Workers:
    """Processes of this machine, or a Ray cluster: one of its own, or the one at an address."""
    if ray is None or ray is False:
        from qwirkle.lab.workers import Local

        return Local(jobs or os.cpu_count() or 1)
    from qwirkle.lab.on_ray import Ray

    return Ray(None if ray is True else ray, jobs)


def check_place(path: Path | None, resume: bool) -> None:
    """Results of an earlier run are gone on with or left alone, never written over."""
    if resume and path is None:
        raise LabError("--resume goes on with stored results: say which with --save")
    if path is not None and path.exists() and not resume:
        raise LabError(f"{path} exists: --resume goes on with it")


def lost_turns_of(bots: Iterable[BotReport | Rung]) -> list[str]:
    """Who lost turns and why, a sentence for each."""
    return [
        f"{one.name} lost {one.lost_turns} turns, the last one because: {one.last_fault}"
        for one in bots
        if one.lost_turns
    ]


@contextmanager
def watched(
    total: int, path: Path | None, first: str | None = None
) -> Iterator[Callable[[GameResult], None]]:
    """A progress bar that is told every game; it says how the first bot of a match is doing."""
    from qwirkle.cli.output import progress_bar

    games, won = 0, 0.0
    with progress_bar(total, "games") as advance:

        def heard(result: GameResult) -> None:
            nonlocal games, won
            games, won = games + 1, won + result.counted(0)
            advance("" if first is None else f"{first} {won / games:.1%}")

        try:
            yield heard
        except (KeyboardInterrupt, SystemExit):
            if path is not None:
                sys.stderr.write(f"stopped; what was played is in {path}, --resume goes on\n")
            raise
