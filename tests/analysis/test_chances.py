"""Chances of winning: they add up, follow the score, and are exact when nothing is to come."""

from __future__ import annotations

import json
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from scipy.stats import norm  # type: ignore[import-untyped]

from analysis.games import played
from qwirkle.analysis.family import of
from qwirkle.analysis.review import chances as module
from qwirkle.analysis.review.chances import (
    Line,
    Parameters,
    best_value,
    chances,
    chances_of,
    final_chances,
    parameters_for,
)
from qwirkle.analysis.review.situation import Situation
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.cards import edition as cards_edition
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import GAMES, AnyView, begin, edition, view

MEASURED = Path(__file__).parents[2] / "bench" / "measured"
PLAIN = Parameters(
    games=0,
    usual=((0.0, 5.0), (20.0, 9.0), (40.0, 1.0)),
    value=Line(0.8, 0.01),
    others=(((0.0, 2.0), (100.0, -8.0)),),
    extras=(3.0, 2.0),
    stars=0.5,
    opening=-1.5,
    spread=(2.0, 1.4),
)


def situation(scores: tuple[int, ...], to_come: int, **more: Any) -> Situation:
    """So that this many tiles are to come."""
    extras = more.pop("extras", (0,) * len(scores))
    return Situation(scores, (0,) * len(scores), to_come, extras, **more)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_add_up_and_follow_the_score(game: str, players: int) -> None:
    steps = played(game, players, "chances")
    for step in steps[:: max(1, len(steps) // 4)]:
        seen = view(step.before, step.seat)
        value = best_value(seen)
        found = chances(seen, value)
        assert sum(found) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in found)
        better = chances(seen, value + 3)
        assert better[step.seat] > found[step.seat]
        assert all(better[seat] <= found[seat] for seat in range(players) if seat != step.seat)


def test_when_the_game_is_over_the_winners_share_the_win() -> None:
    last = played("classic", 3, "over")[-1].after
    assert last.result is not None
    assert chances(view(last, 0), 0.0) == final_chances(last.result.scores)
    assert final_chances((10, 20, 5)) == (0, 1, 0)
    assert final_chances((20, 20, 5)) == (0.5, 0.5, 0)


def test_the_last_turn_of_a_card_game_leaves_nothing_to_chance() -> None:
    step = played("cards", 2, "last")[-1]
    seen = view(step.before, step.seat)
    assert isinstance(seen, CardsView)
    assert seen.turns_left == 1
    other = 1 - step.seat
    for made in (0, 1, 2):
        scores = [player.score for player in seen.players]
        scores[step.seat] += made
        assert chances(seen, float(made)) == final_chances(scores)
        assert sum(chances(seen, float(made))) == 1
    assert chances(seen, 50.0)[other] == 0


def test_two_players_follow_the_normal_distribution() -> None:
    """Rounded to whole scores, which changes next to nothing at this spread."""
    for lead, value, to_come in product((-30, -3, 0, 12), (5.0, 11.0), (6, 30, 80)):
        spread = sqrt(2) * (2.0 + 1.4 * sqrt(to_come))
        usual = {6: 5 + 4 * 6 / 20, 30: 5.0, 80: 1.0}[to_come]
        part = 0.8 + 0.01 * to_come
        mean = lead + part * (value - usual) - (2.0 - 0.1 * to_come)
        found = chances_of(situation((100 + lead, 100), to_come), value, PLAIN)
        assert found[0] == pytest.approx(norm.cdf(mean / spread), abs=0.002)


def test_tokens_stars_and_the_opening_count() -> None:
    def lead_of(scores: tuple[int, int], **more: Any) -> float:
        first, _ = chances_of(situation(scores, 30, **more), 5.0, PLAIN)
        return float(norm.ppf(first)) * sqrt(2) * (2.0 + 1.4 * sqrt(30))

    plain = lead_of((100, 100))
    assert lead_of((100, 100), extras=(2, 0)) - plain == pytest.approx(6, abs=0.1)
    assert lead_of((100, 100), extras=(0, 2)) - plain == pytest.approx(-4, abs=0.1)
    assert lead_of((100, 100), stars=4) - plain == pytest.approx(2, abs=0.1)
    assert lead_of((0, 0)) - plain == pytest.approx(-1.5, abs=0.1)


def test_with_an_empty_bag_a_rival_with_few_tiles_may_go_out() -> None:
    """Q-END-2: going out earns points."""
    fitted = replace(PLAIN, short_hands=(3.0, 1.0))

    def rivals_chance(pile: int, tiles: int, rows: Parameters) -> float:
        seats = Situation((100, 100), (6, tiles), pile, (0, 0))
        return chances_of(seats, 5.0, rows)[1]

    assert rivals_chance(0, 1, fitted) > rivals_chance(0, 1, PLAIN) + 0.1
    assert rivals_chance(0, 2, fitted) > rivals_chance(0, 2, PLAIN)
    assert rivals_chance(0, 3, fitted) == rivals_chance(0, 3, PLAIN)
    assert rivals_chance(1, 1, fitted) == rivals_chance(1, 1, PLAIN), "nobody goes out yet"
    for players in (3, 4):
        one, *_, five = parameters_for(edition("classic"), players).short_hands
        assert one > five


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_before_the_first_turn_chances_are_near_the_measured_share(game: str, players: int) -> None:
    """Within a tenth, with some opening hands; bench/chances.py measured the share of starters."""
    checked = json.loads((MEASURED / "chances.json").read_text("utf-8"))
    measured = checked[f"{of(edition(game)).kind(edition(game))}/{players}"]["starter"]["was"]
    found = [
        chances(seen, best_value(seen))[seen.seat or 0]
        for seed in ("a", "b", "c", "d", "e", "f", "g", "h")
        for seen in [_first_view(game, players, seed)]
    ]
    assert sum(found) / len(found) == pytest.approx(measured, abs=0.1)


def _first_view(game: str, players: int, seed: str) -> AnyView:
    state = begin(edition(game), [f"p{seat}" for seat in range(players)], SeedDealer(seed)).state
    return view(state, state.turn)


def test_a_lost_point_counts_as_a_point_in_every_game() -> None:
    """A value is an estimate, of which a part remains at the end; a loss comes from trials."""
    for game in ("classic", "select", "combined", "cards"):
        rules = edition(game)
        state = begin(rules, ["a", "b"], SeedDealer("lost")).state
        situation = of(state).situation(view(state, state.turn))
        behind = situation._replace(scores=(7, 12))
        fitted = parameters_for(rules, 2)
        assert chances_of(behind._replace(scores=(10, 12)), 4.0, fitted, 3.0) == pytest.approx(
            chances_of(behind, 4.0, fitted)
        )


def test_ties_are_shared() -> None:
    """By all who have the score that nobody exceeds."""
    rivals = [(0.2, 0.5), (0.1, 0.4), (0.6, 0.7)]
    expected = 0.0
    for tied in product((False, True), repeat=3):
        chance = 1.0
        for (less, at_most), level in zip(rivals, tied, strict=True):
            chance *= at_most - less if level else less
        expected += chance / (1 + sum(tied))
    assert module._part_won(rivals) == pytest.approx(expected)
    assert module._shares([3.0, 3.0, 3.0], 0.1) == pytest.approx((1 / 3,) * 3)
    assert module._shares([4.0, 3.0, 4.0], 0.05) == pytest.approx((0.5, 0, 0.5))


def test_house_rules_use_the_parameters_of_their_nearest_game() -> None:
    classic = edition("classic")
    assert isinstance(classic, Edition)
    house = replace(classic, id="house", name="At home")
    assert parameters_for(house, 3) == parameters_for(classic, 3)
    assert len(parameters_for(house, 3).others) == 2
    cards = cards_edition()
    assert parameters_for(cards, 7) == parameters_for(cards, 4), "more players than were fitted"
    found = chances_of(situation((3, 2, 2, 1, 0, 0), 20), 1.0, parameters_for(cards, 6))
    assert sum(found) == pytest.approx(1)
