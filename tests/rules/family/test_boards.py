"""The printed boards: the four with a name, the sixteen of Connect, and every mixture."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout, board_names, layout
from qwirkle.rules.editions.placement import edition

BOARDS = {
    "select": """
        ................
        ...*......*.....
        ................
        ......*.......*.
        ................
        .*..............
        ............*...
        .......++.......
        .......++.......
        ...*............
        ..............*.
        ................
        .*.......*......
        ................
        .....*......*...
        ................
    """,
    "diamond": """
        ................
        .2...1#..#1...2.
        ....1#1..1#1....
        ...1#1....1#1...
        ..1#1......1#1..
        .1#1........1#1.
        .#1...2..2...1#.
        ................
        ................
        .#1...2..2...1#.
        .1#1........1#1.
        ..1#1......1#1..
        ...1#1....1#1...
        ....1#1..1#1....
        .2...1#..#1...2.
        ................
    """,
    "cross": """
        ................
        .#1...2..2...1#.
        .1#1........1#1.
        ..1#1......1#1..
        ...1#1....1#1...
        ....1#1..1#1....
        .2...1#..#1...2.
        ................
        ................
        .2...1#..#1...2.
        ....1#1..1#1....
        ...1#1....1#1...
        ..1#1......1#1..
        .1#1........1#1.
        .#1...2..2...1#.
        ................
    """,
    "combined": """
        ................
        ...*.....#1...2.
        .........1#1....
        ......*...1#1...
        ...........1#1..
        .*..........1#1.
        .........2...1#.
        .......+........
        ........+.......
        .#1...2.........
        .1#1..........*.
        ..1#1...........
        ...1#1...*......
        ....1#1.........
        .2...1#.....*...
        ................
    """,
}
KINDS = ("connect", "select")
MIXTURES = list(product(KINDS, repeat=4))


def drawn(board: Layout) -> list[str]:
    """A layout as the rule book draws it; no cell can be two things."""
    marks: dict[Cell, str] = {cell: str(points) for cell, points in board.bonus.items()}
    for mark, cells in (("*", board.stars), ("+", board.centre), ("#", board.black)):
        for cell in cells:
            assert cell not in marks
            marks[cell] = mark
    assert all(board.holds(cell) for cell in marks)
    return ["".join(marks.get(Cell(x, y), ".") for x in range(16)) for y in range(16)]


@pytest.mark.parametrize("name", BOARDS)
def test_the_named_boards_are_the_published_ones(name: str) -> None:
    assert drawn(layout(name)) == BOARDS[name].split()
    assert layout(name).name == name


def test_every_named_board_is_known_here() -> None:
    assert set(board_names()) == {"open", *BOARDS}


def test_S_BOARD_1_K_BOARD_1_X_BOARD_1_each_game_has_its_board() -> None:
    recommended = {"select": "select", "connect": "diamond", "combined": "combined"}
    for game, board in recommended.items():
        assert edition(game).layout is layout(board)
    for game in ("classic", "colour-blind", "schmidt", "mini"):
        assert not edition(game).layout.bounded


def test_K_BOARD_1_sixteen_boards_of_connect_quadrants() -> None:
    found: Counter[tuple[str, ...]] = Counter()
    for turns in product(range(4), repeat=4):
        board = layout([f"connect:{turn}" for turn in turns])
        assert_sound(board, connect=4)
        found[tuple(drawn(board))] += 1
    # A half turn maps a quadrant onto itself: every board is found 2 x 2 x 2 x 2 times.
    assert set(found.values()) == {16}
    assert len(found) == 16
    assert {tuple(BOARDS[name].split()) for name in ("diamond", "cross")} <= set(found)


@pytest.mark.parametrize("kinds", MIXTURES, ids="-".join)
def test_X_BOARD_1_every_mixture_in_every_orientation(kinds: tuple[str, ...]) -> None:
    for turns in product(range(4), repeat=4):
        quadrants = [f"{kind}:{turn}" for kind, turn in zip(kinds, turns, strict=True)]
        assert_sound(layout(quadrants), connect=kinds.count("connect"))


def assert_sound(board: Layout, connect: int) -> None:
    """A18: the right number of everything on 16 x 16 cells, and no black space beside another."""
    select = 4 - connect
    assert (board.width, board.height) == (16, 16)
    assert len(board.black) == 6 * connect
    assert Counter(board.bonus.values()) == Counter({1: 10 * connect, 2: 2 * connect})
    assert (len(board.stars), len(board.centre)) == (3 * select, select)
    special = [*board.black, *board.bonus, *board.stars, *board.centre]
    assert len(special) == len(set(special))
    assert all(board.holds(cell) for cell in special)
    assert not any(beside in board.black for cell in board.black for beside in cell.neighbours())


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_a_quadrant_looks_the_same_in_every_corner(kind: str, turn: int) -> None:
    whole = drawn(layout([f"{kind}:{turn}"] * 4))
    for left, top in ((8, 0), (0, 8), (8, 8)):
        corner = [line[left : left + 8] for line in whole[top : top + 8]]
        assert corner == [line[:8] for line in whole[:8]]


def test_S_BOARD_1_the_four_centre_squares_meet_in_the_middle() -> None:
    assert layout("select").centre == {Cell(x, y) for x in (7, 8) for y in (7, 8)}
