"""Lessons are right: every goal can be reached, wrong tries are refused as the texts say."""

from __future__ import annotations

import re
from typing import Any

import pytest

from qwirkle.errors import Refused
from qwirkle.protocol.server.positions import check_lines
from qwirkle.protocol.shapes.turns import AskedTurn, turn_of
from qwirkle.rules.cards.referee import set_faults
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import GAMES
from qwirkle.rules.placement.referee import judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.placement.turns import Place
from qwirkle.tables.learning.lessons.attempts import judge_attempt, lesson_view, texts_of
from qwirkle.tables.learning.lessons.course import Step, lesson

STEPS = {
    f"{game}/{number}": step for game in GAMES for number, step in enumerate(lesson(game) or ())
}
TRIES = [
    pytest.param(step, wrong, id=f"{step.code}-{wrong.reason}")
    for step in {step.code: step for step in STEPS.values()}.values()
    for wrong in step.wrong
]

each_step = pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_short_lesson(game: str) -> None:
    steps = lesson(game)
    assert steps is not None
    assert 5 <= len(steps) <= 8
    assert len({step.code for step in steps}) == len(steps)
    assert any(step.game == game for step in steps)


@each_step
def test_the_position_is_one_of_the_game(step: Step) -> None:
    seen = step.view()
    if isinstance(seen, CardsView):
        assert not [fault for lying in seen.table for fault in set_faults(lying)]
    else:
        check_lines(seen.board)
    assert seen.hand


@each_step
def test_every_step_has_a_solution(step: Step) -> None:
    found = judge_attempt(step, step.solution)
    assert found.preview.legal, found.preview.objections
    assert found.done
    assert found.say == f"{step.code}.done"


@each_step
def test_nothing_else_than_the_goal_is_enough(step: Step) -> None:
    """Neither an empty turn nor, where that is legal, doing nothing."""
    idle = [AskedTurn(pass_=True)]
    if step.table is None:
        idle.append(AskedTurn(place=()))
    for turn in idle:
        assert not judge_attempt(step, turn).done


@pytest.mark.parametrize(("step", "wrong"), TRIES)
def test_wrong_tries_are_refused_for_the_reason_that_is_told(step: Step, wrong: Any) -> None:
    found = judge_attempt(step, wrong.turn)
    assert not found.preview.legal
    assert not found.done
    assert wrong.reason in [objection.reason for objection in found.preview.objections]
    assert found.say == f"{step.code}.{wrong.reason}"
    assert texts_of(step)[found.say] == wrong.say


def test_a_text_that_names_a_tile_is_only_said_to_that_tile() -> None:
    step = STEPS["classic/0"]
    other = judge_attempt(step, AskedTurn(place=((2, 0, "Yc"),)))
    assert other.say == ""
    assert "Wrong: yellow clover" in other.preview.objections[0].message
    # Where no tile is named, the text is true of every such turn.
    several = STEPS["classic/2"]
    turn = AskedTurn(place=((1, 0, "Rs"), (0, 1, "Rd")))
    assert judge_attempt(several, turn).say.endswith("not-one-line")


@each_step
def test_points_are_those_of_the_referee(step: Step) -> None:
    lesson_seen = lesson_view(step.game)
    assert lesson_seen is not None
    seen = next(shown for shown in lesson_seen.steps if shown.step == step.code)
    # No points are written into a text: they come from the referee.
    for text in seen.texts.values():
        assert not re.search(r"\d+ points?", text)
        assert set(re.findall(r"{(\w+)}", text)) <= set(seen.params)
    if "points" in seen.params:
        turn = turn_of(step.solution, step.view())
        assert isinstance(turn, Place)
        view = step.view()
        assert not isinstance(view, CardsView)
        board, hand, demands = view.board, view.hand, view.demands()
        if turn.take is not None:
            board, hand, demands = view.after_taking(turn.take)
        verdict = judge(board, turn.tiles, hand, demands)
        assert isinstance(verdict, Score)
        assert seen.params["points"] == verdict.points


@each_step
def test_solutions_are_not_shown(step: Step) -> None:
    lesson_seen = lesson_view(step.game)
    assert lesson_seen is not None
    for shown in lesson_seen.steps:
        assert set(shown.__struct_fields__) == {"step", "game", "goal", "texts", "params"}


def test_there_is_no_lesson_of_another_game() -> None:
    assert lesson("chess") is None
    assert lesson_view("../classic") is None


def test_what_is_no_turn_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        judge_attempt(STEPS["classic/0"], AskedTurn(exchange=True))
    assert refusal.value.reasons == ("bad-request",)
