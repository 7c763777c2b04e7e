"""Cards that somebody wants to play, laid for him: the table as it could be after his turn.

Made from the view of a seat alone. It finds no turn: which cards are played is the player's choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from qwirkle.engine.cards.solver import arrange
from qwirkle.errors import IllegalTurn
from qwirkle.protocol.shapes.cards import write_sets
from qwirkle.rules.cards.referee import judge
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.reasons import Reason, refuse
from qwirkle.rules.tiles import Tile, in_order


class Arranged(msgspec.Struct, frozen=True):
    """All sets after a turn with these cards; ``possible`` false and no sets if there is none."""

    possible: bool
    after: list[list[str]] = []
    qwirkles: int = 0
    moved: int = 0
    """How many cards of the table changed their set."""


def arranged(seen: CardsView, cards: Sequence[Tile]) -> Arranged:
    """A turn that plays exactly these cards: the most Qwirkles, then few switches."""
    if not cards:
        raise IllegalTurn([refuse(Reason.MUST_PLAY_A_CARD)])
    if strange := Counter(cards) - Counter(seen.hand):
        cards = in_order(strange.elements())
        raise IllegalTurn([refuse(Reason.CARD_FROM_NOWHERE, tiles=cards)])
    found = arrange(seen.table, cards)
    if found is None:
        return Arranged(possible=False)
    if isinstance(judge(seen.table, seen.hand, found.after, seen.opening_cards), tuple):
        # An opening may demand other cards than these.
        return Arranged(possible=False)
    return Arranged(
        possible=True, after=write_sets(found.after), qwirkles=found.qwirkles, moved=found.moved
    )
