"""Taking a game elsewhere from the menu of a table, and continuing one from a link or a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from .accessibility import barriers, sticks_out
from .conftest import Visit
from .playing import by_tapping, open_more
from .seating import seated
from .turns import good_turn
from .visitors import DESKTOP, PHONE, Device, Visitor

ELSEWHERE = "Keep playing without a server"


def against_a_bot(visit: Visit, device: Device = DESKTOP) -> tuple[Visitor, str]:
    ann = visit(device)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "greedy"}]
    table = ann.open_table(seats)
    ann.act(table, {"do": "start"})
    ann.go_to_table(table)
    ann.until(lambda: ann.view["now"]["turn"] == 0)
    return ann, table


def test_a_link_continues_the_game_at_another_address(visit: Visit) -> None:
    """The other address is this server's own here: the page is the same everywhere."""
    ann, table = against_a_bot(visit, PHONE)
    board, hands = ann.view["game"]["board"], ann.view["you"]["hands"]
    page = ann.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=ELSEWHERE).click()
    address = page.get_by_label("Address of the page")
    address.fill("not an address")
    page.get_by_role("button", name="Continue there").click()
    expect(page.get_by_role("alert")).to_contain_text("Enter the address")
    assert barriers(page) == []
    assert sticks_out(page) == []
    address.fill(page.evaluate("location.host"))
    page.get_by_role("button", name="Continue there").click()
    page.wait_for_url("**/continue")
    expect(page.get_by_text("Players: Ann, Greedy bot")).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("button", name="Continue the game here").click()
    page.wait_for_url(lambda url: "/t/" in url and table not in url)
    ann.until(lambda: ann.view["table"] != table)
    assert (ann.view["game"]["board"], ann.view["you"]["hands"]) == (board, hands)
    assert ann.view["now"]["deal_known"] is True
    by_tapping(ann, good_turn(ann.view))
    ann.until(lambda: len(ann.view["game"]["board"]) > len(board))
    ann.act(ann.view["table"], {"do": "resign"})
    open_more(ann)
    expect(page.get_by_text("not rated or counted")).to_be_visible()


@pytest.mark.long
def test_a_file_continues_the_game_and_a_changed_one_does_not(visit: Visit, tmp_path: Path) -> None:
    ann, _ = against_a_bot(visit)
    page = ann.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=ELSEWHERE).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    saved, changed = tmp_path / "saved-game.qwr", tmp_path / "changed.qwr"
    download.value.save_as(saved)
    changed.write_text(saved.read_text().replace("Seed: ", "Seed: 0"))
    page.goto("/new#device")
    page.get_by_role("link", name="Continue a saved game").click()
    ann.watch.expect_refusal(422)
    page.get_by_label("Choose a saved game").set_input_files(changed)
    page.get_by_role("button", name="Continue the game here").click()
    expect(page.get_by_role("alert")).to_contain_text("damaged or was changed")
    page.get_by_label("Choose another saved game").set_input_files(saved)
    page.get_by_role("button", name="Continue the game here").click()
    page.wait_for_url("**/t/*")


@pytest.mark.long
def test_a_game_with_others_cannot_be_taken_elsewhere(visit: Visit) -> None:
    table = seated(visit(DESKTOP), visit(PHONE))
    page = table.people[0].page
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Give up")).to_be_visible()
    expect(page.get_by_role("button", name=ELSEWHERE)).to_be_hidden()
