"""Lessons: the steps of a game's lesson, and tries at them. Nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from qwirkle.api.problems import RequestRefused, WebReason, request_refused
from qwirkle.api.routing import Routes
from qwirkle.tables.learning.lessons.attempts import LessonView, judge_attempt, lesson_view
from qwirkle.tables.learning.lessons.course import Step, lesson
from qwirkle.tables.live.previews import Preview

ROUTES = Routes()
Game = Annotated[str, msgspec.Meta(max_length=40, description="The game, as in the offers.")]
Which = Annotated[int, msgspec.Meta(ge=0, le=100, description="The step, from 0 on.")]


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


@ROUTES.get("/api/lessons/{game:str}", "The lesson of a game")
async def lesson_of(game: Game) -> LessonView:
    """Return its steps: positions, goals and texts, without solutions."""
    found = lesson_view(game)
    if found is None:
        raise _no_lesson()
    return found


@ROUTES.post("/api/lessons/{game:str}/{step:int}", "Try a turn in a lesson")
async def try_step(game: Game, step: Which, data: TrialRequest) -> Trial:
    """Return what the rules say about a turn, and whether it reaches the goal of the step."""
    found = judge_attempt(_step(game, step), data.turn)
    return Trial(found.preview, found.done, found.say)


def _step(game: str, number: int) -> Step:
    steps = lesson(game)
    if steps is None or number >= len(steps):
        raise _no_lesson()
    return steps[number]


def _no_lesson() -> RequestRefused:
    return request_refused(WebReason.NOT_FOUND, case="lesson")
