"""A fresh and longer search for a better turn than the best one of a puzzle.

It selects among more turns, looks twice as far ahead, and uses deals that made no puzzle.
"""

from __future__ import annotations

from qwirkle.analysis.judge.games import judge_for
from qwirkle.analysis.judge.verdict import DEEP, Verdict
from qwirkle.analysis.puzzles.puzzle import Puzzle
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import determinize


def search_again(puzzle: Puzzle) -> Verdict:
    """Return the verdict of the longer search on the best turn: a loss refutes the puzzle."""
    seen = puzzle.view()
    state = determinize(seen, SeedDealer(puzzle.seed))
    judge = judge_for(seen.edition, len(seen.players), DEEP)
    try:
        return judge.judge(state, puzzle.best, ~puzzle.seed)
    finally:
        judge.close()
