"""The page: the files that the build of ``frontend/`` made, served from memory.

They are read and compressed once, so a path cannot name anything else. Browsers keep files with a
digest in their name for ever and revalidate all others, which are answered with 304 while
unchanged.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "page"
"""The folder of the build."""
STAMP = "sources.sha256"
"""The digest of the sources of the build; not part of the page."""
START = "index.html"
METHODS = ("GET", "HEAD")
PLACES = re.compile(
    r"/(?:new|continue|review|find|settings|account|progress|coach|statistics|"
    r"swiss|analysis|puzzle|learn|rules|"
    r"(?:t|swiss|learn|rules|puzzle)/[^/]{1,100})?"
)
"""Every address inside the page: all get the same document, which reads the address."""
NOT_THE_PAGE = re.compile(r"/(?:api|assets|healthz|metrics)(?:/.*)?")
"""Addresses that nobody mistypes, because clients and tools use them, not people."""
CARD = b"<!-- card -->"
"""The place in a document for the card of its link."""
CACHED_DOCUMENTS = 256
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
MIN_COMPRESSED = 600
"""Bytes below which compression saves nothing."""
NO_PAGE = """This qwirkle server has no page: the page could not be built when it was installed.
(Building it needs Node, which pip installs where it can.)

GET /api/offers lists the games; /api/schema/openapi.json describes the API.
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
"""Fixed here, because the system's own table is unpredictable."""

Headers = list[tuple[bytes, bytes]]


class Answer(NamedTuple):
    """An answer to a browser."""

    status: int
    headers: Headers
    body: bytes


class File:
    """One file, plain and compressed."""

    __slots__ = ("_etag", "_headers", "body", "compressed")

    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        compressed = gzip.compress(body, 9, mtime=0) if len(body) >= MIN_COMPRESSED else body
        self.compressed = compressed if len(compressed) < len(body) else None
        self._etag = hashlib.sha256(body).hexdigest()[:24]
        kind = TYPES.get(Path(name).suffix, "application/octet-stream")
        kept = FOR_EVER if name.startswith("assets/") else ASK_AGAIN
        self._headers = {"Content-Type": kind, "Cache-Control": kept}
        if self.compressed is not None:
            self._headers["Vary"] = "Accept-Encoding"

    def answer(self, asked: Mapping[bytes, bytes]) -> Answer:
        """Answer a browser, given what it accepts and has cached."""
        body, etag, headers = self.body, f'"{self._etag}"', dict(self._headers)
        if self.compressed is not None and _accepts_gzip(asked.get(b"accept-encoding", b"")):
            body, etag = self.compressed, f'"{self._etag}-gz"'
            headers["Content-Encoding"] = "gzip"
        headers["ETag"] = etag
        if _has(asked.get(b"if-none-match", b""), etag):
            headers.pop("Content-Encoding", None)
            return Answer(304, _write_headers(headers), b"")
        headers["Content-Length"] = str(len(body))
        return Answer(200, _write_headers(headers), body)


def is_built(folder: Path = FOLDER) -> bool:
    """Return whether the page has been built."""
    return (folder / START).is_file()


class Page:
    """All files of the page, or a text that explains their absence."""

    def __init__(self, folder: Path = FOLDER, base: str = "") -> None:
        self._files: dict[str, File] = {}
        if is_built(folder):
            for path in sorted(folder.rglob("*")):
                name = path.relative_to(folder).as_posix()
                if path.is_file() and name != STAMP:
                    body = path.read_bytes()
                    self._files[f"/{name}"] = File(
                        name, at_base(body, base) if name == START else body
                    )
        self._start = self._files.get(f"/{START}")
        self._none = File("none.txt", NO_PAGE.encode())
        self._document = lru_cache(CACHED_DOCUMENTS)(self._make_document)

    def is_place(self, method: str, path: str) -> bool:
        """Return whether a request is for the document that shows every part of the page."""
        return method in METHODS and self._start is not None and bool(PLACES.fullmatch(path))

    def answer(
        self, method: str, path: str, asked: Mapping[bytes, bytes], card: bytes = b""
    ) -> Answer | None:
        """Answer a request, or return None if it does not concern the page.

        ``card`` describes the link of a document, as tags for its head.
        """
        if method not in METHODS:
            return None
        file = self._files.get(path) or (self._document(card) if PLACES.fullmatch(path) else None)
        if file is None:
            return None
        answer = file.answer(asked)
        return answer._replace(body=b"") if method == "HEAD" else answer

    def not_found(self, method: str, path: str, asked: Mapping[bytes, bytes]) -> Answer | None:
        """Answer a browser at an unknown address with the page, which explains it in its language.

        Returns None for everyone else: programs get a problem they can read.
        """
        wants_page = b"text/html" in asked.get(b"accept", b"").lower()
        if method not in METHODS or not wants_page or self._start is None:
            return None
        if NOT_THE_PAGE.fullmatch(path):
            return None
        # Ignoring the browser's cache: 304 would mean that the address exists.
        accepted = {b"accept-encoding": asked.get(b"accept-encoding", b"")}
        answer = self._document(b"").answer(accepted)
        return Answer(404, answer.headers, b"" if method == "HEAD" else answer.body)

    def _make_document(self, card: bytes) -> File:
        if self._start is None:
            return self._none
        return File(START, self._start.body.replace(CARD, card))


def at_base(document: bytes, base: str) -> bytes:
    """Return the page's document with its links relative to ``base``, for any address."""
    return document.replace(b'="./', f'="{base}/'.encode())


def _write_headers(headers: Mapping[str, str]) -> Headers:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def _accepts_gzip(header: bytes) -> bool:
    for item in header.decode("latin-1").lower().split(","):
        name, _, quality = item.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _has(header: bytes, etag: str) -> bool:
    """Return whether the browser has this version; weak and strong tags count the same."""
    known = {tag.strip().removeprefix("W/") for tag in header.decode("latin-1").split(",")}
    return etag in known or "*" in known
