"""Puzzles: that of a day without its solution, previews on its position, and graded answers."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

import msgspec

from qwirkle.analysis.puzzles.calendar import read_day
from qwirkle.api.problems import WebReason, request_refused
from qwirkle.api.routing import Routes
from qwirkle.tables.learning.puzzles import (
    PuzzleAnswer,
    PuzzleView,
    answer_puzzle,
    has_begun,
    puzzle_preview,
    puzzle_view,
)
from qwirkle.tables.live.previews import Preview

ROUTES = Routes()
Day = Annotated[str, msgspec.Meta(max_length=40, description="The day, as 2026-11-16.")]


class PuzzleTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn in a puzzle."""

    turn: dict[str, Any]


@ROUTES.get("/api/puzzles/{day:str}", "The puzzle of a day")
async def puzzle_of_day(day: Day) -> PuzzleView:
    """Return its position; the same for everybody. Days that have not begun are refused."""
    return puzzle_view(_open(day))


@ROUTES.post("/api/puzzles/{day:str}/previews", "Preview a turn in a puzzle")
async def preview_in_puzzle(day: Day, data: PuzzleTurn) -> Preview:
    """Return what the rules say about a turn, as at a table. It says nothing about its grade."""
    return puzzle_preview(_open(day), data.turn)


@ROUTES.post("/api/puzzles/{day:str}/answers", "Answer a puzzle")
async def answer(day: Day, data: PuzzleTurn) -> PuzzleAnswer:
    """Return the points that a turn loses, and the solution. Nothing is stored."""
    return await answer_puzzle(_open(day), data.turn)


def _open(text: str) -> datetime.date:
    day = read_day(text)
    if not has_begun(day):
        raise request_refused(WebReason.NOT_YET)
    return day
