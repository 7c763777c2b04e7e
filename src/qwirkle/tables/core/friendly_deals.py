"""Friendly deals: for a first game, a seed whose opening line can grow into a Qwirkle.

The rules deal as always. Only the seed is chosen: of up to 10,000 unguessable ones, the first whose
deal lets the person begin with four or five tiles of one line and draw all that are missing from
it, and gives no bot any of them. Everything else about such a game is as fair, and can be verified
like, any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import AnyEdition
from qwirkle.rules.placement.decide import fill_bag
from qwirkle.rules.placement.state import Piece
from qwirkle.rules.tiles import KINDS, Colour, Shape, Tile

MAX_SEEDS = 10_000
"""How many seeds are tried. About one in 2,000 will do, so hardly one search in 100 is in vain."""
FEWEST_OPENING = 4
"""The fewest tiles of the opening line: fewer could not be completed in the second turn."""


def _mask(tiles: Iterable[Piece]) -> int:
    mask = 0
    for tile in tiles:
        if isinstance(tile, Tile):
            mask |= 1 << tile.index
    return mask


_LINES = (
    *(_mask(tile for tile in KINDS if tile.colour is colour) for colour in Colour),
    *(_mask(tile for tile in KINDS if tile.shape is shape) for shape in Shape),
)
"""The twelve Qwirkles, one bit per kind of tile."""


def friendly_seed(
    rules: AnyEdition, seats: int, seat: int, draw_seed: Callable[[], str]
) -> str | None:
    """Return a seed whose deal is friendly to a seat; None if there is none among the seeds tried.

    Only games that begin with the largest set on an open table have such deals.
    """
    if not isinstance(rules, Edition) or rules.layout.bounded or not rules.opening.largest_set:
        return None
    for _ in range(MAX_SEEDS):
        seed = draw_seed()
        if _is_friendly(fill_bag(rules, SeedDealer(seed)), rules.hand, seats, seat):
            return seed
    return None


def _is_friendly(bag: tuple[Piece, ...], size: int, seats: int, seat: int) -> bool:
    """Return whether the seat begins, and draws what its only opening line lacks.

    Nobody else holds any of the missing tiles, so nobody can complete the line first.
    """
    hand = _mask(bag[seat * size : (seat + 1) * size])
    count, lines = _largest(hand)
    if count < FEWEST_OPENING or len(lines) != 1:
        return False
    missing = lines[0] & ~hand
    dealt = seats * size
    if missing & ~_mask(bag[dealt : dealt + count]):
        return False
    others = [_mask(bag[which * size : (which + 1) * size]) for which in range(seats)]
    del others[seat]
    return all(_largest(other)[0] < count and not other & missing for other in others)


def _largest(hand: int) -> tuple[int, list[int]]:
    """Return the size of the largest set in a hand, and the Qwirkles it could become."""
    counts = [(hand & line).bit_count() for line in _LINES]
    most = max(counts)
    return most, [line for line, count in zip(_LINES, counts, strict=True) if count == most]
