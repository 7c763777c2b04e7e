"""The simulation bot: the best turns by value, tried on deals of what the seat cannot see.

All candidates are tried on the same deals. The worse half is dropped again and again, and anything
clearly worse immediately, until one is left. Otherwise a time ends the search, or a number of
trials, or of turns played in them. With the last two the same views give the same turns, whatever
the number of threads. The time is that of the processor, per thread: on a busy machine the bot
takes longer, but plays no worse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from math import ceil, inf
from pathlib import Path
from typing import NamedTuple

import msgspec

from qwirkle.engine import backend
from qwirkle.engine.advisor import TELLING, Advisor, Learned
from qwirkle.engine.every_deal import Hand, Order, can_list_deals, list_hands
from qwirkle.engine.placement import clock
from qwirkle.engine.placement.bits import GREEDY_POLICY, VALUE_POLICY
from qwirkle.engine.placement.search import Search
from qwirkle.players.base import Bot, Weighed
from qwirkle.players.cards import thinking_turn, trials_of, turn_for
from qwirkle.players.risk import NERVE, stakes
from qwirkle.players.rng import Chance
from qwirkle.players.trials import Phases, Trials
from qwirkle.players.value import ENDING_SECONDS, SLACK, advised_turn
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyView
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View


class Limits(NamedTuple):
    """The limits of thinking, and the number of threads."""

    ms: float = 100.0
    """Milliseconds of processor time on each thread."""
    samples: float = inf
    nodes: float = inf
    threads: int = 1


class Rivals(Enum):
    """How the others play in trials."""

    GREEDY = "greedy"
    BY_ODDS = "by odds"
    """Greedily or by value, as often as either is likely from what a single rival has shown."""


class Method(NamedTuple):
    """The method of the trials."""

    candidates: int = 12
    """Turns that are tried; twice as many shortly before the bag is empty."""
    few: int = 12
    """The largest bag at which twice as many are tried."""
    rounds: int = 1
    narrow: int = 2
    """Placements weighed in each turn of a trial."""
    late: int = 0
    """With at most this many tiles unseen, trials continue to the end of the game."""
    prior: float = 10.0
    """The number of trials that the value of a candidate counts as."""
    ending: int = 25
    """Placements tried to solve the ending of a trial."""
    nerve: float = NERVE
    """Points that decide a game, for each square root of the tiles to come; 0: all points count."""
    block: int = 32
    """Roughly the trials between two looks at the clock."""
    deals: int = 0
    """Deals that are tried between two looks; 0: as many as make that many trials."""
    rivals: Rivals = Rivals.BY_ODDS
    every: int = 3
    """With at most this many tiles in the bag of two players, all deals are tried, none twice."""
    proof: int = 2_000
    """Placements tried to solve the ending of a trial once all deals were tried."""
    widening: bool = True
    """Whether searches of endings widen."""
    guesses: int = 1000
    """The most guesses of the tiles that a single rival kept in its last turn; 0: none."""
    cards: bool = True
    """Whether turns of the card game are tried, and not only chosen as by value."""


# Blocks per heat, after which candidates may be dropped: independent of the number of threads, as
# the size of a block is, so that sums and choices are too.
HEAT = 8
# How often all deals are tried again with endings searched further, and how much further each time.
PROOFS = 2
PROOF_STEP = 10
# The part of the time within which a block with such endings must be expected to be done.
LATEST = 1.1
# Roughly how many placements of an ending the solver tries per millisecond.
ENDING_NODES_PER_MS = 2000
SLOW_ENDING_NODES_PER_MS = 6
# Trials, or turns of trials, per millisecond, at least.
TRIALS_PER_MS = 50
MOST_ENDING_NODES = 2_000_000
# Guesses of what a rival kept, for each millisecond: up to a quarter of the time.
GUESSES_PER_MS = 40
SLOW_GUESSES_PER_MS = 0.1
# The number of trials that the value of a turn of the card game counts as.
CARDS_PRIOR = 5.0
# The number of turns that a simulated turn of the card game counts as, because it takes longer.
CARDS_TURN = 4
# By how many times its limit an ending may take longer on a slow or busy machine.
PATIENCE = 2.0


class Block(NamedTuple):
    """Some deals on which all remaining candidates are tried."""

    first: int
    deals: int
    greedy: bool
    """Whether the others play greedily, and not by value."""
    ending: int
    """Placements tried to solve the ending of a trial."""
    cost: int
    """The number of trials that each trial counts as."""
    orders: tuple[Order, ...] = ()
    """The tiles in the order of the deals; without any, deals are made at random."""

    def run(self, search: Search, live: list[int], seed: int) -> list[float]:
        """Return the sum of each of these candidates."""
        search.rivals = GREEDY_POLICY if self.greedy else VALUE_POLICY
        search.trial_nodes = self.ending
        if not self.orders:
            return search.run(live, seed, self.first, self.deals)
        sums = [0.0] * len(live)
        for number, order in enumerate(self.orders, self.first):
            search.set_order(order)
            for which, gain in enumerate(search.run(live, seed, number, 1)):
                sums[which] += gain
        return sums

    def run_timed(self, search: Search, live: list[int], seed: int) -> tuple[list[float], float]:
        """Return the sums, and the processor time that they took on this thread."""
        began = clock.now()
        return self.run(search, live, seed), clock.now() - began


class Deals:
    """The blocks of deals of one turn.

    Random deals never end. If all deals can be listed, they come in random order, each once; then
    they come again, one by one, with endings that are searched further; then no more follow.
    """

    def __init__(
        self,
        view: View,
        method: Method,
        chance: Chance,
        greed: float,
        guesses: Callable[[], Sequence[Sequence[int]]] = list,
    ) -> None:
        """Prepare deals; the others play greedily in this share of the blocks.

        With guesses of what the rival kept, deals that could be listed are drawn by them instead.
        """
        self._method = method
        self._chance = chance
        self._greed = 1.0 if method.rivals is Rivals.GREEDY else greed
        self._deals = 0
        self._greedy = 0
        self._listed: list[Order] = []
        self._left: list[Hand] = []
        self._passes = -1
        if can_list_deals(view, method.every):
            self._left = [hand for hand in list_hands(view) for _ in range(hand.ways)]
            if known := guesses():
                self._left = [self._complete(view, known) for _ in self._left]
            self._passes = 0

    def _complete(self, view: View, guesses: Sequence[Sequence[int]]) -> Hand:
        """Return a hand of the other player: one of the guesses, and other tiles at random."""
        guess = self._chance.choice(guesses)
        unseen = [tile.index for tile in view.unseen().elements()]
        for kind in guess:
            # Since the guess was made, extra tiles may have been drawn.
            if kind not in unseen:
                return self._complete(view, [()])
            unseen.remove(kind)
        rest = self._chance.sample(unseen, len(unseen))
        drawn = len(rest) - view.bag
        return Hand((*guess, *rest[:drawn]), tuple(rest[drawn:]), 0.0)

    def size(self, live: int) -> int:
        """Return the number of deals of the next block, with this number of candidates left."""
        if self._passes > 0:
            return 1
        return self._method.deals or max(self._method.block // live, 1)

    @property
    def ending(self) -> int:
        """The number of placements tried to solve the ending of a trial of the next block."""
        if self._passes < 1:
            return self._method.ending
        return int(self._method.proof * PROOF_STEP ** (self._passes - 1))

    @property
    def cost(self) -> int:
        """The number of trials that a trial of the next block counts as."""
        return max(self.ending // max(self._method.ending, 1), 1)

    @property
    def left(self) -> int:
        """The number of listed deals that are not yet tried again with the next ending."""
        return len(self._listed) - self._deals % len(self._listed)

    @property
    def ended(self) -> bool:
        """Whether there are no more blocks."""
        return self._passes > PROOFS

    def next(self, live: int) -> Block:
        """Return the next block, on which this number of candidates is tried."""
        size = self.size(live)
        # The part so far comes as close to the wanted one as it can.
        greedy = self._greedy + size / 2 <= self._greed * (self._deals + size)
        block = Block(self._deals, size, greedy, self.ending, self.cost)
        if self._passes >= 0:
            orders = self._orders(size)
            block = block._replace(orders=orders, deals=len(orders))
        self._deals += block.deals
        self._greedy += block.deals if greedy else 0
        return block

    def _orders(self, count: int) -> tuple[Order, ...]:
        """Return the next orders; after the last one, begin again."""
        if self._passes:
            at = self._deals % len(self._listed)
            self._passes += at == len(self._listed) - 1
            return (self._listed[at],)
        for _ in range(min(count, len(self._left))):
            hand = self._left.pop(self._chance.below(len(self._left)))
            bag = self._chance.sample(hand.bag, len(hand.bag))
            self._listed.append((*hand.tiles, *bag))
        if not self._left:
            self._passes = 1
        return tuple(self._listed[self._deals :])


class SimBot(Bot):
    """A bot that thinks ahead for a given time, or a given number of trials or turns."""

    def __init__(
        self,
        chance: Chance,
        limits: Limits | None = None,
        method: Method | None = None,
        weights: Path | None = None,
        telling: int = TELLING,
    ) -> None:
        self._chance = chance
        self.limits = limits or Limits()
        self._method = method or Method()
        self._weights = weights
        self._telling = telling
        self._advisors: list[Advisor] = []
        self._pool: ThreadPoolExecutor | None = None
        self._elsewhere = 0.0
        self._weigh_tried: Callable[[], list[Weighed]] | None = None

    def weighed(self) -> list[Weighed]:
        """Return the turns that were tried for the last choice, the best first."""
        return [] if self._weigh_tried is None else self._weigh_tried()

    def play_cards(self, view: CardsView) -> CardTurn:
        """Return the turn that did best in trials; what nothing can change is not tried."""
        began = clock.now()
        self._elsewhere = 0.0
        self._weigh_tried = None
        if not self._method.cards or view.opening_cards:
            return thinking_turn(view, self._chance)
        tried = trials_of(view)
        if not tried.values:
            return turn_for(None, view)
        trials = Trials(tried.values, CARDS_PRIOR)
        phases = Phases(trials)
        while len(trials.live) > 1 and tried.numbers_per_deal:
            for _ in range(HEAT):
                deals = max(self._method.block // len(trials.live), 1)
                words = self._chance.words(deals * tried.numbers_per_deal)
                trials.add(tried.run(trials.live, [word >> 32 for word in words]), deals)
                turns = trials.trials * len(view.players) * CARDS_TURN
                spent = self._part_spent(self._spent(began), trials.trials, turns)
                if spent >= 1 or phases.are_due(spent):
                    break
            if spent >= 1:
                break
            trials.drop_hopeless()
            phases.halve(spent)

        def weigh() -> list[Weighed]:
            return [
                Weighed(turn_for(tried.laying(which), view), trials.worth(which), interval)
                for which, interval in trials.weighed()
            ]

        self._weigh_tried = weigh
        return turn_for(tried.laying(trials.best()), view)

    def play_tiles(self, view: View) -> Turn:
        """Return the turn that did best in trials; endings of two players are solved instead."""
        began = clock.now()
        self._elsewhere = 0.0
        self._weigh_tried = None
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

    def learned(self) -> bytes:
        """Return what the rival's turns have revealed; all advisors know the same."""
        return msgspec.json.encode(self._advisors[0].learned()) if self._advisors else b""

    def recall(self, learned: bytes, view: AnyView) -> None:
        """Continue with what the rival's turns have revealed."""
        if learned and isinstance(view, View):
            if not self._advisors:
                self._make_advisors(view)
            for advisor in self._advisors:
                advisor.recall(msgspec.json.decode(learned, type=Learned))

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
        weights = weights_for(view.edition, len(view.players), self._weights)
        limits = self.limits
        least = min(limits.samples, limits.nodes)
        counted = least / TRIALS_PER_MS * ENDING_NODES_PER_MS
        rate = SLOW_ENDING_NODES_PER_MS if backend() == "python" else ENDING_NODES_PER_MS
        # The tightest of all limits, so that an ending takes no longer than another turn.
        nodes = int(min(counted, rate * limits.ms, MOST_ENDING_NODES))
        pace = SLOW_GUESSES_PER_MS if backend() == "python" else GUESSES_PER_MS
        timed = min(pace * limits.ms, GUESSES_PER_MS * least / TRIALS_PER_MS)
        # A slow machine may take a little longer, but not without limit.
        seconds = min(PATIENCE * limits.ms / 1000, ENDING_SECONDS)
        self._advisors = [
            Advisor(
                weights,
                nodes,
                SLACK,
                ending_seconds=seconds,
                telling=self._telling,
                widening=self._method.widening,
                guesses=int(min(self._method.guesses, timed)),
            )
            for _ in range(limits.threads)
        ]
        if limits.threads > 1:
            self._pool = ThreadPoolExecutor(limits.threads)

    def _think(self, view: View, began: float) -> Turn | None:
        searches = [advisor.search() for advisor in self._advisors]
        lead, scale = stakes(view, self._method.nerve, self._weights)
        method = self._method
        for search in searches:
            search.set_method(method.rounds, method.narrow, method.late, method.ending)
            search.widening = int(method.widening)
            search.find_candidates(self._width(view), lead, scale)
        candidates = searches[0].candidates()
        trials = Trials([value for _, _, value in candidates], method.prior)
        seed = self._chance.word()
        deals = Deals(
            view, method, Chance(str(seed)), self._greed(view), searches[0].guesses.guesses
        )
        phases = Phases(trials)
        while len(trials.live) > 1 and not deals.ended:
            timed = self._run_heat(trials, deals, seed, began)
            turns = sum(search.turns for search in searches) + trials.longer
            spent = self._part_spent(timed, trials.trials, turns)
            if spent >= 1:
                break
            trials.drop_hopeless()
            if deals.cost == 1:
                phases.halve(spent)
            if deals.cost > 1:
                trials.halve_to_afford(deals.left * deals.cost, (1 - spent) / spent)
        for search in searches:
            search.restore()
        if not candidates:
            return None

        def turn(which: int) -> Place:
            code, points, _ = candidates[which]
            return Place(self._advisors[0].move(code, points).tiles)

        def weigh() -> list[Weighed]:
            return [
                Weighed(turn(which), trials.worth(which), interval)
                for which, interval in trials.weighed()
            ]

        self._weigh_tried = weigh
        return turn(trials.best())

    def _width(self, view: View) -> int:
        """Return the number of candidates: twice as many where the weights predict least."""
        few = 0 < view.bag <= self._method.few
        return self._method.candidates * (2 if few else 1)

    def _greed(self, view: View) -> float:
        """Return the share of the deals in which the others play greedily: several play well."""
        return self._advisors[0].chance_of_greed() if len(view.players) == 2 else 0.0

    def _run_heat(self, trials: Trials, deals: Deals, seed: int, began: float) -> float:
        """Run a heat of blocks, or as many as time allows; return the share of the time spent.

        The sums come in the order of the deals, whatever the number of threads.
        """
        searches = [advisor.search() for advisor in self._advisors]
        live = trials.live
        size = deals.size(len(live)) * deals.cost * len(live)
        left = (self.limits.samples - trials.trials) / size
        blocks = ceil(min(max(left, 1), HEAT))
        done = 0
        cost = deals.cost
        spent = self._spent(began) if cost > 1 else 0.0
        while done < blocks and spent < 1 and not deals.ended and deals.cost == cost:
            if cost > 1:
                # What takes much longer than others must not begin shortly before the end.
                spent += cost * len(live) * spent / trials.trials
                if spent > LATEST:
                    break
            given: list[Block] = []
            while len(given) < min(len(searches), blocks - done) and not deals.ended:
                given.append(deals.next(len(live)))
            if self._pool is None:
                block = given[0]
                trials.add(block.run(searches[0], live, seed), block.deals, block.cost)
            else:
                running = [
                    self._pool.submit(block.run_timed, search, live, seed)
                    for search, block in zip(searches, given, strict=False)
                ]
                for block, made in zip(given, running, strict=True):
                    sums, seconds = made.result()
                    trials.add(sums, block.deals, block.cost)
                    self._elsewhere += seconds / len(given)
            done += len(given)
            spent = self._spent(began)
        return spent

    def _spent(self, began: float) -> float:
        """Return the share of the time that is spent: by this thread, or by the others for it."""
        return (clock.now() - began + self._elsewhere) * 1000 / self.limits.ms

    def _part_spent(self, timed: float, trials: int, turns: int) -> float:
        """Return the part that is spent of the limit that is closest, the time or another."""
        limits = self.limits
        return max(timed, trials / limits.samples, turns / limits.nodes)
