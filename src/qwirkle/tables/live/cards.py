"""The card game at a table: previews of drafts, hints, arrangements, and the size of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from qwirkle.engine.cards.solver import plays
from qwirkle.protocol.shapes.values import read_tiles
from qwirkle.rules.cards.referee import judge, set_faults
from qwirkle.rules.cards.state import State
from qwirkle.rules.cards.turns import CardSet, Play, Turn
from qwirkle.rules.cards.view import View
from qwirkle.rules.refusals.reasons import Reason
from qwirkle.rules.tiles import Tile, in_order
from qwirkle.tables.live.arrangements import Arranged, find_arrangement
from qwirkle.tables.live.hints import Hint, cards_hint
from qwirkle.tables.live.previews import Preview, judged_by_game


def hint(seen: View, turn: Turn) -> Hint:
    """Return the immediate reasons for a turn."""
    return cards_hint(seen, turn)


def arrange(seen: View, pieces: list[str]) -> Arranged:
    """Arrange cards that the seat wants to play."""
    return find_arrangement(seen, read_tiles(pieces, "cards"))


def visible(game: State, turn: Turn) -> tuple[int, int]:  # noqa: ARG001
    """Return how many cards are on the table; a turn is as easy to follow as that of one tile."""
    return sum(len(cards) for cards in game.table), 1


def is_quick(seen: View, turn: Turn) -> bool:  # noqa: ARG001
    """Return False: what cards can be played takes a search."""
    return False


def preview(seen: View, turn: Turn) -> Preview:
    """Judge a draft, set by set, and find the sets that each card could join."""
    playable = _playable(seen.table, seen.hand)
    if not isinstance(turn, Play):
        return judged_by_game(seen, turn, Preview(legal=False, playable=playable))
    verdict = judge(seen.table, seen.hand, turn.after, seen.opening_cards)
    sets = tuple(tuple(fault.reason for fault in set_faults(cards)) for cards in turn.after)
    homes = _homes(turn.after, {*seen.hand, *(card for cards in seen.table for card in cards)})
    if isinstance(verdict, tuple):
        return Preview(legal=False, objections=verdict, playable=playable, sets=sets, homes=homes)
    return Preview(
        legal=True,
        played=verdict.played,
        qwirkles=len(verdict.qwirkles),
        playable=playable,
        sets=sets,
        homes=homes,
    )


@lru_cache(maxsize=256)
def _playable(table: tuple[CardSet, ...], hand: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return the cards that can be played.

    Cached: the result is the same for every draft of a turn, and takes most of the work.
    """
    return in_order({card for choice in plays(table, hand) for card in choice})


def _homes(sets: Sequence[CardSet], movable: Iterable[Tile]) -> dict[str, tuple[int, ...]]:
    """Return the sets that each card could join; a set may still be too small."""
    return {
        card.value: tuple(number for number, cards in enumerate(sets) if _fits(cards, card))
        for card in in_order(movable)
    }


@lru_cache(maxsize=8192)
def _fits(cards: CardSet, card: Tile) -> bool:
    """Return whether a card fits into a set.

    Cached: from one draft to the next, most sets stay the same.
    """
    return all(fault.reason == Reason.SET_TOO_SMALL for fault in set_faults((*cards, card)))
