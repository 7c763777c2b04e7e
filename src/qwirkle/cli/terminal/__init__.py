"""The game in the terminal: a session for each family of games, found by the edition."""

from typing import Any

from qwirkle.cli.terminal.cards import CardsSession
from qwirkle.cli.terminal.placement import PlacementSession
from qwirkle.cli.terminal.session import Session
from qwirkle.rules.family import Registry

SESSIONS = Registry[type[Session[Any]]](placement=PlacementSession, cards=CardsSession)
