"""The told game: what everybody did is seen in its place, at a pace that can be followed."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from server.served import Refusal

from .conftest import Visit
from .playing import cell_at, open_more, tap_cell, tile_in_hand, touch
from .scenes import after_some_turns, looked, played
from .seating import Table, opened
from .turns import good_turn
from .visitors import DESKTOP, PHONE, Device

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
SMALL = Device(
    viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True, device_scale_factor=2
)
# Notes what is shown for a moment only, and in which order.
NOTE = """() => { window.noted = {told: [], flights: 0, hidden: 0, cheers: [], most: 0};
  const note = () => {
    const told = document.querySelector(".story")?.textContent.trim();
    if (told && noted.told.at(-1) !== told) noted.told.push(told);
    const flights = document.querySelectorAll(".flight").length;
    noted.flights = Math.max(noted.flights, flights);
    noted.hidden = Math.max(noted.hidden, document.querySelectorAll("g.awaited").length);
    noted.most = Math.max(noted.most, document.querySelectorAll(".mark").length);
    const cheer = document.querySelector(".cheer")?.textContent.trim();
    if (cheer) noted.cheers.push(cheer);
  };
  new MutationObserver(note).observe(document, {subtree: true, childList: true, characterData: true,
    attributes: true}); }"""
# Notes which of these have been shown: the end of a game lasts for moments.
NOTE_END = """() => { window.ending = new Set();
  const parts = [".play .board", ".confetti", ".avatar.winner", ".finale .turned"];
  const note = () => {
    if (!document.querySelector(".finale")) return;
    for (const part of parts) if (document.querySelector(part)) ending.add(part);
  };
  new MutationObserver(note).observe(document, {subtree: true, childList: true, attributes: true});
}"""
COUNT_FRAMES = """() => { window.frames_asked = 0;
  const ask = requestAnimationFrame;
  requestAnimationFrame = (then) => { frames_asked++; return ask(then); }; }"""
# What part of the table is shown: how far it is moved, and how large it is.
SIGHT = """() => { const table = document.querySelector(".board > svg");
  return table.style.transform + table.querySelector("g").getAttribute("transform"); }"""
AT_REST = "() => document.getAnimations().every((one) => one.playState === 'finished')"
STATUS = ".status p"
# The bag is empty, and the one tile of the hand completes a Qwirkle.
LAST_TURN = (
    "classic -10,-17:6Bb/6BdYdPd/8Pc/7BsPs/8Px/5RoYoBoPoOoGo/7BbPbObGb/Bx6Bc1Od/PxYxOx2PdRdBdGd"
    "/OxBxYxRxGxPx2GsGc/5PcOcBcGcYcRc5Ys/2ObYbRbPb4Rs4YcYb/2GbRb1Po2YsYo6YxGx/4OsPsYsBsGs1Gb1Oo"
    "3YdGd/4Oc2BcBsBdBbBxBo1OoPoYoGoBo/8OsOdObOx1RcOcPcYc/8PsPdPb1GxRx/8RsRdRbRcRxRo/6Rs2YdYb2R"
    "dOd/6GsGoGcGd Ro 0 206-224 1"
)


def step(table: Table) -> dict[str, Any]:
    """The next turn, played beside the pages; what was played."""
    host = table.people[0]
    visitor = table.people[looked(host, table)["now"]["turn"]]
    turn = good_turn(looked(visitor, table))
    visitor.act(table.id, {"do": "play", "turn": turn})
    return turn


def until_turn_of(table: Table, seat: int) -> None:
    """Play on until it is somebody's turn, with something to put on the table."""
    person = table.people[seat]
    while (seen := looked(person, table))["now"]["turn"] != seat or not (
        {"place", "after"} & good_turn(seen).keys()
    ):
        step(table)


def noted(page: Page) -> dict[str, Any]:
    """What was shown since the page was told to note it."""
    found: dict[str, Any] = page.evaluate("() => noted")
    return found


@pytest.mark.long
def test_a_round_of_four_is_told_in_place_on_a_phone(visit: Visit) -> None:
    # Tips take the place of the last turn, until they have been read.
    ann = visit(PHONE, settings={"tips": False}, **MOVING)
    table = opened(ann, visit(), visit(), visit())
    until_turn_of(table, 0)
    step(table)
    ann.go_to_table(table.id)
    page = ann.page
    page.wait_for_load_state("networkidle")
    page.evaluate(NOTE)
    turns = [step(table) for _ in range(3)]
    # The own turn is there at once, however far the story is.
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    names = ("Ben", "Cem", "Dora")
    expect(page.locator(STATUS)).to_contain_text(re.compile("Dora .* Your turn$"))
    shown = noted(page)["told"]
    assert len(shown) == len(names), shown
    assert all(name in sentence for name, sentence in zip(names, shown, strict=True)), shown
    assert noted(page)["flights"] > 0
    assert noted(page)["hidden"] > 0, "tiles are there before they have landed"
    # Afterwards: all marks since the own last turn, older ones fainter, and everybody's points.
    cells = [len(turn.get("place", ())) for turn in turns]
    expect(page.locator(".mark")).to_have_count(sum(cells))
    expect(page.locator(".mark.age-0")).to_have_count(cells[2])
    scoring = [number for number, count in enumerate(cells) if count > 0]
    for number in scoring:
        plate = page.get_by_role("list", name="Players").get_by_role("listitem").nth(number + 1)
        expect(plate.locator(".gained")).to_be_visible()
    page.wait_for_function(AT_REST)
    # A plate tells and shows its player's last move again.
    expect(page.locator(STATUS)).to_have_text("Your turn")
    page.get_by_role("button", name="Show Ben’s last move").tap()
    expect(page.locator(STATUS)).to_contain_text(shown[0])
    expect(page.locator(".flash")).to_have_count(cells[0])


def test_what_is_no_placement_is_told_as_well(visit: Visit) -> None:
    ann, ben = visit(SMALL, **MOVING), visit()
    table = opened(ann, ben, visit())
    until_turn_of(table, 0)
    step(table)
    until_turn_of(table, 1)
    ann.go_to_table(table.id)
    page = ann.page
    page.wait_for_load_state("networkidle")
    page.evaluate(NOTE)
    touch(ann, page.get_by_role("button", name="Got it"))  # a remark on a first turn
    hand = looked(ben, table)["you"]["hands"][0]["hand"]
    ben.act(table.id, {"do": "play", "turn": {"trade": hand[:2]}})
    expect(page.locator(STATUS)).to_contain_text("Ben traded 2 tiles.")
    assert noted(page)["flights"] >= 1, "no tile went into the bag"
    ben.act(table.id, {"do": "resign"})
    expect(page.locator(STATUS)).to_contain_text("Ben gave up.")
    touch(ann, page.get_by_role("button", name="Moves"))
    moves = page.get_by_role("dialog").get_by_role("list", name="Moves")
    expect(moves).to_contain_text("Ben gave up.")
    expect(moves).to_contain_text("Ben traded 2 tiles.")
    assert moves.locator("svg").count() > 0, "the moves show no tiles"


@pytest.mark.long
def test_a_touch_shows_everything_and_reduced_motion_waits_for_nothing(visit: Visit) -> None:
    ann, ben, cem = visit(DESKTOP, **MOVING), visit(PHONE), visit()
    table = opened(ann, ben, cem)
    until_turn_of(table, 2)
    ann.go_to_table(table.id)
    ben.go_to_table(table.id)
    for person in (ann, ben):
        person.page.wait_for_load_state("networkidle")
        person.page.evaluate(NOTE)
    for _ in range(3):
        step(table)
    seen = looked(ann, table)
    ann.until(lambda: ann.watch.seq == seen["now"]["seq"], "the news did not arrive")
    tiles = len(seen["game"]["board"])
    names = re.compile(r"^(red|orange|yellow|green|blue|purple) ")
    ann.page.keyboard.press("Shift")
    expect(ann.page.get_by_role("gridcell", name=names)).to_have_count(tiles, timeout=1500)
    expect(ann.page.locator(".flight")).to_have_count(0)
    ben.until(lambda: ben.watch.seq == seen["now"]["seq"], "the news did not arrive")
    expect(ben.page.get_by_role("gridcell", name=names)).to_have_count(tiles)
    assert noted(ben.page)["flights"] == noted(ben.page)["hidden"] == 0


def test_a_time_out_says_whose_time_was_up_and_what_was_done(visit: Visit) -> None:
    ann, ben = visit(PHONE), visit(SMALL)
    table = opened(ann, ben, clock={"per": "turn", "ms": 5000})
    first = looked(ann, table)["now"]["turn"]
    for visitor in table.people:
        visitor.go_to_table(table.id)
    late, other = table.people[first], table.people[1 - first]
    expect(late.page.get_by_role("timer").first).to_be_visible()
    expect(late.page.locator(".little")).to_have_count(0)
    expect(late.page.locator(".little").first).to_be_visible()
    expect(late.page.locator(STATUS)).to_contain_text("Your time was up")
    name = ("Ann", "Ben")[first]
    expect(other.page.locator(STATUS)).to_contain_text(f"{name}’s time was up")
    # It stays to be read when the next player has played.
    with suppress(Refusal):  # on a busy machine the clock may be faster once more
        other.act(table.id, {"do": "play", "turn": good_turn(looked(other, table))})
    expect(late.page.locator(STATUS)).to_contain_text(("Ann", "Ben")[1 - first])
    expect(late.page.locator(STATUS)).to_contain_text("Your time was up")
    touch(late, late.page.get_by_role("button", name="Moves"))
    expect(late.page.get_by_role("list", name="Moves").last).to_contain_text("time was up")


@pytest.mark.long
def test_special_tiles_are_explained_and_labelled(visit: Visit) -> None:
    ann, ben = visit(PHONE), visit()
    while not any("special-shown" in frame for frame in ann.watch.frames):
        table = opened(ann, ben, game="mini")
        ann.go_to_table(table.id)
        head = ann.page.get_by_role("list", name="Players")
        before = head.bounding_box()
        _until_a_special_tile_is_drawn(table)
    note = ann.page.locator(".special").first
    expect(note).to_contain_text("special tile")
    expect(note).to_contain_text("below your tiles")
    expect(note.locator("svg")).to_be_visible()
    expect(head.locator(".chip svg").first).to_be_visible()
    expect(head).to_contain_text(re.compile("can (draw three|take a tile)"))
    assert head.bounding_box() == before, "the table was pushed down"


def _until_a_special_tile_is_drawn(table: Table) -> None:
    """Or until the end: then nobody drew one."""
    ann = table.people[0]
    while looked(ann, table)["now"]["phase"] == "playing":
        step(table)
        seq = looked(ann, table)["now"]["seq"]
        ann.until(lambda seq=seq: ann.watch.seq >= seq, "the turn was not told")  # type: ignore[misc]
        if "special-shown" in "".join(ann.watch.frames[-3:]):
            return


@pytest.mark.long
def test_a_spectator_knows_it_and_squeezes_nobody(visit: Visit) -> None:
    ann, ben, eve = visit(PHONE), visit(DESKTOP), visit(PHONE)
    table = opened(ann, ben)
    for visitor in table.people:
        visitor.go_to_table(table.id)
    plates = [visitor.page.get_by_role("list", name="Players") for visitor in table.people]
    before = [plate.bounding_box() for plate in plates]
    eve.go_to_table(table.id)
    expect(eve.page.get_by_text("You are watching")).to_be_visible()
    for visitor, plate, box in zip(table.people, plates, before, strict=True):
        expect(visitor.page.locator(".watching")).to_contain_text("1 spectator")
        expect(visitor.page.locator(".watching")).to_be_visible()
        assert plate.bounding_box() == box


def test_the_end_is_seen_at_the_table_and_only_once(visit: Visit) -> None:
    # Slowly, so that the hands arrive in time on a busy machine too.
    slow: dict[str, Any] = {"settings": {"pace": "slow"}, **MOVING}
    ann, ben = visit(PHONE, **slow), visit(PHONE, **slow)
    table = played(ann, ben, "classic", _nearly_over)
    while looked(ann, table)["now"]["phase"] != "playing":
        table = played(ann, ben, "classic", _nearly_over)
    for visitor in (ann, ben):
        visitor.go_to_table(table.id)
        visitor.page.wait_for_load_state("networkidle")
        visitor.page.evaluate(NOTE_END)
    while looked(ann, table)["now"]["phase"] == "playing":
        step(table)
    scores = [player["score"] for player in looked(ann, table)["game"]["players"]]
    winner = table.people[scores.index(max(scores))]
    page = winner.page
    winner.until(lambda: winner.view["now"]["phase"] == "ended", "the page has missed the end")
    # The server has ended it; the table is still there, and celebrated.
    expect(
        page.get_by_role("heading", level=1, name=re.compile("win", re.IGNORECASE))
    ).to_be_visible()
    expect(page.locator(".play")).to_have_count(0)
    assert set(page.evaluate("[...ending]")) == {
        *(".play .board", ".confetti", ".avatar.winner", ".finale .turned")
    }
    page.reload()
    expect(
        page.get_by_role("heading", level=1, name=re.compile("win", re.IGNORECASE))
    ).to_be_visible()
    assert page.locator(".play, .confetti").count() == 0


def _nearly_over(seen: dict[str, Any]) -> bool:
    game = seen["game"]
    return bool(game["bag"] == 0 and max(player["tiles"] for player in game["players"]) <= 4)


def test_the_table_stays_where_it_is(visit: Visit) -> None:
    ann, ben = visit(PHONE), visit()
    table = played(ann, ben, "classic", after_some_turns)
    ann.go_to_table(table.id)
    page = ann.page
    board = page.get_by_role("region", name="The table")
    before = board.bounding_box()
    touch(ann, page.get_by_role("button", name="Hint"))
    back = page.get_by_role(
        "button", name=re.compile("^(Recall|Cancel)$")
    )  # a hint may be to trade
    expect(back).to_be_visible()
    assert board.bounding_box() == before, "a hint moves the table"
    touch(ann, back)
    # A tile far away widens what is shown; taken back, the table is as it was before.
    shown = page.evaluate(SIGHT)
    touch(ann, tile_in_hand(page, ann.view["you"]["hands"][0]["hand"][0]))
    assert before is not None
    bottom = before["y"] + before["height"] - 12  # in the last row, with none in sight below it
    page.touchscreen.tap(before["x"] + before["width"] / 2, bottom)
    expect(page.get_by_role("gridcell", name=re.compile("not played yet"))).to_have_count(1)
    page.wait_for_function(f"(shown) => ({SIGHT})() !== shown", arg=shown)
    touch(ann, page.get_by_role("button", name="Recall"))
    page.wait_for_function(f"(shown) => ({SIGHT})() === shown", arg=shown)


@pytest.mark.long
def test_the_first_turns_of_a_replay_are_large(visit: Visit) -> None:
    ann, ben = visit(PHONE), visit()
    table = played(ann, ben, "classic")
    ann.go_to_table(table.id)
    open_more(ann)
    stage = ann.page.locator(".stepper .stage")
    last = stage.locator("g[transform]").first.get_attribute("transform") or ""
    touch(ann, ann.page.get_by_role("button", name="Go to the start"))
    touch(ann, ann.page.get_by_role("button", name="Next turn"))
    first = stage.locator("g[transform]").first.get_attribute("transform") or ""
    assert _scale(first) > _scale(last)


def _scale(transform: str) -> float:
    return float(transform.partition("scale(")[2].rstrip(")"))


def test_own_tiles_stay_where_they_were_laid(visit: Visit) -> None:
    ann, ben = visit(DESKTOP, **MOVING), visit()
    table = opened(ann, ben)
    until_turn_of(table, 0)
    ann.go_to_table(table.id)
    page = ann.page
    for x, y, tile in good_turn(ann.view)["place"]:
        touch(ann, tile_in_hand(page, tile))
        expect(cell_at(page, x, y)).to_have_attribute("aria-label", re.compile("fits"))
        tap_cell(ann, x, y)
    page.evaluate(NOTE)
    touch(ann, page.get_by_role("button", name=re.compile("^Play")))
    expect(page.locator(".mark")).not_to_have_count(0)
    assert noted(page)["hidden"] == 0, "own tiles vanish when they are played"


@pytest.mark.long
def test_nothing_moves_while_nothing_happens(visit: Visit) -> None:
    ann, ben = visit(PHONE, **MOVING), visit()
    mine = played(ann, ben, "classic", after_some_turns)
    cards = played(ann, ben, "cards", after_some_turns)
    ended = played(ann, ben, "classic")
    waiting = opened(ann, ben, start=False)
    page = ann.page
    tables = (f"/t/{table.id}" for table in (mine, cards, ended, waiting))
    for path in ("/", "/rules/classic", "/settings", *tables):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.wait_for_function(AT_REST)
        page.evaluate(COUNT_FRAMES)
        page.wait_for_timeout(1000)
        assert page.evaluate("() => frames_asked") == 0, path
        assert page.evaluate(AT_REST), path


@pytest.mark.long
def test_a_qwirkle_in_the_last_turn_is_celebrated(visit: Visit) -> None:
    ann = visit(DESKTOP, **MOVING)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:1"}]
    table = ann.open_table(seats, position=LAST_TURN)
    ann.act(table, {"do": "start"})
    ann.go_to_table(table)
    ann.page.evaluate(NOTE)
    touch(ann, tile_in_hand(ann.page, "Ro"))
    touch(ann, cell_at(ann.page, 9, -3))
    touch(ann, ann.page.get_by_role("button", name="Play +12"))
    heading = ann.page.get_by_role("heading", level=1, name=re.compile("win", re.IGNORECASE))
    expect(heading).to_be_visible()
    assert any("Qwirkle" in words for words in noted(ann.page)["cheers"]), "nobody cheered"
