"""One sentence about a game: it compares figures, and is no more certain than they are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from analysis.reviewed_games import recorded
from qwirkle.analysis.review.report import Reason, ReviewedPlayer
from qwirkle.analysis.review.review import luck_of_game, review
from qwirkle.analysis.review.summary import SENTENCES, Ended, ended_of, summary_of
from qwirkle.notation.record.lines import Header, Record


def player(name: str, score: int, luck: float | None, deal: float = 0.0) -> ReviewedPlayer:
    return ReviewedPlayer(
        name=name,
        accuracy=None,
        level=None,
        level_range=None,
        decisions=0,
        points_lost=None,
        luck=luck,
        deal=None if luck is None else deal,
        score=score,
        score_without_luck=None,
        spread=None,
        margin=0,
        margin_without_luck=None,
        remainder=None,
    )


def said(*players: ReviewedPlayer, ended: Ended | None = None, over: bool = True) -> Reason | None:
    return summary_of(players, over=over, ended=ended)


@pytest.mark.parametrize(
    ("luck", "code"),
    [
        ((21.0, 1.0), "luck-decided"),
        ((19.0, 0.0), "luck-helped"),
        ((5.0, -5.0), "luck-helped"),
        ((4.0, 0.0), "luck-a-little"),
        ((2.0, 0.0), "luck-even"),
        ((0.0, 2.5), "luck-even"),
        ((0.0, 3.0), "luck-against"),
    ],
)
def test_the_winners_luck_is_compared_with_their_lead(luck: Sequence[float], code: str) -> None:
    """Ann leads by 20; Ben's luck is part of it, and so is that of the deal."""
    found = said(player("Ann", 120, luck[0] - 2, deal=2.0), player("Ben", 100, luck[1]))
    assert found is not None
    assert found.code == code
    assert found.params["name"] == "Ann"
    assert (found.params["seat"], found.params["rival_seat"]) == (0, 1)
    assert found.text == str(SENTENCES[code]).format(name="Ann", rival="Ben")


def test_the_rival_is_the_next_best_player() -> None:
    found = said(player("Ann", 80, 9.0), player("Ben", 100, 1.0), player("Cleo", 120, 0.0))
    assert found is not None
    assert found.text == "Cleo won, and luck hardly mattered."
    assert found.params["rival"] == "Ben"


def test_a_level_game_names_who_was_luckier() -> None:
    found = said(player("Ann", 100, 1.0), player("Ben", 100, 4.0))
    assert found is not None
    assert found.text == "It ended level, although Ben was luckier than Ann."
    even = said(player("Ann", 100, 1.0), player("Ben", 100, 1.5))
    assert even is not None
    assert even.text == "It ended level, and luck hardly mattered."


def test_nothing_is_said_that_nobody_knows() -> None:
    assert said(player("Ann", 120, None), player("Ben", 100, 1.0)) is None
    assert said(player("Ann", 120, 2.0), player("Ben", 100, 1.0), over=False) is None


def test_a_game_that_was_given_up_has_no_winner_here() -> None:
    two = player("Ann", 120, 2.0), player("Ben", 100, 1.0)
    found = said(*two, ended=Ended("resigned", (0,)), over=False)
    assert found is not None
    assert found.text == "Ann gave up, so nobody knows how the game would have ended."
    stopped = said(*two, ended=Ended("agreed"), over=False)
    assert stopped is not None
    assert stopped.text == "The game was stopped, so nobody knows how it would have ended."


def test_who_left_a_game_of_three_that_others_finished_did_not_win_it() -> None:
    three = player("Ann", 150, 2.0), player("Ben", 100, 1.0), player("Cleo", 90, 0.0)
    found = said(*three, ended=Ended("finished", (0,)))
    assert found is not None
    assert found.params["name"] == "Ben"


@pytest.mark.parametrize(
    ("header", "ended"),
    [
        (None, None),
        ("", None),
        ("resigned out 1 places 2-1", Ended("resigned", (0,))),
        ("finished out 2+3 places 1-3-2", Ended("finished", (1, 2))),
        ("agreed places 1-1", Ended("agreed")),
    ],
)
def test_the_header_of_a_record_says_how_it_ended(header: str | None, ended: Ended | None) -> None:
    lines = () if header is None else (Header("Ended", header),)
    assert ended_of(Record(lines)) == ended


def test_a_resigned_game_is_reviewed_as_one() -> None:
    steps = recorded("classic")[:4]
    ended = Ended("resigned", (1,))
    name = steps[0].before.seats[1].name
    found = review(steps, ended=ended)
    assert found.summary is not None
    assert found.summary == luck_of_game(steps, ended=ended).summary
    assert name in found.summary.text
    assert found.summary.text in str(found).replace("\n", " ")
