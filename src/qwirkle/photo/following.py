"""A game followed by photographs: the turn between two of them.

Once a position is known, a photograph has to tell only what is new. Tiles that were there before
are taken from the known position, whatever they look like now, and the photograph may be taken from
any side of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from qwirkle.photo.reading import UNCERTAIN, Reading, SeenTile
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import Score, judge
from qwirkle.rules.reasons import Refusal

_SAME = 0.7
"""The share of known tiles that a photograph of the same table shows in their places."""


class SeenTurn(msgspec.Struct, frozen=True):
    """The tiles that have been placed since a position was known."""

    placed: tuple[Placed, ...]
    """In the cells of that position; empty if nothing has changed."""
    board: Board
    """The position after it."""
    certainty: float
    """That of the least certain of the tiles."""
    score: Score | None = None
    """Its points; None if it is no turn."""
    refusals: tuple[Refusal, ...] = ()
    """Why it is no turn, by the rules."""


def turn_between(before: Board, reading: Reading) -> SeenTurn | None:
    """Return the turn that leads from a position to that of a photograph.

    None if the photograph shows something else: most of the known tiles are not in it.
    """
    aligned = _aligned(before, reading.tiles)
    same = sum(before.get(cell) == seen.placed.tile for cell, seen in aligned.items())
    if same < _SAME * len(before):
        return None
    new = [
        msgspec.structs.replace(seen, placed=Placed(*cell, seen.placed.tile))
        for cell, seen in sorted(aligned.items())
        if cell not in before
    ]
    if not new:
        return SeenTurn((), before, 1.0)
    verdict = judge(before, [seen.placed for seen in new])
    if not isinstance(verdict, Score):
        # Where the second choice for one uncertain tile makes a turn of it, that is the turn.
        for other in _second_choices(new):
            again = judge(before, [seen.placed for seen in other])
            if isinstance(again, Score):
                new, verdict = other, again
                break
    placed = tuple(seen.placed for seen in new)
    certainty = min(seen.certainty for seen in new)
    after = before.with_tiles(placed)
    if isinstance(verdict, Score):
        return SeenTurn(placed, after, certainty, verdict)
    return SeenTurn(placed, after, certainty, None, verdict)


def _second_choices(new: Sequence[SeenTile]) -> list[list[SeenTile]]:
    """Return the tiles with one uncertain one exchanged for its second choice."""
    return [
        [
            msgspec.structs.replace(seen, placed=seen.placed._replace(tile=seen.second))
            if seen is doubtful
            else seen
            for seen in new
        ]
        for doubtful in sorted(new, key=lambda seen: seen.certainty)
        if doubtful.certainty < UNCERTAIN
    ]


def _aligned(before: Board, tiles: Sequence[SeenTile]) -> Mapping[Cell, SeenTile]:
    """Return the tiles in the cells of the known position, whichever side was taken for the top."""
    ways = []
    wide = before.layout.width
    cells = [seen.placed.cell for seen in tiles]
    for _ in range(4):
        shift = Cell(0, 0) if wide else _shift(before, cells, tiles)
        at = {
            Cell(cell.x + shift.x, cell.y + shift.y): seen
            for cell, seen in zip(cells, tiles, strict=True)
        }
        same = sum(before.get(cell) == seen.placed.tile for cell, seen in at.items())
        ways.append((same, at))
        cells = [Cell((wide or 1) - 1 - cell.y, cell.x) for cell in cells]
    return max(ways, key=lambda way: way[0])[1]


def _shift(before: Board, cells: Sequence[Cell], tiles: Sequence[SeenTile]) -> Cell:
    """Return the way from the cells of a photograph to those of most of the known tiles."""
    votes = Counter(
        Cell(known.x - cell.x, known.y - cell.y)
        for cell, seen in zip(cells, tiles, strict=True)
        for known, tile in before.items()
        if tile == seen.placed.tile
    )
    return max(votes, key=lambda shift: (votes[shift], shift), default=Cell(0, 0))
