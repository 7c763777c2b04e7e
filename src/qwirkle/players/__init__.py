"""Bots: each receives a view, never the state, and returns a turn. One registry names them all."""

from qwirkle.players.base import Bot
from qwirkle.players.registry import bot, bot_names, level_of, levels_of
from qwirkle.players.value.weights import versions

__all__ = ["Bot", "bot", "bot_names", "level_of", "levels_of", "versions"]
