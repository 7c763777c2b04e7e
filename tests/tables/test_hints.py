"""Hints: a code and its parameters beside the sentence, for every kind of turn."""

from __future__ import annotations

from typing import get_args

import pytest

from qwirkle import Game, bot
from qwirkle.analysis.reasons import reasons_for_hint
from qwirkle.engine.legal import placements
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import GAMES, AnyTurn, AnyView
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass
from qwirkle.tables.live.hints import HINT_PARAMS, HintCode, hint_of


def seen_in(game: str, turns: int = 6) -> AnyView:
    played = Game.new(game, players=["Ann", "Ben"], seed=5)
    greedy = bot("greedy", 1)
    for _ in range(turns):
        assert played.to_move is not None
        played.play(greedy.choose(played.view(played.to_move)))
    assert played.to_move is not None
    return played.view(played.to_move)


def turns_for(seen: AnyView) -> list[AnyTurn]:
    if isinstance(seen, CardsView):
        return [bot("greedy", 1).choose(seen), Exchange(), Pass()]
    moves = list(placements(seen.board, seen.hand, seen.demands()))
    least = min(moves, key=lambda move: move.points)
    most = max(moves, key=lambda move: move.points)
    trade = Trade(seen.hand[:2])
    cell = next(iter(seen.board))
    return [Place(least.tiles), Place(most.tiles), trade, Take(cell), DrawThree(), Pass()]


@pytest.mark.parametrize("game", GAMES)
def test_every_hint_has_what_its_code_promises(game: str) -> None:
    seen = seen_in(game)
    for turn in turns_for(seen):
        hint = hint_of(seen, turn)
        assert set(hint.params) == set(HINT_PARAMS[hint.code])
        assert hint.reason
        assert hint.reasons == reasons_for_hint(seen, turn)
        assert all(reason.text in hint.reason for reason in hint.reasons)


def test_a_hint_that_scores_less_than_another_turn_says_why() -> None:
    """With the reasons that a review would give."""
    played = Game.new("classic", players=["Ann", "Ben"], seed=5)
    value = bot("value", 1)
    explained = safe = 0
    while played.to_move is not None:
        seen = played.view(played.to_move)
        turn = value.choose(seen)
        hint = hint_of(seen, turn)
        if hint.code == "place-safe":
            safe += 1
            explained += bool(hint.reasons)
        played.play(turn)
    assert safe
    assert explained > safe / 2


def test_every_code_occurs() -> None:
    assert set(HINT_PARAMS) == set(get_args(HintCode))
    found = {
        hint_of(seen, turn).code
        for game in GAMES
        for seen in [seen_in(game)]
        for turn in turns_for(seen)
    }
    assert found == set(HINT_PARAMS)


def test_the_parameters_are_those_of_the_referee() -> None:
    seen = seen_in("classic")
    assert isinstance(seen, View)
    best = max(placements(seen.board, seen.hand, seen.demands()), key=lambda move: move.points)
    hint = hint_of(seen, Place(best.tiles))
    assert hint.code == "place-most"
    assert hint.params["points"] == hint.points == best.points
    cards = seen_in("cards")
    play = bot("greedy", 1).choose(cards)
    assert isinstance(play, Play)
    assert str(hint_of(cards, play).params["tiles"]).split()
