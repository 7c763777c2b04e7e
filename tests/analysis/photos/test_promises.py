"""What docs/photos.md promises about followed games, scores and hands, where nothing held it."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from analysis.photos.scenes import Scene, photograph
from analysis.photos.test_following import BEFORE, NOWHERE, after, reading_of
from qwirkle.analysis.photos import (
    HandReading,
    Reading,
    ScoreKeeper,
    SeenTile,
    read_hand,
    turn_between,
    turns_between,
)
from qwirkle.analysis.photos.picture import load_picture
from qwirkle.analysis.photos.reading import UNCERTAIN
from qwirkle.analysis.photos.verdict import problems_of, settled
from qwirkle.errors import Refused
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import Tile


def seen(placed: Placed, certainty: float, second: Tile) -> SeenTile:
    return SeenTile(placed, certainty, second, NOWHERE)


def with_new(board: Board, *new: SeenTile) -> Reading:
    """The reading of a photograph that shows a known position and some more tiles."""
    known = [SeenTile(placed, 0.9, Tile.Yc, NOWHERE) for placed in board.placed()]
    return Reading("classic", tuple(sorted((*known, *new), key=lambda one: one.placed)), ())


def test_a_tile_that_is_certain_never_gives_way_to_its_second_choice() -> None:
    wrong = Placed(3, 0, Tile.Gd)
    sure, unsure = (
        turn_between(BEFORE, with_new(BEFORE, seen(wrong, certainty, Tile.Rd)))
        for certainty in (UNCERTAIN, UNCERTAIN - 0.01)
    )
    assert sure is not None
    assert (sure.placed, sure.score) == ((wrong,), None)
    assert sure.refusals
    assert unsure is not None
    assert unsure.score is not None
    assert unsure.placed == (Placed(3, 0, Tile.Rd),)


CORNER = Board([Placed(0, 0, Tile.Ro)])


@pytest.mark.parametrize("first", [True, False])
def test_of_two_uncertain_tiles_the_less_certain_one_gives_way(first: bool) -> None:
    """Either exchange alone would make a turn of them."""
    low, high = 0.1, 0.4
    beside = seen(Placed(1, 0, Tile.Rs), low if first else high, Tile.Bo)
    below = seen(Placed(1, 1, Tile.Bd), high if first else low, Tile.Gs)
    found = turn_between(CORNER, with_new(CORNER, beside, below))
    assert found is not None
    assert found.score is not None
    wanted = (Tile.Bo, Tile.Bd) if first else (Tile.Rs, Tile.Gs)
    assert tuple(placed.tile for placed in found.placed) == wanted


def test_a_turn_is_as_certain_as_its_least_certain_tile() -> None:
    new = (seen(Placed(3, 0, Tile.Rd), 0.9, Tile.Gd), seen(Placed(4, 0, Tile.Rc), 0.6, Tile.Gc))
    found = turn_between(BEFORE, with_new(BEFORE, *new))
    assert found is not None
    assert found.certainty == 0.6
    nothing = turn_between(BEFORE, after())
    assert nothing is not None
    assert (nothing.placed, nothing.certainty) == ((), 1.0)


def lone(*cells: tuple[int, int, Tile]) -> list[Placed]:
    return [Placed(*cell) for cell in cells]


@pytest.mark.parametrize(("count", "known"), [(2, True), (3, True), (4, False)])
def test_two_or_three_turns_are_told_apart_and_more_are_not(count: int, known: bool) -> None:
    board = Board(lone(*((10 * x, 10 * x, Tile.Ro) for x in range(4))))
    new = [Placed(10 * x + 1, 10 * x, Tile.Rs) for x in range(count)]
    found = turns_between(board, reading_of([*board.placed(), *new]))
    assert found is not None
    assert (found.ways == 1, len(found.turns)) == (known, count if known else 1)
    assert found.points == (2 * count if known else None)


def test_seven_new_tiles_in_one_row_are_told_apart() -> None:
    board = Board(lone((0, 0, Tile.Ro), (20, 0, Tile.Bs), (0, 5, Tile.Gx)))
    first = lone((1, 0, Tile.Rs), (2, 0, Tile.Rd), (3, 0, Tile.Rx))
    second = lone((21, 0, Tile.Bo), (22, 0, Tile.Bd), (23, 0, Tile.Bx), (24, 0, Tile.Bc))
    found = turns_between(board, reading_of([*board.placed(), *first, *second]))
    assert found is not None
    assert (found.ways, found.ordered, found.points) == (1, False, 9)
    assert {turn.placed for turn in found.turns} == {tuple(first), tuple(second)}


def test_pictures_without_a_position_do_not_begin_a_game() -> None:
    keeper = ScoreKeeper(["Ann"])
    boards = []
    for reading in (Reading("classic", (), ()), after()):
        assert keeper.see(reading) is None
        boards.append(keeper.board)
    assert (boards, keeper.scores) == ([None, BEFORE], [0])


def test_a_keeper_knows_the_squares_of_a_printed_board() -> None:
    connect = edition("connect").layout
    keeper = ScoreKeeper()
    keeper.see(replace(after(), game="select", layout=connect))
    assert keeper.board is not None
    assert keeper.board.layout == connect
    plain = ScoreKeeper()
    plain.see(replace(after(), game="select"))
    assert plain.board is not None
    assert plain.board.layout == edition("select").layout


@pytest.mark.parametrize(("kind", "read"), [("PNG", True), ("GIF", False), ("BMP", False)])
def test_only_jpeg_png_and_webp_are_opened(kind: str, read: bool) -> None:
    out = BytesIO()
    Image.new("RGB", (320, 320)).save(out, kind)
    if read:
        assert load_picture(out.getvalue()).shape == (1280, 1280, 3)
        return
    with pytest.raises(Refused) as refused:
        load_picture(out.getvalue())
    assert refused.value.reasons == ("not-a-picture",)


# Hands


TILES = (Tile.Ro, Tile.Bx, Tile.Gs, Tile.Yd)


def hand_in(cells: dict[Cell, Tile], **how: float | str) -> HandReading:
    return read_hand(photograph(Scene(cells, **how)).jpeg)  # type: ignore[arg-type]


@pytest.mark.parametrize("turn", [-10.0, 10.0])
def test_an_upright_row_is_read_from_the_top_down_whichever_way_it_leans(turn: float) -> None:
    cells = {Cell(0, at): tile for at, tile in enumerate(TILES)}
    assert hand_in(cells, seed=5, turn=turn).hand == TILES


def test_a_blurred_hand_is_said_to_be_blurred() -> None:
    cells = {Cell(at, 0): tile for at, tile in enumerate(TILES)}
    sharp, blurred = (
        [problem.reason for problem in hand_in(cells, seed=5, blur=blur).problems]
        for blur in (0.6, 5.0)
    )
    assert sharp == []
    assert "too-blurred" in blurred


def test_a_single_tile_of_a_hand_that_may_lie_any_way_round_is_uncertain() -> None:
    reading = hand_in({Cell(0, 0): Tile.Bs}, seed=3, near=0.4, turn=41.0, table="black")
    assert reading.tiles == () or max(seen.certainty for seen in reading.tiles) < UNCERTAIN


RING = (
    *(Placed(0, 0, Tile.Ro), Placed(1, 0, Tile.Rx), Placed(2, 0, Tile.Rd)),
    *(Placed(0, 1, Tile.Oo), Placed(2, 1, Tile.Od)),
    *(Placed(0, 2, Tile.Yo), Placed(1, 2, Tile.Yx), Placed(2, 2, Tile.Yd)),
)
CLASSIC = edition("classic")


@pytest.mark.parametrize(
    ("second", "left"),
    [(Tile.Ox, Tile.Ox), (Tile.Bs, None)],
    ids=["its second choice fits", "an empty cell fits"],
)
def test_a_doubtful_tile_between_others_gives_way_to_what_the_rules_allow(
    second: Tile, left: Tile | None
) -> None:
    """An empty cell that tiles surround looks like a large square."""
    tiles = [seen(placed, 0.9, Tile.Yc) for placed in RING]
    middle = seen(Placed(1, 1, Tile.Gs), UNCERTAIN - 0.01, second)
    assert not problems_of(tiles, CLASSIC, None)
    found = {one.placed.cell: one for one in settled([*tiles, middle], CLASSIC, None)}
    kept = found.pop(Cell(1, 1), None)
    assert [one.placed for one in found.values()] == list(RING)
    assert (None if kept is None else kept.placed.tile) == left
    if kept is not None:
        assert kept.second == Tile.Gs


@pytest.mark.parametrize("certainty", [UNCERTAIN, UNCERTAIN - 0.01])
def test_a_tile_at_the_edge_of_the_others_is_not_taken_away(certainty: float) -> None:
    """It breaks a rule either way, so it stays as it was read, and the fault is reported."""
    tiles = [seen(placed, 0.9, Tile.Yc) for placed in RING]
    outside = seen(Placed(3, 0, Tile.Gs), certainty, Tile.Bs)
    assert settled([*tiles, outside], CLASSIC, None) == [*tiles, outside]
