"""Every limit of the reader is where it should be: a little less is refused, a little more is not.

The pictures are arrays of a few drawn shapes, so that each test is about one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import cos, radians, sin

import cv2
import numpy as np
import pytest
from PIL import Image

from qwirkle.analysis.photos import Reading, naming, spots, turn_between
from qwirkle.analysis.photos.edges import Edges
from qwirkle.analysis.photos.islands import Island, find_islands, typical
from qwirkle.analysis.photos.lattice import Floats, Node, grow, homography
from qwirkle.analysis.photos.naming import name_tiles
from qwirkle.analysis.photos.patches import Patch, _rim, cut
from qwirkle.analysis.photos.picture import Numbers, Pixels, is_preview
from qwirkle.analysis.photos.printed import find_place, is_clear, place_by_corners
from qwirkle.analysis.photos.reader import too_blurred
from qwirkle.analysis.photos.shapes import SIDE
from qwirkle.analysis.photos.spots import (
    Guess,
    Spot,
    cut_off,
    look_again,
    outside,
    spots_at,
    without_gaps,
)
from qwirkle.analysis.photos.views import block_at
from qwirkle.rules.editions.layouts import OPEN_TABLE, boards_like, layout
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import Tile

from .test_following import reading_of

TABLE, BLACK, INK = 215.0, 20.0, 200.0


def table(size: int = 400, level: float = TABLE) -> Numbers:
    return np.full((size, size), level, np.float32)


def block(light: Numbers, at: tuple[int, int], wide: int, high: int, black: float = BLACK) -> None:
    """Draw a shape of a width and height, with as much black around it as a tile has."""
    x, y = at
    rim = max(6, round(0.2 * max(wide, high)))
    light[y - high // 2 - rim : y + high // 2 + rim, x - wide // 2 - rim : x + wide // 2 + rim] = (
        black
    )
    light[y - high // 2 : y - high // 2 + high, x - wide // 2 : x - wide // 2 + wide] = INK


@pytest.mark.parametrize(
    ("wide", "high", "found"),
    [(14, 14, 0), (17, 17, 1), (150, 150, 1), (158, 158, 0), (40, 26, 1), (40, 22, 0)],
)
def test_shapes_have_the_size_of_tiles_and_are_about_square(
    wide: int, high: int, found: int
) -> None:
    light = table()
    block(light, (200, 200), wide, high)
    assert len(find_islands(light)) == found


@pytest.mark.parametrize(("black", "found"), [(BLACK, 1), (98.0, 1), (112.0, 0)])
def test_the_surroundings_of_a_shape_are_black(black: float, found: int) -> None:
    light = table()
    block(light, (200, 200), 60, 60, black)
    assert len(find_islands(light)) == found


@pytest.mark.parametrize(("bright", "found"), [(0.1, 1), (0.2, 0)])
def test_most_of_the_ring_around_a_shape_is_dark(bright: float, found: int) -> None:
    light = table()
    block(light, (200, 200), 60, 60)
    # A part of the left side is as bright as the table, and touches nothing.
    high = round(4 * bright * 66)
    light[170 : 170 + high, 163:168] = TABLE
    assert len(find_islands(light)) == found


def test_a_shape_that_the_picture_cuts_off_has_no_middle() -> None:
    light = table()
    block(light, (370, 200), 60, 60)
    assert find_islands(light) == []
    block(light, (200, 368), 50, 50)
    assert len(find_islands(light)) == 1


@pytest.mark.parametrize(("side", "kept"), [(40 * 2**0.6, 6), (40 * 2**0.7, 5)])
def test_tiles_are_about_as_large_as_each_other(side: float, kept: int) -> None:
    islands = [Island(50.0 * x, 100.0, 40.0, 1.0) for x in range(5)]
    assert len(typical([*islands, Island(300.0, 100.0, side, 1.0)])) == kept


@pytest.mark.parametrize(("off", "placed"), [(0.34, 4), (0.38, 3)])
def test_a_tile_lies_near_its_place(off: float, placed: int) -> None:
    points = np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (20.0 + off, 0.0)])
    nodes = grow(points, np.eye(2), leap=25.0)
    assert len(nodes) == placed


def spot(
    node: Node = (0, 0),
    centre: tuple[float, float] = (200.0, 200.0),
    *,
    shapes: tuple[float, ...] = (0.97, 0.5, 0.4, 0.3, 0.2, 0.1),
    area: float = 0.4,
    rim: float = 1.0,
    side: float = 60.0,
) -> Spot:
    mask = np.zeros((SIDE, SIDE), np.float32)
    mask.ravel()[: round(area * SIDE * SIDE)] = 1
    patch = Patch(mask, np.array([200.0, 20.0, 20.0]), rim)
    return Spot(node, np.array(centre), np.eye(2) * side, 1.0, patch, np.array(shapes, np.float32))


def certainty(monkeypatch: pytest.MonkeyPatch, seen: Spot, apart: tuple[float, float]) -> float:
    """How sure a tile is that is so far from its colour and from the next one."""
    rows = np.array([[*apart, 90.0, 90.0, 90.0, 90.0]])
    monkeypatch.setattr(naming, "colour_distances", lambda _: rows)
    (named,) = name_tiles([seen])
    return named.certainty


@pytest.mark.parametrize(
    ("seen", "apart", "sure"),
    [
        (spot(shapes=(0.95, 0.939, 0, 0, 0, 0)), (0, 40), False),
        (spot(shapes=(0.95, 0.932, 0, 0, 0, 0)), (0, 40), True),
        (spot(shapes=(0.83, 0.5, 0, 0, 0, 0)), (0, 40), False),
        (spot(shapes=(0.85, 0.5, 0, 0, 0, 0)), (0, 40), True),
        (spot(rim=0.58), (0, 40), False),
        (spot(rim=0.66), (0, 40), True),
        (spot(), (0, 1.4), False),
        (spot(), (0, 1.8), True),
        (spot(), (7.4, 40), False),
        (spot(), (6.6, 40), True),
    ],
)
def test_a_tile_is_uncertain_below_half(
    monkeypatch: pytest.MonkeyPatch, seen: Spot, apart: tuple[float, float], sure: bool
) -> None:
    assert (certainty(monkeypatch, seen, apart) > 0.5) == sure


@pytest.mark.parametrize(("likeness", "blurred"), [(0.85, True), (0.87, False)])
def test_a_picture_is_blurred_if_its_tiles_are_like_no_shape(
    likeness: float, blurred: bool
) -> None:
    seen = [spot(shapes=(each, 0, 0, 0, 0, 0)) for each in (0.5, likeness, 0.99)]
    assert [problem.reason for problem in too_blurred(seen)] == ["too-blurred"] * blurred


@pytest.mark.parametrize(("blur", "blurred"), [(0.5, False), (3.0, False), (3.5, True)])
def test_a_picture_is_blurred_if_the_edges_of_its_tiles_are_wide(
    blur: float, blurred: bool
) -> None:
    picture = np.full((200, 200, 3), BLACK, np.uint8)
    cv2.circle(picture, (100, 100), 19, (INK, INK, INK), cv2.FILLED)
    picture = cv2.GaussianBlur(picture, (0, 0), blur).astype(np.uint8)
    seen = spots_at(picture, [Guess((0, 0), np.array([100.0, 100.0]), np.eye(2) * 52)], 1.0)
    assert seen[0].likeness > 0.9  # a blurred circle is still a circle
    assert [problem.reason for problem in too_blurred(seen)] == ["too-blurred"] * blurred


def looked_at(
    monkeypatch: pytest.MonkeyPatch, likeness: float, rim: float, black: float = BLACK
) -> list[Node]:
    """Look again beside a tile, where there is a black block with a shape so much like one."""

    def see(_: Pixels, guesses: Sequence[Guess], tile: float) -> list[Spot]:
        seen = spot(shapes=(likeness, 0, 0, 0, 0, 0), rim=rim)
        return [seen._replace(node=guess.node, centre=guess.centre) for guess in guesses]

    monkeypatch.setattr(spots, "spots_at", see)
    light = table()
    light[170:230, 170:290] = black
    picture = np.repeat(light.astype(np.uint8)[..., None], 3, axis=2)
    return [found.node for found in look_again(picture, light, [spot()], OPEN_TABLE)]


@pytest.mark.parametrize(
    ("likeness", "rim", "found"), [(0.62, 0.62, True), (0.58, 0.7, False), (0.7, 0.58, False)]
)
def test_what_may_be_a_tile_is_not_left_out(
    monkeypatch: pytest.MonkeyPatch, likeness: float, rim: float, found: bool
) -> None:
    assert looked_at(monkeypatch, likeness, rim) == [(1, 0)] * found


@pytest.mark.parametrize(("black", "found"), [(103.0, True), (107.0, False)])
def test_the_black_of_an_overlooked_tile_may_be_grey(
    monkeypatch: pytest.MonkeyPatch, black: float, found: bool
) -> None:
    assert looked_at(monkeypatch, 0.9, 0.9, black) == [(1, 0)] * found


AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), *((5, y) for y in range(9)))


@pytest.mark.parametrize(
    ("area", "node", "likeness", "kept"),
    [
        (0.45, (0, 0), 0.9, True),
        (0.48, (0, 0), 0.9, False),  # an empty cell between tiles
        (0.48, (0, 0), 0.95, True),
        (0.48, (9, 9), 0.9, True),
        (0.56, (9, 9), 0.99, False),
    ],
)
def test_an_empty_cell_between_tiles_is_larger_than_any_shape(
    area: float, node: Node, likeness: float, kept: bool
) -> None:
    others = [spot(each) for each in AROUND]
    odd = spot(node, area=area, shapes=(likeness, 0, 0, 0, 0, 0))
    assert (odd in without_gaps([*others, odd])) == kept


@pytest.mark.parametrize(("same", "known"), [(7, True), (6, False)])
def test_most_known_tiles_are_in_their_places(same: int, known: bool) -> None:
    cells = [Placed(x, y, Tile.Ro) for x in range(5) for y in range(2)]
    before = Board(cells)
    seen = [placed._replace(tile=Tile.Bs) for placed in cells[same:]]
    reading: Reading = reading_of([*cells[:same], *seen])
    assert (turn_between(before, reading) is not None) == known


CORNERS = np.array([(0.0, 0.0), (640.0, 0.0), (640.0, 640.0), (0.0, 640.0)])


@pytest.mark.parametrize(("off", "fits"), [(0.2, True), (0.3, False)])
def test_tiles_lie_in_the_middle_of_cells_whose_corners_are_known(off: float, fits: bool) -> None:
    nodes = [(3, 4), (4, 4), (4, 5)]
    points = (np.array(nodes, float) + 0.5 + (off, 0)) * 40
    place = place_by_corners(nodes, points, CORNERS)
    assert (place is not None) == fits
    assert place is None or place.nodes == nodes


def blank() -> Pixels:
    return np.full((640, 640, 3), 200, np.uint8)


def black_squares(without: int = 0) -> tuple[list[Node], Floats]:
    """The tiles of a Connect board at the start, some of them overlooked."""
    cells = sorted(layout("diamond").black)[without:]
    return [(cell.x - 3, cell.y + 2) for cell in cells], np.array(cells, float) * 40 + 20


@pytest.mark.parametrize(("overlooked", "found"), [(0, True), (1, True), (4, True), (5, False)])
def test_a_few_overlooked_tiles_do_not_hide_a_board(overlooked: int, found: bool) -> None:
    nodes, points = black_squares(overlooked)
    # Nothing but the tiles tells where this board is.
    place = find_place(blank(), nodes, points, boards_like("diamond"))
    assert (place is not None) == found
    if place is not None:
        assert place.nodes == [(x + 3, y - 2) for x, y in nodes]


@pytest.mark.parametrize(("next_best", "clear"), [(3, False), (4, True)])
def test_a_board_with_a_tile_missing_fits_clearly_better_in_one_place(
    next_best: int, clear: bool
) -> None:
    nodes, points = black_squares(1)
    matrix = homography(nodes, points)
    assert matrix is not None
    missing = {(0, 0): next_best, (3, -2): 1}
    assert is_clear(nodes, points, matrix, missing, boards_like("diamond")) == clear


def test_a_tile_that_has_slipped_is_not_taken_for_an_overlooked_one() -> None:
    nodes, points = black_squares(1)
    this = (np.arange(len(nodes)) == 9)[:, None]
    for off, found in ((13.0, True), (18.0, False)):
        moved = points + np.array([off, 0.0]) * this
        place = find_place(blank(), nodes, moved, boards_like("diamond"))
        assert (place is not None) == found


def board_picture(contrast: int, cells: int = 16) -> Pixels:
    """A plain board in the middle of a table that is darker."""
    picture = np.full((900, 900, 3), 120, np.uint8)
    half = cells * 20
    picture[450 - half : 450 + half, 450 - half : 450 + half] = 120 + contrast
    return picture


TILES = [(7, 7), (8, 7), (8, 8), (6, 8), (6, 7)]


def frames(picture: Pixels) -> list[Floats]:
    matrix = np.array([[40.0, 0, 150], [0, 40.0, 150], [0, 0, 1]])
    return [frame.corners for frame in Edges(picture, matrix, set(TILES)).frames()]


@pytest.mark.parametrize(("contrast", "found"), [(6, False), (10, True), (80, True)])
def test_a_board_is_found_where_it_looks_different_from_the_table(
    contrast: int, found: bool
) -> None:
    seen = frames(board_picture(contrast))
    assert bool(seen) == found
    if found:
        corners = np.array([(130, 130), (770, 130), (770, 770), (130, 770)])
        assert np.abs(seen[0] - corners).max() < 3


@pytest.mark.parametrize(("cells", "found"), [(12, False), (14, True), (18, True), (19, False)])
def test_edges_are_about_as_far_apart_as_the_tiles_say(cells: int, found: bool) -> None:
    assert bool(frames(board_picture(60, cells))) == found


@pytest.mark.parametrize(("share", "found"), [(0.28, False), (0.36, True)])
def test_enough_of_each_edge_is_seen(share: float, found: bool) -> None:
    picture = board_picture(60)
    # Further down, what lies to the left of the board looks like the board.
    picture[130 + round(share * 640) : 770, :130] = 180
    assert bool(frames(picture)) == found


@pytest.mark.parametrize(("cells", "fits"), [(17, False), (16, True), (14, False)])
def test_a_board_has_sixteen_cells_on_each_side(cells: int, fits: bool) -> None:
    points = np.array(TILES, float) * 40 + 150
    picture = board_picture(60, cells)
    place = find_place(picture, TILES, points, [layout("select")])
    assert (place is not None) == fits
    assert place is None or place.nodes == TILES


def doubled(far: int) -> Pixels:
    """A board with a second pair of edges, a cell to the left, of a brightness."""
    picture = board_picture(60)
    picture[130:770, 90:130] = far
    picture[130:770, 730:770] = 180 - (far - 120)
    return picture


@pytest.mark.parametrize(("far", "guessed"), [(150, False), (122, True)])
def test_a_board_that_may_lie_in_two_places_is_not_guessed(far: int, guessed: bool) -> None:
    points = np.array(TILES, float) * 40 + 150
    place = find_place(doubled(far), TILES, points, [layout("select")])
    assert (place is not None) == guessed
    assert place is None or place.nodes == TILES


@pytest.mark.parametrize(("side", "preview"), [(239, True), (240, False)])
def test_a_preview_has_too_few_pixels(side: int, preview: bool) -> None:
    out = BytesIO()
    Image.new("RGB", (100, side)).save(out, "PNG")
    assert is_preview(out.getvalue()) == preview


@pytest.mark.parametrize(("beyond", "share"), [(-10.0, -10 / 60), (0.0, 0.0), (15.0, 0.25)])
def test_a_tile_is_outside_by_a_share_of_its_side(beyond: float, share: float) -> None:
    seen = spot(centre=(399 - 30 + beyond, 200))
    assert outside(seen, np.array([400.0, 400.0])) == pytest.approx(share)


def beside_the_edge(hidden: float, *, ink: bool = True, level: float = TABLE) -> Numbers:
    """A tile in the picture, and beside it one of which a share is hidden by the right edge."""
    edge = round(200 + 90 - hidden * 60)
    light = table(600, level)
    for x in (200, 260):
        light[170:230, x - 30 : x + 30] = BLACK
        if ink:
            light[178:222, x - 22 : x + 22] = INK
    return light[:, :edge]


@pytest.mark.parametrize(
    ("light", "cut"),
    [
        (beside_the_edge(0.0), False),
        (beside_the_edge(0.3), True),
        (beside_the_edge(0.7), True),
        (beside_the_edge(0.85), True),  # only black of it, on a table that is not
        (beside_the_edge(0.95), False),
        (beside_the_edge(0.85, level=90.0), False),
        (beside_the_edge(0.6, ink=False, level=BLACK), False),
        (table(600)[:, :260], False),
    ],
)
def test_a_tile_that_begins_at_the_edge_is_noticed(light: Numbers, cut: bool) -> None:
    assert cut_off(light, [spot()], OPEN_TABLE) == ([(1, 0)] if cut else [])


@pytest.mark.parametrize("degrees", [-30, 0, 40])
@pytest.mark.parametrize(("longer", "square"), [(1.1, True), (1.35, False)])
def test_a_block_tells_which_way_round_a_tile_lies(
    degrees: int, longer: float, square: bool
) -> None:
    light = table()
    turn = radians(degrees)
    way = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    ends = np.array([(-50, -50), (50, -50), (50, 50), (-50, 50)]) * (longer, 1) @ way.T + 200
    cv2.fillPoly(light, [ends.astype(np.int32)], BLACK)
    cv2.circle(light, (200, 200), 36, INK, cv2.FILLED)
    sides = block_at(light, Island(200.0, 200.0, 73.0, 1.0))
    assert (sides is not None) == square
    if sides is not None:
        found = np.degrees(np.arctan2(sides[1, 0], sides[0, 0]))
        assert (found - degrees + 45) % 90 - 45 == pytest.approx(0, abs=3)


def test_there_is_no_block_on_a_black_table() -> None:
    light = table(level=BLACK)
    cv2.circle(light, (200, 200), 36, INK, cv2.FILLED)
    assert block_at(light, Island(200.0, 200.0, 73.0, 1.0)) is None


@pytest.mark.parametrize(("seen", "known"), [(0.305, True), (0.295, False)])
def test_the_black_of_a_tile_is_known_if_three_tenths_of_its_rim_are_seen(
    seen: float, known: bool
) -> None:
    """The rest may be covered by a neighbour or the table."""
    pixels = np.full((SIDE, SIDE, 3), BLACK, np.uint8)
    middle = slice(SIDE // 4, SIDE - SIDE // 4)
    pixels[middle, middle] = INK, BLACK, BLACK
    covered = np.argwhere(_rim())
    for row, column in covered[round(seen * len(covered)) :]:
        pixels[row, column] = TABLE
    patch = cut(pixels, np.full(2, (SIDE - 1) / 2), np.eye(2) * SIDE)
    assert np.allclose(patch.ink, (INK - BLACK, 0, 0)) is known
