"""Reviews of games that were not simply played here to the end, on a small phone and a desktop.

Whatever is not known is said; nothing is blank, and nothing is a word of a program.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tables.test_record_reviews import record

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .playing import touch
from .seating import Table
from .test_photos import SMALLEST, begin
from .test_review import given_up, review_of, wait_for_review
from .turns import good_turn
from .visitors import DESKTOP, Device, Visitor

OF_A_PROGRAM = re.compile(r"\b(null|undefined|NaN|Infinity)\b|\{\w+\}")
SIZES = pytest.mark.parametrize("device", [SMALLEST, DESKTOP], ids=["320", "1280"])


def in_order(page: Page) -> None:
    """Nothing keeps anybody out, and no value of a program is shown."""
    assert [*barriers(page), *sticks_out(page), *too_small(page)] == []
    words = page.get_by_role("main").inner_text()
    assert not OF_A_PROGRAM.search(words), words


def choose(visitor: Visitor, text: str) -> None:
    """Open the page that reviews records, and choose one."""
    page = visitor.page
    page.goto("/review")
    name = "Choose a record"
    with page.expect_file_chooser() as chooser:
        page.get_by_text(name, exact=True).click()
    file: FilePayload = {"name": "game.qwr", "mimeType": "text/plain", "buffer": text.encode()}
    chooser.value.set_files(file)


@SIZES
def test_a_record_with_all_hands_and_no_seed(visit: Visit, device: Device) -> None:
    ann = visit(device)
    choose(ann, record(seed=False))
    page = ann.page
    wait_for_review(page)
    expect(page.get_by_text("unknown")).to_have_count(0)
    expect(page.get_by_text("can’t be judged")).to_have_count(0)
    moves = page.get_by_role("list", name="Moves").get_by_role("button")
    worst = moves.filter(has_text=re.compile("Blunder|Mistake")).first
    touch(ann, worst)
    expect(page.get_by_text(re.compile("^player .: .*This loses"))).to_be_visible()
    expect(page.get_by_text("held:")).to_be_visible()
    touch(ann, page.get_by_role("button", name="Show the better turn"))
    expect(page.locator(".stage .ghost").first).to_be_visible()
    in_order(page)


@SIZES
def test_a_record_with_one_known_hand(visit: Visit, device: Device) -> None:
    ann = visit(device)
    choose(ann, record(seed=False, unknown=(2,)))
    page = ann.page
    wait_for_review(page)
    expect(page.get_by_text("doesn’t have all hands of: player 2.")).to_be_visible()
    expect(page.get_by_text("Luck depends on all hands")).to_be_visible()
    # Accuracy and losses of one player, and the luck of both.
    expect(page.get_by_text("unknown", exact=True)).to_have_count(4)
    moves = page.get_by_role("list", name="Moves").get_by_role("button")
    for number in range(4):
        judged = number % 2 == 0
        expect(moves.nth(number).get_by_text("not judged")).to_have_count(0 if judged else 1)
    touch(ann, moves.nth(1))
    expect(
        page.get_by_text("The hand is unknown, so this turn can’t be judged.").first
    ).to_be_visible()
    in_order(page)


def test_a_card_game_from_a_record(visit: Visit) -> None:
    ann = visit(SMALLEST)
    choose(ann, record("cards", seed=False))
    wait_for_review(ann.page)
    touch(ann, ann.page.get_by_role("list", name="Moves").get_by_role("button").nth(2))
    in_order(ann.page)


def test_a_record_that_is_none_says_why_and_another_can_be_chosen(visit: Visit) -> None:
    ann = visit(SMALLEST)
    ann.watch.expect_refusal(422)
    choose(ann, record(seed=False, unknown=(1, 2)))
    page = ann.page
    expect(page.get_by_role("alert")).to_contain_text("no hands and no seed")
    in_order(page)
    choose(ann, record())
    wait_for_review(page)


@SIZES
def test_a_game_that_somebody_gave_up(visit: Visit, device: Device) -> None:
    ann, ben = visit(device), visit()
    table = given_up(ann, ben, turns=4)
    ann.go_to_table(table.id, "#review")
    wait_for_review(ann.page)
    expect(ann.page.locator(".summary")).to_contain_text("gave up")
    in_order(ann.page)


@SIZES
def test_a_game_from_a_position(visit: Visit, device: Device) -> None:
    ann = visit(device)
    position = "classic 0,0:RoRsRb RxRdRcGoGbBd 93 7-4 1"
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:2"}]
    table = ann.open_table(seats, position=position, start=True)
    ann.go_to_table(table)
    review_after_turns(ann, table)


@pytest.mark.long
def test_a_game_from_a_photo(visit: Visit) -> None:
    ann = visit(SMALLEST)
    page = ann.page
    begin(page)
    page.get_by_role("button", name="Use this position").click()
    touch(ann, page.get_by_role("button", name="Play on from here"))
    page.wait_for_url("**/t/*")
    ann.until(lambda: ann.view.get("table"))
    review_after_turns(ann, ann.view["table"])


def review_after_turns(ann: Visitor, table: str) -> None:
    """Play some turns, give up, and look at the review."""
    (seat,) = ann.view["you"]["seats"]
    for _ in range(3):
        ann.until(lambda: ann.view["now"]["turn"] == seat, "it never was her turn")
        seq = ann.watch.seq
        ann.act(table, {"do": "play", "turn": good_turn(ann.view)})
        ann.until(lambda seq=seq: ann.watch.seq > seq)  # type: ignore[misc]
    ann.act(table, {"do": "resign"})
    ann.go_to_table(table, "#review")
    wait_for_review(ann.page)
    # The hand that was typed in is nobody's luck.
    first = review_of(ann, Table(table, (ann,)))["turns"][0]
    assert first["luck"] is None or first["luck"] == 0
    in_order(ann.page)
