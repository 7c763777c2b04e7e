"""The core's placements against brute force from the rule text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle.engine import OpeningRule, Position, largest_set
from qwirkle.engine.legal import placements
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import OPEN_TABLE, Layout, ruled
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.tiles import KINDS, Tile

from . import by_the_book
from .positions import CONNECT, TIGHT, as_numbers, grown, numbers, table, tiles

hands = st.lists(st.sampled_from(KINDS), max_size=6)


def agree(position: Position, hand: list[Tile]) -> None:
    moves = position.moves(hand)
    layout = position.layout
    size = None if layout.width is None or layout.height is None else (layout.width, layout.height)
    expected = by_the_book.placements(
        numbers(position.board()),
        [tile.index for tile in hand],
        size=size,
        bonus={(x, y): points for (x, y), points in layout.bonus.items()},
    )
    found = [as_numbers(move) for move in moves]
    assert len(found) == len(set(found))
    assert dict(zip(found, (move.points for move in moves), strict=True)) == expected
    assert position.count(hand) == len(moves)
    assert position.can_place(hand) == bool(moves)
    most = max((move.points for move in moves), default=0)
    assert position.best_moves(hand) == [move for move in moves if move.points == most]
    best, any_best = position.best(hand), position.best(hand, seed=7)
    if moves:
        assert best in moves
        assert any_best in moves
        assert best is not None
        assert any_best is not None
        assert best.points == any_best.points == most
        assert position._core.quick_best(sum(1 << t.index for t in set(hand)))[1] in (0, most)
    else:
        assert best is None
        assert any_best is None
    for move in moves[:: max(1, len(moves) // 5)]:
        assert position.place(move.tiles) == move.points
        position.undo()


@settings(max_examples=25)
@given(st.integers(0, 10**9), st.integers(1, 45), st.integers(0, 4))
def test_all_placements_on_an_open_table(seed: int, count: int, takes: int) -> None:
    agree(*_short(grown(seed, count, takes=takes)))


@settings(max_examples=25)
@given(st.integers(0, 10**9), st.integers(0, 40), st.integers(0, 6))
def test_K_BONUS_1_all_placements_on_a_board_with_bonus_spaces(
    seed: int, count: int, takes: int
) -> None:
    agree(*_short(grown(seed, count, CONNECT, takes)))


@settings(max_examples=40)
@given(st.integers(0, 10**9), st.integers(0, 15), st.integers(0, 6))
def test_S_BOARD_1_no_play_off_a_tight_board(seed: int, count: int, takes: int) -> None:
    agree(*_short(grown(seed, count, TIGHT, takes)))


@settings(max_examples=60)
@given(
    st.dictionaries(
        st.tuples(st.integers(-4, 4), st.integers(-4, 4)), st.sampled_from(KINDS), max_size=14
    ),
    hands,
)
def test_any_table_even_one_no_game_can_reach(
    cells: dict[tuple[int, int], Tile], hand: list[Tile]
) -> None:
    # Lone groups, lines that break the rules, holes: the masks must still say what fits.
    board = Board({Cell(x, y): tile for (x, y), tile in cells.items()})
    agree(Position(board), hand)


def _short(given: tuple[Position, list[Tile]]) -> tuple[Position, list[Tile]]:
    position, hand = given
    return position, hand[-6:]


@pytest.mark.parametrize(("longest", "bonus"), [(3, 0), (4, 30), (5, 6), (6, 2)])
def test_house_rules_about_lines_hold_in_the_core_and_for_the_referee(
    longest: int, bonus: int
) -> None:
    """Every arrangement of a small hand is judged by the referee, and compared with the list."""
    layout = ruled(OPEN_TABLE, longest, bonus, 3)
    chance = random.Random(longest)
    board = Board((), layout)
    for _ in range(9):
        hand = chance.sample(KINDS, 3)
        found = {move.tiles: move.points for move in placements(board, hand)}
        if board:
            assert found == dict(_judged(board, hand))
        if found:
            board = board.with_tiles(chance.choice(sorted(found)))
    assert len(board) > 6


def _judged(board: Board, hand: list[Tile]) -> Iterator[tuple[tuple[Placed, ...], int]]:
    columns, rows = [cell.x for cell in board], [cell.y for cell in board]
    for x, y in product(
        range(min(columns) - 3, max(columns) + 4), range(min(rows) - 3, max(rows) + 4)
    ):
        for count in range(1, len(hand) + 1):
            for dx, dy in ((1, 0), (0, 1)) if count > 1 else ((1, 0),):
                cells: list[tuple[int, int]] = []
                at = (x, y)
                while len(cells) < count:
                    if at not in board:
                        cells.append(at)
                    elif not cells:
                        break
                    at = (at[0] + dx, at[1] + dy)
                for chosen in permutations(hand, len(cells)) if cells else ():
                    placed = [Placed(*cell, tile) for cell, tile in zip(cells, chosen, strict=True)]
                    verdict = judge(board, placed)
                    if isinstance(verdict, Score):
                        yield tuple(sorted(placed)), verdict.points


def test_Q_PLACE_2_both_ends_of_a_line() -> None:
    position = Position(table("Ro Rx Rd"))
    moves = position.moves(tiles("Rs Rb"))
    ends = {as_numbers(move) for move in moves if len(move.tiles) == 2 and move.points == 5}
    rs, rb = Tile.Rs.index, Tile.Rb.index
    assert ((-1, 0, rs), (3, 0, rb)) in ends
    assert ((-1, 0, rb), (3, 0, rs)) in ends
    agree(position, tiles("Rs Rb Rc Go Bo"))


def test_Q_PLACE_3_joining_two_lines() -> None:
    position = Position(table("Ro Rx . Rs Rb\n. . . . .\nRd . . . ."))
    agree(position, tiles("Rd Rc Ro Rs Gd Bd"))
    joined = [
        move for move in position.moves(tiles("Rd")) if move.tiles == (Placed(2, 0, Tile.Rd),)
    ]
    assert [move.points for move in joined] == [5]


def test_Q_PLACE_3_joining_would_repeat_a_tile() -> None:
    position = Position(table("Ro Rx . Ro Rb"))
    assert all(
        Cell(2, 0) not in {item.cell for item in m.tiles} for m in position.moves(list(KINDS))
    )


def test_Q_PLACE_3_a_full_line_takes_no_seventh() -> None:
    position = Position(table("Ro Rx Rd Rs Rb Rc"))
    ends = {Cell(-1, 0), Cell(6, 0)}
    assert all(not ends & {p.cell for p in m.tiles} for m in position.moves(list(KINDS)[:12]))


def test_Q_SCORE_3_two_qwirkles_in_one_turn() -> None:
    position = Position(
        table("""
        . Ro . . . .
        . Rx . . . .
        . Rd . . . .
        . Rs . . . .
        . Rb . . . .
        Oc . Yc Gc Bc Pc
        """)
    )
    best = position.best(tiles("Rc Ox"))
    assert best is not None
    assert best.points == 24
    assert best.tiles == (Placed(1, 5, Tile.Rc),)


def test_Q_SCORE_2_a_tile_in_two_lines_counts_twice() -> None:
    position = Position(table("Ro .\n. Rx"))
    assert {move.points for move in position.moves(tiles("Rd"))} == {2, 4}


def test_A7_a_lone_opening_tile_scores_one() -> None:
    position = Position()
    assert [move.points for move in position.moves(tiles("Ro"))] == [1]
    assert position.place([Placed(5, 5, Tile.Ro)]) == 1


@settings(max_examples=25)
@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=5))
def test_openings_up_to_translation(hand: list[Tile]) -> None:
    agree(Position(), hand)


@settings(max_examples=40)
@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=6))
def test_Q_START_4_the_opening_is_a_largest_set(hand: list[Tile]) -> None:
    largest = largest_set(hand)
    assert largest == by_the_book.largest_set(tile.index for tile in hand)
    moves = Position().moves(hand, OpeningRule(largest))
    assert moves
    assert all(len(move.tiles) == largest for move in moves)
    everything = Position().moves(hand)
    assert sorted(moves) == sorted(move for move in everything if len(move.tiles) == largest)


@settings(max_examples=15)
@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=5))
def test_S_START_1_the_opening_covers_a_centre_cell(hand: list[Tile]) -> None:
    position = Position(Board(layout=CONNECT))
    moves = position.moves(hand, OpeningRule(2, centre=True))
    expected = [
        move
        for move in position.moves(hand)
        if len(move.tiles) >= 2 and CONNECT.centre & {placed.cell for placed in move.tiles}
    ]
    assert sorted(moves) == sorted(expected)
    best = position.best(hand, OpeningRule(2, centre=True))
    assert (best in expected) if expected else best is None


@settings(max_examples=25)
@given(
    st.integers(0, 10**9),
    st.permutations(range(6)),
    st.permutations(range(6)),
    st.booleans(),
    st.integers(0, 7),
)
def test_turning_mirroring_and_renaming_change_nothing(
    seed: int, colours: list[int], shapes: list[int], swap: bool, turn: int
) -> None:
    position, hand = grown(seed, 25, takes=2)

    def other(tile: Tile) -> Tile:
        colour, shape = colours[tile.index // 6], shapes[tile.index % 6]
        return KINDS[6 * shape + colour] if swap else KINDS[6 * colour + shape]

    def moved(x: int, y: int) -> Cell:
        for _ in range(turn % 4):
            x, y = -y, x
        return Cell(-x if turn >= 4 else x, y)

    board = Board({moved(x, y): other(tile) for (x, y), tile in position.board().items()})
    renamed = [other(tile) for tile in hand]
    points = sorted(move.points for move in position.moves(hand))
    assert sorted(move.points for move in Position(board).moves(renamed)) == points


def test_a_hand_of_every_kind() -> None:
    # More placements than one part of the list holds.
    position = Position(table("Ro Rx\nOo ."))
    count = position.count(KINDS)
    moves = position.moves(KINDS)
    assert len(moves) == len(set(moves)) == count > 32768


def test_moves_are_spelt_when_they_are_looked_at_whatever_the_position_does_meanwhile() -> None:
    position, hand = grown(5, 30)
    moves = position.moves(hand)
    seen = []
    for move in moves:
        position.place(move.tiles)
        position.count(hand)
        seen.append((move.tiles, move.points))
        position.undo()
    assert seen == [(move.tiles, move.points) for move in position.moves(hand)]


def test_the_order_of_moves_does_not_depend_on_the_order_of_placing() -> None:
    position, hand = grown(7, 40)
    again = Position(Board(dict(reversed(list(position.board().items())))))
    assert again.moves(hand) == position.moves(hand)


@pytest.mark.parametrize("width", [1, 2, 224])
def test_boards_of_any_width(width: int) -> None:
    layout = Layout(width, 3, name="strip")
    position = Position(Board([Placed(width - 1, 1, Tile.Ro)], layout))
    cells = {placed.cell for move in position.moves(tiles("Rx")) for placed in move.tiles}
    assert cells == {cell for cell in Cell(width - 1, 1).neighbours() if layout.holds(cell)}
