"""Turns made through the page, as people make them: by tapping, dragging, keys, or on advice.

Each way is given a turn and carries it out with what is on the screen; the server must have told
about it before the way is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from qwirkle.rules.tiles import Tile

from .turns import Turn
from .visitors import Visitor

Way = Callable[[Visitor, Turn], None]
IN_SIGHT = """(cell) => {
  const box = cell.getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return there !== null && there.closest("section")?.contains(cell) && !there.closest("button");
}"""
AT_REST = """async (cell) => {
  const frame = () => new Promise(requestAnimationFrame);
  const place = () => JSON.stringify(cell.getBoundingClientRect());
  for (let before = "", same = 0; same < 3; same = place() === before ? same + 1 : 0) {
    before = place();
    await frame();
  }
}"""
STEPS = {(1, 0): "ArrowRight", (-1, 0): "ArrowLeft", (0, 1): "ArrowDown", (0, -1): "ArrowUp"}
FITS = re.compile("fits (here|later)")
CONFIRM = re.compile(r"^(Play|Trade \d)")


def named(tile: str) -> str:
    """What the page calls a tile."""
    return Tile(tile).words


def cell_at(page: Page, x: int, y: int) -> Locator:
    """A cell of the table."""
    return page.locator(f'[data-cell="{x},{y}"]')


def tile_in_hand(page: Page, tile: str) -> Locator:
    """A tile of the hand that is not laid out."""
    hand = page.get_by_role("toolbar", name="Your tiles")
    return hand.get_by_role("button", name=re.compile(rf"^\d+: {named(tile)}$")).first


def open_more(visitor: Visitor) -> None:
    """Open everything else about a game that is over, below its result."""
    touch(visitor, visitor.page.get_by_role("button", name="More", exact=True))


def touch(visitor: Visitor, what: Locator) -> None:
    """A finger or a mouse, as the device has it.

    Cells let everything through, so they get none of Playwright's checks: a table that still
    glides comes to rest first, as it has long before a person aims.
    """
    through = what.get_attribute("role") == "gridcell"
    if through:
        what.evaluate(AT_REST)
    if visitor.touch:
        what.tap(force=through)
    else:
        what.click(force=through)


def confirm(visitor: Visitor) -> None:
    """The large button, and then the news of it."""
    seq = visitor.watch.seq
    touch(visitor, visitor.page.get_by_role("button", name=CONFIRM))
    visitor.until(lambda: visitor.watch.seq > seq, "the turn was not told")


def bring_into_sight(visitor: Visitor, cell: Locator) -> None:
    """Show the whole table, if the cell is outside of what is shown, or under a button."""
    cell.evaluate(AT_REST)
    if not cell.evaluate(IN_SIGHT):
        touch(visitor, visitor.page.get_by_role("button", name="Show the whole table"))


def tap_cell(visitor: Visitor, x: int, y: int) -> None:
    """Touch a cell of the table, wherever it is: a small screen does not show all of them."""
    cell = cell_at(visitor.page, x, y)
    bring_into_sight(visitor, cell)
    touch(visitor, cell)


def lay_by_tapping(visitor: Visitor, x: int, y: int, tile: str) -> None:
    """Choose a tile, wait for the cell to glow, tap it."""
    page = visitor.page
    touch(visitor, tile_in_hand(page, tile))
    cell = cell_at(page, x, y)
    expect(cell).to_have_attribute("aria-label", FITS)
    tap_cell(visitor, x, y)
    expect(cell).to_have_attribute("aria-label", re.compile("not played yet"))


def lay_by_dragging(visitor: Visitor, x: int, y: int, tile: str) -> None:
    """Pull a tile onto its cell."""
    page, cell = visitor.page, cell_at(visitor.page, x, y)
    touch(visitor, page.get_by_role("button", name="Show the whole table"))
    start = middle_of(tile_in_hand(page, tile))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] - 40, steps=2)
    expect(cell).to_have_attribute("aria-label", FITS)
    page.mouse.move(*middle_of(cell), steps=4)
    page.mouse.up()
    expect(cell).to_have_attribute("aria-label", re.compile("not played yet"))


def lay_by_keys(visitor: Visitor, x: int, y: int, tile: str) -> None:
    """The tile's number, arrows to the cell, Enter."""
    page, keys = visitor.page, visitor.page.keyboard
    label = tile_in_hand(page, tile).get_attribute("aria-label") or ""
    keys.press(label.partition(":")[0])
    expect(cell_at(page, x, y)).to_have_attribute("aria-label", FITS)
    to_the_table(page)
    while (here := where_the_cursor_is(page)) != (x, y):
        right, down = x - here[0], y - here[1]
        step = (right // abs(right), 0) if right else (0, down // abs(down))
        keys.press(STEPS[step])
        there = (here[0] + step[0], here[1] + step[1])
        expect(cell_at(page, *there)).to_be_focused()
    keys.press("Enter")
    expect(cell_at(page, x, y)).to_have_attribute("aria-label", re.compile("not played yet"))


def to_the_table(page: Page) -> None:
    """Tab until a cell has the focus."""
    for _ in range(40):
        if page.evaluate("() => document.activeElement?.getAttribute('role')") == "gridcell":
            return
        page.keyboard.press("Tab")
    raise AssertionError("the table cannot be reached by Tab")


def where_the_cursor_is(page: Page) -> tuple[int, int]:
    """The cell that has the focus."""
    cell: str = page.evaluate("() => document.activeElement.dataset.cell")
    x, _, y = cell.partition(",")
    return int(x), int(y)


def middle_of(what: Locator) -> tuple[float, float]:
    """A point to aim at."""
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_tapping(visitor: Visitor, turn: Turn) -> None:
    """Tap a tile, tap a cell."""
    for x, y, tile in turn.get("place", ()):
        lay_by_tapping(visitor, x, y, tile)
    finish(visitor, turn)


def by_dragging(visitor: Visitor, turn: Turn) -> None:
    """Pull every tile; with fingers, which have a test of their own, tap."""
    for x, y, tile in turn.get("place", ()):
        (lay_by_tapping if visitor.touch else lay_by_dragging)(visitor, x, y, tile)
    finish(visitor, turn)


def finish(visitor: Visitor, turn: Turn) -> None:
    """What comes after laying out tiles; or trading, or passing, if there is nothing to lay out."""
    page = visitor.page
    if "trade" in turn:
        touch(visitor, page.get_by_role("button", name="Trade", exact=True))
        for tile in turn["trade"]:
            touch(visitor, tile_in_hand(page, tile))
    if "pass" not in turn:
        confirm(visitor)
        return
    seq = visitor.watch.seq
    touch(visitor, page.get_by_role("button", name="Pass", exact=True))
    touch(visitor, page.get_by_role("dialog").get_by_role("button", name="Pass", exact=True))
    visitor.until(lambda: visitor.watch.seq > seq, "the pass was not told")


def by_keys(visitor: Visitor, turn: Turn) -> None:
    """Nothing but the keyboard."""
    page, seq = visitor.page, visitor.watch.seq
    for x, y, tile in turn.get("place", ()):
        lay_by_keys(visitor, x, y, tile)
    if "trade" in turn:
        expect(page.get_by_role("button", name="Trade", exact=True)).to_be_visible()
        page.keyboard.press("t")
        label = tile_in_hand(page, turn["trade"][0]).get_attribute("aria-label") or ""
        page.keyboard.press(label.partition(":")[0])
    if "pass" in turn:
        page.get_by_role("button", name="Pass", exact=True).press("Enter")
        page.keyboard.press("Tab")
        page.get_by_role("dialog").get_by_role("button", name="Pass", exact=True).press("Enter")
    else:
        expect(page.get_by_role("button", name=CONFIRM)).to_be_enabled()
        page.keyboard.press("p")
    visitor.until(lambda: visitor.watch.seq > seq, "the turn was not told")


def on_advice(visitor: Visitor, turn: Turn) -> None:
    """What the hint lays out; where it says something else, the turn as it was to be."""
    page = visitor.page
    if "place" not in turn:
        finish(visitor, turn)
        return
    with page.expect_response("**/hint") as answer:
        touch(visitor, page.get_by_role("button", name="Hint"))
    if "place" in answer.value.json()["turn"]:
        confirm(visitor)
        return
    page.keyboard.press("Escape")
    by_tapping(visitor, turn)
