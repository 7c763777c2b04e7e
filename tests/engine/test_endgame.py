"""Endings of two players: what they are worth by the rules, whatever the search leaves out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from qwirkle.engine import Move, Position, backend
from qwirkle.engine.legal import legal_turns
from qwirkle.engine.placement import endgame, grid
from qwirkle.engine.position import Standing
from qwirkle.engine.solver import Solver
from qwirkle.players import bot, sim, value
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout, layout
from qwirkle.rules.editions.placement import Action, edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.view import view
from qwirkle.rules.tiles import KINDS, Tile

from .endings import (
    Oracle,
    after,
    endings,
    greedy_game,
    in_hands,
    lead,
    plain_value,
    solved,
    turn_of,
)
from .positions import TIGHT, grown, table, tiles

GAMES = ("classic", "schmidt", "connect")
interpreted = backend() == "python"


def check(state: State) -> None:
    """The value is the oracle's, and the move keeps it."""
    oracle = Oracle()
    solution = solved(state)
    assert solution.exact
    assert solution.value == oracle.value(state)
    assert oracle.value_of(state, turn_of(solution.move)) == solution.value


@pytest.mark.parametrize("game", GAMES)
def test_small_endings_are_worth_what_the_rules_say(game: str) -> None:
    seeds = range(2 if interpreted else 9)
    found = list(chain(endings(game, seeds, 3), endings(game, seeds, 4, 4)))
    assert len(found) > (0 if interpreted else 9)
    for state in found:
        check(state)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_endings_of_five_tiles_are_worth_what_the_rules_say(game: str) -> None:
    for state in endings(game, range(20), 5, 5):
        check(state)


@pytest.mark.parametrize("game", GAMES)
def test_the_line_played_by_the_rules_brings_the_value(game: str) -> None:
    for start in endings(game, range(2 if interpreted else 6), 6 if interpreted else 9, 5):
        solution = solved(start)
        assert solution.exact
        assert start.turn is not None
        state = start
        for move in solution.line:
            if move is not None and state.turn is not None:
                before = state.seats[state.turn].score
                later = after(state, turn_of(move))
                bonus = 0 if later.seats[state.turn].hand else 6
                assert later.seats[state.turn].score - before == move.points + bonus
            state = after(state, turn_of(move))
        assert state.result is not None
        assert lead(state, start.turn) - lead(start, start.turn) == solution.value


def test_neither_can_do_better_than_the_line() -> None:
    """Each turn of the line is the best one where it is made."""
    for start in endings("classic", range(2 if interpreted else 8), 5 if interpreted else 8, 5):
        state, solution = start, solved(start)
        value = solution.value
        for move in solution.line:
            assert state.turn is not None
            later = after(state, turn_of(move))
            value = lead(later, state.turn) - lead(state, state.turn) - value
            if later.turn is not None:
                assert solved(later).value == value
            state = later
        assert value == 0


@settings(max_examples=10 if interpreted else 60)
@given(st.integers(0, 10**9), st.integers(1, 6), st.integers(1, 9), st.integers(0, 3000))
def test_the_position_stays_as_it_is_and_every_answer_is_legal(
    seed: int, own: int, other: int, nodes: int
) -> None:
    nodes = min(nodes, 100) if interpreted else nodes
    position, _ = grown(seed, 50)
    chance = random.Random(seed)
    hands = [chance.choices(KINDS, k=own), chance.choices(KINDS, k=other)]
    before = position._core.state()
    solution = Solver(position, 1 << 10).solve(hands, 0, nodes=nodes)
    assert position._core.state() == before
    moves = position.moves(hands[0])
    assert solution.move in moves if moves else solution.move is None
    if solution.nodes < nodes:
        assert solution.exact


@pytest.mark.parametrize(("board", "lying"), [(None, 12), (TIGHT, 8)], ids=["open", "tight"])
def test_what_the_search_leaves_out_changes_nothing(board: Layout | None, lying: int) -> None:
    """Of few kinds both hold the same ones; on a tight board the last spots are blocked."""
    for seed in range(30 if interpreted else 700):
        position, _ = grown(seed, lying, board)
        chance = random.Random(seed)
        kinds = [kind for kind in KINDS if position.can_place([kind])] or KINDS
        kinds = chance.sample(kinds, min(len(kinds), 5))
        own = chance.randint(2, 4)
        other = 1 if own == 4 else chance.randint(1, 3)
        hands = [chance.choices(kinds, k=own), chance.choices(kinds, k=other)]
        solution = Solver(position, 1 << 8).solve(hands, 0)
        assert solution.exact
        assert solution.value == plain_value(position, hands, 0)


def best_against_greedy(
    position: Position, hands: list[list[Tile]], seat: int, passes: int = 0
) -> int:
    """What seat 0 brings home at the least when seat 1 always makes as many points as it can."""
    moves = position.moves(hands[seat])
    if seat == 1:
        most = max((move.points for move in moves), default=0)
        moves = [move for move in moves if move.points == most]
    values = []
    for move in moves:
        left = list(hands[seat])
        for tile in move.tiles:
            left.remove(tile.tile)
        value = move.points + 6
        if left:
            position.place(move.tiles)
            others = [left, hands[1]] if seat == 0 else [hands[0], left]
            value = move.points - best_against_greedy(position, others, 1 - seat)
            position.undo()
        values.append(value)
    if values:
        return max(values)
    return 0 if passes else -best_against_greedy(position, hands, 1 - seat, 1)


def test_against_a_greedy_seat_the_best_answer_to_that_is_found() -> None:
    more = 0
    for seed in range(4 if interpreted else 120):
        position, _ = grown(seed, 14)
        chance = random.Random(seed)
        kinds = [kind for kind in KINDS if position.can_place([kind])]
        hands = [chance.choices(kinds, k=3), chance.choices(kinds, k=3)]
        solver = endgame.Endgame(position._core, 1 << 8)
        solver.set_up([[tile.index for tile in hand] for hand in hands])
        _, careful, exact = solver.solve(0)
        solver.greedy = 1
        _, value, exact_too = solver.solve(0)
        assert exact
        assert exact_too
        assert value == best_against_greedy(position, hands, 0)
        assert value >= careful
        more += value > careful
    assert more or interpreted, "greedy is not the best play"


def test_turns_left_out_against_a_greedy_seat_prove_nothing() -> None:
    """Eight tiles are searched narrowly first; after one turn more nothing is left out."""
    for seed in range(3 if interpreted else 60):
        position, _ = grown(seed, 14)
        chance = random.Random(seed)
        kinds = [kind for kind in KINDS if position.can_place([kind])]
        hands = [chance.sample(kinds, 4), chance.sample(kinds, 4)]
        truth = max(value_by_turns(position, hands))
        solver = endgame.Endgame(position._core, 1 << 10)
        solver.greedy = 1
        for budget in (30, 300, 1 << 40):
            solver.set_up([[tile.index for tile in hand] for hand in hands])
            _, value, exact = solver.solve(0, 0, budget)
            assert value == truth or not exact
        assert exact


def value_by_turns(position: Position, hands: list[list[Tile]]) -> Iterator[int]:
    """What each placement of seat 0 is worth when seat 1 is greedy, each solved on its own."""
    for move in position.moves(hands[0]):
        left = list(hands[0])
        for placed in move.tiles:
            left.remove(placed.tile)
        if not left:
            yield move.points + 6
            continue
        position.place(move.tiles)
        solver = endgame.Endgame(position._core, 1 << 10)
        solver.greedy = 1
        solver.set_up([[tile.index for tile in hand] for hand in (left, hands[1])])
        _, value, exact = solver.solve(1)
        position.undo()
        assert exact
        yield move.points - value


@pytest.mark.parametrize("game", GAMES)
def test_a_search_that_widens_finds_the_same_values(game: str) -> None:
    """What it looks at in vain, or leaves out for a while, changes no proof."""
    states = list(endings(game, range(1 if interpreted else 6), 7, 5))
    for state in states:
        found = []
        for widening in (False, True):
            solver = Solver(Position(state.board), widening=widening)
            hands = [seat.hand for seat in state.seats]
            found.append(solver.solve(hands, state.turn or 0, standing=Standing(state.edition)))
        assert all(solution.exact for solution in found)
        assert found[0].value == found[1].value
    assert states


def test_a_search_that_widens_proves_nothing_before_it_has_seen_everything() -> None:
    state = next(endings("classic", range(9), 9, 8))
    solver = Solver(Position(state.board), widening=True)
    hands = [seat.hand for seat in state.seats]
    for nodes in (1, 30, 100):
        solution = solver.solve(
            hands, state.turn or 0, standing=Standing(state.edition), nodes=nodes
        )
        assert not solution.exact
        assert solution.move is not None


def test_what_is_not_proven_is_not_called_exact() -> None:
    state = greedy_game("classic", 0)[0]
    assert in_hands(state) > 9
    assert not solved(state, 10).exact
    assert not solved(state, 1000).exact
    assert isinstance(solved(state, 0).move, Move)


def test_a_small_memory_changes_nothing_but_the_time() -> None:
    for state in endings("classic", range(1 if interpreted else 6), 5 if interpreted else 8, 5):
        small, large = solved(state, states=2), solved(state, states=1 << 16)
        assert small.exact
        assert small.value == large.value


def test_what_was_searched_before_changes_nothing() -> None:
    """Not even where the budget ends the search, and the memory is too small for all states."""
    states = list(endings("classic", range(1 if interpreted else 4), 9, 7))
    assert len(states) > 1

    def answer(solver: Solver, state: State) -> object:
        hands = [seat.hand for seat in state.seats]
        found = solver.solve(
            hands,
            state.turn or 0,
            standing=Standing(state.edition),
            nodes=200 if interpreted else 3000,
        )
        return found.move, found.value, found.exact, solver._endgame.spent

    for state in states:
        position = Position(state.board)
        used = Solver(position, states=64)
        first = answer(used, state)
        for _ in range(3):
            assert answer(used, state) == first
        assert answer(Solver(position, states=64), state) == first


def recoloured(state: State, colours: list[int], shapes: list[int]) -> State:
    """The same state with other names for colours and shapes, turned about the diagonal."""

    def other(tile: Tile) -> Tile:
        return KINDS[6 * colours[tile.index // 6] + shapes[tile.index % 6]]

    return replace(
        state,
        board=Board(Placed(y, x, other(tile)) for x, y, tile in state.board.placed()),
        seats=tuple(
            replace(seat, hand=tuple(other(tile) for tile in seat.hand))
            for seat in reversed(state.seats)
        ),
        turn=None if state.turn is None else 1 - state.turn,
    )


@settings(max_examples=5 if interpreted else 30)
@given(st.integers(0, 7), st.permutations(range(6)), st.permutations(range(6)))
def test_names_of_colours_and_shapes_and_seats_do_not_matter(
    seed: int, colours: list[int], shapes: list[int]
) -> None:
    for state in endings("classic", range(seed, seed + 1), 5 if interpreted else 8, 2):
        assert solved(recoloured(state, colours, shapes)).value == solved(state).value


def test_A1_A2_nothing_to_place_is_a_pass_and_two_passes_end_it() -> None:
    alone = Solver(Position(Board([Placed(0, 0, Tile.Ro)])))
    assert alone.solve([[Tile.Gx], [Tile.Bx]], 1)[:3] == (None, 0, True)
    assert alone.solve([[Tile.Gx], [Tile.Bx]], 1).line == (None, None)
    assert alone.solve([[Tile.Gx], [Tile.Bx]], 1, passes=1).line == (None,)
    # The other one places, and goes out.
    assert alone.solve([[Tile.Gx], [Tile.Rx]], 0)[:2] == (None, -8)
    # The pass before does not count once somebody has placed.
    assert alone.solve([[Tile.Rx, Tile.Gd], [Tile.Bs]], 0, passes=1)[1:3] == (2, True)


def test_Q_SCORE_4_going_out_is_worth_what_is_agreed() -> None:
    alone = Solver(Position(Board([Placed(0, 0, Tile.Ro)])))
    assert alone.solve([[Tile.Rx], [Tile.Gx]], 0).value == 8
    assert alone.solve([[Tile.Rx], [Tile.Gx]], 0, going_out=0).value == 2
    # Both tiles at once: who keeps one lets the other one make a Qwirkle and go out.
    five = Solver(Position(table("Ro Rx Rd Rs Rb")))
    assert five.solve([tiles("Go Yo"), tiles("Rc")], 0).value == 4 + 6


def test_the_only_spot_for_the_last_tile_of_the_other_one_is_blocked() -> None:
    """Who lets him place loses; the search must see that a spot is no longer there."""
    board = table("Ro Rx Rd Rs Rb")
    hands = [tiles("Rc Bd Pd"), tiles("Rc")]
    state = replace(
        greedy_game("classic", 0)[0],
        board=board,
        turn=0,
        seats=tuple(
            replace(seat, hand=tuple(hand))
            for seat, hand in zip(greedy_game("classic", 0)[0].seats, hands, strict=True)
        ),
    )
    check(state)


def test_A3_the_guard_may_end_the_game_with_one_pass() -> None:
    alone = Solver(Position(Board([Placed(0, 0, Tile.Ro)])))
    hands = [[Tile.Gx], [Tile.Rx]]
    rules = edition("mini")
    assert alone.solve(hands, 0, standing=Standing(rules, idle=6)).value == -8
    assert alone.solve(hands, 0, standing=Standing(rules, idle=7)).value == 0


def test_large_hands_are_solved_too() -> None:
    """After drawing three a hand has up to nine tiles (M-DRAW3-1)."""
    position = Position(table("Ro Rx Rd"))
    hand = tiles("Rs Gx Gd Gs Gb Gc Yb Yc Po")
    solution = Solver(position).solve([hand, tiles("Bo Bx")], 0, nodes=300)
    assert solution.move in position.moves(hand)


def test_endings_with_takes_are_refused() -> None:
    placed = [Placed(7, 7, Tile.Ro)]
    stars = Solver(Position(Board(placed, layout("select"))))
    hands = [[Tile.Rx], [Tile.Gx]]
    rules = edition("select")
    with pytest.raises(ValueError, match="a star may have its token"):
        stars.solve(hands, 0)
    assert stars.solve(hands, 0, standing=Standing(rules)).value == 8
    for standing in (
        Standing(rules, tokens=(0, 1)),
        Standing(rules, actions=((), (Action.TAKE,))),
        Standing(rules, stars_left=[Cell(3, 1)]),
        Standing(rules, specials=[Action.TAKE]),
        Standing(rules, used=True),
        Standing(rules, taken=placed[0]),
    ):
        with pytest.raises(ValueError, match=r"scope|special tiles"):
            stars.solve(hands, 0, standing=standing)


def test_misuse_is_refused() -> None:
    alone = Solver(Position(Board([Placed(0, 0, Tile.Ro)])))
    with pytest.raises(ValueError, match="two hands"):
        alone.solve([[Tile.Rx]], 0)
    with pytest.raises(ValueError, match="in both hands"):
        alone.solve([[Tile.Rx], []], 0)
    with pytest.raises(ValueError, match="0 or 1"):
        alone.solve([[Tile.Rx], [Tile.Gx]], 2)
    with pytest.raises(ValueError, match="0 or 1"):
        alone.solve([[Tile.Rx], [Tile.Gx]], 0, passes=2)
    with pytest.raises(ValueError, match="on the table"):
        Solver(Position()).solve([[Tile.Rx], [Tile.Gx]], 0)
    with pytest.raises(ValueError, match="power of two"):
        endgame.Endgame(grid.Grid(0, 0), 1000)
    with pytest.raises(ValueError, match="0 to 35"):
        endgame.Endgame(grid.Grid(0, 0)).set_up([[36], [0]])


def test_a_search_ends_when_its_time_is_up() -> None:
    """Whatever its budget: the answer is legal, and what was not searched is not proven."""
    state = next(endings("classic", range(40), most=12, least=10))
    assert state.turn is not None
    hands = [holder.hand for holder in state.seats]
    solver = Solver(Position(state.board))
    hasty = solver.solve(hands, state.turn, nodes=10**9, seconds=0.0)
    assert not hasty.exact
    assert hasty.nodes < 1000
    assert hasty.move in Position(state.board).moves(hands[state.turn])
    # As long as there is time, the budget alone decides.
    for nodes in (300, 700, 3000):
        slow, quick = (
            solver.solve(hands, state.turn, nodes=nodes, seconds=seconds) for seconds in (1e6, 1e9)
        )
        assert slow == quick
        assert slow.nodes > hasty.nodes or nodes < 700


@pytest.mark.parametrize(("module", "spec"), [(value, "value:endgame=3000"), (sim, "sim:nodes=75")])
def test_every_bot_has_a_limit_of_time_for_endings(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, spec: str
) -> None:
    """The clock is the test's: with no time at all, hardly anything is searched."""
    state = next(endings("classic", range(40), most=12, least=10))
    assert state.turn is not None
    seen = view(state, state.turn)
    spent = []
    for seconds in (0.0, 1e9):
        monkeypatch.setattr(module, "ENDING_SECONDS", seconds)
        player: Any = bot(spec, 1)
        assert player.choose(seen) in set(legal_turns(seen))
        adviser = player._advisors[0] if module is sim else player._advisor
        spent.append(adviser.table.ending.spent)
        player.close()
    assert spent[0] < 1000 < spent[1]
