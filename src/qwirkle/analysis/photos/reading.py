"""The reading of a photograph: tiles with their certainty, and everything that looks wrong."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

import msgspec

from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.editions.placement import PLACEMENT_GAMES, edition
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.refusals.reasons import Refusal, write_refusal
from qwirkle.rules.refusals.sentences import Chosen, Counted, Param, Sentences
from qwirkle.rules.tiles import Tile

UNCERTAIN = 0.5
"""A person should check a tile with less certainty than this."""

MAX_BYTES = 10_000_000
"""The largest file of a picture, in bytes."""
GAMES = tuple(game for game in PLACEMENT_GAMES if edition(game).faces == "colour")
"""The games that can be read; tiles with a second shape inside, and cards, cannot be."""


class PhotoReason(StrEnum):
    """The stable codes for problems of a photograph."""

    NOT_A_PICTURE = "not-a-picture"
    PICTURE_TOO_LARGE = "picture-too-large"
    PICTURE_TOO_SMALL = "picture-too-small"
    TOO_DARK = "too-dark"
    TOO_BLURRED = "too-blurred"
    NO_TILES = "no-tiles"
    NO_BOARD = "no-board"
    TILES_APART = "tiles-apart"
    TILES_CUT = "tiles-cut"
    NOT_A_HAND = "not-a-hand"


SENTENCES: Sentences = {
    "not-a-picture": "This isn’t a picture. Choose a photo in JPEG, PNG or WebP.",
    "picture-too-large": Chosen(
        "unit",
        {
            "pixels": "The picture is too large: it can have at most {most} million pixels.",
            "bytes": "The picture is too large: it can have at most {most} MB.",
        },
    ),
    "picture-too-large/side": (
        "The picture is too long: each side can have at most {most} pixels."
    ),
    "picture-too-large/effort": (
        "This picture takes too long to read. Choose a smaller one, as JPEG."
    ),
    "picture-too-small": "The picture is too small. Take the photo itself, not a preview of it.",
    "too-dark": "The picture is too dark. Turn on a light and take it again.",
    "too-blurred": "The picture is too blurred. Hold the camera still and take it again.",
    "no-tiles": "There are no tiles in the picture. Take it from above, with all tiles in it.",
    "no-board": "The edge of the board wasn’t found. Point out its four corners.",
    "tiles-apart": "These tiles are apart from the others and were left out: {tiles}.",
    "tiles-cut": Counted(
        "count",
        "The edge of the photo cuts off {n} tile. Take it again with all tiles in it.",
        "The edge of the photo cuts off {n} tiles. Take it again with all tiles in it.",
    ),
    "not-a-hand": "A hand has at most {most} tiles, and there are {count} in a row.",
}
"""The sentence of each code."""


class Point(NamedTuple):
    """A point of a picture, as shares of its width and height from the upper left corner."""

    x: float
    y: float


Corners = tuple[Point, Point, Point, Point]
"""Four corners, clockwise from that of cell 0,0."""


class SeenTile(msgspec.Struct, frozen=True):
    """A tile of a photograph."""

    placed: Placed
    certainty: float
    """From 0 to 1; below ``UNCERTAIN`` a person should check it."""
    second: Tile
    """The second choice for the tile."""
    outline: Corners
    """Where it lies in the picture."""


class Reading(msgspec.Struct, frozen=True):
    """The position in a photograph, as far as a photograph shows it."""

    game: str
    tiles: tuple[SeenTile, ...]
    """In order of x, then y; on an open table the smallest x and y are 0."""
    problems: tuple[Refusal, ...]
    """Everything that looks wrong; without tiles, the reason why there are none."""
    frame: Corners | None = None
    """The corners of the printed board in the picture."""
    layout: Layout | None = None
    """The printed board, if its squares could be told from the tiles on them."""

    @property
    def board(self) -> tuple[Placed, ...]:
        """The tiles by cell."""
        return tuple(seen.placed for seen in self.tiles)

    @property
    def certainty(self) -> tuple[float, ...]:
        """The certainty of each tile, by cell."""
        return tuple(seen.certainty for seen in self.tiles)


class HandTile(msgspec.Struct, frozen=True):
    """A tile of a hand in a photograph: see ``SeenTile``."""

    tile: Tile
    certainty: float
    second: Tile
    outline: Corners


class HandReading(msgspec.Struct, frozen=True):
    """The hand in a photograph."""

    tiles: tuple[HandTile, ...]
    """From left to right; from the top down if the row is upright."""
    problems: tuple[Refusal, ...]
    """Everything that looks wrong; without tiles, the reason why there are none."""

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles alone."""
        return tuple(seen.tile for seen in self.tiles)


def problem(
    reason: PhotoReason,
    cells: Iterable[Cell] = (),
    *,
    case: str = "",
    **params: Param,
) -> Refusal:
    """Return one problem of a photograph; a case selects a more specific sentence."""
    return write_refusal(SENTENCES, reason, cells, case=case, **params)
