"""Photograph the page for README, the guide and its own manifest: ``make screenshots``.

A real server deals a known game, two visitors play it, and a real browser shows the table in both
themes and, in every language, the table, its review and a puzzle. The pictures are not compared
byte by byte, because browsers draw text differently.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from docs.guide import GUIDES  # noqa: E402

from page.building import built  # noqa: E402
from page.chromium import launched  # noqa: E402
from page.scenes import Scene, looked, played  # noqa: E402
from page.seeded import seeded  # noqa: E402
from page.visitors import Device, Visitor  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
THEMES = ("light", "dark")
MANIFEST = ROOT / "frontend" / "public"
"""The folder of the page's manifest, whose pictures are shown before it is installed."""
PHONE = Device(viewport={"width": 390, "height": 844})
SCREEN = Device(viewport={"width": 1100, "height": 700})
SEED = "5c4ee75407" + "0" * 54
TURNS = 16
QUALITY = {"page": 90, "guide": 70, "screenshot": 70}
DAY = "2026-11-16"


def main() -> None:
    """Write all pictures."""
    built()
    with (
        tempfile.TemporaryDirectory() as folder,
        seeded(Path(folder), SEED) as server,
        sync_playwright() as playwright,
    ):
        browser = launched(playwright)
        host, guest = (Visitor(browser, server.address, SCREEN) for _ in range(2))
        table = played(host, guest, "classic", lambda seen: seen["game"]["turns_played"] >= TURNS)
        if looked(host, table)["now"]["phase"] != "playing":
            raise SystemExit("the game is over before it could be photographed")
        guest.page.goto(f"/t/{table.id}")
        running = Scene("table", f"/t/{table.id}", lambda page: page.get_by_role("grid").wait_for())
        for theme in THEMES:
            running.show(host, theme=theme)
            photograph(host.page, f"page-{theme}")
            if theme == "light":
                photograph(host.page, "screenshot-wide", MANIFEST)
        phone = Visitor(browser, server.address, PHONE)
        Scene("puzzle", f"/puzzle/{DAY}").show(phone, theme="light")
        photograph(phone.page, "screenshot-narrow", MANIFEST)
        finished = played(host, guest, "classic")
        review = Scene("review", f"/t/{finished.id}#review={TURNS}", wait_for_review)
        for scene in (running, review, Scene("puzzle", f"/puzzle/{DAY}")):
            for language in GUIDES:
                scene.show(host, theme="light", language=language)
                photograph(host.page, f"guide-{scene.name}.{language}")
        browser.close()


def wait_for_review(page: Page) -> None:
    """Wait until the review has been made."""
    page.locator("#turns-title").wait_for(timeout=120_000)
    page.wait_for_load_state("networkidle")


def photograph(page: Page, name: str, folder: Path = PICTURES) -> None:
    """Write what the page shows now."""
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    picture.save(folder / f"{name}.webp", quality=QUALITY[name.partition("-")[0]], method=6)


if __name__ == "__main__":
    main()
