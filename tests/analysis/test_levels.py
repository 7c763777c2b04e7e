"""The level that somebody plays like."""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.analysis.review.levels import Row, bins_of, level_in, level_like
from qwirkle.analysis.review.marks import POINTS
from qwirkle.players.levels import LEVELS
from qwirkle.rules.family import edition

CLASSIC = edition("classic")


def test_losses_are_counted_in_steps() -> None:
    assert bins_of([0.0, 0.0, 0.2, 0.7, 100.0], CLASSIC) == [
        2,
        1,
        1,
        *[0] * (len(POINTS.steps) - 3),
        1,
    ]
    assert sum(bins_of([0.3] * 7, edition("cards"))) == 7


def test_who_loses_more_plays_at_a_lower_level() -> None:
    found = [level_like([0.0] * 12 + [lost] * 12, CLASSIC, 2) for lost in (0.0, 0.7, 2.5, 5.0, 9.5)]
    named = [like.level for like in found if like is not None]
    assert named == sorted(named, reverse=True)
    assert named[0] == len(LEVELS)
    assert named[-1] == 1


def test_a_level_has_a_range_that_more_turns_narrow() -> None:
    ranges = []
    for turns in (1, 4, 16):
        like = level_like([0.0, 0.0, 0.7, 2.5, 0.0] * turns, CLASSIC, 2)
        assert like is not None
        assert 1 <= like.low <= like.level <= like.high <= len(LEVELS)
        ranges.append(like.high - like.low)
    assert ranges == sorted(ranges, reverse=True)
    assert ranges[0] > ranges[-1]


def test_the_range_leaves_out_a_twentieth() -> None:
    """Eight levels, of which the first is as likely as all others together many times over."""
    sure = Row(1, ((0.5, 0.5), *((0.5, 0.5),) * 7))
    assert level_in(sure, [1, 1]) == (4, 1, 8), "nothing tells the levels apart"
    steep = Row(1, ((0.96, 0.04), *((0.04 / 7, 1.0),) * 7))
    assert level_in(steep, [1, 0]) == (1, 1, 4), "4 % are left, half of them above the range"
    assert level_in(steep, [2, 0]) == (1, 1, 1)


def test_a_few_turns_name_no_level() -> None:
    assert level_like([0.0] * 3, CLASSIC, 2) is None


def test_house_rules_have_the_levels_of_the_base_game() -> None:
    lost = [0.0] * 10 + [2.0] * 10
    ours = replace(edition("classic"), id="ours")
    assert level_like(lost, ours, 2) == level_like(lost, CLASSIC, 2)
    cards = replace(edition("cards"), id="our-cards")
    assert level_like(lost, cards, 2) == level_like(lost, edition("cards"), 2)
