"""The terminal game from the inside: drafts, live points, completion, a whole game."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from qwirkle import Game, bot
from qwirkle.cli.terminal.session import Session


class Talk:
    """A session and what it says."""

    def __init__(self, seed: str = "talk", game: str = "classic", seats: int = 2) -> None:
        self._out = io.StringIO()
        console = Console(file=self._out, width=120, color_system=None)
        names = ["You", *(f"greedy {n}" for n in range(1, seats))]
        bots = [bot("greedy", seat) for seat in range(1, seats)]
        table = Game.new(game, names, seed=seed)
        self.session = Session(table, bots, bot("greedy", 0), console)
        self.session.begin()

    def say(self, line: str) -> str:
        self._out.seek(0)
        self._out.truncate()
        self.session.handle(line)
        return self._out.getvalue()

    def hint(self) -> str:
        return self.say("hint").splitlines()[0].strip().split("   ")[0]


@pytest.mark.parametrize(
    ("game", "seats"), [("classic", 2), ("schmidt", 4), ("select", 3), ("mini", 2)]
)
def test_a_whole_game_can_be_played_by_following_hints(game: str, seats: int) -> None:
    talk = Talk(game=game, seats=seats)
    heard = ""
    for _ in range(200):
        if talk.session.over:
            break
        talk.say(talk.hint())
        heard = talk.say("")
    assert talk.session.over
    assert "The game is over" in heard
    assert " won." in heard or "share the win" in heard


def test_a_draft_shows_its_points_and_can_be_taken_back() -> None:
    talk = Talk()
    before = talk.session.game.state
    hint = talk.hint()
    assert "Enter to confirm" in talk.say(hint)
    assert talk.session.draft.turn is not None
    assert talk.session.game.state == before, "nothing is final before it is confirmed"
    talk.say("undo")
    assert talk.session.draft.turn is None
    assert "nothing to take back" in talk.say("undo")
    talk.say(hint)
    talk.say("")
    assert talk.session.game.state.turns_played > before.turns_played


def test_a_refused_line_keeps_the_draft() -> None:
    talk = Talk()
    talk.say(talk.hint())
    draft = talk.session.draft
    assert "cannot be read" in talk.say("what?")
    assert talk.session.draft == draft


def test_points_are_live_while_typing() -> None:
    talk = Talk(seed="5")  # the bot opens
    hint = talk.hint()
    assert talk.session.live(hint).startswith("+")
    tile = talk.session.game.hand[0]
    assert "must touch" in talk.session.live(f"{tile.value}@90,90")
    assert talk.session.live("Ro@") == ""
    assert talk.session.live("") != ""


def test_completion_offers_own_tiles_and_where_they_fit() -> None:
    talk = Talk(seed="5")  # the bot opens
    hand = {tile.value for tile in talk.session.game.hand}
    assert hand <= set(talk.session.complete(""))
    assert "hint" in set(talk.session.complete(""))
    move = next(m for m in talk.session.game.legal_placements if len(m.tiles) == 1)
    placed = move.tiles[0]
    offered = set(talk.session.complete(f"{placed.tile.value}@"))
    assert f"{placed.tile.value}@{placed.x},{placed.y}" in offered


def test_sorting_changes_the_order_and_nothing_else() -> None:
    talk = Talk()
    shown = {order: talk.say(f"sort {order}").splitlines()[-1] for order in ("colour", "shape")}
    assert sorted(shown["colour"].split()) == sorted(shown["shape"].split())
    assert "Sort by" in talk.say("sort size")
