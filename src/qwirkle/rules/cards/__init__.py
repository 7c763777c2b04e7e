"""The card game: sets, the referee, turns, events, state and view.

Everything is pure: randomness comes from the dealer. ``qwirkle.rules.placement`` exports the
same names for the games with tiles.
"""

from qwirkle.rules.cards.decide import begin, decide
from qwirkle.rules.cards.determinization import determinize, set_up_events, state_behind
from qwirkle.rules.cards.events import AnyEvent, Event
from qwirkle.rules.cards.evolve import evolve
from qwirkle.rules.cards.faults import position_faults
from qwirkle.rules.cards.state import Result, State
from qwirkle.rules.cards.turns import Turn, is_turn
from qwirkle.rules.cards.view import View, view
from qwirkle.rules.editions.cards import HOUSE_MOST, Edition, checked_edition

__all__ = [
    "HOUSE_MOST",
    "AnyEvent",
    "Edition",
    "Event",
    "Result",
    "State",
    "Turn",
    "View",
    "begin",
    "checked_edition",
    "decide",
    "determinize",
    "evolve",
    "is_turn",
    "position_faults",
    "set_up_events",
    "state_behind",
    "view",
]
