"""The reach of each tile of a hand in legal placements, without listing the placements.

A few tiles on the table and six of a colour in the hand make tens of thousands of placements, which
differ only in the order of their tiles. So each stretch of empty cells in a line is examined once:
finding the tiles that fit each of its cells is a matching of at most six cells with six tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import KINDS, Tile

LONGEST = 6
"""The maximum number of tiles in a line."""
_SIDES = 6
"""The number of colours, and of shapes."""

Reach = dict[Tile, set[tuple[int, int]]]


def reach(
    board: Board, hand: Iterable[Tile], draft: Sequence[Placed], banned: Placed | None = None
) -> Reach:
    """Return the cells of every legal placement that contains the draft, by tile.

    The board has at least one tile, and the tiles of the draft are in the hand.
    """
    kinds = {tile.index for tile in hand}
    found: Reach = {}
    for upright in (False, True):
        for x, y, kind in _Rows(board, kinds, draft, banned, upright).reach():
            found.setdefault(KINDS[kind], set()).add((y, x) if upright else (x, y))
    return found


class _Rows:
    """All rows of a board, or all columns, which are rows if x and y are exchanged."""

    def __init__(
        self,
        board: Board,
        kinds: set[int],
        draft: Sequence[Placed],
        banned: Placed | None,
        upright: bool,
    ) -> None:
        self._upright = upright
        self._layout = board.layout
        self._tiles = {self._transpose(*cell): tile.index for cell, tile in board.items()}
        self._kinds = kinds
        self._draft = {self._transpose(x, y): tile.index for x, y, tile in draft}
        self._banned = (
            None if banned is None else (self._transpose(*banned.cell), banned.tile.index)
        )
        self._fitting: dict[tuple[int, int], frozenset[int]] = {}

    def _transpose(self, x: int, y: int) -> tuple[int, int]:
        return (y, x) if self._upright else (x, y)

    def reach(self) -> Iterator[tuple[int, int, int]]:
        """Yield every x, y and kind of tile in a legal placement along a row."""
        rows = {y for _, y in self._draft}
        if len(rows) > 1:
            return
        for cells, known in self._stretches(rows):
            yield from self._matches(cells, known)

    def _stretches(self, rows: set[int]) -> Iterator[tuple[list[tuple[int, int]], list[int]]]:
        """Yield the empty cells that a placement may fill, and the kinds already in their line."""
        tiles, draft = self._tiles, self._draft
        frontier = {
            (x + right, y + down)
            for x, y in tiles
            for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if (x + right, y + down) not in tiles
        }
        starts = {
            (x - back, y) for x, y in frontier if not rows or y in rows for back in range(LONGEST)
        }
        for x, y in starts:
            if (x, y) in tiles:
                continue
            cells: list[tuple[int, int]] = []
            known: list[int] = []
            left = x - 1
            while (left, y) in tiles:
                known.append(tiles[left, y])
                left -= 1
            touches = bool(known)
            while self._holds(x, y):
                cells.append((x, y))
                touches = touches or (x, y) in frontier
                x += 1  # noqa: PLW2901 - the next cell of the stretch
                while (x, y) in tiles:
                    known.append(tiles[x, y])
                    x += 1  # noqa: PLW2901
                if len(cells) + len(known) > LONGEST:
                    break
                if touches and draft.keys() <= set(cells):
                    yield cells, known

    def _holds(self, x: int, y: int) -> bool:
        return self._layout.holds(Cell(*self._transpose(x, y)))

    def _matches(
        self, cells: Sequence[tuple[int, int]], known: Sequence[int]
    ) -> Iterator[tuple[int, int, int]]:
        fitting = [self._fits(cell) for cell in cells]
        if len(cells) == 1 and not known:
            yield from ((*cells[0], kind) for kind in fitting[0])
            return
        for others in _lines(self._kinds, known):
            masks = tuple(
                sum(1 << place for place, kind in others.items() if kind in fits)
                for fits in fitting
            )
            for cell, mask in zip(cells, _usable(masks), strict=True):
                for place, kind in others.items():
                    if mask >> place & 1:
                        yield (*cell, kind)

    def _fits(self, cell: tuple[int, int]) -> frozenset[int]:
        """Return the kinds of the hand that make a line with the tiles above and below a cell."""
        fits = self._fitting.get(cell)
        if fits is None:
            fits = self._fitting[cell] = frozenset(self._fitting_kinds(cell))
        return fits

    def _fitting_kinds(self, cell: tuple[int, int]) -> Iterator[int]:
        x, y = cell
        across = [*_run(self._tiles, x, y, -1), *_run(self._tiles, x, y, 1)]
        if len(across) >= LONGEST:
            return
        for kind in self._kinds:
            if cell in self._draft and self._draft[cell] != kind:
                continue
            if self._banned != (cell, kind) and (not across or _is_line([*across, kind])):
                yield kind


def _run(tiles: Mapping[tuple[int, int], int], x: int, y: int, step: int) -> Iterator[int]:
    while (x, y + step) in tiles:
        y += step
        yield tiles[x, y]


def _lines(kinds: set[int], known: Sequence[int]) -> Iterator[dict[int, int]]:
    """Yield the kinds that could continue a line, for each attribute its tiles may share.

    Kinds of the hand are keyed by their place in the line: the shape in a line of one colour, the
    colour in a line of one shape.
    """
    for colours in (True, False):
        by_common: dict[int, dict[int, int]] = {}
        for kind in kinds:
            common, place = _split(kind, colours=colours)
            by_common.setdefault(common, {})[place] = kind
        taken = [_split(kind, colours=colours) for kind in known]
        wanted = {common for common, _ in taken}
        places = {place for _, place in taken}
        if len(wanted) > 1 or len(places) < len(taken):
            continue
        for common, others in by_common.items():
            if not wanted or common in wanted:
                yield {place: kind for place, kind in others.items() if place not in places}


def _split(kind: int, *, colours: bool) -> tuple[int, int]:
    colour, shape = divmod(kind, _SIDES)
    return (colour, shape) if colours else (shape, colour)


def _is_line(kinds: Sequence[int]) -> bool:
    """Return whether all have one colour and different shapes, or the other way round."""
    if len(set(kinds)) < len(kinds):
        return False
    return (
        len({kind // _SIDES for kind in kinds}) == 1 or len({kind % _SIDES for kind in kinds}) == 1
    )


@lru_cache(maxsize=8192)
def _usable(masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each cell, the tiles it has in some choice of different tiles for all cells."""
    if len(set(masks)) == 1:
        return masks if masks[0].bit_count() >= len(masks) else (0,) * len(masks)
    before: list[set[int]] = [{0}]
    for mask in masks:
        before.append({used | bit for used in before[-1] for bit in _bits(mask & ~used)})
    usable = [0] * len(masks)
    complete = before[-1]
    for cell in range(len(masks) - 1, -1, -1):
        earlier: set[int] = set()
        for used in before[cell]:
            for bit in _bits(masks[cell] & ~used):
                if used | bit in complete:
                    usable[cell] |= bit
                    earlier.add(used)
        complete = earlier
    return tuple(usable)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
