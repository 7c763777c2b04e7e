"""A photograph of a real table, read as a position.

>>> from qwirkle.analysis.photos import read_photo
>>> reading = read_photo("table.jpg", game="classic")  # doctest: +SKIP

Tiles are found as bright shapes on black, put on a lattice, and named by shape and colour.
Things that a photograph cannot show (hands, bag, scores, whose turn it is) are for the caller to
ask. OpenCV and Pillow come with the extra ``photo``.
"""

from __future__ import annotations

from pathlib import Path

from qwirkle.analysis.photos.following import SeenTurn, SeenTurns, turn_between, turns_between
from qwirkle.analysis.photos.keeping import ScoreKeeper
from qwirkle.analysis.photos.reading import (
    Corners,
    HandReading,
    HandTile,
    PhotoReason,
    Point,
    Reading,
    SeenTile,
)
from qwirkle.errors import MissingExtra


def read_photo(
    picture: bytes | Path | str,
    *,
    game: str = "classic",
    corners: Corners | None = None,
    turns: int = 0,
) -> Reading:
    """Read the position in a photograph.

    Args:
        picture: The path of a file, or its bytes.
        game: The id of the game on the table.
        corners: The corners of the printed board, if a person has pointed them out.
        turns: Quarter turns clockwise, because a picture does not show which side of a board is
            the top.

    Returns:
        The tiles with their certainty, and everything that looks wrong.

    Raises:
        MissingExtra: The extra ``photo`` is not installed.
    """
    try:
        from qwirkle.analysis.photos.reader import read_picture  # noqa: PLC0415 - needs the extra
    except ModuleNotFoundError:
        raise MissingExtra("reading a photograph", "photo") from None
    return read_picture(picture, game=game, corners=corners, turns=turns)


def read_hand(picture: bytes | Path | str) -> HandReading:
    """Read the hand in a photograph: a row of tiles, at any distance.

    Args:
        picture: The path of a file, or its bytes.

    Returns:
        The tiles with their certainty, and everything that looks wrong.

    Raises:
        MissingExtra: The extra ``photo`` is not installed.
    """
    try:
        from qwirkle.analysis.photos.hands import read_hand_picture  # noqa: PLC0415 - needs the extra
    except ModuleNotFoundError:
        raise MissingExtra("reading a photograph", "photo") from None
    return read_hand_picture(picture)


__all__ = [
    "Corners",
    "HandReading",
    "HandTile",
    "PhotoReason",
    "Point",
    "Reading",
    "ScoreKeeper",
    "SeenTile",
    "SeenTurn",
    "SeenTurns",
    "read_hand",
    "read_photo",
    "turn_between",
    "turns_between",
]
