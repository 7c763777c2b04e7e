"""The same game for one seat, with everything it cannot know dealt anew.

A bot that is asked about both must not be able to tell them apart.
"""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.players.rng import Chance
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.family import AnyState
from qwirkle.rules.placement.state import State
from qwirkle.rules.tiles import Tile


def redealt(state: AnyState, seat: int, chance: Chance) -> AnyState:
    """A state that gives the seat an equal view. Whoever is between turns holds nothing aside."""
    if isinstance(state, CardsState):
        return _redealt_cards(state, seat, chance)
    return _redealt_tiles(state, seat, chance)


def _redealt_tiles(state: State, seat: int, chance: Chance) -> State:
    hands = [one.hand for number, one in enumerate(state.seats) if number != seat]
    piled = [piece for piece in state.pile if isinstance(piece, Tile)]
    hidden = _mixed([*piled, *(tile for hand in hands for tile in hand)], chance)
    return replace(
        state,
        seats=tuple(
            one if number == seat else replace(one, hand=_drawn(hidden, len(one.hand)))
            for number, one in enumerate(state.seats)
        ),
        # A special tile stays where it is: it is no tile that a hand could hold.
        pile=tuple(hidden.pop() if isinstance(piece, Tile) else piece for piece in state.pile),
    )


def _redealt_cards(state: CardsState, seat: int, chance: Chance) -> CardsState:
    hands = [one.hand for number, one in enumerate(state.seats) if number != seat]
    hidden = _mixed([*state.deck, *(card for hand in hands for card in hand)], chance)
    return replace(
        state,
        seats=tuple(
            one if number == seat else replace(one, hand=_drawn(hidden, len(one.hand)))
            for number, one in enumerate(state.seats)
        ),
        deck=tuple(hidden),
    )


def _mixed(tiles: list[Tile], chance: Chance) -> list[Tile]:
    return chance.sample(tiles, len(tiles))


def _drawn(hidden: list[Tile], count: int) -> tuple[Tile, ...]:
    return tuple(hidden.pop() for _ in range(count))
