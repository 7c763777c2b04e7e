"""A series, a tournament and statistics in a browser: one tap from game to game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .seating import opened
from .visitors import DESKTOP, Device, Visitor

SMALLEST = Device(
    viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True, device_scale_factor=2
)


def check(visitor: Visitor) -> None:
    assert barriers(visitor.page) + too_small(visitor.page) + sticks_out(visitor.page) == []


@pytest.mark.long
def test_one_tap_each_leads_to_the_next_game_of_a_series(visit: Visit) -> None:
    ann, ben = visit(SMALLEST), visit(DESKTOP)
    for person in (ann, ben):
        person.watch.expect_refusal(409)  # a draft may come too late for a game that has ended
    table = opened(ann, ben, series="best-of-3")
    for person in (ann, ben):
        person.go_to_table(table.id)
    for _ in range(2):
        table.turn_beside_the_page()
    ben.act(table.id, {"do": "resign"})
    for person, score in ((ann, "Ann"), (ben, "Ann")):
        series = person.page.get_by_role("region", name="Best of three · Game 1")
        expect(series.get_by_role("listitem").first).to_contain_text(re.compile(f"{score}.*1 win"))
    check(ann)
    for person in (ann, ben):
        person.page.get_by_role("button", name="Next game").click()
    for person in (ann, ben):
        expect(person.page.get_by_role("grid").first).to_be_visible()
    ann.page.goto("/statistics")
    opponents = ann.page.get_by_role("region", name="Opponents")
    expect(opponents.get_by_role("listitem")).to_contain_text(["Ben"])
    expect(opponents).to_contain_text("1 won, 0 lost, 0 tied")
    check(ann)


def test_a_tournament_from_its_link_to_its_winner(visit: Visit) -> None:
    ann, ben, cem = visit(SMALLEST), visit(DESKTOP), visit(DESKTOP)
    page = ann.page
    page.goto("/swiss")
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.get_by_role("button", name="Open the tournament").click()
    link = page.get_by_role("textbox", name="Link to the tournament")
    expect(link).to_be_visible()
    for person, name in ((ben, "Ben"), (cem, "Cem")):
        person.page.goto(link.input_value())
        person.page.get_by_role("textbox", name="Your name").fill(name)
        person.page.get_by_role("button", name="Take a seat").click()
        expect(person.page.get_by_text("The host begins the tournament.")).to_be_visible()
    page.get_by_role("combobox", name="Rounds").select_option("1")
    check(ann)
    page.get_by_role("button", name="Begin the tournament").click()
    check(ann)
    for person in (ann, ben):
        person.page.get_by_role("button", name="Go to your game").click()
    for person in (ann, ben):
        expect(person.page.get_by_role("grid").first).to_be_visible()
    table = page.url.rpartition("/")[2]
    ben.act(table, {"do": "resign"})
    page.get_by_role("link", name="Back to the tournament").click()
    # Whoever had no opponent has a point as well, and an opponent less.
    expect(page.get_by_role("status")).to_contain_text(re.compile("shared|wins"))
    rows = page.get_by_role("row")
    expect(rows).to_have_count(4)
    check(ann)
