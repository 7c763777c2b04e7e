"""The puzzle of a day, on a phone and on a desktop: by finger, mouse, keyboard and ear."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from qwirkle.analysis.puzzles.calendar import puzzle_of, read_day
from qwirkle.rules.placement.turns import Place

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .listening import Listener
from .playing import lay_by_dragging, lay_by_keys, lay_by_tapping, touch
from .visitors import DESKTOP, PHONE, Device, Visitor

DAY = "2026-03-14"
Lay = Callable[[Visitor, int, int, str], None]


@pytest.mark.parametrize(
    ("device", "lay"),
    [(PHONE, lay_by_tapping), (DESKTOP, lay_by_dragging), (DESKTOP, lay_by_keys)],
    ids=["phone", "mouse", "keyboard"],
)
def test_a_puzzle_is_answered_and_graded(visit: Visit, device: Device, lay: Lay) -> None:
    puzzle = puzzle_of(read_day(DAY))
    best = puzzle.best
    assert isinstance(best, Place)
    visitor = visit(device)
    page = visitor.page
    page.goto(f"/puzzle/{DAY}")
    expect(page.get_by_text("Find the turn that is worth most")).to_be_visible()
    assert barriers(page) == []
    assert sticks_out(page) == []
    assert too_small(page) == []
    for placed in best.tiles:
        lay(visitor, placed.x, placed.y, placed.tile.value)
    touch(visitor, page.get_by_role("button", name=re.compile("^Play")))
    expect(page.get_by_text("You lost nothing.", exact=True)).to_be_visible()
    expect(page.get_by_role("list", name="Possible turns")).to_be_visible()
    expect(page.locator("[data-speech]")).to_contain_text("Best: You lost nothing.")
    assert barriers(page) == []
    assert sticks_out(page) == []
    touch(visitor, page.get_by_role("button", name="Try again"))
    expect(page.get_by_text("Your first answer counts: You lost nothing.")).to_be_visible()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_puzzle_by_ear(visit: Visit, device: Device) -> None:
    best = puzzle_of(read_day(DAY)).best
    assert isinstance(best, Place)
    visitor = visit(device)
    listener = Listener(visitor)
    page = visitor.page
    page.goto(f"/puzzle/{DAY}")
    expect(page.get_by_text("Find the turn that is worth most")).to_be_visible()
    for placed in best.tiles:
        lay_by_keys(visitor, placed.x, placed.y, placed.tile.value)
        listener.hear(rf"{placed.tile.words}.* row {placed.y}")
    listener.press("p")
    listener.hear(r"^Best: You lost nothing\.")
    # The focus goes to the grade, so what is read next is why.
    expect(page.locator(".words")).to_be_focused()
    expect(page.locator(".words")).to_contain_text("You lost nothing.")
    assert barriers(page) == []


def test_the_start_page_leads_to_the_puzzle_of_the_day(visit: Visit) -> None:
    page = visit(PHONE).page
    page.goto("/")
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_role("heading", level=1, name="Puzzle of")).to_be_visible()
    page.get_by_role("link", name="Previous day").click()
    expect(page.get_by_role("link", name="Next day")).to_be_visible()
