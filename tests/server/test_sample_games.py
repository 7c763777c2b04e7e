"""The sample games of the rules pages: dealt from their seeds, they happen as they are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qwirkle import Game
from qwirkle.rules.cards import events as c
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cells import Cell
from qwirkle.rules.family import AnyGameEvent
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.tiles import Tile

FILE = Path(__file__).parents[2] / "frontend" / "src" / "learn" / "sample" / "games.json"
SAMPLES = json.loads(FILE.read_text("utf-8"))
WITH_TILES = sorted(SAMPLES.keys() - {"cards"})


def dealt(game: str) -> Game:
    sample = SAMPLES[game]
    return Game.new(game, sample["players"], seed=sample["seed"])


def placed(tiles: list[Any]) -> tuple[Placed, ...]:
    return tuple(Placed(x, y, Tile(code)) for x, y, code in tiles)


def play(game: Game, turn: dict[str, Any]) -> list[AnyGameEvent]:
    """Play a turn as the file has it: an act before it, then tiles placed or traded."""
    happened: list[AnyGameEvent] = []
    if "extra" in turn:
        happened += game.play(DrawThree())
    if "take" in turn:
        x, y, _ = turn["take"]
        happened += game.play(Take(Cell(x, y)))
    if "place" in turn:
        happened += game.play(Place(placed(turn["place"])))
    else:
        happened += game.play(Trade(tuple(Tile(code) for code in turn["trade"])))
    return happened


def test_every_kind_of_game_has_one() -> None:
    assert set(SAMPLES) == {"classic", "mini", "select", "connect", "combined", "cards"}
    for sample in SAMPLES.values():
        assert 6 <= len(sample["turns"]) <= 10


@pytest.mark.parametrize("name", SAMPLES)
def test_the_first_player_is_the_one_with_the_largest_set(name: str) -> None:
    sample, game = SAMPLES[name], dealt(name)
    found = next(x for x in game.events if isinstance(x, e.StarterFound | c.StarterFound))
    assert list(found.sets) == sample["sets"]
    assert found.seat == sample["turns"][0]["seat"]
    # It is told that the other one's is smaller.
    assert found.sets[found.seat] > found.sets[1 - found.seat]


@pytest.mark.parametrize("name", WITH_TILES)
def test_tiles_are_played_by_the_rules(name: str) -> None:
    sample, game = SAMPLES[name], dealt(name)
    laid = [tile for x in game.events if isinstance(x, e.TableLaid) for tile in x.tiles]
    assert laid == list(placed(sample["laid"]))
    for turn in sample["turns"]:
        assert game.to_move == turn["seat"]
        assert list(game.hand) == turn["hand"]
        before = {cell: game.board[cell] for cell in game.board}
        happened = play(game, turn)
        if "take" in turn:
            x, y, code = turn["take"]
            assert before[Cell(x, y)] == code
        if "extra" in turn:
            assert next(x.tiles for x in happened if isinstance(x, e.Drew)) == tuple(turn["extra"])
        scored = next((x for x in happened if isinstance(x, e.TilesPlaced)), None)
        assert (scored.points if scored else 0) == turn["points"]
        assert [len(line.cells) for line in (scored.lines if scored else ())] == turn["lines"]
        assert (scored.bonus if scored else 0) == turn.get("bonus", 0)
        won = [cell for x in happened if isinstance(x, e.TokensWon) for cell in x.cells]
        assert len(won) == turn.get("tokens", 0)
        shown = [x.action for x in happened if isinstance(x, e.SpecialShown)]
        assert shown == ([turn["special"]] if "special" in turn else [])
        assert list(game.scores) == turn["scores"]


def test_cards_are_played_by_the_rules() -> None:
    sample, game = SAMPLES["cards"], dealt("cards")
    for turn in sample["turns"]:
        assert game.to_move == turn["seat"]
        assert list(game.hand) == turn["hand"]
        after = tuple(tuple(Tile(code) for code in cards) for cards in turn["after"])
        happened = game.play(Play(after))
        played = next(x for x in happened if isinstance(x, c.CardsPlayed))
        assert sorted(played.played) == sorted(turn["played"])
        moved = [x.card for x in played.switches if x.source is not None]
        assert sorted(moved) == sorted(turn["moved"])
        taken = [cards for x in happened if isinstance(x, c.QwirklesTaken) for cards in x.sets]
        assert len(taken) == turn["qwirkles"]
        assert list(game.scores) == turn["scores"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("classic", {"trade"}),
        ("mini", {"extra", "take", "special"}),
        ("select", {"tokens", "take"}),
        ("connect", {"bonus"}),
        ("combined", {"tokens", "take", "bonus"}),
    ],
)
def test_what_a_game_has_to_itself_is_seen_in_its_sample(name: str, shown: set[str]) -> None:
    turns = SAMPLES[name]["turns"]
    assert shown <= {key for turn in turns for key in turn}
    assert any(len(turn["lines"]) > 1 for turn in turns)
