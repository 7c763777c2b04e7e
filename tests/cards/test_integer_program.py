"""The solver against an integer program over all possible sets, which knows none of its lemmas."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp  # type: ignore[import-untyped]

from cards.table import Position, real_positions
from qwirkle.engine.cards import solver as cards_solver
from qwirkle.rules.tiles import Tile

LINES = [[6 * colour + shape for shape in range(6)] for colour in range(6)]
LINES += [[6 * colour + shape for colour in range(6)] for shape in range(6)]
SETS = [chosen for line in LINES for size in (3, 4, 5, 6) for chosen in combinations(line, size)]
HOLDS = np.array([[kind in group for group in SETS] for kind in range(36)], dtype=float)
SIXES = np.array([len(group) == 6 for group in SETS], dtype=float)
SIZES = HOLDS.sum(axis=0)


def best_by_program(position: Position) -> tuple[int, int] | None:
    """The most Qwirkles and with them the most cards; None if no card can be played."""
    table, hand = position
    lying = _counts([card for group in table for card in group])
    held = _counts(hand)
    answer = milp(
        -(1000 * SIXES + SIZES),
        integrality=np.ones(len(SETS)),
        bounds=Bounds(0, 3),
        constraints=[
            LinearConstraint(HOLDS, lying, lying + held),
            LinearConstraint(SIZES, lying.sum() + 1, np.inf),
        ],
    )
    if answer.status == 2:
        return None
    assert answer.status == 0, answer.message
    chosen = np.round(answer.x)
    return int(chosen @ SIXES), int(chosen @ SIZES - lying.sum())


def _counts(cards: list[Tile] | tuple[Tile, ...]) -> np.ndarray:
    counts = np.zeros(36)
    for card in cards:
        counts[card.index] += 1
    return counts


@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_most_qwirkles_and_most_cards_on_real_tables(count: int) -> None:
    positions = list(real_positions(10))
    chosen = random.Random(2).sample(positions, count)
    # Short hands make turns in which hardly anything, or nothing, can be played.
    chosen += [(table, hand[:2]) for table, hand in chosen[: count // 3]]
    sixes = 0
    for table, hand in chosen:
        found = cards_solver.best_turn(table, hand)
        truth = best_by_program((table, hand))
        assert (None if found is None else (found.qwirkles, len(found.played))) == truth
        sixes += bool(truth and truth[0])
    assert sixes > count // 10
