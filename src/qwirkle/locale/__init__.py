"""The languages of the page and of notices, and their catalogues: one ``.po`` file for each.

``Language`` is the one list of languages. The page's menu, its plural forms, the settings of the
server and the requests that accept a language all follow from it: see docs/translating.md. The
English sentences are written where they are used, those of refused turns in ``rules/refusals``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from qwirkle.rules.refusals.sentences import Counted, Param, TileNames, names_in
from qwirkle.rules.tiles import Tile

Language = Literal["en", "de", "es", "fr", "it", "nl", "pl", "pt"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
FOLDER = Path(__file__).parent
PLACEHOLDER = re.compile(r"\{(?P<name>\w+)(?::(?P<form>\w+))?\}")
"""A parameter in a sentence, with the form of its words if that is not the plain one."""
AND = "{names} and {last}"
"""The end of a list, in the page's wording."""
_WORDS = re.compile(
    r"^(?P<key>msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?) "
    r'(?P<text>(?:"(?:[^"\\]|\\.)*"(?:\n|\Z))+)',
    re.MULTILINE,
)
_PLURAL = re.compile(r"^Plural-Forms:.*\bplural=(?P<rule>[^;\n]+)", re.MULTILINE)


class Catalogue(NamedTuple):
    """The translations into a language."""

    forms: Mapping[tuple[str, str], tuple[str, ...]]
    """By context, usually empty, and English sentence: the translation in all its forms."""
    form_for: Callable[[int], int]
    """A function that returns the number of the plural form for a count."""


@cache
def catalogue(language: str) -> Catalogue:
    """Return the translations into a language; none for English."""
    try:
        return read_catalogue((FOLDER / f"{language}.po").read_text("utf-8"))
    except OSError:
        return Catalogue({}, lambda _: 0)


def read_catalogue(text: str) -> Catalogue:
    """Read the text of a ``.po`` file, leaving out sentences without a translation."""
    forms: dict[tuple[str, str], tuple[str, ...]] = {}
    for entry in text.split("\n\n"):
        words = {found["key"]: _join(found["text"]) for found in _WORDS.finditer(entry)}
        said = tuple(text for key, text in words.items() if key.startswith("msgstr"))
        if said and all(said):
            forms[words.get("msgctxt", ""), words["msgid"]] = said
    (header,) = forms.pop(("", ""), ("",))
    rule = _PLURAL.search(header)
    return Catalogue(forms, c2py(rule["rule"] if rule else "n != 1"))


def translate(language: str, sentence: str | Counted, **params: Param) -> str:
    """Return a sentence in a language, with the parameters in braces filled in.

    Tiles become a list of their names, in the form that the translation asks for.
    """
    forms, form_for = catalogue(language)
    if isinstance(sentence, Counted):
        number = int(str(params[sentence.number]))
        params["n"] = number
        known = forms.get(("", sentence.one))
        english = sentence.one if number == 1 else sentence.other
        text = english if known is None else known[form_for(number)]
    else:
        (text,) = forms.get(("", sentence), (sentence,))

    def filled(match: re.Match[str]) -> str:
        value = params.get(match["name"], match[0])
        if isinstance(value, str | int):
            return str(value)
        return list_tiles(language, value, match["form"] or "")

    return PLACEHOLDER.sub(filled, text)


def list_tiles(language: str, tiles: Iterable[Tile], form: str = "") -> str:
    """Return the names of tiles in a language, in a form such as ``acc``, as a list with "and"."""
    forms, form_for = catalogue(language)
    if not forms:
        return format(TileNames(tiles), form)

    def name(form: str, tile: Tile, number: int) -> str:
        known = forms.get((f":{form}", tile.words)) if form else None
        if known is None:
            return forms.get(("", tile.words), (tile.words,))[0]
        return known[form_for(number)].replace("{n}", str(number))

    *names, last = [*names_in(form, tiles, name)] or [""]
    return translate(language, AND, names=", ".join(names), last=last) if names else last


def preferred_language(header: str) -> Language:
    """Return our language that an ``Accept-Language`` header prefers, else English."""
    wanted: list[tuple[float, int, Language]] = []
    for position, item in enumerate(header.split(",")[:20]):
        name, _, quality = item.partition(";")
        tag = name.strip().lower().split("-")[0]
        wanted += [(-_weight(quality), position, known) for known in LANGUAGES if known == tag]
    return min(wanted)[2] if wanted else "en"


def _weight(quality: str) -> float:
    try:
        return float(quality.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


def _join(lines: str) -> str:
    return "".join(ast.literal_eval(line) for line in lines.strip().split("\n"))
