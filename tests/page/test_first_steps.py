"""From the first visit to the first tile, alone, with friends, and around one device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .playing import by_tapping, cell_at, tile_in_hand, touch
from .turns import good_turn
from .visitors import DESKTOP, PHONE

LAID = re.compile("not played yet")


def test_three_clicks_to_the_first_tile_on_the_board(visit: Visit) -> None:
    visitor = visit(PHONE)
    visitor.page.goto("/")
    touch(visitor, visitor.page.get_by_role("button", name=re.compile("^Play")))
    visitor.until(lambda: visitor.view and visitor.view["now"]["turn"] == 0, "it is not my turn")
    [x, y, tile] = good_turn(visitor.view)["place"][0]
    touch(visitor, tile_in_hand(visitor.page, tile))
    cell = cell_at(visitor.page, x, y)
    expect(cell).to_have_attribute("aria-label", re.compile("fits"))
    touch(visitor, cell)
    expect(cell).to_have_attribute("aria-label", LAID)


@pytest.mark.slow
def test_a_running_game_is_found_again_on_the_first_page(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name=re.compile("^Play")).click()
    visitor.until(lambda: visitor.view, "no table was opened")
    table = visitor.page.url
    visitor.page.goto("/")
    visitor.page.locator(
        f'a[href="{table.partition("/t/")[1]}{table.partition("/t/")[2]}"]'
    ).click()
    expect(visitor.page.get_by_role("toolbar", name="Your tiles")).to_be_visible()


def test_friends_are_invited_by_a_link(visit: Visit) -> None:
    ann, ben = visit(DESKTOP), visit(PHONE)
    ann.page.goto("/")
    ann.page.get_by_role("link", name="Play with friends").click()
    ann.page.get_by_role("textbox", name="Your name").fill("Ann")
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.get_by_role("button", name="Copy", exact=True).click()
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    link = ann.page.evaluate("() => navigator.clipboard.readText()")
    qr = ann.page.locator('img[src*="invitation.svg"]')
    assert qr.evaluate("(image) => image.complete && image.naturalWidth > 0")
    ben.page.goto(link)
    ben.page.get_by_role("textbox", name="Your name").fill("Ben <b>")
    ben.page.get_by_role("button", name="Take a seat").click()
    expect(ann.page.get_by_role("region", name="Seats")).to_contain_text("Ben <b>")
    ann.page.get_by_role("button", name="Start the game").click()
    for person in (ann, ben):
        expect(person.page.get_by_role("toolbar", name="Your tiles")).to_be_visible()
    first = (ann, ben)[ann.view["now"]["turn"]]
    by_tapping(first, good_turn(first.view))


@pytest.mark.slow
def test_around_one_device_hands_are_hidden_between_turns(visit: Visit) -> None:
    visitor = visit(PHONE)
    visitor.page.goto("/")
    touch(visitor, visitor.page.get_by_role("link", name="Pass and play"))
    for name, label in (("Ann", "Your name"), ("Ben", "Name for seat 2")):
        visitor.page.get_by_role("textbox", name=label).fill(name)
    touch(visitor, visitor.page.get_by_role("button", name="Start the game"))
    hand = visitor.page.get_by_role("toolbar", name="Your tiles")
    for _ in range(3):
        visitor.until(lambda: visitor.view, "no table was opened")
        name = visitor.view["now"]["seats"][visitor.view["now"]["turn"]]["name"]
        expect(visitor.page.get_by_text(f"Pass the device to {name}")).to_be_visible()
        expect(hand).to_be_hidden()
        touch(visitor, visitor.page.get_by_role("button", name=f"I’m {name}"))
        expect(hand).to_be_visible()
        by_tapping(visitor, good_turn(visitor.view))


@pytest.mark.slow
def test_the_language_follows_the_browser_and_the_choice(visit: Visit) -> None:
    visitor = visit(DESKTOP, locale="de-AT")
    visitor.page.goto("/")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    for language in ("fr", "it", "es", "en"):
        visitor.page.get_by_role("combobox").last.select_option(language)
        expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en")
    expect(visitor.page.get_by_role("link", name="Play with friends")).to_be_visible()
