"""The simulation bot: the best turns by value, tried on deals of what the seat cannot see.

Candidates are tried on the same deals; the worse half is dropped again and again, and so is what is
clearly worse. The clock may end it, or a number of trials or of turns played in them: with these
two the same views give the same turns, whatever the number of threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import ceil, log2, sqrt
from time import perf_counter
from typing import NamedTuple

from qwirkle.engine.mind import Mind
from qwirkle.players.cards import thinking_turn
from qwirkle.players.chance import Chance
from qwirkle.players.seat import Bot
from qwirkle.players.value import turn_of
from qwirkle.players.weights import weights_for
from qwirkle.rules.cards.turns import CardTurn
from qwirkle.rules.cards.view import CardsView
from qwirkle.rules.turns import Turn
from qwirkle.rules.view import View


class Limits(NamedTuple):
    """When thinking ends, and on how many threads it is done."""

    ms: float | None = 100.0
    samples: int | None = None
    nodes: int | None = None
    threads: int = 1


# Deals in a block: the same whatever the number of threads, so that sums are too.
BLOCK = 8
CANDIDATES = 10
# The value of a candidate counts as so many trials.
PRIOR = 10.0
# How clear a difference must be, in standard errors, for a candidate to be dropped early.
CLEAR = 3.0


class SimBot(Bot):
    """Thinks ahead for a given time, or for a given number of trials or turns."""

    def __init__(self, chance: Chance, limits: Limits) -> None:
        self._chance = chance
        self._limits = limits
        self._minds: list[Mind] = []
        self._pool: ThreadPoolExecutor | None = None

    def play_cards(self, view: CardsView) -> CardTurn:
        """The card game's thinking is not limited by these: it takes some milliseconds."""
        return thinking_turn(view, self._chance)

    def play_tiles(self, view: View) -> Turn:
        """The turn that did best in trials."""
        began = perf_counter()
        if not self._minds:
            weights = weights_for(view.edition, len(view.players))
            self._minds = [Mind(weights) for _ in range(self._limits.threads)]
        for mind in self._minds:
            mind.see(view)
        advice = self._minds[0].advise()
        return turn_of(advice, view, self._chance)
