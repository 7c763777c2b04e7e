"""Names and persons, and no false word: what the page says about people, drafts and refusals."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .conftest import Visit
from .playing import cell_at, named, tap_cell, tile_in_hand, touch
from .scenes import after_some_turns, looked, played
from .seating import Table, opened
from .turns import good_turn
from .visitors import DESKTOP, PHONE, Visitor

PRONOUNS = {"you", "du", "toi", "tu", "tú"}
STATUS = ".status p"
PLAY = re.compile(r"^Spielen\b.*gegen")
# Everything that was written or announced about the turn, however briefly.
NOTE_WORDS = """() => { window.saidWords = new Set();
  const note = () => document.querySelectorAll('.status, .note, [role=log], [role=alert]')
    .forEach((one) => window.saidWords.add(one.textContent.trim()));
  new MutationObserver(note).observe(document, {subtree: true, childList: true,
    characterData: true}); }"""
COVERED = """([above, below]) => {
  const [a, b] = [above, below].map((one) => one.getBoundingClientRect());
  const apart = a.right - 1 <= b.left || b.right - 1 <= a.left;
  return !apart && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}"""


def hand_of(visitor: Visitor, table: Table) -> list[str]:
    hand: list[str] = looked(visitor, table)["you"]["hands"][0]["hand"]
    return hand


def preview(visitor: Visitor, table: Table, turn: dict[str, Any]) -> dict[str, Any]:
    seat = looked(visitor, table)["you"]["seats"][0]
    found: dict[str, Any] = visitor.ask(
        f"/api/tables/{table.id}/preview", {"turn": turn, "seat": seat}
    )
    return found


def covers(page: Page, above: Locator, below: Locator) -> bool:
    return bool(page.evaluate(COVERED, [above.element_handle(), below.element_handle()]))


@pytest.mark.long
def test_the_own_seat_is_you_on_the_page_and_a_guest_everywhere_else(visit: Visit) -> None:
    ann, ben = visit(PHONE, locale="de-DE"), visit(DESKTOP)
    ann.page.goto("/")
    touch(ann, ann.page.get_by_role("button", name=PLAY))
    ann.until(lambda: ann.view.get("now", {}).get("phase") == "playing", "no game began")
    table = Table(str(ann.view["table"]), (ann,))
    names = {seat["name"].casefold() for seat in ann.view["now"]["seats"]}
    assert not names & PRONOUNS
    assert "guest" in names
    plates = ann.page.get_by_role("list", name="Wer spielt")
    expect(plates.get_by_role("listitem").first).to_contain_text("Du")
    ann.until(lambda: looked(ann, table)["now"]["turn"] == 0, "the bot does not play")
    ann.act(table.id, {"do": "play", "turn": good_turn(looked(ann, table))})
    ann.page.get_by_role("button", name="Züge").first.tap()
    moves = ann.page.get_by_role("dialog").get_by_role("list")
    expect(moves.last).to_contain_text(re.compile(r"Du (legst|tauschst)"))
    ann.page.keyboard.press("Escape")
    # Others read a name, in their own language.
    ben.go_to_table(table.id)
    expect(ben.page.get_by_role("list", name="Players")).to_contain_text("Guest")
    expect(ben.page.get_by_role("list", name="Moves").first).to_contain_text(
        re.compile(r"Guest (played|traded)")
    )
    ann.act(table.id, {"do": "resign"})
    expect(ben.page.get_by_text("Guest gave up.").first).to_be_visible()
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Snail wins")
    expect(ann.page.get_by_text("Du gibst auf.").first).to_be_visible()
    record = ben.context.request.get(f"/api/tables/{table.id}/record").text()
    assert re.search(r"Player-\d: Guest", record)
    # The name is asked for once, and used from then on.
    touch(ann, ann.page.get_by_role("button", name="Mehr", exact=True))
    ask = ann.page.get_by_role("form", name="Wie sollen die anderen dich nennen?")
    ask.get_by_role("textbox").fill("Änne")
    ask.get_by_role("radio", name="Koala").check(force=True)
    ask.get_by_role("button", name="Speichern").tap()
    expect(ann.page.get_by_text("Schön, dich kennenzulernen, Änne!")).to_be_visible()
    ann.page.goto("/")
    touch(ann, ann.page.get_by_role("button", name=PLAY))
    ann.until(lambda: ann.view.get("table") != table.id, "no second game")
    seat = next(seat for seat in ann.view["now"]["seats"] if seat["kind"] == "person")
    assert (seat["name"], seat["face"]) == ("Änne", "koala")


def test_an_old_page_cannot_call_anybody_you(visit: Visit) -> None:
    ann = visit()
    name = ann.open_table([{"kind": "person", "name": "You"}, {"kind": "person", "name": "Tú"}])
    ann.act(name, {"do": "start"})
    table = Table(name, (ann,))
    assert [seat["name"] for seat in looked(ann, table)["now"]["seats"]] == ["Guest", "Guest 2"]
    # Several people on one device are told by name.
    turn = looked(ann, table)["now"]["turn"]
    ann.act(name, {"do": "play", "turn": good_turn(looked(ann, table)), "seat": turn})
    ann.go_to_table(name)
    moves = ann.page.get_by_role("list", name="Moves").first
    expect(moves).to_contain_text(re.compile(r"Guest( 2)? (played|traded)"))
    expect(moves).not_to_contain_text("You ")


def test_nothing_is_said_about_a_draft_before_the_server_has_answered(visit: Visit) -> None:
    host, guest = visit(DESKTOP), visit()
    # Some hands have nothing that can be placed.
    single = None
    while single is None:
        table = played(host, guest, "schmidt", after_some_turns)
        single = placeable(host, table)
    tile, (x, y) = single
    host.go_to_table(table.id)
    page = host.page
    page.wait_for_load_state("networkidle")
    # Its rule book has piles, not a bag.
    expect(page.get_by_role("button", name=re.compile(r"\d+ tiles in the piles"))).to_be_visible()
    touch(host, tile_in_hand(page, tile))
    expect(cell_at(page, x, y)).to_have_attribute("aria-label", re.compile("fits"))

    def late(route: Route) -> None:
        time.sleep(0.4)
        route.continue_()

    page.route("**/preview", late)
    page.evaluate(NOTE_WORDS)
    tap_cell(host, x, y)
    expect(page.get_by_role("button", name=re.compile(r"^Play \+\d"))).to_be_enabled()
    said = page.evaluate("() => [...saidWords]")
    assert not [words for words in said if "at least one tile" in words], said


def test_the_first_turn_shows_which_tiles_begin(visit: Visit) -> None:
    host, guest = visit(PHONE), visit()
    while True:
        table = opened(host, guest)
        seen = looked(host, table)
        count = seen["game"]["opening_tiles"]
        if seen["now"]["turn"] != 0 or not 2 <= count <= 4:
            continue
        hand = hand_of(host, table)
        beginning = set(preview(host, table, {"place": []})["cells"])
        if set(hand) - beginning:  # not every tile is in one of several largest sets
            break
    host.go_to_table(table.id)
    page = host.page
    expect(page.locator(".tile.opener")).to_have_count(count)
    expect(page.locator(STATUS)).to_have_text(
        re.compile(rf"^Start with your ({count} .*|largest set: {count} tiles, .*)\. Choose a tile")
    )
    other = next(tile for tile in hand if tile not in beginning)
    touch(host, tile_in_hand(page, other))
    expect(page.locator(STATUS)).to_have_text(f"Not in your largest set: {named(other)}.")
    expect(page.locator(".glow")).to_have_count(0)
    touch(host, tile_in_hand(page, min(beginning)))
    expect(page.locator(".glow")).not_to_have_count(0)
    touch(host, cell_at(page, 0, 0))
    more = count - 1
    expect(page.locator(STATUS)).to_have_text(f"{more} more tile{'s' if more > 1 else ''}")


def test_a_refusal_names_tile_and_line_and_covers_neither(visit: Visit) -> None:
    host, guest = visit(PHONE), visit()
    while True:
        table = played(host, guest, "classic", after_some_turns)
        found = preview(host, table, {"place": []})["cells"]
        useless = [tile for tile in hand_of(host, table) if tile not in found]
        wrong = mixed(host, table)
        if found and useless and wrong is not None:
            break
    host.go_to_table(table.id)
    page = host.page
    # A tile that fits nowhere, and a cell that is full.
    touch(host, tile_in_hand(page, useless[0]))
    expect(page.locator(STATUS)).to_contain_text(
        f"Fits nowhere at the moment: {named(useless[0])}."
    )
    x, y, there = looked(host, table)["game"]["board"][0]
    tap_cell(host, x, y)
    note = page.locator(".note")
    expect(note).to_have_text(f"There’s already a tile here: {named(there)}.")
    page.keyboard.press("Escape")
    # A tile that does not match its line.
    (x, y, tile), refusal = wrong
    touch(host, tile_in_hand(page, tile))
    tap_cell(host, x, y)
    line = refusal["params"]["axis"]
    expect(note).to_contain_text(
        f"Tiles in this {line} must all be one colour or all be one shape."
    )
    expect(note).to_contain_text(named(refusal["params"]["tiles"].split()[0]))
    for at in refusal["cells"]:
        assert not covers(page, note, cell_at(page, *at)), f"the note covers {at}"
    page.keyboard.press("Escape")
    # The points of a line are beside it.
    turn = good_turn(looked(host, table))
    for x, y, tile in turn["place"]:
        touch(host, tile_in_hand(page, tile))
        expect(cell_at(page, x, y)).to_have_attribute("aria-label", re.compile("fits"))
        tap_cell(host, x, y)
    expect(page.get_by_role("button", name=re.compile(r"^Play \+"))).to_be_enabled()
    lines = preview(host, table, turn)["lines"]
    badges = page.locator(".badge rect")
    expect(badges).to_have_count(len(lines))
    cells = {tuple(cell) for line in lines for cell in line["cells"]}
    for badge in badges.all():
        for x, y in cells:
            assert not covers(page, badge, cell_at(page, x, y)), "points lie on a tile"


def placeable(visitor: Visitor, table: Table) -> tuple[str, tuple[int, int]] | None:
    """A tile of the hand and a cell where it makes a turn by itself."""
    for tile, where in preview(visitor, table, {"place": []})["cells"].items():
        if preview(visitor, table, {"place": [[*where[0], tile]]})["legal"]:
            return tile, tuple(where[0])
    return None


def mixed(visitor: Visitor, table: Table) -> tuple[tuple[int, int, str], dict[str, Any]] | None:
    """A tile and a cell beside a tile, where nothing but its line is wrong."""
    seen = looked(visitor, table)
    full = {(x, y) for x, y, _ in seen["game"]["board"]}
    for x, y in sorted(full):
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            for tile in hand_of(visitor, table):
                if cell in full:
                    continue
                refused = preview(visitor, table, {"place": [[*cell, tile]]})
                reasons = [objection["reason"] for objection in refused["objections"]]
                if reasons[:1] == ["line-mixed"] and not refused["cells"]:
                    return (*cell, tile), refused["objections"][0]
    return None


@pytest.mark.long
def test_bonus_points_are_seen_where_they_arise(visit: Visit) -> None:
    host, guest = visit(DESKTOP), visit()
    while (bonus := on_a_bonus(host, table := played(host, guest, "combined", any_time))) is None:
        pass
    host.go_to_table(table.id)
    page = host.page
    assert page.locator(".centre").count() == 0, "there is no rule about the centre here"
    x, y, tile = bonus
    touch(host, tile_in_hand(page, tile))
    expect(cell_at(page, x, y)).to_have_attribute("aria-label", re.compile("fits"))
    tap_cell(host, x, y)
    play = page.get_by_role("button", name=re.compile(r"^Play \+"))
    expect(play).to_be_enabled()
    shown = [int(text) for text in page.locator(".badge text").all_text_contents()]
    bonuses = [int(text) for text in page.locator("g.bonus text").all_text_contents()]
    assert len(bonuses) == 1
    assert play.inner_text().strip() == f"Play +{sum(shown) + sum(bonuses)}"


def any_time(seen: dict[str, Any]) -> bool:
    return bool(seen["game"]["seq"] >= 4)


def on_a_bonus(visitor: Visitor, table: Table) -> tuple[int, int, str] | None:
    """A single tile that may be played on a square with bonus points."""
    for tile, cells in preview(visitor, table, {"place": []})["cells"].items():
        for x, y in cells:
            found = preview(visitor, table, {"place": [[x, y, tile]]})
            if found["legal"] and found["bonus"]:
                return x, y, tile
    return None


def test_a_lesson_names_the_tile_that_was_placed(visit: Visit) -> None:
    ann = visit(PHONE)
    ann.page.goto("/learn/classic")
    touch(ann, tile_in_hand(ann.page, "Yc"))
    touch(ann, cell_at(ann.page, 2, 0))
    note = ann.page.locator(".note")
    expect(note).to_contain_text("yellow clover")
    expect(note).not_to_contain_text("green starburst")


@pytest.mark.long
def test_cards_and_accounts_have_their_own_words(visit: Visit) -> None:
    ann, ben = visit(DESKTOP), visit()
    table = played(ann, ben, "cards", lambda seen: "after" in good_turn(seen))
    ann.go_to_table(table.id, "?text")
    line = ann.page.get_by_role("textbox", name="Your turn, or a command")
    line.fill("exchange")
    line.press("Enter")
    log = ann.page.get_by_role("log", name="Game log")
    expect(log).to_contain_text("You can play a card, so you can’t draw a new hand.")
    expect(log).not_to_contain_text("so you can’t pass")
    cem = visit(PHONE)
    cem.ask("/api/accounts", {"name": f"Cem {time.time_ns() % 10**9}", "password": "secret words"})
    cem.page.goto("/healthz")
    cem.page.evaluate("() => localStorage.setItem('qwirkle.signed-in', '1')")
    cem.page.goto("/account")
    cem.page.get_by_role("button", name="Delete account").tap()
    dialog = cem.page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Delete my account")).to_be_visible()
    dialog.get_by_role("button", name="Cancel").tap()
    expect(dialog).not_to_be_visible()
