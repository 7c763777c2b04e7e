"""axe-core in a page: what it finds that keeps people out."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

FIND = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations"""


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def barriers(page: Page) -> list[str]:
    """Every finding in one line each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    found: list[dict[str, Any]] = page.evaluate(FIND)
    return [
        f"{fault['id']} ({fault['impact']}): {fault['help']}: "
        + "; ".join(node["html"][:160] + " " + _reason(node) for node in fault["nodes"][:5])
        for fault in found
    ]


def _reason(node: dict[str, Any]) -> str:
    return " ".join(str(node.get("failureSummary", "")).split())[:240]


# Links within a sentence may be as high as its words (WCAG 2.5.8), and what is hidden has no size.
TOO_SMALL = """() => [...document.querySelectorAll(
    "button, select, summary, [role=button], [role=tab], input:not([type=hidden])")]
  .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
  .filter(([one, box]) => one.checkVisibility({visibilityProperty: true}) && box.width > 1
    && (box.width < 43.5 || box.height < 43.5))
  .map(([one, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${
    one.outerHTML.slice(0, 120)}`)"""

# The width of the page, not of the window: a phone shows more of a page that is too wide.
STICKS_OUT = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  ? [] : [...document.querySelectorAll("body *")]
  .filter((one) => !one.parentElement.closest("svg")
    && one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .slice(0, 3).map((one) => one.outerHTML.slice(0, 120))"""


# A link that is all its line says has no sentence as an excuse: 24 pixels (WCAG 2.5.8).
LOW_LINKS = """() => [...document.querySelectorAll("a[href]")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}))
  .filter((one) => one.parentElement.textContent.trim() === one.textContent.trim())
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width > 1 && (box.width < 23.5 || box.height < 23.5))
  .map(([one, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${
    one.outerHTML.slice(0, 120)}`)"""


def too_small(page: Page) -> list[str]:
    """What is too small for a finger."""
    return [
        f"too small: {element}"
        for element in (*page.evaluate(TOO_SMALL), *page.evaluate(LOW_LINKS))
    ]


def sticks_out(page: Page) -> list[str]:
    """What makes the page wider than its screen."""
    return [f"sticks out: {element}" for element in page.evaluate(STICKS_OUT)]
