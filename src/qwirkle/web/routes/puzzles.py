"""Puzzles: that of a day without its solution, previews on its position, and graded answers."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import Parameter

from qwirkle.analysis.puzzles.calendar import read_day
from qwirkle.service.puzzles import (
    PuzzleAnswer,
    PuzzleView,
    answer_puzzle,
    has_begun,
    puzzle_preview,
    puzzle_view,
)
from qwirkle.service.queries.previews import Preview
from qwirkle.web.problems import PROBLEMS, WebReason, request_refused

Day = Annotated[str, Parameter(max_length=40, description="The day, as 2026-11-16.")]


class PuzzleTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn in a puzzle."""

    turn: dict[str, Any]


@get("/api/puzzles/{day:str}", summary="The puzzle of a day", responses=PROBLEMS)
async def puzzle_of_day(day: Day) -> PuzzleView:
    """Return its position; the same for everybody. Days that have not begun are refused."""
    return puzzle_view(_open(day))


@post(
    "/api/puzzles/{day:str}/previews",
    summary="Preview a turn in a puzzle",
    status_code=200,
    responses=PROBLEMS,
)
async def preview_in_puzzle(day: Day, data: PuzzleTurn) -> Preview:
    """Return what the rules say about a turn, as at a table. It says nothing about its grade."""
    return puzzle_preview(_open(day), data.turn)


@post(
    "/api/puzzles/{day:str}/answers",
    summary="Answer a puzzle",
    status_code=200,
    responses=PROBLEMS,
)
async def answer(day: Day, data: PuzzleTurn) -> PuzzleAnswer:
    """Return the points that a turn loses, and the solution. Nothing is stored."""
    return await answer_puzzle(_open(day), data.turn)


HANDLERS = [puzzle_of_day, preview_in_puzzle, answer]


def _open(text: str) -> datetime.date:
    day = read_day(text)
    if not has_begun(day):
        raise request_refused(WebReason.NOT_YET)
    return day
