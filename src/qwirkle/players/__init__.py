"""Bots: each is given a view, never the state, and returns a turn. One registry names them all."""

from qwirkle.players.registry import Bot, bot, bot_names

__all__ = ["Bot", "bot", "bot_names"]
