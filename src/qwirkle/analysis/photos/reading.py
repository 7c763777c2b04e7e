"""The reading of a photograph: tiles with their certainty, and everything that looks wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec

from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Layout, Placed
from qwirkle.rules.placement.edition import PLACEMENT_GAMES, edition
from qwirkle.rules.reasons import Refusal, write_refusal
from qwirkle.rules.tiles import Tile

UNCERTAIN = 0.5
"""A tile with less certainty than this should be looked at by a person."""

MAX_BYTES = 10_000_000
"""The largest file of a picture."""
GAMES = tuple(game for game in PLACEMENT_GAMES if edition(game).faces == "colour")
"""The games that can be read. Tiles with a second shape inside, and cards, cannot."""


class PhotoReason(StrEnum):
    """The stable codes of what can be wrong with a photograph."""

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


SENTENCES: Mapping[str, str] = {
    "not-a-picture": "This is not a picture in JPEG, PNG or WebP.",
    "picture-too-large": (
        "The picture is too large: at most {most} million {unit}, and this has {count}."
    ),
    "picture-too-large/side": (
        "The picture is too long: at most {most} pixels on a side, and this has {count}."
    ),
    "picture-too-large/effort": (
        "This picture takes too much time or memory to read. Send a smaller one, as JPEG."
    ),
    "picture-too-small": "The picture is too small. Take the photo itself, not a preview of it.",
    "too-dark": "The picture is too dark. Turn on a light and take it again.",
    "too-blurred": "The picture is too blurred. Hold the camera still and take it again.",
    "no-tiles": "There are no tiles in the picture. Take it from above, with all tiles in it.",
    "no-board": "The edge of the board was not found. Point out its four corners.",
    "tiles-apart": "These tiles lie apart from the others and were left out: {tiles}.",
    "tiles-cut": (
        "The edge of the picture cuts off tiles: {count}. Take it again with all tiles in it."
    ),
    "not-a-hand": "A hand has at most {most} tiles, and there are {count} in a row.",
}
"""The sentence of each code: see ``rules.reasons.SENTENCES``."""


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
    """From 0 to 1; below ``UNCERTAIN`` a person should look at it."""
    second: Tile
    """The tile it would be otherwise."""
    outline: Corners
    """Where it lies in the picture."""


class Reading(msgspec.Struct, frozen=True):
    """The position in a photograph, as far as a photograph shows it."""

    game: str
    tiles: tuple[SeenTile, ...]
    """In order of x, then y. On an open table the least x and y are 0."""
    problems: tuple[Refusal, ...]
    """Everything that looks wrong. Without tiles it says why there are none."""
    frame: Corners | None = None
    """The corners of the printed board in the picture."""
    layout: Layout | None = None
    """The printed board, if its squares could be told from the tiles on them."""

    @property
    def board(self) -> tuple[Placed, ...]:
        """The tiles with their cells."""
        return tuple(seen.placed for seen in self.tiles)

    @property
    def certainty(self) -> tuple[float, ...]:
        """The certainty of each tile of the board."""
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
    """Everything that looks wrong. Without tiles it says why there are none."""

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles."""
        return tuple(seen.tile for seen in self.tiles)


def problem(
    reason: PhotoReason,
    cells: Iterable[Cell] = (),
    *,
    case: str = "",
    **params: str | int | Iterable[Tile],
) -> Refusal:
    """Return one thing that is wrong with a photograph; a case has a sentence of its own."""
    return write_refusal(SENTENCES, reason, cells, case=case, **params)
