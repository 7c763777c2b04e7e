"""The simulation bot: the best turns by value, tried on deals of what the seat cannot see.

All candidates are tried on the same deals. The worse half is dropped again and again, and anything
clearly worse immediately, until one is left. Otherwise the clock ends the search, or a number of
trials, or of turns played in them. With the last two the same views give the same turns, whatever
the number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import ceil, inf, log2, sqrt
from time import perf_counter
from typing import NamedTuple

from qwirkle.engine import backend
from qwirkle.engine.advisor import Advisor
from qwirkle.players.base import Bot
from qwirkle.players.cards import thinking_turn
from qwirkle.players.risk import NERVE, stakes
from qwirkle.players.rng import Chance
from qwirkle.players.value import ENDING_SECONDS, FORESIGHT, SLACK, advised_turn
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View


class Limits(NamedTuple):
    """The limits of thinking, and the number of threads."""

    ms: float = 100.0
    samples: float = inf
    nodes: float = inf
    threads: int = 1


class Method(NamedTuple):
    """The method of the trials."""

    candidates: int = 12
    """Turns that are tried; twice as many shortly before the bag is empty."""
    rounds: int = 1
    narrow: int = 8
    """Placements weighed in each turn of a trial."""
    late: int = 0
    """With at most this many tiles unseen, trials continue to the end of the game."""
    prior: float = 10.0
    """The number of trials that the value of a candidate counts as."""
    ending: int = 500
    """Placements tried to solve the ending of a trial."""
    nerve: float = NERVE
    """Points that decide a game, for each square root of the tiles to come; 0: all points count."""


# Deals per block, and blocks per heat, after which candidates may be dropped: both independent
# of the number of threads, so that sums and choices are too.
BLOCK = 2
HEAT = 8
# How clear a difference must be, in standard errors, for a candidate to be dropped early.
CLEAR = 3.0
FEWEST_BLOCKS = 16
# Roughly how many placements of an ending the solver tries per millisecond.
ENDING_NODES_PER_MS = 2000
SLOW_ENDING_NODES_PER_MS = 6
# Trials, or turns of trials, per millisecond, at least.
TRIALS_PER_MS = 50
MOST_ENDING_NODES = 2_000_000
# By how many times its limit an ending may take longer on a slow or busy machine.
PATIENCE = 2.0


class Trials:
    """The results of the candidates so far."""

    def __init__(self, priors: Sequence[float], weight: float) -> None:
        self.live = list(range(len(priors)))
        self.deals = 0
        self.trials = 0
        self._priors = priors
        self._weight = weight
        self._sums = [0.0] * len(priors)
        self._blocks: list[list[float]] = [[] for _ in priors]

    def add(self, sums: Sequence[float]) -> None:
        """Add the sums of one block of deals for the remaining candidates."""
        for candidate, total in zip(self.live, sums, strict=True):
            self._sums[candidate] += total
            self._blocks[candidate].append(total / BLOCK)
        self.deals += BLOCK
        self.trials += BLOCK * len(self.live)

    def worth(self, candidate: int) -> float:
        """Return the mean of the trials and of the value, which counts as some of them."""
        prior = self._priors[candidate] * self._weight
        return (prior + self._sums[candidate]) / (self._weight + self.deals)

    def halve(self) -> None:
        """Drop the worse half."""
        self.live = self._ranking()[: (len(self.live) + 1) // 2]

    def drop_hopeless(self) -> None:
        """Drop candidates that are clearly worse than the best, deal by deal."""
        if len(self._blocks[self.live[0]]) < FEWEST_BLOCKS:
            return
        best = self._ranking()[0]
        self.live = [
            candidate
            for candidate in self.live
            if candidate == best or not self._is_hopeless(candidate, best)
        ]

    def best(self) -> int:
        """Return the candidate to choose."""
        return self._ranking()[0]

    def _ranking(self) -> list[int]:
        return sorted(self.live, key=lambda candidate: (-self.worth(candidate), candidate))

    def _is_hopeless(self, candidate: int, best: int) -> bool:
        behind = [
            leading - other
            for leading, other in zip(self._blocks[best], self._blocks[candidate], strict=True)
        ]
        mean = sum(behind) / len(behind)
        spread = sum((block - mean) ** 2 for block in behind) / (len(behind) - 1)
        return mean > CLEAR * sqrt(spread / len(behind))


class SimBot(Bot):
    """A bot that thinks ahead for a given time, or a given number of trials or turns."""

    def __init__(
        self, chance: Chance, limits: Limits | None = None, method: Method | None = None
    ) -> None:
        self._chance = chance
        self.limits = limits or Limits()
        self._method = method or Method()
        self._advisors: list[Advisor] = []
        self._pool: ThreadPoolExecutor | None = None

    def play_cards(self, view: CardsView) -> CardTurn:
        """Return the turn of the highest value: a few milliseconds, which no limit shortens."""
        return thinking_turn(view, self._chance)

    def play_tiles(self, view: View) -> Turn:
        """Return the turn that did best in trials; endings of two players are solved instead."""
        began = perf_counter()
        self._see(view)
        first = self._advisors[0]
        advice = first.advise()
        if advice.move is None or first.solves or view.taken is not None:
            return advised_turn(advice, view, self._chance)
        chosen = self._think(view, began)
        return advised_turn(advice, view, self._chance) if chosen is None else chosen

    def watch_tiles(self, view: View) -> None:
        """Note what the rival's last turn revealed."""
        self._see(view)

    def rest(self) -> None:
        """Release the positions until the next turn."""
        for advisor in self._advisors:
            advisor.rest()

    def close(self) -> None:
        """End the threads, and let other bots use the advisors' positions."""
        for advisor in self._advisors:
            advisor.close()
        self._advisors = []
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _see(self, view: View) -> None:
        if not self._advisors:
            self._make_advisors(view)
        for advisor in self._advisors:
            advisor.see(view)

    def _make_advisors(self, view: View) -> None:
        weights = weights_for(view.edition, len(view.players))
        limits = self.limits
        counted = min(limits.samples, limits.nodes) / TRIALS_PER_MS * ENDING_NODES_PER_MS
        rate = SLOW_ENDING_NODES_PER_MS if backend() == "python" else ENDING_NODES_PER_MS
        # The tightest of all limits, so that an ending takes no longer than another turn.
        nodes = int(min(counted, rate * limits.ms, MOST_ENDING_NODES))
        # A slow machine may take a little longer, but not without limit.
        seconds = min(PATIENCE * limits.ms / 1000, ENDING_SECONDS)
        self._advisors = [
            Advisor(weights, nodes, SLACK, ending_seconds=seconds) for _ in range(limits.threads)
        ]
        if limits.threads > 1:
            self._pool = ThreadPoolExecutor(limits.threads)

    def _think(self, view: View, began: float) -> Turn | None:
        searches = [advisor.search() for advisor in self._advisors]
        lead, scale = stakes(view, self._method.nerve)
        method, limits = self._method, self.limits
        for search in searches:
            search.set_method(method.rounds, method.narrow, method.late, method.ending)
            found = search.find_candidates(self._width(view), lead, scale)
        candidates = searches[0].candidates()
        trials = Trials([value for _, _, value in candidates], method.prior)
        seed = self._chance.word()
        phases = max(1, ceil(log2(max(found, 2))))
        phase = 1
        while len(trials.live) > 1:
            timed = self._run_heat(trials, seed, began)
            counted = max(
                trials.trials / limits.samples,
                sum(search.turns for search in searches) / limits.nodes,
            )
            spent = max(timed, counted)
            if spent >= 1:
                break
            trials.drop_hopeless()
            while spent >= phase / phases:
                trials.halve()
                phase += 1
        for search in searches:
            search.restore()
        if not candidates:
            return None
        code, points, _ = candidates[trials.best()]
        return Place(self._advisors[0].move(code, points).tiles)

    def _width(self, view: View) -> int:
        """Return the number of candidates: twice as many where the weights predict least."""
        few = 0 < view.bag <= FORESIGHT.bag
        return self._method.candidates * (2 if few else 1)

    def _run_heat(self, trials: Trials, seed: int, began: float) -> float:
        """Run a heat of blocks, or as many as time allows; return the part of the time spent.

        The sums come in the order of the deals, whatever the number of threads.
        """
        searches = [advisor.search() for advisor in self._advisors]
        live = trials.live
        left = (self.limits.samples - trials.trials) / (BLOCK * len(live))
        blocks = ceil(min(max(left, 1), HEAT))
        done = 0
        spent = 0.0
        while done < blocks and spent < 1:
            count = min(len(searches), blocks - done)
            first = trials.deals
            if self._pool is None:
                trials.add(searches[0].run(live, seed, first, BLOCK))
            else:
                running = [
                    self._pool.submit(search.run, live, seed, first + which * BLOCK, BLOCK)
                    for which, search in enumerate(searches[:count])
                ]
                for block in running:
                    trials.add(block.result())
            done += count
            spent = (perf_counter() - began) * 1000 / self.limits.ms
        return spent
