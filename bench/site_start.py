"""Measure later starts of a site without a server, in Chromium with no network.

``python bench/site_start.py build/site`` opens the site, begins a game and waits until everything
is kept. Then it ends the browser and its server, and starts the browser again for every
measurement: once at the start page, and once at the game that was left. Seconds until a move can
be made.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import perf_counter
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from page.chromium import FLAGS
from page.test_without_server import everything_is_kept

PATIENCE = 120_000


class Quiet(SimpleHTTPRequestHandler):
    """A plain file server."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def browser(playwright: Playwright, profile: str, address: str) -> BrowserContext:
    """Start a browser with the storage of its last run."""
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=shutil.which("chromium"),
        args=FLAGS,
        base_url=address,
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    return context


def play(page: Page) -> None:
    """Begin a game at the start page."""
    page.goto("/")
    page.get_by_role("button", name="Play").first.click()
    page.wait_for_url("**/t/*")


def measure(site: str, runs: int, profile: str) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    expect.set_options(timeout=PATIENCE)
    took: dict[str, list[float]] = {"start page": [], "game that was left": []}
    with sync_playwright() as playwright:
        context = browser(playwright, profile, address)
        page = context.new_page()
        play(page)
        everything_is_kept(page)
        left = page.url
        context.close()
        server.shutdown()
        server.server_close()
        for _ in range(runs):
            for where, seconds in took.items():
                context = browser(playwright, profile, address)
                context.set_offline(True)
                page = context.new_page()
                page.wait_for_timeout(1_000)
                began = perf_counter()
                play(page) if where == "start page" else page.goto(left)
                expect(page.get_by_role("button", name="Hint")).to_be_enabled()
                seconds.append(perf_counter() - began)
                context.close()
    for where, seconds in took.items():
        print(f"{where}: median {statistics.median(seconds):.1f} s, longest {max(seconds):.1f} s")


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else "build/site"
    with tempfile.TemporaryDirectory(prefix="qwirkle-browser-") as place:
        measure(folder, int(sys.argv[2]) if len(sys.argv) > 2 else 5, place)
