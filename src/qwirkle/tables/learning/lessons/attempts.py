"""Lessons as a learner sees them, and attempts at their steps."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import UNSET

from qwirkle.protocol.shapes import AnyGame, write_view
from qwirkle.protocol.shapes.turns import AskedTurn, turn_of
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.decide.game import as_refusals
from qwirkle.tables.learning.lessons.course import Goal, Step, Wrong, lesson
from qwirkle.tables.live.family import preview
from qwirkle.tables.live.previews import Preview


class StepView(msgspec.Struct, frozen=True):
    """A step as the learner sees it, without its solution."""

    step: str
    """The code of its task, which is the prefix of the codes of all its texts."""
    game: AnyGame
    """The position as the view of a seat, in the form of the public contract."""
    goal: Goal
    texts: dict[str, str]
    """The English texts of this step, by code; names in braces are parameters."""
    params: dict[str, str | int]


class LessonView(msgspec.Struct, frozen=True):
    """A lesson as the learner sees it."""

    game: str
    steps: list[StepView]


class Attempt(NamedTuple):
    """The result of an attempt."""

    preview: Preview
    done: bool
    say: str
    """The code of the text in reply; empty if the objections are enough."""


def lesson_view(game: str) -> LessonView | None:
    """Return the lesson of a game; None if there is no such game."""
    steps = lesson(game)
    return None if steps is None else LessonView(game, [_step_view(step) for step in steps])


def judge_attempt(step: Step, turn: AskedTurn) -> Attempt:
    """Return the verdict of the rules on a turn, and whether it reaches the goal."""
    with as_refusals():
        found = preview(step.view(), _read(step, turn))
    if found.legal:
        done = _reaches(step.goal, turn, found)
        return Attempt(found, done, f"{step.code}.{'done' if done else 'more'}")
    reasons = [refusal.reason for refusal in found.objections]
    known = {wrong.reason for wrong in step.wrong if _speaks_of(wrong, turn)}
    first = next((reason for reason in reasons if reason in known), None)
    return Attempt(found, done=False, say="" if first is None else f"{step.code}.{first}")


def texts_of(step: Step) -> dict[str, str]:
    """Return every text of a step, by code."""
    said = {"": step.text, ".done": step.done, ".more": step.more}
    said |= {f".{wrong.reason}": wrong.say for wrong in step.wrong}
    return {step.code + end: text for end, text in said.items()}


def _speaks_of(wrong: Wrong, turn: AskedTurn) -> bool:
    """Return whether a prepared text applies to a turn: one that names a tile fits one turn."""
    if not any(tile.words in wrong.say for tile in Tile):
        return True
    return _layout_of(wrong.turn) == _layout_of(turn)


def _layout_of(turn: AskedTurn) -> tuple[object, ...]:
    """Return the pieces that a turn takes and lays out, regardless of the order."""
    placed = sorted(turn.place or ())
    sets = sorted(sorted(cards) for cards in turn.after or ())
    return turn.take, placed, sets


def _reaches(goal: Goal, turn: AskedTurn, found: Preview) -> bool:
    """Return whether a legal turn reaches the goal of a step."""
    laid = getattr(turn, goal.do)
    if laid is UNSET or (goal.take and turn.take is UNSET):
        return False
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


def _step_view(step: Step) -> StepView:
    seen = step.view()
    points = preview(seen, _read(step, step.solution)).points
    params: dict[str, str | int] = {"points": points} if points else {}
    return StepView(step.code, write_view(seen), step.goal, texts_of(step), params)


def _read(step: Step, turn: AskedTurn) -> AnyTurn:
    return turn_of(turn, step.view())
