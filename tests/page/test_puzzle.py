"""The puzzle of a day, on a phone and on a desktop: by finger, mouse, keyboard and ear."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from qwirkle.analysis.puzzles.calendar import puzzle_of, read_day
from qwirkle.analysis.puzzles.grades import grade
from qwirkle.analysis.puzzles.puzzle import shipped_puzzles
from qwirkle.engine.cards.solver import arrange
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.placement.turns import Place, Take
from qwirkle.rules.tiles import Tile

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .listening import Listener
from .playing import cell_at, lay_by_dragging, lay_by_keys, lay_by_tapping, touch
from .visitors import DESKTOP, PHONE, Device, Visitor

DAY = "2026-03-14"
Lay = Callable[[Visitor, int, int, str], None]


@pytest.mark.parametrize(
    ("device", "lay"),
    [(PHONE, lay_by_tapping), (DESKTOP, lay_by_dragging), (DESKTOP, lay_by_keys)],
    ids=["phone", "mouse", "keyboard"],
)
def test_a_puzzle_is_answered_and_graded(visit: Visit, device: Device, lay: Lay) -> None:
    puzzle = puzzle_of(read_day(DAY))
    best = puzzle.best
    assert isinstance(best, Place)
    visitor = visit(device)
    page = visitor.page
    page.goto(f"/puzzle/{DAY}")
    expect(page.get_by_text("Find the turn that is worth most")).to_be_visible()
    assert barriers(page) == []
    assert sticks_out(page) == []
    assert too_small(page) == []
    for placed in best.tiles:
        lay(visitor, placed.x, placed.y, placed.tile.value)
    touch(visitor, page.get_by_role("button", name=re.compile("^Play")))
    expect(page.get_by_text("You lost nothing.", exact=True)).to_be_visible()
    expect(page.get_by_role("list", name="Possible turns")).to_be_visible()
    expect(page.locator("[data-speech]")).to_contain_text("Best: You lost nothing.")
    assert barriers(page) == []
    assert sticks_out(page) == []
    touch(visitor, page.get_by_role("button", name="Try again"))
    expect(page.get_by_text("Your first answer counts: You lost nothing.")).to_be_visible()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_puzzle_by_ear(visit: Visit, device: Device) -> None:
    best = puzzle_of(read_day(DAY)).best
    assert isinstance(best, Place)
    visitor = visit(device)
    listener = Listener(visitor)
    page = visitor.page
    page.goto(f"/puzzle/{DAY}")
    expect(page.get_by_text("Find the turn that is worth most")).to_be_visible()
    for placed in best.tiles:
        lay_by_keys(visitor, placed.x, placed.y, placed.tile.value)
        listener.hear(rf"{placed.tile.words}.* row {placed.y}")
    listener.press("p")
    listener.hear(r"^Best: You lost nothing\.")
    # The focus goes to the grade, so what is read next is why.
    expect(page.locator(".words")).to_be_focused()
    expect(page.locator(".words")).to_contain_text("You lost nothing.")
    assert barriers(page) == []


def test_the_start_page_leads_to_the_puzzle_of_the_day(visit: Visit) -> None:
    page = visit(PHONE).page
    page.goto("/")
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_role("heading", level=1, name="Puzzle of")).to_be_visible()
    page.get_by_role("link", name="Previous day").click()
    expect(page.get_by_role("link", name="Next day")).to_be_visible()


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_all_puzzles_lead_to_the_next_one_and_to_a_rush(visit: Visit, device: Device) -> None:
    visitor = visit(device)
    page = visitor.page
    page.goto("/puzzle/all")
    expect(page.get_by_text(re.compile("There are [0-9,]+ puzzles"))).to_be_visible()
    assert barriers(page) == []
    assert sticks_out(page) == []
    assert too_small(page) == []
    touch(visitor, page.get_by_role("link", name="Next puzzle"))
    expect(page.get_by_role("heading", level=1, name=re.compile("^Puzzle [0-9]+$"))).to_be_visible()
    expect(page.get_by_text("Find the turn that is worth most")).to_be_visible()
    assert barriers(page) == []
    page.goto("/puzzle/rush")
    touch(visitor, page.get_by_role("button", name="Start the rush"))
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^2:5\d$"))
    expect(page.get_by_role("toolbar", name="Your tiles")).to_be_visible()
    assert barriers(page) == []
    assert sticks_out(page) == []


def test_a_numbered_puzzle_is_answered_by_taking_a_tile(visit: Visit) -> None:
    puzzles = shipped_puzzles().puzzles
    number = next(number for number, puzzle in enumerate(puzzles) if "taking" in puzzle.themes)
    visitor = visit(DESKTOP)
    page = visitor.page
    page.goto(f"/puzzle/{number}")
    best = puzzles[number].best
    assert isinstance(best, Take)
    touch(visitor, page.get_by_role("button", name="Take a tile"))
    touch(visitor, cell_at(page, best.cell.x, best.cell.y))
    touch(visitor, page.get_by_role("button", name="Take this tile"))
    expect(page.get_by_text("You lost nothing.", exact=True)).to_be_visible()
    expect(page.get_by_text("It was about: taking a tile")).to_be_visible()


def of_cards() -> tuple[int, list[Tile]]:
    """A puzzle of the card game, and the cards of its best turn, which the page can arrange."""
    for number, puzzle in enumerate(shipped_puzzles().puzzles):
        seen, best = puzzle.view(), puzzle.best
        if (
            isinstance(seen, CardsView)
            and isinstance(best, Play)
            and "several-qwirkles" in puzzle.themes
        ):
            played = Counter(card for cards in best.after for card in cards)
            played.subtract(card for cards in seen.table for card in cards)
            cards = list((+played).elements())
            found = arrange(seen.table, cards)
            if found is not None and grade(puzzle, Play(found.after)).mark == "best":
                return number, cards
    raise AssertionError("no puzzle of the card game can be arranged")


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "mouse"])
def test_a_puzzle_of_the_card_game_is_answered(visit: Visit, device: Device) -> None:
    number, cards = of_cards()
    visitor = visit(device)
    page = visitor.page
    page.goto(f"/puzzle/{number}")
    expect(page.get_by_text("Find the turn that is worth most")).to_be_visible()
    expect(page.get_by_text(re.compile("Qwirkles: you"))).to_be_visible()
    assert barriers(page) == []
    assert sticks_out(page) == []
    assert too_small(page) == []
    hand = page.get_by_role("region", name=re.compile("^Your hand"))
    for place, card in enumerate(cards):
        before = cards[:place].count(card)
        touch(visitor, hand.get_by_role("button", name=card.words).nth(before))
    touch(visitor, page.get_by_role("button", name="Arrange"))
    touch(visitor, page.get_by_role("button", name=re.compile("^Play [0-9]")))
    expect(page.get_by_text("You lost nothing.", exact=True)).to_be_visible()
    # The answer is one row of the list, however its cards are arranged.
    rows = page.get_by_role("list", name="Possible turns").get_by_role("listitem")
    expect(rows.first).to_contain_text("Played")
    expect(page.get_by_role("region", name="The table")).to_be_visible()
    assert barriers(page) == []
    assert sticks_out(page) == []


def test_a_puzzle_of_the_card_game_by_ear(visit: Visit) -> None:
    number, cards = of_cards()
    visitor = visit(DESKTOP)
    listener = Listener(visitor)
    page = visitor.page
    page.goto(f"/puzzle/{number}")
    expect(page.get_by_text("Find the turn that is worth most")).to_be_visible()
    hand = shipped_puzzles().puzzles[number].view().hand
    left = list(enumerate(hand, 1))
    for card in cards:
        which = next(one for one in left if one[1] == card)
        left.remove(which)
        listener.press(str(which[0]))
        listener.hear(card.words)
    listener.press("a")
    listener.hear("Arranged")
    listener.press("p")
    listener.hear(r"^Best: You lost nothing\.")
    expect(page.locator(".words")).to_be_focused()
    assert barriers(page) == []


def test_the_answer_of_an_earlier_day_is_shown(visit: Visit) -> None:
    page = visit(PHONE).page
    page.goto(f"/puzzle/{DAY}")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_text("The best turn found:")).to_be_visible()
    assert barriers(page) == []
    assert sticks_out(page) == []
