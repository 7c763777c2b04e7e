"""Shared parts of the texts of both families: numbers with nouns, words, and chosen options."""

from __future__ import annotations

import os
from collections.abc import Sequence
from difflib import SequenceMatcher

import msgspec

from qwirkle.errors import NotationError
from qwirkle.rules.editions.files import OptionValue


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun, such as "1 tile" or "2 tiles"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def word_at(text: str, place: int) -> tuple[int, int]:
    """Return where the word around a place begins and ends; at least one character."""
    start = place
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    end = place + 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end


def options_field(options: dict[str, OptionValue]) -> list[str]:
    """Return the field of a position with the chosen options; empty without any."""
    if not options:
        return []
    # A space would end the field, so JSON's escape replaces it.
    text = msgspec.json.encode(options).decode().replace(" ", "\\u0020")
    return [f"options={text}"]


def read_options(text: str) -> dict[str, OptionValue]:
    """Read the field of a position with the chosen options."""
    try:
        return msgspec.json.decode(text, type=dict[str, OptionValue])
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise NotationError(f"options: not a JSON object of options ({error}).") from None


def nearest(word: str, known: Sequence[str]) -> str | None:
    """Return the word that was probably meant; people seldom mistype the first letters."""

    def likeness(other: str) -> float:
        same = len(os.path.commonprefix([word.lower(), other]))  # noqa: RUF071
        return SequenceMatcher(None, word.lower(), other).ratio() + 0.15 * same

    best = max(known, key=likeness, default="")
    return best if best and likeness(best) > 0.6 else None
