"""Which puzzle belongs to a day: it follows from the date alone, the same for everybody.

From the first day of a version on, its puzzles come in cycles. Each cycle has all of them once, in
an order that SHA-256 makes of the version and the number of the cycle. In a mixed version endings
and other puzzles are spread evenly over the cycle. More puzzles make another version with a later
first day, so they never change the puzzle of an earlier day. Where a puzzle was dropped, the next
one of the cycle takes its day.
"""

from __future__ import annotations

import hashlib
import re
from datetime import date
from functools import lru_cache

from qwirkle.analysis.puzzles.puzzle import Puzzle, PuzzleSet, Version, shipped_puzzles
from qwirkle.errors import QwirkleError

FIRST_DAY = date(2026, 1, 1)
"""The first day of the first version; its cycles also reach back before it."""


def read_day(text: str) -> date:
    """The day of a text such as 2026-11-16."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise QwirkleError(f"“{text}” is not a day, such as 2026-11-16")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise QwirkleError(f"“{text}” is not a day of the calendar") from None


def puzzle_of(day: date, puzzles: PuzzleSet | None = None) -> Puzzle:
    """The puzzle of a day."""
    chosen = shipped_puzzles() if puzzles is None else puzzles
    endings = tuple(puzzle.exact for puzzle in chosen.puzzles)
    return chosen.puzzles[number_of(day, chosen.versions, endings)]


def number_of(day: date, versions: tuple[Version, ...], endings: tuple[bool, ...]) -> int:
    """The number of a day's puzzle in the set, from 0; ``endings`` says which of them are one."""
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
    """All numbers of a version, in the order of one cycle; endings among the others if given."""

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
