"""Turns of the card game as text: the sets after the turn. docs/notation.md specifies it.

This module only reads and writes. The referee decides whether the sets are valid and where their
cards came from: the rules may still refuse a text that can be read.
"""

from __future__ import annotations

import re
from typing import NoReturn

from qwirkle.errors import NotationError
from qwirkle.notation.text.words import word_at
from qwirkle.rules.cards.turns import CardSet, Exchange, Play, write_sets
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass

HOW_TO_WRITE_CARDS = (
    "Write all sets as they are after the turn, such as Ro Rs Rb / Bo Bs Bx, or exchange, or pass."
)

_WORD = re.compile(
    r"""
      (?P<verb> (?: play | exchange | pass ) (?![a-z0-9]) )
    | (?P<card> [roygbp][oxdsbc] )
    | (?P<border> [/;\n()\[\]]+ )
    | (?P<space> [^\S\n]+ | , )
    """,
    # ASCII: without it "ſ" would be taken for "s" when case does not count.
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


def read_card_turn(text: str) -> CardTurn:
    """Return the turn that a text stands for; NotationError explains what to write instead."""
    verbs, sets = _words(text)
    if sets and verbs in ([], ["play"]):
        return Play(tuple(sets))
    match verbs:
        case ["exchange"] if not sets:
            return Exchange()
        case ["pass"] if not sets:
            return Pass()
        case ["exchange" | "pass" as verb]:
            raise NotationError(f"“{verb}” takes nothing else: leave out “{write_sets(sets)}”.")
        case [] | ["play"]:
            raise NotationError(f"There is no card here. {HOW_TO_WRITE_CARDS}")
    raise NotationError(f"“{' '.join(verbs)}” is more than one turn. {HOW_TO_WRITE_CARDS}")


def write_card_turn(turn: CardTurn) -> str:
    """Return the canonical text of a turn; ``read_card_turn`` reads the same turn back."""
    if isinstance(turn, Play) and not (turn.after and all(turn.after)):
        raise NotationError("A table without cards, or a set without, cannot be written.")
    return str(turn)


def _words(text: str) -> tuple[list[str], list[CardSet]]:
    """Return the verbs, which come first, and the cards set by set."""
    verbs: list[str] = []
    sets: list[list[Tile]] = [[]]
    place = 0
    while place < len(text):
        found = _WORD.match(text, place)
        if found is None:
            _cannot_read(text, place)
        place = found.end()
        if found["verb"]:
            if any(sets):
                raise NotationError(
                    f"“{found[0]}” is not expected after cards. {HOW_TO_WRITE_CARDS}"
                )
            verbs.append(found[0].lower())
        elif found["card"]:
            sets[-1].append(Tile(found[0][0].upper() + found[0][1].lower()))
        elif found["border"]:
            sets.append([])
    return verbs, [tuple(cards) for cards in sets if cards]


def _cannot_read(text: str, place: int) -> NoReturn:
    start, end = word_at(text, place)
    word = text[start:end]
    if "@" in text[start : end + 1] or word.isdecimal():
        raise NotationError(
            f"“{word}” is not expected here: cards have no place, only a set. {HOW_TO_WRITE_CARDS}"
        )
    if word.isalpha() and len(word) <= 2:
        Tile(word)  # raises an error that explains how codes are made
    raise NotationError(f"“{word}” cannot be read. {HOW_TO_WRITE_CARDS}")
