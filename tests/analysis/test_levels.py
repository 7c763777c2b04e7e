"""The level that somebody plays like."""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.analysis.review.levels import bins_of, level_like
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
    named = [level_like([0.0] * 12 + [lost] * 12, CLASSIC, 2) for lost in (0.0, 0.7, 2.5, 5.0, 9.5)]
    assert named == sorted(named, key=lambda level: -(level or 0))
    assert named[0] == len(LEVELS)
    assert named[-1] == 1


def test_a_few_turns_name_no_level() -> None:
    assert level_like([0.0] * 3, CLASSIC, 2) is None


def test_house_rules_have_the_levels_of_the_base_game() -> None:
    lost = [0.0] * 10 + [2.0] * 10
    ours = replace(edition("classic"), id="ours")
    assert level_like(lost, ours, 2) == level_like(lost, CLASSIC, 2)
    cards = replace(edition("cards"), id="our-cards")
    assert level_like(lost, cards, 2) == level_like(lost, edition("cards"), 2)
