"""Lessons: the steps of a game's lesson, and tries at them. Nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import Parameter

from qwirkle.service.lessons.attempts import LessonView, judge_attempt, lesson_view
from qwirkle.service.lessons.course import Step, lesson
from qwirkle.service.queries.previews import Preview
from qwirkle.web.problems import PROBLEMS, RequestRefused, WebReason, request_refused

Game = Annotated[str, Parameter(max_length=40, description="The game, as in the offers.")]
Which = Annotated[int, Parameter(ge=0, le=100, description="The step, from 0 on.")]


class TrialRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn to try in a lesson."""

    turn: dict[str, Any]


class Trial(msgspec.Struct, frozen=True):
    """The result of a try."""

    preview: Preview
    """As at a table."""
    done: bool
    say: str
    """The code of the text that answers it; empty if the objections say enough."""


@get("/api/lessons/{game:str}", summary="The lesson of a game", responses=PROBLEMS)
async def lesson_of(game: Game) -> LessonView:
    """Return its steps: positions, goals and texts, without solutions."""
    found = lesson_view(game)
    if found is None:
        raise _no_lesson()
    return found


@post(
    "/api/lessons/{game:str}/{step:int}",
    summary="Try a turn in a lesson",
    status_code=200,
    responses=PROBLEMS,
)
async def try_step(game: Game, step: Which, data: TrialRequest) -> Trial:
    """Return what the rules say about a turn, and whether it reaches the goal of the step."""
    found = judge_attempt(_step(game, step), data.turn)
    return Trial(found.preview, found.done, found.say)


HANDLERS = [lesson_of, try_step]


def _step(game: str, number: int) -> Step:
    steps = lesson(game)
    if steps is None or number >= len(steps):
        raise _no_lesson()
    return steps[number]


def _no_lesson() -> RequestRefused:
    return request_refused(WebReason.NOT_FOUND, case="lesson")
