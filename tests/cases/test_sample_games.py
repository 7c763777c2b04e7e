"""The sample games, turn by turn, from a bag in a known order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

import pytest

from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.decide import begin, decide
from qwirkle.rules.placement.evolve import evolve, fold
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.tiles import BOX

from .reading import SampleGame, sample_game

T = TypeVar("T")


class Stacked:
    """Deals the bag of the sample game; no other shuffle happens in it."""

    def __init__(self, game: SampleGame) -> None:
        self.bag = game.bag

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        if label == "bag":
            return cast("tuple[T, ...]", self.bag)
        assert len(things) == 1, f"nothing is left to chance, not even {label}"
        return tuple(things)


@pytest.mark.parametrize("name", ["sample-game-000", "sample-game-001", "sample-game-003"])
def test_sample_game(name: str) -> None:
    game = sample_game(name)
    assert sorted(game.bag) == sorted(BOX)
    dealer = Stacked(game)
    events = list(begin(edition(game.game), game.players, dealer, game.ages).events)
    state = fold(events)
    found = next(event for event in events if isinstance(event, e.StarterFound))
    assert found.seat == state.turn == game.starter
    assert found.sets.count(max(found.sets)) > 1, "the tie is what these games are about"
    hands = [game.bag[6 * seat : 6 * seat + 6] for seat in range(len(game.players))]
    assert [seat.hand for seat in state.seats] == hands

    for turn in game.turns:
        assert state.turn == turn.seat
        happened = decide(state, turn.seat, Place(turn.place), dealer).events
        placed, drew, began = happened
        assert isinstance(placed, e.TilesPlaced)
        assert placed.points == turn.points
        by_cells = sorted(placed.lines, key=lambda line: line.cells)
        assert by_cells == sorted(turn.lines, key=lambda line: line.cells)
        assert drew == e.Drew(turn.seat, len(turn.draws), turn.draws)
        assert began == e.TurnBegan((turn.seat + 1) % len(game.players))
        for event in happened:
            state = evolve(state, event)
        events += happened
        assert state.seats[turn.seat].score == turn.score

    assert tuple(seat.score for seat in state.seats) == game.totals
    assert state.board == Board(game.final)
    assert state.board.placed() == game.final
    assert fold(events) == state
