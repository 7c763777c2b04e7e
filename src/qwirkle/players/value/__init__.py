"""The value bot: weighs what a turn brings against what it leaves to the others."""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.engine.advisor import Advice, Mind
from qwirkle.players.base import Bot
from qwirkle.players.cards import thinking_turn
from qwirkle.players.risk import stakes
from qwirkle.players.rng import Chance
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.placement.turns import Action, DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass

# Placements that are tried in the ending of two players: less than a millisecond.
ENDING_NODES = 2000
# And for a bot that takes its time: about a tenth of a second.
STRONG_ENDING_NODES = 200_000
# How many placements behind the best in points are still looked at: so many points, about.
SLACK = 7.0


class Foresight(NamedTuple):
    """Trials shortly before the bag is empty, where weights say least."""

    bag: int = 12
    """With so few tiles in the bag; 0: never."""
    candidates: int = 8
    deals: int = 4
    """All candidates are tried on so many deals, the better half on twice as many more, ..."""
    narrow: int = 4
    """Placements that are weighed in a turn of a trial."""
    ending: int = 50
    """Placements that are tried to solve the ending of a trial."""


FORESIGHT = Foresight()
BLIND = Foresight(bag=0)


class ValueBot(Bot):
    """The turn of the highest value: points now, less danger, plus hope."""

    def __init__(
        self,
        chance: Chance,
        ending_nodes: int = ENDING_NODES,
        foresight: Foresight = FORESIGHT,
    ) -> None:
        self._chance = chance
        self._ending_nodes = ending_nodes
        self._foresight = foresight
        self._mind: Mind | None = None

    def play_cards(self, view: CardsView) -> CardTurn:
        """The turn of the highest value."""
        return thinking_turn(view, self._chance)

    def play_tiles(self, view: View) -> Turn:
        """The turn of the highest value; shortly before the bag is empty, trials have their say."""
        mind = self.mind(view)
        mind.see(view)
        advice = mind.advise()
        if 0 < view.bag <= self._foresight.bag and advice.move is not None and view.taken is None:
            return self._foreseen(mind, view, self._foresight)
        return turn_of(advice, view, self._chance)

    def _foreseen(self, mind: Mind, view: View, method: Foresight) -> Turn:
        trials = mind.search()
        trials.set_method(1, method.narrow, 0, method.ending)
        trials.look(method.candidates, *stakes(view))
        chosen = trials.settle(self._chance.word(), method.deals)
        code, points, _ = trials.candidates()[chosen]
        return Place(mind.move(code, points).tiles)

    def watch_tiles(self, view: View) -> None:
        """See what the rival's last turn showed."""
        self.mind(view).see(view)

    def rest(self) -> None:
        """Let another bot use the position until the next turn."""
        if self._mind is not None:
            self._mind.rest()

    def close(self) -> None:
        """Let another bot use what the mind was made of."""
        if self._mind is not None:
            self._mind.close()
            self._mind = None

    def mind(self, view: View) -> Mind:
        """The mind of this bot; a bot plays one game."""
        if self._mind is None:
            weights = weights_for(view.edition, len(view.players))
            self._mind = Mind(weights, self._ending_nodes, SLACK)
        return self._mind


def turn_of(advice: Advice, view: View, chance: Chance) -> Turn:
    """The turn a mind advises; with nothing to place, as much as may be is traded."""
    if advice.extra is Action.DRAW_THREE:
        return DrawThree()
    if advice.take is not None:
        return Take(advice.take)
    if advice.move is not None:
        return Place(advice.move.tiles)
    return turn_without_placing(view, chance)


def turn_without_placing(view: View, chance: Chance) -> Turn:
    """What is left when nothing can be placed: trade as much as may be, or pass."""
    count = min(len(view.hand), view.bag, view.edition.trading.most)
    if count:
        return Trade(tuple(chance.sample(view.hand, count)))
    return Pass()
