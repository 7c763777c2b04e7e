"""Bots: each is given a view, never the state, and returns a turn. One registry names them all."""

from qwirkle.players.registry import bot, bot_names, level_of
from qwirkle.players.seat import Bot
from qwirkle.players.weights import versions

__all__ = ["Bot", "bot", "bot_names", "level_of", "versions"]
