"""The fallback turn, played for a bot that has lost its turn.

The game has to continue, and nobody may gain from not answering, so it is the least a seat can do.
"""

from __future__ import annotations

from typing import overload

from qwirkle.engine.cards.solver import lay, plays
from qwirkle.engine.legal import placements
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardsTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.turns import Place, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.sets import sets_in
from qwirkle.rules.turns import Pass


@overload
def fallback_turn(view: View) -> Turn: ...
@overload
def fallback_turn(view: CardsView) -> CardsTurn: ...
@overload
def fallback_turn(view: AnyView) -> AnyTurn: ...
def fallback_turn(view: AnyView) -> AnyTurn:
    """Return the least that the seat to move can do."""
    return _tiles(view) if isinstance(view, View) else _cards(view)


def _tiles(view: View) -> Turn:
    """Trade one tile if that is allowed, else place for the fewest points, else pass."""
    if view.bag and (view.board or view.edition.opening.may_trade):
        return Trade(view.hand[:1])
    moves = placements(view.board, view.hand, view.demands())
    least = min(moves, key=lambda move: (move.points, move.tiles), default=None)
    # A1: passing is only for a hand from which nothing can be placed.
    return Pass() if least is None else Place(least.tiles)


def _cards(view: CardsView) -> CardsTurn:
    """Play as few cards as possible; exchange or pass if none can be played (A15)."""
    if view.opening_cards:
        return Play((sets_in(view.hand)[0],))  # A16
    for choice in sorted(plays(view.table, view.hand), key=lambda cards: (len(cards), cards)):
        laying = lay(view.table, choice)
        if laying is not None:
            return Play(laying.after)
    return Exchange() if view.deck else Pass()
