"""The puzzle of each day, which depends on the date alone and is the same for everybody.

From the first day of a version on, its puzzles come in cycles. Each cycle contains all of them
once, in an order that SHA-256 derives from the version and the number of the cycle. In a mixed
version, endings and other puzzles are spread evenly over the cycle. Additional puzzles make another
version with a later first day, so they never change the puzzle of an earlier day. If a puzzle was
dropped, the next one of the cycle takes its day.
"""

from __future__ import annotations

import hashlib
import re
from datetime import date
from functools import lru_cache

from qwirkle.analysis.puzzles.puzzle import Puzzle, PuzzleSet, Version, shipped_puzzles
from qwirkle.errors import QwirkleError

FIRST_DAY = date(2026, 1, 1)
"""The first day of the first version, whose cycles also extend to earlier days."""


def read_day(text: str) -> date:
    """Read a day from a text such as 2026-11-16."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise QwirkleError(f"“{text}” is not a day, such as 2026-11-16")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise QwirkleError(f"“{text}” is not a day of the calendar") from None


def puzzle_of(day: date, puzzles: PuzzleSet | None = None) -> Puzzle:
    """Return the puzzle of a day."""
    chosen = shipped_puzzles() if puzzles is None else puzzles
    return chosen.puzzles[number_on(day, chosen)]


def number_on(day: date, puzzles: PuzzleSet) -> int:
    """Return the number of a day's puzzle in a set, from 0."""
    endings = tuple(puzzle.exact for puzzle in puzzles.puzzles)
    return number_of(day, puzzles.versions, endings)


def number_of(day: date, versions: tuple[Version, ...], endings: tuple[bool, ...]) -> int:
    """Return the number of a day's puzzle in the set, from 0; ``endings`` marks the endings."""
    version = versions[0]
    for later in versions[1:]:
        if date.fromisoformat(later.since) <= day:
            version = later
    cycle, place = divmod((day - date.fromisoformat(version.since)).days, version.size)
    order = _order(version, cycle, endings if version.mixed else ())
    while order[place % version.size] in version.gone:
        place += 1
    slot = order[place % version.size]
    return slot - sum(gone < slot for gone in version.gone)


@lru_cache(maxsize=16)
def _order(version: Version, cycle: int, endings: tuple[bool, ...]) -> tuple[int, ...]:
    """Return all numbers of a version, in the order of one cycle; endings are mixed in if given."""

    def key(number: int) -> bytes:
        return hashlib.sha256(f"{version.since}/{cycle}/{number}".encode()).digest()

    numbers = sorted(range(version.size), key=key)
    if not endings:
        return tuple(numbers)
    places: dict[int, float] = {}
    for kind in (False, True):
        same = [number for number in numbers if endings[number] is kind]
        places |= {number: (rank + 0.5) / len(same) for rank, number in enumerate(same)}
    return tuple(sorted(numbers, key=lambda number: places[number]))
