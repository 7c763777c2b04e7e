from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from qwirkle.errors import ArgumentError, EditionError, NotationError
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.decide import begin
from qwirkle.rules.placement.evolve import fold
from qwirkle.rules.tiles import BOX, KINDS, Colour, Shape, Tile, in_order

from .table import NAMES, Stacked, tiles

BASE = ("classic", "colour-blind", "schmidt")


def test_Q_COMP_1_the_box_has_three_copies_of_36_kinds() -> None:
    assert len(BOX) == 108
    assert set(Counter(BOX).values()) == {3}
    assert {(tile.colour, tile.shape) for tile in BOX} == {(c, s) for c in Colour for s in Shape}


@pytest.mark.parametrize("game", BASE)
def test_Q_COMP_1_the_bag_is_filled_with_the_whole_box(game: str) -> None:
    state = fold(begin(edition(game), NAMES[:2], Stacked()).events[:2])
    assert Counter(state.pile) == Counter(BOX)


def test_Q_COMP_1_tile_codes() -> None:
    letters = [kind.letter for kind in Colour], [kind.letter for kind in Shape]
    assert letters == (list("ROYGBP"), list("oxdsbc"))
    assert Tile("Yb") is Tile.Yb
    assert (Tile.Yb.colour, Tile.Yb.shape, Tile.Yb.words) == (
        "yellow",
        "starburst",
        "yellow starburst",
    )
    assert [tile.index for tile in KINDS] == list(range(36))
    assert all(Tile.of(tile.colour, tile.shape) is tile for tile in KINDS)
    assert all(Tile(tile.colour, tile.shape) is tile for tile in KINDS)
    assert in_order(tiles("Pc Ro Ox Ro")) == tiles("Ro Ro Ox Pc")


@pytest.mark.parametrize("code", ["", "R", "Roo", "oR", "ro", "RO", "Zo", "Rz", " Ro"])
def test_Q_COMP_1_other_codes_are_no_tiles(code: str) -> None:
    with pytest.raises(NotationError, match="is not a tile"):
        Tile(code)


@pytest.mark.parametrize("given", [("Ro", Shape.CIRCLE), (Shape.CIRCLE, Colour.RED), ("R", "o")])
def test_Q_COMP_1_other_pairs_are_no_tiles(given: tuple[Any, Any]) -> None:
    with pytest.raises(ArgumentError, match="or a colour and a shape"):
        Tile(*given)


def test_Q_COMP_1_two_tiles_match_by_one_attribute_only() -> None:
    matching = {tile for tile in KINDS if Tile.Ro.matches(tile)}
    assert matching == set(tiles("Rx Rd Rs Rb Rc Oo Yo Go Bo Po"))


@pytest.mark.parametrize("game", BASE)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_Q_COMP_2_two_to_four_players(game: str, players: int) -> None:
    state = begin(edition(game), NAMES[:players], Stacked()).state
    assert [seat.name for seat in state.seats] == list(NAMES[:players])


@pytest.mark.parametrize("game", BASE)
@pytest.mark.parametrize("players", [0, 1, 5])
def test_Q_COMP_2_no_other_number_of_players(game: str, players: int) -> None:
    names = ("A", "B", "C", "D", "E")[:players]
    with pytest.raises(EditionError, match=f"for 2 to 4 players, not {players}"):
        begin(edition(game), names, Stacked())


def test_Q_COMP_2_as_many_ages_as_players() -> None:
    with pytest.raises(EditionError, match="2 players need 2 ages, not 3"):
        begin(edition("classic"), NAMES[:2], Stacked(), (1, 2, 3))


def test_Q_COMP_4_the_colour_blind_edition_differs_in_its_faces_only() -> None:
    classic, other = edition("classic"), edition("colour-blind")
    assert (classic.faces, other.faces) == ("colour", "two-shape")
    for part in ("hand", "board", "start", "opening", "trading", "taking", "action_tiles", "end"):
        assert getattr(classic, part) == getattr(other, part)
