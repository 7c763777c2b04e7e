"""The value bot, which weighs the points of a turn against what it leaves to the others."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from qwirkle.engine.advisor import TELLING, Advice, Advisor
from qwirkle.engine.placement.bits import GREEDY_POLICY, VALUE_POLICY
from qwirkle.players.actions import trade_or_pass
from qwirkle.players.advised import AdvisedBot
from qwirkle.players.cards import thinking_turn
from qwirkle.players.risk import stakes
from qwirkle.players.rng import Chance
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Turn
from qwirkle.rules.placement.view import View

# Placements tried in an ending of two players: less than a millisecond.
ENDING_NODES = 2000
# The same for a bot that takes its time: about a tenth of a second.
STRONG_ENDING_NODES = 200_000
# Seconds after which the search of an ending stops, however many placements it may try.
ENDING_SECONDS = 10.0
# Roughly how many points a placement may be behind the best and still be weighed.
SLACK = 7.0


class Foresight(NamedTuple):
    """The trials shortly before the bag is empty, where the weights predict least."""

    bag: int = 12
    """The largest bag at which trials are made; 0: never."""
    candidates: int = 8
    deals: int = 4
    """Deals on which all candidates are tried; the better half gets twice as many more, ..."""
    narrow: int = 2
    """Placements weighed in each turn of a trial."""
    ending: int = 25
    """Placements tried to solve the ending of a trial."""
    likely: bool = True
    """Whether the other one plays by value in trials, unless greed is likely; else greedily."""
    widening: bool = True
    """Whether searches of endings widen, also without trials."""
    guesses: int = 64
    """How often the tiles that a single rival kept are guessed for the trials; 0: never."""


FORESIGHT = Foresight()
# A chance that a rival is greedy up to which trials suppose play by value.
LIKELY = 0.5
BLIND = Foresight(bag=0)


class ValueBot(AdvisedBot):
    """A bot that makes the turn of the highest value.

    The value is the points now, minus what the turn gives away, plus what it keeps.
    """

    def __init__(
        self,
        chance: Chance,
        ending_nodes: int = ENDING_NODES,
        foresight: Foresight = FORESIGHT,
        weights: Path | None = None,
        telling: int = TELLING,
    ) -> None:
        super().__init__(chance)
        self._ending_nodes = ending_nodes
        self._foresight = foresight
        self._weights = weights
        self._telling = telling

    def new_advisor(self, view: View) -> Advisor:
        """Return an advisor with the weights of the game, and the limits of this bot."""
        weights = weights_for(view.edition, len(view.players), self._weights)
        return Advisor(
            weights,
            self._ending_nodes,
            SLACK,
            ending_seconds=ENDING_SECONDS,
            telling=self._telling,
            widening=self._foresight.widening,
            guesses=self._foresight.guesses,
            guessing_bag=self._foresight.bag,
        )

    def play_cards(self, view: CardsView) -> CardTurn:
        """Return the turn of the highest value."""
        return thinking_turn(view, self._chance)

    def play_tiles(self, view: View) -> Turn:
        """Return the turn of the highest value; shortly before the bag is empty, trials decide."""
        advisor = self.advisor_for(view)
        advisor.see(view)
        advice = advisor.advise()
        if 0 < view.bag <= self._foresight.bag and advice.move is not None and view.taken is None:
            return self._look_ahead(advisor, view, self._foresight)
        return advised_turn(advice, view, self._chance)

    def _look_ahead(self, advisor: Advisor, view: View, method: Foresight) -> Turn:
        trials = advisor.search()
        trials.set_method(1, method.narrow, 0, method.ending)
        trials.rivals = GREEDY_POLICY
        if method.likely and len(view.players) == 2 and advisor.chance_of_greed() <= LIKELY:
            trials.rivals = VALUE_POLICY
        trials.find_candidates(method.candidates, *stakes(view, weights=self._weights))
        chosen = trials.choose_by_trials(self._chance.word(), method.deals)
        code, points, _ = trials.candidates()[chosen]
        return Place(advisor.move(code, points).tiles)


def advised_turn(advice: Advice, view: View, chance: Chance) -> Turn:
    """Return the turn that an advisor suggests; with nothing to place, trade what is allowed."""
    if advice.extra is Action.DRAW_THREE:
        return DrawThree()
    if advice.take is not None:
        return Take(advice.take)
    if advice.move is not None:
        return Place(advice.move.tiles)
    return trade_or_pass(view, chance)
