"""Players of the card game, as pure functions from a view to a turn.

``greedy_turn`` makes the most Qwirkles, then plays the most cards. ``thinking_turn`` weighs its
Qwirkles against what the table it leaves offers the next player, and what it keeps for itself; with
the deck empty and two players it finds the best answer of the other hand. Neither draws lots;
``random_turn`` does nothing else.
"""

from __future__ import annotations

from qwirkle.engine.cards.solver import LINES, Laying, best_turn, lay, plays, thoughtful_turn
from qwirkle.errors import BotError
from qwirkle.players.levels.noticing import noticed
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.sets import sets_in
from qwirkle.rules.turns import Pass

# Enough for some forty deals in a two-player game.
NUMBERS = 720


def greedy_turn(view: CardsView) -> CardTurn:
    """The most Qwirkles, and with them the most cards."""
    _check(view)
    if view.opening_cards:
        return _opening(view)
    return _turn(view, best_turn(view.table, view.hand))


def random_turn(view: CardsView, chance: Chance) -> CardTurn:
    """Any choice of cards that can be played, each as likely, laid with few switches."""
    _check(view)
    if view.opening_cards:
        return _opening(view)
    choices = plays(view.table, view.hand)
    return _turn(view, lay(view.table, chance.choice(choices)) if choices else None)


def thinking_turn(view: CardsView, chance: Chance | None = None) -> CardTurn:
    """The turn of the highest value: Qwirkles, less danger, plus hope.

    With chance, a round is played out from the best turns on sampled deals before it chooses.
    """
    seat = _check(view)
    if view.opening_cards:
        return _opening(view)
    others = [
        view.players[(seat + step) % len(view.players)].cards
        for step in range(1, len(view.players))
    ]
    laying = thoughtful_turn(
        view.table,
        view.hand,
        view.unseen(),
        hands=others,
        deck=view.deck,
        turns_left=view.turns_left,
        numbers=[] if chance is None else [chance.below(1 << 32) for _ in range(NUMBERS)],
    )
    return _turn(view, laying)


def overlooking_turn(
    view: CardsView, chance: Chance, overlooks: float, foresight: float
) -> CardTurn:
    """The Qwirkles of those lines that it noticed, with any cards that make them.

    As often as foresight says, and when nothing distracts it, it thinks instead.
    """
    _check(view)
    if view.opening_cards:
        return _opening(view)
    if chance.part() < foresight * (1 - overlooks):
        return thinking_turn(view)
    made = [0] * LINES
    choices = plays(view.table, view.hand)
    for line in noticed(range(LINES), overlooks, chance) if choices else ():
        made[line] += 1
        if more := plays(view.table, view.hand, made):
            choices = more
        else:
            made[line] -= 1
    return _turn(view, lay(view.table, chance.choice(choices), made) if choices else None)


def _check(view: CardsView) -> int:
    if view.seat is None or view.turn != view.seat:
        raise BotError("a bot is asked only when it is its turn")
    return view.seat


def _opening(view: CardsView) -> CardTurn:
    """A16: where the starter must lay his largest set, there is little to choose."""
    return Play((sets_in(view.hand)[0],))


def _turn(view: CardsView, laying: Laying | None) -> CardTurn:
    if laying is not None:
        return Play(laying.after)
    # A15
    return Exchange() if view.deck else Pass()
