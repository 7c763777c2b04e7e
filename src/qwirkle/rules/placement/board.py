"""The table, with the tiles on it.

A board is a value: placing or taking returns a new board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, count, islice
from typing import NamedTuple
from weakref import ReferenceType, ref

from qwirkle.errors import ArgumentError
from qwirkle.rules.cells import Axis, Cell, cell_at
from qwirkle.rules.editions.layouts import OPEN_TABLE, Layout
from qwirkle.rules.tiles import Drawn, Tile


class Placed(NamedTuple):
    """A tile on a cell. On the wire it is ``[x, y, "Ro"]``."""

    x: int
    y: int
    tile: Tile

    @property
    def cell(self) -> Cell:
        """The cell of the tile."""
        return cell_at(self.x, self.y)


_CELLS = frozenset((Cell,))
_TILES = frozenset((Tile,))
_BY_CODE = {tile.value: tile for tile in Tile}


_Pickled = tuple[list[int], str, Layout]


def _unpickled(cells: list[int], codes: str, layout: Layout) -> Board:
    board, pairs = Board((), layout), iter(cells)
    board._tiles = {
        cell_at(x, y): _BY_CODE[codes[at : at + 2]]
        for at, (x, y) in zip(count(0, 2), zip(pairs, pairs, strict=True), strict=False)
    }
    return board


class Board(Mapping[Cell, Tile], Drawn):
    """The tiles on the table, by cell."""

    __slots__ = ("__weakref__", "_added", "_before", "_tiles", "layout")

    def __init__(
        self, tiles: Mapping[Cell, Tile] | Iterable[Placed] = (), layout: Layout = OPEN_TABLE
    ) -> None:
        self.layout = layout
        # The board that this one continues, as long as it is referenced, and the tiles since then.
        self._before: ReferenceType[Board] | None = None
        self._added: dict[Cell, Tile] = {}
        self._tiles: dict[Cell, Tile]
        try:
            if isinstance(tiles, Mapping):
                self._tiles = dict(tiles)
                if not _CELLS.issuperset(map(type, self._tiles)):
                    self._tiles = {cell_at(x, y): tile for (x, y), tile in tiles.items()}
            else:
                self._tiles = {cell_at(x, y): tile for x, y, tile in tiles}
        except (TypeError, ValueError):
            raise ArgumentError(
                "a board is made of cells with tiles, such as {(0, 0): Tile.Ro}"
            ) from None
        if not _TILES.issuperset(map(type, self._tiles.values())):
            wrong = next(tile for tile in self._tiles.values() if not isinstance(tile, Tile))
            raise ArgumentError(f"a board holds tiles such as Tile.Ro, not {wrong!r}")

    def __getitem__(self, cell: Cell) -> Tile:
        return self._tiles[cell]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def __contains__(self, cell: object) -> bool:
        return cell in self._tiles

    def __str__(self) -> str:
        """Draw the tiles by their codes, row by row; ``notation`` has finer pictures."""
        if not self._tiles:
            return "(empty)"
        columns = sorted(cell.x for cell in self._tiles)
        rows = sorted(cell.y for cell in self._tiles)
        return "\n".join(
            " ".join(self._tiles.get(Cell(x, y), "··") for x in range(columns[0], columns[-1] + 1))
            for y in range(rows[0], rows[-1] + 1)
        )

    def __repr__(self) -> str:
        tiles = "tile" if len(self) == 1 else "tiles"
        return f"<Board of {len(self)} {tiles}, {self.layout.name}>"

    def __hash__(self) -> int:
        return hash(frozenset(self._tiles.items()))

    def __reduce__(self) -> tuple[Callable[[list[int], str, Layout], Board], _Pickled]:
        # A server sends many boards to its workers; cell by cell it would take five times as long.
        cells = list(chain.from_iterable(self._tiles))
        codes = "".join([tile._value_ for tile in self._tiles.values()])
        return _unpickled, (cells, codes, self.layout)

    def placed(self) -> tuple[Placed, ...]:
        """Return the tiles with their cells, sorted by x, then y."""
        return tuple(Placed(x, y, tile) for (x, y), tile in sorted(self._tiles.items()))

    def beyond(self, known: Mapping[Cell, Tile]) -> dict[Cell, Tile] | None:
        """Return the tiles that are not in ``known``, in the order in which they were placed.

        Return None if a known tile is no longer here.
        """
        if isinstance(known, Board):
            # The usual case by far: the same game, one turn later.
            if self._before is not None and self._before() is known:
                return dict(self._added)
            known = known._tiles
        tiles = self._tiles
        if not known:
            return dict(tiles)
        count = len(known)
        # A later board of the same game begins with the same cells and tiles, the very same
        # objects, so comparing in order is much faster than looking up each of them.
        if list(islice(tiles, count)) == list(known):
            if list(islice(tiles.values(), count)) != list(known.values()):
                return None
            return dict(islice(tiles.items(), count, None))
        if not known.items() <= tiles.items():
            return None
        return {cell: tile for cell, tile in tiles.items() if cell not in known}

    def with_tiles(self, placed: Iterable[Placed]) -> Board:
        """Return this board with more tiles."""
        after = Board((), self.layout)
        added = tuple(placed)
        new = {cell_at(x, y): tile for x, y, tile in added}
        after._tiles = {**self._tiles, **new}
        if len(after._tiles) == len(self._tiles) + len(added):
            after._before, after._added = ref(self), new
        return after

    def without(self, cell: Cell) -> Board:
        """Return this board without the tile on a cell."""
        after = Board((), self.layout)
        after._tiles = dict(self._tiles)
        del after._tiles[cell]
        return after

    def line(self, cell: Cell, axis: Axis) -> tuple[Cell, ...]:
        """Return the line through an occupied cell, from left to right or from top to bottom."""
        tiles = self._tiles
        x, y = cell
        dx, dy = axis.dx, axis.dy
        # A plain pair equals a cell; creating cells here would take most of the time.
        while (x - dx, y - dy) in tiles:
            x, y = x - dx, y - dy
        run = [cell_at(x, y)]
        while (x + dx, y + dy) in tiles:
            x, y = x + dx, y + dy
            run.append(cell_at(x, y))
        return tuple(run)

    def on(self, cells: Iterable[Cell]) -> list[Tile]:
        """Return the tiles on these cells; cells without one are left out."""
        tiles = self._tiles
        return [tiles[cell] for cell in cells]

    def holds_any(self, cells: Iterable[Cell]) -> bool:
        """Return whether there is a tile on any of these cells."""
        return not self._tiles.keys().isdisjoint(cells)

    def touches(self, cell: Cell) -> bool:
        """Return whether there is a tile beside a cell."""
        tiles = self._tiles
        x, y = cell
        return (
            (x + 1, y) in tiles or (x - 1, y) in tiles or (x, y + 1) in tiles or (x, y - 1) in tiles
        )

    def frontier(self) -> set[Cell]:
        """Return the empty cells that touch a tile."""
        return {
            beside
            for cell in self._tiles
            for beside in cell.neighbours()
            if beside not in self._tiles and self.layout.holds(beside)
        }

    def holds_together_without(self, cell: Cell) -> bool:
        """Return whether all neighbours of a tile stay connected if it is taken."""
        beside = {near for near in cell.neighbours() if near in self._tiles}
        if len(beside) < 2:
            return True
        reached = [beside.pop()]
        seen = {cell, *reached}
        while reached and beside:
            for near in reached.pop().neighbours():
                if near in self._tiles and near not in seen:
                    seen.add(near)
                    beside.discard(near)
                    reached.append(near)
        return not beside

    def groups(self) -> int:
        """Return the number of groups of connected tiles."""
        unseen = set(self._tiles)
        count = 0
        while unseen:
            count += 1
            reached = [unseen.pop()]
            while reached:
                for beside in reached.pop().neighbours():
                    if beside in unseen:
                        unseen.remove(beside)
                        reached.append(beside)
        return count
