"""A reviewed game: on a phone and on a desktop, by mouse, by keyboard and by ear."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .listening import Listener
from .playing import cell_at, lay_by_tapping, tile_in_hand, touch
from .scenes import looked
from .seating import Table, opened
from .turns import good_turn
from .visitors import DESKTOP, PHONE, Device, Visitor

MARKS = "Best|Fine|Inaccuracy|Mistake|Blunder|Forced"
PATIENCE = 60_000


def least_turn(visitor: Visitor, table: Table) -> dict[str, Any]:
    """One tile where it scores least: a planted blunder."""
    seen = looked(visitor, table)
    path = f"/api/tables/{table.id}/preview"
    free = visitor.ask(path, {"turn": {"place": []}})["cells"]
    turns = [{"place": [[*cell, tile]]} for tile in sorted(free) for cell in free[tile][:5]]
    found = [(visitor.ask(path, {"turn": turn}), turn) for turn in turns]
    legal = [(preview["points"], turn) for preview, turn in found if preview["legal"]]
    return min(legal, key=lambda pair: pair[0])[1] if legal else good_turn(seen)


def given_up(host: Visitor, guest: Visitor, game: str = "classic", turns: int = 8) -> Table:
    """A game of a few turns, in which the guest plays badly, until the host gives up."""
    table = opened(host, guest, game=game)
    for number in range(turns):
        seen = looked(host, table)
        mover = table.people[seen["now"]["turn"]]
        badly = mover is guest and number > 1 and game != "cards"
        turn = least_turn(mover, table) if badly else good_turn(looked(mover, table))
        mover.act(table.id, {"do": "play", "turn": turn})
    host.act(table.id, {"do": "resign"})
    return table


def wait_for_review(page: Page) -> None:
    expect(page.get_by_role("heading", name="Turn by turn")).to_be_visible(timeout=PATIENCE)


def review_of(visitor: Visitor, table: Table) -> dict[str, Any]:
    """The review beside the page."""
    state: dict[str, Any] = visitor.ask(f"/api/tables/{table.id}/review", {})
    found: dict[str, Any] = state["review"]
    return found


@pytest.mark.long
@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_reviewed_game_by_mouse_or_finger(visit: Visit, device: Device) -> None:
    ann, ben = visit(device), visit()
    table = given_up(ann, ben)
    ann.go_to_table(table.id)
    page = ann.page
    touch(ann, page.get_by_role("link", name="Review the game"))
    wait_for_review(page)
    review = review_of(ann, table)
    for name in ("Ann", "Ben"):
        expect(page.get_by_role("heading", level=3, name=name, exact=True)).to_be_visible()
    expect(page.get_by_text("Score without luck", exact=True)).to_have_count(2)
    touch(ann, page.get_by_text("How is this computed?"))
    expect(page.get_by_role("table", name="How it adds up")).to_be_visible()
    assert [*barriers(page), *sticks_out(page), *too_small(page)] == []
    # The worst turn: its better one in ghost tiles, with a word for its mark.
    at, worst = max(enumerate(review["turns"], 1), key=lambda pair: pair[1]["lost"])
    assert worst["lost"] > 0, "not even a planted blunder was found"
    moves = page.get_by_role("list", name="Moves")
    touch(ann, moves.get_by_role("button").nth(at))
    expect(page).to_have_url(re.compile(rf"#review={at}$"))
    expect(moves.get_by_role("button").nth(at)).to_contain_text(re.compile(MARKS))
    touch(ann, page.get_by_role("button", name="Show the better turn"))
    best = worst["best"]["turn"].get("place", [])
    expect(page.locator(".stage .ghost")).to_have_count(len(best))
    page.reload()
    wait_for_review(page)
    expect(page.get_by_role("slider")).to_have_value(str(at))
    # Trying the best turn: it loses nothing.
    touch(ann, page.get_by_role("link", name="Try it yourself"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"turn {at}")
    if len(best) == 1:
        lay_by_tapping(ann, *best[0])
    else:
        lay_all(ann, best)
    touch(ann, page.get_by_role("button", name=re.compile(r"^Play \+")))
    expect(page.locator(".verdict")).to_contain_text(
        re.compile("Nothing better|Almost as good|little better"), timeout=PATIENCE
    )
    assert [*barriers(page), *sticks_out(page)] == []
    touch(ann, page.get_by_role("link", name="Back to the review").first)
    wait_for_review(page)


@pytest.mark.long
def test_costly_turns_are_played_again_as_puzzles(visit: Visit) -> None:
    ann, ben = visit(), visit(PHONE)
    table, costly = with_costly_turns(ann, ben)
    ben.go_to_table(table.id, "#review")
    page = ben.page
    wait_for_review(page)
    touch(ben, page.get_by_role("button", name=f"Learn from this game: {len(costly)} turn"))
    expect(page.get_by_role("heading", level=1, name="Learn from this game")).to_be_visible()
    number, judged = costly[0]
    expect(
        page.get_by_text(re.compile(f"^Turn {number}: the turn that was played"))
    ).to_be_visible()
    assert [*barriers(page), *sticks_out(page)] == []
    lay_all(ben, judged["best"]["turn"]["place"])
    touch(ben, page.get_by_role("button", name=re.compile(r"^Play \+")))
    expect(page.locator(".verdict")).to_contain_text(re.compile(MARKS), timeout=PATIENCE)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    for _ in costly[1:]:
        touch(ben, page.get_by_role("button", name=re.compile("^(Next|Skip)$")))
    expect(page.get_by_text(f"{len(costly)} of {len(costly)}")).to_be_visible()
    touch(ben, page.get_by_role("button", name="Back to the review").last)
    wait_for_review(page)


def with_costly_turns(host: Visitor, guest: Visitor) -> tuple[Table, list[tuple[int, Any]]]:
    """A game in which the guest lost much by some turns that placed tiles, and which these are."""
    for _ in range(5):
        table = given_up(host, guest)
        guest.go_to_table(table.id, "#review")
        wait_for_review(guest.page)
        costly = [
            (number, judged)
            for number, judged in enumerate(review_of(guest, table)["turns"], 1)
            if table.people[judged["seat"]] is guest and judged["mark"] in ("costly", "blunder")
        ]
        if costly and "place" in costly[0][1]["best"]["turn"]:
            return table, costly
    raise AssertionError("five games with planted blunders, and no blunder was found")


def lay_all(visitor: Visitor, tiles: list[list[Any]]) -> None:
    """Lay tiles in an order in which each has a neighbour."""
    left = list(tiles)
    while left:
        for placed in left:
            x, y, tile = placed
            touch(visitor, tile_in_hand(visitor.page, tile))
            cell = cell_at(visitor.page, x, y)
            expect(cell).to_have_attribute("aria-label", re.compile("fits|empty"))
            if "fits" in (cell.get_attribute("aria-label") or ""):
                touch(visitor, cell)
                expect(cell).to_have_attribute("aria-label", re.compile("not played yet"))
                left.remove(placed)
                break
        else:
            raise AssertionError(f"none of {left} fits")


@pytest.mark.long
@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_by_keyboard_and_by_ear(visit: Visit, device: Device) -> None:
    ann, ben = visit(device), visit()
    table = given_up(ann, ben, turns=12)
    listener = Listener(ann)
    ann.go_to_table(table.id)
    page = ann.page
    page.get_by_role("link", name="Review the game").focus()
    listener.press("Enter")
    listener.hear("^Review, heading", "FOCUS")
    listener.hear(r"The review is being made\.")
    wait_for_review(page)
    listener.hear(r"The review is ready\.")
    # Through the turns: what was played, its mark, and what it lost.
    page.get_by_role("button", name="Go to the start").focus()
    listener.press("Home")
    listener.hear(r"^0 of \d+\. The game begins\.")
    at, tile = next(
        (number, turn["turn"]["place"][0][2])
        for number, turn in enumerate(review_of(ann, table)["turns"], 1)
        if len(turn["turn"].get("place", ())) == 1
    )
    for number in range(1, at + 1):
        listener.press("ArrowRight")
        listener.hear(rf"^{number} of \d+\. .* ({MARKS})\.")
    expect(page).to_have_url(re.compile(f"#review={at}$"))
    # Open hands are a switch, and another review.
    page.get_by_role("switch", name="As if all hands had been open").focus()
    listener.press("Space")
    listener.hear(r"The review is being made\.")
    listener.hear(r"The review is ready\.")
    expect(page).to_have_url(re.compile(f"#review={at}&open$"))
    # A past turn is played with the same keys as at the table.
    page.get_by_role("link", name="Try it yourself").focus()
    listener.press("Enter")
    listener.hear(f"Try it yourself: turn {at}, heading", "FOCUS")
    play_by_keys(listener, tile)
    listener.hear(rf"({MARKS}).*turn that was played")
    assert barriers(page) == []


def play_by_keys(listener: Listener, tile: str) -> None:
    """Play a tile alone, on the first cell where it fits."""
    page = listener.page
    listener.press(str(tile_in_hand(page, tile).get_attribute("aria-label"))[0])
    listener.hear(r"fits in \d+ place")
    while page.evaluate("() => document.activeElement?.getAttribute('role')") != "gridcell":
        listener.press("Tab")
    listener.press("PageDown")
    page.keyboard.press("Enter")
    listener.hear("row -?[0-9]+: ")
    listener.press("p")


def test_cards_are_reviewed_in_qwirkles(visit: Visit) -> None:
    ann, ben = visit(PHONE), visit()
    table = given_up(ann, ben, "cards", 4)
    ann.go_to_table(table.id, "#review=3")
    page = ann.page
    wait_for_review(page)
    expect(page.get_by_text(re.compile(r"^[+−]?[\d.]+ Qwirkles$")).first).to_be_visible()
    assert [*barriers(page), *sticks_out(page), *too_small(page)] == []
    candidates = page.get_by_role("list", name="Possible turns").get_by_role("button")
    if candidates.count() > 1:
        touch(ann, candidates.nth(1))
        expect(candidates.nth(1)).to_have_attribute("aria-pressed", "true")
    if page.get_by_role("link", name="Try it yourself").count():
        touch(ann, page.get_by_role("link", name="Try it yourself"))
        expect(page.get_by_role("region", name=re.compile("^Your hand"))).to_be_visible()


def test_a_game_that_goes_on_has_no_review(visit: Visit) -> None:
    ann, ben = visit(), visit()
    table = opened(ann, ben)
    ann.go_to_table(table.id, "#review")
    expect(ann.page.get_by_role("toolbar", name="Your tiles")).to_be_visible()
    assert not any("/review" in answer.url for answer in ann.watch.answers)
