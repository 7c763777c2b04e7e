"""The page: the files that the build of ``frontend/`` made, served from memory.

They are read once, so that a path can name nothing but one of them, and an answer costs no file.
Files with a digest in their name are kept by browsers for ever; all others are asked for again and
answered with 304 while they are the same. Knows nothing of tables.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "page"
"""Where the build lies."""
STAMP = "sources.sha256"
"""Says what the build was made from, and is no part of the page."""
START = "index.html"
PLACES = re.compile(r"/(?:new|settings|account|learn|rules|(?:t|learn|rules)/[^/]{1,100})?")
"""Every address inside the page: one file for all of them, and the page knows where it is."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
FEWEST_TO_PRESS = 600
"""Bytes below which pressing saves nothing."""
NO_PAGE = """This is a qwirkle server without its page: it was installed where the page could not be
built (that needs Node, which comes by itself where pip has it).

GET /api/offers tells what there is to play, /api/schema/openapi.json how to ask.
"""
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Said here and not by the system, whose list may be anything."""

Headers = list[tuple[bytes, bytes]]


class Answer(NamedTuple):
    """What a browser is sent."""

    status: int
    headers: Headers
    body: bytes


class File:
    """One file, plain and pressed."""

    __slots__ = ("_etag", "_headers", "body", "pressed")

    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        pressed = gzip.compress(body, 9, mtime=0) if len(body) >= FEWEST_TO_PRESS else body
        self.pressed = pressed if len(pressed) < len(body) else None
        self._etag = hashlib.sha256(body).hexdigest()[:24]
        kind = TYPES.get(Path(name).suffix, "application/octet-stream")
        kept = FOR_EVER if name.startswith("assets/") else ASK_AGAIN
        self._headers = {"Content-Type": kind, "Cache-Control": kept}
        if self.pressed is not None:
            self._headers["Vary"] = "Accept-Encoding"

    def answer(self, asked: Mapping[bytes, bytes]) -> Answer:
        """What is sent to a browser that has said what it takes and what it has."""
        body, etag, headers = self.body, f'"{self._etag}"', dict(self._headers)
        if self.pressed is not None and takes_gzip(asked.get(b"accept-encoding", b"")):
            body, etag = self.pressed, f'"{self._etag}-gz"'
            headers["Content-Encoding"] = "gzip"
        headers["ETag"] = etag
        if _has(asked.get(b"if-none-match", b""), etag):
            headers.pop("Content-Encoding", None)
            return Answer(304, _written(headers), b"")
        headers["Content-Length"] = str(len(body))
        return Answer(200, _written(headers), body)


def is_built(folder: Path = FOLDER) -> bool:
    """Whether there is a page."""
    return (folder / START).is_file()


class Page:
    """All files of the page, or a text that says that there are none."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files: dict[str, File] = {}
        if is_built(folder):
            for path in sorted(folder.rglob("*")):
                name = path.relative_to(folder).as_posix()
                if path.is_file() and name != STAMP:
                    self._files[f"/{name}"] = File(name, path.read_bytes())
        self._start = self._files.get(f"/{START}") or File("none.txt", NO_PAGE.encode())

    def answer(self, method: str, path: str, asked: Mapping[bytes, bytes]) -> Answer | None:
        """The answer to a request, or None if it is not about the page."""
        if method not in ("GET", "HEAD"):
            return None
        file = self._files.get(path) or (self._start if PLACES.fullmatch(path) else None)
        if file is None:
            return None
        answer = file.answer(asked)
        return answer._replace(body=b"") if method == "HEAD" else answer


def _written(headers: Mapping[str, str]) -> Headers:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def takes_gzip(said: bytes) -> bool:
    """What an ``Accept-Encoding`` says about it."""
    for one in said.decode("latin-1").lower().split(","):
        name, _, quality = one.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _has(said: bytes, etag: str) -> bool:
    """Whether a browser has this already; a weak tag is as good as a strong one here."""
    known = {one.strip().removeprefix("W/") for one in said.decode("latin-1").split(",")}
    return etag in known or "*" in known
