"""The turn that somebody would choose by its points, to compare a better one with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

from qwirkle.analysis.reasons.placement import after_placing
from qwirkle.engine.cards.solver import best_turn
from qwirkle.engine.legal import legal_turns, placements
from qwirkle.rules.cards.referee import QWIRKLE
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyTurn, AnyView, Registry
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile

# Plays of the card game that are looked at for another one.
MOST_PLAYS = 12


def likely_other(view: AnyView, turn: AnyTurn) -> AnyTurn | None:
    """The turn with the most points that is another one; None if there is none."""
    return _OTHERS.of(view)(view, turn)


def scores_less(view: AnyView, turn: AnyTurn, other: AnyTurn) -> bool:
    """Return whether a turn scores less than another one at once."""
    return _POINTS.of(view)(view, turn) < _POINTS.of(view)(view, other)


def _other_placement(view: View, turn: AnyTurn) -> AnyTurn | None:
    # On an empty table, most placements are the same one elsewhere.
    if not isinstance(turn, Place) or turn.take is not None or not view.board:
        return None
    tiles = frozenset(turn.tiles)
    moves = placements(view.board, view.hand, view.demands())
    others = (move for move in moves if frozenset(move.tiles) != tiles)
    best = max(others, key=lambda move: move.points, default=None)
    return None if best is None else Place(best.tiles)


def _other_play(view: CardsView, turn: AnyTurn) -> AnyTurn | None:
    if not isinstance(turn, Play):
        return None
    played = _cards(turn)
    greedy = None if view.opening_cards else best_turn(view.table, view.hand)
    if greedy is not None and _cards(Play(greedy.after)) != played:
        return Play(greedy.after)
    plays = islice((choice for choice in legal_turns(view) if isinstance(choice, Play)), MOST_PLAYS)
    others = (choice for choice in plays if _cards(choice) != played)
    return max(others, key=_qwirkles, default=None)


def _cards(turn: Play) -> Counter[Tile]:
    """Return the cards on the table after a turn; grouping them differently is not another turn."""
    return Counter(card for cards in turn.after for card in cards)


def _placement_points(view: View, turn: AnyTurn) -> int:
    return after_placing(view, turn.tiles).points if isinstance(turn, Place) else 0


def _card_points(_: CardsView, turn: AnyTurn) -> int:
    return _qwirkles(turn) if isinstance(turn, Play) else 0


def _qwirkles(turn: Play) -> int:
    return sum(len(cards) == QWIRKLE for cards in turn.after)


_OTHERS = Registry[Callable[[Any, AnyTurn], AnyTurn | None]](
    placement=_other_placement, cards=_other_play
)
_POINTS = Registry[Callable[[Any, AnyTurn], int]](placement=_placement_points, cards=_card_points)
