"""Before one's turn and after it: plans, turns that are taken back; and finding people to play."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .playing import by_tapping, lay_by_tapping, open_more, touch
from .seating import seated
from .turns import good_turn
from .visitors import DESKTOP, PHONE, Device, Visitor

BACK = "Take back my last turn"
PLAN = "Play if still possible"
MOVES = re.compile("Moves")


def tiles_on(visitor: Visitor) -> list[list[object]]:
    board: list[list[object]] = visitor.view["game"]["board"]
    return board


def moves(page: Page) -> list[str]:
    return page.get_by_role("region", name=MOVES).get_by_role("listitem").all_inner_texts()


def test_alone_a_turn_is_taken_back_and_the_deal_is_still_fair(visit: Visit) -> None:
    ann = visit(DESKTOP)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "greedy"}]
    table = ann.open_table(seats)
    ann.act(table, {"do": "start"})
    ann.go_to_table(table)
    ann.until(lambda: ann.view["now"]["turn"] == 0)
    before, hand = tiles_on(ann), ann.view["you"]["hands"]
    by_tapping(ann, good_turn(ann.view))
    ann.until(lambda: ann.view["now"]["turn"] == 0 and len(tiles_on(ann)) > len(before))
    touch(ann, ann.page.get_by_role("button", name=BACK))
    ann.until(lambda: ann.view["now"]["taken_back"] == 1, "nothing was taken back")
    assert tiles_on(ann) == before
    assert ann.view["you"]["hands"] == hand
    expect(ann.page.get_by_text("You’ve taken back your last turn.").first).to_be_visible()
    assert barriers(ann.page) == []
    by_tapping(ann, good_turn(ann.view))
    ann.until(lambda: ann.view["now"]["turn"] == 0)
    # The turn that was taken back is no longer among the moves.
    assert sum("You placed" in move or "You play" in move for move in moves(ann.page)) <= 1
    ann.act(table, {"do": "resign"})
    open_more(ann)
    expect(ann.page.get_by_text("The deal was fair")).to_be_visible()


@pytest.mark.long
def test_the_others_are_asked_and_agree(visit: Visit) -> None:
    table = seated(visit(DESKTOP), visit(PHONE))
    asking = table.on_turn
    other = next(person for person in table.people if person is not asking)
    by_tapping(asking, good_turn(asking.view))
    table.until_told()
    touch(asking, asking.page.get_by_role("button", name=BACK))
    question = asking.page.get_by_role("dialog", name="Take back your last turn?")
    touch(asking, question.get_by_role("button", name="Ask the others"))
    expect(asking.page.get_by_text("Waiting for the others to agree.")).to_be_visible()
    request = other.page.get_by_text(re.compile("would like to take back their last turn"))
    expect(request).to_be_visible()
    assert barriers(other.page) == []
    touch(other, other.page.get_by_role("button", name="I agree"))
    asking.until(lambda: asking.view["now"]["taken_back"] == 1, "nothing was taken back")
    table.until_told()
    assert tiles_on(asking) == tiles_on(other) == []
    assert table.on_turn is asking
    by_tapping(asking, good_turn(asking.view))


def plan_of(person: Visitor) -> dict[str, Any]:
    """A good turn, if it were this person's turn."""
    seat = person.view["you"]["seats"][0]
    return good_turn({**person.view, "now": {**person.view["now"], "turn": seat}})


def test_a_plan_is_played_when_the_turn_comes(visit: Visit) -> None:
    table = seated(visit(DESKTOP), visit(PHONE))
    planning = table.on_turn
    # Early on it happens that nothing of a hand fits.
    while planning is table.on_turn or "place" not in plan_of(planning):
        table.turn_beside_the_page()
        table.until_told()
        planning = next(person for person in table.people if person is not table.on_turn)
    playing = table.on_turn
    (x, y, tile) = plan_of(planning)["place"][0]
    lay_by_tapping(planning, x, y, tile)
    plan = planning.page.get_by_role("button", name=PLAN)
    touch(planning, plan)
    expect(plan).to_have_attribute("aria-pressed", "true")
    assert barriers(planning.page) == []
    playing.act(table.id, {"do": "play", "turn": {"trade": hand_of(playing)[:1]}})
    planning.until(
        lambda: any(placed[:2] == [x, y] for placed in tiles_on(planning)),
        "the plan was not played",
    )
    table.until_told()
    assert table.on_turn is playing


def hand_of(visitor: Visitor) -> list[str]:
    hand: list[str] = visitor.view["you"]["hands"][0]["hand"]
    return hand


@pytest.mark.long
@pytest.mark.parametrize(
    "device", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="laptop")]
)
def test_strangers_meet_at_an_open_table(visit: Visit, device: Device) -> None:
    ann, ben = visit(DESKTOP), visit(device)
    page = ann.page
    page.goto("/new")
    page.get_by_role("textbox", name="Your name").fill("Zoe")
    choice = page.get_by_role("switch", name="Everyone here may join")
    # This server is reached at a local address.
    expect(choice).to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/"))
    ben.page.goto("/")
    touch(ben, ben.page.get_by_role("link", name="Find players"))
    tables = ben.page.get_by_role("region", name="Open tables")
    link = tables.get_by_role("link", name=re.compile("Zoe")).first
    expect(link).to_be_visible()
    assert barriers(ben.page) == []
    assert not sticks_out(ben.page)
    assert not too_small(ben.page)
    touch(ben, link)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text(re.compile("Zoe invites you"))
    page.close()
