"""The page's files as a browser gets them: compressed, cached while they may be, and no others."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from qwirkle.server.limits import Limits
from qwirkle.server.page import CARD, NO_PAGE, STAMP, Page
from qwirkle.server.security import SecurityMiddleware
from qwirkle.server.settings import ServerSettings

SCRIPT = b"export const tiles = 108;\n" * 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret").write_text("not for you")
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_bytes(b"<!doctype html><title>Qwirkle</title>" + b" " * 1000)
    (page / "assets" / "main-1a2b.js").write_bytes(SCRIPT)
    (page / "manifest.webmanifest").write_text("{}")
    (page / STAMP).write_text("0123")
    return page


async def _elsewhere(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def asked(folder: Path, *paths: str, **more: Any) -> list[httpx.Response]:
    settings = ServerSettings(address_rate=1)
    secured = SecurityMiddleware(_elsewhere, Page(folder), settings, Limits(settings))
    method = more.pop("method", "GET")

    async def scene() -> list[httpx.Response]:
        # Asked for as it stands, so that no client makes a path harmless.
        transport: Any = httpx.ASGITransport(app=secured)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
            return [await http.request(method, path, **more) for path in paths]

    return asyncio.run(scene())


def fetched(folder: Path, path: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
    return asked(folder, path, headers=headers or {})[0]


def test_files_with_a_digest_in_their_name_are_kept_for_ever(folder: Path) -> None:
    found = fetched(folder, "/assets/main-1a2b.js")
    assert found.content == SCRIPT
    assert found.headers["content-encoding"] == "gzip"
    assert int(found.headers["content-length"]) < len(SCRIPT) / 5
    assert found.headers["vary"] == "Accept-Encoding"
    assert "immutable" in found.headers["cache-control"]
    assert found.headers["content-type"].startswith("text/javascript")
    assert "script-src 'self'" in found.headers["content-security-policy"]
    for kind in ("manifest-src 'self'", "worker-src 'self'", "media-src 'self'"):
        assert kind in found.headers["content-security-policy"]


def test_who_does_not_take_gzip_gets_the_plain_file(folder: Path) -> None:
    for said in ("identity", "gzip;q=0", "br"):
        found = fetched(folder, "/assets/main-1a2b.js", {"Accept-Encoding": said})
        assert "content-encoding" not in found.headers
        assert int(found.headers["content-length"]) == len(SCRIPT)
        assert found.headers["vary"] == "Accept-Encoding"


def test_everything_else_is_asked_for_again_and_sent_only_when_it_is_new(folder: Path) -> None:
    first = fetched(folder, "/")
    assert first.headers["cache-control"] == "no-cache"
    again = fetched(folder, "/", {"If-None-Match": f'"x", W/{first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    (folder / "index.html").write_bytes(b"<!doctype html><title>New</title>" + b" " * 1000)
    assert fetched(folder, "/", {"If-None-Match": first.headers["etag"]}).status_code == 200
    plain = fetched(folder, "/", {"Accept-Encoding": "identity"})
    assert plain.headers["etag"] != fetched(folder, "/").headers["etag"]
    manifest = fetched(folder, "/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    assert "vary" not in manifest.headers


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new",
        "/t/aB-_9",
        "/learn/classic",
        "/rules/cards",
        "/settings",
        "/account",
        "/progress",
        "/coach",
        "/continue",
        "/statistics",
        "/swiss",
        "/swiss/0123456789abcdefghij",
    ],
)
def test_every_place_of_the_page_is_one_file(folder: Path, path: str) -> None:
    assert "<title>Qwirkle" in fetched(folder, path).text
    [head] = asked(folder, path, method="HEAD")
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["content-length"]) > 0


@pytest.mark.parametrize(
    "path",
    [
        "/../secret",
        "/assets/../../secret",
        "/%2e%2e/secret",
        "/assets/%2e%2e%2f%2e%2e%2fsecret",
        "//etc/passwd",
        "/assets",
        "/assets/",
        f"/{STAMP}",
        "/t/",
        "/t/a/b",
        "/nowhere",
        "/api/offers",
    ],
)
def test_nothing_else_is_to_be_had(folder: Path, path: str) -> None:
    assert Page(folder).answer("GET", path, {}) is None
    found = fetched(folder, path)
    assert (found.status_code, found.content) == (404, b"")


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nowhere", "/t/", "/t/a/b", "/rules/a/b", f"/{STAMP}"])
def test_a_browser_that_is_lost_gets_the_page_which_says_so(folder: Path, path: str) -> None:
    found = fetched(folder, path, BROWSER)
    assert found.status_code == 404
    assert "<title>Qwirkle" in found.text
    assert found.headers["content-type"].startswith("text/html")
    again = fetched(folder, path, {**BROWSER, "If-None-Match": "*"})
    assert again.status_code == 404
    [head] = asked(folder, path, method="HEAD", headers=BROWSER)
    assert (head.status_code, head.content) == (404, b"")


@pytest.mark.parametrize(
    "path", ["/api/nowhere", "/api", "/assets/gone.js", "/metrics", "/healthz"]
)
def test_what_programs_ask_for_is_never_answered_with_the_page(folder: Path, path: str) -> None:
    assert fetched(folder, path, BROWSER).content == b""


def test_programs_get_no_page_for_a_wrong_address(folder: Path) -> None:
    for accepted in ("application/json", "*/*", ""):
        assert fetched(folder, "/nowhere", {"Accept": accepted}).content == b""


def test_a_document_has_room_for_the_card_of_its_link(folder: Path) -> None:
    (folder / "index.html").write_bytes(b"<head>" + CARD + b"</head>")
    page = Page(folder)
    with_card = page.answer("GET", "/t/abc", {}, b"<meta />")
    assert with_card is not None
    assert with_card.body == b"<head><meta /></head>"
    plain = page.answer("GET", "/t/abc", {})
    assert plain is not None
    assert plain.body == b"<head></head>"
    assert dict(plain.headers)[b"etag"] != dict(with_card.headers)[b"etag"]


def test_the_page_changes_nothing_and_is_not_counted(folder: Path) -> None:
    assert {found.status_code for found in asked(folder, *["/", "/assets/main-1a2b.js"] * 30)} == {
        200
    }
    assert Page(folder).answer("POST", "/", {}) is None


def test_without_a_page_there_is_one_clear_text(tmp_path: Path) -> None:
    found = fetched(tmp_path / "none", "/t/abc")
    assert found.text == NO_PAGE
    assert found.headers["content-type"].startswith("text/plain")
    assert found.headers["cache-control"] == "no-cache"


def test_what_is_compressed_is_what_was_built(folder: Path) -> None:
    answer = Page(folder).answer("GET", "/assets/main-1a2b.js", {b"accept-encoding": b"br, gzip"})
    assert answer is not None
    assert gzip.decompress(answer.body) == SCRIPT
