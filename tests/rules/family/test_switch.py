"""The choice between the two families, and what their members have in common."""

from __future__ import annotations

import pytest

from qwirkle.errors import EditionError
from qwirkle.rules import cards, placement
from qwirkle.rules.cards.turns import Exchange
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import (
    GAMES,
    Pair,
    begin,
    edition,
    stored_edition,
    view,
)
from qwirkle.rules.placement.turns import Trade
from qwirkle.rules.turns import Pass

HALVES = Pair[str, str, str](placement="tiles", cards="cards")


@pytest.mark.parametrize("game", GAMES)
def test_every_member_of_a_game_finds_the_half_of_its_edition(game: str) -> None:
    rules = edition(game)
    begun = begin(rules, ["Ann", "Bob"], SeedDealer(1))
    members = (begun.state, view(begun.state, 0), view(begun.state, None), *begun.events)
    assert {HALVES.of(member) for member in members} == {rules.pieces}
    assert HALVES[rules.family] == rules.pieces


@pytest.mark.parametrize("game", GAMES)
def test_a_view_counts_what_the_state_has_left_to_draw(game: str) -> None:
    state = begin(edition(game), ["Ann", "Bob"], SeedDealer(1)).state
    assert view(state, 0).undrawn == len(state.undrawn) > 0
    assert not state.is_turn_begun


def test_only_the_card_game_needs_a_set_to_start() -> None:
    sizes = {game: edition(game).starting_set for game in GAMES}
    assert sizes == {**dict.fromkeys(GAMES, 0), "cards": 3}


def test_what_is_drawn_from_depends_on_where_traded_tiles_go() -> None:
    found = {game: edition(game).supply for game in GAMES}
    assert (found["classic"], found["schmidt"], found["cards"]) == ("bag", "piles", "deck")


def test_a_turn_belongs_to_its_family_and_a_pass_to_both() -> None:
    assert placement.is_turn(Trade(()))
    assert not placement.is_turn(Exchange())
    assert cards.is_turn(Exchange())
    assert not cards.is_turn(Trade(()))
    assert placement.is_turn(Pass())
    assert cards.is_turn(Pass())


def test_a_stored_edition_of_no_family_is_refused() -> None:
    with pytest.raises(EditionError, match="family: must be one of placement, cards, not 'dice'"):
        stored_edition({"family": "dice"}, "stored")
