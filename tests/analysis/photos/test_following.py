"""A game is followed by photographs: each turn and its points, from any side of the table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from analysis.photos.scenes import Scene, photograph
from qwirkle import Game, bot
from qwirkle.analysis.photos import (
    Point,
    Reading,
    ScoreKeeper,
    SeenTile,
    following,
    read_photo,
    turn_between,
    turns_between,
)
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import judge
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


def after(*new: Placed) -> Reading:
    """The reading of a photograph after some more tiles have been placed."""
    return reading_of([*BEFORE.placed(), *new])


DOWN = Placed(0, 1, Tile.Bo), Placed(0, 2, Tile.Go)
"""A turn below the first tile: 3 points."""
MORE = Placed(3, 0, Tile.Rd)
"""A turn at the end of the row: 4 points."""
APART = Placed(2, 1, Tile.Ys), Placed(2, 2, Tile.Gs), Placed(2, 3, Tile.Bs)
"""A turn below the last tile: 4 points."""


def test_tiles_of_one_turn_are_one_turn() -> None:
    seen = turns_between(BEFORE, after(*DOWN))
    assert seen is not None
    assert ([turn.placed for turn in seen.turns], seen.points) == ([DOWN], 3)
    assert (seen.ordered, seen.ways) == (True, 1)


def test_turns_that_fit_in_any_order_are_told_apart_without_one() -> None:
    seen = turns_between(BEFORE, after(*DOWN, MORE))
    assert seen is not None
    assert {turn.placed: turn.score and turn.score.points for turn in seen.turns} == {
        DOWN: 3,
        (MORE,): 4,
    }
    assert (seen.ordered, seen.ways, seen.points) == (False, 1, 7)
    assert seen.board == BEFORE.with_tiles([*DOWN, MORE])
    assert seen.turns[1].board == seen.board


def test_a_turn_that_needs_the_other_comes_after_it() -> None:
    longer, beside = (*DOWN, Placed(0, 3, Tile.Yo)), Placed(1, 2, Tile.Gx)
    seen = turns_between(BEFORE, after(*longer, beside))
    assert seen is not None
    assert [turn.placed for turn in seen.turns] == [longer, (beside,)]
    assert [turn.score and turn.score.points for turn in seen.turns] == [4, 2]
    assert (seen.ordered, seen.ways) == (True, 1)


def test_three_turns_are_told_apart() -> None:
    seen = turns_between(BEFORE, after(*DOWN, MORE, *APART))
    assert seen is not None
    assert sorted(turn.placed for turn in seen.turns) == [DOWN, APART, (MORE,)]
    assert (seen.ordered, seen.ways, seen.points) == (False, 1, 11)


def test_tiles_that_are_turns_in_several_ways_are_asked_about() -> None:
    # The corner may have been part of either line; and the right tile may have come first.
    below = Placed(0, 1, Tile.Bo), Placed(1, 1, Tile.Bx), Placed(0, 2, Tile.Go)
    seen = turns_between(BEFORE, after(*below))
    assert seen is not None
    assert seen.ways == 3
    assert seen.points is None
    (unknown,) = seen.turns
    assert (set(unknown.placed), unknown.score) == (set(below), None)
    assert seen.board == BEFORE.with_tiles(below)


def test_tiles_that_are_no_turns_at_all_are_refused() -> None:
    seen = turns_between(BEFORE, after(Placed(3, 0, Tile.Gd), Placed(0, 1, Tile.Bo)))
    assert seen is not None
    assert (seen.ways, seen.points) == (0, None)
    assert seen.turns[0].refusals


def test_tiles_that_no_few_lines_cover_are_not_tried_as_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are thousands of ways to divide them, and each turn is one line."""
    tried: list[int] = []

    def counted(board: Board, tiles: Sequence[Placed]) -> object:
        tried.append(len(tiles))
        return judge(board, tiles)

    monkeypatch.setattr(following, "judge", counted)
    scattered = [Placed(number, 2 + number, tile) for number, tile in enumerate(list(Tile)[:9])]
    seen = turns_between(BEFORE, after(*scattered))
    assert seen is not None
    assert seen.ways == 0
    assert len(tried) <= 2, "all of them as one turn"


def test_nothing_new_is_no_turn_and_another_table_is_nothing() -> None:
    seen = turns_between(BEFORE, after())
    assert seen is not None
    assert (seen.turns, seen.board, seen.points) == ((), BEFORE, 0)
    other = [Placed(0, 0, Tile.Gb), Placed(1, 0, Tile.Gc), Placed(1, 1, Tile.Yc)]
    assert turns_between(BEFORE, reading_of(other)) is None


def test_the_score_is_kept_by_turns() -> None:
    keeper = ScoreKeeper(["Ann", "Ben"])
    assert keeper.see(after()) is None
    assert keeper.board == BEFORE
    for reading in (after(*DOWN), after(*DOWN, MORE)):
        assert keeper.see(reading) is not None
    assert (keeper.scores, keeper.turns) == ([3, 4], [1, 1])
    assert keeper.see(after(*DOWN, MORE)) is not None  # Ann trades
    keeper.see(after(*DOWN, MORE, *APART))
    assert (keeper.scores, keeper.turns) == ([3, 8], [1, 2])
    assert (keeper.open_points, keeper.unknown) == (0, 0)


def test_a_picture_that_cannot_be_read_loses_no_points() -> None:
    keeper = ScoreKeeper(["Ann", "Ben", "Cleo"])
    keeper.see(after())
    assert keeper.see(Reading("classic", (), ())) is None
    other = [Placed(0, 0, Tile.Gb), Placed(1, 0, Tile.Gc), Placed(1, 1, Tile.Yc)]
    assert keeper.see(reading_of(other)) is None
    keeper.see(after(*DOWN, MORE))
    # Whether 3 or 4 points are Ann's cannot be seen.
    assert (keeper.scores, keeper.open_points) == ([0, 0, 0], 7)
    keeper.see(after(*DOWN, MORE, *APART))
    assert keeper.scores == [0, 0, 4]
    together = ScoreKeeper()
    together.see(after())
    together.see(after(*DOWN, MORE))
    assert (together.scores, together.turns, together.open_points) == ([7], [2], 0)


def test_turns_with_the_same_points_have_owners_in_any_order() -> None:
    keeper = ScoreKeeper(["Ann", "Ben"])
    keeper.see(after())
    keeper.see(after(MORE, *APART))
    assert (keeper.scores, keeper.open_points) == ([4, 4], 0)


def test_turns_that_cannot_be_told_apart_are_counted_as_missing() -> None:
    keeper = ScoreKeeper(["Ann", "Ben"])
    keeper.see(after())
    keeper.see(after(Placed(0, 1, Tile.Bo), Placed(1, 1, Tile.Bx), Placed(0, 2, Tile.Go)))
    assert (keeper.scores, keeper.unknown, keeper.open_points) == ([0, 0], 1, 0)


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
