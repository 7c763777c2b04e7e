"""The page speaks every language whole, and has words for everything the server can say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from qwirkle.players.levels import LEVELS
from qwirkle.rules.cards.state import CardsEnding
from qwirkle.rules.games import GAMES, edition
from qwirkle.rules.reasons import Reason
from qwirkle.rules.state import Ending
from qwirkle.rules.turns import Action
from qwirkle.service.table.events import How, Reaction, Why
from qwirkle.service.table.reasons import TableReason
from qwirkle.web import problems
from web.page_words import ROOT, words_tool

WORDS = words_tool()
PLACEHOLDER = re.compile(r"\{\w+\}")
SOURCES = ROOT / "frontend" / "src"
FAULT = re.compile(r'(?:Fault|problem)\(\s*[^,()"]+,\s*"([a-z-]+)"')


def catalogue(language: str) -> Catalog:
    with (WORDS.LOCALE / f"{language}.po").open(encoding="utf-8") as file:
        return read_po(file, locale=language)


def test_the_catalogues_hold_the_sentences_of_the_page_and_no_others() -> None:
    stale = [path.name for path in WORDS.stale()]
    assert stale == [], "run: python frontend/words.py"


@pytest.mark.parametrize("language", WORDS.LANGUAGES)
def test_every_sentence_is_translated(language: str) -> None:
    missing = []
    for message in catalogue(language):
        forms = (message.string,) if isinstance(message.string, str) else message.string
        if message.id and (message.fuzzy or not forms or not all(forms)):
            missing.append(message.id)
    assert missing == []


@pytest.mark.parametrize("language", WORDS.LANGUAGES)
def test_translations_fill_in_the_same_things(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        if not message.id or not message.string:
            continue
        if isinstance(message.id, str):
            wanted = set(PLACEHOLDER.findall(message.id))
            if set(PLACEHOLDER.findall(str(message.string))) != wanted:
                wrong.append(message.id)
            continue
        # Of the two forms only the second must say its number: “one tile” may say it in words.
        wanted = set(PLACEHOLDER.findall(message.id[1]))
        one, many = (set(PLACEHOLDER.findall(form)) for form in message.string)
        if many != wanted or one | {"{n}"} != wanted | {"{n}"}:
            wrong.append(message.id[0])
    assert wrong == []


@pytest.mark.parametrize("language", WORDS.LANGUAGES)
def test_plural_forms_are_those_the_page_reads(language: str) -> None:
    """The page knows two forms; which one a number takes stands in words.svelte.ts."""
    found = catalogue(language)
    assert found.num_plurals == 2
    assert found.plural_expr.strip("()") == WORDS.PLURAL.get(language, "n != 1")
    for message in found:
        if not isinstance(message.id, str):
            assert isinstance(message.string, tuple | list)
            assert len(message.string) == 2, message.id


def known_codes() -> set[str]:
    """What stands as a key in the page's tables of words."""
    key = re.compile(r"^\s*(?:\"([^\"]+)\"|(\w+)): ", re.MULTILINE)
    found: set[str] = set()
    for path in (SOURCES / "words").glob("*.ts"):
        text = path.read_text("utf-8")
        found |= {quoted or bare for quoted, bare in key.findall(text)}
    return found


def web_codes() -> set[str]:
    """The codes the web layer adds by itself, as they stand in its sources."""
    found = set(problems._BY_STATUS.values())
    for path in Path(problems.__file__).parent.glob("*.py"):
        found |= set(FAULT.findall(path.read_text("utf-8")))
    return found


def options() -> set[str]:
    return {name for game in GAMES for name in edition(game).options}


@pytest.mark.parametrize(
    ("what", "codes"),
    [
        ("reasons of the rules", {one.value for one in Reason}),
        ("reasons of tables", {one.value for one in TableReason}),
        ("problems of the web", web_codes()),
        ("games", set(GAMES)),
        ("options", options()),
        ("opponents", {f"level:{one.number}" for one in LEVELS}),
        ("gestures", set(get_args(Reaction))),
        ("endings of games", {*get_args(Ending), *get_args(CardsEnding)}),
        ("endings of tables", set(get_args(How))),
        ("ways out", set(get_args(Why))),
        ("action tiles", {one.value for one in Action}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_page_has_words_for_every_code(what: str, codes: set[str]) -> None:
    assert codes, what
    assert sorted(codes - known_codes()) == []
