"""Sentences of the page in the reader's language, for the few that the server itself writes."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from qwirkle.rules.family import AnyEdition

LOCALE = Path(__file__).parents[2] / "locale"
LANGUAGES = ("en", "de", "es", "fr", "it")
GAME_NAMES = {
    "classic": "Classic",
    "colour-blind": "Classic, two shapes",
    "schmidt": "Classic, Schmidt edition",
    "mini": "Mini-expansions",
    "select": "Select",
    "connect": "Connect",
    "combined": "Select and Connect",
    "cards": "Cards",
}
"""The names of the games on the page; a house rule goes by the name it gives itself."""
_MESSAGE = re.compile(
    r'^msgid (?P<id>(?:"(?:[^"\\]|\\.)*"\n)+)msgstr (?P<text>(?:"(?:[^"\\]|\\.)*"\n?)+)',
    re.MULTILINE,
)
"""A message without plural forms: nothing else is needed here."""


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return the translations into a language by their English sentences; none for English."""
    try:
        text = (LOCALE / f"{language}.po").read_text("utf-8")
    except OSError:
        return {}
    found = {_join(match["id"]): _join(match["text"]) for match in _MESSAGE.finditer(text)}
    return {sentence: said for sentence, said in found.items() if sentence and said}


def translate(language: str, sentence: str, **params: str) -> str:
    """Return a sentence of the page in a language, with what is in braces filled in."""
    said = catalogue(language).get(sentence, sentence)
    return re.sub(r"\{(\w+)\}", lambda match: params.get(match[1], match[0]), said)


def game_title(language: str, edition: AnyEdition) -> str:
    """Return what the page calls a game, in a language."""
    known = GAME_NAMES.get(edition.id)
    return f"Qwirkle – {translate(language, known) if known else edition.name}"


def preferred_language(header: str) -> str:
    """Return the language that an ``Accept-Language`` header likes best of ours, else English."""
    wanted: list[tuple[float, int, str]] = []
    for position, item in enumerate(header.split(",")[:20]):
        name, _, quality = item.partition(";")
        language = name.strip()[:2].lower()
        if language in LANGUAGES:
            wanted.append((-_weight(quality), position, language))
    return min(wanted)[2] if wanted else "en"


def _weight(quality: str) -> float:
    try:
        return float(quality.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


def _join(lines: str) -> str:
    return "".join(ast.literal_eval(line) for line in lines.strip().split("\n"))
