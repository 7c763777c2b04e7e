"""A game as steps."""

from __future__ import annotations

from itertools import pairwise

import pytest

from qwirkle.analysis.steps import steps_of
from qwirkle.errors import NotationError
from qwirkle.notation.record import read_record
from qwirkle.rules.family import view

RECORDS = "frontend/src/fairness/records"


@pytest.mark.parametrize("game", ["classic", "mini", "select", "combined", "cards"])
def test_steps_follow_each_other(game: str, pytestconfig: pytest.Config) -> None:
    text = (pytestconfig.rootpath / RECORDS / f"{game}.qwr").read_bytes()
    record = read_record(text)
    steps = steps_of(record)
    assert len(steps) == len(record.entries)
    for step, entry in zip(steps, record.entries, strict=True):
        assert (step.number, step.seat) == (entry.number, entry.seat)
        assert view(step.before, step.seat).turn == step.seat
    for before, after in pairwise(steps):
        assert before.after is after.before


def test_without_a_seed_there_are_no_steps(pytestconfig: pytest.Config) -> None:
    text = (pytestconfig.rootpath / RECORDS / "classic.qwr").read_text()
    without = "\n".join(line for line in text.split("\n") if not line.startswith("Seed"))
    with pytest.raises(NotationError, match="no seed"):
        steps_of(read_record(without))
