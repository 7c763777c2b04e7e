"""The sentences that the package says, for the page: typed tables in TypeScript, and the languages.

``frontend/words.py`` writes the modules and collects the sentences for translators. A sentence of
a code has its English in Python, next to the feature that says it, and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from gettext import c2py
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog

from qwirkle.analysis.photos import reading as photos
from qwirkle.analysis.reasons import sentences as analysis
from qwirkle.analysis.review import summary
from qwirkle.api import problems as web
from qwirkle.locale import LANGUAGES, PLACEHOLDER
from qwirkle.notation import narration
from qwirkle.players.levels import LEVELS
from qwirkle.rules import winning
from qwirkle.rules.editions import words as editions
from qwirkle.rules.family import GAMES, edition
from qwirkle.rules.refusals import positions
from qwirkle.rules.refusals import reasons as rules
from qwirkle.rules.refusals.sentences import (
    INDEFINITE,
    Chosen,
    Counted,
    Detailed,
    ForPrograms,
    Sentence,
    Sentences,
)
from qwirkle.rules.tiles import KINDS
from qwirkle.tables.core import reasons as tables
from qwirkle.tables.core import standings
from qwirkle.tables.learning.lessons.attempts import texts_of
from qwirkle.tables.learning.lessons.course import lesson
from qwirkle.tables.live import hints
from qwirkle.tables.notices import wording

SOURCES = Path(__file__).parent / "src"
PACKAGE = Path(__file__).parents[1] / "src" / "qwirkle"
GUIDES = Path(__file__).parents[1] / "docs" / "guide"
ABOVE = "Made by frontend/words.py from the sentences of the package. Do not edit."


class BadWords(Exception):
    """An error: something in the sources cannot be translated."""


class Words(NamedTuple):
    """A sentence in English, with its second form if it counts something."""

    one: str
    many: str | None = None
    context: str | None = None
    """The meaning here, for translators and the catalogues."""

    @property
    def id(self) -> str | tuple[str, str]:
        """The id as Babel forms it."""
        return self.one if self.many is None else (self.one, self.many)


class Table(NamedTuple):
    """A table of sentences, and the module of the page that has it."""

    name: str
    said_in: str
    """The file of the package."""
    sentences: Sentences
    about: str


def _levels() -> Sentences:
    names = {f"level:{level.number}": level.name for level in LEVELS}
    characters = {f"level:{level.number}/character": level.character for level in LEVELS}
    return {**names, **characters}


def _about_games() -> Sentences:
    return {game: edition(game).about for game in GAMES}


def _about_options() -> Sentences:
    return {name: option.about for game in GAMES for name, option in edition(game).options.items()}


MODULES: Mapping[str, tuple[Table, ...]] = {
    "words/sentences.gen.ts": (
        Table("RULES", "rules/refusals/reasons.py", rules.SENTENCES, "Why a turn is refused."),
        Table(
            "HERE",
            "rules/refusals/reasons.py",
            rules.HERE,
            "The same beside the tiles it is about.",
        ),
        Table(
            "DEMANDS",
            "rules/refusals/reasons.py",
            rules.DEMANDS,
            "The same without tiles and places.",
        ),
        Table(
            "IN_SHORT",
            "rules/refusals/reasons.py",
            rules.IN_SHORT,
            "The same beside a set of cards.",
        ),
        Table("HINTS", "tables/live/hints.py", hints.SENTENCES, "Why a hint is a good turn."),
        Table("GAME_ENDINGS", "rules/winning.py", winning.ENDINGS, "Why a game ended."),
        Table("ENDINGS", "tables/core/standings.py", standings.ENDINGS, "Why a table ended."),
        Table("OUT", "tables/core/standings.py", standings.OUT, "Why a seat is out, by its name."),
        Table(
            "DEPARTURES",
            "tables/core/standings.py",
            standings.DEPARTURES,
            "Why a seat is out of the game, in a sentence.",
        ),
    ),
    # Of all these, a first visit needs only refusals: they are a module of their own.
    "words/refusals.gen.ts": (
        Table("TABLES", "tables/core/reasons.py", tables.SENTENCES, "Why a table refuses."),
        Table("WEB", "api/problems.py", web.SENTENCES, "Why the server refuses a request."),
    ),
    "words/narration.gen.ts": (
        Table(
            "NARRATION",
            "notation/narration.py",
            narration.SENTENCES,
            "What was done in a turn, where, and for what points.",
        ),
    ),
    "words/names.gen.ts": (
        Table("BOTS", "players/levels/__init__.py", _levels(), "The opponents for people."),
        Table("GAMES", "rules/editions/words.py", editions.NAMES, "The short names of the games."),
        Table("ABOUT_GAMES", "rules/editions", _about_games(), "What the games are about."),
        Table(
            "OPTIONS",
            "rules/editions/words.py",
            editions.OPTIONS,
            "The options of games, and their choices as JSON.",
        ),
        Table("ABOUT_OPTIONS", "rules/editions", _about_options(), "What the options are about."),
    ),
    "reviews/sentences.gen.ts": (
        Table(
            "REASONS",
            "analysis/reasons/sentences.py",
            analysis.SENTENCES,
            "Why one turn is better than another.",
        ),
        Table(
            "MOST_POINTS",
            "analysis/reasons/sentences.py",
            analysis.MOST_POINTS,
            "The same if the other turn is the one with the most points.",
        ),
        Table(
            "HINTED",
            "analysis/reasons/sentences.py",
            {**analysis.HINT_SENTENCES, **analysis.HINT_COMPARISONS},
            "The same to the player who asked for a hint.",
        ),
        Table("PARTS", "analysis/review/summary.py", summary.PARTS, "The parts of the ledger."),
        Table("POINTS", "analysis/review/summary.py", summary.POINTS, "What a turning point was."),
    ),
    "results/sentences.gen.ts": (
        Table(
            "SUMMARIES",
            "analysis/review/summary.py",
            summary.SENTENCES,
            "Who won, and what luck had to do with it.",
        ),
    ),
    "analysis/sentences.gen.ts": (
        Table(
            "POSITIONS",
            "rules/refusals/positions.py",
            positions.SENTENCES,
            "Why a position is impossible.",
        ),
        Table("PHOTOS", "analysis/photos/reading.py", photos.SENTENCES, "Why a photo is not read."),
    ),
}
SAID_OF_TILES = "qwirkle/rules/tiles.py"
SHORTCUTS = {
    "Puzzle of the day": "./puzzle",
    "Pass and play": "./new#device",
    "Analysis board": "./analysis",
}
"""The shortcuts beside the icon of the installed page, in words of the page."""
ABOUT_PAGE = (
    "Build lines of one colour or one shape: "
    "against bots, with friends, or passing one device around."
)
NO_SCRIPT = "This page needs JavaScript."
DOCUMENT = Path(__file__).parent / "index.html"
MANIFEST = Path(__file__).parent / "public" / "manifest.webmanifest"
NOTICES = Table("NOTICES", "tables/notices/wording.py", wording.SENTENCES, "")


def package_words() -> dict[Words, list[str]]:
    """Return every translatable sentence of the package, with the files that contain it."""
    found: dict[Words, list[str]] = {}
    for words, place in _package_words():
        places = found.setdefault(words, [])
        if place not in places:
            places.append(place)
    return found


def _package_words() -> Iterator[tuple[Words, str]]:
    for table in (*chain.from_iterable(MODULES.values()), NOTICES):
        for sentence in table.sentences.values():
            for words in words_of(sentence):
                yield words, f"qwirkle/{table.said_in}"
    for game in GAMES:
        for step in lesson(game) or ():
            for text in texts_of(step).values():
                yield Words(text), f"qwirkle/tables/learning/lessons/{step.game}.toml"
    for tile in KINDS:
        yield Words(tile.words), SAID_OF_TILES
    yield Words(NO_SCRIPT), f"qwirkle/server/page/{DOCUMENT.name}"


def names_in_form(form: str) -> Iterator[Words]:
    """Yield the names of all tiles in a form that a translation uses, ``{tiles:acc}``."""
    for tile in KINDS:
        yield Words(tile.words, f"{{n}} {tile.plural_words}", f":{form}")


def forms_in(catalog: Catalog) -> list[str]:
    """Return the forms of names that the translations of a catalogue use."""
    return sorted(
        {
            found["form"]
            for message in catalog
            if message.id
            for text in _texts(message.string)
            for found in PLACEHOLDER.finditer(text)
            if found["form"]
        }
    )


def _texts(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string or ())


def words_of(sentence: Sentence) -> tuple[Words, ...]:
    """Return a sentence in the form for translators."""
    match sentence:
        case Counted(_, one, other):
            return (Words(one, other),)
        case Chosen(_, texts):
            return tuple(Words(text) for text in texts.values())
        case ForPrograms():
            return ()
        case Detailed(text) | str(text):
            return (Words(text),)


def modules(catalogues: Mapping[str, Catalog], unread: list[str]) -> dict[Path, str]:
    """Return the generated modules of the page, given the catalogues of all its languages.

    ``unread`` are the languages that no native speaker has read.
    """
    written = {SOURCES / path: _sentences_module(path) for path in MODULES}
    return {
        **written,
        SOURCES / "words" / "languages.gen.ts": _languages_module(catalogues, unread),
        SOURCES / "tiles" / "names.gen.ts": _names_module(),
        DOCUMENT: _document(catalogues),
        MANIFEST: _manifest(catalogues),
    }


def _in_all_languages(text: str, catalogues: Mapping[str, Catalog]) -> dict[str, str]:
    said = {name: catalog.get(text) for name, catalog in catalogues.items()}
    return {name: str(message.string) for name, message in said.items() if message is not None}


def _document(catalogues: Mapping[str, Catalog]) -> str:
    """Return the document: without a script it cannot choose a language, so it has them all."""
    words = {"en": NO_SCRIPT, **_in_all_languages(NO_SCRIPT, catalogues)}
    lines = "".join(f'\n      <p lang="{name}">{text}</p>' for name, text in words.items() if text)
    before, _, rest = DOCUMENT.read_text("utf-8").partition("<noscript>")
    return f"{before}<noscript>{lines}\n    </noscript>{rest.partition('</noscript>')[2]}"


def _manifest(catalogues: Mapping[str, Catalog]) -> str:
    """Return the manifest, with its words in all languages for systems that read them."""
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    words = _in_all_languages(ABOUT_PAGE, catalogues)
    parts = {
        "description": ABOUT_PAGE,
        "description_localized": {k: v for k, v in words.items() if v},
    }
    ordered: dict[str, object] = {}
    for key, value in manifest.items():
        ordered.update(parts if key == "description" else {} if key in parts else {key: value})
    ordered["shortcuts"] = [
        {"name": name, "name_localized": _in_all_languages(name, catalogues), "url": address}
        for name, address in SHORTCUTS.items()
    ]
    return json.dumps(ordered, indent=2, ensure_ascii=False) + "\n"


def _names_module() -> str:
    names = {tile.value: [tile.words, f"{{n}} {tile.plural_words}"] for tile in KINDS}
    rows = "".join(f"  {code}: {json.dumps(both)},\n" for code, both in names.items())
    return f"""\
// {ABOVE}

/** Every tile in words: one, and several. From `{SAID_OF_TILES.removeprefix("qwirkle/")}`. */
export const TILE_NAMES: Readonly<Record<string, readonly [string, string]>> = {{
{rows}}};
"""


def _sentences_module(path: str) -> str:
    types = "./sentences" if path.startswith("words/") else "../words/sentences"
    parts = [f"// {ABOVE}", f'import type {{ Sentences }} from "{types}";']
    for table in MODULES[path]:
        said = {key: _written(sentence) for key, sentence in table.sentences.items()}
        body = json.dumps(said, indent=2, ensure_ascii=False)
        parts.append(
            f"/** {table.about} From `{table.said_in}`. */\n"
            f"export const {table.name} = {body} as const satisfies Sentences;"
        )
    return "\n\n".join(parts) + "\n"


def _written(sentence: Sentence) -> object:
    match sentence:
        case Counted(number, one, other):
            return {"number": number, "one": one, "other": other}
        case Chosen(by, texts):
            return {"by": by, "of": dict(texts)}
        case ForPrograms():
            return None
        case Detailed(text) | str(text):
            return text


def _languages_module(catalogues: Mapping[str, Catalog], unread: list[str]) -> str:
    own_names = {language: _own_name(language) for language in LANGUAGES}
    guides = [name for name in LANGUAGES if (GUIDES / f"{name}.txt").is_file()]
    forms = {language: plural_forms(language, catalogues[language]) for language in catalogues}
    names = json.dumps(own_names, indent=2, ensure_ascii=False)
    used = {"en": [INDEFINITE], **{name: forms_in(catalogues[name]) for name in catalogues}}
    name_forms = "".join(f"  {name}: {json.dumps(found)},\n" for name, found in used.items())
    return f"""\
// {ABOVE}

/** The languages of the page, each by its own name. From `locale/__init__.py`. */
export const LANGUAGES = {names} as const;
export type Language = keyof typeof LANGUAGES;

/** The form in the catalogues for each category of `Intl.PluralRules`. */
export const FORMS: Readonly<
  Record<Exclude<Language, "en">, Partial<Record<Intl.LDMLPluralRule, number>>>
> = {json.dumps(forms, indent=2)};

/** The forms of tile names that the sentences of a language use, besides the plain one. */
export const NAME_FORMS: Readonly<Record<Language, readonly string[]>> = {{
{name_forms}}};

/** The languages of the player's guide, from `docs/guide`. */
export const GUIDES: readonly Language[] = {json.dumps(guides)};

/** The languages that no native speaker has read yet, as their catalogues say. */
export const UNREAD: readonly Language[] = {json.dumps(unread)};
"""


def _own_name(language: str) -> str:
    name = Locale.parse(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


def plural_forms(language: str, catalog: Catalog) -> dict[str, int]:
    """Return the form of a catalogue for each category that a number can have in its language.

    The catalogue's header and Unicode name the same forms in two ways.
    """
    category_of, form_for = Locale.parse(language).plural_form, c2py(catalog.plural_expr)
    found: dict[str, int] = {}
    for number in (*range(1001), 10_000, 100_000, 1_000_000):
        category, form = str(category_of(number)), int(form_for(number))
        if found.setdefault(category, form) != form or form >= catalog.num_plurals:
            raise BadWords(
                f"{language}.po: Plural-Forms puts {number} elsewhere than Unicode, "
                f"which has {' '.join(sorted(category_of.tags | {'other'}))}"
            )
    # No whole number is "other" in some languages.
    found.setdefault("other", catalog.num_plurals - 1)
    return dict(sorted(found.items(), key=lambda item: item[1]))
