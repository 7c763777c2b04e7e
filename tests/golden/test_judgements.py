"""Reviews and grades of puzzles, figure by figure.

Reviews are stored under a version, and a puzzle grades a turn the same for everybody on its day. If
a figure changes on purpose, stored reviews need another version: raise it, and renew these files.
"""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from analysis.reviewed_games import recorded
from qwirkle.analysis.judge.verdict import DEEP, QUICK, QUICK_CARDS
from qwirkle.analysis.puzzles.grades import grade
from qwirkle.analysis.puzzles.puzzle import find_candidate, shipped_puzzles
from qwirkle.analysis.puzzles.report import report_of
from qwirkle.analysis.review.report import VERSION
from qwirkle.analysis.review.review import review
from qwirkle.analysis.review.text import write_review
from qwirkle.engine import backend
from qwirkle.engine.legal import legal_turns
from qwirkle.rules.placement.turns import Place

pytestmark = pytest.mark.skipif(backend() == "python", reason="it judges on fewer deals")

GAMES = ("combined", "select", "cards")


def lines(*things: Any) -> str:
    """One line of JSON for each of these."""
    return "".join(f"{msgspec.json.encode(thing).decode()}\n" for thing in things)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_reviewed_as_ever(game: str, snapshot: SnapshotAssertion) -> None:
    found = review(recorded(game))
    text = f"version {VERSION}\n\n{write_review(found)}\n\n"
    assert text + lines(*found.players, *found.turns) == snapshot


def test_the_effort_of_a_review_is_as_ever(snapshot: SnapshotAssertion) -> None:
    """Stored reviews do not say how many deals they are based on."""
    assert lines(*(plan._asdict() for plan in (QUICK, DEEP, QUICK_CARDS))) == snapshot


@pytest.mark.parametrize("exact", [True, False])
def test_a_puzzle_is_graded_as_ever(exact: bool, snapshot: SnapshotAssertion) -> None:
    puzzle = next(known for known in shipped_puzzles().puzzles if known.exact is exact)
    others = [turn for turn in legal_turns(puzzle.view()) if find_candidate(puzzle, turn) is None]
    placement = next(turn for turn in others if isinstance(turn, Place))
    trade = next((turn for turn in others if not isinstance(turn, Place)), puzzle.best)
    graded = [(str(turn), grade(puzzle, turn)) for turn in (puzzle.best, placement, trade)]
    assert lines(report_of(puzzle, date(2026, 11, 18)), *graded) == snapshot
