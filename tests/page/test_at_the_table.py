"""What must hold at a table besides playing whole games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .playing import (
    by_tapping,
    cell_at,
    finish,
    lay_by_tapping,
    middle_of,
    tile_in_hand,
    touch,
)
from .scenes import after_some_turns, looked, played
from .seating import Table, opened, seated
from .turns import good_turn
from .visitors import DESKTOP, PHONE, Visitor

AT_START = {"handed-out": "at-start"}
BELOW = 45
"""A tile floats so far above the finger that drags it."""
LAID = re.compile("not played yet")


def started(visit: Visit, game: str = "classic") -> tuple[Table, Visitor, Visitor]:
    """A table after one turn; the player to move comes first."""
    table = seated(visit(DESKTOP), visit(PHONE), game=game)
    table.turn_beside_the_page()
    table.until_told()
    on_turn = table.on_turn
    [other] = (visitor for visitor in table.people if visitor is not on_turn)
    return table, on_turn, other


@pytest.mark.slow
def test_tiles_laid_out_survive_the_turn_of_another(visit: Visit) -> None:
    table, visitor, waiting = started(visit)
    wanted = {(x, y) for x, y, _ in good_turn(visitor.view).get("place", ())}
    corner = next(cell for cell in ((-1, -1), (-1, 1), (0, -1), (0, 1)) if cell not in wanted)
    touch(waiting, tile_in_hand(waiting.page, waiting.view["you"]["hands"][0]["hand"][0]))
    touch(waiting, cell_at(waiting.page, *corner))  # legal or not: it is only a thought
    expect(cell_at(waiting.page, *corner)).to_have_attribute("aria-label", LAID)
    table.turn_beside_the_page()
    table.until_told()
    expect(cell_at(waiting.page, *corner)).to_have_attribute("aria-label", LAID)


@pytest.mark.long
@pytest.mark.parametrize("game", ["classic", "mini", "select"])
def test_a_legal_turn_is_laid_and_counted_without_a_question(visit: Visit, game: str) -> None:
    """The view says what its seat may do, so no network stands between a tile and its points."""
    _, visitor, _ = started(visit, game)
    expect(visitor.page.get_by_role("button", name="Trade", exact=True)).to_be_visible()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    turn = good_turn(visitor.view)
    for x, y, tile in turn["place"]:
        lay_by_tapping(visitor, x, y, tile)
    expect(visitor.page.get_by_role("button", name=re.compile(r"^Play \+"))).to_be_enabled()
    assert [url for url in asked if "/preview" in url] == []
    finish(visitor, turn)
    assert len([url for url in asked if "/preview" in url]) <= 1, "what could be planned now"
    # Turns go over the socket; everything else that a turn of a person costs is in this list.
    assert len([url for url in asked if "/api/" in url]) <= 2, asked


@pytest.mark.slow
def test_an_illegal_spot_says_why_and_cannot_be_played(visit: Visit) -> None:
    _, visitor, _ = started(visit)
    tile = visitor.view["you"]["hands"][0]["hand"][0]
    touch(visitor, tile_in_hand(visitor.page, tile))
    right = max(x for x, _, _ in visitor.view["game"]["board"])
    far = cell_at(visitor.page, right + 1, 1)
    touch(visitor, far)
    expect(far).to_have_attribute("aria-label", LAID)
    expect(visitor.page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    expect(visitor.page.get_by_text(re.compile("touch", re.IGNORECASE)).first).to_be_visible()
    touch(visitor, visitor.page.get_by_role("button", name="Recall"))
    expect(far).not_to_have_attribute("aria-label", LAID)
    by_tapping(visitor, good_turn(visitor.view))


@pytest.mark.slow
def test_three_tiles_are_drawn(visit: Visit) -> None:
    host, guest = visit(DESKTOP), visit(PHONE)
    table = played(host, guest, "mini", after_some_turns, options=AT_START)
    host.go_to_table(table.id)
    seq = host.watch.seq
    touch(host, host.page.get_by_role("button", name="Draw three"))
    touch(host, host.page.get_by_role("dialog").get_by_role("button", name="Draw three"))
    host.until(lambda: host.watch.seq > seq, "the drawing was not told")
    hand = host.page.get_by_role("toolbar", name="Your tiles").get_by_role("button")
    expect(hand).to_have_count(9)
    by_tapping(host, good_turn(host.view))


def test_signs_of_action_tiles_make_no_header_taller(visit: Visit) -> None:
    """They come in the middle of a game, and the board must not jump."""
    heights = []
    for game, options in (("mini", {}), ("mini", AT_START)):
        host = visit(PHONE)
        host.go_to_table(opened(host, visit(), game=game, options=options).id)
        players = host.page.get_by_role("list", name="Players")
        expect(players.locator(".chip")).to_have_count(4 if options else 0)
        box = players.bounding_box()
        assert box is not None
        heights.append(box["height"])
    assert heights[0] == pytest.approx(heights[1], abs=0.9), "less than a pixel"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), [("mini", AT_START), ("select", {})])
def test_a_tile_is_taken_from_the_table(visit: Visit, game: str, options: dict[str, Any]) -> None:
    host, guest = visit(DESKTOP), visit(PHONE)
    for _ in range(5):
        table = played(host, guest, game, _can_take, options=options)
        if looked(host, table)["now"]["phase"] == "playing":
            break
    host.go_to_table(table.id)
    before = len(host.view["game"]["board"])
    touch(host, host.page.get_by_role("button", name="Take a tile"))
    free = host.page.get_by_role("gridcell", name=re.compile("can be taken")).first
    where = free.get_attribute("data-cell") or ""
    touch(host, free)
    hand = host.page.get_by_role("toolbar", name="Your tiles").get_by_role("button")
    expect(hand).to_have_count(len(host.view["you"]["hands"][0]["hand"]) + 1)
    x, _, y = where.partition(",")
    turn = good_turn(host.view, take=(int(x), int(y)))
    by_tapping(host, turn)
    assert len(host.view["game"]["board"]) == before - 1 + len(turn.get("place", ()))


def _can_take(seen: dict[str, Any]) -> bool:
    you = seen["game"]["players"][0]
    able = you.get("tokens") or "take" in you.get("actions", ())
    return bool(able) and after_some_turns(seen)


def test_a_finger_drags_a_tile(visit: Visit) -> None:
    table = seated(visit(PHONE), visit(PHONE))
    visitor = table.on_turn
    [x, y, tile] = good_turn(visitor.view)["place"][0]
    cell = cell_at(visitor.page, x, y)
    start, end = middle_of(tile_in_hand(visitor.page, tile)), middle_of(cell)
    finger = visitor.context.new_cdp_session(visitor.page)
    at: list[tuple[float, float]] = [
        (
            start[0] + (end[0] - start[0]) * part / 10,
            start[1] + (end[1] + 45 - start[1]) * part / 10,
        )
        for part in range(11)
    ]
    for number, (left, top) in enumerate(at):
        kind = "touchStart" if number == 0 else "touchMove"
        points = [{"x": left, "y": top}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(cell).to_have_attribute("aria-label", LAID)


@pytest.mark.slow
def test_the_order_of_the_hand_is_kept(visit: Visit) -> None:
    _, visitor, _ = started(visit)
    hand = visitor.page.get_by_role("toolbar", name="Your tiles").get_by_role("button")
    visitor.page.keyboard.press("s")
    order = [button.get_attribute("aria-label") for button in hand.all()]
    hand.first.focus()
    visitor.page.keyboard.press("Shift+ArrowRight")
    names = [(label or "").partition(": ")[2] for label in order]
    names[0], names[1] = names[1], names[0]
    expect(hand.first).to_have_attribute("aria-label", f"1: {names[0]}")
    visitor.page.reload()
    for number, name in enumerate(names, 1):
        expect(hand.nth(number - 1)).to_have_attribute("aria-label", f"{number}: {name}")


@pytest.mark.slow
def test_the_title_and_the_log_say_whose_turn_it_is(visit: Visit) -> None:
    _, visitor, waiting = started(visit)
    expect(visitor.page).to_have_title(re.compile("your turn", re.IGNORECASE))
    expect(waiting.page).not_to_have_title(re.compile("your turn", re.IGNORECASE))
    by_tapping(visitor, good_turn(visitor.view))
    expect(waiting.page.get_by_role("log")).to_contain_text("Your turn.")
    expect(waiting.page).to_have_title(re.compile("your turn", re.IGNORECASE))


def test_who_gives_up_can_play_again(visit: Visit) -> None:
    table, visitor, other = started(visit)
    touch(visitor, visitor.page.get_by_role("button", name="Menu"))
    touch(visitor, visitor.page.get_by_role("button", name="Give up"))
    touch(visitor, visitor.page.get_by_role("dialog").get_by_role("button", name="Give up"))
    expect(other.page.get_by_role("heading", level=1)).to_have_text("You win!")
    touch(visitor, visitor.page.get_by_role("button", name="Play again"))
    touch(other, other.page.get_by_role("link", name="Join the rematch"))
    visitor.until(
        lambda: visitor.view["table"] != table.id and other.view["table"] == visitor.view["table"]
    )


@pytest.mark.long
def test_reactions_open_beside_their_button(visit: Visit) -> None:
    for game in ("classic", "cards"):  # below the table, and above it
        _, *people = started(visit, game)
        for visitor in people:
            button = visitor.page.get_by_role("button", name="Say something")
            touch(visitor, button)
            choice = visitor.page.locator(".reactions")
            expect(choice).to_be_in_viewport(ratio=1)
            opener, opened = button.bounding_box(), choice.bounding_box()
            assert opener is not None
            assert opened is not None
            above = opener["y"] - opened["y"] - opened["height"]
            below = opened["y"] - opener["y"] - opener["height"]
            assert 0 <= max(above, below) <= 20
            assert opened["x"] <= opener["x"] + opener["width"]
            assert opened["x"] + opened["width"] >= opener["x"]


@pytest.mark.slow
def test_a_gesture_is_seen_by_the_other(visit: Visit) -> None:
    _, visitor, other = started(visit)
    touch(visitor, visitor.page.get_by_role("button", name="Say something"))
    touch(visitor, visitor.page.get_by_role("button", name="Well played!"))
    heard = other.page.get_by_role("status").filter(has_text="Well played!")
    expect(heard).to_be_visible()


@pytest.mark.slow
def test_somebody_who_watches_sees_the_table_and_no_hand(visit: Visit) -> None:
    table, visitor, _ = started(visit)
    eve = visit(DESKTOP)
    eve.go_to_table(table.id)
    expect(eve.page.get_by_role("toolbar", name="Your tiles")).to_have_count(0)
    by_tapping(visitor, good_turn(visitor.view))
    expect(eve.page.locator("body")).to_contain_text(re.compile("played .* for \\d+ point"))


def test_seats_are_carried_to_another_device(visit: Visit) -> None:
    _, visitor, _ = started(visit)
    touch(visitor, visitor.page.get_by_role("button", name="Menu"))
    touch(visitor, visitor.page.get_by_role("button", name="Play on another device"))
    link = visitor.page.get_by_role("textbox", name="The link to your seat").input_value()
    second = visit(DESKTOP)
    second.page.goto(link)
    expect(second.page.get_by_role("toolbar", name="Your tiles")).to_be_visible()
    assert "recover" not in second.page.url
    by_tapping(second, good_turn(second.view))
