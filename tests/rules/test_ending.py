from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.layouts import Layout, layout
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.decide import decide
from qwirkle.rules.placement.referee import Demands, can_place
from qwirkle.rules.placement.state import Result, Seat, State
from qwirkle.rules.placement.turns import Place, Take, Trade
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass

from .table import NAMES, act, cells, place, position, refused, row, table, tiles

REDS = table(row(0, 0, "Ro Rx"))
STUCK = "Gd Gs"  # fits nowhere beside the red circle and the red cross
STUCK_TOO = "Bd Bs"


def scored(state: State, *scores: int) -> State:
    seats = (replace(seat, score=n) for seat, n in zip(state.seats, scores, strict=True))
    return replace(state, seats=tuple(seats))


def test_Q_END_1_with_an_empty_bag_play_goes_on_without_drawing() -> None:
    state = place(position(REDS, "Rd Rs Gc", "Po"), row(2, 0, "Rd"))
    assert state.turn == 1
    assert state.seats[0].hand == tiles("Rs Gc")
    assert state.result is None


@pytest.mark.parametrize("game", ["classic", "colour-blind", "schmidt"])
def test_Q_END_2_Q_SCORE_4_the_first_hand_to_run_out_gets_six_and_ends_the_game(game: str) -> None:
    state = position(REDS, "Rd Rs", "Po Px Pd", game=game)
    happened = decide(state, 0, Place(row(2, 0, "Rd Rs")), SeedDealer(0)).events
    assert happened[1:] == (e.WentOut(0, 6), e.GameEnded("went-out", (0,), (4 + 6, 0)))
    over = place(state, row(2, 0, "Rd Rs"))
    assert over.turn is None
    assert over.result == Result("went-out", (0,), (10, 0))
    assert over.seats[1].hand == tiles("Po Px Pd")


def test_Q_END_2_nobody_else_gets_the_bonus_nor_another_turn() -> None:
    """The others keep their scores, even where they were one tile from going out."""
    state = scored(position(REDS, "Rc", "Rd Gs", "Rs", turn=1), 5, 5, 5)
    state = place(state, row(2, 0, "Rd"))
    assert state.turn == 2
    over = place(state, row(3, 0, "Rs"))
    assert over.result == Result("went-out", (2,), (5, 5 + 3, 5 + 4 + 6))


def test_Q_SCORE_4_the_bonus_follows_a_qwirkle_as_any_other_turn() -> None:
    board = table(row(0, 0, "Ro Rx Rd Rs Rb"))
    assert place(position(board, "Rc", "Po"), row(5, 0, "Rc")).seats[0].score == 12 + 6


def test_A26_an_emptied_hand_just_draws_while_the_bag_lasts() -> None:
    state = place(position(REDS, "Rd Rs", "Po", pile="Yo"), row(2, 0, "Rd Rs"))
    assert state.result is None
    assert (state.turn, state.seats[0].score) == (1, 4)
    assert state.seats[0].hand == tiles("Yo")
    assert state.pile == ()


def test_Q_END_2_drawing_the_last_tile_is_not_running_out() -> None:
    state = place(position(REDS, "Rd", "Po", pile="Yo"), row(2, 0, "Rd"))
    assert state.result is None
    assert state.seats[0].hand == tiles("Yo")


def test_Q_END_3_the_highest_score_wins_not_who_goes_out() -> None:
    over = place(scored(position(REDS, "Rd", "Po"), 3, 40), row(2, 0, "Rd"))
    assert over.result == Result("went-out", (1,), (3 + 3 + 6, 40))


def test_Q_END_3_a_tie_is_shared() -> None:
    over = place(scored(position(REDS, "Rd", "Po", "Px"), 11, 20, 7), row(2, 0, "Rd"))
    assert over.result == Result("went-out", (0, 1), (20, 20, 7))


def test_A1_who_can_neither_place_nor_trade_passes() -> None:
    state = act(position(REDS, STUCK, "Rd"), Pass())
    assert (state.turn, state.passes, state.result) == (1, 1, None)
    assert state.seats[0] == Seat(NAMES[0], tiles(STUCK))


def test_A1_who_can_place_must_place_when_the_bag_is_empty() -> None:
    state = position(REDS, "Gd Rs", "Po")
    assert refused(state, Pass()) == {"can-place": ()}
    assert refused(state, Trade(tiles("Gd"))) == {"bag-too-small": ()}


def test_A1_no_pass_with_tiles_in_the_bag() -> None:
    assert refused(position(REDS, STUCK, "Po", pile="Yc"), Pass()) == {"can-trade": ()}
    both = refused(position(REDS, "Rd", "Po", pile="Yc"), Pass())
    assert both == {"can-place": (), "can-trade": ()}


def test_A2_a_full_round_of_passes_ends_the_game_without_a_bonus() -> None:
    state = scored(position(REDS, STUCK, STUCK_TOO, "Yd Ys"), 5, 9, 9)
    for _ in range(2):
        state = act(state, Pass())
        assert state.result is None
    state = act(state, Pass())
    assert state.result == Result("all-passed", (1, 2), (5, 9, 9))
    assert state.turn is None


def test_A2_a_placement_breaks_the_round() -> None:
    state = act(position(REDS, STUCK, "Rd Pc", STUCK_TOO), Pass())
    state = place(state, row(2, 0, "Rd"))
    assert state.passes == 0
    # The red diamond let the others in again; whoever is stuck from here on starts a new round.
    state = act(replace(state, board=REDS), Pass())
    state = act(replace(state, board=REDS), Pass())
    assert (state.passes, state.result) == (2, None)
    state = act(state, Pass())
    assert state.result == Result("all-passed", (1,), (0, 3, 0))


def test_A2_a_token_used_before_passing_breaks_the_round() -> None:
    board = table(row(4, 7, "Ro Rx Rb"), layout=layout("select"))
    state = position(board, "Gd Gs", "Bd Bs", game="select", passes=1)
    state = replace(state, seats=(replace(state.seats[0], tokens=1), state.seats[1]))
    taken = act(state, Take(Cell(6, 7)))
    assert taken.passes == 0
    stuck = replace(taken, seats=(Seat("Ada", tiles(STUCK)), taken.seats[1]))
    assert act(stuck, Pass()).result is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_A3_four_rounds_without_a_placement_end_the_game(players: int) -> None:
    hands = ("Rd", "Rs", "Rb", "Rc")[:players]
    state = scored(position(REDS, *hands, pile="Yo Yx"), *range(players))
    for _ in range(4 * players - 1):
        assert state.turn is not None
        state = act(state, Trade(state.seats[state.turn].hand))
        assert state.result is None
    assert state.turn is not None
    state = act(state, Trade(state.seats[state.turn].hand))
    assert state.result == Result("no-progress", (players - 1,), tuple(range(players)))


def test_A3_a_placement_starts_the_count_anew() -> None:
    state = position(REDS, "Rd", "Rs", pile="Yo Yx", idle=7)
    assert act(state, Trade(tiles("Rd"))).result == Result("no-progress", (0, 1), (0, 0))
    placed = place(state, row(2, 0, "Rd"))
    assert (placed.idle, placed.result) == (0, None)


def test_A3_passes_count_as_idle_turns() -> None:
    assert act(position(REDS, STUCK, "Rd", idle=3), Pass()).idle == 4


def test_after_the_end_every_turn_is_refused() -> None:
    over = place(position(REDS, "Rd", "Po"), row(2, 0, "Rd"))
    for turn in (Place(row(3, 0, "Rs")), Place(()), Trade(tiles("Po")), Pass(), Take(Cell(0, 0))):
        for seat in (0, 1):
            assert refused(over, turn, seat) == {"game-over": ()}


def test_the_last_turn_stays_visible_after_the_end() -> None:
    over = place(position(REDS, "Rd", "Po"), row(2, 0, "Rd"))
    assert over.last is not None
    assert (over.last.seat, over.last.points) == (0, 3)
    assert cells(over.last.placed) == (Cell(2, 0),)


def test_A1_A12_a_tile_just_taken_cannot_go_back_but_another_can_go_there() -> None:
    """One free cell on the whole board, and the red diamond was just taken from it."""
    board = table(row(0, 0, "Ro"), layout=Layout(2, 1))
    taken = Placed(1, 0, Tile("Rd"))
    assert can_place(board, tiles("Rd"))
    assert not can_place(board, tiles("Rd"), Demands(banned=taken))
    assert can_place(board, tiles("Rd Rc"), Demands(banned=taken))
    state = position(board, "Rd", "Po", game="mini", taken=taken, used=Action.TAKE)
    assert act(state, Pass()).turn == 1
    assert refused(replace(state, taken=None), Pass()) == {"can-place": ()}
