"""The two questions about a table of the card game: is this turn legal, and which is the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from qwirkle.engine.cards.solver import best_turn
from qwirkle.errors import IllegalTurn
from qwirkle.protocol.shapes import Illegal, write_refusals
from qwirkle.protocol.shapes.values import BadRequest, Json, read_sets, read_tiles
from qwirkle.rules.cards.referee import judge, set_faults
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.refusals.reasons import Reason, Refusal
from qwirkle.rules.refusals.sentences import codes
from qwirkle.rules.tiles import COPIES, Tile


def check(request: Mapping[str, Json]) -> Illegal | dict[str, Json]:
    """Judge a turn: return its effect, or every reason against it."""
    table = read_table(request)
    hand = read_hand(request)
    try:
        after = read_sets(request.get("after"), "after")
    except IllegalTurn as error:
        # A card that does not exist comes from nowhere; the protocol has no code for it in cards.
        return write_refusals(_from_nowhere(error), Illegal)
    verdict = judge(table, hand, after)
    if isinstance(verdict, tuple):
        return write_refusals(verdict, Illegal)
    return {"legal": True, "played": verdict.played, "qwirkles": len(verdict.qwirkles)}


def best(request: Mapping[str, Json]) -> dict[str, Json]:
    """Return the turn with the most Qwirkles, and among those the most cards."""
    table, hand = read_table(request), read_hand(request)
    check_cards(table, hand)
    found = best_turn(table, hand)
    if found is None:
        return {"none": True}
    return {
        "qwirkles": found.qwirkles,
        "played": found.played,
        "after": found.after,
        "moved": found.moved,
        "steps": found.steps,
    }


def check_cards(
    table: Sequence[CardSet], hand: Sequence[Tile], gone: Sequence[CardSet] = ()
) -> None:
    """Raise BadRequest if a set is not valid, or a card appears too often."""
    for cards in (*table, *gone):
        if faults := set_faults(cards):
            raise BadRequest(f"table: {codes(cards)} is not a set. {faults[0].message}")
    copies = Counter(card for cards in (*table, *gone) for card in cards) + Counter(hand)
    if many := [card.value for card, count in copies.items() if count > COPIES]:
        raise BadRequest(f"there are only {COPIES} of each card, but here are more of {many[0]}")


def read_table(request: Mapping[str, Json], key: str = "table") -> tuple[CardSet, ...]:
    """Return the sets of a request; BadRequest for a card that does not exist."""
    try:
        return read_sets(request.get(key), key)
    except IllegalTurn as error:
        raise BadRequest(f"{key}: {error}") from None


def read_hand(request: Mapping[str, Json]) -> tuple[Tile, ...]:
    """Return the hand of a request; BadRequest for a card that does not exist."""
    try:
        return read_tiles(request.get("hand"), "hand")
    except IllegalTurn as error:
        raise BadRequest(f"hand: {error}") from None


def _from_nowhere(error: IllegalTurn) -> list[Refusal]:
    return [
        msgspec.structs.replace(refusal, reason=Reason.CARD_FROM_NOWHERE)
        for refusal in error.refusals
    ]
