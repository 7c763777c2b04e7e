"""The gap between values and final results, for bots that weigh the chance of winning.

Weights are learned from differences between placements of a turn, so the level of a value is
meaningless. Here games are played by value, and at each turn the seat's lead plus the value of its
turn is compared with the lead at the end. The gap is a linear function of the unseen tiles.
"""

from __future__ import annotations

import msgspec
import numpy as np

from qwirkle.engine.placement import search
from qwirkle.lab.training.plan import Method, game_seeds
from qwirkle.lab.training.table import Start, training_table
from qwirkle.players.value.weights import Shortfall
from qwirkle.rules.editions.placement import Edition


class ShortfallGames(msgspec.Struct, frozen=True):
    """The games to be played."""

    edition: Edition
    players: int
    weights: Start
    seed: str
    name: str
    method: Method


def measure(games: ShortfallGames) -> Shortfall:
    """Play the games and return the line that fits best."""
    unseen, missing = [], []
    for number in range(games.method.shortfall_games):
        for tiles, gap in _game(games, number):
            unseen.append(tiles)
            missing.append(gap)
    if len(set(unseen)) < 2:
        return Shortfall()
    slope, start = np.polyfit(np.array(unseen, dtype=float), np.array(missing, dtype=float), 1)
    return Shortfall(round(float(start), 2), round(float(slope), 4))


def _game(games: ShortfallGames, number: int) -> list[tuple[int, float]]:
    """Play one game; return the unseen tiles and the gap of the value at its turns."""
    seats = training_table(["value"] * games.players, games.edition, games.method, games.weights)
    turns = search.Search(seats)
    seats.deal(game_seeds(games.seed, games.name, "shortfall", number)[0])
    met = []
    going = 1
    while going:
        seat, bag = seats.seat, seats.bag_n
        if bag and seats.position.tiles:
            extra, code, _, worth = seats.advise()
            if code and not extra:
                hidden = bag + sum(
                    len(seats.hand(other)) for other in range(games.players) if other != seat
                )
                met.append((seat, hidden, _lead(seats.scores(), seat) + worth))
        going = turns.play_by_value()
    scores = seats.scores()
    return [(hidden, _lead(scores, seat) - expected) for seat, hidden, expected in met]


def _lead(scores: list[int], seat: int) -> int:
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
