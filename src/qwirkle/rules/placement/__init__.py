"""The games in which tiles are placed on a table: classic, Schmidt, Select, Connect and the rest.

Everything is pure: randomness comes from the dealer. ``qwirkle.rules.cards`` exports the same
names for the card game.
"""

from qwirkle.rules.editions.placement import HOUSE_MOST, Edition, checked_edition
from qwirkle.rules.placement.decide import begin, decide
from qwirkle.rules.placement.determinization import determinize, set_up_events, state_behind
from qwirkle.rules.placement.events import AnyEvent, Event
from qwirkle.rules.placement.evolve import evolve
from qwirkle.rules.placement.faults import position_faults
from qwirkle.rules.placement.state import Result, State
from qwirkle.rules.placement.turns import Turn, is_turn
from qwirkle.rules.placement.view import View, view

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
