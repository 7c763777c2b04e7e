"""Fingers: browsers move a touch to the nearest thing that can be clicked, so touches are real."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Page, expect

from .conftest import Visit
from .test_phones import late_table
from .visitors import Device, Visitor

SMALL = Device(
    viewport={"width": 375, "height": 667}, has_touch=True, is_mobile=True, device_scale_factor=2
)
FINGER = 14
"""Half the width of the touch of a fingertip, in pixels."""
# Points of the board just beside each button that lies above it or ends at it: where a finger means
# the board, and a browser could take it for one that means the button.
BESIDE = """([away]) => {
  const board = document.querySelector(".table .board").getBoundingClientRect();
  const buttons = [...document.querySelectorAll("main button")]
    .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".board"))
    .map((one) => one.getBoundingClientRect());
  const points = buttons.flatMap(({left, top, right, bottom}) => [
    [(left + right) / 2, bottom + away], [(left + right) / 2, top - away],
    [left - away, (top + bottom) / 2], [right + away, (top + bottom) / 2],
  ]);
  return points.filter(([x, y]) =>
    x > board.left + 1 && x < board.right - 1 && y > board.top + 1 && y < board.bottom - 1
    && document.elementFromPoint(x, y)?.closest(".board") !== null);
}"""
LISTEN = """() => {
  window.reached = [];
  for (const kind of ["pointerdown", "click"])
    addEventListener(kind, ({target}) => {
      const button = target.closest("button");
      if (button !== null) reached.push(`${kind}: ${button.ariaLabel ?? button.innerText}`);
    }, {capture: true});
}"""


class Finger:
    """One finger on a page, as wide as a finger is."""

    def __init__(self, visitor: Visitor) -> None:
        self._session: CDPSession = visitor.context.new_cdp_session(visitor.page)

    def tap(self, x: float, y: float) -> None:
        """Touch the screen and let go."""
        point = {"x": x, "y": y, "radiusX": FINGER, "radiusY": FINGER, "force": 1}
        for kind, points in (("touchStart", [point]), ("touchEnd", [])):
            self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_touch_beside_a_button_is_for_the_table(visit: Visit) -> None:
    ann, _ = late_table(visit, SMALL, 15)
    page, finger = ann.page, Finger(ann)
    page.evaluate(LISTEN)
    points = [point for away in (3, 8, 12) for point in page.evaluate(BESIDE, [away])]
    assert len(points) > 10
    for x, y in points:
        finger.tap(x, y)
        settle(page)
        assert page.evaluate("() => reached") == [], (x, y)
    expect(page.get_by_role("dialog")).to_have_count(0)


def settle(page: Page) -> None:
    """Let the page hear of a touch: its click comes a frame later."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
