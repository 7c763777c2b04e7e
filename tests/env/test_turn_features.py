"""The numbers that learners of the examples see, against lines that are followed tile by tile."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from qwirkle.env import VectorEnv
from qwirkle.rules.tiles import KINDS

RESEARCH = Path(__file__).parents[2] / "examples" / "research"
LENGTHS = (3, 4, 5, 6)
Cell = tuple[int, int]
AXES: tuple[Cell, Cell] = ((0, 1), (1, 0))


@pytest.fixture
def features(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(RESEARCH))
    import turn_features

    return turn_features


def run(table: dict[Cell, int], cell: Cell, axis: Cell) -> list[Cell]:
    """The tiles in one line with a cell, without it; its ends are beside the first and the last."""
    found = []
    for way in (1, -1):
        at = (cell[0] + way * axis[0], cell[1] + way * axis[1])
        while at in table:
            found.append(at)
            at = (at[0] + way * axis[0], at[1] + way * axis[1])
    return sorted(found)


def legal_kinds(table: dict[Cell, int], cell: Cell) -> list[int]:
    """The kinds that may be put on an empty cell."""
    fits = []
    for kind, tile in enumerate(KINDS):
        lines = [[KINDS[table[at]] for at in run(table, cell, axis)] + [tile] for axis in AXES]
        if all(
            one.matches(other)
            for line in lines
            for number, one in enumerate(line)
            for other in line[:number]
        ):
            fits.append(kind)
    return fits


def expected(table: dict[Cell, int], placed: dict[Cell, int], kept: Any, has: Any) -> Any:
    """What a placement offers to the opponent, to its own hand, and denies, by length of lines."""
    danger, hope, sure, denied = np.zeros((4, len(LENGTHS)))
    after = table | placed
    lines = {
        (axis, tuple(sorted([*run(after, cell, axis), cell]))) for cell in placed for axis in AXES
    }
    for axis, line in lines:
        if len(line) < 2:
            continue
        for end, way in ((line[0], -1), (line[-1], 1)):
            cell = (end[0] + way * axis[0], end[1] + way * axis[1])
            length = 1 + len(run(after, cell, axis))
            kinds = legal_kinds(after, cell)
            chance = min(1.0, sum(has[kind] for kind in kinds))
            own = float(any(kept[kind] for kind in kinds))
            if length in LENGTHS:
                at = LENGTHS.index(length)
                danger[at] += chance
                hope[at] = max(hope[at], own)
                sure[at] = max(sure[at], own * (1 - chance))
    for cell in placed:
        chance = min(1.0, sum(has[kind] for kind in legal_kinds(table, cell)))
        for axis in AXES:
            length = 1 + len(run(table, cell, axis))
            if length in LENGTHS:
                denied[LENGTHS.index(length)] += chance
    return np.concatenate([danger, hope, sure, denied])


def test_lines_are_those_of_the_table(features: ModuleType) -> None:
    random = np.random.default_rng(1)
    env = VectorEnv("classic", 4, opponents=["greedy"], reward="points")
    seen, _ = env.reset("features")
    compared = 0
    for _ in range(14):
        choices = features.look(seen)
        where = np.repeat(np.arange(4), choices.counts)
        for row in random.choice(len(where), 12, replace=False):
            game, turn = where[row], seen["turns"][where[row], choices.actions[row]]
            if turn[0] != 0:
                assert not choices.rows[row, -16:].any(), "a trade leaves no lines"
                continue
            colours, shapes = seen["planes"][game][:6], seen["planes"][game][6:12]
            table = {
                (int(y), int(x)): int(6 * colours[:, y, x].argmax() + shapes[:, y, x].argmax())
                for y, x in np.argwhere(colours.any(axis=0))
            }
            axis = AXES[int(turn[9] == 1)]
            placed = {
                (int(turn[7] + away * axis[0]), int(turn[8] + away * axis[1])): int(kind - 1)
                for kind, away in zip(turn[10:16], turn[16:22], strict=True)
                if kind
            }
            counts = seen["counts"][game].astype(float)
            kept, unseen = counts[:36].copy(), counts[36:72]
            for kind in placed.values():
                kept[kind] -= 1
            has = 1 - (1 - counts[113] / max(1, unseen.sum())) ** unseen
            wanted = expected(table, placed, kept, has)
            assert choices.rows[row, -16:] == pytest.approx(wanted, abs=1e-4)
            compared += 1
        best = features.best(choices.rows[:, 0], choices)
        seen, *_ = env.step(choices.actions[best])
    assert compared > 80
