"""Placements and points straight from the rule text, by brute force. The core has no part in it.

Every arrangement of tiles of the hand on empty cells of one row or column is tried, and each is
judged by looking at the finished table. Slow, and meant to be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise

Table = dict[tuple[int, int], int]
Placement = tuple[tuple[int, int, int], ...]


def a_line(tiles: list[int]) -> bool:
    """Q-PLACE-3: all one colour or all one shape, no duplicates, at most six."""
    colours = {tile // 6 for tile in tiles}
    shapes = {tile % 6 for tile in tiles}
    alike = len(colours) == 1 or len(shapes) == 1
    return alike and len(set(tiles)) == len(tiles) <= 6


def run(
    table: Mapping[tuple[int, int], int], cell: tuple[int, int], dx: int, dy: int
) -> tuple[tuple[int, int], ...]:
    x, y = cell
    while (x - dx, y - dy) in table:
        x, y = x - dx, y - dy
    cells = []
    while (x, y) in table:
        cells.append((x, y))
        x, y = x + dx, y + dy
    return tuple(cells)


def judged(table: Table, placement: Placement, bonus: Mapping[tuple[int, int], int]) -> int | None:
    """The points of a placement, or None when the rules forbid it."""
    after = dict(table)
    for x, y, tile in placement:
        if (x, y) in after:
            return None
        after[x, y] = tile
    placed = [(x, y) for x, y, _ in placement]
    if not a_line([tile for _, _, tile in placement]):  # Q-PLACE-1
        return None
    row = len({y for _, y in placed}) == 1
    column = len({x for x, _ in placed}) == 1
    if not (row or column):
        return None
    # Q-PLACE-2: one unbroken line holds them all.
    if not any(set(placed) <= set(run(after, placed[0], dx, dy)) for dx, dy in ((1, 0), (0, 1))):
        return None
    # Q-PLACE-4: contact with what lay there before.
    if table and not any(
        beside in table
        for x, y in placed
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    ):
        return None
    lines = {run(after, cell, dx, dy) for cell in placed for dx, dy in ((1, 0), (0, 1))}
    lines = {line for line in lines if len(line) > 1}
    if not all(a_line([after[cell] for cell in line]) for line in lines):
        return None
    points = sum(len(line) + 6 * (len(line) == 6) for line in lines)
    return (points or 1) + sum(bonus.get(cell, 0) for cell in placed)


def placements(
    table: Table,
    hand: Iterable[int],
    *,
    size: tuple[int, int] | None = None,
    bonus: Mapping[tuple[int, int], int] | None = None,
) -> dict[Placement, int]:
    """Every legal placement with its points, sorted by x, then y."""
    kinds = sorted(set(hand))
    longest = min(6, len(kinds))
    found: dict[Placement, int] = {}
    if table:
        xs = [x for x, _ in table]
        ys = [y for _, y in table]
        area = (min(xs) - 6, min(ys) - 6, max(xs) + 6, max(ys) + 6)
    elif size is None:
        area = (0, 0, 5, 5)
    else:
        area = (0, 0, size[0] - 1, size[1] - 1)
    if size is not None:
        area = (
            max(0, area[0]),
            max(0, area[1]),
            min(size[0] - 1, area[2]),
            min(size[1] - 1, area[3]),
        )
    left, top, right, bottom = area
    strips = [[(x, y) for x in range(left, right + 1)] for y in range(top, bottom + 1)]
    strips += [[(x, y) for y in range(top, bottom + 1)] for x in range(left, right + 1)]
    for strip in strips:
        empty = [cell for cell in strip if cell not in table]
        for start in range(len(empty)):
            for count in range(1, longest + 1):
                # The empty cells of one unbroken line are neighbours among the empty ones.
                cells = empty[start : start + count]
                if len(cells) < count or not _unbroken(table, cells):
                    break
                if not table and size is None and cells[0] != (0, 0):
                    continue
                if table and not _touching(table, cells):
                    continue
                for tiles in _lines(kinds, count):
                    placement = tuple(
                        sorted((x, y, tile) for (x, y), tile in zip(cells, tiles, strict=True))
                    )
                    points = judged(table, placement, bonus or {})
                    if points is not None:
                        found[placement] = points
    return found


def _lines(kinds: list[int], count: int) -> list[list[int]]:
    """Q-PLACE-1: the kinds in every order in which this many of them are a line."""
    lines: list[list[int]] = [[]]
    for _ in range(count):
        lines = [[*line, kind] for line in lines for kind in kinds if a_line([*line, kind])]
    return lines


def _unbroken(table: Table, cells: list[tuple[int, int]]) -> bool:
    for (x, y), (other_x, other_y) in pairwise(cells):
        between = [
            (column, row) for column in range(x, other_x + 1) for row in range(y, other_y + 1)
        ]
        if any(cell not in table for cell in between[1:-1]):
            return False
    return True


def _touching(table: Table, cells: list[tuple[int, int]]) -> bool:
    return any(
        beside in table
        for x, y in cells
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    )


def largest_set(hand: Iterable[int]) -> int:
    """Q-START-2, by trying all subsets."""
    kinds = sorted(set(hand))
    for size in range(min(6, len(kinds)), 0, -1):
        if any(a_line(list(some)) for some in combinations(kinds, size)):
            return size
    return 0
