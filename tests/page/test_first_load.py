"""What a first visit loads: small, complete, and from nowhere else."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, Response, Route, expect

from .conftest import Visit
from .seating import opened
from .visitors import PHONE, SAVE_DATA

MAX_BYTES = 60_000
MAX_FILES = 10
MAX_REQUESTS = 12
"""Between Play and the table."""
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


def test_play_leads_to_the_table_in_one_round_trip(visit: Visit) -> None:
    """The answer to Play has the table in it: nothing else needs to be waited for."""
    visitor = visit(PHONE)
    page = visitor.page
    page.route_web_socket("**/socket*", lambda _: None)  # nobody answers there
    page.goto("/")
    page.wait_for_function(f"() => ({PARTS})().some((name) => /table-.*js$/.test(name))")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(f"{request.method} {urlsplit(request.url).path}")

    page.on("request", note)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/tables/**", hold)
    page.get_by_role("button", name="Play").first.click()
    expect(page.get_by_role("toolbar", name="Your tiles")).to_be_visible()
    assert next(request for request in asked if "/api/" in request) == "POST /api/tables"
    for route in held:
        route.continue_()
    page.unroute("**/api/tables/**")
    page.wait_for_load_state("networkidle")
    assert len(asked) < MAX_REQUESTS, asked  # and one for the socket


def test_play_at_once_needs_few_requests(visit: Visit) -> None:
    """Whoever is faster than the browser's idle moments waits for few parts, on wood."""
    page = visit(PHONE).page
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(urlsplit(request.url).path)

    page.goto("/", wait_until="commit")
    play = page.get_by_role("button", name="Play").first
    expect(play).to_be_visible()
    page.on("request", note)
    play.click()
    expect(page.get_by_role("toolbar", name="Your tiles")).to_be_visible()
    assert len(asked) < MAX_REQUESTS, asked


@pytest.mark.parametrize(
    ("path", "part"),
    [("/puzzle", "PuzzlePage"), ("/learn/classic", "Lesson"), ("/settings", "SettingsPage")],
)
def test_no_view_begins_blank(visit: Visit, path: str, part: str) -> None:
    visitor = visit(PHONE)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route(f"**/assets/{part}-*.js", hold)
    visitor.page.goto(path, wait_until="commit")
    expect(visitor.page.get_by_role("main").get_by_role("status")).to_have_text("One moment …")
    wooden = visitor.page.locator("main.tabletop").count() > 0
    assert wooden == (path != "/settings")
    visitor.until(lambda: held, "the view was not fetched")
    held[0].continue_()
    expect(visitor.page.get_by_role("heading", level=1)).to_be_attached()


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
