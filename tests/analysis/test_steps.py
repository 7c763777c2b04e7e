"""A game as steps."""

from __future__ import annotations

from itertools import pairwise

import pytest

from qwirkle.analysis.judge import deal_seed
from qwirkle.analysis.review.luck import luck_of
from qwirkle.analysis.review.steps import steps_of
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


def _without_seed(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith("Seed"))


def _without_hands(text: str, seat: int) -> str:
    """The same record without the hands of a seat, counted from 1."""
    lines = []
    for line in text.split("\n"):
        columns = line.split(" | ")
        if len(columns) > 4 and columns[1] == str(seat):
            columns[2] = "?"
        lines.append(" | ".join(columns))
    return "\n".join(lines)


def _text(game: str, config: pytest.Config) -> str:
    return (config.rootpath / RECORDS / f"{game}.qwr").read_text()


@pytest.mark.parametrize("game", ["classic", "mini", "select", "schmidt", "combined", "cards"])
def test_a_record_with_every_hand_needs_no_seed(game: str, pytestconfig: pytest.Config) -> None:
    """Who held what, and what was left to draw, follows from the hands."""
    text = _text(game, pytestconfig)
    seeded = steps_of(read_record(text))
    told = steps_of(read_record(_without_seed(text)))
    for step, known in zip(seeded, told, strict=True):
        assert (known.known, known.all_known, known.dealt) == (True, True, False)
        assert (known.seat, known.turn) == (step.seat, step.turn)
        assert deal_seed(known.before) == deal_seed(step.before)
        hands = [[sorted(seat.hand) for seat in one.before.seats] for one in (step, known)]
        assert hands[0] == hands[1]
    assert luck_of(told) == luck_of(seeded)


def test_an_unfinished_record_does_not_tell_what_was_drawn_last(
    pytestconfig: pytest.Config,
) -> None:
    lines = _without_seed(_text("classic", pytestconfig)).split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith("1 |"))
    kept = [line for line in lines[: first + 8] if not line.startswith("Result")]
    steps = steps_of(read_record("\n".join(kept) + "\n"))
    assert len(steps) == 8
    assert [step.known for step in steps] == [True] * 8
    # After the last turn but one somebody drew what no line shows.
    assert [step.all_known for step in steps] == [True] * 7 + [False]
    luck = luck_of(steps)
    assert luck.known == (True, True)
    assert luck.draws[-1] is None


def test_with_the_hands_of_one_seat_that_seat_is_known(pytestconfig: pytest.Config) -> None:
    text = _without_hands(_without_seed(_text("classic", pytestconfig)), 2)
    steps = steps_of(read_record(text))
    assert [step.known for step in steps] == [step.seat == 0 for step in steps]
    assert luck_of(steps).known == (False, False)


def test_without_seed_and_hands_there_are_no_steps(pytestconfig: pytest.Config) -> None:
    text = _without_seed(_text("classic", pytestconfig))
    with pytest.raises(NotationError, match="no seed and no hands"):
        steps_of(read_record(_without_hands(_without_hands(text, 1), 2)))
