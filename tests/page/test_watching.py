"""What watches the pages of all other tests sees what it should."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from .conftest import Visit

ADD_STYLE = """() => {
  const box = document.createElement("div");
  box.setAttribute("style", "color: red");
}"""
TROUBLES: dict[str, tuple[Callable[[Page], object], str]] = {
    "said": (lambda page: page.evaluate("() => console.error('oh')"), "error: oh"),
    "warned": (lambda page: page.evaluate("() => console.warn('hm')"), "warning: hm"),
    "thrown": (lambda page: page.evaluate("() => setTimeout(() => nothing.at(0))"), "nothing"),
    "promised": (lambda page: page.evaluate("() => void Promise.reject(new Error('no'))"), "no"),
    "forbidden": (lambda page: page.evaluate(ADD_STYLE), "style-src"),
    "refused": (lambda page: page.evaluate("() => fetch('/api/tables/none')"), "status 404"),
    "failed": (
        lambda page: page.evaluate("() => fetch('http://127.0.0.1:9/').catch(() => 0)"),
        "connect-src",
    ),
}


@pytest.mark.parametrize("kind", TROUBLES)
def test_trouble_is_noted(visit: Visit, kind: str) -> None:
    make, words = TROUBLES[kind]
    visitor = visit()
    visitor.page.goto("/")
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.watch.troubles == []
    make(visitor.page)
    visitor.until(lambda: any(words in trouble for trouble in visitor.watch.troubles))
    visitor.watch.troubles.clear()


def test_what_is_to_be_expected_is_no_trouble(visit: Visit) -> None:
    visitor = visit()
    visitor.page.goto("/")
    visitor.watch.expect_refusal(404)
    with visitor.page.expect_response("**/none"):
        visitor.page.evaluate("() => fetch('/api/tables/none')")
    visitor.context.set_offline(True)
    with visitor.watch.away(), visitor.page.expect_event("requestfailed"):
        visitor.page.evaluate("() => fetch('/healthz').catch(() => 0)")
