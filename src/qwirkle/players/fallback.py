"""The least a seat can do: what is played for a bot that has lost its turn.

A game cannot go on without a turn, and nobody may gain from not answering.
"""

from __future__ import annotations

from qwirkle.engine.cards.solver import lay, plays
from qwirkle.engine.legal import placements
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.placement.turns import Place, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.sets import sets_in
from qwirkle.rules.turns import Pass


def least_turn(view: View) -> Turn:
    """Trade one tile if that is allowed, else place for the fewest points, else pass."""
    if view.bag and (view.board or view.edition.opening.may_trade):
        return Trade(view.hand[:1])
    moves = placements(view.board, view.hand, view.demands())
    least = min(moves, key=lambda move: (move.points, move.tiles), default=None)
    # A1: who can place may not pass.
    return Pass() if least is None else Place(least.tiles)


def least_card_turn(view: CardsView) -> CardTurn:
    """Play as few cards as possible; exchange or pass if none can be played (A15)."""
    if view.opening_cards:
        return Play((sets_in(view.hand)[0],))  # A16
    for choice in sorted(plays(view.table, view.hand), key=lambda cards: (len(cards), cards)):
        laying = lay(view.table, choice)
        if laying is not None:
            return Play(laying.after)
    return Exchange() if view.deck else Pass()
