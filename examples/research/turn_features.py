"""Numbers that describe the legal turns of many games: the points, the hand kept, the lines left.

Learners of the classic game for two players share them, and so do they share the games in which
what they have learned is judged. The numbers of the lines look ahead without playing: for every
cell at an end of a line that a turn makes, which kinds would be legal there, and how likely is it
that the opponent has one of them? docs/environments.md describes the arrays that are read here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwirkle.env import VectorEnv

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

KINDS = np.arange(36)
COLOUR, SHAPE = np.divmod(KINDS, 6)
# Whether two kinds may be in one line: they share their colour or their shape, and not both.
FIT = (COLOUR[:, None] == COLOUR) != (SHAPE[:, None] == SHAPE)
FIT_BITS = np.append((FIT * (1 << KINDS)).sum(axis=1), (1 << 36) - 1)
"""The same as bits, by kind, and for NOTHING, beside which everything fits."""
NOTHING = 36
MOST = 32
"""Turns of a game that are weighed: those with the most points."""
# Columns of ``turns`` and indices of ``counts``.
POINTS, TILES, QWIRKLES, FIVES, ROW, COLUMN, IS_COLUMN = 1, 2, 3, 4, 7, 8, 9
UNSEEN, SCORES, SIZES, BAG = 36, 108, 112, 128
LENGTHS = np.array([3, 4, 5, 6])
"""Lengths of lines that are distinguished."""
BAG_COLUMN = 8
"""The column of the rows that has the share of tiles in the bag."""
EDGE = 8
"""Empty cells around the window, so that no line leaves it."""


class Choices(NamedTuple):
    """The turns of some games that are weighed, one after the other, and the state of each game."""

    rows: Floats
    first: Ints
    """Where the turns of each game begin."""
    actions: Ints
    games: Floats

    @property
    def counts(self) -> Ints:
        """How many turns each game has."""
        return np.diff(np.append(self.first, len(self.rows)))


def look(seen: dict[str, Any]) -> Choices:
    """Describe the turns that are weighed."""
    points = np.where(seen["action_mask"] > 0, seen["turns"][:, :, POINTS], -1)
    top = np.argpartition(-points, MOST, axis=1)[:, :MOST]
    where, place = np.nonzero(np.take_along_axis(points, top, axis=1) >= 0)
    actions = top[where, place]
    turns, counts = seen["turns"][where, actions].astype(np.int64), seen["counts"]
    kinds = np.where(turns[:, 10:16] > 0, turns[:, 10:16] - 1, NOTHING)
    kept = counts[where, :36].astype(np.float32)
    for column in range(6):
        used = np.flatnonzero(kinds[:, column] < NOTHING)
        np.subtract.at(kept, (used, kinds[used, column]), 1)
    has = _chances(counts)[where]
    rows = np.concatenate(
        [
            _plain(turns, counts[where], kept),
            _hand(counts[where], kept),
            _lines(_tables(seen), where, turns, kinds=kinds, kept=kept, has=has),
        ],
        axis=1,
    ).astype(np.float32)
    first = np.searchsorted(where, np.arange(len(counts)))
    best = np.maximum.reduceat(rows, first, axis=0)
    return Choices(rows, first, actions, best)


def _chances(counts: NDArray[Any]) -> Floats:
    """How likely the opponent has at least one tile of each kind."""
    unseen, held = counts[:, UNSEEN : UNSEEN + 36].astype(np.float32), counts[:, SIZES + 1]
    share = held / np.maximum(unseen.sum(axis=1), 1)
    chances: Floats = 1 - (1 - share[:, None]) ** unseen
    return chances


def _plain(turns: Ints, counts: NDArray[Any], kept: Floats) -> Floats:
    """Return the features of the turn itself and of the state of the game."""
    bag = counts[:, BAG].astype(np.float32)
    left = kept.sum(axis=1)
    lead = counts[:, SCORES].astype(np.float32) - counts[:, SCORES + 1]
    return np.stack(
        [
            turns[:, POINTS] / 10,
            turns[:, 0] == 1,
            turns[:, TILES] / 6,
            turns[:, QWIRKLES],
            turns[:, FIVES] * (bag > 0),
            turns[:, FIVES] * (bag == 0),
            left * (bag == 0) / 6,
            (left == 0) & (bag == 0),
            bag / 96,
            np.exp(-bag / 8),
            lead / 50,
            counts[:, SIZES + 1] / 6,
            np.ones(len(turns)),
        ],
        axis=1,
    ).astype(np.float32)


def _hand(counts: NDArray[Any], kept: Floats) -> Floats:
    """The tiles that the turn keeps: pairs that fit, duplicates, sets, and what may be drawn."""
    kinds = (kept > 0).astype(np.float32)
    fits = kinds @ FIT.astype(np.float32)
    unseen = counts[:, UNSEEN : UNSEEN + 36].astype(np.float32)
    by = kinds.reshape(-1, 6, 6)
    sets = np.sort(np.concatenate([by.sum(axis=1), by.sum(axis=2)], axis=1), axis=1)
    more = (counts[:, BAG] > 0).astype(np.float32)
    largest = sets[:, -1]
    found = [
        (fits * kinds).sum(axis=1) / 10,
        (kept - kinds).sum(axis=1) / 3,
        (fits * unseen).sum(axis=1) / np.maximum(unseen.sum(axis=1), 1) / 3,
        sets[:, -2] / 3,
    ]
    found += [(largest >= size) * more for size in range(2, 6)]
    return np.stack(found, axis=1)


class _Tables(NamedTuple):
    """The tables of all games, with empty cells around them."""

    axes: NDArray[np.int64]
    behind: NDArray[np.int8]
    ahead: NDArray[np.int8]
    """How many tiles follow one another from a cell on, back and ahead, by axis."""

    def accepted(self, games: Ints, row: Ints, column: Ints) -> Ints:
        """The kinds that fit both lines of cells."""
        both: Ints = self.axes[games, 0, row, column] & self.axes[games, 1, row, column]
        return both


class _Cells(NamedTuple):
    """Empty cells beside the tiles of turns, one for each turn."""

    kinds: Ints
    """The kinds that fit there, as bits."""
    length: Ints
    """How long the line is with a tile there."""
    exists: NDArray[np.bool_]


def _tables(seen: dict[str, Any]) -> _Tables:
    around = ((0, 0), (EDGE, EDGE), (EDGE, EDGE))
    taken = np.pad(seen["planes"][:, :6].any(axis=1), around).astype(np.int8)
    axes = np.pad(seen["axes"], (around[0], *around), constant_values=FIT_BITS[NOTHING])
    size = (len(taken), 2, *taken.shape[1:])
    behind, ahead = np.zeros(size, np.int8), np.zeros(size, np.int8)
    for axis in (0, 1):
        for _ in range(6):
            behind[:, axis] = taken * (1 + np.roll(behind[:, axis], 1, 2 - axis))
            ahead[:, axis] = taken * (1 + np.roll(ahead[:, axis], -1, 2 - axis))
    return _Tables(axes, behind, ahead)


def _lines(
    tables: _Tables, where: Ints, turns: Ints, *, kinds: Ints, kept: Floats, has: Floats
) -> Floats:
    """By length of the line: what a turn offers the opponent and the hand kept, and denies."""
    placed = (kinds < NOTHING) & (turns[:, :1] == 0)
    axis = (turns[:, IS_COLUMN] == 1).astype(np.int64)
    offsets = np.where(placed, turns[:, 16:22], 0)
    row = np.where(placed, turns[:, ROW, None] + EDGE + offsets * axis[:, None], EDGE)
    column = np.where(placed, turns[:, COLUMN, None] + EDGE + offsets * (1 - axis[:, None]), EDGE)
    fit = FIT_BITS[kinds]
    bits = np.where(placed, 1 << kinds, 0)
    # The line of all tiles, and the line across each of them.
    accepts = np.where(placed, tables.axes[where[:, None], axis[:, None], row, column] & fit, -1)
    line = np.bitwise_and.reduce(accepts, axis=1)
    low, high = offsets.argmin(axis=1), offsets.argmax(axis=1)
    each = np.arange(len(turns))
    first, last = (np.stack([row[each, at], column[each, at]], axis=1) for at in (low, high))
    found = _ends(tables, where, (first, last), axis=axis, kinds=bits.sum(axis=1), accepted=line)
    offered = np.zeros((len(turns), 4 * len(LENGTHS)), np.float32)
    denied = offered[:, 3 * len(LENGTHS) :]
    for tile in range(6):
        if not placed[:, tile].any():
            continue
        cell = np.stack([row[:, tile], column[:, tile]], axis=1)
        across = tables.axes[where, 1 - axis, cell[:, 0], cell[:, 1]] & fit[:, tile]
        found += _ends(
            tables, where, (cell, cell), axis=1 - axis, kinds=bits[:, tile], accepted=across
        )
        chance = _chance(tables.accepted(where, *cell.T), has)
        for way in (0, 1):
            step = np.array([way, 1 - way])
            length = (
                1
                + tables.behind[where, way, *(cell - step).T]
                + tables.ahead[where, way, *(cell + step).T]
            )
            denied += (chance * placed[:, tile])[:, None] * (length[:, None] == LENGTHS)
    own = (kept > 0).astype(np.float32)
    danger, hope, sure = (offered[:, at * len(LENGTHS) :][:, : len(LENGTHS)] for at in range(3))
    for cells in found:
        there = cells.exists[:, None] & (cells.length[:, None] == LENGTHS)
        theirs = _chance(cells.kinds, has)[:, None]
        mine = (_bits(cells.kinds) * own).max(axis=1)[:, None]
        danger += theirs * there
        np.maximum(hope, mine * there, out=hope)
        np.maximum(sure, mine * (1 - theirs) * there, out=sure)
    return offered


def _ends(
    tables: _Tables,
    games: Ints,
    tiles: tuple[Ints, Ints],
    *,
    axis: Ints,
    kinds: Ints,
    accepted: Ints,
) -> list[_Cells]:
    """The cells beyond both ends of lines from one tile to another; kinds are those put down."""
    along = np.stack([axis, 1 - axis], axis=1)
    before, after = tiles[0] - along, tiles[1] + along
    before = before - along * tables.behind[games, axis, *before.T][:, None]
    after = after + along * tables.ahead[games, axis, *after.T][:, None]
    length = ((after - before) * along).sum(axis=1) - 1
    beyond = (
        (before, tables.behind[games, axis, *(before - along).T]),
        (after, tables.ahead[games, axis, *(after + along).T]),
    )
    found = []
    for cell, far in beyond:
        # A tile between two lines joins them, so they must fit each other too.
        joins = (kinds & tables.axes[games, axis, *cell.T]) == kinds
        fit = np.where(joins, accepted & tables.accepted(games, *cell.T), 0)
        found.append(_Cells(fit, length + 1 + far, (kinds > 0) & (length > 1)))
    return found


def _chance(kinds: Ints, has: Floats) -> Floats:
    """How likely the opponent has one of these kinds, a little too high."""
    chance: Floats = np.minimum((_bits(kinds) * has).sum(axis=1), 1)
    return chance


def _bits(masks: Ints) -> Floats:
    """The kinds of masks, as 0 and 1."""
    as_bytes = np.ascontiguousarray(masks).view(np.uint8).reshape(-1, 8)[:, :5]
    return np.unpackbits(as_bytes, axis=1, bitorder="little")[:, :36].astype(np.float32)


def best(keys: NDArray[Any], seen: Choices) -> Ints:
    """The row of each game with the largest key."""
    tops = np.repeat(np.maximum.reduceat(keys, seen.first), seen.counts)
    rows = np.flatnonzero(keys == tops)
    _, once = np.unique(np.searchsorted(seen.first, rows, side="right"), return_index=True)
    return rows[once]


def fresh_margins(
    values: Callable[[Choices], Floats], games: int, seed: str
) -> NDArray[np.float64]:
    """The margins of fresh games against greedy in which the turn of most value is played."""
    env = VectorEnv("classic", min(games, 64), opponents=["greedy"], reward="points")
    seen, margins = look(env.reset(seed)[0]), np.zeros(0)
    finished, wanted = np.zeros(env.num_envs, int), -(-games // env.num_envs)
    while (finished < wanted).any():
        now, _, over, _, info = env.step(seen.actions[best(values(seen), seen)])
        # As many games of every place: long games must not count less.
        counted = over.astype(bool) & (finished < wanted)
        finished += over
        finals = info["final_scores"][counted].astype(float)
        margins = np.append(margins, finals[:, 0] - finals[:, 1])
        seen = look(now)
    return margins[:games]
