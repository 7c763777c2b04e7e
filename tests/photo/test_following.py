"""A game is followed by photographs: each turn and its points, from any side of the table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from photo.scenes import Scene, photograph
from qwirkle import Game, bot
from qwirkle.photo import Point, Reading, SeenTile, read_photo, turn_between
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.edition import edition
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.tiles import Tile

NOWHERE = (Point(0, 0),) * 4


def reading_of(tiles: Sequence[Placed], game: str = "classic", certainty: float = 0.9) -> Reading:
    """The reading of a photograph of these tiles."""
    seen = [SeenTile(placed, certainty, Tile.Yc, NOWHERE) for placed in sorted(tiles)]
    return Reading(game, tuple(seen), ())


def at_origin(tiles: Sequence[Placed]) -> list[Placed]:
    left, top = min(placed.x for placed in tiles), min(placed.y for placed in tiles)
    return [Placed(placed.x - left, placed.y - top, placed.tile) for placed in tiles]


def turned(tiles: Sequence[Placed], turns: int, wide: int = 1) -> list[Placed]:
    for _ in range(turns):
        tiles = [Placed(wide - 1 - placed.y, placed.x, placed.tile) for placed in tiles]
    return list(tiles)


BEFORE = Board([Placed(0, 0, Tile.Ro), Placed(1, 0, Tile.Rx), Placed(2, 0, Tile.Rs)])


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(("game", "seed"), [("classic", 3), ("mini", 5), ("connect", 4)])
def test_every_turn_of_a_game_is_found_with_its_points(game: str, seed: int, turns: int) -> None:
    played = Game.new(game, players=2, seed=seed)
    player = bot("greedy", seed)
    known = Board(played.board.placed(), edition(game).layout)
    found = 0
    while played.to_move is not None and found < 12:
        scores = [seat.score for seat in played.view(None).players]
        seat, turn = played.to_move, player.choose(played.view(played.to_move))
        played.play(turn)
        if not isinstance(turn, Place) or played.to_move is None:
            known = Board(played.board.placed(), known.layout)
            continue
        tiles = list(played.board.placed())
        wide = known.layout.width
        seen = turned(tiles, turns, wide) if wide else at_origin(turned(tiles, turns))
        if len(known) < 4:  # one tile, or two, look the same from several sides
            known = Board(tiles, known.layout)
            continue
        spotted = turn_between(known, reading_of(seen, game))
        assert spotted is not None
        assert set(spotted.placed) == set(turn.tiles)
        assert spotted.score is not None
        assert spotted.score.points == played.view(None).players[seat].score - scores[seat]
        assert spotted.board == played.board
        known = spotted.board
        found += 1
    assert found > 4


def test_known_tiles_are_believed_rather_than_what_they_look_like() -> None:
    after = [
        Placed(0, 0, Tile.Ro),
        Placed(1, 0, Tile.Bd),
        Placed(2, 0, Tile.Rs),
        Placed(2, 1, Tile.Bs),
    ]
    spotted = turn_between(
        BEFORE.with_tiles([Placed(3, 0, Tile.Rb)]), reading_of([*after, Placed(3, 0, Tile.Rb)])
    )
    assert spotted is not None
    assert spotted.placed == (Placed(2, 1, Tile.Bs),)
    assert spotted.board[Cell(1, 0)] is Tile.Rx
    # One that is hidden is still there.
    hidden = turn_between(BEFORE, reading_of([Placed(1, 0, Tile.Rx), Placed(2, 0, Tile.Rs)]))
    assert hidden is None or hidden.board[Cell(0, 0)] is Tile.Ro


def test_an_uncertain_tile_gives_way_to_its_second_choice() -> None:
    reading = reading_of([*BEFORE.placed(), Placed(3, 0, Tile.Gd)])
    refused = turn_between(BEFORE, reading)
    assert refused is not None
    assert refused.score is None
    assert {refusal.reason for refusal in refused.refusals} == {"line-mixed"}
    *known, last = reading.tiles
    doubtful = replace(last, certainty=0.2, second=Tile.Rd)
    spotted = turn_between(BEFORE, replace(reading, tiles=(*known, doubtful)))
    assert spotted is not None
    assert spotted.placed == (Placed(3, 0, Tile.Rd),)
    assert spotted.score is not None
    assert (spotted.score.points, spotted.certainty, spotted.refusals) == (4, 0.2, ())


def test_nothing_new_is_no_turn() -> None:
    spotted = turn_between(BEFORE, reading_of(list(BEFORE.placed())))
    assert spotted is not None
    assert (spotted.placed, spotted.score, spotted.board) == ((), None, BEFORE)


def test_another_table_is_no_turn() -> None:
    other = [Placed(0, 0, Tile.Gb), Placed(1, 0, Tile.Gc), Placed(1, 1, Tile.Yc)]
    assert turn_between(BEFORE, reading_of(other)) is None


def test_two_photographs_from_opposite_sides_show_a_turn() -> None:
    tiles = {placed.cell: placed.tile for placed in BEFORE.placed()}
    first = read_photo(photograph(Scene(tiles, seed=4)).jpeg)
    tiles |= {Cell(1, 1): Tile.Bx, Cell(1, 2): Tile.Gx}
    second = read_photo(photograph(Scene(tiles, seed=5, turn=180.0)).jpeg)
    spotted = turn_between(Board(first.board), second)
    assert spotted is not None
    assert str(Place(spotted.placed)) == str(Place((Placed(1, 1, Tile.Bx), Placed(1, 2, Tile.Gx))))
    assert spotted.score is not None
    assert spotted.score.points == 3
