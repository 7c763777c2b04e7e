"""A server under a path of its host, as with ``--url https://club.example/qwirkle``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.types import Receive, Scope, Send

from qwirkle.server.limits import Limits
from qwirkle.server.page import Page
from qwirkle.server.security import SecurityMiddleware
from qwirkle.server.settings import ServerSettings

from .players import seated, turn_of
from .served import Served
from .test_proxies import free_port

DOCUMENT = b'<!doctype html><script type="module" src="./assets/main-1a2b.js"></script>'


@pytest.mark.parametrize(
    ("url", "base"),
    [
        (None, ""),
        ("https://club.example", ""),
        ("https://club.example/", ""),
        ("https://club.example/qwirkle", "/qwirkle"),
        ("https://club.example/games/qwirkle/", "/games/qwirkle"),
        ('https://club.example/a"b', "/a%22b"),
    ],
)
def test_the_path_is_that_of_the_public_address(url: str | None, base: str) -> None:
    assert ServerSettings(url=url).base == base


async def _echo(scope: Scope, receive: Receive, send: Send) -> None:
    said = f"{scope['root_path']} {scope['path']}".encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": said, "more_body": False})


def asked(tmp_path: Path, path: str, url: str = "https://club.example/qwirkle") -> httpx.Response:
    (tmp_path / "assets").mkdir(exist_ok=True)
    (tmp_path / "index.html").write_bytes(DOCUMENT)
    (tmp_path / "assets" / "main-1a2b.js").write_bytes(b"1")
    settings = ServerSettings(url=url)
    page = Page(tmp_path, settings.base)
    secured: Any = SecurityMiddleware(_echo, page, settings, Limits(settings))

    async def scene() -> httpx.Response:
        transport = httpx.ASGITransport(app=secured)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
            return await http.get(path)

    return asyncio.run(scene())


@pytest.mark.parametrize("path", ["/qwirkle/", "/qwirkle/t/4PJh", "/qwirkle/rules/mini", "/t/4PJh"])
def test_every_address_gets_a_document_with_links_under_the_path(path: str, tmp_path: Path) -> None:
    found = asked(tmp_path, path)
    assert b'src="/qwirkle/assets/main-1a2b.js"' in found.content
    assert asked(tmp_path, "/qwirkle/assets/main-1a2b.js").content == b"1"


def test_at_the_root_links_begin_there(tmp_path: Path) -> None:
    found = asked(tmp_path, "/t/4PJh", "https://club.example")
    assert b'src="/assets/main-1a2b.js"' in found.content


def test_the_bare_path_leads_into_it(tmp_path: Path) -> None:
    """Without the slash at its end, neither the service worker nor relative links fit."""
    found = asked(tmp_path, "/qwirkle")
    assert (found.status_code, found.headers["location"]) == (308, "/qwirkle/")


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("/qwirkle/api/offers", "/api/offers"),
        ("/api/offers", "/api/offers"),
        ("/healthz", "/healthz"),
        ("/qwirkle2/api/offers", "/qwirkle2/api/offers"),
    ],
)
def test_handlers_never_see_the_path(path: str, inside: str, tmp_path: Path) -> None:
    """Whether a proxy removes it or not; one that only begins with its letters is another."""
    assert asked(tmp_path, path).text == f"/qwirkle {inside}"


def test_a_game_under_a_path(tmp_path: Path) -> None:
    """Requests, sockets, cookies and invitations."""
    server = Under(tmp_path)
    server.start()
    try:
        asyncio.run(_play(server))
    finally:
        server.kill()


class Under(Served):
    """A server that is asked under a path."""

    def __init__(self, folder: Path, public: int | None = None) -> None:
        own = free_port()
        self._public = f"http://127.0.0.1:{public or own}/qwirkle"
        super().__init__(folder, "--url", self._public)
        self.port = own

    @property
    def address(self) -> str:
        return self._public


async def _play(server: Served) -> None:
    table, people = await seated(server)
    for _ in range(2):
        seat = people[0].view["now"]["turn"]
        mover = next(person for person in people if seat in person.view["you"]["seats"])
        done = await mover.do({"do": "play", "turn": turn_of(mover.view)})
        for person in people:
            await person.until(done["seq"])
    for person in people:
        assert {cookie.path for cookie in person.http.cookies.jar} == {"/qwirkle"}
        link = (await person.get(f"/api/tables/{table}/invitation"))["link"]
        assert link == f"{server.address}/t/{table}"
        document = await person.get(f"/t/{table}")
        assert f'content="{link}"' in document
        await person.leave()
