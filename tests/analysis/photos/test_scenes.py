"""The synthetic photographs are fair: they show what they say, and always the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from analysis.photos.blocks import path_points
from analysis.photos.scenes import Photo, Scene, photograph, played_out
from analysis.photos.surfaces import TABLES, Image
from qwirkle.notation.pictures.tiles import OUTLINE, Face
from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.placement.board import Board
from qwirkle.rules.tiles import COPIES, Colour, Shape, Tile


def seen(photo: Photo) -> Image:
    picture = cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_COLOR_RGB)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def patch(picture: Image, centre: tuple[float, float]) -> Image:
    """The pixels round the centre of a tile."""
    x, y = round(centre[0]), round(centre[1])
    return picture[y - 3 : y + 4, x - 3 : x + 4]


def test_a_scene_gives_the_same_bytes_and_another_seed_gives_others() -> None:
    tiles, layout = played_out("connect", 6, 1)
    scene = Scene(tiles, layout, seed=4, shadow=0.5, glare=0.3, motion=3, haze=0.1)
    assert photograph(scene) == photograph(scene)
    assert photograph(scene).jpeg != photograph(replace(scene, seed=5)).jpeg


@pytest.mark.parametrize("table", TABLES)
def test_tiles_are_bright_in_the_middle_and_dark_between_mark_and_edge(table: str) -> None:
    tiles = {
        Cell(3 * x, 3 * y): Tile(colour + "o") for y in (0, 1) for x, colour in enumerate("ROY")
    }
    photo = photograph(Scene(tiles, table=table, seed=2, turn=30, tilt=0.1))
    picture = seen(photo)
    assert picture.shape == (1280, 960, 3)
    # Tiles are three cells apart; the corner of a block is black beside a circle.
    across = np.subtract(photo.centres[Cell(3, 0)], photo.centres[Cell(0, 0)]) / 3
    down = np.subtract(photo.centres[Cell(0, 3)], photo.centres[Cell(0, 0)]) / 3
    for x, y in photo.centres.values():
        assert patch(picture, (x, y)).max(axis=2).mean() > 120
        for right, low in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            corner = 0.38 * (right * across + low * down)
            assert patch(picture, (x + corner[0], y + corner[1])).max(axis=2).mean() < 80


@pytest.mark.parametrize("seed", range(6))
def test_every_print_keeps_the_six_colours_apart(seed: int) -> None:
    tiles = {Cell(x, 0): Tile.of(colour, Shape.CIRCLE) for x, colour in enumerate(Colour)}
    photo = photograph(Scene(tiles, seed=seed, table="grey"))
    picture = seen(photo)
    hues = []
    for centre in photo.centres.values():
        mean = patch(picture, centre).mean(axis=(0, 1)).astype(np.float32) / 255
        hues.append(float(cv2.cvtColor(mean[None, None], cv2.COLOR_RGB2HSV)[0, 0, 0]))
    hues = [(hue + 30) % 360 for hue in hues]  # red is on both sides of 0
    assert hues == sorted(hues)
    assert min(np.diff(hues)) > 10


def test_purple_may_be_printed_white() -> None:
    photo = photograph(Scene({Cell(0, 0): Tile.Po}, table="grey", white_purple=True))
    colour = patch(seen(photo), photo.centres[Cell(0, 0)]).mean(axis=(0, 1))
    assert colour.min() > 170
    assert np.ptp(colour) < 40


def test_a_second_shape_is_light_in_the_middle() -> None:
    photo = photograph(Scene({Cell(0, 0): Tile.Rs}, face=Face.TWO_SHAPE))
    assert patch(seen(photo), photo.centres[Cell(0, 0)]).mean() > 170


@pytest.mark.parametrize("turn", [0, 90, 200])
def test_the_frame_runs_clockwise_from_the_first_cell(turn: float) -> None:
    tiles, layout = played_out("connect", 0, 1)
    photo = photograph(Scene(tiles, layout, turn=turn, tilt=0))
    assert photo.frame is not None
    corners = np.array(photo.frame, np.float32)
    cells = np.array([(0, 0), (16, 0), (16, 16), (0, 16)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, cells)
    centres = np.array([list(photo.centres.values())], np.float32)
    found = cv2.perspectiveTransform(centres, matrix)[0]
    assert np.floor(found).astype(int).tolist() == [list(cell) for cell in photo.centres]
    assert cv2.contourArea(corners, oriented=True) > 0
    assert (corners > 0).all()
    assert (corners < (960, 1280)).all()


def test_an_open_table_has_no_frame_and_may_be_empty() -> None:
    photo = photograph(Scene({}, size=(640, 480)))
    assert photo.frame is None
    assert photo.centres == {}
    assert seen(photo).shape == (480, 640, 3)


def test_strays_lie_apart_and_are_no_part_of_the_truth() -> None:
    tiles = {Cell(x, 0): tile for x, tile in enumerate((Tile.Ro, Tile.Rx, Tile.Rd))}
    plain = photograph(Scene(tiles, table="white"))
    strays = photograph(Scene(tiles, table="white", strays=5))
    assert strays.centres.keys() == tiles.keys()
    dark = [int((seen(photo).max(axis=2) < 70).sum()) for photo in (plain, strays)]
    assert dark[1] > 1.8 * dark[0]


def test_less_light_and_a_shadow_make_pictures_darker() -> None:
    scene = Scene({Cell(0, 0): Tile.Ro}, table="white")
    light = seen(photograph(scene)).mean()
    dim = seen(photograph(replace(scene, brightness=0.4))).mean()
    assert dim == pytest.approx(light * 0.4**0.5, rel=0.05)
    shaded = seen(photograph(replace(scene, shadow=0.3)))
    assert shaded.mean() < 0.9 * light
    assert shaded.max() > 200


@pytest.mark.parametrize("game", ["classic", "connect", "select", "combined", "mini"])
def test_played_out_boards_grow_and_are_legal(game: str) -> None:
    counts = []
    for turns in (0, 4, 12):
        tiles, layout = played_out(game, turns, 3)
        board = Board(tiles, layout)
        counts.append(len(board))
        assert max(Counter(tiles.values()).values(), default=0) <= COPIES
        for cell in board:
            assert layout.holds(cell)
            for axis in Axis:
                line = board.on(board.line(cell, axis))
                assert all(
                    tile.matches(other) for at, tile in enumerate(line) for other in line[:at]
                )
    assert counts == sorted(set(counts))
    assert played_out(game, 4, 3) != played_out(game, 4, 4)


def test_paths_become_the_shapes_they_draw() -> None:
    def area(shape: Shape) -> float:
        return cv2.contourArea(path_points(OUTLINE[shape]).astype(np.float32))

    assert area(Shape.SQUARE) == pytest.approx(56**2)
    assert area(Shape.CIRCLE) == pytest.approx(np.pi * 32**2, rel=0.01)
    # Four lobes of more than half a circle round a square.
    assert 30**2 + 2 * np.pi * 16**2 < area(Shape.CLOVER) < 30**2 + 4 * np.pi * 16**2
