"""The puzzle of a day: its position without the solution, and graded answers."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import cast

import msgspec

from qwirkle.analysis.puzzles.calendar import puzzle_of
from qwirkle.analysis.puzzles.grades import Grade, grade
from qwirkle.analysis.puzzles.puzzle import Puzzle
from qwirkle.analysis.puzzles.report import judged_turns, most_points, reasons_against
from qwirkle.analysis.review.report import JudgedTurn, Mark, Reason
from qwirkle.protocol.shapes import AnyGame, write_view
from qwirkle.protocol.shapes.turns import AskedTurn, turn_of
from qwirkle.rules.placement.turns import Turn
from qwirkle.tables.core.decide.game import as_refusals
from qwirkle.tables.live.family import preview
from qwirkle.tables.live.previews import Preview
from qwirkle.tables.live.workers import Job, Workers

EARLIEST = timedelta(hours=14)
"""The difference between UTC and the time zone in which a day begins first."""
MAX_KNOWN = 1024
"""The maximum number of graded answers that are remembered."""


class PuzzleView(msgspec.Struct, frozen=True):
    """The puzzle of a day, without its solution."""

    date: date
    game: AnyGame
    """The position as the view of the seat to move."""
    position: str
    """The same as one line of text, to copy."""


class PuzzleAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The grade of an answer, and the solution."""

    points: int
    """The points that the answer scores immediately."""
    lost: float
    """The points lost by not playing the best turn."""
    lost_ci95: tuple[float, float]
    mark: Mark
    exact: bool
    """Whether the grade contains no estimate."""
    best: JudgedTurn
    candidates: tuple[JudgedTurn, ...]
    """The best turns, the best one first."""
    reasons: tuple[Reason, ...]
    """Why the best turn is better than the answer, or than the turn with the most points."""


def has_begun(day: date, now: datetime | None = None) -> bool:
    """Return whether a day has begun somewhere on earth."""
    moment = datetime.now(UTC) if now is None else now
    return day <= (moment + EARLIEST).date()


def puzzle_view(day: date) -> PuzzleView:
    """Return the puzzle of a day as everybody sees it."""
    puzzle = puzzle_of(day)
    return PuzzleView(day, write_view(puzzle.view()), puzzle.position)


def puzzle_preview(day: date, turn: AskedTurn) -> Preview:
    """Return the verdict of the rules on a turn, as at a table."""
    seen = puzzle_of(day).view()
    with as_refusals():
        return preview(seen, turn_of(turn, seen))


class PuzzleService:
    """The answers to puzzles, graded by workers."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: OrderedDict[tuple[date, AskedTurn], PuzzleAnswer] = OrderedDict()

    async def preview(self, day: date, turn: AskedTurn) -> Preview:
        """Return the verdict of the rules on a turn, as at a table."""
        return await self._workers.run(Job(call=partial(puzzle_preview, day, turn), case="preview"))

    async def answer(self, day: date, turn: AskedTurn) -> PuzzleAnswer:
        """Grade a turn, or refuse an illegal one as usual."""
        known = self._known.get((day, turn))
        if known is None:
            job = Job(call=partial(answer_puzzle, day, turn), expected=0.1, case="preview")
            known = self._known[day, turn] = await self._workers.run(job)
            if len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)
        return known


def answer_puzzle(day: date, turn: AskedTurn) -> PuzzleAnswer:
    """Grade a turn, or refuse an illegal one as usual."""
    puzzle = puzzle_of(day)
    with as_refusals():
        # Puzzles are placement games, so their turns are too.
        return _answer(puzzle, cast("Turn", turn_of(turn, puzzle.view())))


def _answer(puzzle: Puzzle, turn: Turn) -> PuzzleAnswer:
    found: Grade = grade(puzzle, turn)
    turns = judged_turns(puzzle)
    other = most_points(puzzle) if found.mark == "best" else turn
    return PuzzleAnswer(
        points=found.points,
        lost=found.lost,
        lost_ci95=found.lost_ci95,
        mark=found.mark,
        exact=found.exact,
        best=turns[0],
        candidates=turns,
        reasons=reasons_against(puzzle, other),
    )
