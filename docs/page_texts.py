"""The page's texts about its games, from its own modules (page_texts.mjs)."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from pathlib import Path

import msgspec

from qwirkle.locale import catalogue
from qwirkle.rules.family import GAMES, edition
from qwirkle.site.packages import found_node

PROGRAM = Path(__file__).with_suffix(".mjs")


class Part(msgspec.Struct):
    """A part of the rules of a game."""

    title: str
    words: list[str]


class Game(msgspec.Struct):
    """A game in words."""

    name: str
    about: str
    parts: list[Part]
    glossary: list[tuple[str, str]]
    differences: list[tuple[str, str]]


class Option(msgspec.Struct):
    """A choice that a rule book leaves to the players."""

    name: str
    about: str
    choices: list[str]


class PageTexts(msgspec.Struct):
    """English sentences of the page."""

    games: dict[str, Game]
    options: dict[str, Option]


class UnknownSentence(Exception):
    """An error: the page does not say that, or not in that language."""


@cache
def page_texts() -> PageTexts:
    """Return what the page says, in English."""
    choices = {
        name: option.choices for game in GAMES for name, option in edition(game).options.items()
    }
    done = subprocess.run(
        [*found_node().node, str(PROGRAM), json.dumps(choices)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=PageTexts)


def say(language: str, sentence: str) -> str:
    """Return a sentence of the page in a language; raise UnknownSentence if it has none."""
    english = (catalogue("de").forms.keys(), catalogue(language).forms)
    if ("", sentence) not in english[0]:
        raise UnknownSentence(f"the page does not say “{sentence}”")
    if language == "en":
        return sentence
    found = english[1].get(("", sentence))
    if found is None:
        raise UnknownSentence(f"“{sentence}” is not translated into {language}")
    return found[0]


def filled_in(language: str, text: str) -> str:
    """Replace every {English sentence of the page} by what the page says in a language."""
    return re.sub(r"\{([^{}]+)\}", lambda found: say(language, found[1]), text)
