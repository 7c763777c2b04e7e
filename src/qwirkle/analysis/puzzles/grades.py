"""Grades of turns in a puzzle: any legal turn loses some number of points, none is simply wrong.

A listed turn loses what the puzzle states. Any other is tried on some of the deals that decided
between the listed ones, or solved in an ending, so it always gets the same grade.
"""

from __future__ import annotations

import msgspec

from qwirkle.analysis.family import of as analysis_of
from qwirkle.analysis.judge.trials import Difference
from qwirkle.analysis.puzzles.family import of
from qwirkle.analysis.puzzles.puzzle import Puzzle, content_of, find_candidate, first_act
from qwirkle.analysis.review.marks import SCALES, mark_of
from qwirkle.analysis.review.report import Mark
from qwirkle.engine import backend
from qwirkle.players.legality import check_turn
from qwirkle.rules.family import AnyTurn, AnyView

# Deals on which an unlisted turn is tried; the slow core has time for few.
DEALS = 400 if backend() != "python" else 12


class Grade(msgspec.Struct, frozen=True):
    """The points a turn loses, compared with the best one; in the card game, Qwirkles."""

    points: int
    """The points that it scores immediately."""
    lost: float
    lost_ci95: tuple[float, float]
    mark: Mark
    exact: bool
    """Whether no part of it is an estimate."""


def grade(puzzle: Puzzle, turn: AnyTurn) -> Grade:
    """Grade a turn; raise IllegalTurn, with every reason, if the rules refuse it.

    If it takes a tile, the grade is that of the taking.
    """
    seen = puzzle.view()
    check_turn(seen, turn)
    turn = first_act(turn)
    known = find_candidate(puzzle, turn)
    if known is not None:
        behind = Difference(known.lost, known.low, known.high)
        points, same = known.points, known is puzzle.candidates[0]
    else:
        behind = of(seen).behind(puzzle, seen, turn, DEALS)
        points, same = analysis_of(seen).points(seen, turn), _is_equal(puzzle, behind)
    lost = round(max(behind.mean, 0.0), 2)
    mark = mark_of(lost, SCALES[seen.family], forced=False, same=same)
    interval = (round(behind.low, 2), round(behind.high, 2))
    return Grade(points, lost, interval, mark, puzzle.exact)


def loses_nothing(puzzle: Puzzle, seen: AnyView, turn: AnyTurn) -> bool:
    """Return whether a legal turn is the best one, or is solved and worth the same."""
    turn = first_act(turn)
    if content_of(turn) == content_of(puzzle.best):
        return True
    if not puzzle.exact or find_candidate(puzzle, turn) is not None:
        return False
    return _is_equal(puzzle, of(seen).behind(puzzle, seen, turn, DEALS))


def _is_equal(puzzle: Puzzle, behind: Difference) -> bool:
    return puzzle.exact and behind.mean == 0
