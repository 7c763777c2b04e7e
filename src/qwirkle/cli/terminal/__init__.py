"""The game in the terminal: a session for each family of games, found by the edition."""

from qwirkle.cli.terminal.cards import CardsSession
from qwirkle.cli.terminal.placement import PlacementSession
from qwirkle.cli.terminal.session import Session
from qwirkle.rules.family import Registry

SESSIONS = Registry[type[Session]](placement=PlacementSession, cards=CardsSession)
