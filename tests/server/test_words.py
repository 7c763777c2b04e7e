"""The page speaks every language whole, and has words for everything the server can say."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from string import Formatter
from typing import get_args

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from qwirkle.analysis.photos.reading import SENTENCES as PHOTOS
from qwirkle.analysis.reasons import SENTENCES as ANALYSIS
from qwirkle.analysis.review.report import Mark
from qwirkle.api.problems import SENTENCES as WEB
from qwirkle.players.levels import LEVELS
from qwirkle.rules.cards.state import Ending as CardsEnding
from qwirkle.rules.family import GAMES, edition
from qwirkle.rules.placement.state import Ending
from qwirkle.rules.positions import SENTENCES as POSITIONS
from qwirkle.rules.reasons import SENTENCES as RULES
from qwirkle.tables.core.bots import PEOPLES
from qwirkle.tables.core.events import How, Reaction, Why
from qwirkle.tables.core.reasons import SENTENCES as TABLE
from qwirkle.tables.live.hints import HintCode
from server.page_words import ROOT, words_tool

WORDS = words_tool()
PLACEHOLDER = re.compile(r"\{\w+\}")
SOURCES = ROOT / "frontend" / "src"


def catalogue(language: str) -> Catalog:
    with (WORDS.LOCALE / f"{language}.po").open(encoding="utf-8") as file:
        return read_po(file, locale=language)


def test_the_catalogues_hold_the_sentences_of_the_page_and_no_others() -> None:
    stale = [path.name for path in WORDS.stale()]
    assert stale == [], "run: python frontend/words.py"


@pytest.mark.parametrize("language", WORDS.LANGUAGES)
def test_every_sentence_is_translated(language: str) -> None:
    missing = [
        message.id
        for message in catalogue(language)
        if message.id and (message.fuzzy or not all(_forms(message)))
    ]
    assert missing == []


def test_french_punctuation_never_begins_a_line() -> None:
    breaking = re.compile(r" [:;?!»]|« ")
    forms = [form for message in catalogue("fr") if message.id for form in _forms(message)]
    wrong = [form for form in forms if breaking.search(form)]
    assert wrong == [], "put a narrow no-break space (U+202F) there"


def _forms(message: Message) -> tuple[str, ...]:
    """The translation, in each of its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


@pytest.mark.parametrize("language", WORDS.LANGUAGES)
def test_translations_fill_in_the_same_things(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        if not message.id or not message.string or not all(message.string):
            continue
        if isinstance(message.id, str):
            wanted = set(PLACEHOLDER.findall(message.id))
            if set(PLACEHOLDER.findall(str(message.string))) != wanted:
                wrong.append(message.id)
            continue
        # Of the two forms only the second must say its number: “one tile” may say it in words.
        wanted = set(PLACEHOLDER.findall(message.id[1]))
        singular, many = (set(PLACEHOLDER.findall(form)) for form in message.string)
        if many != wanted or singular | {"{n}"} != wanted | {"{n}"}:
            wrong.append(message.id[0])
    assert wrong == []


@pytest.mark.parametrize("language", WORDS.LANGUAGES)
def test_plural_forms_are_those_the_page_reads(language: str) -> None:
    """The page knows two forms; which one a number takes is in translate.svelte.ts."""
    found = catalogue(language)
    assert found.num_plurals == 2
    assert found.plural_expr.strip("()") == WORDS.PLURAL.get(language, "n != 1")
    for message in found:
        if not isinstance(message.id, str):
            assert isinstance(message.string, tuple | list)
            assert len(message.string) == 2, message.id


def known(code: str, file: str) -> bool:
    """Whether a code is a key in one of the page's tables of words."""
    text = (SOURCES / file if "/" in file else SOURCES / "words" / file).read_text("utf-8")
    key = "|".join(re.escape(f"{quote}{code}{quote}") for quote in ("", '"', "'"))
    return re.search(rf"(?:^|[\s{{,])(?:{key}): ", text, re.MULTILINE) is not None


def options() -> set[str]:
    return {name for game in GAMES for name in edition(game).options}


def choices() -> set[str]:
    """What can be chosen, as the JSON the page looks it up by."""
    return {
        json.dumps(choice, separators=(",", ":"))
        for game in GAMES
        for option in edition(game).options.values()
        for choice in option.choices
    }


@pytest.mark.parametrize(
    ("file", "codes"),
    [
        ("games.ts", set(GAMES)),
        ("games.ts", options()),
        ("games.ts", choices()),
        ("bots.ts", {f"{PEOPLES}{level.number}" for level in LEVELS}),
        ("reactions.ts", set(get_args(Reaction))),
        ("hints.ts", set(get_args(HintCode))),
        ("endings.ts", {*get_args(Ending), *get_args(CardsEnding)}),
        ("endings.ts", set(get_args(How))),
        ("endings.ts", set(get_args(Why))),
        ("review/marks.ts", set(get_args(Mark))),
        ("review/reasons.ts", set(ANALYSIS)),
    ],
    ids=lambda value: value if isinstance(value, str) else min(value),
)
def test_the_page_has_words_for_every_code(file: str, codes: set[str]) -> None:
    assert codes
    assert sorted(code for code in codes if not known(code, file)) == []


NOT_SAID = {"problem", "known", "levels", "game"}
"""What the page leaves out: English prose, and names of things that it calls otherwise."""
SAID_AS = {"axis": "at", "per": "seconds"}
"""Parameters that choose between two sentences, and what both of them mention."""


def sentences_on_the_page(file: str) -> dict[str, str]:
    """The entries of a table of refusals: each key with the source of its sentence."""
    text = (SOURCES / "words" / file).read_text("utf-8")
    text = text.partition(": Sentences = {")[2].partition("\n};")[0]
    found = re.split(r"^  (?:\"([a-z0-9/-]+)\"|([a-z]+)): ", text, flags=re.MULTILINE)
    entries = zip(found[1::3], found[2::3], found[3::3], strict=True)
    return {quoted or plain: source for quoted, plain, source in entries}


def literals(source: str) -> list[str]:
    """The sentences in a piece of source, without the second form of those that count."""
    return [words.one for words in WORDS.words_in(source, "refusals")]


@pytest.mark.parametrize(
    ("file", "refusals"),
    [
        ("reasons.ts", RULES),
        ("refusals.ts", {key: text for key, text in {**TABLE, **WEB}.items() if key not in RULES}),
    ],
    ids=["rules", "table"],
)
def test_every_refusal_is_said_on_the_page_and_names_what_it_is_about(
    file: str, refusals: Mapping[str, str]
) -> None:
    page = sentences_on_the_page("reasons.ts") | sentences_on_the_page(file)
    assert sorted(set(refusals) - set(page)) == []
    for key, sentence in refusals.items():
        said = literals(page[key])
        assert said, key
        wanted = {name for _, name, _, _ in Formatter().parse(sentence) if name} - NOT_SAID
        if key == "bad-request/id":  # only a broken page meets this one
            continue
        for text in said:
            mentioned = set(PLACEHOLDER.findall(text))
            if text == "It’s not your turn.":
                continue  # for a server that does not say whose
            # Beside the tile it is about, a note needs no numbers; by ear it has them.
            here = re.search(r"[Tt]his (row|column)\b", text)
            for name in wanted - ({"axis", "at"} if here else set()):
                # A number that chooses the plural form is {n}.
                shown = {f"{{{SAID_AS.get(name, name)}}}", "{n}"}
                assert shown & mentioned, (key, name, text)


def test_everything_wrong_with_a_position_is_said_on_the_page() -> None:
    page = sentences_on_the_page("../analysis/problems.ts")
    assert set(page) == set(POSITIONS)
    assert all(literals(source) for source in page.values())


def test_everything_wrong_with_a_photo_is_said_on_the_page() -> None:
    page = sentences_on_the_page("../analysis/photo/photoProblems.ts")
    assert set(page) == set(PHOTOS)
    assert all(literals(source) for source in page.values())


def test_the_page_says_no_refusal_that_nobody_makes() -> None:
    page = sentences_on_the_page("reasons.ts") | sentences_on_the_page("refusals.ts")
    assert sorted(set(page) - {*RULES, *TABLE, *WEB}) == []
