"""Teaching: what a learner is shown of a lesson, and what is said to a try."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from qwirkle.protocol.shapes import AnyGame, write_view
from qwirkle.protocol.shapes.turns import read_turn
from qwirkle.rules.family import AnyTurn
from qwirkle.service.lessons.course import Goal, Step, lesson
from qwirkle.service.queries.previews import Preview, preview
from qwirkle.service.table.game import as_refusals


class StepSeen(msgspec.Struct, frozen=True):
    """A step as it is shown, without its solution."""

    step: str
    """The code of what it asks for, and the beginning of the codes of all its texts."""
    game: AnyGame
    """The position as the view of a seat, in the words of the public contract."""
    goal: Goal
    texts: dict[str, str]
    """By code, in English: what may be said in this step; names in braces are parameters."""
    params: dict[str, str | int]


class LessonSeen(msgspec.Struct, frozen=True):
    """A lesson as it is shown."""

    game: str
    steps: list[StepSeen]


class Tried(NamedTuple):
    """What a try came to."""

    preview: Preview
    done: bool
    say: str
    """The code of what is said to it; empty where its objections say enough."""


def shown(game: str) -> LessonSeen | None:
    """The lesson of a game; None if there is no such game."""
    steps = lesson(game)
    return None if steps is None else LessonSeen(game, [_shown(step) for step in steps])


def tried(step: Step, turn: dict[str, Any]) -> Tried:
    """What the rules say to a turn, and whether the goal is reached."""
    with as_refusals():
        found = preview(step.seen(), _read(step, turn))
    if found.legal:
        done = reached(step.goal, turn, found)
        return Tried(found, done, f"{step.code}.{'done' if done else 'more'}")
    reasons = [one.reason for one in found.objections]
    known = {wrong.reason for wrong in step.wrong}
    first = next((reason for reason in reasons if reason in known), None)
    return Tried(found, done=False, say="" if first is None else f"{step.code}.{first}")


def texts_of(step: Step) -> dict[str, str]:
    """Everything that may be said in a step, by code."""
    said = {"": step.text, ".done": step.done, ".more": step.more}
    said |= {f".{wrong.reason}": wrong.say for wrong in step.wrong}
    return {step.code + end: text for end, text in said.items()}


def reached(goal: Goal, turn: dict[str, Any], found: Preview) -> bool:
    """Whether a legal turn is what a step asks for."""
    if goal.do not in turn or (goal.take and "take" not in turn):
        return False
    laid = turn[goal.do]
    qwirkles = found.qwirkles + sum(line.qwirkle for line in found.lines)
    return (
        found.points >= goal.points
        and len(found.lines) >= goal.lines
        and qwirkles >= goal.qwirkles
        and (not goal.tiles or len(laid) >= goal.tiles)
        and found.bonus >= goal.bonus
        and len(found.stars) >= goal.stars
        and len(found.played) >= goal.played
    )


def _shown(step: Step) -> StepSeen:
    seen = step.seen()
    points = preview(seen, _read(step, step.solution)).points
    params: dict[str, str | int] = {"points": points} if points else {}
    return StepSeen(step.code, write_view(seen), step.goal, texts_of(step), params)


def _read(step: Step, turn: dict[str, Any]) -> AnyTurn:
    return read_turn(turn, step.seen())
