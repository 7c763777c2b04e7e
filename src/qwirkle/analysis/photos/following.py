"""A game followed by photographs: the turn, or turns, between two of them.

Once a position is known, a photograph only has to show what is new. Known tiles are taken from the
known position, whatever they look like now, and the photograph may be taken from any side of the
table. If a photograph is missing or could not be read, the new tiles are those of several turns;
they are separated if there is only one way to do so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from qwirkle.analysis.photos.reading import UNCERTAIN, Reading, SeenTile
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.refusals.reasons import Refusal

_SAME = 0.7
"""The share of known tiles that a photograph of the same table shows in their places."""
_LONGEST = 12
"""The most new tiles in one row or column of a board that are separated into turns."""
MOST_TURNS = 3
"""New tiles are separated into at most this many turns: with more, they fit in many ways."""


class SeenTurn(msgspec.Struct, frozen=True):
    """The tiles that have been placed since a position was known."""

    placed: tuple[Placed, ...]
    """In the cells of that position; empty if nothing has changed."""
    board: Board
    """The position after it."""
    certainty: float
    """The certainty of the least certain tile."""
    score: Score | None = None
    """Its points; None if it is not a legal turn."""
    refusals: tuple[Refusal, ...] = ()
    """The rules that it breaks, if it is not a legal turn."""


class SeenTurns(msgspec.Struct, frozen=True):
    """The events since a position was known: usually one turn."""

    turns: tuple[SeenTurn, ...]
    """The turns; empty if nothing has changed. If they are ambiguous, a single illegal one."""
    board: Board
    """The position after them."""
    ordered: bool = True
    """Whether they can only have been played in this order."""
    ways: int = 1
    """The number of ways to separate the new tiles into turns; they are known only if it is 1."""

    @property
    def points(self) -> int | None:
        """The points of all turns together; None if they are not known."""
        if self.ways != 1:
            return None
        return sum(turn.score.points for turn in self.turns if turn.score is not None)


def turns_between(before: Board, reading: Reading) -> SeenTurns | None:
    """Return the fewest turns that lead from a position to that of a photograph.

    Returns None if the photograph shows another table: most of the known tiles are missing.
    """
    whole = turn_between(before, reading)
    if whole is None:
        return None
    if not whole.placed:
        return SeenTurns((), before)
    if whole.score is not None:
        return SeenTurns((whole,), whole.board)
    for count in range(2, MOST_TURNS + 1):
        if splits := list(_splits(before, whole.placed, count)):
            return _separate(before, whole, splits)
    return SeenTurns((whole,), whole.board, ways=0)


def _separate(before: Board, whole: SeenTurn, splits: Sequence[_Split]) -> SeenTurns:
    """Return the turns of the only way to separate the tiles; otherwise one illegal turn."""
    # Independent turns fit in any order, with the same points.
    ways = {frozenset((placed, score.points) for placed, score in split) for split in splits}
    if len(ways) > 1:
        return SeenTurns((whole,), whole.board, ways=len(ways))
    turns = []
    board = before
    for placed, score in splits[0]:
        board = board.with_tiles(placed)
        turns.append(SeenTurn(placed, board, whole.certainty, score))
    return SeenTurns(tuple(turns), board, ordered=len(splits) == 1)


def turn_between(before: Board, reading: Reading) -> SeenTurn | None:
    """Return the turn that leads from a position to that of a photograph.

    Returns None if the photograph shows another table: most of the known tiles are missing.
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
        # If the second choice for one uncertain tile makes the turn legal, it is the turn.
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


_Split = tuple[tuple[tuple[Placed, ...], Score], ...]
"""Turns in order, each with its score."""


def _splits(board: Board, new: Sequence[Placed], count: int) -> Iterator[_Split]:
    """Yield every way to play tiles as a number of turns, one after the other."""
    if count == 1:
        score = judge(board, new)
        if isinstance(score, Score):
            yield ((tuple(new), score),)
        return
    for placed in sorted(_in_a_line(new)):
        left = [tile for tile in new if tile not in placed]
        # A turn is a line: there are at least as many turns as tiles of which no two share one.
        if not left or not _are_lines(left, count - 1):
            continue
        score = judge(board, placed)
        if isinstance(score, Score):
            after = board.with_tiles(placed)
            yield from (((placed, score), *rest) for rest in _splits(after, left, count - 1))


def _in_a_line(tiles: Sequence[Placed]) -> set[tuple[Placed, ...]]:
    """Return all sets of tiles that share a row or a column, each in order."""
    lines: dict[tuple[str, int], list[Placed]] = {}
    for placed in sorted(tiles):
        lines.setdefault(("x", placed.x), []).append(placed)
        lines.setdefault(("y", placed.y), []).append(placed)
    return {
        some
        for line in lines.values()
        if len(line) <= _LONGEST
        for count in range(1, len(line) + 1)
        for some in combinations(line, count)
    }


def _are_lines(tiles: Sequence[Placed], count: int) -> bool:
    """Return whether some number of rows and columns covers all tiles."""
    if not tiles:
        return True
    if count == 0:
        return False
    first = tiles[0]
    return any(
        _are_lines([tile for tile in tiles if tile[axis] != first[axis]], count - 1)
        for axis in (0, 1)
    )


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
    """Return the tiles in cells of the known position, whichever side was taken for the top."""
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
    """Return the offset from the cells of a photograph to those of most of the known tiles."""
    votes = Counter(
        Cell(known.x - cell.x, known.y - cell.y)
        for cell, seen in zip(cells, tiles, strict=True)
        for known, tile in before.items()
        if tile == seen.placed.tile
    )
    return max(votes, key=lambda shift: (votes[shift], shift), default=Cell(0, 0))
