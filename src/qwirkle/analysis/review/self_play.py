"""Games that value bots play against each other, as a source of positions to judge.

A game depends on its seed alone, so games can be played anywhere and in any order.
"""

from __future__ import annotations

from collections.abc import Iterator

from qwirkle.players import bot
from qwirkle.players.answers import ask
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyEdition, AnyState, begin, decide, view

PLAYERS = 2


def turn_states(
    rules: AnyEdition, purpose: str, seed: str, players: int = PLAYERS
) -> Iterator[AnyState]:
    """Yield the states of a game in which a seat begins a turn.

    Games of one seed for different purposes have different deals.
    """
    dealer = SeedDealer(f"{purpose}/{seed}")
    bots = [bot("value", f"{seed}/{seat}", rules=rules) for seat in range(players)]
    state = begin(rules, [f"player {seat + 1}" for seat in range(players)], dealer).state
    try:
        while (seat := state.turn) is not None:
            if not state.is_turn_begun:
                yield state
            state = decide(state, seat, ask(bots[seat], view(state, seat)), dealer).state
    finally:
        for player in bots:
            player.close()
