"""Everything that goes wrong in a page is noted, whether or not a test looks for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Page, Request, Response, WebSocket

from server.served import merge

# A browser reports what its policy forbids only to who listens.
TELL_OF_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", ({violatedDirective, blockedURI}) =>
  console.error(`policy: ${violatedDirective} forbids ${blockedURI}`));
"""
BLOCKED = "Service Worker registration blocked by Playwright"
"""A warning that Playwright itself causes in most tests."""


class Watch:
    """One page: what went wrong in it, what it was sent, and the table that follows from it."""

    def __init__(self, page: Page) -> None:
        self.troubles: list[str] = []
        self.said: list[str] = []
        self.frames: list[str] = []
        self.answers: list[Response] = []
        self._view: dict[str, Any] = {}
        self._opened: Response | None = None
        self._later: list[dict[str, Any]] = []
        self.sockets = 0
        self._away = False
        self._refusals: set[int] = set()
        self._too_late: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._note(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("websocket", self._connected)

    @contextmanager
    def away(self) -> Iterator[None]:
        """While the server or the network is away, requests may fail; nothing else may."""
        self._away = True
        try:
            yield
        finally:
            self._away = False

    def expect_refusal(self, status: int) -> None:
        """The test provokes a refusal of this kind."""
        self._refusals.add(status)

    def all_troubles(self) -> list[str]:
        """At the end. A question may cross the last turn of a game on its way, and no other."""
        over = bool(self.view) and self.view["now"]["phase"] == "ended"
        return self.troubles if over else [*self.troubles, *self._too_late]

    def _note(self, trouble: str) -> None:
        self.troubles.append(trouble)

    def _hear(self, message: ConsoleMessage) -> None:
        place = message.location.get("url", "")
        line = f"{message.type}: {message.text} ({place})"
        self.said.append(line)
        if message.type not in ("error", "warning") or message.text == BLOCKED:
            return
        # The same is noted by the request itself, which knows whether it was to be expected.
        if message.text.startswith("Failed to load resource"):
            return
        if self._away and ("WebSocket" in message.text or "net::ERR" in message.text):
            return
        self._note(line)

    def _failed(self, request: Request) -> None:
        # What a page gives up by itself, or because it is left, has not failed.
        if not self._away and request.failure != "net::ERR_ABORTED":
            self._note(f"failed: {request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if "/api/" in response.url:
            self.answers.append(response)
        if response.status == 201 and response.url.endswith(("/api/tables", "/api/tables/saved")):
            self._opened, self._later = response, []
        if response.status < 400 or response.status in self._refusals or self._away:
            return
        trouble = f"status {response.status}: {response.request.method} {response.url}"
        if response.status == 409 and response.url.endswith("/preview"):
            self._too_late.append(trouble)
        else:
            self._note(trouble)

    def _connected(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", lambda frame: self.take(str(frame)))

    def take(self, frame: str) -> None:
        """Note a message of a socket, or of the worker of a page without a server."""
        self.frames.append(frame)
        message = json.loads(frame)
        if message["kind"] == "view":
            self._view, self._opened = message["view"], None
        elif message["kind"] == "told" and self._opened is not None:
            self._later.append(message["told"])
        elif message["kind"] == "told":
            self._follow(message["told"])

    @property
    def view(self) -> dict[str, Any]:
        """The table as the page knows it: the answer that opened it has one, too.

        An answer can be read only here: not while the browser reports it.
        """
        if self._opened is not None:
            answer, self._opened = self._opened, None
            with suppress(Error):  # of a page that is closed by now
                self._view = answer.json()["view"]
            for told in self._later:
                self._follow(told)
        return self._view

    def _follow(self, told: dict[str, Any]) -> None:
        if self._view and told["seq"] == int(self._view["now"]["seq"]) + 1:
            merge(self._view, told)

    @property
    def seq(self) -> int:
        """The last event that the page was sent."""
        return int(self.view["now"]["seq"]) if self.view else 0
