"""The names of sets and the marks of cards, for text and pictures of a card table.

It only names what is on the table; the referee decides what is wrong with a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from qwirkle.notation.text.words import count_of
from qwirkle.rules.cards.events import CardsPlayed
from qwirkle.rules.cards.referee import QWIRKLE, SMALLEST_SET, set_faults
from qwirkle.rules.cards.state import LastTurn as CardsLastTurn
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.refusals.reasons import Reason
from qwirkle.rules.tiles import Tile, in_order

Spot = tuple[int, Tile]
"""A card on the table: the number of its set, from 0, and the card."""

Place = tuple[int, int]
"""The number of a set, and of a card in it, both from 0."""


def set_kind(cards: CardSet) -> str:
    """Return what the cards of a set have in common: “blue”, “squares”."""
    if len({card.colour for card in cards}) == 1:
        return cards[0].colour.value
    shape = cards[0].shape.value
    return f"{shape}{'es' if shape.endswith('ss') else 's'}"


def set_name(cards: CardSet) -> str:
    """Return the name of a set: “blue”, or “blue, Qwirkle!” if it has six cards."""
    return f"{set_kind(cards)}, Qwirkle!" if len(cards) == QWIRKLE else set_kind(cards)


def set_trouble(cards: CardSet) -> str:
    """Return in a few words why these cards are not a set (C-SET-1); empty if they are."""
    words = []
    for fault in set_faults(cards):
        match fault.reason:
            case Reason.SET_TOO_SMALL:
                missing = SMALLEST_SET - len(cards)
                words.append(f"needs {count_of(missing, 'more card')}")
            case Reason.SET_MIXED:
                words.append("no shared colour or shape")
            case Reason.SET_DUPLICATE:
                twice = (card for card in in_order(set(cards)) if cards.count(card) > 1)
                words.append(f"{' '.join(twice)} twice")
    return ", ".join(words)


def troubles(table: Sequence[CardSet]) -> dict[int, str]:
    """Return every set of a draft that is not valid yet, and why. An emptied set is fine."""
    found = {which: set_trouble(cards) for which, cards in enumerate(table) if cards}
    return {which: words for which, words in found.items() if words}


def set_label(cards: CardSet, trouble: str | None = None) -> str:
    """Return the label beside a set."""
    if not cards:
        return "empty"
    return f"not a set: {trouble}" if trouble else set_name(cards)


def spots_of(
    last: CardsLastTurn | CardsPlayed | None, *, switched: bool = False
) -> tuple[Spot, ...]:
    """Return where the cards of the last turn are now: those played, or those ``switched``.

    Cards that became part of a Qwirkle have left the table.
    """
    if last is None:
        return ()
    stays = [which for which, cards in enumerate(last.after) if len(cards) != QWIRKLE]
    now = {then: which for which, then in enumerate(stays)}
    return tuple(
        (now[step.target], step.card)
        for step in last.switches
        if step.target in now and (step.source is not None) == switched
    )


def marked_places(table: Sequence[CardSet], marks: Iterable[Tile | Spot]) -> frozenset[Place]:
    """Return the places of marked cards.

    A spot is exact; a card alone is any copy of it on the table.
    """
    found: set[Place] = set()
    for mark in marks:
        which, card = (None, mark) if isinstance(mark, Tile) else mark
        found.update(list(_copies(table, which, card, found))[:1])
    return frozenset(found)


def _copies(
    table: Sequence[CardSet], which: int | None, card: Tile, taken: set[Place]
) -> Iterator[Place]:
    for index, cards in enumerate(table):
        if which not in {None, index}:
            continue
        for at, lying in enumerate(cards):
            if lying is card and (index, at) not in taken:
                yield index, at


def table_in_words(
    table: Sequence[CardSet], faults: Mapping[int, str] | None = None
) -> tuple[str, ...]:
    """Return a sentence per set, such as “Set 1, blue: blue circle, blue cross, blue square”."""
    trouble = faults or {}
    return tuple(
        f"Set {which}, {set_label(cards, trouble.get(which - 1)).rstrip('!')}"
        f"{': ' if cards else ''}{', '.join(card.words for card in cards)}."
        for which, cards in enumerate(table, start=1)
    )
