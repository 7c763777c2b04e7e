"""Synthetic photographs of a real table, with known truth.

The tiles are blocks with a height, seen by a camera that may be tilted and turned. The same scene
gives the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin, sqrt

import cv2
import numpy as np

from analysis.photos.blocks import Points, rotation, tile_layers, tile_print
from analysis.photos.camera import Camera, aim
from analysis.photos.exposure import expose
from analysis.photos.surfaces import Image, printed_board, table_surface
from qwirkle.game import Game
from qwirkle.notation.pictures.tiles import Face
from qwirkle.players import bot
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import OPEN_TABLE, Layout
from qwirkle.rules.tiles import BOX, Tile

_FINE = 2
"""Everything is drawn this many times larger and then scaled down, so that edges are smooth."""
_SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


@dataclass(frozen=True)
class Scene:
    """A table with tiles, the camera, and everything that is wrong with the picture."""

    tiles: Mapping[Cell, Tile]
    layout: Layout = OPEN_TABLE
    """A bounded one is printed on a board."""
    seed: int = 0
    table: str = "wood"
    """One of ``surfaces.TABLES``."""
    face: Face = Face.COLOUR
    white_purple: bool = False
    """Whether purple tiles are printed white, as in some sets."""
    sloppy: float = 1.0
    """Times the usual disorder: turns of 2 degrees, shifts of 0.03 tiles (deviations)."""
    gap: float = 0.0
    """The space between tiles on an open table, as a share of a tile."""
    turn: float = 0.0
    """Degrees that the picture is turned, clockwise."""
    tilt: float = 0.06
    """Perspective: the upper corners are moved in by this share of the width."""
    size: tuple[int, int] = (960, 1280)
    """Width and height in pixels."""
    near: float = 0.0
    """The side of a tile as a share of the shorter side of the picture, if taken from nearby."""
    brightness: float = 1.0
    red_gain: float = 1.0
    """Blue is divided by it."""
    green_gain: float = 1.0
    blur: float = 0.6
    """The deviation of a blurred point, in pixels."""
    motion: float = 0.0
    """How far the camera moved, in pixels."""
    noise: float = 2.0
    """The deviation of a pixel's value, of 255."""
    shadow: float = 1.0
    """The share of the light that is left on one half of the table."""
    glare: float = 0.0
    """The brightness that a reflected lamp adds, as a share of white."""
    haze: float = 0.0
    """The share of the picture that is veiled by white."""
    jpeg: int = 85
    strays: int = 0
    """Tiles of a rack that lie apart from the others."""


@dataclass(frozen=True)
class Photo:
    """A picture and what is in it."""

    jpeg: bytes
    centres: Mapping[Cell, tuple[float, float]]
    """The centre of each tile's upper face, in pixels. Strays have none."""
    frame: tuple[tuple[float, float], ...] | None
    """The corners of the printed board in pixels, clockwise from that of cell 0,0."""


@dataclass(frozen=True)
class _Block:
    """A tile as it lies on the table."""

    tile: Tile
    at: Points
    """One row: its centre, in cells."""
    angle: float
    side: float

    def lay(self, points: Points) -> Points:
        """Return points of the tile, of side 1 around 0,0, as points of the table."""
        return points * self.side @ rotation(self.angle) + self.at


def played_out(game: str, turns: int, seed: int) -> tuple[Mapping[Cell, Tile], Layout]:
    """Return the board after a number of turns between greedy bots, or at the end of the game."""
    match = Game.new(game, 2, seed=seed)
    player = bot("greedy", str(seed))
    for _ in range(turns):
        if match.to_move is None:
            break
        match.play(player.choose(match.view(match.to_move)))
    return dict(match.board), match.board.layout


def photograph(scene: Scene) -> Photo:
    """Draw the table of a scene and take its picture."""
    blocks = _lay_out(scene)
    strays = _lay_strays(scene, blocks)
    lying = [*blocks.values(), *strays]
    camera = aim(
        np.vstack([_subject(scene), *(block.lay(_SQUARE) for block in lying)]),
        scene.size,
        turn=radians(scene.turn),
        tilt=scene.tilt,
        near=scene.near,
        rng=_rng(scene, "camera"),
    )
    image = _draw_table(scene, camera)
    _draw_board(scene, camera, image)
    _draw_tiles(scene, camera, image, lying)
    small = np.asarray(cv2.resize(image, scene.size, interpolation=cv2.INTER_AREA), np.uint8)
    exposed = expose(scene, small, _rng(scene, "exposure"))
    _, encoded = cv2.imencode(
        ".jpg", cv2.cvtColor(exposed, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, scene.jpeg]
    )
    return Photo(
        encoded.tobytes(),
        {cell: _pair(camera.see(block.at, raised=True)[0]) for cell, block in blocks.items()},
        tuple(_pair(corner) for corner in camera.see(_frame(scene.layout))) or None,
    )


def _rng(scene: Scene, purpose: str) -> np.random.Generator:
    """Return chances of their own for each purpose, so that one change leaves the rest alone."""
    return np.random.default_rng([scene.seed, *purpose.encode()])


def _pair(point: Points) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _frame(layout: Layout) -> Points:
    """Return the corners of a printed board, clockwise from that of cell 0,0; of a table, none."""
    if layout.width is None or layout.height is None:
        return np.empty((0, 2))
    return (_SQUARE + 0.5) * (layout.width, layout.height)


def _subject(scene: Scene) -> Points:
    """Return the points that are in the picture even if there is no tile near them."""
    if scene.tiles or scene.layout.bounded:
        return _frame(scene.layout)
    return _SQUARE * 6


def _lay_out(scene: Scene) -> dict[Cell, _Block]:
    rng = _rng(scene, "disorder")
    # Tiles on a table touch, with a little room to lie crooked. On a board they are slightly
    # larger than the cells, so that each group of them spreads from where it began.
    side = 1.02 if scene.layout.bounded else 0.975
    pitch = side if scene.layout.bounded else 1 + scene.gap
    blocks = {}
    for group in _groups(scene.tiles):
        middle = np.mean(np.array(group), axis=0) + 0.5
        origin = middle if scene.layout.bounded else np.zeros(2)
        off = rng.normal(0, 0.03 * scene.sloppy, 2) if scene.layout.bounded else np.zeros(2)
        for cell in group:
            at = origin + (np.array(cell) + 0.5 - origin) * pitch
            at = at + off + rng.normal(0, 0.03 * scene.sloppy, 2)
            angle = radians(rng.normal(0, 2 * scene.sloppy))
            blocks[cell] = _Block(scene.tiles[cell], at[None, :], angle, side)
    return {cell: blocks[cell] for cell in scene.tiles}


def _groups(tiles: Mapping[Cell, Tile]) -> list[list[Cell]]:
    """Return the cells of each group of connected tiles."""
    unseen = dict.fromkeys(sorted(tiles))
    groups = []
    while unseen:
        group = [unseen.popitem()[0]]
        for cell in group:
            for beside in cell.neighbours():
                if beside in unseen:
                    del unseen[beside]
                    group.append(beside)
        groups.append(group)
    return groups


def _lay_strays(scene: Scene, blocks: Mapping[Cell, _Block]) -> list[_Block]:
    """Lay the tiles of racks in rows below and above everything else."""
    rng = _rng(scene, "strays")
    left = list((Counter(BOX) - Counter(scene.tiles.values())).elements())
    taken = np.vstack([_subject(scene), *(block.at for block in blocks.values())])
    low, high = taken.min(axis=0), taken.max(axis=0)
    strays = []
    for number, choice in enumerate(rng.permutation(len(left))[: scene.strays]):
        row, place = divmod(number, 6)
        if place == 0:
            pitch, slope = rng.uniform(1.02, 1.5), radians(rng.normal(0, 8))
            away = rng.uniform(2.6, 3.4) + row // 2 * 2.5
            y = low[1] - away if row % 2 else high[1] + away
            middle = np.array([(low[0] + high[0]) / 2 + rng.normal(0, 1), y])
        along = (place - 2.5) * pitch * np.array([cos(slope), sin(slope)])
        at = middle + along + rng.normal(0, 0.05 * scene.sloppy, 2)
        angle = slope + radians(rng.normal(0, 4 * scene.sloppy))
        strays.append(_Block(left[choice], at[None, :], angle, 0.975))
    return strays


def _draw_table(scene: Scene, camera: Camera) -> Image:
    rng = _rng(scene, "table")
    low, high = camera.view()
    # A camera held low sees far: what is far away needs no detail.
    unit = min(camera.pitch, sqrt(1.5 * scene.size[0] * scene.size[1] / np.prod(high - low)))
    columns, rows = np.ceil((high - low) * unit).astype(int).tolist()
    table = table_surface(scene.table, rng, (rows, columns), unit)
    end = int((camera.top - rng.uniform(2, 4) - low[1]) * unit)
    if end > 0 and rng.random() < 0.35:
        # The table ends somewhere beyond the tiles, and the room behind it is seen.
        room = np.full_like(table[:end], rng.uniform(90, 225))
        room[-max(1, int(0.25 * unit)) :] //= 3
        table[:end] = cv2.GaussianBlur(room, (0, 0), 0.1 * unit)
    # Nobody lays tiles exactly along a plank.
    angle = radians(rng.normal(0, 3))
    around = np.eye(3)
    around[:2, :2] = rotation(angle).T
    around[:2, 2] = camera.middle - around[:2, :2] @ camera.middle
    to_cells = np.array([[1 / unit, 0, low[0]], [0, 1 / unit, low[1]], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(
            table,
            camera.enlarged(_FINE) @ around @ to_cells,
            (_FINE * scene.size[0], _FINE * scene.size[1]),
            borderMode=cv2.BORDER_REFLECT_101,
        ),
        np.uint8,
    )


def _draw_board(scene: Scene, camera: Camera, image: Image) -> None:
    if not scene.layout.bounded:
        return
    outline = _frame(scene.layout)
    _cast_shadow(camera, image, [outline + 0.045], softness=0.05, strength=0.5)
    unit = int(np.ceil(_FINE * camera.pitch))
    board = printed_board(scene.layout, _rng(scene, "board"), unit)
    to_cells = np.array([[1 / unit, 0, 0.5 / unit], [0, 1 / unit, 0.5 / unit], [0, 0, 1]])
    cv2.warpPerspective(
        board,
        camera.enlarged(_FINE) @ to_cells,
        image.shape[1::-1],
        dst=image,
        borderMode=cv2.BORDER_TRANSPARENT,
    )


def _draw_tiles(scene: Scene, camera: Camera, image: Image, blocks: Sequence[_Block]) -> None:
    rng = _rng(scene, "tiles")
    look = tile_print(_rng(scene, "print"), scene.face, white_purple=scene.white_purple)
    lean = rng.normal(0, 0.07, 2)
    for reach, softness, strength in ((1.04, 0.04, 0.4), (1.1, 0.14, 0.3)):
        bases = [block.lay(_SQUARE * reach) + lean for block in blocks]
        _cast_shadow(camera, image, bases, softness=softness, strength=strength)
    for block in blocks:
        base, top = camera.see(block.lay(_SQUARE)), camera.see(block.lay(_SQUARE), raised=True)
        shade = rng.uniform(14, 34)
        hull = cv2.convexHull(np.vstack([base, top]).astype(np.float32))
        _fill(image, np.asarray(hull[:, 0], np.float64), (shade, shade, shade + 1))
    for block in blocks:
        for points, colour in tile_layers(rng, block.tile, look):
            _fill(image, camera.see(block.lay(points), raised=True), colour)


def _fill(image: Image, pixels: Points, colour: tuple[float, float, float]) -> None:
    """Fill a polygon of the picture in the enlarged image."""
    enlarged = pixels * _FINE + (_FINE - 1) / 2
    cv2.fillPoly(image, [np.round(enlarged * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _cast_shadow(
    camera: Camera, image: Image, outlines: Iterable[Points], *, softness: float, strength: float
) -> None:
    """Darken the image under outlines of the table; the softness of the edge is in cells."""
    wide, tall = camera.size
    shade = np.full((tall, wide), 255, np.uint8)
    for outline in outlines:
        pixels = np.round(camera.see(outline) * 16).astype(np.int32)
        cv2.fillPoly(shade, [pixels], 255 * (1 - strength), cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(shade, (0, 0), softness * camera.pitch)
    large = cv2.cvtColor(cv2.resize(soft, image.shape[1::-1]), cv2.COLOR_GRAY2RGB)
    cv2.multiply(image, large, dst=image, scale=1 / 255)
