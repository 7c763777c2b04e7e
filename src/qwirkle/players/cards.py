"""Turns of the card game, as functions of a view.

``greedy_turn`` makes the most Qwirkles, then plays the most cards. ``thinking_turn`` weighs its
Qwirkles against what the table it leaves offers the next player, and against what it keeps for
itself; with the deck empty and two players it finds the best reply of the other hand. Neither is
random; ``random_turn`` is nothing else.
"""

from __future__ import annotations

from qwirkle.engine.cards.solver import (
    Laying,
    ValuedChoice,
    best_turn,
    choice_values,
    lay,
    most_valuable_turn,
    plays,
)
from qwirkle.engine.cards.trials import TurnTrials
from qwirkle.players.base import seat_to_move
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.turns import Exchange, Play, Turn
from qwirkle.rules.cards.view import View
from qwirkle.rules.sets import sets_in
from qwirkle.rules.turns import Pass

# Enough for some forty deals in a two-player game.
NUMBERS = 720


def greedy_turn(view: View) -> Turn:
    """Return the turn with the most Qwirkles, and among those the most cards."""
    seat_to_move(view)
    if view.opening_cards:
        return opening_turn(view)
    return turn_for(best_turn(view.table, view.hand), view)


def random_turn(view: View, chance: Chance) -> Turn:
    """Return any choice of cards that can be played, all equally likely, laid with few switches."""
    seat_to_move(view)
    if view.opening_cards:
        return opening_turn(view)
    choices = plays(view.table, view.hand)
    return turn_for(lay(view.table, chance.choice(choices)) if choices else None, view)


def thinking_turn(view: View, chance: Chance | None = None) -> Turn:
    """Return the turn of the highest value: Qwirkles, less danger, plus hope.

    With ``chance``, a round is played out from the best turns on sampled deals before it chooses.
    """
    seat_to_move(view)
    if view.opening_cards:
        return opening_turn(view)
    laying = most_valuable_turn(
        view.table,
        view.hand,
        view.unseen(),
        hands=_other_hands(view),
        deck=view.deck,
        turns_left=view.turns_left,
        numbers=[] if chance is None else [chance.below(1 << 32) for _ in range(NUMBERS)],
    )
    return turn_for(laying, view)


def trials_of(view: View) -> TurnTrials:
    """Return the turns of the highest values, to be tried on deals."""
    return TurnTrials(
        view.table,
        view.hand,
        view.unseen(),
        hands=_other_hands(view),
        deck=view.deck,
        turns_left=view.turns_left,
    )


def valued_choices(view: View) -> list[ValuedChoice]:
    """Return every choice of cards that can be played, with its value, sorted by its cards."""
    return choice_values(
        view.table,
        view.hand,
        view.unseen(),
        hands=_other_hands(view),
        deck=view.deck,
        turns_left=view.turns_left,
    )


def _other_hands(view: View) -> list[int]:
    """Return how many cards the others hold, the next player first."""
    seat, players = seat_to_move(view), len(view.players)
    return [view.players[(seat + step) % players].cards for step in range(1, players)]


def opening_turn(view: View) -> Turn:
    """Return the turn with the largest set of the hand, where the starter must lay that (A16)."""
    return Play((sets_in(view.hand)[0],))


def turn_for(laying: Laying | None, view: View) -> Turn:
    """Return the turn that lays these cards; with none to lay, exchange or pass (A15)."""
    if laying is not None:
        return Play(laying.after)
    return Exchange() if view.deck else Pass()
