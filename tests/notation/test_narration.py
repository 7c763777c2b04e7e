"""Turns in sentences: the terminal and the page tell them in the same words."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from golden.test_recorded_games import played
from qwirkle.notation.narration import (
    SENTENCES,
    name_set,
    name_winners,
    narrate_cards,
    narrate_placement,
    went_out,
)
from qwirkle.rules.cards.state import LastTurn as CardsLastTurn
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.family import GAMES
from qwirkle.rules.placement.state import LastTurn
from qwirkle.rules.tiles import Colour, Shape, Tile
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.events import TurnPlayed
from qwirkle.tables.core.evolve import TableFold

RADIO = Path(__file__).parents[2] / "frontend" / "src" / "game" / "radio"
NAMES = (None, "Snail")


def told(game: str) -> list[str]:
    """The turns of the recorded game in sentences, as Ann would be told them."""
    folded = TableFold()
    heard = []
    for event, at in played(game).log:
        state = folded.add(event, at)
        if not isinstance(event, TurnPlayed):
            continue
        table = game_of(state)
        if isinstance(table, CardsState):
            assert table.last is not None
            heard.append(" ".join(narrate_cards(table.last, NAMES[table.last.seat])))
            continue
        last = table.last
        if table.doing is not None and table.doing != LastTurn(table.doing.seat, points=0):
            last = table.doing
        elif last is not None:
            last = msgspec.structs.replace(last, took=None, drew_three=False)
        assert last is not None
        bonus = table.board.layout.bonus
        heard.append(" ".join(narrate_placement(last, NAMES[last.seat], bonus)))
    return heard


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_told_in_the_words_of_the_page(game: str) -> None:
    page = (RADIO / f"{game}.en.txt").read_text("utf-8").partition("\n\n")[0].split("\n")
    assert told(game)[: len(page)] == page


def test_every_set_has_a_name() -> None:
    letters = {kind.letter for kinds in (Colour, Shape) for kind in kinds}
    assert letters <= {*SENTENCES}
    assert name_set((Tile.Ro, Tile.Rs, Tile.Rb)) == "red cards"
    assert name_set((Tile.Ro, Tile.Bo, Tile.Go)) == "circles"
    assert name_set((Tile.Ro, Tile.Bs)) == "mixed cards"
    assert name_set((Tile.Ro,)) == "one card"


def test_turns_without_tiles_or_cards() -> None:
    assert [*narrate_placement(LastTurn(1, points=0, traded=2), "Ben")] == ["Ben traded 2 tiles."]
    assert [*narrate_placement(LastTurn(0, points=0, passed=True), None)] == ["You passed."]
    assert [*narrate_cards(CardsLastTurn(1, passed=True), "Ben")] == ["Ben passed."]
    assert [*narrate_cards(CardsLastTurn(0, exchanged=True), None)] == [
        "You couldn’t play and drew a new hand."
    ]


def test_the_end_of_a_game() -> None:
    names = ["Ann", "Ben", "Cal"]
    assert name_winners([0], names, 0) == "You win!"
    assert name_winners([1], names, 0) == "Ben wins"
    assert name_winners([0, 2], names, 0) == "You share the win with Cal"
    assert name_winners([1, 2], names, 0) == "Ben and Cal share the win"
    assert name_winners([0, 1, 2], names, 0) == "A tie: everyone wins"
    assert went_out(6, "Ben") == "Ben is out of tiles: 6 bonus points."
