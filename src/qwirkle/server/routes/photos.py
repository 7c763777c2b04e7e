"""Photographs of tables: a picture comes in, the position goes out, and nothing is kept."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Annotated

from litestar import post
from litestar.exceptions import HTTPException
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema
from litestar.openapi.spec.enums import OpenAPIFormat, OpenAPIType
from litestar.params import Parameter
from litestar.status_codes import HTTP_413_REQUEST_ENTITY_TOO_LARGE

from qwirkle.analysis.photos.reading import GAMES, MAX_BYTES
from qwirkle.api.problems import WebReason, request_refused
from qwirkle.errors import MissingExtra
from qwirkle.server.context import AppContext
from qwirkle.server.devices import AnyRequest, address_of
from qwirkle.server.problems import PROBLEMS
from qwirkle.tables.photos.photos import PhotoReading, Point

MEDIA_TYPES = ("image/jpeg", "image/png", "image/webp")

Game = Annotated[str, Parameter(max_length=40, description="A game with tiles, such as connect.")]
Turns = Annotated[
    int,
    Parameter(ge=0, le=3, description="Quarter turns clockwise by which to turn a printed board."),
]
Corners = Annotated[
    str | None,
    Parameter(
        max_length=200,
        description="The corners of the printed board, x,y four times, as shares of the picture, "
        "clockwise from the upper left one.",
    ),
]


@dataclass
class PictureOperation(Operation):
    """Describes a body that is a picture: the handler reads it itself, when there is room."""

    def __post_init__(self) -> None:
        """Add the body."""
        picture = OpenAPIMediaType(Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
        self.request_body = RequestBody(
            dict.fromkeys(MEDIA_TYPES, picture),
            description=f"The picture, with at most {MAX_BYTES // 1_000_000} MB.",
            required=True,
        )


@post(
    "/api/photos",
    summary="Read a photo of a table",
    status_code=200,
    request_max_body_size=MAX_BYTES,
    operation_class=PictureOperation,
    responses=PROBLEMS,
)
async def read_photo(
    request: AnyRequest,
    context: AppContext,
    game: Game,
    turns: Turns = 0,
    corners: Corners = None,
) -> PhotoReading:
    """Return the tiles in a picture, how certain each is, and everything that looks wrong."""
    photos, address = context.service.photos, address_of(request)
    context.limits.question(address)
    if not photos.offered:
        raise request_refused(WebReason.NO_PHOTOS)
    if game not in GAMES:
        raise request_refused(WebReason.BAD_REQUEST, problem="game: no game that can be read")
    pointed_out = None if corners is None else _corners_in(corners)
    if request.content_type[0] not in MEDIA_TYPES:
        raise request_refused(WebReason.BAD_MEDIA_TYPE, case="photo")
    with photos.place(address):
        picture = await _body_of(request)
        try:
            return await photos.read(picture, game, pointed_out, turns)
        except MissingExtra:
            raise request_refused(WebReason.NO_PHOTOS) from None


async def _body_of(request: AnyRequest) -> bytes:
    """Return the picture; one that is too large is refused before all of it has come."""
    try:
        return await request.body()
    except HTTPException as error:
        if error.status_code != HTTP_413_REQUEST_ENTITY_TOO_LARGE:
            raise
        most = MAX_BYTES // 1_000_000
        raise request_refused(WebReason.TOO_LARGE, case="photo", most=most) from None


def _corners_in(text: str) -> list[Point]:
    """Read four points inside a picture."""
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8 or not all(isfinite(share) and 0 <= share <= 1 for share in numbers):
        raise request_refused(WebReason.BAD_REQUEST, problem="corners: not eight shares")
    return list(zip(numbers[::2], numbers[1::2], strict=True))


HANDLERS = [read_photo]
