"""The page speaks every language whole, and says what the package says, in the same words."""

from __future__ import annotations

import json
import re
from typing import get_args

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from qwirkle.analysis.photos.reading import SENTENCES as PHOTOS
from qwirkle.analysis.reasons.sentences import SENTENCES as ANALYSIS
from qwirkle.analysis.review.report import Mark
from qwirkle.api.problems import SENTENCES as WEB
from qwirkle.locale import FOLDER, PLACEHOLDER, list_tiles
from qwirkle.players.levels import LEVELS
from qwirkle.rules.cards.state import Ending as CardsEnding
from qwirkle.rules.editions.layouts import OPEN_TABLE, board_names
from qwirkle.rules.editions.words import NAMES, OPTIONS
from qwirkle.rules.family import GAMES, edition
from qwirkle.rules.placement.state import Ending
from qwirkle.rules.refusals.positions import SENTENCES as POSITIONS
from qwirkle.rules.refusals.reasons import SENTENCES as RULES
from qwirkle.rules.refusals.sentences import Sentences
from qwirkle.rules.tiles import KINDS
from qwirkle.rules.winning import ENDINGS as GAME_ENDINGS
from qwirkle.tables.core.events import How, Reaction, Why
from qwirkle.tables.core.reasons import SENTENCES as TABLE
from qwirkle.tables.core.standings import DEPARTURES, ENDINGS, OUT
from qwirkle.tables.live.hints import SENTENCES as HINTS
from qwirkle.tables.live.hints import HintCode
from server.page_words import ROOT, words_tool

WORDS = words_tool()
SOURCES = ROOT / "frontend" / "src"


def catalogue(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open(encoding="utf-8") as file:
        return read_po(file, locale=language)


def test_the_catalogues_and_the_generated_tables_are_up_to_date() -> None:
    stale = [path.name for path in WORDS.stale()]
    assert stale == [], "run: python frontend/words.py"


@pytest.mark.parametrize("language", WORDS.TRANSLATED)
def test_every_sentence_is_translated(language: str) -> None:
    missing = [
        message.id
        for message in catalogue(language)
        if message.id and (message.fuzzy or not all(_forms(message)))
    ]
    assert missing == []


def test_languages_that_nobody_has_read_say_so() -> None:
    """A tool that rewrites a catalogue may drop the mark; whoever has read one changes this too."""
    files = {language: FOLDER / f"{language}.po" for language in WORDS.TRANSLATED}
    unread = {name for name, path in files.items() if WORDS.is_unread(path.read_text("utf-8"))}
    assert unread == {"nl", "pl", "pt"}


def test_french_punctuation_never_begins_a_line() -> None:
    breaking = re.compile(r" [:;?!»]|« ")
    forms = [form for message in catalogue("fr") if message.id for form in _forms(message)]
    wrong = [form for form in forms if breaking.search(form)]
    assert wrong == [], "put a narrow no-break space (U+202F) there"


def test_no_german_amount_stands_in_the_dative() -> None:
    """An amount comes as “37 Punkte”, which “mit” would make “37 Punkten”."""
    dative = re.compile(r"\b(mit|von|nach|bei|seit) \{(lead|spread|amount|time)\}", re.IGNORECASE)
    forms = [form for message in catalogue("de") if message.id for form in _forms(message)]
    assert [form for form in forms if dative.search(form)] == []


def test_german_asks_in_one_form_and_with_one_word() -> None:
    forms = [form for message in catalogue("de") if message.id for form in _forms(message)]
    assert [form for form in forms if re.search(r"\b(Wähle|Tipp auf|Kasten)\b", form)] == []


def _forms(message: Message) -> tuple[str, ...]:
    """The translation, in each of its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def filled_in(text: str) -> set[str]:
    """The parameters of a sentence; a translation may choose another form of their words."""
    return {found["name"] for found in PLACEHOLDER.finditer(text)}


@pytest.mark.parametrize("language", WORDS.TRANSLATED)
def test_translations_fill_in_the_same_things(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        if not message.id or not message.string or not all(message.string):
            continue
        if isinstance(message.id, str):
            wanted = filled_in(message.id)
            if filled_in(str(message.string)) != wanted:
                wrong.append(message.id)
            continue
        # Only the form for one thing may say its number in words: “one tile”.
        wanted = filled_in(message.id[1])
        singular, *others = (filled_in(form) for form in message.string)
        if any(many != wanted for many in others) or singular | {"n"} != wanted | {"n"}:
            wrong.append(message.id[0])
    assert wrong == []


@pytest.mark.parametrize("language", WORDS.TRANSLATED)
def test_every_sentence_that_counts_has_all_forms_of_its_language(language: str) -> None:
    found = catalogue(language)
    for message in found:
        if not isinstance(message.id, str):
            assert isinstance(message.string, tuple | list)
            assert len(message.string) == found.num_plurals, message.id


@pytest.mark.parametrize("language", WORDS.TRANSLATED)
def test_every_tile_has_a_name_in_every_form_that_a_sentence_uses(language: str) -> None:
    found = catalogue(language)
    forms = WORDS.forms_in(found)
    assert forms, "no sentence has an article or a case"
    for form in forms:
        names = [list_tiles(language, [tile], form) for tile in KINDS]
        pairs = [list_tiles(language, [tile, tile], form) for tile in KINDS]
        assert len({*names, *pairs}) == 2 * len(KINDS)
        assert all("2 " in pair for pair in pairs)


def known(code: str, file: str) -> bool:
    """Whether a code is a key in one of the page's tables of words."""
    text = (SOURCES / file if "/" in file else SOURCES / "words" / file).read_text("utf-8")
    key = "|".join(re.escape(f"{quote}{code}{quote}") for quote in ("", '"', "'"))
    return re.search(rf"(?:^|[\s{{,])(?:{key}): ", text, re.MULTILINE) is not None


def options() -> set[str]:
    return {name for game in GAMES for name in edition(game).options}


def choices() -> set[str]:
    """What can be chosen, as the JSON the page looks it up by."""
    boards = {f'board/"{name}"' for name in board_names() if name != OPEN_TABLE.name}
    return boards | {
        f"{name}/{json.dumps(choice, separators=(',', ':'))}"
        for game in GAMES
        for name, option in edition(game).options.items()
        for choice in option.choices
    }


@pytest.mark.parametrize(
    ("file", "codes"),
    [("reactions.ts", set(get_args(Reaction))), ("reviews/marks.ts", set(get_args(Mark)))],
    ids=lambda value: value if isinstance(value, str) else min(value),
)
def test_the_page_has_words_for_every_code(file: str, codes: set[str]) -> None:
    assert codes
    assert sorted(code for code in codes if not known(code, file)) == []


@pytest.mark.parametrize(
    ("sentences", "codes"),
    [
        (NAMES, set(GAMES)),
        (OPTIONS, {*options(), *choices()}),
        (GAME_ENDINGS, {*get_args(Ending), *get_args(CardsEnding)}),
        (ENDINGS, set(get_args(How))),
        (OUT, set(get_args(Why))),
        (DEPARTURES, set(get_args(Why))),
    ],
    ids=min,
)
def test_every_code_has_a_sentence(sentences: Sentences, codes: set[str]) -> None:
    cases = {code for code in sentences if code.endswith("/you")}
    assert set(sentences) - cases == codes
    assert {case.removesuffix("/you") for case in cases} <= codes


def test_a_level_and_its_face_have_one_name() -> None:
    """The page finds the face of a level by its English name."""
    assert [level.face for level in LEVELS] == [level.name.lower() for level in LEVELS]


def test_every_hint_has_a_sentence() -> None:
    assert set(get_args(HintCode)) <= set(HINTS)


def test_no_module_of_the_page_has_a_table_of_refusals_of_its_own() -> None:
    """Sentences of codes are generated: a hand-written table would say them a second time."""
    codes = {*RULES, *POSITIONS, *TABLE, *WEB, *PHOTOS, *ANALYSIS, *GAME_ENDINGS, *ENDINGS}
    codes |= {*NAMES, *OPTIONS, *(level.name.lower() for level in LEVELS)}
    written = re.compile(r"[\"'`]?([a-z0-9/-]+)[\"'`]?: (?:\([^)]*\) =>\s*)?[tnp]\(")
    found = {
        f"{path.name}: {code}"
        for path in SOURCES.rglob("*.ts")
        for code in written.findall(path.read_text("utf-8"))
        if code in codes and "-" in code
    }
    assert found == set()
