"""The words that can be typed, the same as in the text mode of the page.

Every command has one name and some synonyms; tiles may be written as codes or as names, and small
words between them do not matter. Commands that only one of the two has are listed in docs/guide.md.
"""

from __future__ import annotations

import re

from qwirkle.rules.tiles import Colour, Shape, Tile

SYNONYMS: dict[str, tuple[str, ...]] = {
    "hand": ("h", "tiles", "cards"),
    "board": ("b", "table", "sets"),
    "score": ("scores", "points"),
    "legal": ("moves", "fits"),
    "hint": (),
    "follow": (),
    "undo": (),
    "redo": (),
    "clear": ("recall", "cancel", "reset"),
    "play": ("yes", "ok", "confirm"),
    "arrange": (),
    "last": (),
    "row": (),
    "column": ("col",),
    "look": ("cell",),
    "help": ("?", "commands"),
    "trade": ("swap",),
    "pass": (),
    "take": (),
    "draw3": ("draw",),
    "exchange": (),
    "takeback": ("back",),
    "rules": (),
    "unseen": ("bag", "deck"),
    "sort": (),
    "find": ("where",),
    "lines": ("open",),
    "players": ("who",),
    "again": ("repeat", "rematch"),
    "leave": ("quit", "exit", "q"),
}
"""The synonyms of every command, by its name."""

_COMMANDS = {
    word: command for command, synonyms in SYNONYMS.items() for word in (command, *synonyms)
}
_NAMES = re.compile(
    rf"\b(?:(?:the|an?)\s+)?({'|'.join(colour.value for colour in Colour)})"
    rf"\s+({'|'.join(shape.value for shape in Shape)})\b",
    re.IGNORECASE,
)
_SMALL_WORDS = re.compile(r"\b(?:place|put|lay|at|on|and)\b", re.IGNORECASE)
_WAYS = {"right": ">", "down": "v", "left": "<", "up": "^"}
_WAY = re.compile(rf"(?<=\d)\s*\b({'|'.join(_WAYS)})\b", re.IGNORECASE)


def command_of(word: str) -> str:
    """Return the name of the command that a word means; the word itself if it is none."""
    return _COMMANDS.get(word.lower(), word.lower())


def with_codes(text: str) -> str:
    """Return a text with the names of tiles as codes: “red circle” becomes “Ro”."""
    return _NAMES.sub(lambda found: _tile(found[1], found[2]).value, text)


def plain_turn(text: str) -> str:
    """Return a typed turn of a placement game in the notation: “put Ro at 3,4” is “Ro 3,4”."""
    first, _, rest = with_codes(text).strip().partition(" ")
    command = command_of(first)
    if command in {"trade", "take", "pass", "draw3"}:
        first = command
        rest = "" if command == "draw3" and rest.strip() == "3" else rest
    turn = _SMALL_WORDS.sub(" ", f"{first} {rest}")
    return " ".join(_WAY.sub(lambda found: _WAYS[found[1].lower()], turn).split())


def tiles_in(text: str) -> tuple[Tile, ...]:
    """Return the tiles that a text names, by code or by name."""
    codes = re.findall(r"\b[roygbp][oxdsbc]\b", with_codes(text), re.IGNORECASE | re.ASCII)
    return tuple(Tile(code[0].upper() + code[1].lower()) for code in codes)


def _tile(colour: str, shape: str) -> Tile:
    return Tile.of(Colour(colour.lower()), Shape(shape.lower()))
