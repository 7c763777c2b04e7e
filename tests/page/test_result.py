"""The result as a card over the final table: on every screen, by finger and key, and to pass on."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .accessibility import barriers
from .conftest import Visit
from .playing import open_more, touch
from .scenes import looked, played
from .seating import Table, opened
from .turns import good_turn
from .visitors import DESKTOP, PHONE, Visitor

SIZES = ((320, 568), (390, 844), (768, 1024), (844, 390), (1280, 800), (1920, 1080))
# How much of the table no card covers, in pixels.
FREE = """() => {
  const card = document.querySelector("dialog.card").getBoundingClientRect();
  const stage = document.querySelector("main .stage").getBoundingClientRect();
  const covered = Math.max(0, Math.min(card.right, stage.right) - Math.max(card.left, stage.left))
    * Math.max(0, Math.min(card.bottom, stage.bottom) - Math.max(card.top, stage.top));
  return (stage.width * stage.height - covered) / (innerWidth * innerHeight);
}"""
WIDER = "() => document.documentElement.scrollWidth > innerWidth"


def shown_with(visitor: Visitor, table: Table, **settings: Any) -> Page:
    page = visitor.page
    if page.url == "about:blank":
        page.goto("/healthz")
    kept = json.dumps(settings)
    page.evaluate("(kept) => localStorage.setItem('qwirkle.settings', kept)", kept)
    page.goto(f"/t/{table.id}")
    expect(card(page)).to_be_visible()
    page.wait_for_load_state("networkidle")
    return page


def card(page: Page) -> Locator:
    return page.locator("dialog.card")


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_the_card_leaves_the_table_in_sight_on_every_screen(visit: Visit, game: str) -> None:
    ann, ben = visit(DESKTOP), visit()
    table = played(ann, ben, game)
    for theme in ("light", "dark"):
        page = shown_with(ann, table, theme=theme)
        expect(
            page.get_by_role("list", name="About this game").get_by_role("listitem")
        ).to_have_count(3)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for name in ("Play again", "Review the game", "More"):
                way = card(page).get_by_text(name, exact=True)
                expect(way).to_be_in_viewport(ratio=0.9)
            assert page.evaluate(FREE) > 0.25, (width, height)
            assert not page.evaluate(WIDER), (width, height)
        assert barriers(page) == []


def test_on_a_wide_table_the_collected_qwirkles_are_larger(visit: Visit) -> None:
    ann, ben = visit(DESKTOP), visit()
    page = shown_with(ann, played(ann, ben, "cards"))
    picture = page.locator(".stage li svg").first
    expect(picture).to_have_attribute("width", re.compile(r"^(2[6-9]|3\d)$"))
    page.set_viewport_size({"width": 390, "height": 844})
    expect(picture).to_have_attribute("width", "22")


def test_escape_shows_the_table_and_the_best_turn_is_played_again(visit: Visit) -> None:
    ann, ben = visit(PHONE), visit()
    table = played(ann, ben, "classic")
    page = shown_with(ann, table)
    board = page.locator("main .stage svg").first
    final = board.inner_html()
    best = page.get_by_role("button", name=re.compile("^(Best turn|Your best turn)"))
    touch(ann, best)
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(card(page).get_by_role("status")).to_have_text(re.compile("points"))
    expect(page.locator("main .stage .mark").first).to_be_visible()
    assert board.inner_html() != final
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Show the result")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_losing_has_a_kind_word_and_no_confetti(visit: Visit) -> None:
    ann, ben = visit(PHONE, reduced_motion="no-preference"), visit()
    table = opened(ann, ben)
    ann.go_to_table(table.id)
    page = ann.page
    page.evaluate(
        """() => { window.pieces = 0; new MutationObserver(() => {
          pieces += document.querySelectorAll(".confetti").length;
        }).observe(document, {subtree: true, childList: true}); }"""
    )
    for _ in range(2):
        mover = table.people[looked(ann, table)["now"]["turn"]]
        mover.act(table.id, {"do": "play", "turn": good_turn(looked(mover, table))})
    ann.act(table.id, {"do": "resign"})
    expect(card(page)).to_contain_text("New game, new chances.")
    assert page.evaluate("() => pieces") == 0


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_picture_is_saved_where_nothing_can_be_shared(
    visit: Visit, game: str, tmp_path: Path
) -> None:
    ann, ben = visit(DESKTOP), visit()
    page = shown_with(ann, played(ann, ben, game))
    open_more(ann)
    expect(page.get_by_text("The deal was fair")).to_be_visible()
    assert barriers(page) == []
    with page.expect_download() as saving:
        page.get_by_role("button", name="Share a picture").click()
    saved = tmp_path / "picture.png"
    saving.value.save_as(saved)
    head = saved.read_bytes()
    assert head.startswith(b"\x89PNG")
    assert struct.unpack(">II", head[16:24]) == (1200, 630)


def test_luck_is_told_soon_to_spectators_too(visit: Visit) -> None:
    ann, ben = visit(), visit()
    table = played(ann, ben, "classic")
    watcher = shown_with(visit(), table)
    expect(
        card(watcher).get_by_text(re.compile(r"Without luck .*give or take \d+ points\.$"))
    ).to_be_visible()
    expect(card(watcher).get_by_role("button", name="Play again")).to_have_count(0)
