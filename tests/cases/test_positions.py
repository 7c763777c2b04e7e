"""Every position of the case files, before the referee and as a turn of a game."""

from __future__ import annotations

from collections import Counter

import pytest

from qwirkle.errors import IllegalTurn
from qwirkle.rules.cells import Axis
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.editions.placement import Action, edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.decide import decide, taking_faults
from qwirkle.rules.placement.referee import Demands, judge
from qwirkle.rules.placement.scoring import Line, Score
from qwirkle.rules.placement.state import LastTurn, Seat, State
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import BOX, KINDS, Colour, Shape, Tile

from .reading import Case, Squares, all_cases, case_file

TURNS = [case for case in all_cases() if case.place]


def named(cases: list[Case]) -> list[object]:
    return [pytest.param(case, id=case.id) for case in cases]


def by_cells(lines: tuple[Line, ...]) -> list[Line]:
    return sorted(lines, key=lambda line: line.cells)


def position(case: Case) -> State:
    """A game at this position, the seat to move holding what the case needs and no more."""
    game = edition(case.game)
    hand = case.hand
    if hand is None:
        hand = tuple(placed.tile for placed in case.place)
    tiles_left = Counter(BOX) - Counter(hand) - Counter(placed.tile for placed in case.board)
    return State(
        edition=game,
        seats=(
            Seat("first", hand, tokens=1, actions=tuple(Action)),
            Seat("second", tuple(tiles_left.elements())[:6]),
        ),
        board=case.table,
        pile=tuple(tiles_left.elements())[6:],
        stars_left=case.layout.stars.difference(case.tokens_gone),
        turn=0,
        opening_tiles=largest_set_size(hand) if case.opening and game.opening.largest_set else 0,
        doing=LastTurn(0, points=0),
    )


def test_there_are_cases_of_every_game() -> None:
    assert len(all_cases()) == 56
    assert len({case.id for case in all_cases()}) == 56


@pytest.mark.parametrize("case", named([case for case in TURNS if case.take is None]))
def test_the_referee(case: Case) -> None:
    opening = edition(case.game).opening
    asked = largest_set_size(case.hand) if case.opening and case.hand else 0
    demands = Demands(asked, case.opening and opening.on_centre)
    verdict = judge(case.table, case.place, case.hand, demands)
    if case.reasons:
        assert isinstance(verdict, tuple)
        assert sorted({refusal.reason for refusal in verdict}) == list(case.reasons)
        return
    assert isinstance(verdict, Score)
    assert verdict.points == case.points
    assert by_cells(verdict.lines) == by_cells(case.lines)
    assert verdict.bonus == case.bonus
    assert set(verdict.stars) - set(case.tokens_gone) == set(case.tokens)


@pytest.mark.parametrize("case", named(TURNS))
def test_the_turn_in_a_game(case: Case) -> None:
    state = position(case)
    turn = Place(case.place, case.take)
    if case.reasons:
        with pytest.raises(IllegalTurn) as refused:
            decide(state, 0, turn, SeedDealer(1))
        assert sorted(refused.value.reasons) == list(case.reasons)
        return
    happened = decide(state, 0, turn, SeedDealer(1)).events
    placed = next(event for event in happened if isinstance(event, e.TilesPlaced))
    assert (placed.points, placed.bonus) == (case.points, case.bonus)
    assert by_cells(placed.lines) == by_cells(case.lines)
    assert placed.points == sum(line.points for line in placed.lines) + placed.bonus
    won = [event.cells for event in happened if isinstance(event, e.TokensWon)]
    assert won == ([case.tokens] if case.tokens else [])


@pytest.mark.parametrize("case", named([case for case in TURNS if case.groups]))
def test_connected_areas(case: Case) -> None:
    table = case.table
    counted = []
    if case.take is not None:
        counted.append(table.groups())
        table = table.without(case.take)
        counted.append(table.groups())
    if not case.reasons:
        counted.append(table.with_tiles(case.place).groups())
    assert tuple(counted) == case.groups


@pytest.mark.parametrize("case", named([case for case in TURNS if case.take is not None]))
def test_the_take_alone(case: Case) -> None:
    assert case.take is not None
    faults = {fault.reason: fault.cells for fault in taking_faults(position(case), 0, case.take)}
    of_taking = {"in-qwirkle", "disconnects"}
    assert faults == dict.fromkeys(of_taking.intersection(case.reasons), (case.take,))


@pytest.mark.parametrize("case", named([case for case in all_cases() if case.fits is not None]))
def test_what_fits_a_cell(case: Case) -> None:
    assert case.cell is not None
    x, y = case.cell
    fitting = [tile for tile in KINDS if isinstance(judge(case.table, [Placed(x, y, tile)]), Score)]
    assert fitting == list(case.fits or ())


def test_two_bonus_spaces_with_one_hand() -> None:
    case = next(case for case in all_cases() if case.two_bonuses is not None)
    assert case.hand is not None
    assert case.two_bonuses is not None
    legal = _legal_placements(case.table, case.hand)
    assert len(legal) == case.placements
    assert max(score.points for score in legal.values()) == case.best
    two = {placement for placement, score in legal.items() if score.bonus == 2}
    assert two == {frozenset(placement) for placement in case.two_bonuses}


def _legal_placements(table: Board, hand: tuple[Tile, ...]) -> dict[frozenset[Placed], Score]:
    """Every legal placement: each grows from a smaller one by a tile at an end of its line."""
    found: dict[frozenset[Placed], Score] = {}
    growing = [frozenset((Placed(*cell, tile),)) for cell in table.frontier() for tile in {*hand}]
    while growing:
        placement = growing.pop()
        score = judge(table, sorted(placement), hand)
        if placement in found or isinstance(score, tuple):
            continue
        found[placement] = score
        after = table.with_tiles(placement)
        some = next(iter(placement)).cell
        for axis in Axis:
            line = after.line(some, axis)
            if all(placed.cell in line for placed in placement):
                growing += [
                    placement | {Placed(*end, tile)}
                    for end in (line[0].step(axis, -1), line[-1].step(axis))
                    for tile in {*hand}
                ]
    return found


@pytest.mark.parametrize(
    ("board", "squares"),
    [
        ("select", case_file("select").squares),
        ("diamond", case_file("connect").squares),
        ("cross", case_file("connect").cross),
        ("combined", case_file("combined").squares),
    ],
)
def test_printed_squares(board: str, squares: Squares) -> None:
    printed = layout(board)
    assert (printed.width, printed.height) == (16, 16)
    assert printed.bonus == {**dict.fromkeys(squares.one, 1), **dict.fromkeys(squares.two, 2)}
    assert printed.stars == set(squares.star)
    assert printed.centre == set(squares.centre)
    assert printed.black == set(squares.black)


def test_inner_shapes_stand_for_all_colours() -> None:
    inner = next(case.inner for case in all_cases() if case.inner is not None)
    assert set(inner) == set(Shape)
    assert set(inner.values()) == set(Colour)
    assert edition("colour-blind").faces == "two-shape"
