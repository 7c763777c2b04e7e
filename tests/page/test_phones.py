"""Small phones: everything can be seen, reached and told apart down to 320 by 480 pixels."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from qwirkle.locale import LANGUAGES, translate
from qwirkle.players.levels import LEVELS

from .conftest import Visit
from .playing import IN_SIGHT, cell_at, middle_of, tap_cell, tile_in_hand, touch
from .scenes import Scene, after_some_turns, looked, played, states
from .seating import Table
from .turns import good_turn
from .visitors import Device, Visitor

TINY = Device(
    viewport={"width": 320, "height": 480}, has_touch=True, is_mobile=True, device_scale_factor=2
)
LOW = Device(
    viewport={"width": 375, "height": 553}, has_touch=True, is_mobile=True, device_scale_factor=2
)
SIDEWAYS = Device(
    viewport={"width": 667, "height": 375}, has_touch=True, is_mobile=True, device_scale_factor=2
)
SIZES = [pytest.param(TINY, id="320x480"), pytest.param(LOW, id="375x553")]
READABLE = 22
"""Smaller tiles are hard to tell apart, in pixels."""

# Cells for later are shown only where a tile fits nowhere at once.
AT_REST = "() => document.getAnimations().every((one) => one.playState === 'finished')"
COVERED = """() => (["here", "later"].map((when) =>
    [...document.querySelectorAll(`[role=gridcell][aria-label*="fits ${when}"]`)])
  .find((cells) => cells.length > 0) ?? [])
  .flatMap((cell) => {
    const {left, top, width, height} = cell.getBoundingClientRect();
    const under = document.elementFromPoint(left + width / 2, top + height / 2);
    return under?.closest(".table button") ? [cell.dataset.cell] : [];
  })"""
TILE_SIZE = (
    """() => document.querySelector(".board [role=gridcell]").getBoundingClientRect().width"""
)
CARD_SIZE = """() => Math.min(...[...document.querySelectorAll(".sets [data-card]")]
  .map((card) => card.getBoundingClientRect().width))"""

# More sets than fit, as late in a game of four.
CROWD = """(sets) => {
  for (const _ of [...sets.children])
    sets.append(Object.assign(document.createElement("div"), {className: "filler"}));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".filler { height: 60px; width: 100% }");
  document.adoptedStyleSheets.push(sheet);
}"""
WATCH_HEIGHT = """() => {
  window.lowest = Infinity;
  new ResizeObserver(([{contentRect}]) => { lowest = Math.min(lowest, contentRect.height); })
    .observe(document.querySelector(".sets"));
}"""


def tiles_on(seen: dict[str, Any]) -> int:
    return len(seen["game"]["board"])


def late_table(visit: Visit, device: Device, tiles: int) -> tuple[Visitor, Table]:
    """Ann's turn at a classic table with at least this many tiles."""
    ann, ben = visit(device), visit()
    while True:
        table = played(ann, ben, "classic", lambda seen: tiles_on(seen) >= tiles)
        if looked(ann, table)["now"]["phase"] == "playing":
            ann.go_to_table(table.id)
            ann.page.wait_for_load_state("networkidle")
            return ann, table


@pytest.mark.parametrize("device", SIZES)
@pytest.mark.parametrize("tiles", [15, 50, 85])
def test_no_legal_cell_is_under_a_button(visit: Visit, device: Device, tiles: int) -> None:
    ann, _ = late_table(visit, device, tiles)
    page = ann.page
    fits = page.get_by_role("gridcell", name=re.compile("fits (here|later)"))
    places = 0
    for number in range(1, len(ann.view["you"]["hands"][0]["hand"]) + 1):
        page.keyboard.press(str(number))
        expect(page.locator('.hand [aria-pressed="true"]')).to_have_count(1)
        expect(fits.or_(page.locator(".status", has_text="nowhere")).first).to_be_attached()
        page.wait_for_function(AT_REST)
        places += fits.count()
        assert page.evaluate(COVERED) == [], number
        page.keyboard.press(str(number))
    assert places > 0


UNDER = """(button) => {
  const {left, right, top, bottom} = button.getBoundingClientRect();
  return [...document.querySelectorAll(".board [role=gridcell]")]
    .filter((cell) => {
      const box = cell.getBoundingClientRect();
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      return x > left && x < right && y > top && y < bottom; })
    .map((cell) => cell.dataset.cell); }"""


def _answered(visitor: Visitor, since: int) -> bool:
    """Whether more has happened than one's own turn."""
    return bool(visitor.view["now"]["seq"] > since + 1)


def test_the_button_that_takes_a_turn_back_lies_on_no_tile(visit: Visit) -> None:
    ann = visit(TINY)
    bot = {"kind": "bot", "bot": "greedy"}
    table = ann.open_table([{"kind": "person", "name": "Ann"}, bot])
    ann.act(table, {"do": "start"})
    ann.go_to_table(table)
    ann.until(lambda: ann.view["now"]["turn"] == 0, "it is not my turn")
    back = ann.page.get_by_role("button", name="Take back my last turn")
    looked_at = 0
    while tiles_on(ann.view) < 30:
        seq, turn = ann.view["now"]["seq"], good_turn(ann.view)
        ann.act(table, {"do": "play", "turn": turn})
        ann.until(partial(_answered, ann, seq), "nobody answered")
        ann.until(lambda: ann.view["now"]["turn"] == 0, "it is not my turn")
        if back.is_visible():
            ann.page.wait_for_function(AT_REST)
            lying = {f"{x},{y}" for x, y, _ in ann.view["game"]["board"]}
            assert lying.isdisjoint(back.evaluate(UNDER)), len(lying)
            looked_at += 1
    assert looked_at > 2


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_name_of_a_bot_fits_its_plate(visit: Visit, language: str) -> None:
    ann = visit(TINY, settings={"language": language})
    longest = max(LEVELS, key=lambda level: len(translate(language, level.name)))
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": f"level:{longest.number}"}]
    table = ann.open_table(seats)
    ann.act(table, {"do": "start"})
    ann.go_to_table(table)
    name = ann.page.get_by_text(translate(language, longest.name), exact=True).first
    expect(name).to_be_visible()
    assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")


CUT = """() => [...document.querySelectorAll("main button")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"""


@pytest.mark.long
def test_no_button_of_a_turn_is_cut_in_any_language(visit: Visit) -> None:
    visitor = visit(TINY)
    shown = {scene.name: scene for scene in states(visitor, visit())}
    for name in ("cards-wrong-set", "play-draft"):
        shown[name].show(visitor)
        for language in LANGUAGES:  # what was laid stays
            Scene(name, shown[name].path).show(visitor, language=language)
            visitor.page.locator("main .button.main").first.wait_for()
            assert visitor.page.evaluate(CUT) == [], (name, language)


@pytest.mark.long
def test_the_header_of_a_puzzle_leaves_room_for_it(visit: Visit) -> None:
    visitor = visit(TINY)
    for language in LANGUAGES:
        Scene("puzzle", "/puzzle/2026-11-16").show(visitor, language=language)
        header = visitor.page.locator("main > header").bounding_box()
        assert header is not None
        assert header["height"] < 64, language


@pytest.mark.parametrize("device", SIZES)
def test_small_tiles_can_be_enlarged(visit: Visit, device: Device) -> None:
    ann, _ = late_table(visit, device, 85)
    page = ann.page
    whole = page.get_by_role("button", name="Show the whole table")
    nearer = page.get_by_role("button", name="Zoom in")
    expect(whole.or_(nearer)).to_be_visible()
    assert page.evaluate(TILE_SIZE) >= READABLE or nearer.is_visible()
    if whole.is_visible():
        touch(ann, whole)
    if page.evaluate(TILE_SIZE) < READABLE:
        expect(nearer).to_contain_text("Zoom in")
        touch(ann, nearer)
        page.wait_for_function(f"() => ({TILE_SIZE})() >= {READABLE}")
    # Two taps on the board come near, two more go back.
    middle = middle_of(page.get_by_role("region", name="The table"))
    before = page.evaluate(TILE_SIZE)
    double_tap(page, middle)
    page.wait_for_function(f"() => ({TILE_SIZE})() > {max(before * 1.2, 40)}")
    double_tap(page, middle)
    page.wait_for_function(f"() => ({TILE_SIZE})() < {before * 1.1}")


def double_tap(page: Page, place: tuple[float, float]) -> None:
    page.touchscreen.tap(*place)
    page.touchscreen.tap(*place)


def test_a_tile_that_fits_nowhere_says_so(visit: Visit) -> None:
    ann, ben = visit(TINY), visit()

    def stuck(seen: dict[str, Any]) -> list[str]:
        """Tiles of Ann's hand that fit nowhere."""
        path = f"/api/tables/{seen['table']}/preview"
        if not seen["game"]["board"]:
            return []
        cells = ann.ask(path, {"turn": {"place": []}})["cells"]
        return [tile for tile in seen["you"]["hands"][0]["hand"] if not cells.get(tile)]

    table = played(ann, ben, "classic", stuck)
    while looked(ann, table)["now"]["phase"] != "playing":
        table = played(ann, ben, "classic", stuck)
    ann.go_to_table(table.id)
    touch(ann, tile_in_hand(ann.page, stuck(looked(ann, table))[0]))
    expect(ann.page.locator(".status")).to_contain_text("Fits nowhere at the moment")
    cells = (cell_at(ann.page, x, y) for x, y, _ in ann.view["game"]["board"])
    touch(ann, next(cell for cell in cells if cell.evaluate(IN_SIGHT)))
    expect(ann.page.locator(".note")).to_contain_text("There’s already a tile here")


def of_cards(visit: Visit, device: Device, **more: Any) -> tuple[Visitor, Visitor, Table]:
    """Ann's turn at a table of cards with at least seven sets."""
    ann, ben = visit(device, **more), visit()
    while True:
        table = played(ann, ben, "cards", lambda seen: len(seen["game"]["table"]) >= 7)
        if looked(ann, table)["now"]["phase"] == "playing":
            ann.go_to_table(table.id)
            ann.page.wait_for_load_state("networkidle")
            return ann, ben, table


@pytest.mark.parametrize("device", [*SIZES, pytest.param(SIDEWAYS, id="667x375")])
def test_cards_are_readable_and_tools_have_names(visit: Visit, device: Device) -> None:
    ann, _, _ = of_cards(visit, device)
    page = ann.page
    sets = page.locator(".sets")
    box = sets.bounding_box()
    assert box is not None
    assert device["viewport"]["height"] * 0.35 <= box["height"]
    assert page.evaluate(CARD_SIZE) >= 32
    for name in ("Sort", "Arrange", "Hint"):
        tool = page.get_by_role("button", name=name, exact=True)
        expect(tool).to_be_in_viewport(ratio=1)
        assert tool.inner_text().strip() == name
    for name in ("^Play", "^Menu$", "^Deck"):
        button = page.get_by_role("button", name=re.compile(name))
        expect(button).to_be_in_viewport(ratio=1)


def test_a_swipe_scrolls_the_cards_and_moves_none(visit: Visit) -> None:
    ann, _, _ = of_cards(visit, LOW)
    page = ann.page
    sets = page.locator(".sets")
    # As many sets as a late game has, or more: the last ones are out of sight.
    sets.evaluate(CROWD)
    # Another size lets the page find out that there is more than it can show.
    page.set_viewport_size({"width": 375, "height": 540})
    expect(sets).to_have_class(re.compile("scrolls"))
    labels = card_labels(sets)
    assert labels
    start = middle_of(sets.locator("[data-card]").first)
    swipe(ann, start, -90)
    page.wait_for_function("() => document.querySelector('.sets').scrollTop > 40")
    assert card_labels(sets) == labels
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def card_labels(sets: Locator) -> list[str]:
    labels: list[str] = sets.evaluate(
        "(sets) => [...sets.querySelectorAll('[data-card]')].map((card) => card.ariaLabel)"
    )
    return labels


def swipe(visitor: Visitor, start: tuple[float, float], down: int) -> None:
    """One finger moves; timers are slow, so that a busy machine does not turn it into a hold."""
    page = visitor.page
    page.evaluate("() => { const set = setTimeout; setTimeout = (f, ms) => set(f, 100 * ms); }")
    finger = visitor.context.new_cdp_session(page)
    for step in range(9):
        kind = "touchStart" if step == 0 else "touchMove"
        points = [{"x": start[0], "y": start[1] + down * step / 8}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_cards_of_table_and_hand_are_chosen_together(visit: Visit) -> None:
    ann, _, _ = of_cards(visit, LOW)
    page = ann.page
    chosen = page.locator('[data-card][aria-pressed="true"]')
    touch(ann, page.locator(".sets [data-card]").first)
    expect(chosen).to_have_count(1)
    for number in range(2):
        touch(ann, page.locator('[data-drop="hand"] [aria-pressed="false"]').first)
        expect(chosen).to_have_count(2 + number)
    touch(ann, page.get_by_role("button", name="New set"))
    expect(chosen).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    touch(ann, page.get_by_role("button", name="Recall"))


@pytest.mark.parametrize(
    ("device", "motion"),
    [
        pytest.param(TINY, "no-preference", id="320x480"),
        pytest.param(LOW, "no-preference", id="375x553"),
        pytest.param(LOW, "reduce", id="375x553-still"),
    ],
)
def test_telling_a_long_turn_leaves_the_cards_in_sight(
    visit: Visit, device: Device, motion: str
) -> None:
    ann, ben, table = of_cards(visit, device, reduced_motion=motion)
    page = ann.page
    ann.act(table.id, {"do": "play", "turn": good_turn(looked(ann, table))})
    assert looked(ann, table)["now"]["phase"] == "playing", "that was the last turn"
    ann.until(lambda: ann.watch.seq == looked(ann, table)["now"]["seq"], "no news of the turn")
    page.evaluate(WATCH_HEIGHT)
    ben.act(table.id, {"do": "play", "turn": good_turn(looked(ben, table))})
    line = page.locator(".bar .line")
    expect(line).to_contain_text(re.compile("Ben (played|couldn’t)"))
    box = line.bounding_box()
    assert box is not None
    assert box["height"] <= 40, "the line has grown, and the table has shrunk"
    assert page.evaluate("() => lowest") >= device["viewport"]["height"] * 0.3


def test_a_long_hint_is_read_to_the_end_and_moves_nothing(visit: Visit) -> None:
    ann, ben = visit(TINY), visit()
    ann.go_to_table(played(ann, ben, "classic", after_some_turns).id)
    page = ann.page
    page.wait_for_load_state("networkidle")
    board = page.get_by_role("region", name="The table")
    before, corners = board.bounding_box(), covered_buttons(page)
    assert corners == []
    page.route("**/hint", with_many_reasons)
    touch(ann, page.get_by_role("button", name="Hint"))
    line = page.locator(".status p")
    expect(line).to_contain_text("LAST.")
    # What does not fit waits for somebody who wants to read it.
    expect(line).to_be_visible()
    assert board.bounding_box() == before
    assert covered_buttons(page) == []
    frame = page.locator(".status").bounding_box()
    assert frame is not None
    more = page.get_by_role("button", name="Show more")
    expect(more).to_have_attribute("aria-expanded", "false")
    touch(ann, more)
    expect(more).to_have_attribute("aria-expanded", "true")
    shown = line.bounding_box()
    assert shown is not None
    assert shown["y"] + shown["height"] <= frame["y"] + frame["height"] + 1, "no tile is covered"
    assert line.evaluate(IN_FULL), "part of it is cut"
    assert board.bounding_box() == before
    touch(ann, more)
    assert covered_buttons(page) == []


IN_FULL = """(line) => { const [all, place] = [line, line.parentElement]
  .map((one) => one.getBoundingClientRect());
  return all.top >= place.top - 1 && all.bottom <= place.bottom + 1; }"""
COVERED_BUTTONS = """() => {
  const box = document.querySelector(".status > :not(button)").getBoundingClientRect();
  return [...document.querySelectorAll(".table button")]
    .filter((button) => button.checkVisibility({visibilityProperty: true})
      && button.getBoundingClientRect().bottom > box.top + 1)
    .map((button) => button.ariaLabel);
}"""


def covered_buttons(page: Page) -> list[str]:
    """Buttons in the corners of the table that a sentence lies on."""
    found: list[str] = page.evaluate(COVERED_BUTTONS)
    return found


def with_many_reasons(route: Route) -> None:
    """A hint whose reasons are four lines and more on a small phone."""
    answer = route.fetch()
    hint = answer.json()
    text = "Another turn leaves a line of five, which the next player can complete. " * 4
    hint["reasons"] = [{"code": "new", "params": {}, "text": f"{text}LAST."}]
    route.fulfill(response=answer, json=hint)


@pytest.mark.long
def test_settings_of_the_table_take_effect(visit: Visit) -> None:
    ann, ben = visit(LOW), visit()
    table = played(ann, ben, "classic", after_some_turns)
    page = ann.page
    page.goto("/settings")
    page.get_by_role("switch", name="Left-handed").check(force=True)
    page.get_by_role("switch", name="Show where a tile fits").uncheck(force=True)
    page.get_by_role("switch", name="Confirm with the Play button").uncheck(force=True)
    ann.go_to_table(table.id)
    place = good_turn(ann.view)["place"]
    for x, y, tile in place:
        touch(ann, tile_in_hand(page, tile))
        expect(page.locator('.hand [aria-pressed="true"]')).to_have_count(1)
        expect(page.get_by_role("gridcell", name=re.compile("fits"))).to_have_count(0)
        tap_cell(ann, x, y)
        expect(cell_at(page, x, y)).to_have_attribute("aria-label", re.compile("not played yet"))
    play = page.get_by_role("button", name=re.compile("^Play"))
    expect(play).to_be_enabled()
    assert middle_of(play)[0] < middle_of(page.get_by_role("button", name="Recall"))[0]
    seq = ann.watch.seq
    x, y, _ = place[-1]
    tap_cell(ann, x, y)
    ann.until(lambda: ann.watch.seq > seq, "a second tap on the last tile did not play the turn")


@pytest.mark.long
def test_a_tile_that_snaps_is_felt(visit: Visit) -> None:
    ann, ben = visit(LOW), visit()
    table = played(ann, ben, "classic", after_some_turns)
    ann.context.add_init_script(
        "window.felt = []; navigator.vibrate = (pattern) => felt.push(pattern) > 0"
    )
    for wanted in (True, False):
        ann.page.goto("/settings")
        ann.page.get_by_role("switch", name="Vibration").set_checked(wanted, force=True)
        ann.go_to_table(table.id)
        ann.page.evaluate("() => { felt.length = 0; }")
        x, y, tile = good_turn(ann.view)["place"][0]
        touch(ann, tile_in_hand(ann.page, tile))
        expect(cell_at(ann.page, x, y)).to_have_attribute("aria-label", re.compile("fits"))
        tap_cell(ann, x, y)
        expect(ann.page.get_by_role("button", name="Recall")).to_be_visible()
        assert (len(ann.page.evaluate("() => felt")) > 0) == wanted
        touch(ann, ann.page.get_by_role("button", name="Recall"))
