"""Sentences that have a code: written once, in English, next to the feature that uses them.

A table of sentences maps a code, or ``code/case`` where a code has several sentences, to its words.
The terminal and the answers of the API use them as they are; ``frontend/words.py`` generates the
page's tables and the translators' catalogues from them.

Parameters are in braces. Two of them have a kind of their own: ``tiles`` are written as a list of
names, and ``name`` is a player, whom the page may call something else in another language. All
others are numbers and texts. Every language has its own grammar, so a sentence never puts an
article before a parameter and never builds a plural from it: a sentence with a count is
``Counted``, and one that depends on a word is ``Chosen``.

Names of tiles have forms: ``{tiles}`` is "red circle", ``{tiles:a}`` is "a red circle". English has
these two; a translator may write any other suffix, such as ``{tiles:acc}``, and then translates the
36 names in that form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from string import Formatter
from typing import NamedTuple

from qwirkle.rules.tiles import Tile

Param = str | int | Iterable[Tile]
"""The types of the values that a sentence can mention."""


INDEFINITE = "a"
"""The form of names with an article: the only one that English has besides the plain names."""


class Counted(NamedTuple):
    """A sentence with a number, ``{n}``: English has two forms, other languages up to six."""

    number: str
    """The name of the parameter with the number."""
    one: str
    other: str


class Chosen(NamedTuple):
    """A sentence for each value of a parameter."""

    by: str
    sentences: Mapping[str, str]


class Detailed(NamedTuple):
    """A sentence that carries technical details for terminals and programs, in English."""

    text: str
    detail: str
    """The details; they follow the sentence after a colon, in place of its full stop."""


class ForPrograms(NamedTuple):
    """A sentence that only the author of a program reads: a correct page never causes it."""

    text: str


Sentence = str | Counted | Chosen | Detailed | ForPrograms
Sentences = Mapping[str, Sentence]


def write_sentence(
    sentences: Sentences, code: str, *, case: str = "", **params: Param
) -> tuple[str, dict[str, str | int]]:
    """Return the sentence of a code, and its parameters for wording it in another language."""
    sentence = sentences[f"{code}/{case}" if case else code]
    values = {name: _value(value) for name, value in params.items()}
    plain = {name: _plain(value) for name, value in values.items()}
    if case:
        plain["case"] = case
    match sentence:
        case Counted(number, one, other):
            text = one if values[number] == 1 else other
            return text.format(n=values[number], **values), plain
        case Chosen(by, texts):
            return texts[str(values[by])].format(**values), plain
        case Detailed(text, detail):
            return f"{text.removesuffix('.')}: {detail}".format(**values), plain
        case ForPrograms(text) | str(text):
            return text.format(**values), plain


def texts_of(sentence: Sentence) -> tuple[str, ...]:
    """Return all forms of a sentence, without its technical details."""
    match sentence:
        case Counted(_, one, other):
            return one, other
        case Chosen(_, texts):
            return tuple(texts.values())
        case Detailed(text) | ForPrograms(text) | str(text):
            return (text,)


def params_of(sentence: Sentence) -> set[str]:
    """Return the names of the parameters that a sentence needs."""
    texts = set(texts_of(sentence))
    needed: set[str] = set()
    match sentence:
        case Counted(number):
            needed = {number}
        case Chosen(by):
            needed = {by}
        case Detailed(_, detail):
            texts.add(detail)
    return (needed | {name for text in texts for name in _mentioned(text)}) - {"n"}


def codes(tiles: Iterable[Tile]) -> str:
    """Return tiles as a parameter: their codes, such as ``Ro Gs``."""
    return " ".join(tile.value for tile in tiles)


def in_a_row(names: Iterable[str]) -> str:
    """Return names as a list with "and" before the last one."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


class TileNames(tuple[Tile, ...]):
    """Tiles in a sentence: the format of their placeholder is the form of their names."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        if form not in {"", INDEFINITE}:
            raise ValueError(f"English has no names of tiles in the form “{form}”")
        return in_a_row(names_in(form, self, _english))


def names_in(
    form: str, tiles: Iterable[Tile], name: Callable[[str, Tile, int], str]
) -> Iterator[str]:
    """Yield the names of tiles in a form; all forms but the plain one count equal tiles.

    ``name`` returns the name of a tile, given the form and the number of such tiles.
    """
    counted = [(tile, 1) for tile in tiles] if form == "" else Counter(tiles).items()
    return (name(form, tile, number) for tile, number in counted)


def _english(form: str, tile: Tile, number: int) -> str:
    if number > 1:
        return f"{number} {tile.plural_words}"
    article = "an " if tile.words[0] in "aeiou" else "a "
    return f"{article if form == INDEFINITE else ''}{tile.words}"


def _mentioned(text: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(text) if name)


def _value(value: Param) -> str | int | TileNames:
    return value if isinstance(value, str | int) else TileNames(value)


def _plain(value: str | int | TileNames) -> str | int:
    return codes(value) if isinstance(value, tuple) else value
