"""The faults of a position of the card game, as a list: empty if it can be played."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from qwirkle.rules.cards.referee import QWIRKLE, set_faults
from qwirkle.rules.cards.view import View
from qwirkle.rules.refusals.positions import PositionReason, copy_faults, fault
from qwirkle.rules.refusals.reasons import Refusal
from qwirkle.rules.tiles import in_order


def position_faults(seen: View) -> tuple[Refusal, ...]:
    """Return everything that is wrong with a position, as a seat or a spectator sees it."""
    lying = [card for cards in seen.table for card in cards]
    taken = [card for player in seen.players for cards in player.qwirkles for card in cards]
    return (
        *_set_faults(seen),
        *_qwirkle_faults(seen),
        *copy_faults((*lying, *taken, *seen.hand), "cards"),
        *_hand_faults(seen),
        *_deck_faults(seen),
    )


def _set_faults(seen: View) -> Iterator[Refusal]:
    """Yield the faults of the sets on the table (C-SET-1, C-QW-1); ``set`` counts from 1."""
    for number, cards in enumerate(seen.table, 1):
        found = list(set_faults(cards))
        if not found and len(cards) == QWIRKLE:
            found.append(fault(PositionReason.QWIRKLE_ON_TABLE, tiles=in_order(cards)))
        for wrong in found:
            yield replace(wrong, params={**wrong.params, "set": number})


def _qwirkle_faults(seen: View) -> Iterator[Refusal]:
    for seat, player in enumerate(seen.players, 1):
        for cards in player.qwirkles:
            if len(cards) != QWIRKLE or set_faults(cards):
                yield fault(PositionReason.NOT_A_QWIRKLE, tiles=in_order(cards), seat=seat)


def _hand_faults(seen: View) -> Iterator[Refusal]:
    most = seen.edition.hand
    for seat, player in enumerate(seen.players):
        name, count = seat + 1, player.cards
        if count > most:
            yield fault(
                PositionReason.HAND_TOO_LARGE, case="cards", seat=name, count=count, most=most
            )
        if seat != seen.seat and seen.deck and count < most:
            yield fault(
                PositionReason.HAND_NOT_FULL, case="cards", seat=name, count=count, least=most
            )
    if seen.turn is None:
        yield fault(PositionReason.NOBODY_TO_MOVE)
    elif seen.seat == seen.turn and not seen.hand:
        yield fault(PositionReason.HAND_EMPTY, case="cards")


def _deck_faults(seen: View) -> Iterator[Refusal]:
    others = sum(player.cards for seat, player in enumerate(seen.players) if seat != seen.seat)
    right = max(0, seen.unseen().total() - others)
    if seen.deck != right:
        yield fault(PositionReason.BAG_WRONG, case="cards", count=seen.deck, right=right)
    left, seats = seen.turns_left, len(seen.players)
    # C-END-1: everyone has one more turn after the last card was drawn.
    if seen.turn is None:
        return
    if (left is None) != bool(seen.deck) or (left is not None and not 1 <= left <= seats):
        yield fault(PositionReason.LAST_ROUND_WRONG, most=seats)
