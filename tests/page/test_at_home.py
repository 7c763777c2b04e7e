"""A server on this machine alone: its page lets others in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.served import Served, served
from server.test_network import networked

from .conftest import Visit
from .visitors import PHONE


@pytest.fixture
def home_server(page_folder: Path, tmp_path: Path) -> Iterator[Served]:
    """A server for one computer; asked for before ``visit``, it outlives its pages."""
    with served(tmp_path) as server:
        yield server


@pytest.mark.long
def test_the_host_lets_others_in_and_they_join(home_server: Served, visit: Visit) -> None:
    host = networked()
    ann, ben = visit(at=home_server), visit(PHONE, at=home_server)
    page = ann.page
    page.goto("/new")
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("note")).to_contain_text("Only this computer can open this link.")
    page.get_by_role("button", name="Let others in").click()
    page.get_by_role("button", name="Cancel").click()
    link = page.get_by_role("textbox", name="Invitation")
    expect(link).to_have_value(page.url)
    page.get_by_role("button", name="Let others in").click()
    page.get_by_role("button", name="Let them in").click()
    address = f"http://{host}:{home_server.port}"
    expect(link).to_have_value(page.url.replace(home_server.address, address))
    expect(page.get_by_role("note")).to_have_count(0)
    ben.page.goto(link.input_value())
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("region", name="Seats")).to_contain_text("Ben")
