"""The opponent that fits: what follows from the margins of games against levels."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle.players.levels.fitting import (
    SPREAD,
    WITH_LUCK,
    Played,
    fit_level,
    level_at,
    scale,
    strength_at,
)
from qwirkle.rules.editions.base import Key

FAMILIES: tuple[Key, ...] = ("placement", "cards")
LEVELS = st.floats(1, 8).map(lambda level: round(level, 1))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_level_is_stronger_than_the_one_below(family: Key) -> None:
    assert len(scale(family)) == 8
    assert all(below < above for below, above in pairwise(scale(family)))


@given(LEVELS, st.sampled_from(FAMILIES))
def test_a_level_has_the_strength_that_leads_back_to_it(level: float, family: Key) -> None:
    assert level_at(strength_at(level, family), family) == pytest.approx(level)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_beyond_the_levels_is_the_lowest_or_the_highest(family: Key) -> None:
    assert level_at(-1000, family) == 1
    assert level_at(1000, family) == 8


@pytest.mark.parametrize("family", FAMILIES)
def test_nobody_who_has_not_played_is_known(family: Key) -> None:
    fit = fit_level([], family)
    assert (fit.level, fit.games) == (4, 0)
    assert fit.low < 3
    assert fit.high > 5


@given(LEVELS, st.floats(-60, 60), st.booleans(), st.sampled_from(FAMILIES))
def test_a_larger_margin_never_leads_to_a_weaker_opponent(
    level: float, margin: float, without_luck: bool, family: Key
) -> None:
    less, more = (
        fit_level([Played(level, points, without_luck)], family).level
        for points in (margin, margin + 5)
    )
    assert less <= more


@pytest.mark.parametrize("family", FAMILIES)
def test_a_game_without_luck_says_more(family: Key) -> None:
    plain, without = (
        fit_level([Played(4, 2 * SPREAD[family], without_luck)], family)
        for without_luck in (False, True)
    )
    assert 4 < plain.level < without.level
    assert without.high - without.low < plain.high - plain.low


@pytest.mark.parametrize("family", FAMILIES)
def test_who_gives_up_meets_somebody_weaker(family: Key) -> None:
    assert fit_level([Played(4, None)], family).level < 4


@pytest.mark.parametrize("family", FAMILIES)
def test_who_has_learned_meets_somebody_stronger_soon(family: Key) -> None:
    before = [Played(3, 0, without_luck=True)] * 40
    learned = [Played(3, 2 * SPREAD[family], without_luck=True)] * 12
    assert fit_level(before, family).level == pytest.approx(3, abs=0.2)
    assert fit_level(before + learned, family).level > 4.5


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("true", [2, 3, 4.5, 6, 7])
@pytest.mark.parametrize("without_luck", [True, False])
def test_games_are_even_after_twelve(true: float, family: Key, without_luck: bool) -> None:
    """300 learners whose margins vary as much as real ones: 1,200 games after the twelfth."""
    chance = Random(7)
    spread = SPREAD[family]
    luck = spread * (WITH_LUCK[family] ** 2 - 1) ** 0.5
    won: list[bool] = []
    for _ in range(300):
        games: list[Played] = []
        for number in range(16):
            level = fit_level(games, family).level
            skill = strength_at(true, family) - strength_at(level, family)
            margin = skill + chance.gauss(0, spread)
            lucky = chance.gauss(0, luck)
            if number >= 12:
                won.append(margin + lucky > 0)
            games.append(Played(level, margin + (0 if without_luck else lucky), without_luck))
    assert 0.45 < fmean(won) < 0.55
