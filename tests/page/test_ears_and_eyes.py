"""What people need who listen, enlarge the page, ask for contrast, or type."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .accessibility import barriers, sticks_out
from .conftest import Visit
from .listening import Listener
from .playing import cell_at, named, tile_in_hand
from .scenes import after_some_turns, played, scenes
from .seating import Table, opened
from .turns import good_turn
from .visitors import Device, Visitor

LINE = "Your turn, or a command"
LOW = [
    pytest.param(Device(viewport={"width": 320, "height": 200}), id="400-percent"),
    pytest.param(Device(viewport={"width": 320, "height": 256}), id="320x256"),
]
# Every button can be scrolled to, and nothing lies above it then.
COVERED = """() => [...document.querySelectorAll("main button, main input, main a[href]")]
  .filter((one) => one.checkVisibility() && !one.closest("dialog"))
  .filter((one) => {
    one.scrollIntoView({block: "center"});
    const box = one.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return there === null || !(one.contains(there) || there.contains(one));
  })
  .map((one) => one.outerHTML.slice(0, 160))"""
# The middle of every number along the edge, and that of its cells, where keys reach them.
NUMBERED = """() => [...document.querySelectorAll(".coordinates span")].flatMap((one) => {
  const column = one.dataset.column !== undefined;
  const {x, y, width, height} = one.getBoundingClientRect();
  const key = column
    ? `[data-cell^="${one.dataset.column},"]` : `[data-cell$=",${one.dataset.row}"]`;
  const cell = document.querySelector(key)?.getBoundingClientRect();
  if (cell === undefined) return [[0, 0]];  // a board to look at
  return column ? [[x + width / 2, cell.x + cell.width / 2]]
    : [[y + height / 2, cell.y + cell.height / 2]];
})"""
OUTLINE = "(one) => getComputedStyle(one).outlineStyle"


def height_of(page: Page, what: str) -> float:
    """In pixels."""
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["height"]


def of_host(
    visit: Visit, device: Device, game: str = "classic", **more: object
) -> tuple[Visitor, Table]:
    """A person at a table after some turns, whose turn it is."""
    host = visit(device, **more)
    return host, played(host, visit(), game, after_some_turns)


def test_assistive_technology_can_use_every_cell(visit: Visit) -> None:
    host, table = of_host(visit, Device(viewport={"width": 1280, "height": 800}))
    listener = Listener(host)
    host.go_to_table(table.id)
    page = host.page
    first, *_ = good_turn(host.view)["place"]
    x, y, tile = first
    cell = cell_at(page, x, y)
    page.keyboard.press("1")
    listener.hear("fits|Fits")
    page.keyboard.press("1")
    tile_in_hand(page, tile).click()
    expect(cell).to_have_attribute("aria-label", re.compile(rf"fits here, column {x}, row {y}$"))
    assert cell.get_attribute("aria-colindex") is None
    assert page.locator("[aria-rowindex]").count() == 0
    cell.dispatch_event("click")
    expect(cell).to_have_attribute("aria-label", re.compile("not played yet"))
    listener.press("Backspace")
    listener.hear(f"{named(tile)}: back in your hand")
    tile_in_hand(page, tile).click()
    expect(cell).to_have_attribute("aria-label", re.compile("fits here"))
    cell.evaluate("(one) => one.focus()")
    listener.press("Enter")
    listener.hear(rf"{named(tile)}, column {x}, row {y}: ")
    listener.press("Escape")
    listener.hear("back in your hand")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Rules and keys").click()
    for key in ("PgUp", "PgDn", "L", "J", "I", "D", "K"):
        expect(
            page.get_by_role("dialog").locator("kbd", has_text=re.compile(f"^{key}$"))
        ).to_be_attached()
    assert barriers(page) == []


@pytest.mark.parametrize("device", LOW)
def test_low_screens_scroll_and_nothing_is_covered(visit: Visit, device: Device) -> None:
    host, table = of_host(visit, device)
    cards = played(host, visit(), "cards", after_some_turns)
    page = host.page
    for path, what, lines in (
        (f"/t/{table.id}", ".board.tabletop", 1),
        (f"/t/{cards.id}", ".sets", 2),  # players; deck, gestures, moves and menu
        (f"/t/{table.id}?text", ".log", 0),
        ("/puzzle/2026-11-16", ".board.tabletop", 0),
        ("/learn/classic", ".board.tabletop", 0),
        ("/learn/cards", ".sets", 0),
    ):
        page.goto(path)
        page.locator(what).first.wait_for()
        page.wait_for_load_state("networkidle")
        assert height_of(page, what) >= 12 * 16, path
        if lines > 0:
            assert height_of(page, "main header") <= 16 + 48 * lines, path
        assert page.evaluate("() => document.documentElement.scrollHeight > innerHeight"), path
        assert page.evaluate(COVERED) == [], path
        assert barriers(page) + sticks_out(page) == [], path


# Wherever there is a table: its height in pixels, unless it is the whole page that scrolls.
TABLES = """() => [...document.querySelectorAll(
    ".tabletop:not(.options), main .stage, [role=log].log")]
  .filter((one) => !one.closest("dialog, label"))
  .concat([...document.querySelectorAll("dialog[open] .stage")])
  .filter((one) => one.checkVisibility({visibilityProperty: true}))
  .map((one) => Math.round(one.getBoundingClientRect().height))"""
CANNOT_SCROLL = """() => [...document.querySelectorAll("main button, main a[href], main input")]
  .filter((one) => one.checkVisibility() && !one.closest("dialog, [popover], .board"))
  .filter((one) => { one.scrollIntoView({block: "center"});
    const {top, bottom} = one.getBoundingClientRect();
    return bottom < 1 || top > innerHeight - 1; })
  .map((one) => one.outerHTML.slice(0, 120))"""
LOWEST: ViewportSize = {"width": 320, "height": 256}
ENLARGED: ViewportSize = {"width": 320, "height": 200}
SIDEWAYS: ViewportSize = {"width": 667, "height": 375}


WITH_A_TABLE = {
    *("play", "play-refused", "cards-wrong", "hand", "learn", "puzzle", "photo"),
    *("review", "review-try", "watch-so", "analysis"),
}


@pytest.mark.long
def test_every_view_with_a_table_can_be_played_in_a_low_window(visit: Visit) -> None:
    """No list of names: all views are walked, and whichever shows a table is measured."""
    host = visit(Device(viewport=LOWEST))
    host.watch.expect_refusal(404)  # there is a table that does not exist
    found: dict[str, object] = {}
    measured: set[str] = set()
    for scene in scenes(host, visit()):
        scene.show(host)
        for window in (LOWEST, ENLARGED, SIDEWAYS):
            host.page.set_viewport_size(window)
            heights = host.page.evaluate(TABLES)
            if heights:
                measured.add(scene.name.rpartition("-")[0] or scene.name)
            if (heights and min(heights) < 180) or host.page.evaluate(CANNOT_SCROLL):
                found[f"{scene.name} {window['width']}x{window['height']}"] = heights
        host.page.set_viewport_size(LOWEST)
    assert found == {}
    assert measured >= WITH_A_TABLE, measured


@pytest.mark.parametrize("asked", [{"forced_colors": "active"}, {"contrast": "more"}], ids=str)
def test_what_is_chosen_keeps_its_mark_without_colours(visit: Visit, asked: dict[str, str]) -> None:
    host, table = of_host(visit, Device(viewport={"width": 1280, "height": 800}), **asked)
    page = host.page
    page.goto("/")
    chosen = page.locator("input[type=radio]:checked + *").first
    assert chosen.evaluate(OUTLINE) == "solid"
    host.go_to_table(table.id)
    tile = page.get_by_role("toolbar", name="Your tiles").get_by_role("button").first
    letters = "path[fill=none][stroke-width='8']"
    expect(tile.locator(letters)).to_have_count(1)  # the letters face, though nobody has chosen it
    assert tile.evaluate(OUTLINE) == "none"
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    assert tile.evaluate(OUTLINE) in ("solid", "double")
    turns = [plate.evaluate(OUTLINE) for plate in page.locator(".players li").all()]
    assert turns == ["solid", "none"]
    page.goto("/settings")
    page.get_by_role("radio", name="Colours The classic look.").check(force=True)
    host.go_to_table(table.id)
    expect(tile).to_be_visible()
    expect(tile.locator(letters)).to_have_count(0)


@pytest.mark.long
def test_the_start_page_asks_once_about_colours_and_leads_to_text(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    question = page.get_by_role("region", name="Are these six colours easy to tell apart?")
    expect(question).to_be_visible()
    assert barriers(page) == []
    question.get_by_role("button", name="Show me shapes").click()
    expect(question.get_by_role("status")).to_contain_text("in the settings")
    page.reload()
    page.wait_for_timeout(2000)
    expect(question).to_have_count(0)
    assert '"face":"two-shape"' in page.evaluate("() => localStorage['qwirkle.settings']")
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Play by text, for screen readers")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Play on the board again")).to_be_focused()
    page.get_by_role("button", name=re.compile("^Play")).first.press("Enter")
    expect(page.get_by_role("textbox", name=LINE)).to_be_focused()


def test_text_mode_speaks_the_readers_language(visit: Visit) -> None:
    german = {"language": "de", "face": "high-contrast"}
    host, table = of_host(visit, Device(viewport={"width": 1280, "height": 800}), settings=german)
    page = host.page
    host.go_to_table(table.id, "?text")
    line, log = page.locator("#turn"), page.locator(".log")
    turn = good_turn(host.view)
    [x, y, tile] = turn["place"][0]

    def answer(typed: str) -> str:
        before = log.locator("p").count()
        line.fill(typed)
        line.press("Enter")
        expect(log.locator("p").nth(before + 1)).to_be_attached()
        return " ".join(log.locator("p").all_inner_texts()[before + 1 :]).replace("\u00a0", " ")

    assert "E gelb" in answer("Hilfe!")
    assert "Welche Zeile?" in answer("Reihe")
    assert "für" in answer("Züge")
    hint = answer("Tipp")
    assert not re.search(r"\b(trade|take|draw3|pass|undo)\b", hint), hint
    answer("zurueck")
    told = answer(f"{x} {y} {tile.lower()}")  # English letters, the place first, no comma
    assert "Punkt" in told, told
    assert "aufgeben" in answer("aufgeben")
    line.fill("aufgeben")
    line.press("Enter")
    expect(log).to_contain_text("gewinnt")
    expect(line).to_be_focused()
    assert barriers(page) == []
    line.fill("gehen")
    line.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("gewinnt")


def test_tools_of_a_card_turn_say_what_they_did(visit: Visit) -> None:
    host, table = of_host(visit, Device(viewport={"width": 390, "height": 844}), "cards")
    listener = Listener(host)
    host.go_to_table(table.id)
    page = host.page
    expect(page.locator(".players li").first).to_contain_text(re.compile(r"\d+ Qwirkles?"))
    listener.press("1")
    chosen = listener.hear("^Chosen: ").removeprefix("Chosen: ").split(".")[0]
    listener.press("n")
    listener.hear(rf"{chosen} into new set \d+")
    listener.hear("Not right yet: set")
    page.get_by_role("button", name="Undo").click()
    listener.hear(rf"{chosen} back to your hand")
    listener.press("h")
    listener.hear(r"into (new )?set \d+, ")
    said = " ".join(words for _, words in listener.all())
    assert "tap" not in said
    assert "then where they go" not in said
    assert barriers(page) == []


def test_an_opened_table_tells_the_beginning(visit: Visit) -> None:
    host, guest = visit(), visit()
    table = opened(host, guest)
    visitor = (
        host
        if host.context.request.get(f"/api/tables/{table.id}").json()["now"]["turn"] == 0
        else guest
    )
    listener = Listener(visitor)
    visitor.go_to_table(table.id)
    said = listener.hear(r"The game begins\. Your turn\. ")
    assert "In your hand: 1 " in said


def test_rows_and_columns_stand_along_every_board(visit: Visit) -> None:
    shown = {"coordinates": True}
    host, table = of_host(visit, Device(viewport={"width": 390, "height": 844}), settings=shown)
    page = host.page
    position = quote("classic 0,0:RoRs RxRdRsGoGsBb 94 2-0 1")
    for path in (
        f"/t/{table.id}",
        f"/t/{table.id}#replay",
        "/puzzle/2026-11-14",
        f"/analysis#{position}",
    ):
        page.goto(path)
        numbers = page.locator(".coordinates span")
        expect(numbers.first).to_be_visible()
        assert page.locator(".coordinates").get_attribute("aria-hidden") == "true"
        places = page.evaluate(NUMBERED)
        assert len(places) >= 4, path
        assert all(abs(number - cell) <= 1 for number, cell in places), (path, places)
    page.goto("/settings")
    page.get_by_role("switch", name="Show rows and columns").uncheck()
    host.go_to_table(table.id)
    expect(page.get_by_role("toolbar", name="Your tiles")).to_be_visible()
    expect(page.locator(".coordinates")).to_have_count(0)
