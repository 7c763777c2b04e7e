"""What a first visit loads: small, complete, and from nowhere else."""

from __future__ import annotations

from playwright.sync_api import Response, Route, expect

from .conftest import Visit
from .seating import opened
from .visitors import PHONE, SAVE_DATA

MAX_BYTES = 60_000
MAX_FILES = 10
MAX_MORE = 4
"""Parts of a table that are fetched only when somebody plays."""
PARTS = """() => performance.getEntriesByType("resource").map(({name}) => name)
  .filter((name) => name.includes("/assets/"))"""


def test_first_load_is_small_and_compressed(visit: Visit) -> None:
    visitor = visit(PHONE)
    visitor.context.add_init_script(SAVE_DATA)
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    visitor.page.on("response", note)
    visitor.page.goto("/")
    visitor.page.wait_for_load_state("networkidle")
    sizes = {answer.url: answer.request.sizes() for answer in answers}
    loaded = {
        url: size["responseBodySize"] + size["responseHeadersSize"] for url, size in sizes.items()
    }
    assert sum(loaded.values()) <= MAX_BYTES, loaded
    assert len(loaded) <= MAX_FILES, loaded
    scripts = [answer for answer in answers if answer.url.endswith((".js", ".css"))]
    assert scripts
    for script in scripts:
        assert script.header_value("content-encoding") == "gzip" or len(script.body()) < 1000, (
            script.url
        )
        assert "immutable" in (script.header_value("cache-control") or ""), script.url


def test_a_table_is_fetched_while_nobody_waits(visit: Visit) -> None:
    page = visit(PHONE).page
    page.goto("/")
    page.wait_for_function(f"() => ({PARTS})().some((name) => /table-.*js$/.test(name))")
    page.wait_for_load_state("networkidle")
    before = page.evaluate(PARTS)
    page.get_by_role("button", name="Play").first.click()
    expect(page.get_by_role("toolbar", name="Your tiles")).to_be_visible()
    more = [name for name in page.evaluate(PARTS) if name not in before]
    assert len(more) <= MAX_MORE, more


def test_the_empty_table_is_there_at_once(visit: Visit) -> None:
    ann = visit(PHONE)
    table = opened(ann, visit()).id
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/assets/table-*.js", hold)
    ann.page.goto(f"/t/{table}", wait_until="commit")
    wood = ann.page.locator("main.tabletop")
    expect(wood).to_be_visible()
    assert wood.bounding_box() == {"x": 0, "y": 0, **PHONE["viewport"]}
    expect(wood.get_by_role("status")).to_have_text("Looking for the table …")
    ann.until(lambda: held, "the table was not fetched")
    held[0].continue_()
    expect(ann.page.get_by_role("toolbar", name="Your tiles")).to_be_visible()


def test_second_load_asks_for_nothing_that_it_has(visit: Visit) -> None:
    visitor = visit(PHONE)
    visitor.page.goto("/")
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.reload()
    visitor.page.wait_for_load_state("networkidle")
    again = visitor.page.evaluate(
        """() => performance.getEntriesByType("resource")
          .filter((one) => /\\/assets\\//.test(one.name) && one.transferSize > 0)
          .map((one) => one.name)"""
    )
    assert again == []


def test_everything_comes_from_the_server_itself(visit: Visit) -> None:
    visitor = visit()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/new", "/settings", "/rules/classic", "/learn/classic", "/account"):
        visitor.page.goto(path)
        visitor.page.wait_for_load_state("networkidle")
    home = visitor.page.evaluate("() => location.origin")
    assert [url for url in asked if not url.startswith((home, "data:", "blob:"))] == []


def test_without_a_network_the_page_is_there_all_the_same(visit: Visit) -> None:
    visitor = visit(PHONE, service_workers="allow")
    visitor.page.goto("/")
    visitor.page.evaluate("() => navigator.serviceWorker.ready")
    visitor.page.reload()  # from now on the worker answers
    visitor.page.wait_for_load_state("networkidle")
    visitor.context.set_offline(True)
    with visitor.watch.away():
        visitor.page.reload()
        expect(visitor.page.get_by_role("link", name="Play with friends")).to_be_visible()
