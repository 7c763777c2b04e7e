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

from web.served import Served, served

from .building import ROOT, built
from .chromium import launched
from .visitors import DESKTOP, PATIENCE, Device, Visitor

FAILURES = ROOT / "build" / "browser"
TRACE = "QWIRKLE_TRACE" in os.environ
FAILED = pytest.StashKey[bool]()

PATIENTLY = {"test_at_the_table", "test_first_steps", "test_whole_games"}

Visit = Callable[..., Visitor]
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long games in a browser may be late on a busy machine: those fail if they do so three times.

    What watches for leaks, barriers and sizes gets no second chance.
    """
    for item in items:
        if Path(__file__).parent == item.path.parent and item.path.stem in PATIENTLY:
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="session")
def page_folder() -> Path:
    return built()


@pytest.fixture(scope="session")
def server(page_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of a process; its page is the one of the sources."""
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


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
def visit(browser: Browser, server: Served, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Makes visitors. At the end nothing may have gone wrong in any of their pages."""
    visitors: list[Visitor] = []
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
