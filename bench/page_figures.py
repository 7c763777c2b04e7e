"""Measure the page in a real browser: its size, its loading time, and its frame rate.

``make page-figures`` runs it and puts the figures into docs/measurements/speed.md. Nothing is
asserted here but the size, which is the same everywhere; the rest depends on the machine, which
shares its cores between server and browser.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from page.building import built
from page.chromium import launched
from page.playing import middle_of
from page.scenes import looked, played
from page.turns import good_turn
from page.visitors import DESKTOP, PHONE, SAVE_DATA, Visitor
from server.served import served

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
NEARLY_ALL = 102
"""Of 108 tiles: with more of them on the table hardly any game goes on."""
MOST, ENOUGH_FRAMES = 95, 400
FRAME_RATE = 60
"""Frames that a browser without a window draws in a second."""
DOCS = Path(__file__).parents[1] / "docs" / "measurements" / "speed.md"
BEGIN, END = "<!-- figures: make page-figures -->", "<!-- end of figures -->"
LARGEST_PAINT = """() => new Promise((done) => new PerformanceObserver((list) =>
    done(list.getEntries().at(-1).startTime))
  .observe({type: "largest-contentful-paint", buffered: true}))"""
TRANSFERRED = """() => [...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource")].map((one) => one.encodedBodySize)"""
LATENCY = 150
"""Milliseconds that a request takes at least."""
FAR_AWAY: dict[str, Any] = {
    "offline": False,
    "latency": LATENCY,
    "downloadThroughput": -1,
    "uploadThroughput": -1,
}
TABLE_FETCHED = """() => performance.getEntriesByType("resource")
  .some(({name}) => /table-.*js$/.test(name))"""
NOTE_TABLE = """() => {
  addEventListener("click", () => { window.pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (document.querySelector("[role=toolbar] button")) window.table_there ??= performance.now();
  }).observe(document.body, {subtree: true, childList: true}); }"""
WATCH_FRAMES = """() => { window.frames_seen = [];
  const note = (now) => { window.frames_seen.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note); }"""
# When something flies is known by its animation, which begins one frame after its element is there
# and ends one frame before it is gone.
NOTE_FLIGHTS = """() => { window.flown = [];
  const seen = new WeakSet();
  const note = async (animation) => {
    seen.add(animation);
    await animation.ready;
    const { delay, endTime } = animation.effect.getComputedTiming();
    flown.push([animation.startTime + delay, animation.startTime + endTime]);
  };
  new MutationObserver(() => {
    for (const flight of document.querySelectorAll(".flight"))
      for (const animation of flight.getAnimations())
        if (!seen.has(animation)) note(animation).catch(() => {});
  }).observe(document.body, {subtree: true, childList: true}); }"""
SAME_MOMENT = """() => { performance.mark("same-moment");
  return performance.getEntriesByName("same-moment").at(-1).startTime; }"""
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
WHERE = """() => [document.querySelector(".layer"), document.querySelector("[role=grid]")]
  .map((one) => one && JSON.stringify(one.getBoundingClientRect()))"""
ASK = """async ([path, turns]) => {
  const took = [];
  for (const turn of turns) {
    const begin = performance.now();
    const headers = {"X-Qwirkle": "1", "Content-Type": "application/json"};
    await (await fetch(path, {method: "POST", headers, body: JSON.stringify({turn})})).json();
    took.push(performance.now() - begin);
  }
  return took;
}"""


class Figure(NamedTuple):
    what: str
    measured: str
    wanted: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="loads per figure")
    parser.add_argument("--seconds", type=float, default=3.0, help="of dragging")
    parser.add_argument("--write", action="store_true", help="put the figures into the docs")
    asked = parser.parse_args()
    built()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launched(playwright)
        figures = [
            *loading(browser, server.address, asked.runs),
            *beginning(browser, server.address, asked.runs),
            *moving(browser, server.address, asked.seconds),
            flying(browser, server.address),
        ]
        browser.close()
    lines = ["| | measured | target |", "|---|---|---|"]
    lines += [f"| {figure.what} | {figure.measured} | {figure.wanted} |" for figure in figures]
    table = "\n".join(lines)
    print(table)
    if asked.write:
        text = DOCS.read_text("utf-8")
        before, _, rest = text.partition(BEGIN)
        after = rest.partition(END)[2]
        load = f"{os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}"
        said = f"Measured on {load}.\n"
        DOCS.write_text(f"{before}{BEGIN}\n{said}\n{table}\n{END}{after}", "utf-8")


def loading(browser: Browser, address: str, runs: int) -> list[Figure]:
    """Measure first visits, each with a new browser profile and a slow processor."""
    sizes: list[int] = []
    paints: list[float] = []
    for _ in range(runs):
        visitor = Visitor(browser, address, PHONE, **MOVING)
        visitor.context.add_init_script(SAVE_DATA)  # else a table follows
        slow = visitor.context.new_cdp_session(visitor.page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        visitor.page.goto("/")
        visitor.page.wait_for_load_state("networkidle")
        paints.append(visitor.page.evaluate(LARGEST_PAINT))
        sizes.append(sum(visitor.page.evaluate(TRANSFERRED)))
        visitor.context.close()
    assert max(sizes) <= 60_000, sizes
    return [
        Figure("first load, compressed", f"{max(sizes) / 1000:.0f} kB", "at most 60 kB"),
        Figure(
            "largest paint, processor slowed down fourfold",
            f"{statistics.median(paints):.0f} ms (worst of {runs}: {max(paints):.0f} ms)",
            "under 1500 ms",
        ),
    ]


def beginning(browser: Browser, address: str, runs: int) -> list[Figure]:
    """Press Play on a network with a long way to the server, and measure until the table is there.

    The browser delays requests, not sockets; a table does not wait for its socket.
    """
    took: list[float] = []
    counts: list[int] = []
    for _ in range(runs):
        visitor = Visitor(browser, address, PHONE, **MOVING)
        page = visitor.page
        network = visitor.context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", FAR_AWAY)
        page.goto("/")
        page.wait_for_function(TABLE_FETCHED)
        page.wait_for_load_state("networkidle")
        asked = _requests_of(page)
        page.evaluate(NOTE_TABLE)
        page.get_by_role("button", name="Play").first.click()
        page.wait_for_function("() => window.table_there > 0")
        counts.append(len(asked))
        took.append(page.evaluate("() => table_there - pressed"))
        visitor.context.close()
    return [
        Figure("requests from Play to the table", f"{max(counts)}", "at most 12"),
        Figure(
            f"from Play to the table, with a latency of {LATENCY} ms",
            f"{statistics.median(took):.0f} ms (worst of {runs}: {max(took):.0f} ms)",
            "under 1200 ms",
        ),
    ]


def _requests_of(page: Page) -> list[str]:
    """Return a list that grows with every request and every socket of the page."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    return asked


def moving(browser: Browser, address: str, seconds: float) -> list[Figure]:
    """Drag over a full table, and measure how fast the server answers drafts."""
    host = Visitor(browser, address, DESKTOP, **MOVING)
    guest = Visitor(browser, address, DESKTOP)
    for _ in range(20):  # many games are over before that
        table = played(
            host, guest, "classic", lambda seen: len(seen["game"]["board"]) >= NEARLY_ALL
        )
        if looked(host, table)["now"]["phase"] == "playing":
            break
    host.go_to_table(table.id)
    page = host.page
    tiles = len(host.view["game"]["board"])
    page.wait_for_load_state("networkidle")
    hand = page.get_by_role("toolbar", name="Your tiles").get_by_role("button")
    centre = middle_of(page.get_by_role("region", name="The table"))
    grips = {"a tile": middle_of(hand.first), "the table": (centre[0], centre[1] + 150)}
    page.evaluate(WATCH_FRAMES)
    figures = []
    for number, (what, grip) in enumerate(grips.items()):
        page.mouse.move(*grip)
        page.mouse.down()
        page.mouse.move(centre[0], centre[1], steps=5)
        before = page.evaluate(WHERE)[number]
        frames = dragged(page, centre, seconds)
        assert page.evaluate(WHERE)[number] not in (None, before), f"{what} did not move"
        page.keyboard.press("Escape")
        page.mouse.up()
        gaps = sorted(after - before for before, after in pairwise(frames))
        rate = 1000 * len(gaps) / sum(gaps)
        words = f"{rate:.0f} frames/s (95th percentile {gaps[int(len(gaps) * 0.95)]:.0f} ms)"
        figures.append(Figure(f"dragging {what} with {tiles} tiles", words, "at least 55 frames/s"))
    path = f"/api/tables/{table.id}/preview"
    free = host.ask(path, {"turn": {"place": []}})["cells"]
    drafts = [{"place": [[*cell, tile]]} for tile, cells in free.items() for cell in cells]
    took: list[float] = page.evaluate(ASK, [path, [{"place": []}, *drafts[:60]]])
    words = f"{statistics.median(took):.0f} ms (worst of {len(took)}: {max(took):.0f} ms)"
    figures.append(Figure(f"an answer to a draft, {tiles} tiles", words, "under 30 ms"))
    return figures


def flying(browser: Browser, address: str) -> Figure:
    """Tiles of another player on their way to a full table, with a slow processor.

    Frames are those that the compositor draws. It moves what flies by itself, so it is not the
    frames of the page's script that people see. A frame shows the moment at which it begins, and is
    drawn up to a frame later; it belongs to a flight if it begins in it.
    """
    host, guest = (Visitor(browser, address, DESKTOP, **MOVING) for _ in range(2))
    drawn, due = 0, 0
    while due < ENOUGH_FRAMES:
        table = played(host, guest, "classic", _mostly_full)
        if looked(host, table)["now"]["phase"] != "playing":
            continue
        guest.go_to_table(table.id)
        page = guest.page
        page.wait_for_load_state("networkidle")
        slow = guest.context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.evaluate(NOTE_FLIGHTS)
        with traced(browser, page) as events:
            moment: float = page.evaluate(SAME_MOMENT)
            while (seen := looked(host, table))["now"]["phase"] == "playing":
                visitor = (host, guest)[seen["now"]["turn"]]
                turn = good_turn(looked(visitor, table))
                visitor.act(table.id, {"do": "play", "turn": turn})
                page.wait_for_timeout(2000)
        frames = _drawn_in_flight(events, moment, page.evaluate("() => flown"))
        drawn, due = drawn + frames[0], due + frames[1]
        slow.detach()
    what = f"tiles flying to {MOST} tiles and more, processor slowed down fourfold"
    words = f"{FRAME_RATE * drawn / due:.0f} frames/s ({due - drawn} of {due} frames not drawn)"
    return Figure(what, words, "60 frames/s")


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[dict[str, Any]]]:
    """Collect the events of the browser during the block; complete on exit."""
    events: list[dict[str, Any]] = []
    complete: list[object] = []

    def finish(result: object) -> None:
        complete.append(result)

    session = browser.new_browser_cdp_session()
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", finish)
    config = {"includedCategories": TRACED}
    session.send("Tracing.start", {"traceConfig": config, "transferMode": "ReportEvents"})
    yield events
    session.send("Tracing.end")
    while not complete:
        page.wait_for_timeout(100)
    session.detach()


def _drawn_in_flight(
    events: list[dict[str, Any]], moment: float, flown: list[tuple[float, float]]
) -> tuple[int, int]:
    """Return how many frames were drawn while something flew, and how many were due.

    ``flown`` and ``moment`` are milliseconds of the page, which has marked that moment in the
    trace.
    """
    mark = next(event for event in events if event["name"] == "same-moment")
    flights = [
        (mark["ts"] + 1000 * (first - moment), mark["ts"] + 1000 * (last - moment))
        for first, last in _united(flown)
    ]
    begun = {_frame(event): event["ts"] for event in events if event["name"] == "BeginFrame"}
    moments = [
        begun.get(_frame(event), 0)
        for event in events
        if event["name"] == "DrawFrame" and event["pid"] == mark["pid"]
    ]
    drawn = sum(first <= moment <= last for moment in moments for first, last in flights)
    due = sum(_due_between(first, last, begun.values()) for first, last in flights)
    return drawn, due


def _due_between(first: float, last: float, begun: Iterable[float]) -> int:
    """Return how many evenly spaced frames a screen shows between two moments."""
    interval = 1_000_000 / FRAME_RATE
    frame = min(begun, key=lambda moment: abs(moment - first))
    return int((last - frame) // interval) - math.ceil((first - frame) / interval) + 1


def _frame(event: dict[str, Any]) -> tuple[int, int]:
    """Return the frame and the page of an event of the trace."""
    return event["pid"], event["args"]["frameSeqId"]


def _united(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the intervals without overlaps."""
    united: list[tuple[float, float]] = []
    for first, last in sorted(spans):
        if united and first <= united[-1][1]:
            united[-1] = (united[-1][0], max(last, united[-1][1]))
        else:
            united.append((first, last))
    return united


def _mostly_full(seen: dict[str, Any]) -> bool:
    return len(seen["game"]["board"]) >= MOST


def dragged(page: Page, centre: tuple[float, float], seconds: float) -> list[float]:
    """Move in small steps for a while; return the moments of all frames."""
    begin: float = page.evaluate("() => { frames_seen.length = 0; return performance.now(); }")
    step = 0
    while page.evaluate("() => performance.now()") - begin < 1000 * seconds:
        for _ in range(10):
            step += 1
            right, down = 9 * (step % 40) - 180, 5 * (step % 31) - 75
            page.mouse.move(centre[0] + right, centre[1] + down)
    found: list[float] = page.evaluate("() => frames_seen")
    return found


if __name__ == "__main__":
    main()
