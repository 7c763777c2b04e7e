"""The referee of the card game: it looks at the finished table and explains every refusal.

It sees the sets before the turn, the hand, and the sets after the turn with new Qwirkles still in
place. How the player got there does not matter: switching is free (C-TURN-1). The referee finds no
turns; the solver does that in its own way, and tests keep the two equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from qwirkle.rules.cards.switching import Switch, switches
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.refusals.reasons import Reason, Refusal, refuse
from qwirkle.rules.sets import sets_in
from qwirkle.rules.tiles import Tile, in_order

SMALLEST_SET = 3
QWIRKLE = 6


class Verdict(msgspec.Struct, frozen=True):
    """The effect of a legal turn."""

    played: tuple[Tile, ...]
    after: tuple[CardSet, ...]
    """The sets in the player's order, the cards of each in the canonical order."""
    qwirkles: tuple[int, ...]
    """The indices of the Qwirkles among these sets; all of them count (C-QW-1, A16)."""
    switches: tuple[Switch, ...]


def judge(
    before: Sequence[CardSet],
    hand: Iterable[Tile],
    after: Sequence[CardSet],
    opening_cards: int = 0,
) -> Verdict | tuple[Refusal, ...]:
    """Return the effect of the turn, or every reason against it.

    ``opening_cards`` is the size of the set an opening must play; 0 if there is no such rule (A16).
    """
    held = tuple(hand)
    table = Counter(card for cards in before for card in cards)
    shown = Counter(card for cards in after for card in cards)
    brought = shown - table
    faults = [
        *_removal_faults(table - shown),
        *_from_nowhere(brought - Counter(held)),
        *_nothing_played(brought),
        *(fault for cards in after for fault in set_faults(cards)),
    ]
    if opening_cards and (len(after) != 1 or len(after[0]) != opening_cards):
        faults.append(
            refuse(
                Reason.OPENING_NOT_LARGEST_SET,
                case="cards",
                count=opening_cards,
                tiles=next(iter(sets_in(held)), ()),
            )
        )
    if faults:
        return tuple(faults)
    lying = tuple(in_order(cards) for cards in after)
    return Verdict(
        in_order(brought.elements()),
        lying,
        tuple(which for which, cards in enumerate(lying) if len(cards) == QWIRKLE),
        switches(before, lying),
    )


def set_faults(cards: CardSet) -> tuple[Refusal, ...]:
    """Return every reason why these cards are not a set (C-SET-1)."""
    faults = []
    tiles = in_order(cards)
    if len(cards) < SMALLEST_SET:
        faults.append(
            refuse(
                Reason.SET_TOO_SMALL,
                case="" if cards else "empty",
                least=SMALLEST_SET,
                count=len(cards),
                tiles=tiles,
            )
        )
    if _is_mixed(cards):
        faults.append(refuse(Reason.SET_MIXED, tiles=tiles))
    if twice := [card for card, copies in Counter(tiles).items() if copies > 1]:
        faults.append(refuse(Reason.SET_DUPLICATE, tiles=twice))
    return tuple(faults)


def is_set(cards: CardSet) -> bool:
    """Return whether these cards form a set (C-SET-1): ``set_faults`` without the reasons."""
    return len(cards) >= SMALLEST_SET and len(set(cards)) == len(cards) and not _is_mixed(cards)


def _is_mixed(cards: CardSet) -> bool:
    return len({card.colour for card in cards}) > 1 and len({card.shape for card in cards}) > 1


def _removal_faults(gone: Counter[Tile]) -> list[Refusal]:
    """Return the cards that disappeared as a fault: cards on the table stay there (C-TURN-2)."""
    if not gone:
        return []
    return [refuse(Reason.CARD_REMOVED_FROM_TABLE, tiles=in_order(gone.elements()))]


def _from_nowhere(strange: Counter[Tile]) -> list[Refusal]:
    if not strange:
        return []
    return [refuse(Reason.CARD_FROM_NOWHERE, tiles=in_order(strange.elements()))]


def _nothing_played(brought: Counter[Tile]) -> list[Refusal]:
    """Return the fault of a turn that plays no card (C-TURN-1); switching alone is not a turn."""
    if brought:
        return []
    return [refuse(Reason.MUST_PLAY_A_CARD)]
