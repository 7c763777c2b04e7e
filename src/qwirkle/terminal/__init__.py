"""The game in the terminal: a session for each family of games, found by the edition."""

from typing import Any

from qwirkle.rules.family import Registry
from qwirkle.terminal.cards import CardsSession
from qwirkle.terminal.placement import PlacementSession
from qwirkle.terminal.session import Session

SESSIONS = Registry[type[Session[Any]]](placement=PlacementSession, cards=CardsSession)
