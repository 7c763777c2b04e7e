"""The analysis board: enter a position, ask for the best turns, play on, and share it."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .listening import Listener
from .playing import cell_at, middle_of, touch
from .visitors import DESKTOP, PHONE, Device

LINE = "classic 0,0:RoRsRb GoGsGbBxBdBc 93 12-9 2"
CARDS = "cards RsOsGs/PxPsPb/RoYoPo RdRsRbOxBoBoBxBbBb 81 -;- 1"
SELECT = "select 7,7:RoRs RxRdRsGoGsBb 94 2-0 1 tokens=0-0"


def place(page: Page, cell: str) -> None:
    """Go to a cell of the table by the keyboard."""
    page.locator(f'[data-cell="{cell}"]').focus()


def test_a_position_is_entered_by_keyboard_judged_and_played_on(visit: Visit) -> None:
    page = visit(device=DESKTOP).page
    page.goto("/")
    page.get_by_role("link", name="Analysis board").click()
    expect(page.get_by_role("heading", name="Analysis board")).to_be_visible()
    expect(page.get_by_text("Put at least one tile in the hand.")).to_be_visible()
    assert barriers(page) == []
    place(page, "0,0")
    page.keyboard.type("Ro")
    expect(page.get_by_role("button", name="red circle, 2 left")).to_be_visible()
    place(page, "0,0")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("Bs")
    expect(page.get_by_text("Tiles in this row must all be one colour")).to_be_visible()
    assert barriers(page) == []
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Tiles in this row must all be one colour")).to_be_hidden()
    page.get_by_role("radio", name="Hand", exact=True).check()
    for tile in ("red square", "red clover", "blue circle"):
        page.get_by_role("button", name=f"{tile}, 3 left").click()
    page.get_by_role("button", name="Find the best turns").click()
    best = page.get_by_role("list").get_by_role("button", name=re.compile("best$"))
    expect(best.first).to_be_visible()
    expect(page.locator(".tentative").first).to_be_visible()
    page.get_by_role("combobox", name="Opponent").select_option("level:1")
    page.get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("button", name=re.compile("^3: blue circle"))).to_be_visible()


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_position_is_entered_and_judged_by_ear(visit: Visit, device: Device) -> None:
    visitor = visit(device=device)
    listener = Listener(visitor)
    page = visitor.page
    page.goto("/analysis#" + quote("classic 0,0:RoRs RxRdRsGoGsBb 94 2-0 1"))
    expect(page.get_by_role("button", name="Find the best turns")).to_be_enabled()
    place(page, "2,0")
    listener.press("R")
    page.keyboard.press("d")
    listener.hear("^red diamond at .*row 0")
    # A tile that lies wrong is picked up, moved and removed again.
    listener.press("Enter")
    listener.hear("^red diamond picked up")
    page.keyboard.press("ArrowDown")
    listener.press("Enter")
    listener.hear("^red diamond at .*row 1")
    listener.press("Delete")
    listener.hear("^red diamond removed")
    page.get_by_role("group", name="Hand", exact=True).get_by_role("button").first.focus()
    listener.press("G")
    page.keyboard.press("o")
    listener.hear("^green circle in the hand")
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Find the best turns")).to_be_enabled()
    page.get_by_role("button", name="Find the best turns").focus()
    listener.press("Enter")
    listener.hear("^Player 1 wins in about .* of games from here")
    for _ in range(3):
        listener.press("Tab")
        if any(heard.who == "FOCUS" and "best" in heard.words for heard in listener.since_key()):
            break
    listener.hear("row .*points?.*, best, button|best$", "FOCUS")


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_tiles_are_put_down_and_a_link_shows_the_position(visit: Visit, device: Device) -> None:
    visitor = visit(device=device)
    page = visitor.page
    page.goto("/analysis#" + quote("classic 0,0:RoRs RxRdRsGoGsBb 94 2-0 1"))
    expect(page.get_by_role("button", name="Find the best turns")).to_be_enabled()
    touch(visitor, page.get_by_role("button", name="red diamond, 2 left"))
    touch(visitor, cell_at(page, 2, 0))
    expect(page).to_have_url(re.compile("RoRsRd"))
    address = page.url
    other = visit(device=device).page
    other.goto(address)
    expect(other.get_by_role("button", name="red diamond, 1 left")).to_be_visible()
    other.get_by_label("Text or link of a position").fill(CARDS)
    other.get_by_role("button", name="Paste text").click()
    expect(other.get_by_role("group", name="Set 1: squares.")).to_be_visible()
    other.get_by_label("Text or link of a position").fill("nothing")
    other.get_by_role("button", name="Paste text").click()
    expect(other.get_by_role("alert")).to_contain_text("This isn’t a valid position")


def test_tiles_are_dragged_from_the_box_and_away_again(visit: Visit) -> None:
    page = visit(device=DESKTOP).page
    page.goto("/analysis#" + quote("classic 0,0:RoRs RxRdRsGoGsBb 94 2-0 1"))
    expect(page.get_by_role("button", name="Find the best turns")).to_be_enabled()
    cell = page.locator('[data-cell="2,0"]')
    drag(page, page.get_by_role("button", name="red diamond, 2 left"), cell)
    expect(page).to_have_url(re.compile("RoRsRd"))
    drag(page, cell, page.locator('[data-cell="-1,0"]'))
    expect(page).to_have_url(re.compile("-1%2C0%3ARdRoRs"))
    drag(page, page.locator('[data-cell="-1,0"]'), page.get_by_role("heading", level=1))
    expect(page).to_have_url(re.compile("%200%2C0%3ARoRs%20"))
    expect(page.get_by_role("button", name="red diamond, 2 left")).to_be_visible()


def drag(page: Page, what: Locator, onto: Locator) -> None:
    """Pull something onto something else."""
    start = middle_of(what)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] - 40, steps=2)
    page.mouse.move(*middle_of(onto), steps=4)
    page.mouse.up()


@pytest.mark.long
def test_options_of_the_game_are_part_of_the_position(visit: Visit) -> None:
    page = visit(device=PHONE).page
    page.goto("/analysis#" + quote(SELECT))
    page.get_by_text("More options").click()
    before = page.url
    page.get_by_role("radio").nth(1).check()
    expect(page).not_to_have_url(before)
    expect(page).to_have_url(re.compile("options"))
    assert [*barriers(page), *sticks_out(page)] == []
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(before)


@pytest.mark.long
@pytest.mark.parametrize("line", [SELECT, CARDS], ids=["select", "cards"])
@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_is_in_the_way(visit: Visit, device: Device, line: str) -> None:
    page = visit(device=device).page
    page.goto("/analysis#" + quote(line))
    page.get_by_role("button", name="Find the best turns").click()
    expect(page.get_by_text(re.compile("wins in about"))).to_be_visible()
    assert barriers(page) == []
    assert sticks_out(page) == []
    assert too_small(page) == []


def test_all_turns_are_ranked_and_a_line_is_played_and_taken_back(visit: Visit) -> None:
    page = visit(device=PHONE).page
    page.goto(f"/analysis#{quote(LINE)}")
    page.get_by_role("radio", name="Next player’s hand").check()
    page.get_by_role("button", name="red diamond, 3 left").click()
    page.get_by_role("button", name="Rank all turns").click()
    turns = page.get_by_role("region", name="All turns")
    expect(turns.get_by_text("Compared on", exact=False)).to_be_visible()
    first = turns.get_by_role("list").get_by_role("button").first
    first.click()
    expect(page.locator(".tentative").first).to_be_visible()
    assert barriers(page) == []
    assert too_small(page) == []
    turns.get_by_role("button", name="Play this turn here").click()
    lines = page.get_by_role("region", name="Lines played")
    expect(lines.get_by_role("button")).to_have_count(2)
    address = page.url
    lines.get_by_role("button", name="The position at first").click()
    expect(page).not_to_have_url(address)
    page.goto("about:blank")
    page.goto(address)
    expect(lines.get_by_role("button")).to_have_count(2)
    expect(lines.get_by_role("button").last).to_have_attribute("aria-current", "step")
