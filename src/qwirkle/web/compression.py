"""Long answers, pressed while they are made: a piece at a time, so that nobody else has to wait."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator
from itertools import islice

from litestar.response import Stream

from qwirkle.web.devices import Connection
from qwirkle.web.page import takes_gzip

TOGETHER = 8
"""Pieces that are made in one go."""
GZIP = 31
"""What zlib calls the format."""


def pressed(connection: Connection, pieces: Iterator[bytes], media_type: str) -> Stream:
    """An answer in pieces, pressed if the other side takes that."""
    headers = {"Vary": "Accept-Encoding"}
    if takes_gzip(connection.headers.get("accept-encoding", "").encode()):
        return Stream(
            _in_turn(_squeezed(pieces)),
            media_type=media_type,
            headers={**headers, "Content-Encoding": "gzip"},
        )
    return Stream(_in_turn(pieces), media_type=media_type, headers=headers)


def _squeezed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    press = zlib.compressobj(6, zlib.DEFLATED, GZIP)
    for piece in pieces:
        yield press.compress(piece)
    yield press.flush()


async def _in_turn(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Some pieces at a time, made beside the loop."""
    while body := await asyncio.to_thread(lambda: list(islice(pieces, TOGETHER))):
        if together := b"".join(body):
            yield together
