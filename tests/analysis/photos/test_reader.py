"""Synthetic photographs are read as the positions they show, or refused: never silently wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from analysis.photos.scenes import Photo, Scene, photograph, played_out
from qwirkle.analysis.photos import Corners, Point, Reading, read_photo
from qwirkle.analysis.photos.reading import UNCERTAIN
from qwirkle.errors import EditionError, MissingExtra, Refused
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.tiles import Tile

Tiles = Mapping[Cell, Tile]

LIGHT: dict[str, dict[str, Any]] = {
    "dim": {"brightness": 0.15, "noise": 4.0},
    "bright": {"brightness": 1.8},
    "warm": {"red_gain": 1.6},
    "cold": {"red_gain": 0.65},
    "in half a shadow": {"shadow": 0.3},
    "hazy": {"haze": 0.12},
}
CAMERA: dict[str, dict[str, Any]] = {
    "tilted": {"tilt": 0.15},
    "turned": {"turn": 38.0, "tilt": 0.1},
    "upside down": {"turn": 180.0},
    "blurred": {"blur": 2.0},
    "shaken": {"motion": 5.0},
    "compressed": {"jpeg": 40},
    "small": {"size": (480, 640)},
}
TABLES = ("white", "grey", "green-felt", "check", "dark-cloth", "black")


def some(kinds: Iterable[str], *first: str) -> list[Any]:
    """Parameters of which only the first ones are part of every run."""
    return [kind if kind in first else pytest.param(kind, marks=pytest.mark.long) for kind in kinds]


def scene_of(game: str, turns: int, seed: int) -> Scene:
    tiles, board = played_out(game, turns, seed)
    return Scene(tiles, board, seed=seed)


def read(scene: Scene, game: str) -> Reading:
    return read_photo(photograph(scene).jpeg, game=game)


def turned(tiles: Tiles, turns: int, wide: int | None) -> dict[Cell, Tile]:
    """Cells after quarter turns; on an open table the least x and y are 0."""
    now = dict(tiles)
    for _ in range(turns):
        now = {Cell((wide or 1) - 1 - cell.y, cell.x): tile for cell, tile in now.items()}
    if wide is None:
        left, top = min(cell.x for cell in now), min(cell.y for cell in now)
        now = {Cell(cell.x - left, cell.y - top): tile for cell, tile in now.items()}
    return now


def found(reading: Reading) -> dict[Cell, Tile]:
    return {placed.cell: placed.tile for placed in reading.board}


def is_right(reading: Reading, scene: Scene) -> bool:
    """Whether this is the position, whichever side was taken for the top."""
    wide = scene.layout.width
    return any(found(reading) == turned(scene.tiles, turns, wide) for turns in range(4))


def corners_of(photo: Photo, scene: Scene) -> Corners:
    assert photo.frame is not None
    width, height = scene.size
    first, second, third, fourth = (Point(x / width, y / height) for x, y in photo.frame)
    return first, second, third, fourth


@pytest.mark.parametrize(
    ("game", "turns"),
    [
        ("classic", 1),
        ("classic", 9),
        ("classic", 24),
        ("mini", 12),
        ("connect", 0),
        ("connect", 11),
    ],
)
def test_an_ordinary_photograph_is_read_completely(game: str, turns: int) -> None:
    scene = scene_of(game, turns, seed=turns)
    reading = read(scene, game)
    assert found(reading) == turned(scene.tiles, 0, scene.layout.width)
    assert reading.problems == ()
    assert list(reading.board) == sorted(reading.board)
    assert np.mean(np.array(reading.certainty) > UNCERTAIN) > 0.9
    assert (reading.frame is None) == (not scene.layout.bounded)


@pytest.mark.parametrize("light", some(LIGHT, "dim", "warm"))
def test_light_changes_nothing(light: str) -> None:
    scene = replace(scene_of("classic", 10, 4), **LIGHT[light])
    assert is_right(read(scene, "classic"), scene)


@pytest.mark.parametrize("camera", some(CAMERA, "turned", "blurred", "small"))
def test_the_camera_may_be_held_as_people_hold_it(camera: str) -> None:
    scene = replace(scene_of("classic", 10, 7), **CAMERA[camera])
    assert is_right(read(scene, "classic"), scene)


@pytest.mark.parametrize("table", some(TABLES, "check", "black"))
def test_any_table_will_do(table: str) -> None:
    scene = replace(scene_of("classic", 10, 3), table=table)
    assert is_right(read(scene, "classic"), scene)


def test_purple_may_be_printed_white() -> None:
    scene = replace(scene_of("classic", 14, 5), white_purple=True)
    assert any(tile.value.startswith("P") for tile in scene.tiles.values())
    assert is_right(read(scene, "classic"), scene)


def test_tiles_may_lie_apart_and_askew() -> None:
    scene = replace(scene_of("classic", 10, 6), gap=0.2, sloppy=2.0)
    assert is_right(read(scene, "classic"), scene)


@pytest.mark.parametrize(
    ("turns", "seed"),
    [
        (4, 1),
        (5, 8),
        pytest.param(4, 3, marks=pytest.mark.long),
        pytest.param(4, 10, marks=pytest.mark.long),
        pytest.param(4, 11, marks=pytest.mark.long),
    ],
)
def test_half_of_the_tiles_may_have_a_neighbour_only_across_a_corner(turns: int, seed: int) -> None:
    scene = scene_of("connect", turns, seed)
    beside = [any(near in scene.tiles for near in cell.neighbours()) for cell in scene.tiles]
    assert 0.5 <= np.mean(beside) <= 0.54
    reading = read(scene, "connect")
    assert found(reading) == dict(scene.tiles)
    assert reading.problems == ()


@pytest.mark.parametrize(
    ("turns", "seed", "table"),
    [
        (3, 7005, "wood"),
        pytest.param(8, 7006, "white", marks=pytest.mark.long),
        pytest.param(8, 7001, "wood", marks=pytest.mark.long),
    ],
)
def test_a_board_without_black_squares_is_found_by_its_edges(
    turns: int, seed: int, table: str
) -> None:
    scene = replace(scene_of("select", turns, seed), table=table)
    photo = photograph(scene)
    reading = read_photo(photo.jpeg, game="select")
    assert found(reading) == dict(scene.tiles)
    assert reading.frame is not None
    apart = np.array(reading.frame) * scene.size - np.array(photo.frame)
    assert np.abs(apart).max() < 10


ROW = (Tile.Ro, Tile.Rx, Tile.Rs, Tile.Rd, Tile.Rc, Tile.Rb)


@pytest.mark.parametrize(
    ("count", "near", "turn", "table"),
    [
        (1, 0.5, 33.0, "wood"),
        (6, 0.14, 12.0, "grey"),
        pytest.param(2, 0.36, -20.0, "check", marks=pytest.mark.long),
        pytest.param(3, 0.28, 0.0, "green-felt", marks=pytest.mark.long),
        pytest.param(6, 0.11, 0.0, "white", marks=pytest.mark.long),
    ],
)
def test_tiles_may_be_photographed_from_nearby(
    count: int, near: float, turn: float, table: str
) -> None:
    tiles = {Cell(x, 0): tile for x, tile in enumerate(ROW[-count:])}
    scene = Scene(tiles, seed=4, near=near, turn=turn, table=table, size=(1280, 960))
    reading = read(scene, "classic")
    assert found(reading) == tiles
    assert reading.problems == ()
    assert min(reading.certainty) > UNCERTAIN


def test_a_single_tile_that_may_lie_any_way_round_is_uncertain() -> None:
    scene = Scene({Cell(0, 0): Tile.Bs}, seed=3, near=0.4, turn=41.0, table="black")
    reading = read(scene, "classic")
    assert reading.tiles == () or max(reading.certainty) < UNCERTAIN


def test_a_preview_of_a_photograph_is_refused() -> None:
    picture = Image.open(BytesIO(photograph(scene_of("classic", 3, 1)).jpeg))
    picture.thumbnail((200, 200))
    reading = read_photo(encoded(picture, "PNG"))
    assert (reading.tiles, [problem.reason for problem in reading.problems]) == (
        (),
        ["picture-too-small"],
    )


def cropped(share: float) -> Reading:
    """A row of tiles whose last one is cut off by the right edge, by a share of it."""
    tiles = {Cell(x, 0): tile for x, tile in enumerate((Tile.Gd, Tile.Go, Tile.Gs, Tile.Gc))}
    photo = photograph(Scene(tiles, seed=2, tilt=0.02))
    side = photo.centres[Cell(3, 0)][0] - photo.centres[Cell(2, 0)][0]
    edge = photo.centres[Cell(3, 0)][0] + side * (0.5 - share)
    picture = Image.open(BytesIO(photo.jpeg))
    return read_photo(encoded(picture.crop((0, 0, round(edge), picture.height)), "PNG"))


@pytest.mark.parametrize(
    ("share", "tiles", "cut"), [(-0.2, 4, False), (0.3, 4, True), (0.65, 3, True)]
)
def test_a_tile_that_the_picture_cuts_off_is_pointed_out(
    share: float, tiles: int, cut: bool
) -> None:
    reading = cropped(share)
    assert "".join(placed.tile.value for placed in reading.board) == "GdGoGsGc"[: 2 * tiles]
    said = [(problem.reason, problem.cells) for problem in reading.problems]
    assert said == ([("tiles-cut", (Cell(3, 0),))] if cut else [])
    # What was not all in the picture is to be looked at.
    assert [number < UNCERTAIN for number in reading.certainty[3:]] == [cut] * (tiles - 3)


def test_tiles_of_a_rack_are_left_out_and_mentioned() -> None:
    scene = replace(scene_of("classic", 12, 8), strays=5)
    reading = read(scene, "classic")
    assert is_right(reading, scene)
    (problem,) = reading.problems
    assert problem.reason == "tiles-apart"
    assert len(str(problem.params["tiles"]).split()) == 5


def test_the_board_is_told_from_the_tiles_on_its_black_squares() -> None:
    board = layout(["connect:0", "connect:0", "connect:1", "connect:0"])
    box = iter(Tile)
    tiles = {cell: next(box) for cell in sorted(board.black)}
    reading = read(Scene(tiles, board, seed=2), "connect")
    assert found(reading) == tiles
    assert reading.layout is not None
    assert reading.layout.black == board.black
    assert reading.problems == ()


def test_a_board_is_turned_by_quarters() -> None:
    scene = scene_of("connect", 6, 3)
    photo = photograph(scene)
    straight = read_photo(photo.jpeg, game="connect")
    for turns in (1, 2, 3, -1):
        reading = read_photo(photo.jpeg, game="connect", turns=turns)
        assert found(reading) == turned(found(straight), turns % 4, 16)
        assert reading.frame is not None
        assert straight.frame is not None
        assert reading.frame[turns % 4] == straight.frame[0]


def test_where_the_board_is_not_found_its_corners_can_be_pointed_out() -> None:
    # One line of tiles on a board without black squares: any place would do.
    tiles = {
        Cell(x, 7): tile for x, tile in zip((6, 7, 8), (Tile.Ro, Tile.Rx, Tile.Rs), strict=True)
    }
    scene = Scene(tiles, layout("select"), seed=4)
    photo = photograph(scene)
    refused = read_photo(photo.jpeg, game="select")
    assert (refused.tiles, [problem.reason for problem in refused.problems]) == ((), ["no-board"])
    reading = read_photo(photo.jpeg, game="select", corners=corners_of(photo, scene))
    assert found(reading) == tiles


def test_corners_that_make_no_board_are_refused() -> None:
    scene = scene_of("connect", 3, 1)
    photo = photograph(scene)
    first, second, third, fourth = corners_of(photo, scene)
    for wrong in (
        (first, third, second, fourth),  # crossed
        (first, first, third, fourth),
        (first, Point(0.5, 0.5), third, Point(0.5, 0.5)),
        (Point(0.0, 0.0), Point(0.1, 0.0), Point(0.1, 0.1), Point(0.0, 0.1)),  # elsewhere
    ):
        reading = read_photo(photo.jpeg, game="connect", corners=wrong)
        assert [problem.reason for problem in reading.problems] == ["no-board"]
        assert reading.tiles == ()


def test_outlines_are_where_the_tiles_are() -> None:
    scene = scene_of("classic", 8, 2)
    photo = photograph(scene)
    width, height = scene.size
    moved = dict(zip(turned(scene.tiles, 0, None), scene.tiles, strict=True))
    for seen in read_photo(photo.jpeg).tiles:
        middle = np.mean([(x * width, y * height) for x, y in seen.outline], axis=0)
        assert np.hypot(*(middle - photo.centres[moved[seen.placed.cell]])) < 8


def test_tiles_that_break_a_rule_are_pointed_out() -> None:
    tiles = {Cell(0, 0): Tile.Ro, Cell(1, 0): Tile.Bs, Cell(2, 0): Tile.Gd, Cell(0, 1): Tile.Rx}
    reading = read(Scene(tiles, seed=1), "classic")
    assert found(reading) == tiles
    assert {problem.reason for problem in reading.problems} == {"line-mixed"}


def test_more_than_three_of_a_kind_cannot_be() -> None:
    tiles = {Cell(2 * x, 0): Tile.Ro for x in range(4)} | {
        Cell(2 * x + 1, 0): Tile.Rs for x in range(3)
    }
    reading = read(Scene(tiles, seed=1), "classic")
    assert found(reading) == tiles
    assert "too-many-copies" in {problem.reason for problem in reading.problems}


@pytest.mark.parametrize("table", ["wood", "check"])
def test_a_picture_without_tiles_has_no_position(table: str) -> None:
    reading = read(Scene({}, table=table, seed=3), "classic")
    assert (reading.tiles, [problem.reason for problem in reading.problems]) == ((), ["no-tiles"])


def encoded(picture: Image.Image, kind: str) -> bytes:
    out = BytesIO()
    picture.save(out, kind)
    return out.getvalue()


def test_a_black_picture_is_too_dark() -> None:
    reading = read_photo(encoded(Image.new("RGB", (600, 800), (9, 8, 8)), "PNG"))
    assert [problem.reason for problem in reading.problems] == ["too-dark"]


@pytest.mark.parametrize("size", [(1, 1), (1, 3000), (3000, 2)])
@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "1"])
def test_odd_pictures_have_no_position(size: tuple[int, int], mode: str) -> None:
    assert read_photo(encoded(Image.new(mode, size), "PNG")).tiles == ()


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_other_formats_are_read_too(kind: str) -> None:
    scene = scene_of("classic", 6, 1)
    picture = Image.open(BytesIO(photograph(scene).jpeg))
    assert is_right(read_photo(encoded(picture, kind)), scene)


def test_a_picture_that_a_phone_holds_sideways_is_put_upright() -> None:
    scene = scene_of("classic", 6, 1)
    picture = Image.open(BytesIO(photograph(scene).jpeg))
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned clockwise
    out = BytesIO()
    picture.transpose(Image.Transpose.ROTATE_90).save(out, "JPEG", exif=exif, quality=95)
    assert found(read_photo(out.getvalue())) == turned(scene.tiles, 0, None)


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff\xe0 not a picture", b"GIF89a" + bytes(50), b"\x89PNG\r\n\x1a\n"]
)
def test_bytes_that_are_no_picture_are_refused(data: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_photo(data)
    assert refused.value.reasons == ("not-a-picture",)


def test_a_picture_cut_short_is_refused() -> None:
    jpeg = photograph(scene_of("classic", 2, 1)).jpeg
    with pytest.raises(Refused, match="isn’t a picture"):
        read_photo(jpeg[: len(jpeg) // 2])


def test_pictures_that_are_too_large_are_refused_before_they_are_decoded() -> None:
    with pytest.raises(Refused) as refused:
        read_photo(bytes(10_000_001))
    assert refused.value.reasons == ("picture-too-large",)
    bomb = encoded(Image.new("1", (9000, 9000)), "PNG")
    assert len(bomb) < 100_000
    with pytest.raises(Refused, match="at most 64 million pixels") as refused:
        read_photo(bomb)
    assert refused.value.refusals[0].params["count"] == 81


def test_cards_cannot_be_read() -> None:
    with pytest.raises(EditionError, match="“cards” cannot be read"):
        read_photo(b"", game="cards")


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    scene = scene_of("classic", 4, 2)
    path = tmp_path / "table.jpg"
    path.write_bytes(photograph(scene).jpeg)
    assert read_photo(path) == read_photo(str(path)) == read_photo(path.read_bytes())


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "qwirkle.analysis.photos.reader", None)
    with pytest.raises(MissingExtra, match=r"qwirkle\[photo\]"):
        read_photo(b"")


def errors(reading: Reading, scene: Scene) -> str:
    """ "right", "refused", "flagged" (something is said to be wrong or uncertain), or "silent"."""
    if is_right(reading, scene):
        return "right"
    if not reading.tiles:
        return "refused"
    doubtful = reading.problems or min(reading.certainty) < UNCERTAIN
    return "flagged" if doubtful else "silent"


@pytest.mark.long
@pytest.mark.parametrize("game", ["classic", "mini", "connect", "combined", "select"])
def test_most_photographs_are_read_and_hardly_any_is_silently_wrong(game: str) -> None:
    outcomes = []
    for seed in range(20, 44):
        lot = np.random.default_rng(seed)
        scene = replace(
            scene_of(game, int(lot.integers(3, 26)), seed),
            table=str(lot.choice(["wood", "grey", "green-felt", "dark-cloth", "check"])),
            turn=float(lot.uniform(-40, 40)),
            tilt=float(lot.uniform(0.02, 0.15)),
            brightness=float(np.exp(lot.uniform(-1.5, 0.5))),
            red_gain=float(np.exp(lot.uniform(-0.4, 0.4))),
            blur=float(lot.uniform(0.5, 1.8)),
            sloppy=float(lot.uniform(0.5, 2)),
            white_purple=bool(lot.integers(2)),
        )
        outcomes.append(errors(read(scene, game), scene))
    # A Select board says less about itself: there are no black squares.
    least = {"classic": 0.85, "mini": 0.85, "connect": 0.8, "combined": 0.7, "select": 0.55}[game]
    assert outcomes.count("right") >= least * len(outcomes), outcomes
    assert outcomes.count("silent") <= 1, outcomes
