"""Lessons and puzzles: steps and positions without solutions, and attempts at them.

Nothing is stored.
"""

from __future__ import annotations

import datetime
from typing import Annotated

import msgspec

from qwirkle.analysis.puzzles.calendar import read_day
from qwirkle.api.problems import RequestRefused, WebReason, request_refused
from qwirkle.api.requests import Requests
from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.tables.learning.lessons.attempts import LessonView, judge_attempt, lesson_view
from qwirkle.tables.learning.lessons.course import Step, lesson
from qwirkle.tables.learning.puzzles import (
    PuzzleAnswer,
    PuzzleList,
    PuzzleService,
    PuzzleSolution,
    PuzzleView,
    has_begun,
    has_ended,
    list_puzzles,
    number_of_day,
    puzzle_view,
    puzzle_with,
)
from qwirkle.tables.live.arrangements import Arranged
from qwirkle.tables.live.previews import Preview

REQUESTS = Requests()
Game = Annotated[str, msgspec.Meta(max_length=40, description="The game, as in the offers.")]
Which = Annotated[int, msgspec.Meta(ge=0, le=100, description="The step, from 0 on.")]

Number = Annotated[
    int, msgspec.Meta(ge=0, le=1_000_000, description="The number of the puzzle, from 0 on.")
]
Day = Annotated[str, msgspec.Meta(max_length=40, description="The day, as 2026-11-16.")]


class TrialRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn to try in a lesson."""

    turn: AskedTurn


class Trial(msgspec.Struct, frozen=True):
    """The result of an attempt."""

    preview: Preview
    """The preview of the turn, as at a table."""
    done: bool
    say: str
    """The code of the text in reply; empty if the objections are enough."""


class PuzzleTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn in a puzzle."""

    turn: AskedTurn


class PuzzleCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards to play in a puzzle of the card game."""

    cards: Annotated[list[str], msgspec.Meta(max_length=108)]


@REQUESTS.get("/api/lessons/{game}", "The lesson of a game")
async def lesson_of(game: Game) -> LessonView:
    """Return the steps of a lesson: positions, goals and texts, without solutions."""
    found = lesson_view(game)
    if found is None:
        raise _no_lesson()
    return found


@REQUESTS.post("/api/lessons/{game}/{step}", "Try a turn in a lesson")
async def try_step(game: Game, step: Which, data: TrialRequest) -> Trial:
    """Return the verdict of the rules on a turn, and whether it reaches the goal of the step."""
    found = judge_attempt(_step(game, step), data.turn)
    return Trial(found.preview, found.done, found.say)


@REQUESTS.get("/api/puzzles", "The ratings of all puzzles")
async def all_puzzles() -> PuzzleList:
    """Return how hard each puzzle is, so that a client can choose the next one."""
    return list_puzzles()


@REQUESTS.get("/api/puzzles/{day}", "The puzzle of a day")
async def puzzle_of_day(day: Day) -> PuzzleView:
    """Return the position, the same for everybody. Days that have not begun are refused."""
    found = _open(day)
    return puzzle_view(number_of_day(found), found)


@REQUESTS.get("/api/puzzles/{day}/solution", "The solution of an earlier day")
async def solution_of_day(puzzles: PuzzleService, day: Day) -> PuzzleSolution:
    """Return the best turn. Days that have not ended are refused."""
    found = read_day(day)
    if not has_ended(found):
        raise request_refused(WebReason.NOT_YET)
    return await puzzles.solution(number_of_day(found))


@REQUESTS.post("/api/puzzles/{day}/previews", "Preview a turn in a puzzle")
async def preview_in_puzzle(puzzles: PuzzleService, day: Day, data: PuzzleTurn) -> Preview:
    """Return the verdict of the rules on a turn, as at a table, without grading it."""
    return await puzzles.preview(number_of_day(_open(day)), data.turn)


@REQUESTS.post("/api/puzzles/{day}/arrange", "Arrange cards in a puzzle")
async def arrange_in_puzzle(puzzles: PuzzleService, day: Day, data: PuzzleCards) -> Arranged:
    """Return the table of the card game after playing these cards, without grading it."""
    return await puzzles.arrange(number_of_day(_open(day)), data.cards)


@REQUESTS.post("/api/puzzles/{day}/answers", "Answer a puzzle")
async def answer(puzzles: PuzzleService, day: Day, data: PuzzleTurn) -> PuzzleAnswer:
    """Return the points that a turn loses, and the solution. Nothing is stored."""
    return await puzzles.answer(number_of_day(_open(day)), data.turn)


@REQUESTS.get("/api/puzzles/numbers/{number}", "The puzzle with a number")
async def puzzle_of_number(number: Number) -> PuzzleView:
    """Return the position, as that of a day."""
    return puzzle_view(_known(number))


@REQUESTS.post("/api/puzzles/numbers/{number}/previews", "Preview a turn in a numbered puzzle")
async def preview_in_numbered(puzzles: PuzzleService, number: Number, data: PuzzleTurn) -> Preview:
    """Return the verdict of the rules on a turn, as at a table, without grading it."""
    return await puzzles.preview(_known(number), data.turn)


@REQUESTS.post("/api/puzzles/numbers/{number}/arrange", "Arrange cards in a numbered puzzle")
async def arrange_in_numbered(
    puzzles: PuzzleService, number: Number, data: PuzzleCards
) -> Arranged:
    """Return the table of the card game after playing these cards, without grading it."""
    return await puzzles.arrange(_known(number), data.cards)


@REQUESTS.post("/api/puzzles/numbers/{number}/answers", "Answer a numbered puzzle")
async def answer_numbered(puzzles: PuzzleService, number: Number, data: PuzzleTurn) -> PuzzleAnswer:
    """Return the points that a turn loses, and the solution. Nothing is stored."""
    return await puzzles.answer(_known(number), data.turn)


def _step(game: str, number: int) -> Step:
    steps = lesson(game)
    if steps is None or number >= len(steps):
        raise _no_lesson()
    return steps[number]


def _no_lesson() -> RequestRefused:
    return request_refused(WebReason.NOT_FOUND, case="lesson")


def _open(text: str) -> datetime.date:
    day = read_day(text)
    if not has_begun(day):
        raise request_refused(WebReason.NOT_YET)
    return day


def _known(number: int) -> int:
    if puzzle_with(number) is None:
        raise request_refused(WebReason.NOT_FOUND)
    return number
