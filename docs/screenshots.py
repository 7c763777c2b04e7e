"""Photograph the page for README, light and dark: ``make screenshots``.

A real server deals a known game, two visitors play some turns, and a real browser shows the table.
The pictures are not compared byte by byte, because browsers draw text differently.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from page.building import built  # noqa: E402
from page.chromium import launched  # noqa: E402
from page.scenes import looked, played  # noqa: E402
from page.seeded import seeded  # noqa: E402
from page.visitors import Device, Visitor  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
THEMES = ("light", "dark")
SCREEN = Device(viewport={"width": 1100, "height": 700})
SEED = "5c4ee75407" + "0" * 54
TURNS = 16
QUALITY = 90


def main() -> None:
    """Write one picture for each theme."""
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
        for theme in THEMES:
            host.page.goto("/healthz")
            host.page.evaluate(
                'theme => localStorage.setItem("qwirkle.settings", JSON.stringify({ theme }))',
                theme,
            )
            host.page.goto(f"/t/{table.id}")
            host.page.get_by_role("grid").wait_for()
            host.page.wait_for_load_state("networkidle")
            picture = Image.open(io.BytesIO(host.page.screenshot(animations="disabled")))
            picture.save(PICTURES / f"page-{theme}.webp", quality=QUALITY, method=6)
        browser.close()


if __name__ == "__main__":
    main()
