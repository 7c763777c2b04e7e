"""A bot that plays what turn_values.py has learned: in matches, in tests, against people.

    python turn_values.py --minutes 60 --folder run
    qwirkle match python:learned_bot:LearnedBot value --games 1000
    qwirkle regret python:learned_bot:LearnedBot

It reads run/learner.npz, or the file that the variable LEARNER names. It plays the classic game for
two players, as it was trained to.
"""

from __future__ import annotations

import os
from functools import cache
from typing import cast

import numpy as np
from turn_features import WEIGHED, best, look
from turn_values import Network

from qwirkle.env import ObservationEncoder
from qwirkle.players import Bot
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View


class LearnedBot(Bot):
    """Plays the turn that the network values most."""

    def play_tiles(self, view: View) -> Turn:
        """Show the view to the network as the environment would show it."""
        encoder = _encoder()
        seen = look({name: array[None] for name, array in encoder.observe(view).items()})
        values = seen.rows[:, 0] + _network()(seen.rows)
        return cast("Turn", encoder.decode(int(seen.actions[best(values, seen)[0]])))


# Made once, and used by the bots of all games.
@cache
def _encoder() -> ObservationEncoder:
    return ObservationEncoder("classic", 2, afterstates=WEIGHED)


@cache
def _network() -> Network:
    with np.load(os.environ.get("LEARNER", "run/learner.npz")) as kept:
        weights = [kept[f"turns-average-{at}"] for at in range(7)]
    network = Network(len(weights[0]), np.random.default_rng(0))
    network.average = weights
    return network
