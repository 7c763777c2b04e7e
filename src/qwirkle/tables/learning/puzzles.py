"""Puzzles, by day or by number: positions without solutions, and graded answers."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta
from functools import partial

import msgspec

from qwirkle.analysis.puzzles.calendar import number_on
from qwirkle.analysis.puzzles.grades import Grade, grade
from qwirkle.analysis.puzzles.puzzle import Puzzle, shipped_puzzles
from qwirkle.analysis.puzzles.report import judged_turns, reasons_against, rival_turn
from qwirkle.analysis.review.report import JudgedTurn, Mark, Reason
from qwirkle.protocol.shapes import AnyGame, write_view
from qwirkle.protocol.shapes.turns import AskedTurn, turn_of
from qwirkle.rules.family import AnyTurn
from qwirkle.tables.core.decide.game import as_refusals
from qwirkle.tables.live.arrangements import Arranged
from qwirkle.tables.live.family import arrange_cards, preview
from qwirkle.tables.live.previews import Preview
from qwirkle.tables.live.workers import Job, Workers

EARLIEST = timedelta(hours=14)
"""The difference between UTC and the time zone in which a day begins first."""
MAX_KNOWN = 1024
"""The maximum number of graded answers, and of solutions, that are remembered."""


class PuzzleView(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle without its solution."""

    number: int
    date: date | None
    """The day that it was asked for, if it was asked for by day."""
    game: AnyGame
    """The position as the view of the seat to move."""
    position: str
    """The same as one line of text, to copy."""
    difficulty: int
    """Its rating, on the scale of the levels: level 1 has 600, and each one 200 more."""


class PuzzleList(msgspec.Struct, frozen=True):
    """All puzzles, in the order of their numbers."""

    difficulties: tuple[int, ...]
    """The rating of each."""


class PuzzleSolution(msgspec.Struct, frozen=True):
    """The best turn of a puzzle, for those who do not want to look for it any more."""

    best: JudgedTurn
    exact: bool
    """Whether the ending is solved."""
    reasons: tuple[Reason, ...]
    """Why it is better than the turn with the most points, or than the next best."""


class PuzzleAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The grade of an answer, and the solution."""

    points: int
    """The points that the answer scores immediately; in the card game, its Qwirkles."""
    lost: float
    """The points lost by not playing the best turn; in the card game, Qwirkles."""
    lost_ci95: tuple[float, float]
    mark: Mark
    exact: bool
    """Whether the grade contains no estimate."""
    best: JudgedTurn
    candidates: tuple[JudgedTurn, ...]
    """The best turns, the best one first."""
    reasons: tuple[Reason, ...]
    """Why the best turn is better than the answer, or than such a turn."""
    themes: tuple[str, ...]
    """What the puzzle is about: codes of reasons, and of the kind of position."""


def has_begun(day: date, now: datetime | None = None) -> bool:
    """Return whether a day has begun somewhere on earth."""
    moment = datetime.now(UTC) if now is None else now
    return day <= (moment + EARLIEST).date()


def has_ended(day: date, now: datetime | None = None) -> bool:
    """Return whether the next day has begun somewhere on earth."""
    return has_begun(day + timedelta(days=1), now)


def number_of_day(day: date) -> int:
    """Return the number of the puzzle of a day."""
    return number_on(day, shipped_puzzles())


def puzzle_with(number: int) -> Puzzle | None:
    """Return the puzzle with a number; None if there is none."""
    puzzles = shipped_puzzles().puzzles
    return puzzles[number] if 0 <= number < len(puzzles) else None


def list_puzzles() -> PuzzleList:
    """Return the ratings of all puzzles."""
    return PuzzleList(tuple(puzzle.rating for puzzle in shipped_puzzles().puzzles))


def puzzle_view(number: int, day: date | None = None) -> PuzzleView:
    """Return a puzzle as everybody sees it."""
    puzzle = shipped_puzzles().puzzles[number]
    return PuzzleView(
        number=number,
        date=day,
        game=write_view(puzzle.view()),
        position=puzzle.position,
        difficulty=puzzle.rating,
    )


def puzzle_solution(number: int) -> PuzzleSolution:
    """Return the best turn of a puzzle and its reasons."""
    puzzle = shipped_puzzles().puzzles[number]
    reasons = reasons_against(puzzle, rival_turn(puzzle))
    return PuzzleSolution(judged_turns(puzzle)[0], puzzle.exact, reasons)


def puzzle_preview(number: int, turn: AskedTurn) -> Preview:
    """Return the verdict of the rules on a turn, as at a table."""
    seen = shipped_puzzles().puzzles[number].view()
    with as_refusals():
        return preview(seen, turn_of(turn, seen))


def arranged_cards(number: int, cards: list[str]) -> Arranged:
    """Return the table after playing these cards, arranged as at a table."""
    with as_refusals():
        return arrange_cards(shipped_puzzles().puzzles[number].view(), cards)


class PuzzleService:
    """The answers to puzzles, graded by workers."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: OrderedDict[tuple[int, AskedTurn], PuzzleAnswer] = OrderedDict()
        self._solutions: OrderedDict[int, PuzzleSolution] = OrderedDict()

    async def preview(self, number: int, turn: AskedTurn) -> Preview:
        """Return the verdict of the rules on a turn, as at a table."""
        return await self._workers.run(
            Job(call=partial(puzzle_preview, number, turn), case="preview")
        )

    async def arrange(self, number: int, cards: list[str]) -> Arranged:
        """Return the table of the card game after playing these cards."""
        return await self._workers.run(
            Job(call=partial(arranged_cards, number, cards), case="preview")
        )

    async def solution(self, number: int) -> PuzzleSolution:
        """Return the best turn of a puzzle, and why it is the best."""
        known = self._solutions.get(number)
        if known is None:
            job = Job(call=partial(puzzle_solution, number), expected=0.1, case="preview")
            known = self._solutions[number] = await self._workers.run(job)
            if len(self._solutions) > MAX_KNOWN:
                self._solutions.popitem(last=False)
        return known

    async def answer(self, number: int, turn: AskedTurn) -> PuzzleAnswer:
        """Grade a turn, or refuse an illegal one as usual."""
        known = self._known.get((number, turn))
        if known is None:
            job = Job(call=partial(answer_puzzle, number, turn), expected=0.1, case="preview")
            known = self._known[number, turn] = await self._workers.run(job)
            if len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)
        return known


def answer_puzzle(number: int, turn: AskedTurn) -> PuzzleAnswer:
    """Grade a turn, or refuse an illegal one as usual."""
    puzzle = shipped_puzzles().puzzles[number]
    with as_refusals():
        return _answer(puzzle, turn_of(turn, puzzle.view()))


def _answer(puzzle: Puzzle, turn: AnyTurn) -> PuzzleAnswer:
    found: Grade = grade(puzzle, turn)
    turns = judged_turns(puzzle)
    other = rival_turn(puzzle) if found.mark == "best" else turn
    return PuzzleAnswer(
        points=found.points,
        lost=found.lost,
        lost_ci95=found.lost_ci95,
        mark=found.mark,
        exact=found.exact,
        best=turns[0],
        candidates=turns,
        reasons=reasons_against(puzzle, other),
        themes=puzzle.themes,
    )
