"""The documentation of a site in a real browser: the way there and back, search, narrow screens."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from qwirkle.site import write_site

if find_spec("furo") is None:  # to import it takes long
    pytest.skip("Sphinx and its theme are the extra “docs”", allow_module_level=True)
pytestmark = pytest.mark.long


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(page_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A file server with a site. It lacks Python, as nobody plays here."""
    assert page_folder.is_dir()
    folder = tmp_path_factory.mktemp("site") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("qwirkle.site.write_python", lambda *_: [])
        write_site(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(
        base_url=address, locale="en-GB", viewport={"width": 390, "height": 844}
    )
    yield context.new_page()
    context.close()


def test_the_guide_is_one_click_from_the_game_and_back(page: Page) -> None:
    """Also once the service worker answers for the page, which is not for the documentation."""
    page.goto("/")
    page.evaluate("() => navigator.serviceWorker.ready")
    page.reload()
    page.get_by_role("link", name="Guide").click()
    expect(page.get_by_role("heading", level=1, name="guide")).to_be_visible()
    assert page.url.endswith("/docs/guide/")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("link", name="Play now").click()
    expect(page.get_by_role("button", name="Play").first).to_be_visible()


def test_the_guide_opens_in_the_readers_language(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, locale="de-DE")
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="Anleitung").click()
    expect(page.get_by_role("heading", level=1, name="Anleitung")).to_be_visible()
    assert page.url.endswith("/docs/guide/de/")
    assert page.evaluate("document.documentElement.lang") == "de"
    context.close()


def test_search_finds_a_page(page: Page) -> None:
    page.goto("/docs/search/?q=starburst")
    expect(page.get_by_role("link", name="guide").first).to_be_visible()


@pytest.mark.parametrize(
    "place", ["", "guide/", "guide/de/", "measurements/bots/", "games/", "server/", "api/"]
)
def test_pages_fit_a_phone_and_fetch_nothing_from_elsewhere(
    place: str, page: Page, address: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/docs/{place}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [url for url in asked if not url.startswith((address, "data:"))] == []
