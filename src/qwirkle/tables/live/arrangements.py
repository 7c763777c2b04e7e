"""Arrangements of the cards that a player wants to play: the table as it could be after the turn.

They are made from the view of a seat alone, and they suggest no turn: the player chooses the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from qwirkle.engine.cards.solver import arrange
from qwirkle.errors import IllegalTurn
from qwirkle.rules.cards.referee import judge
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.refusals.reasons import Reason, refuse
from qwirkle.rules.tiles import Tile, in_order


class Arranged(msgspec.Struct, frozen=True):
    """All sets after a turn with these cards; none, and ``possible`` false, if it is illegal."""

    possible: bool
    after: tuple[CardSet, ...] = ()
    qwirkles: int = 0
    moved: int = 0
    """The number of cards on the table that would change their set."""


def find_arrangement(seen: CardsView, cards: Sequence[Tile]) -> Arranged:
    """Find a turn that plays exactly these cards: the most Qwirkles, then the fewest switches."""
    if not cards:
        raise IllegalTurn([refuse(Reason.MUST_PLAY_A_CARD)])
    if strange := Counter(cards) - Counter(seen.hand):
        cards = in_order(strange.elements())
        raise IllegalTurn([refuse(Reason.CARD_FROM_NOWHERE, tiles=cards)])
    found = arrange(seen.table, cards)
    if found is None:
        return Arranged(possible=False)
    if isinstance(judge(seen.table, seen.hand, found.after, seen.opening_cards), tuple):
        # An opening may require other cards than these.
        return Arranged(possible=False)
    return Arranged(possible=True, after=found.after, qwirkles=found.qwirkles, moved=found.moved)
