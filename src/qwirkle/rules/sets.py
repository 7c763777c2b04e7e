"""Sets in a hand: tiles of one colour or one shape, no two alike (Q-START-2)."""

from __future__ import annotations

from collections.abc import Iterable

from qwirkle.rules.tiles import Colour, Shape, Tile, in_order


def sets_in(hand: Iterable[Tile]) -> tuple[tuple[Tile, ...], ...]:
    """Return every maximal set of a hand, the largest first; a lone tile is a set of one."""
    kinds = set(hand)
    found: set[tuple[Tile, ...]] = set()
    for colour in Colour:
        found.add(in_order(tile for tile in kinds if tile.colour is colour))
    for shape in Shape:
        found.add(in_order(tile for tile in kinds if tile.shape is shape))
    found.discard(())
    maximal = [tiles for tiles in found if not any(set(tiles) < set(other) for other in found)]
    return tuple(sorted(maximal, key=lambda tiles: (-len(tiles), [tile.index for tile in tiles])))


def largest_set_size(hand: Iterable[Tile]) -> int:
    """Return the size of the largest set in a hand, which decides who starts."""
    return max((len(tiles) for tiles in sets_in(hand)), default=0)
