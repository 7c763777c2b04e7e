"""The cards of a turn, and the sets they left and joined.

A finished table does not show which set is which. This module pairs old and new sets so that the
fewest cards change sets, and lists those cards as switches that a player can follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.tiles import Tile, in_order


class Switch(msgspec.Struct, frozen=True):
    """One card that joined a set: from the hand (``source`` None) or from another set.

    ``source`` counts the sets before the turn, ``target`` the sets after it.
    """

    card: Tile
    source: int | None
    target: int


def switches(before: Sequence[CardSet], after: Sequence[CardSet]) -> tuple[Switch, ...]:
    """Return every card that joined a set in this turn, in the order of the sets after it."""
    partner = _pair_sets(before, after)
    leaving = [
        Counter(cards) - Counter(after[partner[which]] if which in partner else ())
        for which, cards in enumerate(before)
    ]
    stayed = {new: set(before[old]) for old, new in partner.items()}
    found = []
    for target, cards in enumerate(after):
        for card in in_order(cards):
            if card in stayed.get(target, ()):
                continue
            source = next((old for old, gone in enumerate(leaving) if gone[card] > 0), None)
            if source is not None:
                leaving[source][card] -= 1
            found.append(Switch(card, source, target))
    return tuple(found)


def count_moved(steps: Sequence[Switch]) -> int:
    """Return how many cards on the table changed sets."""
    return sum(step.source is not None for step in steps)


def in_words(
    steps: Sequence[Switch], before: Sequence[CardSet], after: Sequence[CardSet]
) -> tuple[str, ...]:
    """Return the switches as sentences: “blue square: from the blue set to the squares”."""
    return tuple(
        f"{step.card.words}: from "
        f"{'the hand' if step.source is None else set_in_words(before[step.source])} "
        f"to {set_in_words(after[step.target])}"
        for step in steps
    )


def set_in_words(cards: CardSet) -> str:
    """Return a set named after what its cards share: “the blue set”, “the squares”."""
    if len({card.colour for card in cards}) == 1:
        return f"the {cards[0].colour.value} set"
    shape = cards[0].shape.value
    return f"the {shape}{'es' if shape.endswith('ss') else 's'}"


def _pair_sets(before: Sequence[CardSet], after: Sequence[CardSet]) -> dict[int, int]:
    """Pair old sets with the new sets they became, so that the most cards stay in place.

    This is the Hungarian method: rows are old sets, columns new ones, plus an empty column per row.
    """
    rows, columns = len(before), len(before) + len(after)
    new = [set(cards) for cards in after]
    # Among pairings that keep the same number of cards, sets keep their place if they can.
    cost = [
        [-64 * len(new[column].intersection(old)) - (row == column) for column in range(len(after))]
        + [0] * rows
        for row, old in enumerate(before)
    ]
    row_price, column_price = [0] * (rows + 1), [0] * (columns + 1)
    owner = [rows] * (columns + 1)  # the last column is for the row being placed
    for row in range(rows):
        owner[columns] = row
        here = columns
        cheapest = [1 << 30] * columns
        came_from = [columns] * columns
        seen = [False] * (columns + 1)
        while owner[here] != rows:
            seen[here] = True
            at = owner[here]
            step, following = 1 << 30, columns
            for column in range(columns):
                if seen[column]:
                    continue
                price = cost[at][column] - row_price[at] - column_price[column]
                if price < cheapest[column]:
                    cheapest[column], came_from[column] = price, here
                if cheapest[column] < step:
                    step, following = cheapest[column], column
            for column in range(columns + 1):
                if seen[column]:
                    row_price[owner[column]] += step
                    column_price[column] -= step
                elif column < columns:
                    cheapest[column] -= step
            here = following
        while here != columns:
            owner[here] = owner[came_from[here]]
            here = came_from[here]
        owner[columns] = rows
    return {
        owner[column]: column
        for column in range(len(after))
        if owner[column] != rows and new[column].intersection(before[owner[column]])
    }
