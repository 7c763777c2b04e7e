"""Turns as text: what is written reads back, what is typed carelessly still reads."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle.errors import NotationError
from qwirkle.notation import HiddenTrade, read_turn, read_written_turn, write_turn
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.tiles import KINDS, Tile
from qwirkle.rules.turns import Pass

FAR = st.integers(-(10**17), 10**17)
NEAR = st.integers(-5, 5)
CELLS = st.one_of(st.builds(Cell, NEAR, NEAR), st.builds(Cell, FAR, FAR))
TILES = st.sampled_from(KINDS)
TAKES = st.none() | CELLS
PLACED = st.builds(lambda cell, tile: Placed(cell.x, cell.y, tile), CELLS, TILES)
HANDFULS = st.lists(TILES, min_size=1, max_size=6).map(tuple)


@st.composite
def lines(draw: st.DrawFn) -> tuple[Placed, ...]:
    """Tiles in one row or column, perhaps around others, in either order."""
    start = draw(CELLS)
    steps = draw(st.lists(st.integers(1, 4), max_size=5))
    along = draw(st.sampled_from([(1, 0), (0, 1), (-1, 0), (0, -1)]))
    far = [0, *(sum(steps[: n + 1]) for n in range(len(steps)))]
    return tuple(
        Placed(start.x + by * along[0], start.y + by * along[1], draw(TILES)) for by in far
    )


TURNS: st.SearchStrategy[Turn] = st.one_of(
    st.builds(Place, st.lists(PLACED, min_size=1, max_size=7).map(tuple), TAKES),
    st.builds(Place, lines(), TAKES),
    st.builds(Trade, HANDFULS, TAKES),
    st.builds(Pass, TAKES),
    st.builds(Take, CELLS),
    st.just(DrawThree()),
)
WRITTEN = TURNS | st.builds(HiddenTrade, st.integers(1, 9), TAKES)


@given(TURNS)
def test_a_written_turn_reads_back(turn: Turn) -> None:
    assert read_turn(write_turn(turn)) == turn


@given(WRITTEN)
def test_a_records_turn_reads_back(turn: Turn | HiddenTrade) -> None:
    text = write_turn(turn)
    assert read_written_turn(text) == turn
    assert "\n" not in text
    assert not set("|!#") & set(text)


@given(TURNS, st.sampled_from([str.upper, str.lower, str.swapcase]), st.data())
def test_case_and_spaces_do_not_count(turn: Turn, case: object, data: st.DataObject) -> None:
    assert callable(case)
    text = case(write_turn(turn))
    for mark in "@;>,":
        text = text.replace(mark, data.draw(st.sampled_from([mark, f" {mark} ", f"{mark}  "])))
    assert read_turn(f"  {text}\t") == turn


@given(st.text(st.sampled_from("RrOoxsb@,;.>v<^?-0123 \ntradepasskw")))
def test_any_text_reads_or_is_refused(text: str) -> None:
    turn = None
    with suppress(NotationError):
        turn = read_written_turn(text)
    assert turn is None or read_written_turn(write_turn(turn)) == turn


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Ro@3,4", "Ro@3,4"),
        ("ro@3,4 rs@4,4", "3,4> Ro Rs"),
        ("Ro@3,4, Rs@4,4,Rb@5,4", "3,4> Ro Rs Rb"),
        ("Ro 3,4 Rs (4,4)", "3,4> Ro Rs"),
        ("3,4>RoRs", "3,4> Ro Rs"),
        ("3,4vRORS", "3,4v Ro Rs"),
        ("3,4 V ro, rs", "3,4v Ro Rs"),
        ("3,4 → Ro Rs", "3,4> Ro Rs"),
        ("3,4< Ro Rs", "3,4< Ro Rs"),
        ("Rs@2,4 Ro@3,4", "2,4> Rs Ro"),
        ("-3,-4^ Ro . Rs", "-3,-4^ Ro . Rs"),
        ("Ro@0,0 Rs@0,2", "0,0v Ro . Rs"),
        ("Ro@0,0 Rs@9,0", "Ro@0,0 Rs@9,0"),
        ("Ro@0,0 Rs@1,1", "Ro@0,0 Rs@1,1"),
        ("place Ro@0,0", "Ro@0,0"),
        ("3,4> Ro", "Ro@3,4"),
        ("TRADE ro, bs", "trade Ro Bs"),
        ("trade RoBs", "trade Ro Bs"),
        ("Pass", "pass"),
        ("take 3,4", "take 3,4"),
        ("take 3,4;", "take 3,4"),
        ("take 3,4 Ro@5,5", "take 3,4; Ro@5,5"),
        ("take 3,4; trade Ro", "take 3,4; trade Ro"),
        ("take 3,4; pass", "take 3,4; pass"),
        ("Draw 3", "draw3"),
    ],
)
def test_what_a_player_types(text: str, canonical: str) -> None:
    assert write_turn(read_turn(text)) == canonical


BOARD = Board([Placed(4, 4, Tile.Rb), Placed(5, 4, Tile.Rc), Placed(3, 5, Tile.Bo)])


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("3,4> Ro Rs", [(3, 4), (6, 4)]),
        ("4,4> Ro Rs", [(6, 4), (7, 4)]),
        ("3,4> Ro . Rs", [(3, 4), (6, 4)]),
        ("3,4> Ro . . Rs", [(3, 4), (6, 4)]),
        ("6,4< Ro Rs", [(6, 4), (3, 4)]),
        ("3,4v Ro Rs", [(3, 4), (3, 6)]),
        ("3,6^ Ro Rs", [(3, 6), (3, 4)]),
        ("take 4,4; 3,4> Ro Rs", [(3, 4), (4, 4)]),
        ("Ro@4,4", [(4, 4)]),
    ],
)
def test_a_run_goes_round_the_tiles_on_the_table(text: str, cells: list[tuple[int, int]]) -> None:
    turn = read_turn(text, BOARD)
    assert isinstance(turn, Place)
    assert [placed.cell for placed in turn.tiles] == cells
    assert read_turn(write_turn(turn), BOARD) == turn


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("", "There is no turn here. Write Ro@3,4"),
        ("  , ", "There is no turn here"),
        ("hello", "“hello” cannot be read. Write Ro@3,4"),
        ("Rz@3,4", "“Rz” is not a tile. A tile is a colour letter"),
        ("Row@3,4", "“Row” cannot be read"),
        ("Rſ@3,4", "“Rſ” is not a tile"),
        ("Ro", "Say where Ro goes, such as: Ro@3,4"),
        ("Ro Rs@3,4", "Say where Ro goes"),
        ("Ro@x", "“x” is not a place"),
        ("Ro@3", "“3” is not a place. A place is x,y"),
        ("Ro@3,4 5,4", "“5,4” is not expected here: write each tile with its place"),
        ("3,4", "After 3,4 say which way the tiles run: 3,4> to the right, 3,4v down"),
        ("3,4 Ro", "After 3,4 say which way"),
        ("3,4>", "Say which tiles go there: 3,4> Ro Rs"),
        ("3,4> Ro@5,5", "“@” is not expected here: after 3,4> come tiles"),
        ("place", "Say which tiles you place and where"),
        ("trade", "Say which tiles you trade, such as: trade Ro Bs"),
        ("trade 3", "“3” is not a place"),
        ("trade Ro ?", "Say which tiles you trade"),
        ("trade Ro@3,4", "Say which tiles you trade"),
        ("pass Ro", "“pass” takes nothing else: leave out “Ro”"),
        ("draw3; Ro@3,4", "“draw3” takes nothing else: leave out “; Ro @ 3,4”"),
        ("take", "Say which tile you take by its place, such as: take 3,4"),
        ("take Ro", "Say which tile you take by its place"),
        ("take 3,4; draw3", "“draw3” cannot come after a take"),
        ("take 3,4; take 4,4", "“take” cannot come after a take"),
        ("Ro@3,4 pass", "“pass” is not expected here"),
        ("Ro@" + "9" * 40 + ",1", "is not a place"),
    ],
)
def test_errors_say_what_to_do(text: str, advice: str) -> None:
    with pytest.raises(NotationError) as refusal:
        read_turn(text)
    assert advice in str(refusal.value)


@pytest.mark.parametrize("turn", [Place(()), Trade(()), HiddenTrade(0)])
def test_a_turn_without_tiles_has_no_text(turn: Turn | HiddenTrade) -> None:
    with pytest.raises(NotationError, match="without tiles cannot be written"):
        write_turn(turn)
