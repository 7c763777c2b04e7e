"""Nobody is kept out: axe finds nothing on any view, and everything fits narrow screens."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from qwirkle.locale import LANGUAGES
from qwirkle.notation.pictures.tiles import Face

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .scenes import Scene, scenes, states, undescribed
from .seating import opened
from .visitors import DESKTOP, NARROW, PHONE, Device

FACES = tuple(Face)
THEMES = ("light", "dark")
# Every theme and every face; all of them together are for `make test-slow`.
LOOKS = [
    pytest.param(
        DESKTOP, {"theme": "light", "face": "colour"}, id="desktop", marks=pytest.mark.slow
    ),
    pytest.param(PHONE, {"theme": "dark", "face": "high-contrast"}, id="phone"),
    pytest.param(
        NARROW,
        {"theme": "light", "face": "two-shape", "text": 3},
        id="narrow",
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.long
@pytest.mark.parametrize(("device", "look"), LOOKS)
def test_no_view_keeps_anybody_out(visit: Visit, device: Device, look: dict[str, Any]) -> None:
    visitor = visit(device)
    visitor.watch.expect_refusal(404)  # there is a table that does not exist
    found: dict[str, list[str]] = {}
    for scene in scenes(visitor, visit()):
        scene.show(visitor, **look)
        page = visitor.page
        troubles = barriers(page) + sticks_out(page) + (too_small(page) if visitor.touch else [])
        if troubles:
            found[scene.name] = troubles
    assert found == {}


ASKED = [{"forced_colors": "active"}, {"contrast": "more"}]


@pytest.mark.parametrize("asked", [{}, *ASKED], ids=str)
def test_no_state_of_a_view_keeps_anybody_out(visit: Visit, asked: dict[str, str]) -> None:
    visitor = visit(PHONE, **asked)
    found: dict[str, list[str]] = {}
    for scene in states(visitor, visit()):
        scene.show(visitor)
        page = visitor.page
        if troubles := barriers(page) + sticks_out(page) + too_small(page):
            found[scene.name] = troubles
    assert found == {}


def test_a_lost_connection_keeps_nobody_out(visit: Visit) -> None:
    host = visit(PHONE)
    host.go_to_table(opened(host, visit()).id)
    notice = host.page.get_by_role("status").filter(has_text="Reconnecting …")
    with host.watch.away():
        host.context.set_offline(True)
        expect(notice).to_be_visible()
        assert barriers(host.page) + sticks_out(host.page) == []
        host.context.set_offline(False)
        expect(notice).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_no_view_keeps_anybody_out_without_colours(visit: Visit, asked: dict[str, str]) -> None:
    visitor = visit(PHONE, **asked)
    visitor.watch.expect_refusal(404)
    found: dict[str, list[str]] = {}
    for scene in scenes(visitor, visit()):
        scene.show(visitor)
        if troubles := barriers(visitor.page):
            found[scene.name] = troubles
    assert found == {}


def test_a_new_view_is_walked_before_anybody_lists_it() -> None:
    listed = [Scene("table", "/t/x"), Scene("lessons", "/learn/classic"), Scene("start", "/")]
    listed += [Scene(name, f"/{name}/x") for name in ("rules", "puzzle", "swiss")]
    assert {scene.path for scene in undescribed(listed)} >= {"/analysis", "/settings", "/find"}
    with pytest.raises(AssertionError, match="learn"):
        undescribed([scene for scene in listed if scene.name != "lessons"])


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("face", FACES)
def test_no_view_keeps_anybody_out_in_any_look(visit: Visit, theme: str, face: str) -> None:
    visitor = visit(PHONE)
    visitor.watch.expect_refusal(404)
    found: dict[str, list[str]] = {}
    for scene in scenes(visitor, visit()):
        scene.show(visitor, theme=theme, face=face)
        if troubles := barriers(visitor.page):
            found[scene.name] = troubles
    assert found == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_longer_words_fit_the_narrowest_screen(visit: Visit, language: str) -> None:
    visitor = visit(NARROW)
    visitor.watch.expect_refusal(404)
    found: dict[str, list[str]] = {}
    for scene in scenes(visitor, visit()):
        scene.show(visitor, language=language)
        if troubles := sticks_out(visitor.page):
            found[scene.name] = troubles
    assert found == {}


# WCAG 1.4.12: lines, letters and words as far apart as readers may want them.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important;" +
    "word-spacing: 0.16em !important } p { margin-bottom: 2em !important }");
  document.adoptedStyleSheets.push(sheet); }"""
CUT_WORDS = """() => [...document.querySelectorAll("main *, dialog[open] *")]
  .filter((one) => one.checkVisibility() && one.children.length === 0 && one.textContent.trim())
  .filter((one) => !one.closest("svg, [aria-hidden=true], .hidden-words, select"))
  .filter((one) => {
    for (let box = one; box !== null; box = box.parentElement) {
      const {overflowX, overflowY} = getComputedStyle(box);
      if (overflowX === "hidden" && box.clientWidth <= 1) return false;  // for screen readers
      if (overflowY === "hidden" && box.scrollHeight > box.clientHeight + 2) return true;
      if (overflowX === "hidden" && box.scrollWidth > box.clientWidth + 2) return true;
    }
    return false; })
  .map((one) => one.textContent.trim().slice(0, 60))"""


@pytest.mark.long
def test_wider_spacing_cuts_no_words(visit: Visit) -> None:
    visitor = visit(NARROW)
    visitor.watch.expect_refusal(404)
    found: dict[str, list[str]] = {}
    for scene in scenes(visitor, visit()):
        scene.show(visitor)
        visitor.page.evaluate(SPACED)
        if troubles := visitor.page.evaluate(CUT_WORDS):
            found[scene.name] = troubles
    assert found == {}


LONGEST_MOTION = """() => Math.max(0, ...[...document.querySelectorAll("*")].flatMap((one) =>
  ["animation", "transition"].flatMap((kind) => ["Duration", "Delay"].flatMap((what) =>
    getComputedStyle(one)[kind + what].split(",").map(parseFloat)))))"""


@pytest.mark.long
@pytest.mark.parametrize("by", ["the device", "the setting", "nobody"])
def test_reduced_motion_turns_off_every_animation(visit: Visit, by: str) -> None:
    wanted = "reduce" if by == "the device" else "no-preference"
    motion = "reduced" if by == "the setting" else "auto"
    host, guest = visit(DESKTOP, reduced_motion=wanted), visit()
    longest = 0.0
    for scene in (Scene("start", "/"), Scene("play", f"/t/{opened(host, guest).id}")):
        scene.show(host, motion=motion)
        longest = max(longest, host.page.evaluate(LONGEST_MOTION))
    assert (longest > 0) == (by == "nobody")


def test_what_looks_for_barriers_finds_them(visit: Visit) -> None:
    visitor = visit(PHONE)
    Scene("start", "/").show(visitor)
    assert barriers(visitor.page) + sticks_out(visitor.page) == []
    visitor.page.evaluate(
        """() => {
          const button = document.createElement("button");
          button.className = "provoked";
          document.querySelector("main").append(button);
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(".provoked { width: 20px; height: 20px; min-height: 0; padding: 0 }");
          document.adoptedStyleSheets.push(sheet);
        }"""
    )
    assert "button-name" in "".join(barriers(visitor.page))
    assert "provoked" in "".join(too_small(visitor.page))
    wide = ".provoked { width: 500px !important }"
    visitor.page.evaluate(f"() => document.adoptedStyleSheets[0].insertRule('{wide}')")
    assert sticks_out(visitor.page)
