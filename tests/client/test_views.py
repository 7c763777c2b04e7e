"""What a client makes of a server's view is what the rules say a seat sees."""

from __future__ import annotations

import msgspec
import pytest

from qwirkle.client import Invitation, TableView, seat_view
from qwirkle.errors import ArgumentError
from qwirkle.players import bot
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.family import GAMES, view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide import decide, open_table
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import table_view, viewer_of
from qwirkle.tables.live.callers import Caller, SystemSecrets, new_secret

NOW = 1_800_000_000_000
HOUSE_RULE = 'id = "long-hands"\nname = "Long hands"\nbased_on = "classic"\nhand = 8\n'
TURNS = 12


def received(table: Table, who: Caller) -> TableView:
    """The table as it arrives at a client."""
    sent = msgspec.json.encode(table_view(table, viewer_of(table, who.key), NOW))
    return msgspec.json.decode(sent, type=TableView)


@pytest.mark.parametrize("game", [*GAMES, "long-hands"])
def test_a_seat_sees_what_the_rules_say(game: str) -> None:
    ann = Caller(new_secret())
    seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Ben"))
    rule = HOUSE_RULE if game == "long-hands" else None
    opening = c.OpenTable(seats, game, house_rule=rule)
    table = open_table(ann.actor(), opening, NOW, SystemSecrets()).state
    table = decide(table, ann.actor(), c.Start(), NOW, SystemSecrets()).state
    player = bot("greedy", 1)
    for _ in range(TURNS):
        state = game_of(table)
        assert state.turn is not None
        seen = received(table, ann)
        assert seat_view(seen) == view(state, state.turn)
        assert seat_view(seen, 1 - state.turn) == view(state, 1 - state.turn)
        turn = msgspec.json.decode(msgspec.json.encode(write_turn(player.choose(seat_view(seen)))))
        table = decide(table, ann.actor(), c.Play(turn), NOW, SystemSecrets()).state


def test_without_a_hand_there_is_no_view() -> None:
    ann = Caller(new_secret())
    seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Ben"))
    table = open_table(ann.actor(), c.OpenTable(seats), NOW, SystemSecrets()).state
    with pytest.raises(ArgumentError):
        seat_view(received(table, ann))
    table = decide(table, ann.actor(), c.Start(), NOW, SystemSecrets()).state
    with pytest.raises(ArgumentError):
        seat_view(received(table, Caller(new_secret())))


def test_a_link_says_where_to_go() -> None:
    assert Invitation.read("https://play.example/t/4PJh") == Invitation(
        "https://play.example", "4PJh"
    )
    assert Invitation.read(" http://[::1]:8000/club/t/4PJh#recover=abc ") == Invitation(
        "http://[::1]:8000/club", "4PJh", "abc"
    )
    for wrong in (
        "",
        "4PJh",
        "http://play.example/t/",
        "ftp://play.example/t/4PJh",
        "http://[/t/x",
    ):
        with pytest.raises(ArgumentError, match="looks like"):
            Invitation.read(wrong)
