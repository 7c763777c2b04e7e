"""Games the core plays by value against itself, pausing to try candidates on redealt tiles.

A sample is one candidate of one turn: the features of the position it leaves, and its gain beyond
its points in two sets of trials. Candidates of the same turn are tried on the same deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.placement import bits
from qwirkle.engine.placement import samples as core_samples
from qwirkle.engine.placement.value import LENGTH
from qwirkle.lab.training.equations import Equations, equations_of, no_equations, store
from qwirkle.lab.training.plan import Method, game_seeds
from qwirkle.lab.training.table import Start, training_table
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.tiles import BOX

# The most candidates that the core tries in a turn, whatever the request.
MOST_CANDIDATES = 64


class Samples(NamedTuple):
    """The samples of one game, those of a turn one after another."""

    features: NDArray[np.float64]
    targets: NDArray[np.float64]
    """Two for each sample: the means of the two halves of the deals, without the points."""
    bags: NDArray[np.int32]
    turns: NDArray[np.int32]


class Games(msgspec.Struct, frozen=True):
    """Some games of a round, for one process."""

    edition: Edition
    players: int
    start: Start | None
    seed: str
    name: str
    round: int
    first: int
    count: int
    deals: int
    method: Method


def store_equations(games: Games, path: Path) -> int:
    """Play these games and store their equations; return the number of games."""
    began = process_time()
    total = sum_of_games(games)
    store(total._replace(seconds=process_time() - began), path)
    return games.count


def sum_of_games(games: Games) -> Equations:
    """Sum the equations of these games."""
    total = no_equations()
    for samples in play(games):
        total = total.plus(equations_of(*samples, going_out=games.edition.end.going_out))
    return total


def play(games: Games) -> Iterator[Samples]:
    """Play these games; yield the samples of each."""
    rules, method = games.edition, games.method
    seats = training_table(["value"] * games.players, rules, method, games.start)
    trials = core_samples.Samples(seats)
    # Weights learned from trials against greedy rivals play worse against good ones.
    trials.rivals = bits.VALUE_POLICY
    trials.late = method.late
    trials.late_rounds = method.late_rounds
    trials.trial_nodes = method.ending
    # Endings are played out: what a search promises favours the seat to move, and so whoever
    # leaves the last tiles of the bag to the other one.
    trials.widening = trials.playing_on = 1
    trials.late_bag = method.late_bag
    trials.late_one_in = method.late_one_in
    # Every turn with samples places a tile, and a tile can be placed again only after a take.
    takes = len(rules.layout.stars) + games.players * len(rules.action_tiles.kinds)
    room = MOST_CANDIDATES * (len(BOX) + takes)
    for game in range(games.first, games.first + games.count):
        deal, chances = game_seeds(games.seed, games.name, str(games.round), game)
        seats.deal(deal)
        trials.make_room(room)
        trials.collect(
            chances,
            games.deals // 2,
            method.trial_rounds,
            one_in=method.one_in,
            narrow=method.narrow,
            wander=method.wander,
        )
        yield _samples(trials)


def _samples(trials: core_samples.Samples) -> Samples:
    features, targets, marks, count = trials.samples()
    about = np.frombuffer(marks, dtype=np.int32)[: 2 * count].reshape(count, 2)
    return Samples(
        np.frombuffer(features, dtype=np.float64)[: count * LENGTH].reshape(count, LENGTH),
        np.frombuffer(targets, dtype=np.float64)[: 2 * count].reshape(count, 2),
        about[:, 0],
        about[:, 1],
    )
