"""A site of files in a real browser, its network cut: whole games, and the same events as a server.

The files are made as ``qwirkle site`` makes them, which needs npm and pip; so all of it is slow.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from browser.device import device
from qwirkle.rules.family import GAMES
from qwirkle.site import write_site
from server.served import Served

from . import playing_cards as cards
from .playing import by_dragging, by_keys, by_tapping
from .seating import Table
from .test_whole_games import the_end_is_shown
from .turns import good_turn
from .visitors import DESKTOP, Visitor

pytestmark = pytest.mark.slow

MAX_BYTES = 9_100_000
FIRST_BYTES = 200_000
"""A plain host compresses nothing; the bound for compressed files is in ``test_first_load.py``."""
LOADED = 180_000
ASK = """
(() => {
  const waiting = new Map();
  const Plain = Worker;
  let worker;
  window.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      worker = this;
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "reply") waiting.get(data.id)?.(data);
        if (data.kind === "send") window.heard?.(data.text);
        if (data.kind === "reply" && data.status === 201 && data.body.includes('"view":')) {
          const { view } = JSON.parse(data.body);  // of a table that the page has opened
          window.heard?.(JSON.stringify({ kind: "view", view }));
        }
      });
    }
    postMessage(message, ...more) {
      const { text = "", body = "" } = message;
      for (const said of [text, body]) if (said.includes('"do":"play"')) window.played?.(said);
      super.postMessage(message, ...more);
    }
  };
  window.ask = (method, path, body) => new Promise((resolve) => {
    const id = -1 - waiting.size;
    waiting.set(id, resolve);
    worker.postMessage({ kind: "request", id, method, path, body });
  });
})();
"""
"""Lets a test ask the page's own worker, beside the page, and hear what both say to each other."""
WAYS = (by_tapping, by_dragging, by_keys)
WAYS_OF_CARDS = (cards.by_tapping, cards.by_arranging, cards.by_keys, cards.on_advice)


KEPT_MEMORY = """async () => {
  const kept = await (await caches.open("qwirkle-python")).keys();
  return kept.find(({ url }) => url.includes("/python/memory?"))?.url;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def written(page_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """The site in some folder, and the bytes that a first game fetches."""
    assert page_folder.is_dir()
    folder = tmp_path_factory.mktemp("host") / "some" / "folder"
    folder.parent.mkdir()
    return folder, sum(part.bytes for part in write_site(folder))


@contextmanager
def _hosted(folder: Path) -> Iterator[str]:
    """The address of a plain file server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def site(written: tuple[Path, int]) -> Iterator[tuple[str, int]]:
    """The address of the site at the root of its host, and the bytes that a first game fetches."""
    folder, size = written
    with _hosted(folder) as address:
        yield address, size


@pytest.fixture
def context(browser: Browser, site: tuple[str, int]) -> Iterator[BrowserContext]:
    made = browser.new_context(base_url=site[0], locale="en-GB", reduced_motion="reduce")
    made.add_init_script(ASK)
    made.set_default_timeout(LOADED)
    yield made
    made.close()


def opened(context: BrowserContext, page: Page | None = None) -> Page:
    """A page whose worker has begun a game, with everything kept; then the network is cut."""
    page = page or context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play").first.click()
    page.wait_for_url("**/t/*")
    everything_is_kept(page)
    context.set_offline(True)
    return page


def everything_is_kept(page: Page) -> None:
    """Wait until a next start needs no network, and copies the memory of this one."""
    page.evaluate("() => navigator.serviceWorker.ready")
    whole_page_is_kept(page)
    memory_is_kept(page)


def memory_is_kept(page: Page) -> None:
    while not page.evaluate(KEPT_MEMORY):
        page.wait_for_timeout(200)


def whole_page_is_kept(page: Page) -> None:
    """Wait until the parts that nobody has opened are kept as well."""
    while not page.evaluate(
        """async () => {
          const kept = await (await caches.open("qwirkle-page/")).keys();
          return kept.some(({ url }) => url.endsWith("?kept"));
        }"""
    ):
        page.wait_for_timeout(200)


def asked(page: Page, method: str, path: str, body: object = None) -> Any:
    text = "" if body is None else msgspec.json.encode(body).decode()
    reply = page.evaluate("([...question]) => window.ask(...question)", [method, path, text])
    assert reply["status"] in (200, 201), reply
    return msgspec.json.decode(reply["body"]) if "json" in reply["type"] else reply["body"]


def play(visitor: Visitor, game: str, bot: str) -> str:
    """A whole game through the page, in the ways in which it is played at a server."""
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": bot}]
    opening = {
        "command_id": f"open-{game}-{bot}",
        "table": {"seats": seats, "game": game, "hints": True},
    }
    name: str = asked(visitor.page, "POST", "/api/tables", opening)["table"]
    start = {"command_id": "start", "command": {"do": "start"}}
    asked(visitor.page, "POST", f"/api/tables/{name}/commands", start)
    visitor.go_to_table(name)
    table, way = Table(name, (visitor,)), cycle(WAYS_OF_CARDS if game == "cards" else WAYS)
    while table.playing:
        if table.now["turn"] == 0:
            next(way)(visitor, good_turn(visitor.view))
        else:
            visitor.page.wait_for_timeout(20)
    the_end_is_shown(table)
    return name


def test_sizes_and_a_first_load_that_fetches_nothing_of_it(
    context: BrowserContext, site: tuple[str, int]
) -> None:
    page = context.new_page()
    loaded: list[Response] = []

    def note(answer: Response) -> None:
        loaded.append(answer)

    page.on("response", note)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    sizes = {answer.url: len(answer.body()) for answer in loaded}
    assert not [url for url in sizes if "/python/" in url or "/api/" in url]
    assert sum(sizes.values()) <= FIRST_BYTES, sizes
    assert site[1] <= MAX_BYTES


def test_a_game_by_hand_and_a_second_start_without_a_network(context: BrowserContext) -> None:
    page = opened(context)
    play_button = page.get_by_role("button", name="Hint")
    expect(play_button).to_be_enabled(timeout=LOADED)
    place = page.url
    began = perf_counter()
    page.reload()
    expect(play_button).to_be_enabled(timeout=LOADED)
    print(f"second start to the first own move: {perf_counter() - began:.1f} s")  # noqa: T201
    assert page.url == place


def test_a_game_in_a_folder_of_its_host(browser: Browser, written: tuple[Path, int]) -> None:
    """Nobody has told the site where it is."""
    folder, _ = written
    with _hosted(folder.parents[1]) as host:
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(LOADED)
        page = context.new_page()
        page.goto(f"{host}/some/folder/")
        page.get_by_role("button", name="Play").first.click()
        page.wait_for_url(f"{host}/some/folder/t/*")
        hint = page.get_by_role("button", name="Hint")
        expect(hint).to_be_enabled(timeout=LOADED)
        hint.click()
        play = page.get_by_role("button", name=re.compile(r"^Play \+"))
        expect(play).to_be_enabled(timeout=LOADED)
        play.click()
        expect(page.get_by_role("button", name="Show your last move")).to_be_visible(timeout=LOADED)
        scope = page.evaluate("async () => (await navigator.serviceWorker.ready).scope")
        assert scope == f"{host}/some/folder/"
        page.reload()  # by the service worker: a plain host knows no tables
        expect(page.get_by_role("button", name="Show your last move")).to_be_visible(timeout=LOADED)
        context.close()


def test_a_memory_that_cannot_be_used_is_forgotten(context: BrowserContext) -> None:
    """The game starts all the same, and makes another one."""
    page = opened(context)
    spoil = "async (url) => (await caches.open('qwirkle-python')).put(url, new Response('spoiled'))"
    page.evaluate(spoil, page.evaluate(KEPT_MEMORY))
    page.reload()
    expect(page.get_by_role("button", name="Hint")).to_be_enabled(timeout=LOADED)
    memory_is_kept(page)
    size = "async (url) => (await (await caches.match(url)).blob()).size"
    assert page.evaluate(size, page.evaluate(KEPT_MEMORY)) > MAX_BYTES


def test_parts_that_nobody_opened_before_the_network_went(context: BrowserContext) -> None:
    """Lessons, rules, the puzzle, the analysis board, hints, previews and a review."""
    page = opened(context)
    table = page.url.rpartition("/")[2]
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".button.main:enabled").first).to_be_visible(timeout=LOADED)
    acts = f"/api/tables/{table}/commands"
    hint = asked(page, "POST", f"/api/tables/{table}/hint", {})
    drafted = asked(page, "POST", f"/api/tables/{table}/preview", {"turn": hint["turn"]})
    assert drafted["objections"] == [], drafted
    asked(
        page, "POST", acts, {"command_id": "turn", "command": {"do": "play", "turn": hint["turn"]}}
    )
    while asked(page, "GET", f"/api/tables/{table}")["now"]["turn"] != 0:
        page.wait_for_timeout(50)
    asked(page, "POST", acts, {"command_id": "end", "command": {"do": "resign"}})
    page.get_by_role("link", name="Review the game").click()
    expect(page.get_by_text("accuracy", exact=False).first).to_be_visible(timeout=LOADED)
    for start in ("/learn/classic", "/rules/select", "/puzzle", "/analysis", "/progress"):
        page.goto(start)
        expect(page.get_by_role("heading").first).to_be_visible(timeout=LOADED)
        expect(page.get_by_text("couldn’t be loaded")).to_have_count(0)
    page.goto("/puzzle")
    expect(page.get_by_role("toolbar", name="Your tiles")).to_be_visible(timeout=LOADED)
    page.goto("/learn/classic")
    expect(page.get_by_role("toolbar", name="Your tiles")).to_be_visible(timeout=LOADED)


def test_a_device_says_when_it_needs_no_network_and_keeps_its_promise(
    context: BrowserContext,
) -> None:
    """The game, the settings and the documentation, all of it opened for the first time."""
    page = context.new_page()
    page.goto("/settings")
    expect(page.get_by_text("After your first game, this device can play")).to_be_visible()
    page = opened(context, page)
    page.goto("/")
    expect(page.get_by_text("Ready without a network")).to_be_visible(timeout=LOADED)
    page.goto("/settings")
    expect(page.get_by_role("heading", name="On this device")).to_be_visible(timeout=LOADED)
    expect(page.get_by_text("Ready without a network")).to_be_visible(timeout=LOADED)
    page.goto("/docs/guide/")
    expect(page.get_by_role("heading").first).to_be_visible()
    page.get_by_role("link", name="Glossary").first.click()
    expect(page.get_by_role("heading", name="Glossary").first).to_be_visible()


def test_a_game_goes_to_a_server_and_back(context: BrowserContext, server: Served) -> None:
    page = context.new_page()
    page.goto("/")
    here = page.evaluate("location.host")
    page.get_by_role("button", name="Play").first.click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("button", name="Hint")).to_be_enabled(timeout=LOADED)
    begun = asked(page, "GET", f"/api/tables/{page.url.rpartition('/')[2]}")

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take this game to a server").click()
    page.get_by_label("Address of the server").fill(server.address)
    page.get_by_role("button", name="Continue there").click()
    page.wait_for_url(f"{server.address}/continue")
    page.get_by_role("button", name="Continue the game here").click()
    page.wait_for_url(f"{server.address}/t/*")
    expect(page.get_by_role("button", name="Hint")).to_be_enabled(timeout=LOADED)
    there = context.request.get(f"{server.address}/api/tables/{page.url.rpartition('/')[2]}").json()
    assert there["game"] == begun["game"]
    assert there["you"]["hands"] == begun["you"]["hands"]
    assert there["now"]["deal_known"] is True

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Keep playing without a server").click()
    expect(page.get_by_label("Address of the page")).to_have_value(f"http://{here}")
    page.get_by_role("button", name="Continue there").click()
    page.wait_for_url(f"http://{here}/continue")
    page.get_by_role("button", name="Continue the game here").click()
    page.wait_for_url(f"http://{here}/t/*")
    expect(page.get_by_role("button", name="Hint")).to_be_enabled(timeout=LOADED)
    back = asked(page, "GET", f"/api/tables/{page.url.rpartition('/')[2]}")
    assert back["game"] == begun["game"]
    assert back["you"]["hands"] == begun["you"]["hands"]


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_without_a_network_has_the_servers_events(
    game: str, browser: Browser, site: tuple[str, int]
) -> None:
    """The bot plays in the worker what it plays in this interpreter, with the same seed."""
    visitor = Visitor(browser, site[0], DESKTOP, service_workers="allow")
    sent: dict[str, Any] = {}

    def note(said: str) -> None:
        message = msgspec.json.decode(said)
        sent[message["id"]] = message["command"]["turn"]

    visitor.context.set_default_timeout(LOADED)
    visitor.context.add_init_script(ASK)
    visitor.context.expose_function("heard", visitor.watch.take)
    visitor.context.expose_function("played", note)
    page = opened(visitor.context, visitor.page)
    began = perf_counter()
    with visitor.watch.away():
        page.reload()  # from the kept memory
        expect(page.get_by_role("button", name="Hint")).to_be_enabled(timeout=LOADED)
        table = play(visitor, game, "level:4")
    turns = list(sent.values())
    print(f"{game}: {len(turns)} turns, {perf_counter() - began:.1f} s")  # noqa: T201
    there = asked(page, "GET", f"/api/tables/{table}/story")
    seed = asked(page, "GET", f"/api/tables/{table}")["now"]["seed"]
    assert visitor.watch.all_troubles() == []
    visitor.context.close()

    async def again() -> Any:
        async with device(seed=seed) as here:
            repeated = await here.opened(game, "level:4")
            for turn in turns:
                await here.until_own_turn(repeated)
                await here.act(repeated, {"do": "play", "turn": turn})
            await here.until_own_turn(repeated)
            return await here.done("GET", f"/api/tables/{repeated}/story")

    with ThreadPoolExecutor(1) as thread:  # this one has Playwright's loop
        here = thread.submit(asyncio.run, again()).result()
    assert _events(there) == _events(here)


def _events(story: Any) -> list[Any]:
    return [told["event"] for told in story["events"]]
