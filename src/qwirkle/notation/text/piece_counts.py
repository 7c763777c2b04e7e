"""Counts of the bag and of each hand, where a position does not give them."""

from __future__ import annotations

from collections.abc import Iterable

from qwirkle.rules.editions.placement import Action, Edition


def count_pieces(
    edition: Edition,
    *,
    shown: int,
    own: int | None,
    count: int,
    seat: int,
    bag: int | None,
    actions: Iterable[Action] = (),
) -> tuple[int, tuple[int, ...]]:
    """Return the number of tiles in the bag and in each hand.

    Hands are full as long as there is something to draw. Tiles that are not in the bag are in the
    hands that nobody sees, as evenly as possible. ``own`` is the size of the hand on ``seat``, None
    if it is not known; ``actions`` are the kinds of action tiles that players have.
    """
    unseen = len(edition.box) - shown - (own or 0)
    others = count - (own is not None)
    kinds = edition.action_tiles.kinds
    if edition.action_tiles.handed_out == "when-drawn":
        if bag:
            # Pieces in excess of the tiles are special tiles.
            unseen += min(max(0, bag + others * edition.hand - unseen), len(kinds))
        elif bag is None and unseen > others * edition.hand:
            unseen += len(set(kinds).difference(actions))
    if bag is None:
        bag = max(0, unseen - others * edition.hand)
    extra = 3 if Action.DRAW_THREE in kinds else 0
    held = min(unseen - bag, others * (edition.hand + extra))
    if bag:
        held = max(held, min(unseen, others * edition.hand))
    sizes = even_hands(held, others)
    if own is not None:
        sizes.insert(seat, own)
    return bag, tuple(sizes)


def even_hands(held: int, hands: int) -> list[int]:
    """Spread tiles over hands as evenly as possible; the first ones take one more."""
    held = max(0, held)
    return [held // hands + (which < held % hands) for which in range(hands)]
