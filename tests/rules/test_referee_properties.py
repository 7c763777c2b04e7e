"""The referee against turned, mirrored, shifted and recoloured tables, and a second opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import can_place, fits, judge
from qwirkle.rules.placement.scoring import Score, in_qwirkle
from qwirkle.rules.tiles import KINDS, Colour, Shape, Tile

from .play import played, random_placement

Position = tuple[Board, tuple[Placed, ...]]

small_cells = st.builds(Cell, st.integers(0, 5), st.integers(0, 3))
some_tiles = st.sampled_from(KINDS)
few_tiles = st.sampled_from([tile for tile in KINDS if tile.colour in {"red", "green"}])


@st.composite
def any_position(draw: st.DrawFn) -> Position:
    """Any tiles anywhere: mostly illegal, in every way there is."""
    kinds = draw(st.sampled_from((some_tiles, few_tiles)))
    board = Board(draw(st.dictionaries(small_cells, kinds, max_size=10)))
    places = draw(st.lists(small_cells, max_size=4))
    return board, tuple(Placed(*cell, draw(kinds)) for cell in places)


@st.composite
def played_position(draw: st.DrawFn) -> Position:
    """A table from a game and a legal placement on it, sometimes with one tile changed."""
    game = played("classic", draw(st.sampled_from((2, 4))), draw(st.integers(1, 3)))
    state = draw(st.sampled_from([step.state for step in game if step.state.turn is not None]))
    random = Random(draw(st.integers(0, 999)))
    hand = tuple(random.sample(KINDS, 12))
    changed = draw(st.booleans())
    if not state.board:
        return state.board, (Placed(0, 0, hand[0]),)
    placement = list(random_placement(state.board, hand, random))
    if placement and changed:
        at = random.randrange(len(placement))
        x, y, tile = placement[at]
        placement[at] = random.choice(
            (Placed(x, y, random.choice(KINDS)), Placed(x + 1, y, tile), Placed(x, y - 1, tile))
        )
    return state.board, tuple(placement)


positions = any_position() | played_position()


def moved(
    board: Board,
    placement: Sequence[Placed],
    where: Callable[[Cell], Cell],
    what: Callable[[Tile], Tile],
) -> Position:
    return (
        Board({where(cell): what(tile) for cell, tile in board.items()}),
        tuple(Placed(*where(placed.cell), what(placed.tile)) for placed in placement),
    )


def opinion(position: Position, back: Callable[[Cell], Cell]) -> object:
    """The verdict without its words, its cells mapped back and in no order."""
    verdict = judge(*position)
    if isinstance(verdict, Score):
        event("legal")
        lines = Counter(
            (frozenset(map(back, line.cells)), line.points, line.qwirkle) for line in verdict.lines
        )
        return verdict.points, verdict.bonus, lines
    event("illegal")
    return Counter((refusal.reason, frozenset(map(back, refusal.cells))) for refusal in verdict)


def same(cell: Cell) -> Cell:
    return cell


def unchanged(tile: Tile) -> Tile:
    return tile


TURNS: dict[str, tuple[Callable[[Cell], Cell], Callable[[Cell], Cell]]] = {
    "quarter turn": (lambda c: Cell(-c.y, c.x), lambda c: Cell(c.y, -c.x)),
    "half turn": (lambda c: Cell(-c.x, -c.y), lambda c: Cell(-c.x, -c.y)),
    "mirror": (lambda c: Cell(-c.x, c.y), lambda c: Cell(-c.x, c.y)),
    "diagonal": (lambda c: Cell(c.y, c.x), lambda c: Cell(c.y, c.x)),
    "shift": (lambda c: Cell(c.x + 10**9, c.y - 77), lambda c: Cell(c.x - 10**9, c.y + 77)),
}


@pytest.mark.parametrize("name", TURNS)
@settings(max_examples=120)
@given(position=positions)
def test_turning_and_shifting_the_table_changes_nothing(name: str, position: Position) -> None:
    there, back = TURNS[name]
    assert opinion(moved(*position, there, unchanged), back) == opinion(position, same)


@settings(max_examples=150)
@given(
    position=positions,
    colours=st.permutations(list(Colour)),
    shapes=st.permutations(list(Shape)),
)
def test_other_colours_and_shapes_change_nothing(
    position: Position, colours: list[Colour], shapes: list[Shape]
) -> None:
    colour = dict(zip(Colour, colours, strict=True))
    shape = dict(zip(Shape, shapes, strict=True))
    recoloured = moved(*position, same, lambda t: Tile.of(colour[t.colour], shape[t.shape]))
    assert opinion(recoloured, same) == opinion(position, same)


@settings(max_examples=150)
@given(position=positions)
def test_swapping_colour_and_shape_changes_nothing(position: Position) -> None:
    colours, shapes = list(Colour), list(Shape)
    swapped = moved(
        *position,
        same,
        lambda t: Tile.of(colours[shapes.index(t.shape)], shapes[colours.index(t.colour)]),
    )
    assert opinion(swapped, same) == opinion(position, same)


@settings(max_examples=100)
@given(position=positions, random=st.randoms(use_true_random=False))
def test_the_order_of_the_tiles_changes_nothing(position: Position, random: Random) -> None:
    board, placement = position
    other = list(placement)
    random.shuffle(other)
    assert opinion((board, tuple(other)), same) == opinion(position, same)


def line_is_good(tiles: Sequence[Tile]) -> bool:
    """Pairwise: any two share exactly one attribute. That alone bounds a line to six."""
    return all(
        (combination.colour is other.colour) is not (combination.shape is other.shape)
        for combination, other in combinations(tiles, 2)
    ) and (len({tile.colour for tile in tiles}) == 1 or len({tile.shape for tile in tiles}) == 1)


def second_opinion(board: Board, placement: Sequence[Placed]) -> int | None:
    """Points or None, by drawing the table as text and cutting its rows and columns at the gaps."""
    new = {placed.cell: placed.tile for placed in placement}
    if not placement or len(new) < len(placement) or new.keys() & board.keys():
        return None
    full = {**board, **new}
    everywhere = [*full]
    left, right = min(c.x for c in everywhere), max(c.x for c in everywhere)
    top, bottom = min(c.y for c in everywhere), max(c.y for c in everywhere)
    rows = [[Cell(x, y) for x in range(left, right + 1)] for y in range(top, bottom + 1)]
    lines: list[list[Cell]] = []
    for scan in (*rows, *map(list, zip(*rows, strict=True))):
        run: list[Cell] = []
        for cell in scan:
            if cell in full:
                run.append(cell)
                continue
            lines.append(run)
            run = []
        lines.append(run)
    if not any(set(new) <= set(line) for line in lines):
        return None
    touched = [line for line in lines if len(line) > 1 and new.keys() & set(line)]
    if not all(line_is_good([full[cell] for cell in line]) for line in touched):
        return None
    if not line_is_good(list(new.values())):
        return None
    beside = {Cell(x + dx, y + dy) for x, y in new for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    if board and not beside & board.keys():
        return None
    return sum(len(line) * (2 if len(line) == 6 else 1) for line in touched) or 1


@settings(max_examples=400)
@given(position=positions)
def test_a_second_opinion_agrees(position: Position) -> None:
    verdict = judge(*position)
    expected = second_opinion(*position)
    event("legal" if expected is not None else "illegal")
    assert (verdict.points if isinstance(verdict, Score) else None) == expected


@settings(max_examples=80)
@given(position=any_position(), hand=st.lists(some_tiles, max_size=3))
def test_whether_anything_can_be_placed(position: Position, hand: list[Tile]) -> None:
    """Against trying every placement of one or two tiles in and around the table."""
    board, _ = position
    cells = [Cell(x, y) for x in range(-1, 7) for y in range(-1, 5)]
    near = [cell for cell in cells if cell not in board]
    one = any(
        isinstance(judge(board, [Placed(*cell, tile)]), Score) for cell in near for tile in {*hand}
    )
    assert can_place(board, hand) is one
    if not one and board:
        for first, second in permutations(hand, 2):
            for a in board.frontier():
                for b in (a.step(axis, by) for axis in Axis for by in (-2, -1, 1, 2)):
                    pair = [Placed(*a, first), Placed(*b, second)]
                    assert not isinstance(judge(board, pair), Score)


@settings(max_examples=100)
@given(position=any_position(), cell=small_cells, tile=some_tiles)
def test_what_fits_is_what_the_referee_lets_lie_alone(
    position: Position, cell: Cell, tile: Tile
) -> None:
    board, _ = position
    if cell not in board and board:
        alone = isinstance(judge(board, [Placed(*cell, tile)]), Score)
        assert fits(board, cell, tile) is alone


@settings(max_examples=100)
@given(position=positions)
def test_judging_leaves_the_table_alone(position: Position) -> None:
    board, placement = position
    before = dict(board)
    judge(board, placement)
    assert dict(board) == before


def test_a_tile_of_a_qwirkle_is_one_along_or_across() -> None:
    six = [Placed(x, 0, tile) for x, tile in enumerate(KINDS[:6])]
    board = Board([*six, Placed(0, 1, Tile.Go)])
    assert all(in_qwirkle(board, placed.cell) for placed in six)
    assert not in_qwirkle(board, Cell(0, 1))
    assert not in_qwirkle(board.without(Cell(3, 0)), Cell(0, 0))
