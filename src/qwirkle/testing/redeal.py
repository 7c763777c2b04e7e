"""The same game for one seat, with everything that seat cannot know dealt again.

A bot that is asked about both must not be able to tell them apart.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from qwirkle.players.rng import Chance
from qwirkle.rules.cards.state import Seat as CardsSeat
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.family import AnyState
from qwirkle.rules.placement.state import Seat, State
from qwirkle.rules.tiles import Tile

SeatT = TypeVar("SeatT", Seat, CardsSeat)


def redeal(state: AnyState, seat: int, chance: Chance) -> AnyState:
    """Return a state that gives the seat an equal view."""
    held = [holder.hand for holder in state.seats]
    hands = [tile for other, hand in enumerate(held) if other != seat for tile in hand]
    if isinstance(state, State):
        return _redeal_tiles(state, seat, hands, chance)
    return _redeal_cards(state, seat, hands, chance)


def _redeal_tiles(state: State, seat: int, hands: list[Tile], chance: Chance) -> State:
    # A special tile stays where it is: no hand can hold it.
    piled = [piece for piece in state.pile if isinstance(piece, Tile)]
    hidden = _shuffle([*piled, *hands], chance)
    return replace(
        state,
        seats=_with_hands(state.seats, seat, hidden),
        pile=tuple(hidden.pop() if isinstance(piece, Tile) else piece for piece in state.pile),
    )


def _redeal_cards(state: CardsState, seat: int, hands: list[Tile], chance: Chance) -> CardsState:
    hidden = _shuffle([*state.deck, *hands], chance)
    return replace(state, seats=_with_hands(state.seats, seat, hidden), deck=tuple(hidden))


def _with_hands(seats: tuple[SeatT, ...], seat: int, hidden: list[Tile]) -> tuple[SeatT, ...]:
    """Return the seats, all but one with other hands of the same size, taken from the hidden."""
    return tuple(
        holder
        if other == seat
        else replace(holder, hand=tuple(hidden.pop() for _ in range(len(holder.hand))))
        for other, holder in enumerate(seats)
    )


def _shuffle(tiles: list[Tile], chance: Chance) -> list[Tile]:
    return chance.sample(tiles, len(tiles))
