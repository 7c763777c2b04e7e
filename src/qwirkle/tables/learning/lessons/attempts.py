"""Lessons as a learner sees them, and attempts at their steps."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from qwirkle.protocol.shapes import AnyGame, write_view
from qwirkle.protocol.shapes.turns import read_turn
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core.decide.game import as_refusals
from qwirkle.tables.learning.lessons.course import Goal, Step, Wrong, lesson
from qwirkle.tables.live.previews import Preview, preview


class StepView(msgspec.Struct, frozen=True):
    """A step as the learner sees it, without its solution."""

    step: str
    """The code of its task, and the beginning of the codes of all its texts."""
    game: AnyGame
    """The position as the view of a seat, in the words of the public contract."""
    goal: Goal
    texts: dict[str, str]
    """By code, in English: the texts of this step; names in braces are parameters."""
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
    """The code of the text that answers it; empty if the objections say enough."""


def lesson_view(game: str) -> LessonView | None:
    """Return the lesson of a game; None if there is no such game."""
    steps = lesson(game)
    return None if steps is None else LessonView(game, [_step_view(step) for step in steps])


def judge_attempt(step: Step, turn: dict[str, Any]) -> Attempt:
    """Return what the rules say about a turn, and whether it reaches the goal."""
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


def _speaks_of(wrong: Wrong, turn: dict[str, Any]) -> bool:
    """Return whether a prepared text is true of a turn: one that names a tile fits one turn."""
    if not any(tile.words in wrong.say for tile in Tile):
        return True
    return _layout_of(wrong.turn) == _layout_of(turn)


def _layout_of(turn: dict[str, Any]) -> tuple[Any, ...]:
    """Return what a turn takes and lays out, regardless of the order."""
    placed = sorted(list(tile) for tile in turn.get("place", ()))
    sets = sorted(sorted(cards) for cards in turn.get("after", ()))
    return turn.get("take"), placed, sets


def _reaches(goal: Goal, turn: dict[str, Any], found: Preview) -> bool:
    """Return whether a legal turn does what a step asks for."""
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


def _step_view(step: Step) -> StepView:
    seen = step.view()
    points = preview(seen, _read(step, step.solution)).points
    params: dict[str, str | int] = {"points": points} if points else {}
    return StepView(step.code, write_view(seen), step.goal, texts_of(step), params)


def _read(step: Step, turn: dict[str, Any]) -> AnyTurn:
    return read_turn(turn, step.view())
