"""Positions in one line: there and back, on any part of the table."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle.errors import NotationError
from qwirkle.notation import PositionText, position_of, read_position, write_position
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import Action, edition
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.decide import begin
from qwirkle.rules.placement.view import view
from qwirkle.rules.tiles import KINDS, Tile

TILES = st.sampled_from(KINDS)
NEAR, FAR = st.integers(-9, 9), st.integers(-(10**15), 10**15)
CELLS = st.one_of(st.builds(Cell, NEAR, NEAR), st.builds(Cell, FAR, FAR))
BOARDS = st.dictionaries(CELLS, TILES, max_size=25).map(
    lambda tiles: tuple(Placed(*cell, tile) for cell, tile in sorted(tiles.items()))
)
COUNTS = st.integers(0, 10**9)
OPTIONS = st.dictionaries(
    st.text(st.characters(codec="utf-8")),
    st.one_of(
        st.booleans(),
        st.integers(-5, 5),
        st.text(st.characters(codec="utf-8")),
        st.lists(st.text(st.characters(codec="utf-8")), max_size=3),
    ),
    max_size=3,
)


@st.composite
def positions(draw: st.DrawFn) -> PositionText:
    seats = draw(st.integers(1, 4))

    def each(one: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...] | None]:
        return st.none() | st.lists(one, min_size=seats, max_size=seats).map(tuple)

    return PositionText(
        game=draw(st.sampled_from(["classic", "colour-blind", "house2"])),
        board=draw(BOARDS),
        hand=draw(st.none() | st.lists(TILES, max_size=9).map(tuple)),
        bag=draw(st.none() | COUNTS),
        scores=draw(each(COUNTS)),  # type: ignore[arg-type]
        turn=draw(st.none() | st.integers(0, seats - 1)),
        options=draw(OPTIONS),
        opening=draw(st.integers(0, 6)),
        tokens=draw(each(COUNTS)),  # type: ignore[arg-type]
        actions=draw(each(st.lists(st.sampled_from(Action), max_size=2).map(tuple))),  # type: ignore[arg-type]
        stars=draw(st.none() | st.lists(CELLS, max_size=4).map(tuple)),
        used=draw(st.none() | st.sampled_from(Action)),
        taken=draw(
            st.none() | st.builds(lambda cell, tile: Placed(cell.x, cell.y, tile), CELLS, TILES)
        ),
    )


@given(positions())
def test_a_position_reads_back(position: PositionText) -> None:
    line = write_position(position)
    assert "\n" not in line
    assert read_position(line) == position
    assert write_position(read_position(f"  {line.replace(' ', '   ')}\r\n")) == line


@given(st.data())
def test_damaged_lines_are_refused_or_read(data: st.DataObject) -> None:
    line = "select 3,-2:Ro2Rs/2/Bs RoGx 72 10-4 2 tokens=1-0 actions=take/- stars=3,1;6,3"
    place = data.draw(st.integers(0, len(line)))
    damaged = line[:place] + data.draw(st.text(max_size=3)) + line[place + 1 :]
    position = None
    with suppress(NotationError):
        position = read_position(damaged)
    assert position is None or read_position(write_position(position)) == position


def test_the_board_is_written_row_by_row_from_its_own_corner() -> None:
    board = (Placed(-2, 5, Tile.Ro), Placed(-1, 1, Tile.Gx), Placed(1, 1, Tile.Gs))
    assert write_position(PositionText(game="classic", board=board)) == (
        "classic -2,1:1Gx1Gs/3/Ro ? ? ? -"
    )


@pytest.mark.parametrize(
    "spelling", ["0,0:Ro/2/Rs", "0,0:Ro///Rs", "0,0:Ro3/1//0Rs", "-1,0:1Ro/2/1Rs"]
)
def test_other_spellings_of_a_board_read_the_same(spelling: str) -> None:
    found = read_position(f"classic {spelling} - ? ? -")
    assert found.board == (Placed(0, 0, Tile.Ro), Placed(0, 3, Tile.Rs))


@pytest.mark.parametrize("game", ["classic", "mini", "select", "connect", "combined"])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_view_has_a_position(game: str, seat: int | None) -> None:
    seed = Random(game).random()
    state = begin(edition(game), ["Ann", "Ben"], SeedDealer(str(seed))).state
    seen = view(state, seat)
    position = position_of(seen)
    again = read_position(write_position(position))
    assert again == position
    assert again.board == seen.board.placed()
    assert again.stars == (seen.stars_left or None)
    assert again.opening == seen.opening_tiles
    assert (again.hand is None) == (seat is None)


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("", "this one has no game, board, hand, bag, scores, turn"),
        ("classic - - 5", "this one has no scores, turn"),
        ("Classic! - - 5 0 1", "game: “Classic!” is not a game id"),
        ("classic Ro - 5 0 1", "board: write the top left cell, a colon"),
        ("classic x:Ro - 5 0 1", "board: “x” is not a cell"),
        ("classic 0,0: - 5 0 1", "board: there is no tile in it"),
        ("classic 0,0:Rz - 5 0 1", "“Rz” is not a tile"),
        ("classic 0,0:Ro?Rs - 5 0 1", "board: “?Rs” is neither a tile nor a gap"),
        ("classic - RoR 5 0 1", "“R” is not a tile"),
        ("classic - - many 0 1", "bag: “many” is not a number"),
        ("classic - - 5 0-x 1", "scores: “x” is not a number"),
        ("classic - - 5 0-0 3", "turn: there is no seat 3; seats count from 1"),
        ("classic - - 5 0-0 0", "turn: there is no seat 0"),
        ("classic - - 5 0-0 1 tokens=1", "scores and tokens speak of different numbers"),
        ("classic - - 5 0-0 1 lives=1", "“lives=1” is not a field; after the turn come options"),
        ("classic - - 5 0-0 1 tokens=1-1 tokens=1-1", "tokens: this field appears twice"),
        ("classic - - 5 0-0 1 actions=fly/-", "actions: “fly” is not an action; they are take"),
        ("classic - - 5 0-0 1 stars=3", "stars: “3” is not a cell"),
        ("classic - - 5 0-0 1 options=[]", "options: not a JSON object of options"),
        ("classic - - 5 0-0 1 taken=1,1", "“” is not a tile"),
    ],
)
def test_errors_name_the_field(line: str, advice: str) -> None:
    with pytest.raises(NotationError) as refusal:
        read_position(line)
    assert advice in str(refusal.value)


@pytest.mark.parametrize(
    "position",
    [
        PositionText(game="two words"),
        PositionText(game="classic", bag=-1),
        PositionText(game="classic", scores=()),
        PositionText(game="classic", scores=(1, 2), turn=2),
        PositionText(game="classic", board=(Placed(0, 0, Tile.Ro), Placed(0, 0, Tile.Rs))),
    ],
)
def test_what_cannot_be_read_back_is_not_written(position: PositionText) -> None:
    with pytest.raises(NotationError):
        write_position(position)
