"""Deals of what a seat cannot see, for counting what follows a turn.

They follow what the next player showed: a kind of tile that would have scored more in an earlier
turn is hardly in the part of the hand that was there already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qwirkle.engine.advisor import Advisor
from qwirkle.players.rng import Chance
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile, in_order

# How often a tile is drawn for a hand before an unlikely one is accepted, as in the judge's trials.
TRIES = 12

Shown = Sequence[int]
"""What the next player showed: for each kind, how many of their last tiles may be of it."""


class Deal(NamedTuple):
    """One deal of the tiles that a seat cannot see."""

    hands: tuple[tuple[Tile, ...], ...]
    """The hands of the others, that of the next player first."""
    bag: tuple[Tile, ...]
    """The rest, in the order in which the seat draws."""


def next_seat(view: View) -> int:
    """Return the seat that plays after the one of the view."""
    return ((view.seat or 0) + 1) % len(view.players)


def shown_in(view: View) -> Shown | None:
    """Return what the last turn in a view showed; None between more than two players."""
    if len(view.players) != 2 or view.last is None:
        return None
    advisor = Advisor()
    advisor.see(view)
    shown = advisor.table.exposures(next_seat(view))
    advisor.close()
    return shown


def deal(view: View, shown: Shown | None, count: int) -> Iterator[Deal]:
    """Yield deals of what the seat cannot see; equal views always get equal deals."""
    seat, players = view.seat or 0, len(view.players)
    sizes = [view.players[(seat + step) % players].tiles for step in range(1, players)]
    chance = _chance(view, "deals")
    unseen = in_order(view.unseen().elements())
    for _ in range(count):
        pool = list(unseen)
        hands = [
            _hand(pool, size, None if place else shown, chance) for place, size in enumerate(sizes)
        ]
        yield Deal(tuple(hands), tuple(chance.sample(pool, len(pool))))


def next_hands(view: View, shown: Shown | None, count: int) -> Iterator[tuple[Tile, ...]]:
    """Yield hands that the next player may hold; equal views always get equal hands."""
    size = view.players[next_seat(view)].tiles
    chance = _chance(view, "hands")
    unseen = in_order(view.unseen().elements())
    for _ in range(count):
        yield _hand(list(unseen), size, shown, chance)


def _chance(view: View, what: str) -> Chance:
    known = " ".join((*in_order(view.hand), "|", *in_order(view.board.values())))
    return Chance(f"{what}/{view.turns_played}/{view.seat}/{known}")


def _hand(pool: list[Tile], size: int, shown: Shown | None, chance: Chance) -> tuple[Tile, ...]:
    """Draw a hand from the pool, the tiles first that were drawn first."""
    return tuple(_draw(pool, shown, slot, chance) for slot in range(min(size, len(pool)), 0, -1))


def _draw(pool: list[Tile], shown: Shown | None, slot: int, chance: Chance) -> Tile:
    """Draw a tile from the pool that the player may have drawn as one of the last ``slot``."""
    which = chance.below(len(pool))
    for _ in range(TRIES if shown is not None else 0):
        if shown is None or shown[pool[which].index] >= slot:
            break
        which = chance.below(len(pool))
    pool[which], pool[-1] = pool[-1], pool[which]
    return pool.pop()
