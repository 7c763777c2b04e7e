"""The play of a level: the best of what it noticed, as far as it judged that correctly.

A spot of the table is noticed or overlooked once per turn, whatever could be placed there, so a
long placement is overlooked as easily as a short one. A level never trades while it could place. It
misjudges within bounds, so what it plays is never much worse than the best that it has seen.

A strength between two levels makes some turns as the one and some as the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from qwirkle.engine.advisor import Advisor
from qwirkle.engine.candidates import Candidates, candidates
from qwirkle.engine.cards.box import LINES
from qwirkle.engine.cards.solver import lay, plays
from qwirkle.players.actions import greedy_extra, trade_or_pass
from qwirkle.players.advised import AdvisedBot
from qwirkle.players.base import Bot
from qwirkle.players.cards import opening_turn, thinking_turn, turn_for
from qwirkle.players.levels import Skill
from qwirkle.players.rng import Chance
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.turns import Turn as CardsTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.family import AnyView
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View

# Placements considered, those with the most points: nobody plays the five hundredth best.
MOST = 512
T = TypeVar("T")


class LevelBot(AdvisedBot):
    """A bot that plays as well as its skill allows."""

    def __init__(self, chance: Chance, skill: Skill) -> None:
        super().__init__(chance)
        self._skill = skill

    def new_advisor(self, view: View) -> Advisor:
        """Return an advisor with the weights of the game."""
        return Advisor(weights_for(view.edition, len(view.players)))

    def play_cards(self, view: CardsView) -> CardsTurn:
        """Return the Qwirkles of the lines it noticed, made with any cards that make them.

        As often as its foresight allows, and when nothing distracts it, it thinks instead.
        """
        if view.opening_cards:
            return opening_turn(view)
        chance, skill = self._chance, self._skill
        if chance.part() < skill.foresight * (1 - skill.overlooks):
            return thinking_turn(view)
        made = [0] * LINES
        choices = plays(view.table, view.hand)
        for line in notice(range(LINES), skill.overlooks, chance) if choices else ():
            made[line] += 1
            if more := plays(view.table, view.hand, made):
                choices = more
            else:
                made[line] -= 1
        laying = lay(view.table, chance.choice(choices), made) if choices else None
        return turn_for(laying, view)

    def play_tiles(self, view: View) -> Turn:
        """Return the best placement that it noticed, by its own judgement."""
        if _holds_extras(view) and self._chance.part() < self._skill.extras:
            extra = greedy_extra(view)
            if extra is not None:
                return extra
        if not (moves := self._candidates(view)):
            return trade_or_pass(view, self._chance)
        skill, chance = self._skill, self._chance
        # A tile is taken for a spot, which is thereby noticed, and an empty table has no spots.
        if view.taken is None and view.board:
            chance.skip(moves.overlook(skill.overlooks, chance.state))
        chosen = moves.judge(skill.foresight, skill.misjudges, chance.state)
        chance.skip(2 * len(moves))
        return Place(chosen.tiles)

    def watch_tiles(self, view: View) -> None:
        """Note what the rival's last turn revealed, if this level considers that at all."""
        if self._skill.foresight:
            super().watch_tiles(view)

    def _candidates(self, view: View) -> Candidates:
        """Return the placements that it could notice."""
        if not self._skill.foresight:
            return candidates(view.board, view.hand, view.demands())
        advisor = self.advisor_for(view)
        advisor.see(view)
        if _holds_extras(view):
            # It has decided not to use them in this turn.
            advisor.see(replace(view, used=Action.TAKE))
        return advisor.candidates(MOST, view.demands())


class TilesAndCards(Bot):
    """A bot that plays tiles as one bot does, and cards as another."""

    def __init__(self, tiles: Bot, cards: Bot) -> None:
        self._tiles = tiles
        self._cards = cards

    def play_cards(self, view: CardsView) -> CardsTurn:
        """Return the turn of the one that plays cards."""
        return self._cards.play_cards(view)

    def play_tiles(self, view: View) -> Turn:
        """Return the turn of the one that plays tiles."""
        return self._tiles.play_tiles(view)

    def watch_tiles(self, view: View) -> None:
        """Let the one that plays tiles learn; from cards there is nothing to learn."""
        self._tiles.watch_tiles(view)

    def rest(self) -> None:
        """Let both rest."""
        self._tiles.rest()
        self._cards.rest()

    def learned(self) -> bytes:
        """Return what the one that plays tiles has learned."""
        return self._tiles.learned()

    def recall(self, learned: bytes, view: AnyView) -> None:
        """Let the one that plays tiles continue."""
        self._tiles.recall(learned, view)

    def close(self) -> None:
        """Close both."""
        self._tiles.close()
        self._cards.close()


class BetweenLevels(Bot):
    """A bot between two others: a lot decides which of them plays each turn.

    The higher the share of the stronger one, the stronger it is, in every game.
    """

    def __init__(self, chance: Chance, weaker: Bot, stronger: Bot, share: float) -> None:
        """Give the stronger bot this share of the turns."""
        self._chance = chance
        self._bots = (weaker, stronger)
        self._share = share

    def play_cards(self, view: CardsView) -> CardsTurn:
        """Return the turn of one of the two."""
        return self._asked(view).play_cards(view)

    def play_tiles(self, view: View) -> Turn:
        """Return the turn of one of the two; the other one watches."""
        return self._asked(view).play_tiles(view)

    def _asked(self, view: CardsView | View) -> Bot:
        stronger = self._chance.part() < self._share
        self._bots[not stronger].watch(view)
        return self._bots[stronger]

    def watch_tiles(self, view: View) -> None:
        """Let both learn."""
        for player in self._bots:
            player.watch_tiles(view)

    def rest(self) -> None:
        """Let both rest."""
        for player in self._bots:
            player.rest()

    def learned(self) -> bytes:
        """Return what each of them has learned."""
        return msgspec.json.encode([player.learned() for player in self._bots])

    def recall(self, learned: bytes, view: AnyView) -> None:
        """Continue with what each of them has learned."""
        if learned:
            both = msgspec.json.decode(learned, type=tuple[bytes, bytes])
            for player, known in zip(self._bots, both, strict=True):
                player.recall(known, view)

    def close(self) -> None:
        """Close both."""
        for player in self._bots:
            player.close()


def notice(things: Sequence[T], overlooks: float, chance: Chance) -> list[T]:
    """Return the things that are not overlooked, by lot, and always at least one of them."""
    lots = chance.parts(len(things))
    least = min(overlooks, max(lots, default=0.0))
    return [thing for thing, lot in zip(things, lots, strict=True) if lot >= least]


def _holds_extras(view: View) -> bool:
    """Return whether the seat has something to use first, and has used nothing yet."""
    player = view.players[view.seat or 0]
    return view.used is None and bool(player.tokens or player.actions)
