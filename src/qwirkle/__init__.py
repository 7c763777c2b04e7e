"""The Qwirkle family of games: rules that explain themselves, a fast core, bots and records."""

__version__ = "0.1.0"
