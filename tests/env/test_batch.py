"""Placements of many positions as arrays: the same that each position lists."""

from __future__ import annotations

import random

import pytest

from qwirkle.engine import OpeningRule, Position
from qwirkle.env import legal_placements
from qwirkle.errors import ArgumentError
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.edition import edition
from qwirkle.rules.tiles import KINDS


def grown(seed: int, tiles: int) -> Position:
    """A table with at least this many tiles."""
    chance, position = random.Random(seed), Position()
    while len(position) < tiles:
        if moves := position.moves(chance.choices(KINDS, k=6)):
            position.place(chance.choice(moves).tiles)
    return position


@pytest.mark.parametrize("lying", [0, 5, 40])
def test_the_arrays_have_every_placement_of_every_position(lying: int) -> None:
    chance = random.Random(lying)
    positions = [grown(seed, lying) for seed in range(6)]
    positions.append(Position(Board(layout=edition("mini").layout)))
    hands = [chance.choices(KINDS, k=6) for _ in positions]
    rules = [OpeningRule(1, bool(position.layout.width)) for position in positions]
    found = legal_placements(positions, hands, rules)
    for which, position in enumerate(positions):
        listed = {
            (
                found.points[row],
                tuple(
                    sorted(
                        (found.x[row, tile], found.y[row, tile], found.kinds[row, tile] - 1)
                        for tile in range(6)
                        if found.kinds[row, tile]
                    )
                ),
            )
            for row in (found.positions == which).nonzero()[0]
        }
        moves = position.moves(hands[which], rules[which])
        expected = {
            (move.points, tuple(sorted((x, y, tile.index) for x, y, tile in move.tiles)))
            for move in moves
        }
        assert listed == expected
        assert (found.positions == which).sum() == len(moves)


def test_no_positions_have_no_placements_and_every_position_needs_a_hand() -> None:
    assert len(legal_placements([], []).points) == 0
    with pytest.raises(ArgumentError):
        legal_placements([Position()], [])
