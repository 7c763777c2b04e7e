"""Two browsers play whole games of every kind, with lost connections and reloads on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count, cycle

import pytest
from playwright.sync_api import expect

from server.served import Served

from . import playing_cards as cards
from .conftest import Visit
from .playing import (
    Way,
    by_dragging,
    by_keys,
    by_tapping,
    cell_at,
    confirm,
    finish,
    lay_by_tapping,
    on_advice,
    open_more,
)
from .playing_text import by_typing
from .seating import Table, seated
from .turns import good_turn
from .visitors import DESKTOP, NARROW, PHONE

LAID = re.compile("not played yet")
# One game of each family is played by default: the one in which most can happen.
TILES = (
    "combined",
    *(
        pytest.param(game, marks=pytest.mark.slow)
        for game in ("classic", "colour-blind", "schmidt", "mini", "select", "connect")
    ),
)
# An odd number, so that both people come to all of them.
WAYS = (by_tapping, on_advice, by_dragging, by_keys, on_advice)


def reload_in_the_middle(table: Table) -> None:
    """Tiles that are laid out, but not played, are still there; then they are played."""
    visitor = table.on_turn
    first, *others = good_turn(visitor.view)["place"]
    lay_by_tapping(visitor, *first)
    sockets = visitor.watch.sockets
    visitor.page.reload()
    visitor.until(lambda: visitor.watch.sockets > sockets, "it did not come back")
    expect(cell_at(visitor.page, first[0], first[1])).to_have_attribute("aria-label", LAID)
    for x, y, tile in others:
        lay_by_tapping(visitor, x, y, tile)
    finish(visitor, {"place": []})


def kill_and_start(table: Table, server: Served) -> None:
    ann, ben = table.people
    with ann.watch.away(), ben.watch.away():
        server.kill()
        for person in table.people:
            expect(person.page.get_by_text("Reconnecting")).to_be_visible()
        server.start()
        for person in table.people:
            expect(person.page.get_by_text("Reconnecting")).to_be_hidden()


def disturb_cards(table: Table, server: Served) -> None:
    """Cards that are laid out, but not played, outlive a dead server and a reload."""
    visitor = table.on_turn
    cards.lay_by_arranging(visitor, good_turn(visitor.view))
    play = visitor.page.get_by_role("button", name=re.compile("^Play"))
    expect(play).to_be_enabled()
    kill_and_start(table, server)
    expect(play).to_be_enabled()
    sockets = visitor.watch.sockets
    visitor.page.reload()
    visitor.until(lambda: visitor.watch.sockets > sockets, "it did not come back")
    expect(play).to_be_enabled()
    confirm(visitor)


def kill_the_server_in_the_middle(table: Table, server: Served) -> None:
    """The page says so, keeps what was done, and goes on by itself."""
    visitor = table.on_turn
    first, *others = good_turn(visitor.view)["place"]
    lay_by_tapping(visitor, *first)
    kill_and_start(table, server)
    expect(cell_at(visitor.page, first[0], first[1])).to_have_attribute("aria-label", LAID)
    for x, y, tile in others:
        lay_by_tapping(visitor, x, y, tile)
    finish(visitor, {"place": []})


def play_to_the_end(table: Table, ways: Sequence[Way], **later: Callable[[Table], None]) -> None:
    """Turn by turn, each in the next way. ``from_4``: something else, once, as soon as tiles are
    placed in the fourth turn or later; what is dealt differs from run to run."""
    way = cycle(ways)
    for number in count(1):
        if not table.playing:
            break
        visitor = table.on_turn
        turn = good_turn(visitor.view)
        due = [name for name in later if int(name.removeprefix("from_")) <= number]
        if due and (turn.get("place") or turn.get("after")):
            later.pop(due[0])(table)
        else:
            next(way)(visitor, turn)
        table.until_told()
    assert not later
    the_end_is_shown(table)


@pytest.mark.long
@pytest.mark.parametrize("game", TILES)
def test_two_browsers_play_a_whole_game(visit: Visit, server: Served, game: str) -> None:
    table = seated(visit(DESKTOP), visit(PHONE), game=game)
    kill = partial(kill_the_server_in_the_middle, server=server)
    play_to_the_end(table, WAYS, from_4=reload_in_the_middle, from_7=kill)


@pytest.mark.long
def test_two_browsers_play_a_whole_game_of_cards(visit: Visit, server: Served) -> None:
    table = seated(visit(DESKTOP), visit(PHONE), game="cards")
    ways = (cards.by_tapping, cards.by_arranging, cards.by_keys, cards.on_advice)
    play_to_the_end(table, ways, from_4=partial(disturb_cards, server=server))


@pytest.mark.slow
def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    table = seated(visit(DESKTOP), visit(DESKTOP))
    play_to_the_end(table, [by_keys])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_whole_game_by_typing(visit: Visit, game: str) -> None:
    table = seated(visit(DESKTOP), visit(NARROW), game=game, how="?text")
    play_to_the_end(table, [by_typing])


def the_end_is_shown(table: Table) -> None:
    """Who has won, with how many points; and the dealing is dealt again, and was fair."""
    assert table.now["ended"]["how"] == "finished"
    winners = table.now["ended"]["winners"]
    for seat, person in enumerate(table.people):
        page = person.page
        expect(page.get_by_role("heading", level=1)).to_have_text(
            re.compile("You win|draw|tie", re.IGNORECASE) if seat in winners else re.compile("win")
        )
        for player in person.view["game"]["players"]:
            expect(page.locator("li", has_text=player["name"]).first).to_contain_text(
                str(player["score"])
            )
        open_more(person)
        expect(page.get_by_text("The deal was fair")).to_be_visible()
