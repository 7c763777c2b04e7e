"""A newcomer's way: from the link to the first tile, the first turn, and a Qwirkle of one's own."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from qwirkle.locale import LANGUAGES, translate
from qwirkle.rules.refusals.sentences import Counted

from .conftest import Visit
from .playing import cell_at, confirm, finish, tap_cell, tile_in_hand, touch
from .scenes import after_some_turns, played
from .turns import good_turn
from .visitors import DESKTOP, Device, Visitor

SMALL = Device(
    viewport={"width": 375, "height": 667}, has_touch=True, is_mobile=True, device_scale_factor=2
)
TINY = Device(
    viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True, device_scale_factor=2
)
MAX_TAPS, MAX_WORDS, MAX_MORE_TAPS = 3, 25, 2
GAMES = 20
MAX_TURNS = 60
QWIRKLE = 12
THINKING = 2000
"""Milliseconds in which the page asks the server whether a Qwirkle is in reach."""
CELLS = """(rings) => rings.map((ring) => ring.getAttribute("transform")
  .match(/-?\\d+/g).map((at) => at / 100).join(","))"""
FIRST = "I know it: play"
MARKED = ".hand .opener"


def words_of(what: Locator) -> int:
    """How many words somebody has to read there."""
    return len(re.findall(r"\w+", what.inner_text()))


def begun(visitor: Visitor) -> int:
    """Open the first game by its door; how many words the doors have."""
    visitor.page.goto("/")
    doors = visitor.page.get_by_role("region", name="Your first game")
    read = sum(words_of(doors.get_by_role(role).first) for role in ("button", "link"))
    touch(visitor, doors.get_by_role("button", name=FIRST))
    visitor.until(lambda: visitor.view and visitor.view["now"]["turn"] == 0, "it is not my turn")
    return read


def test_two_doors_fill_a_small_screen_and_nothing_competes_with_them(visit: Visit) -> None:
    visitor = visit(TINY)
    visitor.page.goto("/")
    doors = visitor.page.get_by_role("region", name="Your first game")
    boxes = [
        what.bounding_box()
        for what in (doors.get_by_role("button", name=FIRST), doors.get_by_role("link"))
    ]
    assert all(box is not None and box["y"] + box["height"] <= 568 for box in boxes)
    assert len({(box["width"], box["height"]) for box in boxes if box}) == 1
    above = visitor.page.locator("main :is(a, button, input):visible").evaluate_all(
        "(all) => all.filter((one) => one.getBoundingClientRect().top < innerHeight"
        " && one.getBoundingClientRect().width > 1).length"
    )
    assert above == 2
    doors.get_by_role("link", name="Show me: two minutes").tap()
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("Classic")


def test_the_first_tile_lies_after_three_taps_and_few_words(visit: Visit) -> None:
    visitor = visit(SMALL)
    read, taps = begun(visitor), 1
    page = visitor.page
    status = page.locator(".status")
    expect(status).to_contain_text("Choose a tile, then a place.")
    expect(page.locator("[data-remark]")).to_have_count(0)
    read += words_of(status)
    assert read <= MAX_WORDS, status.inner_text()
    turn = good_turn(visitor.view)
    [x, y, tile], *others = turn["place"]
    marked = page.locator(MARKED)
    expect(marked).to_have_count(len(turn["place"]))  # words and marks agree
    expect(status).to_contain_text(f"Start with your {len(turn['place'])} ")
    touch(visitor, tile_in_hand(page, tile))
    tap_cell(visitor, x, y)
    taps += 2
    expect(cell_at(page, x, y)).to_have_attribute("aria-label", re.compile("not played yet"))
    assert taps <= MAX_TAPS
    more = 0
    for right, down, other in others:
        touch(visitor, tile_in_hand(page, other))
        tap_cell(visitor, right, down)
    confirm(visitor)
    more += 1
    assert more <= MAX_MORE_TAPS
    expect(page.locator("[data-remark=friendly]")).to_have_text(
        re.compile("This first deal is friendly: a Qwirkle is in reach.")
    )


OVERLAPS = """([one, other]) => {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom; }"""


@pytest.mark.parametrize("device", [SMALL, TINY, DESKTOP], ids=["small", "tiny", "desktop"])
def test_a_remark_covers_neither_table_nor_buttons(visit: Visit, device: Device) -> None:
    visitor = visit(device)
    begun(visitor)
    page = visitor.page
    table = page.get_by_role("region", name="The table")
    before = table.bounding_box()
    for x, y, tile in good_turn(visitor.view)["place"]:
        touch(visitor, tile_in_hand(page, tile))
        tap_cell(visitor, x, y)
    confirm(visitor)
    remark = page.locator("[data-remark]")
    expect(remark).to_be_in_viewport(ratio=1)
    there = remark.element_handle()
    others = page.locator("main :is(button, a):not([data-remark] *):visible").all()
    for one in [table, *others]:
        assert not page.evaluate(OVERLAPS, [there, one.element_handle()]), one
    assert table.bounding_box() == before, "the table has moved"
    touch(visitor, page.locator("[data-place=bag]"))
    expect(page.get_by_role("dialog", name=re.compile("in the bag"))).to_be_visible()


REMARKS: tuple[str | Counted, ...] = (
    "Trading is a turn without points: put tiles back and draw as many new ones.",
    "Careful: that leaves a line of five. Whoever has the sixth tile makes a Qwirkle.",
    "Every place would break a line: one colour or one shape, and no tile twice.",
    Counted(
        "n",
        "The marked tile makes this line a Qwirkle: six in a line, {points} points!",
        "The {n} marked tiles make this line a Qwirkle: six in a line, {points} points!",
    ),
    "Why {points} points? Your tiles are in {n} lines, and each line counts: {sum}.",
)
BEFORE: dict[str | Counted, str] = {
    REMARKS[2]: "There’s nowhere to place it.",
}
SHOW = """([text, close]) => {
  document.querySelector("[data-remark] > span").textContent = text;
  document.querySelector("[data-remark] > button").textContent = close; }"""
FITS = """(remark) => { const place = remark.closest(".place").getBoundingClientRect();
  const {top, bottom} = remark.getBoundingClientRect();
  return top >= place.top && bottom <= place.bottom; }"""


@pytest.mark.long
@pytest.mark.parametrize("device", [SMALL, TINY], ids=["small", "tiny"])
def test_the_longest_remarks_fit_in_every_language(visit: Visit, device: Device) -> None:
    visitor = visit(device)
    visitor.go_to_table(played(visitor, visit(), "classic", after_some_turns).id)
    visitor.page.keyboard.press("t")
    remark = visitor.page.locator("[data-remark]")
    expect(remark).to_contain_text("Trading is a turn")
    for language, text in product(LANGUAGES, REMARKS):
        before = BEFORE.get(text)
        words = translate(language, text, n=3, points=12, sum="3 + 4 + 5")
        if before is not None:
            words = f"{translate(language, before)} {words}"
        visitor.page.evaluate(SHOW, [words, translate(language, "Got it")])
        assert remark.evaluate(FITS), words


def make_qwirkle(visitor: Visitor) -> None:
    """Lay the marked tiles on the outlined cells, as somebody does who follows the remark."""
    page = visitor.page
    outlined = set(page.locator(".flash").evaluate_all(CELLS))
    for _ in range(page.locator(MARKED).count()):
        touch(visitor, page.locator(MARKED).first)
        fitting = page.locator('[data-cell][aria-label*="fits"]')
        expect(fitting.first).to_be_attached()
        [cell, *_] = [
            cell for one in fitting.all() if (cell := one.get_attribute("data-cell")) in outlined
        ]
        x, y = (int(part) for part in (cell or "").split(","))
        tap_cell(visitor, x, y)
        expect(cell_at(page, x, y)).to_have_attribute("aria-label", re.compile("not played yet"))
    confirm(visitor)


def play_until_qwirkle(visitor: Visitor) -> int | None:
    """Play good turns, and the Qwirkle that a remark tells of; the number of that turn."""
    remark = visitor.page.locator("[data-remark=qwirkle]")
    for number in range(1, MAX_TURNS):
        visitor.until(
            lambda: visitor.view["now"]["turn"] == 0 or visitor.view["now"]["ended"],
            "it is not my turn",
        )
        if visitor.view["now"]["ended"]:
            return None
        before, turn = score(visitor), good_turn(visitor.view)
        visitor.page.wait_for_timeout(THINKING if number == 2 else 0)
        if remark.count():
            make_qwirkle(visitor)
            assert score(visitor) - before >= QWIRKLE
            return number
        for x, y, tile in turn.get("place", ()):
            touch(visitor, tile_in_hand(visitor.page, tile))
            tap_cell(visitor, x, y)
        finish(visitor, turn)
        if score(visitor) - before >= QWIRKLE:
            return number
    return None


def score(visitor: Visitor) -> int:
    """The points of the newcomer."""
    points: int = visitor.view["game"]["players"][0]["score"]
    return points


@pytest.mark.long
def test_whoever_follows_the_remarks_makes_a_qwirkle_in_the_first_game(visit: Visit) -> None:
    turns = []
    for _ in range(GAMES):
        visitor = visit(SMALL)
        begun(visitor)
        turns.append(play_until_qwirkle(visitor))
    assert None not in turns, turns
