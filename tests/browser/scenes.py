"""Every view of the page, with something to see in it. Shared by what looks at all of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page

from .seating import Table, opened
from .turns import good_turn
from .visitors import Visitor

GAMES = ("classic", "colour-blind", "schmidt", "mini", "select", "connect", "combined", "cards")


class Scene(NamedTuple):
    """A view, how to get there, and what to do there before somebody looks."""

    name: str
    path: str
    then: Callable[[Page], object] | None = None

    def show(self, visitor: Visitor, **settings: Any) -> None:
        """Open the view with these settings."""
        page = visitor.page
        kept = json.dumps(json.dumps(settings))
        if page.url == "about:blank":
            page.goto("/healthz")
        page.evaluate(f'() => localStorage.setItem("qwirkle.settings", {kept})')
        page.goto(self.path)
        page.wait_for_function("() => document.querySelector('main, h1, [role=grid]') !== null")
        page.wait_for_load_state("networkidle")
        if self.then is not None:
            self.then(page)


def scenes(host: Visitor, guest: Visitor) -> list[Scene]:
    """All of them; the tables are opened and played beside the page, and the host sits at them."""
    found = [
        Scene("start", "/"),
        Scene("new-table", "/new"),
        Scene("lobby", _at(opened(host, guest, start=False))),
    ]
    found += [
        Scene(f"play-{game}", _at(played(host, guest, game, after_some_turns))) for game in GAMES
    ]
    found += [
        Scene("play-first-turn", _at(opened(host, guest))),
        Scene("text-mode", f"{_at(played(host, guest, 'classic', after_some_turns))}?text"),
        Scene("after-classic", _at(played(host, guest, "classic"))),
        Scene("after-cards", _at(played(host, guest, "cards"))),
    ]
    found += [Scene(f"learn-{game}", f"/learn/{game}") for game in ("classic", "cards")]
    found += [Scene(f"rules-{game}", f"/rules/{game}") for game in ("classic", "select", "cards")]
    found += [
        Scene("settings", "/settings"),
        Scene("account", "/account"),
        Scene("no-such-table", "/t/none"),
    ]
    return found


def played(
    host: Visitor,
    guest: Visitor,
    game: str,
    until: Callable[[dict[str, Any]], object] | None = None,
    **more: Any,
) -> Table:
    """A table played until the host is on turn and something holds; or to the end."""
    table = opened(host, guest, game=game, **more)
    while True:
        seen = looked(host, table)
        mine = seen["now"]["turn"] == 0
        if seen["now"]["phase"] != "playing" or (mine and until is not None and until(seen)):
            return table
        one = host if mine else guest
        turn = good_turn(seen if mine else looked(guest, table))
        one.act(table.id, {"do": "play", "turn": turn})


def after_some_turns(seen: dict[str, Any]) -> bool:
    """Six or seven turns."""
    return bool(seen["game"]["seq"] >= 14)


def looked(visitor: Visitor, table: Table) -> dict[str, Any]:
    """The table as somebody sees it, beside the page."""
    answer = visitor.context.request.get(f"/api/tables/{table.id}")
    seen: dict[str, Any] = answer.json()
    return seen


def _at(table: Table) -> str:
    return f"/t/{table.id}"
