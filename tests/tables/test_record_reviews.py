"""Reviews of records from elsewhere: what a record has is judged, the rest is unknown."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

from qwirkle.errors import Refused
from qwirkle.tables.reviews.records import MAX_RECORD, RecordReview, review_record

RECORDS = Path(__file__).parents[2] / "frontend/src/fairness/records"


def record(game: str = "classic", *, seed: bool = True, unknown: tuple[int, ...] = ()) -> str:
    """A record of bots; without its seed, and without the hands of some players, from 1."""
    lines = []
    for line in (RECORDS / f"{game}.qwr").read_text().split("\n"):
        columns = line.split(" | ")
        if len(columns) > 4 and int(columns[1]) in unknown:
            columns[2] = "?"
        if seed or not line.startswith("Seed"):
            lines.append(" | ".join(columns))
    return "\n".join(lines)


@cache
def reviewed(text: str) -> RecordReview:
    return msgspec.json.decode(review_record(text), type=RecordReview)


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_seed_adds_nothing_where_every_hand_is_there(game: str) -> None:
    found, without = reviewed(record(game)), reviewed(record(game, seed=False))
    assert without.review.players == found.review.players
    assert without.review.turns == found.review.turns
    assert len(found.moments) == len(found.review.turns)
    assert all(moment.hand for moment in without.moments)


def test_of_one_known_hand_only_its_turns_are_judged() -> None:
    found = reviewed(record(seed=False, unknown=(2,)))
    for moment, turn in zip(found.moments, found.review.turns, strict=True):
        mine = turn.seat == 0
        assert (turn.mark is not None) == (moment.hand is not None) == mine
        # The table is public, whoever's turn it is.
        assert moment.game.players[0].name == "player 1"
    assert [player.points_lost is None for player in found.review.players] == [False, True]
    assert [player.luck for player in found.review.players] == [None, None]


def test_a_moment_is_the_table_before_its_turn() -> None:
    found = reviewed(record())
    sizes = [len(moment.game.board) for moment in found.moments]  # type: ignore[union-attr]
    assert sizes[:3] == [0, 3, 5]
    assert not found.moments[0].game.hand


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nonsense", "line 1"),
        (record().partition("Result")[0], "nothing to review"),
        (record().replace("0,0> Ob Bb Pb", "0,0> Ob Bb Gd"), "line 10"),
    ],
    ids=["nonsense", "no turns", "against the rules"],
)
def test_a_record_that_cannot_be_reviewed_is_refused_with_its_fault(
    text: str, problem: str
) -> None:
    with pytest.raises(Refused, match="This record can’t be reviewed") as refused:
        review_record(text)
    assert refused.value.reasons == ("bad-saved-game",)
    assert problem in str(refused.value)


def test_without_any_hand_nobody_can_say_anything() -> None:
    with pytest.raises(Refused, match="no hands and no seed"):
        review_record(record(seed=False, unknown=(1, 2)))


def test_every_record_of_a_long_game_fits() -> None:
    assert max(len(path.read_text()) for path in RECORDS.iterdir()) < MAX_RECORD / 5
