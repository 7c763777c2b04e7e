"""People with a browser: a device, its settings, a page, and what went wrong in it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from server.served import Refusal, new_id

from .watching import TELL_OF_VIOLATIONS, Watch

PATIENCE = 20_000


class Device(TypedDict, total=False):
    """What a screen is like."""

    viewport: ViewportSize
    has_touch: bool
    is_mobile: bool
    device_scale_factor: float


PHONE = Device(
    viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2
)
NARROW = Device(
    viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, device_scale_factor=2
)
DESKTOP = Device(viewport={"width": 1280, "height": 800})
SAVE_DATA = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
"""Run in a page: whoever saves data is sent nothing but what the view needs."""


class Visitor:
    """One person. Cookies and storage are his own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        device: Device = DESKTOP,
        *,
        settings: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        more.setdefault("reduced_motion", "reduce")
        more.setdefault("locale", "en-GB")
        more.setdefault("service_workers", "block")
        self.touch = device.get("has_touch", False)
        self.context: BrowserContext = browser.new_context(base_url=address, **device, **more)
        self.context.set_default_timeout(PATIENCE)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
        self.context.add_init_script(TELL_OF_VIOLATIONS)
        if settings:
            kept = json.dumps(json.dumps(settings))
            self.context.add_init_script(
                f'localStorage.getItem("qwirkle.settings") ?? '
                f'localStorage.setItem("qwirkle.settings", {kept})'
            )
        self.page: Page = self.context.new_page()
        self.watch = Watch(self.page)

    @property
    def view(self) -> dict[str, Any]:
        """The table as it was sent to the page."""
        return self.watch.view

    def until(
        self,
        holds: Callable[[], object],
        what: str = "",
        *,
        seconds: float = PATIENCE / 1000,
        pause: float = 10,
    ) -> None:
        """Let the page go on until something holds, looking again after so many milliseconds."""
        limit = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < limit, what or "waited in vain"
            self.page.wait_for_timeout(pause)

    def ask(self, path: str, body: dict[str, Any]) -> Any:
        """A request with this person's cookies, beside the page."""
        headers = {"X-Qwirkle": "1"}
        answer = self.context.request.post(path, data=body, headers=headers)
        if not answer.ok:
            raise Refusal(answer.json())
        return answer.json()

    def open_table(self, seats: list[dict[str, Any]], **more: Any) -> str:
        """A new table, opened beside the page."""
        table = {"do": "open-table", "seats": seats, **more}
        body = {"command_id": new_id(), "table": table}
        limit = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                return str(self.ask("/api/tables", body)["table"])
            except Refusal as refusal:
                # A busy machine makes the server late, and then it opens no tables for a while.
                if refusal.problem["reason"] != "unavailable" or time.monotonic() > limit:
                    raise
                self.page.wait_for_timeout(500)

    def act(self, table: str, command: dict[str, Any]) -> Any:
        """A command beside the page."""
        body = {"command_id": new_id(), "command": command}
        return self.ask(f"/api/tables/{table}/commands", body)

    def go_to_table(self, table: str, how: str = "") -> None:
        """Open the table's view and wait until it has arrived."""
        self.page.goto(f"/t/{table}{how}")
        self.until(lambda: self.view.get("table") == table, "the table was not told")

    def tell(self, folder: Path, name: str) -> None:
        """Leave behind what helps to understand a failure."""
        folder.mkdir(parents=True, exist_ok=True)
        told = [f"{name}: {self.page.url}", *self.watch.all_troubles(), "", *self.watch.said]
        told += ["", *(frame[:2000] for frame in self.watch.frames[-20:])]
        (folder / f"{name}.txt").write_text("\n".join(told), "utf-8")
        (folder / f"{name}.html").write_text(self.page.content(), "utf-8")
        self.page.screenshot(path=folder / f"{name}.png")
