"""People who come back: who is here, another game with them, a lobby to wait in, the next table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .scenes import looked
from .seating import Table, opened, seated
from .visitors import DESKTOP, PHONE, Visitor


def finished(ann: Visitor, ben: Visitor) -> Table:
    """A game that Ben gives up after a round, with both pages at it."""
    table = seated(ann, ben)
    for _ in range(2):
        table.turn_beside_the_page()
        table.until_told()
    ben.act(table.id, {"do": "resign"})
    for person in (ann, ben):
        # Companions are noted when the page hears of the end.
        person.page.wait_for_function("() => localStorage.getItem('qwirkle.companions')")
    return table


def test_people_see_each_other_play_again_and_look_around_while_they_wait(visit: Visit) -> None:
    ann, ben, eve = visit(PHONE), visit(DESKTOP), visit(PHONE)
    finished(ann, ben)
    for person in (ann, ben):
        person.page.goto("/find")
        expect(person.page.get_by_role("button", name=re.compile("^Invite again"))).to_be_visible()
    # The result is counted a moment after the game.
    ben.until(
        lambda: ben.page.reload() and ben.page.get_by_text("Ann is here").is_visible(),
        "Ben does not see that Ann is here",
    )
    ann.page.reload()
    expect(ann.page.get_by_text("Ben is here")).to_be_visible()
    eve.page.goto("/find")
    expect(eve.page.get_by_role("link", name=re.compile("Play a bot meanwhile"))).to_be_visible()
    expect(eve.page.get_by_text("is here")).to_have_count(0)
    for page in (ann.page, eve.page):
        assert barriers(page) + sticks_out(page) + too_small(page) == []

    ann.page.get_by_role("button", name="Invite again: Ben").click()
    expect(ann.page.get_by_text("Reserved, not here yet")).to_be_visible()
    ann.page.get_by_role("link", name="Puzzle of the day").click()
    expect(ann.page).to_have_url(re.compile("/puzzle"))
    bar = ann.page.get_by_role("complementary", name="Your table")
    expect(bar).to_contain_text("Your seat is kept")

    ben.page.reload()
    ben.page.get_by_role("link", name=re.compile("^Play again with Ann")).click()
    ben.page.get_by_role("button", name="I’m here, let’s play again").click()
    expect(bar).to_contain_text("Ben has taken a seat.")
    assert barriers(ann.page) + sticks_out(ann.page) == []
    bar.get_by_role("link", name="Back to the table").click()
    expect(bar).to_have_count(0)
    ann.page.get_by_role("button", name="Start the game").click()
    ben.until(lambda: ben.view.get("now", {}).get("phase") == "playing", "the game has not begun")


def test_an_invitation_is_declined(visit: Visit) -> None:
    ann, ben = visit(PHONE), visit(PHONE)
    finished(ann, ben)
    for person in (ann, ben):
        person.page.goto("/find")
    ann.page.get_by_role("button", name="Invite again: Ben").click()
    expect(ann.page.get_by_text("Reserved, not here yet")).to_be_visible()
    ben.page.reload()
    ben.page.get_by_role("button", name="Decline the invitation of Ann").click()
    expect(ben.page.get_by_role("button", name="Invite again: Ann")).to_be_visible()
    expect(ann.page.get_by_text("Reserved, not here yet")).to_have_count(0)


def test_after_a_turn_one_tap_leads_to_the_next_table(visit: Visit) -> None:
    ann, ben = visit(PHONE), visit(PHONE)
    others = [opened(ann, ben) for _ in range(2)]
    for table in others:
        turn = looked(ann, table)["now"]["turn"]
        ann.go_to_table(table.id)
        if turn != 0:
            ben.go_to_table(table.id)
            table.turn_beside_the_page()
            table.until_told()
    here = seated(ann, ben)
    while here.on_turn is ann:
        here.turn_beside_the_page()
        here.until_told()
    link = ann.page.get_by_role("link", name="Next table: it’s your turn at 2 tables")
    expect(link).to_be_visible()
    assert barriers(ann.page) + sticks_out(ann.page) + too_small(ann.page) == []
    link.click()
    ann.until(lambda: ann.view.get("table") in {table.id for table in others}, "no other table")
