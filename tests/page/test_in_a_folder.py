"""A site without a server in some folder of its host: every address leads to the page."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from qwirkle.site import write_page

from .accessibility import barriers

PLACES = ("", "/some/folder", "/new", "/t/learn")
"""Some have the names of views."""


class _Host(SimpleHTTPRequestHandler):
    """Answers as hosts of static files do: a document of the site where there is no file."""

    protocol_version = "HTTP/1.1"

    def send_error(self, code: int, *_: Any) -> None:
        """Send the page for what is not there; the sites are all the same."""
        body = next(Path(self.directory).rglob("404.html")).read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(page_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site without documentation and without Python."""
    assert page_folder.is_dir()
    folder = tmp_path_factory.mktemp("site") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("qwirkle.site.can_write_docs", lambda: False)
        write_page(folder)
    return folder


@contextmanager
def hosted(site: Path, root: Path, place: str) -> Iterator[str]:
    """The address of the site in a folder of a host that has nothing else."""
    shutil.copytree(site, root / place.strip("/"), dirs_exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{place}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", service_workers="block")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place or "root")
def test_the_page_finds_its_parts_wherever_it_is(
    place: str, site: Path, tmp_path: Path, page: Page
) -> None:
    with hosted(site, tmp_path, place) as address:
        page.goto(f"{address}/")
        expect(page.get_by_role("heading", name="Qwirkle", exact=True)).to_be_visible()
        links = page.locator("a[href]").evaluate_all("(all) => all.map((one) => one.href)")
        assert len(links) >= 5
        assert [link for link in links if not link.startswith(f"{address}/")] == []
        icon = page.locator("link[rel=icon]").evaluate("(link) => link.href")
        assert icon == f"{address}/icon.svg"
        page.get_by_role("link", name="Rules", exact=True).first.click()
        expect(page).to_have_url(f"{address}/rules/classic")
        page.reload()
        expect(page.get_by_role("heading", name="Classic").first).to_be_visible()
        page.goto(f"{address}/new")
        expect(page.get_by_role("heading", name="Pass and play")).to_be_visible()
        assert page.evaluate("() => document.styleSheets.length") >= 1


def test_who_is_lost_there_is_offered_what_a_site_can_do(
    site: Path, tmp_path: Path, page: Page
) -> None:
    with hosted(site, tmp_path, "/some/folder") as address:
        page.goto(f"{address}/nothing/to/see")
        expect(page.get_by_role("heading", name="There’s nothing here")).to_be_visible()
        expect(page.get_by_role("link", name="Play with friends")).to_have_count(0)
        expect(page.get_by_role("link", name="Pass and play")).to_be_visible()
        assert barriers(page) == []
        page.get_by_role("link", name="Back to the start page").first.click()
        expect(page).to_have_url(f"{address}/")
