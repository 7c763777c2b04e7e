"""Placing, taking and undoing; coordinates; what must not be possible."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle.engine import Position, TableTooWide
from qwirkle.engine.placement import bits, grid
from qwirkle.engine.position import Move
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import KINDS, Tile

from .positions import CONNECT, TIGHT, grown, tiles


@settings(max_examples=40)
@given(
    st.integers(0, 10**9),
    st.sampled_from([None, CONNECT, TIGHT]),
    st.lists(st.tuples(st.booleans(), st.integers(0, 10**6)), max_size=40),
)
def test_undo_brings_everything_back(
    seed: int, layout: Layout | None, steps: list[tuple[bool, int]]
) -> None:
    position, hand = grown(seed, 12, layout, takes=2)
    states = [(position._core.state(), position.board().placed())]
    for taking, choice in steps:
        if taking and len(position):
            cells = sorted(position.board())
            hand.append(position.take(cells[choice % len(cells)]))
        else:
            moves = position.moves(hand[-4:])
            if not moves:
                continue
            position.place(moves[choice % len(moves)].tiles)
        states.append((position._core.state(), position.board().placed()))
    for state in reversed(states[:-1]):
        position.undo()
        assert (position._core.state(), position.board().placed()) == state


@settings(max_examples=40)
@given(st.integers(0, 10**9), st.sampled_from([None, CONNECT, TIGHT]), st.integers(0, 8))
def test_the_way_to_a_position_does_not_matter(
    seed: int, layout: Layout | None, takes: int
) -> None:
    position, hand = grown(seed, 25, layout, takes)
    again = Position(position.board())
    assert sorted(again.moves(hand)) == sorted(position.moves(hand))
    assert again.best(hand) == position.best(hand)
    here, there = position._core, again._core
    shift = [a - b for a, b in zip(again._shift, position._shift, strict=True)]
    by = shift[1] * bits.STRIDE + shift[0]
    if position.board():
        assert {cell + by: words for cell, words in here.frontier().items()} == there.frontier()


@settings(max_examples=30)
@given(st.integers(0, 10**9), st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12))
def test_any_coordinates(seed: int, dx: int, dy: int) -> None:
    position, hand = grown(seed, 15)
    far = Board({Cell(x + dx, y + dy): tile for (x, y), tile in position.board().items()})
    there = Position(far)
    shifted = [
        Move(tuple(Placed(x - dx, y - dy, tile) for x, y, tile in move.tiles), move.points)
        for move in there.moves(hand)
    ]
    assert sorted(shifted) == sorted(position.moves(hand))
    assert there.board().placed() == far.placed()


def test_tiles_too_far_apart_are_refused() -> None:
    with pytest.raises(TableTooWide):
        Position(Board([Placed(0, 0, Tile.Ro), Placed(10**9, 0, Tile.Rx)]))
    with pytest.raises(TableTooWide):
        Position(Board(layout=Layout(1000, 3, name="road")))
    position = Position(Board([Placed(0, 0, Tile.Ro)]))
    with pytest.raises(TableTooWide):
        position.place([Placed(1, 0, Tile.Rx), Placed(10**9, 0, Tile.Rd)])
    assert position.board().placed() == (Placed(0, 0, Tile.Ro),)
    assert position.count(tiles("Rx")) == 4


def test_the_longest_shape_of_all_tiles_fits() -> None:
    # Q-COMP-1: 108 tiles in a staircase, a row and a column, from a far corner on.
    for dx, dy in ((1, 0), (0, 1)):
        position = Position()
        for step in range(108):
            position.place([Placed(step * dx, step * dy, KINDS[step % 36])])
        assert len(position) == 108
        position.moves(KINDS[:6])
    board = Board([Placed(step, 0, KINDS[step % 36]) for step in range(108)])
    position = Position(board)
    for step in range(1, 55):
        position.place([Placed(107 + step, 0, KINDS[step % 36])])


def test_at_the_edge_of_the_array_nothing_is_offered() -> None:
    room = bits.STRIDE - 2 * bits.MARGIN
    board = Board([Placed(0, 0, Tile.Ro), Placed(room - 1, room - 1, Tile.Ro)])
    position = Position(board)
    xs = {placed.x for move in position.moves(tiles("Rx Rd Rs")) for placed in move.tiles}
    assert min(xs) >= 0
    assert max(xs) <= room - 1


def test_misuse_is_refused_and_changes_nothing() -> None:
    position = Position(Board([Placed(2, 2, Tile.Ro)], CONNECT))
    before = position._core.state()
    with pytest.raises(ValueError, match="there is a tile"):
        position.place([Placed(2, 3, Tile.Rx), Placed(2, 2, Tile.Rd)])
    with pytest.raises(ValueError, match="off the board"):
        position.place([Placed(-1, 0, Tile.Rx)])
    with pytest.raises(ValueError, match="there is a tile"):
        position.place([Placed(3, 3, Tile.Rx), Placed(3, 3, Tile.Rx)])
    with pytest.raises(KeyError):
        position.take(Cell(0, 0))
    with pytest.raises(ValueError, match="nothing to undo"):
        position.undo()
    assert position._core.state() == before
    inner = grid.Grid(0, 0)
    for cell in (-1, 0, 5, bits.CELLS, 10**6):
        with pytest.raises(ValueError, match="off the board"):
            inner.place(cell, 0)
        with pytest.raises(ValueError, match="off the board"):
            inner.take(cell)
    for tile in (-1, 36, 10**6):
        with pytest.raises(ValueError, match="tiles are"):
            inner.place(bits.CENTRE, tile)
    with pytest.raises(ValueError, match="nothing to undo"):
        inner.undo()


def test_changes_beyond_the_log_are_refused() -> None:
    position = Position(Board([Placed(0, 0, Tile.Ro)]))
    for _ in range(511):
        position.place([Placed(1, 0, Tile.Rx)])
        position.take(Cell(1, 0))
    position.place([Placed(1, 0, Tile.Rx)])
    with pytest.raises(ValueError, match="too many changes"):
        position.take(Cell(1, 0))
    while len(position._changes):
        position.undo()
    assert position.board().placed() == (Placed(0, 0, Tile.Ro),)


def test_lines_longer_than_the_rules_allow_do_no_harm() -> None:
    position = Position(Board(layout=Layout(200, 2, name="strip")))
    for x in random.Random(1).sample(range(200), 200):
        position.place([Placed(x, 0, Tile.Ro)])
    position.moves(KINDS)
    for x in range(0, 200, 2):
        position.take(Cell(x, 0))
    assert len(position) == 100
    for _ in range(300):
        position.undo()
    assert len(position) == 0


def test_A20_a_gap_scores_the_joined_line_again() -> None:
    position = Position(Board([Placed(x, 0, KINDS[x]) for x in range(5)]))
    assert position.take(Cell(2, 0)) is Tile.Rd
    assert position.place([Placed(2, 0, Tile.Rd)]) == 5


def test_X_BONUS_1_an_uncovered_bonus_space_scores_again() -> None:
    position = Position(Board([Placed(3, 3, Tile.Ro)], CONNECT))
    assert position.place([Placed(4, 3, Tile.Rx)]) == 4
    position.take(Cell(4, 3))
    assert position.place([Placed(4, 3, Tile.Rd), Placed(5, 3, Tile.Rs)]) == 3 + 2 + 1


def test_an_emptied_table_opens_anywhere() -> None:
    position = Position(Board([Placed(10**6, 0, Tile.Ro)]))
    position.take(Cell(10**6, 0))
    assert [move.tiles for move in position.moves(tiles("Rx"))] == [(Placed(0, 0, Tile.Rx),)]
    position.place([Placed(0, 0, Tile.Rx)])
    assert position.count(tiles("Ro")) == 4
    position.undo()
    position.undo()
    assert position.board().placed() == (Placed(10**6, 0, Tile.Ro),)
    assert position.count(tiles("Rx")) == 4
