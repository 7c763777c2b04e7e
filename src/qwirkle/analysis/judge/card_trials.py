"""Trials of the card game: deals of the cards that a seat cannot see, and one round on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from qwirkle.engine.cards.play import TurnSearch
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.state import State
from qwirkle.rules.cards.turns import CardSet, Play
from qwirkle.rules.cards.view import View
from qwirkle.rules.tiles import KINDS, Tile

LINES = 12
QWIRKLE = 6
CardLay = tuple[tuple[int, ...], tuple[int, ...]]
"""The content of a turn: the cards played, by kind, and the Qwirkles taken, by line."""


def look(search: TurnSearch, seen: View, most: int) -> list[tuple[list[int], list[int], float]]:
    """Set up a search for a view; its best turns by value are the candidates of the trials."""
    unseen = seen.unseen()
    search.set_up(
        _counts(card for cards in seen.table for card in cards),
        _counts(seen.hand),
        [unseen[kind] for kind in KINDS],
        other_hand=seen.players[turn_order(seen)[0]].cards,
        deck=seen.deck,
        turns_left=seen.turns_left or 0,
        players=len(seen.players),
    )
    return search.find_candidates(most)


def try_on_deals(
    search: TurnSearch,
    seen: View,
    live: Sequence[int],
    deals: range,
    *,
    seed: int,
    state: State | None = None,
) -> list[list[float]]:
    """Return the values of these candidates, deal by deal; a state reveals all hands."""
    order = turn_order(seen)
    sizes = [seen.players[seat].cards for seat in order]
    results = [
        search.run(live, sizes, _deal(state, seen, order, f"{seed}/{deal}")) for deal in deals
    ]
    return [list(row) for row in zip(*results, strict=True)]


def _deal(state: State | None, seen: View, order: Sequence[int], seed: str) -> list[int]:
    """Return the unseen cards in dealing order: the next hand, ..., then the deck."""
    chance = Chance(seed)
    if state is not None:
        dealt = [card for seat in order for card in state.seats[seat].hand]
        rest = list(state.deck)
    else:
        dealt = []
        rest = list(seen.unseen().elements())
    wanted = min(sum(seen.players[seat].cards for seat in order) + len(seen.hand), len(rest))
    dealt += chance.sample(rest, wanted)
    left = Counter(seen.unseen())
    left.subtract(dealt)
    return [card.index for card in (*dealt, *left.elements())]


def laying_of(table: Sequence[CardSet], turn: Play) -> CardLay:
    """Return the cards a turn plays, by kind, and the Qwirkles it makes, by line."""
    played = _counts(card for cards in turn.after for card in cards)
    for cards in table:
        for card in cards:
            played[card.index] -= 1
    made = [0] * LINES
    for cards in turn.after:
        if len(cards) == QWIRKLE:
            kinds = [card.index for card in cards]
            same_colour = len({kind // 6 for kind in kinds}) == 1
            made[kinds[0] // 6 if same_colour else 6 + kinds[0] % 6] += 1
    return tuple(played), tuple(made)


def nothing_hidden(seen: View) -> bool:
    """Return whether the rest of the game follows from the knowledge of the seat."""
    if seen.turns_left == 1:
        return True
    return seen.turns_left == 2 and len(seen.players) == 2 and seen.deck == 0


def turn_order(seen: View) -> list[int]:
    """Return the other seats, the next one first."""
    players = len(seen.players)
    return [((seen.seat or 0) + step) % players for step in range(1, players)]


def _counts(cards: Iterable[Tile]) -> list[int]:
    counts = [0] * len(KINDS)
    for card in cards:
        counts[card.index] += 1
    return counts
