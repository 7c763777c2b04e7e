"""A hand is read from a photograph of a row of tiles: on a rack or loose, from nearby or not."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from analysis.photos.scenes import Scene, photograph, played_out
from qwirkle.analysis.photos import HandReading, read_hand
from qwirkle.analysis.photos.reading import UNCERTAIN
from qwirkle.errors import MissingExtra
from qwirkle.rules.cells import Cell
from qwirkle.rules.tiles import Tile

HAND = (Tile.Ro, Tile.Bx, Tile.Gs, Tile.Yd, Tile.Pc, Tile.Ob)


def hand_in(tiles: tuple[Tile, ...], **how: float | str) -> HandReading:
    row = {Cell(x, 0): tile for x, tile in enumerate(tiles)}
    scene = Scene(row, seed=5, size=(1280, 960), **how)  # type: ignore[arg-type]
    return read_hand(photograph(scene).jpeg)


@pytest.mark.parametrize(
    ("count", "how"),
    [
        (6, {"near": 0.15, "turn": -8.0}),
        (6, {"gap": 0.5, "sloppy": 2.0}),
        (1, {"near": 0.4, "turn": 30.0}),
        pytest.param(3, {"near": 0.3, "gap": 0.1, "turn": 80.0}, marks=pytest.mark.long),
        pytest.param(5, {"gap": 0.3, "table": "black"}, marks=pytest.mark.long),
        pytest.param(4, {"near": 0.2, "gap": 0.3, "table": "check"}, marks=pytest.mark.long),
    ],
)
def test_a_row_of_tiles_is_a_hand_from_left_to_right(
    count: int, how: dict[str, float | str]
) -> None:
    reading = hand_in(HAND[:count], **how)
    assert reading.hand == HAND[:count]
    assert reading.problems == ()
    assert min(seen.certainty for seen in reading.tiles) > UNCERTAIN


def test_tiles_of_a_hand_need_not_go_together_but_there_are_three_of_each() -> None:
    reading = hand_in((Tile.Ro, Tile.Ro, Tile.Gs, Tile.Ro, Tile.Ro))
    assert reading.hand == (Tile.Ro, Tile.Ro, Tile.Gs, Tile.Ro, Tile.Ro)
    assert [problem.reason for problem in reading.problems] == ["too-many-copies"]


def test_tiles_beside_the_row_are_left_out_and_mentioned() -> None:
    tiles = {Cell(x, 0): tile for x, tile in enumerate(HAND[:4])} | {Cell(1, 3): Tile.Yx}
    reading = read_hand(photograph(Scene(tiles, seed=3)).jpeg)
    assert reading.hand == HAND[:4]
    (problem,) = reading.problems
    assert (problem.reason, problem.params["tiles"]) == ("tiles-apart", "Yx")


def test_a_longer_row_is_no_hand() -> None:
    reading = hand_in((*HAND, Tile.Ro, Tile.Bx, Tile.Gs))
    assert reading.hand == ()
    assert [problem.reason for problem in reading.problems] == ["not-a-hand"]
    assert "at most 8 tiles, and there are 9" in reading.problems[0].message


def test_pictures_without_a_hand_say_why() -> None:
    empty = read_hand(photograph(Scene({}, seed=3)).jpeg)
    assert (empty.hand, [problem.reason for problem in empty.problems]) == ((), ["no-tiles"])
    tiles, layout = played_out("classic", 2, 1)
    picture = Image.open(BytesIO(photograph(Scene(tiles, layout)).jpeg))
    picture.thumbnail((160, 160))
    out = BytesIO()
    picture.save(out, "PNG")
    small = read_hand(out.getvalue())
    assert [problem.reason for problem in small.problems] == ["picture-too-small"]


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "qwirkle.analysis.photos.hands", None)
    with pytest.raises(MissingExtra, match=r"qwirkle\[photo\]"):
        read_hand(b"")
