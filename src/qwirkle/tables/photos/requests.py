"""Photographs of tables: a picture comes in, the position goes out, and nothing is stored."""

from __future__ import annotations

from math import isfinite
from typing import Annotated

import msgspec

from qwirkle.analysis.photos.reading import GAMES, MAX_BYTES
from qwirkle.api.problems import RequestRefused, WebReason, request_refused
from qwirkle.api.requests import Requests, Upload
from qwirkle.api.visitors import holding
from qwirkle.errors import MissingExtra
from qwirkle.tables.photos.photos import PhotoQueries, PhotoReading, Point

REQUESTS = Requests()
MEDIA_TYPES = ("image/jpeg", "image/png", "image/webp")
MEGABYTES = MAX_BYTES // 1_000_000

Game = Annotated[
    str, msgspec.Meta(max_length=40, description="A game with tiles, such as connect.")
]
Turns = Annotated[
    int,
    msgspec.Meta(
        ge=0, le=3, description="Quarter turns clockwise by which to turn a printed board."
    ),
]
Corners = (
    Annotated[
        str,
        msgspec.Meta(
            max_length=200,
            description="The corners of the printed board, x,y four times, as shares of the "
            "picture, clockwise from the upper left one.",
        ),
    ]
    | None
)


@REQUESTS.post(
    "/api/photos",
    "Read a photo of a table",
    counts="question",
    uploads=MEDIA_TYPES,
    uploads_about=f"The picture, with at most {MEGABYTES} MB.",
)
async def read_photo(
    photos: PhotoQueries,
    picture: Upload,
    *,
    game: Game,
    turns: Turns = 0,
    corners: Corners = None,
) -> PhotoReading:
    """Return the tiles in a picture, how certain each is, and everything that looks wrong."""
    if not photos.offered:
        raise request_refused(WebReason.NO_PHOTOS)
    if game not in GAMES:
        raise request_refused(WebReason.BAD_REQUEST, problem="game: no game that can be read")
    pointed_out = None if corners is None else _corners_in(corners)
    if picture.media_type not in MEDIA_TYPES:
        raise request_refused(WebReason.BAD_MEDIA_TYPE, case="photo")
    # The body is read only if the visitor's budget has room for it.
    with holding(picture.size_up_to(MAX_BYTES)):
        try:
            return await photos.read(await _bytes_of(picture), game, pointed_out, turns)
        except MissingExtra:
            raise request_refused(WebReason.NO_PHOTOS) from None


async def _bytes_of(picture: Upload) -> bytes:
    try:
        return await picture.read(MAX_BYTES)
    except RequestRefused as refused:
        if WebReason.TOO_LARGE not in refused.reasons:
            raise
        raise request_refused(WebReason.TOO_LARGE, case="photo", most=MEGABYTES) from None


def _corners_in(text: str) -> list[Point]:
    """Parse four points inside a picture."""
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8 or not all(isfinite(share) and 0 <= share <= 1 for share in numbers):
        raise request_refused(WebReason.BAD_REQUEST, problem="corners: not eight shares")
    return list(zip(numbers[::2], numbers[1::2], strict=True))
