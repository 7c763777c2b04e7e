"""Every view of the page, with something to see in it. Shared by what looks at all of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

from playwright.sync_api import Page

from qwirkle.analysis.puzzles.puzzle import shipped_puzzles
from server.served import new_id

from .building import ROOT
from .seating import Table, opened
from .turns import good_turn
from .visitors import Visitor

GAMES = ("classic", "colour-blind", "schmidt", "mini", "select", "connect", "combined", "cards")


PHOTO = ROOT / "frontend" / "public" / "icon-512.png"
"""Any picture: the server of these tests finds the same tiles in each."""
EMPTY = "- RxRdRsGoGsBb ? 0-0 1"
"""The position at the beginning of a game of tiles, after its name."""
CARDS_POSITION = "cards RsOsGs/PxPsPb/RoYoPo RdRsRbOxBoBoBxBbBb 81 -;- 1"


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
        if "#" in self.path:
            page.reload()  # another fragment does not load the page again, with its settings
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
        Scene("lobby-invited", f"/t/{_opened_by(guest)}"),
        Scene("lobby-waiting", _at(opened(guest, host, start=False))),
    ]
    found += [Scene(f"play-{game}", _at(_running(host, guest, game))) for game in GAMES]
    running = _at(_running(host, guest, "classic"))
    found += [
        Scene("play-first-turn", _at(opened(host, guest))),
        Scene("play-hint", running, _ask_for_a_hint),
        Scene("play-trading", running, lambda page: page.keyboard.press("t")),
        Scene("play-menu", running, _open_the_menu),
        Scene("play-settings", running, lambda page: choose_in_the_menu(page, 0)),
        Scene("play-help", running, lambda page: choose_in_the_menu(page, 1)),
        Scene("play-invite", running, lambda page: choose_in_the_menu(page, 4)),
        Scene("play-another-device", running, lambda page: choose_in_the_menu(page, 5)),
        Scene("play-vote", running, lambda page: choose_in_the_menu(page, -3)),
        Scene("play-resign", running, lambda page: choose_in_the_menu(page, -2)),
        Scene("play-bag", running, lambda page: _open(page, "[data-place=bag]", "dialog[open]")),
        Scene("play-talk", running, lambda page: _open(page, "[popovertarget]", "[popover]")),
        Scene(
            "play-elsewhere", _at(_against_a_bot(host)), lambda page: choose_in_the_menu(page, -3)
        ),
        Scene("hand-over", _at(_around_one_device(host))),
        Scene("text-mode", f"{running}?text"),
        Scene("watch-so-far", f"{running}#replay"),
        Scene("after-classic", _at(played(host, guest, "classic"))),
        Scene("after-cards", _at(played(host, guest, "cards"))),
    ]
    for game in ("classic", "cards"):
        reviewed = f"{_at(_given_up(host, guest, game))}#review=2"
        found.append(Scene(f"review-{game}", reviewed, _wait_for_review))
        found.append(Scene(f"review-try-{game}", f"{reviewed}&try", _wait_for_hand))
    badly = f"{_at(_played_badly(host, guest))}#review=2"
    found.append(Scene("review-learn", badly, _learn_from_the_game))
    found += [Scene(f"learn-{game}", f"/learn/{game}") for game in ("classic", "cards")]
    found += [Scene(f"rules-{game}", f"/rules/{game}") for game in ("classic", "select", "cards")]
    seats = [{"kind": "person", "name": "Ben"}, {"kind": "person"}]
    guest.go_to_table(guest.open_table(seats, listing="everybody"))
    found += [
        Scene("settings", "/settings"),
        Scene("find", "/find"),
        Scene("continue", "/continue"),
        Scene("review", "/review"),
        Scene("tournament", f"/swiss/{_tournament(host, guest)}"),
        Scene("account", "/account"),
        Scene("progress", "/progress"),
        Scene("coach", "/coach"),
        Scene("statistics", "/statistics"),
        Scene("new-tournament", "/swiss"),
        Scene("puzzle", "/puzzle/2026-11-16"),
        Scene("puzzle-cards", f"/puzzle/{_puzzle_of_cards()}"),
        Scene("puzzle-cards-answered", f"/puzzle/{_puzzle_of_cards()}", _answer_with_a_card),
        Scene("puzzles", "/puzzle/all"),
        Scene("puzzle-rush", "/puzzle/rush"),
        Scene("analysis", "/analysis#" + quote("classic 0,0:RoRs RxRdRsGoGsBb 94 2-0 1")),
        Scene("analysis-fresh", "/analysis"),
        Scene("analysis-wrong", "/analysis#" + quote("classic 0,0:RoBs RxRdRsGoGsBb 94 2-0 1")),
        Scene("analysis-cards", "/analysis#" + quote(CARDS_POSITION)),
        Scene("analysis-bad-link", "/analysis#" + quote("cards - ? 0-0 1")),
        Scene("puzzle-answered", "/puzzle/2026-11-15", _answer_the_puzzle),
        Scene("photo", "/analysis#" + quote(f"classic {EMPTY}"), _take_a_photo),
        Scene("photo-corners", "/analysis#" + quote(f"connect {EMPTY}"), _take_a_photo),
        Scene("no-such-table", "/t/none"),
        *states(host, guest),
    ]
    return found + undescribed(found)


def states(host: Visitor, guest: Visitor) -> list[Scene]:
    """The states of views that no address leads to: drafts, refusals, dialogs, empty lists."""
    running = _at(_running(host, guest, "classic"))
    host.watch.expect_refusal(403)  # a wrong password
    return [
        Scene("play-draft", running, _lay_a_draft),
        Scene("play-refused-draft", running, _lay_a_wrong_tile),
        Scene("play-moves", running, _show_the_moves),
        Scene("play-no-moves", _at(opened(guest, host)), _show_the_moves),
        Scene("cards-wrong-set", _at(_running(host, guest, "cards")), _begin_a_set),
        Scene("puzzle-draft", "/puzzle/2026-11-14", _lay_a_draft),
        Scene("puzzle-refused-draft", "/puzzle/2026-11-14", _lay_a_wrong_tile),
        Scene("account-refused", "/account", _sign_in_with_a_wrong_password),
        Scene("sample-game", "/rules/classic", _step_through_the_sample),
        Scene("tournament-round", f"/swiss/{_tournament(host, guest, rounds=2)}"),
        Scene("start-again", "/"),
    ]


ROUTER = ROOT / "frontend" / "src" / "router.svelte.ts"


def undescribed(found: list[Scene]) -> list[Scene]:
    """Views of the router that no scene shows: a new one is looked at before anybody lists it."""
    text = ROUTER.read_text("utf-8")
    plain = re.search(r"const PLAIN = \[(.*?)\]", text, re.DOTALL)
    named = re.search(r"const NAMED = \{(.*?)\}", text, re.DOTALL)
    assert plain is not None
    assert named is not None
    shown = {scene.path.split("#")[0].split("?")[0].split("/")[1] for scene in found}
    missing = set(re.findall(r"^  (\w+):", named[1], re.MULTILINE)) - shown
    assert not missing, f"write a scene for {missing}: their addresses are incomplete without more"
    return [
        Scene(name, f"/{name}") for name in re.findall(r'"(\w+)"', plain[1]) if name not in shown
    ]


def _opened_by(guest: Visitor) -> str:
    """A table to which the host is invited."""
    return guest.open_table([{"kind": "person", "name": "Ben"}, {"kind": "person"}])


def _running(host: Visitor, guest: Visitor, game: str) -> Table:
    """A game after some turns; a few are over before the host has something to play."""
    while True:
        table = played(host, guest, game, after_some_turns)
        if looked(host, table)["now"]["phase"] == "playing":
            return table


def _given_up(host: Visitor, guest: Visitor, game: str) -> Table:
    """A short game, whose review is soon there."""
    table = _running(host, guest, game)
    host.act(table.id, {"do": "resign"})
    return table


def _played_badly(host: Visitor, guest: Visitor) -> Table:
    """A short game in which the host traded instead of placing something, and then gave up.

    One such turn in a hopeless position is no turning point, so there are three of them.
    """
    table = _running(host, guest, "classic")
    for _ in range(3):
        (held,) = looked(host, table)["you"]["hands"]
        host.act(table.id, {"do": "play", "turn": {"trade": held["hand"][:1]}})
        guest.act(table.id, {"do": "play", "turn": good_turn(looked(guest, table))})
    host.act(table.id, {"do": "resign"})
    return table


# Nothing here is found by its words: these scenes are shown in every language.


def _wait_for_review(page: Page) -> None:
    page.locator("#turns-title").wait_for(timeout=60_000)


def _wait_for_hand(page: Page) -> None:
    page.locator("main.practice [role=toolbar], main.practice [data-drop=hand]").first.wait_for(
        timeout=60_000
    )
    page.wait_for_load_state("networkidle")


def _learn_from_the_game(page: Page) -> None:
    _wait_for_review(page)
    page.locator("header:has(> #moments-title) > button").click()
    page.locator("main.learn [role=toolbar]").wait_for()
    page.wait_for_load_state("networkidle")


def _ask_for_a_hint(page: Page) -> None:
    page.locator(".hand").wait_for()
    page.keyboard.press("h")
    page.locator(".button.main:enabled").wait_for()


def _puzzle_of_cards() -> int:
    puzzles = shipped_puzzles().puzzles
    return next(at for at, one in enumerate(puzzles) if one.view().family == "cards")


def _answer_with_a_card(page: Page) -> None:
    """Play the first card that can be arranged alone."""
    page.locator(".hand button").first.wait_for()
    for number in range(1, page.locator(".hand button").count() + 1):
        page.keyboard.press(str(number))
        page.keyboard.press("a")
        page.wait_for_load_state("networkidle")
        if page.locator(".button.main:enabled").count() > 0:
            break
        page.keyboard.press(str(number))
    page.locator(".button.main:enabled").click()
    page.locator("main.graded").wait_for()


def _answer_the_puzzle(page: Page) -> None:
    """Lay the first tile that fits somewhere, at the first place, and play it."""
    _lay_a_draft(page)
    page.locator(".button.main:enabled").click()
    page.locator("main.graded").wait_for()


def _lay_a_draft(page: Page) -> None:
    """Lay the first tile that fits somewhere, at the first place."""
    page.locator(".hand button").first.wait_for()
    for number in range(1, page.locator(".hand button").count() + 1):
        page.keyboard.press(str(number))
        page.wait_for_load_state("networkidle")
        if page.locator(".glow").count() > 0:
            break
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("PageDown")
    page.keyboard.press("Enter")
    page.locator(".button.main:enabled").wait_for()


def _lay_a_wrong_tile(page: Page) -> None:
    """Lay a tile far away from all others, where the rules refuse it."""
    page.locator(".hand button").first.wait_for()
    page.keyboard.press("1")
    page.wait_for_load_state("networkidle")
    page.locator("[role=gridcell]").first.dispatch_event("click")
    page.locator(".board .note").wait_for()


def _show_the_moves(page: Page) -> None:
    """Open the list of moves; on wide screens it is beside the table."""
    page.locator(".moves-button").evaluate("(button) => button.click()")
    page.locator("dialog[open]").wait_for()
    page.wait_for_load_state("networkidle")


def _begin_a_set(page: Page) -> None:
    """Begin a set with a card, which is no set yet."""
    page.locator("[data-drop=hand]").first.wait_for()
    page.keyboard.press("1")
    page.keyboard.press("n")
    page.wait_for_load_state("networkidle")


def _sign_in_with_a_wrong_password(page: Page) -> None:
    page.locator("input[autocomplete=username]").fill("Nobody")
    page.locator("input[type=password]").fill("wrong password")
    page.locator("form button[type=submit]").first.click()
    page.locator("[role=alert]").first.wait_for()


def _step_through_the_sample(page: Page) -> None:
    for _ in range(3):
        page.locator(".sample .ways button").last.click()


def _open_the_menu(page: Page) -> None:
    _open(page, "button[aria-haspopup=dialog]", "dialog[open]")


def _open(page: Page, button: str, what: str) -> None:
    page.locator(button).first.click()
    page.locator(what).first.wait_for()


def choose_in_the_menu(page: Page, which: int) -> None:
    """Open the menu at a table and choose an entry; negative ones count from the end."""
    _open_the_menu(page)
    entries = page.locator("dialog[open] li > *")
    entries.nth(which if which >= 0 else entries.count() + which).click()
    page.locator("dialog[open]").wait_for()
    page.wait_for_load_state("networkidle")


def _take_a_photo(page: Page) -> None:
    _open(page, "main [aria-haspopup=dialog]", "dialog[open]")
    page.locator("dialog[open] input[type=file]").last.set_input_files(PHOTO)
    page.locator("dialog[open] :is([role=option], [role=slider])").first.wait_for()
    page.wait_for_load_state("networkidle")


def _against_a_bot(host: Visitor) -> Table:
    """Where nobody else has tiles that a saved game would show."""
    name = host.open_table([{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:1"}])
    host.act(name, {"do": "start"})
    return Table(name, (host,))


def _tournament(host: Visitor, guest: Visitor, rounds: int = 0) -> str:
    """One that waits for more people, or has begun."""
    asked = {"command_id": new_id(), "name": "Ann", "terms": {"game": "classic"}}
    name = str(host.ask("/api/swiss", asked)["tournament"])
    commands: list[tuple[Visitor, dict[str, Any]]] = [(guest, {"do": "join", "name": "Ben"})]
    if rounds > 0:
        commands += [
            (guest, {"do": "join", "name": "Cem"}),
            (host, {"do": "begin", "rounds": rounds}),
        ]
    for person, command in commands:
        asked = {"command_id": new_id(), "command": command}
        person.ask(f"/api/swiss/{name}/commands", asked)
    return name


def _around_one_device(host: Visitor) -> Table:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]
    name = host.open_table(seats)
    host.act(name, {"do": "sit", "name": "Ben"})
    host.act(name, {"do": "start"})
    return Table(name, (host,))


def played(
    host: Visitor,
    guest: Visitor,
    game: str,
    until: Callable[[dict[str, Any]], object] | None = None,
    **more: Any,
) -> Table:
    """A table played until it is the host's turn and something holds; or to the end."""
    table = opened(host, guest, game=game, **more)
    while True:
        seen = looked(host, table)
        mine = seen["now"]["turn"] == 0
        if seen["now"]["phase"] != "playing" or (mine and until is not None and until(seen)):
            return table
        visitor, seen = (host, seen) if mine else (guest, looked(guest, table))
        turn = good_turn(seen)
        if "trade" in turn:
            # One tile at a time could end the game: nobody places for four rounds (A3).
            hand = next(held["hand"] for held in seen["you"]["hands"] if held["hand"])
            turn = {"trade": hand[: min(6, seen["game"]["bag"])]}
        visitor.act(table.id, {"do": "play", "turn": turn})


def after_some_turns(seen: dict[str, Any]) -> bool:
    """Six or seven turns, and something to play now: a hand may fit nowhere."""
    return bool(seen["game"]["seq"] >= 14) and bool({"place", "after"} & good_turn(seen).keys())


def looked(visitor: Visitor, table: Table) -> dict[str, Any]:
    """The table as somebody sees it, beside the page."""
    answer = visitor.context.request.get(f"/api/tables/{table.id}")
    seen: dict[str, Any] = answer.json()
    return seen


def _at(table: Table) -> str:
    return f"/t/{table.id}"
