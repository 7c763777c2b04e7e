"""The start page as a table: a game is played on, and the puzzle answered, without leaving it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from qwirkle.analysis.puzzles.calendar import puzzle_of, read_day
from qwirkle.rules.placement.turns import Place

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .playing import lay_by_tapping, touch
from .playing_cards import lay_by_arranging
from .turns import good_turn
from .visitors import DESKTOP, NARROW, PHONE, Device, Visitor

WIDE = Device(viewport={"width": 1920, "height": 1080})
RESULT = {
    "id": "earlier",
    "at": 1,
    "game": "classic",
    "family": "placement",
    "won": True,
    "score": 90,
    "margin": 3,
    "opponents": [],
}


def has_played(visitor: Visitor) -> None:
    """Somebody who has finished a game on this device."""
    results = json.dumps(json.dumps([RESULT]))
    visitor.context.add_init_script(f'localStorage.setItem("qwirkle.results", {results})')


@pytest.mark.parametrize("device", [NARROW, DESKTOP], ids=["phone", "desktop"])
def test_a_running_game_is_played_on_where_it_waits(visit: Visit, device: Device) -> None:
    visitor = visit(device)
    has_played(visitor)
    table = visitor.open_table(
        [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:1"}]
    )
    visitor.act(table, {"do": "start"})
    visitor.go_to_table(table)
    visitor.until(lambda: visitor.view["now"]["turn"] == 0, "it is not my turn")
    page = visitor.page
    page.goto("/")
    here = page.get_by_role("region", name="Your turn", exact=True)
    expect(here.get_by_role("toolbar", name="Your tiles")).to_be_in_viewport(ratio=1)
    for x, y, tile in good_turn(visitor.view)["place"]:
        lay_by_tapping(visitor, x, y, tile)
    seq = visitor.watch.seq
    touch(visitor, here.get_by_role("button", name=re.compile("^Play")))
    visitor.until(lambda: visitor.watch.seq > seq, "the turn was not told")
    points = visitor.view["game"]["players"][0]["score"]
    expect(here.locator("header")).to_contain_text(f"You {points}")
    visitor.until(lambda: visitor.view["now"]["turn"] == 0, "the bot does not play")
    expect(here.get_by_role("toolbar", name="Your tiles")).to_be_visible()
    assert page.evaluate("() => location.pathname") == "/"
    touch(visitor, here.get_by_role("link", name="Go to the table").first)
    expect(page).to_have_url(re.compile(f"/t/{table}$"))


@pytest.mark.parametrize("device", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_puzzle_of_the_day_is_answered_on_the_first_screen(
    visit: Visit, device: Device
) -> None:
    visitor = visit(device)
    has_played(visitor)
    page = visitor.page
    page.goto("/")
    here = page.get_by_role("region", name="Puzzle of the day")
    expect(here.get_by_role("toolbar", name="Your tiles")).to_be_in_viewport(ratio=1)
    assert barriers(page) == []
    assert sticks_out(page) == []
    assert too_small(page) == []
    today: str = page.evaluate("() => new Date().toLocaleDateString('sv')")
    best = puzzle_of(read_day(today)).best
    assert isinstance(best, Place)
    for placed in best.tiles:
        lay_by_tapping(visitor, placed.x, placed.y, placed.tile.value)
    touch(visitor, here.get_by_role("button", name=re.compile("^Play")))
    expect(here.get_by_text("You lost nothing.", exact=True)).to_be_visible()
    assert barriers(page) == []
    touch(visitor, here.get_by_role("button", name="Try again"))
    expect(here.get_by_role("toolbar", name="Your tiles")).to_be_visible()


WIDTHS = {320: 568, 390: 844, 768: 1024, 1280: 800, 1920: 1080}


@pytest.mark.parametrize("width", WIDTHS)
def test_a_running_game_of_cards_is_played_on_where_it_waits(visit: Visit, width: int) -> None:
    touches = width < 1000
    device = Device(
        viewport={"width": width, "height": WIDTHS[width]}, has_touch=touches, is_mobile=touches
    )
    visitor = visit(device)
    has_played(visitor)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:1"}]
    table = visitor.open_table(seats, game="cards")
    visitor.act(table, {"do": "start"})
    visitor.go_to_table(table)
    visitor.until(lambda: visitor.view["now"]["turn"] == 0, "it is not my turn")
    page = visitor.page
    page.goto("/")
    here = page.get_by_role("region", name="Your turn", exact=True)
    expect(here.locator("[data-drop=hand]")).to_be_in_viewport(ratio=1)
    assert barriers(page) == []
    assert sticks_out(page) == []
    assert too_small(page) == []
    turn = good_turn(visitor.view)
    if "after" in turn:
        lay_by_arranging(visitor, turn)
    play = here.get_by_role("button", name=re.compile(r"^(Play \d|Draw a new hand|Pass)"))
    expect(play).to_be_enabled()
    expect(play).to_be_in_viewport(ratio=1)
    seq = visitor.watch.seq
    touch(visitor, play)
    visitor.until(lambda: visitor.watch.seq > seq, "the turn was not told")
    visitor.until(lambda: visitor.view["now"]["turn"] == 0, "the bot does not play")
    expect(here.locator("[data-drop=hand]")).to_be_visible()
    assert page.evaluate("() => location.pathname") == "/"


def test_a_wide_screen_is_used(visit: Visit) -> None:
    visitor = visit(WIDE)
    has_played(visitor)
    visitor.page.goto("/")
    table = visitor.page.get_by_role("region", name="Puzzle of the day").bounding_box()
    play = visitor.page.get_by_role("button", name=re.compile("^Play ")).bounding_box()
    assert table is not None
    assert play is not None
    assert table["width"] + play["width"] > 0.8 * 1920
    assert table["height"] > 0.8 * 1080
    left, right = table["x"], 1920 - play["x"] - play["width"]
    assert abs(left - right) <= 2
