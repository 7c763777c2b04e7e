"""The coach: a teaching game by touch, and what reviewed games come to in “My game”."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from qwirkle.analysis.puzzles.calendar import puzzle_of, read_day
from qwirkle.rules.placement.turns import Place

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .playing import lay_by_tapping, tile_in_hand, touch
from .seating import Table
from .test_review import given_up, least_turn
from .turns import good_turn
from .visitors import PHONE, Visitor

DAY = "2026-03-14"
QUESTION = "There’s something better: look again?"
PATIENCE = 60_000
REVIEWS = 180.0
"""Seconds until two short games are reviewed."""


def on_turn(ann: Visitor) -> None:
    ann.until(lambda: ann.view["now"]["turn"] == 0, "it never was her turn")


def lay_the_least(ann: Visitor, table: str) -> str:
    """Lay a turn that loses much, and return its tile."""
    on_turn(ann)
    ((x, y, tile),) = least_turn(ann, Table(table, (ann,)))["place"]
    lay_by_tapping(ann, x, y, tile)
    touch(ann, ann.page.get_by_role("button", name=re.compile(r"^Play \+")))
    return str(tile)


def played(ann: Visitor, button: str) -> None:
    """Press a button, and wait until the turn is told."""
    seq = ann.watch.seq
    touch(ann, ann.page.get_by_role("button", name=re.compile(button)))
    ann.until(lambda: ann.watch.seq > seq, "the turn was not told")


def wait_for_reviews(visitor: Visitor, tables: list[Table]) -> None:
    """Ask for the reviews, which wait for an idle processor, and for what they come to."""

    def is_reviewed(table: Table) -> bool:
        return bool(visitor.ask(f"/api/tables/{table.id}/review", {})["state"] == "ready")

    def are_counted() -> bool:
        found = visitor.context.request.get("/api/my-game?game=classic").json()
        return found["games"] == len(tables) and len(found["turns"]) > 1

    wait = partial(visitor.until, seconds=REVIEWS, pause=500)
    for table in tables:
        wait(partial(is_reviewed, table), "a game was not reviewed")
    wait(are_counted, "the games are not counted")


def test_a_teaching_game_by_touch(visit: Visit) -> None:
    ann = visit(PHONE, settings={"pace": "off"})
    page = ann.page
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:1"}]
    table = ann.open_table(seats, teaching=1, start=True)
    ann.go_to_table(table)
    for _ in range(2):
        on_turn(ann)
        ann.act(table, {"do": "play", "turn": good_turn(ann.view)})
        ann.until(lambda: ann.view["now"]["turn"] != 0)
    tile = lay_the_least(ann, table)
    expect(page.get_by_text(QUESTION).first).to_be_visible()
    assert [*barriers(page), *sticks_out(page), *too_small(page)] == []
    seq = ann.watch.seq
    for hint in ("Where?", "Which tiles?"):
        touch(ann, page.get_by_role("button", name=hint))
    expect(page.get_by_role("button", name="Show the turn")).to_be_visible()
    touch(ann, page.get_by_role("button", name="Take back", exact=True))
    expect(tile_in_hand(page, tile)).to_be_visible()
    assert ann.watch.seq == seq, "something was played meanwhile"
    # The coach has spoken for this turn: the same tile is played now.
    ((x, y, tile),) = least_turn(ann, Table(table, (ann,)))["place"]
    lay_by_tapping(ann, x, y, tile)
    played(ann, r"^Play \+")
    # In the next turn it asks again, and the turn can be played anyway.
    lay_the_least(ann, table)
    expect(page.get_by_text(QUESTION).first).to_be_visible()
    played(ann, "^Play it anyway$")


@pytest.mark.long
def test_my_game_after_two_reviewed_games(visit: Visit) -> None:
    ann, ben = visit(), visit(PHONE)
    tables = [given_up(ann, ben) for _ in range(2)]
    page = ben.page

    wait_for_reviews(ben, tables)
    page.goto("/coach")
    expect(page.get_by_text("2 reviewed games so far.")).to_be_visible()
    expect(page.get_by_text("After 3 more there are figures")).to_be_visible()
    assert [*barriers(page), *sticks_out(page), *too_small(page)] == []
    touch(ben, page.get_by_role("button", name="2 of your own turns"))
    expect(page.get_by_text("Find a better one.")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("toolbar", name="Your tiles")).to_be_visible()
    assert [*barriers(page), *sticks_out(page)] == []
    touch(ben, page.get_by_role("button", name="Skip"))
    expect(page.get_by_text("2 of 2")).to_be_visible()
    touch(ben, page.get_by_role("button", name="Back to “My game”").first)
    expect(page.get_by_role("heading", name="My game", exact=True)).to_be_visible()


def test_what_was_practised_is_on_both_devices_and_leaves_with_the_account(visit: Visit) -> None:
    home, phone = visit(), visit(PHONE)
    # A guest finds a puzzle, and makes an account afterwards.
    best = puzzle_of(read_day(DAY)).best
    assert isinstance(best, Place)
    home.page.goto(f"/puzzle/{DAY}")
    for placed in best.tiles:
        lay_by_tapping(home, placed.x, placed.y, placed.tile.value)
    touch(home, home.page.get_by_role("button", name=re.compile("^Play")))
    expect(home.page.get_by_text("You lost nothing.", exact=True)).to_be_visible()
    sign(home, "Create an account")
    expect(home.page.get_by_text("When you sign out, they are removed")).to_be_visible()
    assert [*barriers(home.page), *sticks_out(home.page)] == []
    # The phone has it as soon as the same person signs in there.
    sign(phone, "Sign in")
    phone.page.goto("/puzzle/all")
    expect(phone.page.get_by_text("Found: 1 of 1.")).to_be_visible()
    rating = phone.page.get_by_text("Your rating:").inner_text()
    phone.page.goto(f"/puzzle/{DAY}")
    expect(phone.page.get_by_text("Your first answer counts: You lost nothing.")).to_be_visible()
    home.page.goto("/puzzle/all")
    expect(home.page.get_by_text(rating)).to_be_visible()
    # Signing out leaves nothing of it on a shared device.
    home.page.goto("/account")
    touch(home, home.page.get_by_role("button", name="Sign out", exact=True))
    expect(home.page.get_by_role("button", name="Sign in")).to_be_visible()
    home.page.goto("/puzzle/all")
    expect(home.page.get_by_text("Puzzle of the day")).to_be_visible()
    expect(home.page.get_by_text("Your rating:")).to_have_count(0)
    phone.page.goto("/puzzle/all")
    expect(phone.page.get_by_text(rating)).to_be_visible()


def sign(visitor: Visitor, way: str) -> None:
    """Sign in, or create the account first."""
    page = visitor.page
    page.goto("/account")
    page.get_by_role("radio", name=way).check()
    page.get_by_label("Name").fill("Robin")
    page.get_by_label("Password").fill("a robin in the snow")
    touch(visitor, page.get_by_role("button", name=way))
    expect(page.get_by_text("You’re signed in as Robin.")).to_be_visible()
