"""Games that value bots play against each other, as a source of positions to judge.

A game depends on its seed alone, so games can be played anywhere and in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from qwirkle.players import bot
from qwirkle.players.answers import ask
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyEdition, AnyState, AnyView, Registry, begin, decide, view
from qwirkle.rules.placement.view import View

PLAYERS = 2


def turn_states(rules: AnyEdition, purpose: str, seed: str) -> Iterator[AnyState]:
    """The states of a game in which a seat begins a turn.

    Games of one seed for different purposes have different deals.
    """
    dealer = SeedDealer(f"{purpose}/{seed}")
    bots = [bot("value", f"{seed}/{seat}", rules=rules) for seat in range(PLAYERS)]
    state = begin(rules, [f"player {seat + 1}" for seat in range(PLAYERS)], dealer).state
    try:
        while (seat := state.turn) is not None:
            if _BEGINS_TURN.of(state)(state):
                yield state
            state = decide(state, seat, ask(bots[seat], view(state, seat)), dealer).state
    finally:
        for player in bots:
            player.close()


def is_plain(seen: AnyView) -> bool:
    """Return whether the turn is one free choice, of a placement or of cards.

    There is nothing to take first, and it is no opening.
    """
    return _IS_PLAIN.of(seen)(seen)


def _has_plain_placement(seen: View) -> bool:
    player = seen.players[seen.seat or 0]
    return len(seen.board) > 0 and not player.tokens and not player.actions


_BEGINS_TURN = Registry[Callable[[Any], bool]](
    placement=lambda state: state.used is None,
    cards=lambda state: True,  # noqa: ARG005
)
# A16 says what the first turn of a card game must be.
_IS_PLAIN = Registry[Callable[[Any], bool]](
    placement=_has_plain_placement, cards=lambda seen: not seen.opening_cards
)
