"""Habits: what a review shows, counted by phase and by kind of mistake."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from qwirkle import Game, bot
from qwirkle.analysis.habits import KIND_OF, LATE, PHASES, Habits, Phase, habits_of
from qwirkle.analysis.reasons.sentences import SENTENCES
from qwirkle.analysis.review.report import Review
from qwirkle.analysis.review.review import review
from qwirkle.analysis.review.steps import Step, steps_of
from qwirkle.notation.record import read_record
from qwirkle.notation.text.position import read_position
from qwirkle.rules.family import view


def reviewed(folder: Path) -> tuple[Review, tuple[Step, ...]]:
    """A short game of somebody who plays anything against somebody greedy."""
    played = Game.new("mini", players=["Ann", "Ben"], seed=4)
    players = [bot("random", 1), bot("greedy", 2)]
    while played.to_move is not None:
        played.play(players[played.to_move].choose(played.view(played.to_move)))
    played.save(folder / "game.qwr")
    steps = steps_of(read_record((folder / "game.qwr").read_bytes()))
    return review(steps), steps


@pytest.fixture(scope="module")
def classic(tmp_path_factory: pytest.TempPathFactory) -> tuple[Review, tuple[Step, ...]]:
    return reviewed(tmp_path_factory.mktemp("games"))


def both(found: tuple[Review, tuple[Step, ...]]) -> list[Habits]:
    habits = [habits_of(*found, seat) for seat in (0, 1)]
    return [each for each in habits if each is not None]


def test_every_reason_of_a_review_is_a_kind_of_mistake() -> None:
    assert {code.partition("/")[0] for code in SENTENCES} == set(KIND_OF)


def test_phases_and_kinds_add_up_to_what_the_review_says(
    classic: tuple[Review, tuple[Step, ...]],
) -> None:
    game, _ = classic
    for habits, player in zip(both(classic), game.players, strict=True):
        assert player.points_lost is not None
        for sums in (habits.phases, habits.kinds):
            lost = sum(losses.lost for losses in sums.values())
            assert lost == pytest.approx(player.points_lost, abs=0.05)
        decisions = sum(losses.turns for losses in habits.phases.values())
        assert decisions == player.decisions == sum(habits.bins)
        clean = decisions - sum(losses.turns for losses in habits.kinds.values())
        assert habits.bins[0] == clean
        assert habits.accuracy == player.accuracy


def _phase(left: int, turns: int) -> Phase:
    if left == 0:
        return "ending"
    if turns < 3:
        return "opening"
    return "late" if left <= LATE else "middle"


def test_phases_follow_from_what_is_left_to_draw(
    classic: tuple[Review, tuple[Step, ...]],
) -> None:
    game, steps = classic
    counted = dict.fromkeys(PHASES, 0)
    for turn, step in zip(game.turns, steps, strict=True):
        if turn.seat == 0 and not turn.forced:
            left = view(step.before, None).undrawn
            counted[_phase(left, (step.number - 1) // 2)] += 1
    found = {phase: losses.turns for phase, losses in both(classic)[0].phases.items()}
    assert found == {phase: turns for phase, turns in counted.items() if turns}


def test_costly_turns_can_be_tried_again(classic: tuple[Review, tuple[Step, ...]]) -> None:
    game, steps = classic
    costly = both(classic)[0].costly
    assert 1 <= len(costly) <= 5
    for turn in costly:
        judged, step = game.turns[turn.number - 1], steps[turn.number - 1]
        assert judged.seat == 0
        assert judged.mark in ("costly", "blunder")
        assert judged.lost == turn.lost
        assert judged.best is not None
        assert judged.best.turn == turn.best
        hand = read_position(turn.position).hand or ()
        assert sorted(hand) == sorted(view(step.before, 0).hand)


def test_a_position_shows_only_what_its_seat_saw(
    classic: tuple[Review, tuple[Step, ...]],
) -> None:
    _, steps = classic
    for turn in both(classic)[0].costly:
        other = steps[turn.number - 1].before.seats[1].hand
        assert " ".join(sorted(other)) not in turn.position


def test_turns_that_nobody_could_judge_are_no_habits(
    classic: tuple[Review, tuple[Step, ...]],
) -> None:
    game, steps = classic
    unknown = replace(game, turns=tuple(replace(turn, lost=None) for turn in game.turns))
    assert habits_of(unknown, steps, 0) is None
