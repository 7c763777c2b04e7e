"""Grades of turns in a puzzle: any legal turn loses some number of points, none is simply wrong.

A listed turn loses what the puzzle states. Any other is tried on some of the deals that decided
between the listed ones, or solved in an ending, so it always gets the same grade.
"""

from __future__ import annotations

import msgspec

from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.analysis.judge.held_out import HeldOut
from qwirkle.analysis.judge.trials import Difference
from qwirkle.analysis.puzzles.maker import PLAN, deals_for
from qwirkle.analysis.puzzles.puzzle import Puzzle, find_candidate, first_act
from qwirkle.analysis.review.marks import POINTS, mark_of
from qwirkle.analysis.review.report import Mark
from qwirkle.engine import backend
from qwirkle.players.legality import check_turn
from qwirkle.rules.placement.referee import judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View

# Deals on which an unlisted turn is tried; the slow core has time for few.
DEALS = 400 if backend() != "python" else 12


class Grade(msgspec.Struct, frozen=True):
    """The points a turn loses, compared with the best one."""

    points: int
    """The points that it scores immediately."""
    lost: float
    lost_ci95: tuple[float, float]
    mark: Mark
    exact: bool
    """Whether no part of it is an estimate."""


def grade(puzzle: Puzzle, turn: Turn) -> Grade:
    """Grade a turn; raise IllegalTurn, with every reason, if the rules refuse it.

    If it takes a tile, the grade is that of the taking.
    """
    seen = puzzle.view()
    check_turn(seen, turn)
    turn = first_act(turn)
    known = find_candidate(puzzle, turn)
    if known is not None:
        same = known is puzzle.candidates[0]
        behind = Difference(known.lost, known.low, known.high)
        return _grade_of(known.points, behind, same=same, exact=puzzle.exact)
    points = _points(seen, turn)
    if puzzle.exact and isinstance(turn, Place):
        behind = _solve_ending(seen, puzzle.best, turn)
    else:
        behind = _try_on_deals(puzzle, seen, turn)
    return _grade_of(points, behind, same=False, exact=puzzle.exact)


def _grade_of(points: int, behind: Difference, *, same: bool, exact: bool) -> Grade:
    lost = round(max(behind.mean, 0.0), 2)
    mark = mark_of(lost, POINTS, forced=False, same=same)
    interval = (round(behind.low, 2), round(behind.high, 2))
    return Grade(points, lost, interval, mark, exact)


def _try_on_deals(puzzle: Puzzle, seen: View, turn: Turn) -> Difference:
    deals = min(DEALS, deals_for(seen))
    return HeldOut(seen, puzzle.best, puzzle.seed, PLAN).behind([turn], deals)[0].behind


def _solve_ending(seen: View, best: Turn, turn: Place) -> Difference:
    solver = EndingSolver(PLAN.ending_nodes)
    if not isinstance(best, Place):
        raise TypeError("the best turn of an ending is a placement")
    value = solver.value_of(seen, best.tiles).value
    lost = float(value - solver.value_of(seen, turn.tiles).value)
    return Difference(lost, lost, lost)


def _points(seen: View, turn: Turn) -> int:
    if not isinstance(turn, Place):
        return 0
    verdict = judge(seen.board, turn.tiles, seen.hand, seen.demands())
    return verdict.points if isinstance(verdict, Score) else 0
