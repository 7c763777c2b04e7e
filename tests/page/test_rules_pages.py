"""Rules and lessons: complete, with pictures that show what they speak of, and sample games."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .building import ROOT
from .conftest import Visit
from .playing import cell_at, tile_in_hand
from .scenes import GAMES
from .visitors import DESKTOP, NARROW, PHONE

SAMPLES = json.loads(
    (ROOT / "frontend" / "src" / "learning" / "sample" / "games.json").read_text("utf-8")
)
LEAST_HEIGHT = 192
"""Of the picture of a sample game, in pixels."""
WIDER = "() => document.documentElement.scrollWidth > innerWidth"


def opened(page: Page, game: str) -> None:
    page.goto(f"/rules/{game}")
    page.get_by_role("heading", name="The goal").wait_for()


def part(page: Page, title: str) -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    return page.locator("section").filter(has=heading)


@pytest.mark.long
def test_what_was_missing_is_told(visit: Visit) -> None:
    page = visit(PHONE).page
    told = {
        "classic": ["clockwise", "Two to four", "can’t trade on the first turn", "decided by lot"],
        "mini": ["fewer than three tiles in the pile", "haven’t used score nothing"],
        "select": ["without a token gives you nothing", "doesn’t come back", "beyond its edge"],
        "connect": ["16 by 16", "beyond its edge", "share the win", "not more than there are"],
        "combined": ["scores the bonus again", "a square like any other"],
        "cards": ["shuffled and dealt again", "share the win", "two whole rounds", "Nobody draws"],
    }
    for game, sentences in told.items():
        opened(page, game)
        text = page.locator("main").inner_text()
        for sentence in (*sentences, "Tips"):
            assert sentence in text, (game, sentence)
        assert not page.evaluate(WIDER), game
    for game in ("classic", "select"):
        opened(page, game)
        expect(part(page, "End of the game")).to_contain_text("four whole rounds")
        expect(part(page, "Lines")).to_contain_text("An empty space ends a line")


def test_pictures_show_what_they_speak_of(visit: Visit) -> None:
    page = visit(DESKTOP).page
    opened(page, "connect")
    bonus = part(page, "Bonus points").locator("figure")
    # The number is seen before the tile covers it, and is kept beside it afterwards.
    expect(bonus.locator("svg").first).to_contain_text("+1")
    expect(bonus.locator("svg").nth(1)).to_contain_text("+1")
    expect(bonus).to_contain_text("5 points. Two for the row, two for the column, and one")
    expect(page.get_by_role("img", name="The board of Connect")).to_contain_text("+2")
    opened(page, "select")
    star = part(page, "Stars").locator("figure")
    before, after, token = star.locator("svg").all()
    expect(before.locator(".token")).to_have_count(1)
    expect(after.locator(".token")).to_have_count(0)
    expect(token.locator(".token")).to_have_count(1)
    expect(page.get_by_role("img", name="The board of Select").locator(".token")).to_have_count(12)
    expect(part(page, "The board")).to_contain_text("a centre square")
    opened(page, "mini")
    expect(part(page, "Action tiles").locator("figure")).to_contain_text("+3")
    paragraphs = page.locator("section > p, section > ul, section > dl").all_inner_texts()
    assert [text for text in paragraphs if re.search(r"\bbag\b", text, re.IGNORECASE)] == []
    opened(page, "colour-blind")
    table = part(page, "Two shapes on every tile").get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(7)
    expect(table.get_by_role("row").nth(3)).to_contain_text("starburst")
    settings = part(page, "Two shapes on every tile").get_by_role("link", name="Settings")
    expect(settings).to_have_attribute("href", "/settings")


def test_a_variant_begins_with_the_goal_and_a_phone_compares_two_games(visit: Visit) -> None:
    page = visit(PHONE).page
    for game, name in (("select", "Select"), ("cards", "Cards")):
        opened(page, game)
        expect(page.locator("main section h2").first).to_have_text("The goal")
        shown = page.locator("thead th:visible")
        assert shown.all_inner_texts()[-2:] == [name, "Classic"]
        assert not page.evaluate(WIDER)
        wide = page.get_by_role("region", name="How the games differ")
        assert wide.evaluate("(one) => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("game", sorted(SAMPLES))
def test_a_sample_game_is_clicked_through(visit: Visit, game: str) -> None:
    page = visit(PHONE).page
    opened(page, game)
    sample = page.get_by_role("region", name="A sample game")
    told = sample.get_by_role("status")
    expect(told).to_contain_text("goes first")
    back = sample.get_by_role("button", name="Previous turn")
    expect(back).to_be_disabled()
    turns = SAMPLES[game]["turns"]
    pictured = sample.locator(".picture")
    tall = pictured.evaluate("(picture) => picture.clientHeight")
    assert tall >= LEAST_HEIGHT
    for turn in turns:
        sample.get_by_role("button", name="Next turn").click()
        if game != "cards":  # sets of cards grow, a board is as large as it will be
            assert pictured.evaluate("(picture) => picture.clientHeight") == tall
        name = SAMPLES[game]["players"][turn["seat"]]
        expect(told).to_contain_text(name)
        for seat, score in enumerate(turn["scores"]):
            expect(sample.locator("dd").nth(seat)).to_have_text(re.compile(rf"^{score}\b"))
    expect(told).to_contain_text("The game goes on like this")
    onwards = sample.get_by_role("button", name="Next turn")
    expect(onwards).to_be_disabled()
    # Whoever came here with the keyboard does not have to look for the place.
    expect(onwards).to_be_focused()
    back.click()
    expect(sample).to_contain_text(f"{len(turns) - 1} of {len(turns)}")


def test_words_in_the_table_of_differences_are_hyphenated(visit: Visit) -> None:
    page = visit(NARROW, settings={"language": "de"}).page
    page.goto("/rules/mini")
    cells = page.locator("table:visible :is(th, td)")
    expect(cells.first).to_be_attached()
    assert set(cells.evaluate_all("(all) => all.map((one) => getComputedStyle(one).hyphens)")) == {
        "auto"
    }
    assert page.evaluate("() => document.documentElement.lang") == "de"


def test_who_begins_is_not_asked_where_nobody_knows_ages(visit: Visit) -> None:
    visitor = visit()
    offered = visitor.context.request.get("/api/offers").json()["games"]
    options = {each["game"]: [option["name"] for option in each["options"]] for each in offered}
    assert options["cards"] == ["opening"]
    assert set(options) == set(GAMES)


def test_the_lesson_teaches_the_opening(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    page.goto("/learn/classic")
    words = page.locator(".words")
    while "At the start the table is empty" not in words.inner_text():
        words.get_by_role("button", name="Skip").click()
    for x, tile in enumerate(("Ro", "Rs", "Rb")):
        tile_in_hand(page, tile).click()
        cell_at(page, x, 0).click(force=True)
    page.get_by_role("button", name=re.compile("^Play")).click()
    expect(words).to_contain_text("you’ve opened the game")


@pytest.mark.long
def test_answers_that_come_too_late_are_not_listened_to(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page

    def dawdle(route: Route) -> None:
        answer = route.fetch()
        page.wait_for_timeout(150)
        route.fulfill(response=answer)

    page.route("**/api/lessons/*/*", dawdle)
    for game in ("classic", "cards"):
        page.goto(f"/learn/{game}")
        words = page.locator(".words")
        words.wait_for()
        while words.count() > 0:
            words.get_by_role("button", name="Skip").click()
    page.wait_for_load_state("networkidle")
    assert [line for line in visitor.watch.said if "derived_inert" in line] == []
