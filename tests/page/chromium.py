"""The system's Chromium. Where it is missing the tests are skipped, but fail in CI."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

from servers import missing

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",  # it refuses to run as root with one
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launched(playwright: Playwright, *flags: str) -> Browser:  # noqa: RET503
    """A browser without a window."""
    for name in NAMES:
        if (found := shutil.which(name)) is not None:
            return playwright.chromium.launch(executable_path=found, args=[*FLAGS, *flags])
    missing("Chromium is not installed; `make servers` does that, as root, on Debian")
