"""No sentence is in another language than the one the reader has chosen.

The quick way: in a pretended language every sentence of the catalogue has brackets around it, so
what has none was never given to translators. The long way goes through the real languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Response, Route, expect

from .conftest import Visit
from .languages import LANGUAGES, English, pretend, unbracketed
from .scenes import GAMES, Scene, choose_in_the_menu, played, scenes
from .seating import opened
from .visitors import DESKTOP, PHONE, Visitor

# Typed in text mode; what is nonsense is refused.
COMMANDS = (
    *("help", "hand", "board", "board all", "score", "last", "legal", "legal Ro", "row 0"),
    *("column 0", "look 0,0", "hint", "undo", "gibberish", "Ro 0,0", "Ro 90,90", "take 0,0"),
    *("pass", "trade", "trade Ro", "draw3", "exchange", "arrange Ro", "Ro 99", "play", "clear"),
    *("rules", "players", "bag", "time", "find Ro", "resign"),
)
# The German words of the page.
WORDS = re.compile(r"/assets/de-[^/]+\.js$")
ODD_PLACES = ("/nowhere", "/t/none", "/learn/nothing", "/rules/nothing")

Heard = Callable[[Page], list[str]]


class Walk(NamedTuple):
    """Somebody who goes everywhere and writes down what does not belong there."""

    visitor: Visitor
    heard: Heard
    found: dict[str, list[str]]

    def look(self, name: str) -> None:
        """Note what is wrong in the view."""
        if wrong := self.heard(self.visitor.page):
            self.found.setdefault(name, []).extend(wrong)

    def through(self, views: Iterator[Scene] | list[Scene], **settings: object) -> None:
        """See every view, and whatever opens in it."""
        for scene in views:
            scene.show(self.visitor, **settings)
            self.look(scene.name)


def walking(visitor: Visitor, heard: Heard) -> Walk:
    """Begin a walk on which many things are refused."""
    for status in (400, 401, 403, 404, 409):
        visitor.watch.expect_refusal(status)
    return Walk(visitor, heard, {})


def everywhere(walk: Walk, guest: Visitor, language: str) -> None:
    """All views, dialogs, lessons, rules, refusals and the whole text mode."""
    walk.through([*scenes(walk.visitor, guest), *without_a_table()], language=language)
    for game in GAMES:
        lesson(walk, game)
    for game in ("classic", "mini", "select", "cards"):
        text_mode(walk, guest, game, language)
    refused_turns(walk, guest)


def the_main_things(walk: Walk, guest: Visitor, language: str) -> None:
    """One of each kind, for everyday."""
    host = walk.visitor
    over = opened(host, guest)
    host.act(over.id, {"do": "resign"})
    running = f"/t/{played(host, guest, 'classic', lambda seen: seen['game']['seq'] > 6).id}"
    views = [
        Scene("start", "/"),
        Scene("lobby", f"/t/{opened(host, guest, start=False).id}"),
        Scene("play", running),
        *(Scene(f"menu-{which}", running, choosing(which)) for which in (0, 1, -2)),
        Scene("cards", f"/t/{opened(host, guest, game='cards').id}"),
        Scene("over", f"/t/{over.id}"),
        Scene("settings", "/settings"),
    ]
    walk.through([*views, *without_a_table()], language=language)
    for game in ("mini", "cards"):
        lesson(walk, game)
    for game in ("classic", "cards"):
        text_mode(walk, guest, game, language)
    refused_turns(walk, guest)


def choosing(which: int) -> Callable[[Page], object]:
    """Choose an entry of the menu at a table."""
    return lambda page: choose_in_the_menu(page, which)


def without_a_table() -> list[Scene]:
    """Views that need nobody else."""
    found = [Scene(f"rules-{game}", f"/rules/{game}", open_everything) for game in GAMES]
    found += [Scene(path, path) for path in (*ODD_PLACES, "/new#device")]
    found += [Scene("new", "/new", open_everything), Scene("sign-in", "/account", sign_in)]
    return found


def open_everything(page: Page) -> None:
    """Unfold what is folded."""
    for folded in page.locator("details:not([open]) > summary").all():
        folded.click()


def sign_in(page: Page) -> None:
    """Fail at it, so that the page says why."""
    fields = page.locator("form input")
    for number in range(fields.count()):
        fields.nth(number).fill("nobody at all")
    if fields.count() > 0:
        fields.nth(fields.count() - 1).press("Enter")
        page.locator('[role="alert"]').first.wait_for()


def lesson(walk: Walk, game: str) -> None:
    """Every step, skipped; each says what it wants."""
    page = walk.visitor.page
    page.goto(f"/learn/{game}")
    while True:
        page.locator(".words, .others").first.wait_for()
        page.wait_for_load_state("networkidle")
        walk.look(f"lesson-{game}")
        onward = page.locator(".ways button")
        if onward.count() == 0:
            return
        onward.first.click()


def text_mode(walk: Walk, guest: Visitor, game: str, language: str) -> None:
    """Type everything there is, and some nonsense."""
    visitor = walk.visitor
    table = played(visitor, guest, game, lambda seen: seen["game"]["seq"] > 6)
    Scene("", f"/t/{table.id}?text").show(visitor, language=language)
    line = visitor.page.locator("form input").last
    for command in COMMANDS:
        line.fill(command)
        line.press("Enter")
        visitor.page.wait_for_timeout(60)
    visitor.page.wait_for_load_state("networkidle")
    walk.look(f"text-{game}")


def refused_turns(walk: Walk, guest: Visitor) -> None:
    """Tiles where they do not belong: every note on the table."""
    visitor = walk.visitor
    table = opened(visitor, guest)
    visitor.go_to_table(table.id)
    page = visitor.page
    page.locator(".hand").wait_for()
    for keys in ("1", "t", "1", "Escape", "h", "Escape", "s", "k", "p"):
        page.keyboard.press(keys)
        page.wait_for_timeout(80)
        walk.look("keys-at-a-table")


@pytest.mark.long
def test_every_word_comes_from_the_catalogue(visit: Visit) -> None:
    visitor = visit(DESKTOP, locale="de-DE")
    pretend(visitor.context)
    walk = walking(visitor, unbracketed)
    the_main_things(walk, visit(), "de")
    assert walk.found == {}


def test_nothing_is_shown_before_its_words_are_there(visit: Visit) -> None:
    visitor = visit(DESKTOP, locale="de-DE")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    visitor.context.route(WORDS, hold)
    visitor.page.goto("/", wait_until="domcontentloaded")
    visitor.until(lambda: waiting, "no words were asked for")
    visitor.page.wait_for_timeout(200)
    assert visitor.page.locator("#page").inner_text() == ""
    for route in waiting:
        route.continue_()
    expect(visitor.page.get_by_role("link", name="Mit Freunden")).to_be_visible()


def test_without_its_words_the_page_speaks_english(visit: Visit) -> None:
    visitor = visit(DESKTOP, locale="de-DE")
    visitor.context.route(WORDS, lambda route: route.abort())
    with visitor.watch.away():
        visitor.page.goto("/")
        expect(visitor.page.get_by_role("link", name="Play with friends")).to_be_visible()


def test_rules_bring_their_words_along(visit: Visit) -> None:
    visitor = visit(PHONE, locale="de-DE")
    loaded: list[Response] = []

    def note(answer: Response) -> None:
        loaded.append(answer)

    visitor.page.on("response", note)
    visitor.page.goto("/")
    visitor.page.wait_for_load_state("networkidle")
    sentence = "An empty space ends a line."
    scripts = [response for response in loaded if response.url.endswith(".js")]
    assert any("/de-" in script.url for script in scripts)
    assert [script.url for script in scripts if sentence in script.text()] == []
    visitor.page.goto("/rules/classic")
    expect(visitor.page.locator("main")).to_contain_text("Eine Lücke beendet die Reihe.")
    visitor.page.goto("/settings")
    visitor.page.get_by_role("combobox").first.select_option("fr")
    visitor.page.goto("/rules/classic")
    expect(visitor.page.locator("main")).to_contain_text("Un espace vide termine la rangée.")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_word_everywhere_comes_from_the_catalogue(visit: Visit) -> None:
    visitor = visit(PHONE, locale="de-DE")
    pretend(visitor.context)
    walk = walking(visitor, unbracketed)
    everywhere(walk, visit(), "de")
    assert walk.found == {}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_view_speaks_english_to_others(visit: Visit, language: str) -> None:
    walk = walking(visit(PHONE, locale=language), English(language).in_view)
    everywhere(walk, visit(), language)
    assert walk.found == {}
