"""A real server, a real browser, and people who use them."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright

from server.served import Served

from .building import ROOT, built
from .chromium import launched
from .seeded import DealtServer
from .visitors import DESKTOP, PATIENCE, Device, Visitor

FAILURES = ROOT / "build" / "browser"
TRACE = "QWIRKLE_TRACE" in os.environ
FAILED = pytest.StashKey[bool]()

LATER = {
    "test_a_lobby_begins_with_the_invitation": {"short"},
    "test_a_position_is_entered_and_judged_by_ear": {"desktop"},
    "test_a_puzzle_by_ear": {"desktop"},
    "test_a_puzzle_is_answered_and_graded": {"mouse"},
    "test_a_sample_game_is_clicked_through": {"combined", "connect", "mini", "select"},
    "test_cards_are_readable_and_tools_have_names": {"375x553"},
    "test_low_screens_scroll_and_nothing_is_covered": {"320x256"},
    "test_no_legal_cell_is_under_a_button": {
        "15-375x553",
        "50-320x480",
        "50-375x553",
        "85-320x480",
    },
    "test_no_state_of_a_view_keeps_anybody_out": {
        "{'contrast': 'more'}",
        "{'forced_colors': 'active'}",
    },
    "test_nothing_is_in_the_way": {"phone-select", "desktop-cards"},
    "test_playing_is_in_sight_whatever_goes_on": {"short", "laptop"},
    "test_small_tiles_can_be_enlarged": {"375x553"},
    "test_strangers_meet_at_an_open_table": {"laptop"},
    "test_telling_a_long_turn_leaves_the_cards_in_sight": {"375x553"},
    "test_tiles_are_put_down_and_a_link_shows_the_position": {"phone"},
    "test_the_page_finds_its_parts_wherever_it_is": {"/new", "/t/learn"},
    "test_what_is_chosen_keeps_its_mark_without_colours": {"{'contrast': 'more'}"},
}
"""Further devices and games of tests whose other cases are in the default run."""

Visit = Callable[..., Visitor]
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the cases that run later."""
    for item in items:
        if Path(__file__).parent != item.path.parent:
            continue
        name, _, case = item.name.removesuffix("]").partition("[")
        if case in LATER.get(name, ()):
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def page_folder() -> Path:
    return built()


@pytest.fixture(scope="session")
def server(page_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DealtServer]:
    """One server for all tests of a process; its page is the one of the sources."""
    server = DealtServer(tmp_path_factory.mktemp("served"))
    server.start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.kill()


@pytest.fixture(scope="session")
def _browser() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        loop = asyncio.get_running_loop()
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def browser(_browser: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """Between its calls Playwright leaves its loop behind; other tests have loops of their own."""
    browser, loop = _browser
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture
def visit(browser: Browser, server: DealtServer, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Makes visitors. At the end nothing may have gone wrong in any of their pages."""
    visitors: list[Visitor] = []
    server.deal_for(request.node.nodeid)
    if server.process is None:  # killed by a test that then failed
        server.start()

    def come(device: Device = DESKTOP, *, at: Served = server, **more: Any) -> Visitor:
        visitor = Visitor(browser, at.address, device, **more)
        if TRACE:
            visitor.context.tracing.start(screenshots=True, snapshots=True)
        visitors.append(visitor)
        return visitor

    yield come
    troubles = [trouble for visitor in visitors for trouble in visitor.watch.all_troubles()]
    if troubles or request.node.stash.get(FAILED, False):
        folder = FAILURES / re.sub(r"[^\w.-]+", "-", request.node.name)
        shutil.rmtree(folder, ignore_errors=True)
        for number, visitor in enumerate(visitors, 1):
            _tell(visitor, folder, f"visitor-{number}")
    for visitor in visitors:
        visitor.context.close()
    assert troubles == []


def _tell(visitor: Visitor, folder: Path, name: str) -> None:
    try:
        visitor.tell(folder, name)
        if TRACE:
            visitor.context.tracing.stop(path=folder / f"{name}.trace.zip")
    except Error as error:  # a page that hangs cannot be asked
        (folder / f"{name}.error").write_text(str(error), "utf-8")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report
