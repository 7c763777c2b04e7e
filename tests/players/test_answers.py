"""What bots answer: a turn or a listed move is played, anything else is reported in a sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest

from qwirkle import Game
from qwirkle.engine.legal import placements
from qwirkle.errors import BotError, ConformanceError
from qwirkle.lab.match import MatchPlan, play_match
from qwirkle.players import Bot, bot
from qwirkle.players.answers import as_turn, ask
from qwirkle.rules.cards.turns import Exchange
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Cell
from qwirkle.rules.family import edition
from qwirkle.rules.placement.turns import Place, Take, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass
from qwirkle.testing.bots import check_bot


class Answering(Bot):
    """Gives the same answer to everything."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def play_tiles(self, _: View) -> Any:
        return self.answer

    def play_cards(self, _: CardsView) -> Any:
        return self.answer


class Listing(Bot):
    """Plays the first listed move as it is."""

    def play_tiles(self, view: View) -> Any:
        move = min(placements(view.board, view.hand, view.demands()), default=None)
        return bot("greedy").choose(view) if move is None else move


class Crashing(Bot):
    def choose(self, view: Any) -> Any:
        if view.turn == view.seat:
            return 1 // 0
        return super().choose(view)


class Unprintable:
    def __repr__(self) -> str:
        return "two\nlines\x1b[31m"


NONSENSE: list[tuple[Any, str]] = [
    (None, "None"),
    (42, "42"),
    ({"pass": True}, "{'pass': True}"),
    ("Ro", "'Ro'"),
    ("x" * 1000, "'xxx"),
    (Unprintable(), "two lines"),
    (Exchange(), "Exchange()"),
    (Place(42), "Place(tiles=42"),  # type: ignore[arg-type]
    (Trade((object(),)), "Trade(tiles="),  # type: ignore[arg-type]
    (Pass(take="here"), "Pass(take='here')"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("answer", "named"), NONSENSE)
def test_a_match_reports_a_bot_that_answers_nonsense(answer: Any, named: str) -> None:
    said = re.escape(f"the bot Answering: it returned {named}")
    with pytest.raises(BotError, match=said) as refused:
        play_match(MatchPlan((Answering(answer), "random"), edition("classic"), games=2))
    assert str(refused.value).endswith(", which is not a turn of classic")
    assert len(str(refused.value)) < 300
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(("answer", "named"), NONSENSE)
def test_the_conformance_kit_reports_a_bot_that_answers_nonsense(answer: Any, named: str) -> None:
    said = re.escape(f"classic, 2 players, turn 1: it returned {named}")
    with pytest.raises(ConformanceError, match=said):
        check_bot(lambda _: Answering(answer), games=["classic"])


@pytest.mark.parametrize("answer", [None, 42, Place(()), Take(Cell(0, 0))])
def test_a_turn_of_the_other_family_is_no_turn_of_the_card_game(answer: Any) -> None:
    with pytest.raises(BotError, match=r"the bot Answering: it returned .* not a turn of cards"):
        play_match(MatchPlan((Answering(answer), "random"), edition("cards"), games=2))
    with pytest.raises(ConformanceError, match="cards, 2 players, turn 1: it returned"):
        check_bot(lambda _: Answering(answer), games=["cards"])


def test_a_listed_move_may_be_played() -> None:
    assert check_bot(lambda _: Listing(), games=["classic", "connect"], players=[2]) > 50
    report = play_match(MatchPlan((Listing(), "random"), edition("classic"), games=2))
    assert report.games == 2
    view = Game.new("classic", 2, seed=1).view(0)
    assert isinstance(view, View)
    move = placements(view.board, view.hand)[0]
    assert as_turn(move, view) == Place(move.tiles)


def test_plain_values_in_a_turn_become_what_they_stand_for() -> None:
    view = Game.new("classic", 2, seed=1).view(0)
    plain: Any = Place([(0, 0, "Ro")])  # type: ignore[arg-type]
    assert as_turn(plain, view) == Place((next(iter(plain.tiles)),))
    turn = as_turn(plain, view)
    assert isinstance(turn, Place)
    assert turn.tiles[0].tile is Tile.Ro


def test_a_bot_that_raises_is_reported_with_the_line() -> None:
    said = r"the bot Crashing: it raised ZeroDivisionError: .* \(test_answers.py, line \d+\)"
    with pytest.raises(BotError, match=said):
        play_match(MatchPlan((Crashing(), "random"), edition("classic"), games=2))


def test_a_bot_may_say_itself_why_it_does_not_play() -> None:
    class Refusing(Bot):
        def play_tiles(self, _: View) -> Any:
            raise BotError("no")

    game = Game.new("classic", 2, seed=1)
    with pytest.raises(BotError, match=r"^no$"):
        ask(Refusing(), game.view(game.to_move))
