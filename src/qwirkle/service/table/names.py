"""Names that people give themselves, made harmless: others see them, and they are kept.

No control characters, no invisible ones, none that turn the direction of writing, no towers of
accents, no bad spacing, and not too long.
"""

from __future__ import annotations

import unicodedata

from qwirkle.errors import Refused
from qwirkle.service.table.reasons import TableReason, refusal

MAX_CHARACTERS = 24
MAX_GIVEN = 200
"""Longer texts are refused at once."""
MAX_MARKS = 2
"""Accents on one letter."""

# Cc control, Cf format (bidi overrides, zero width), Cs surrogates, Co private, Cn unassigned,
# Zl and Zp line ends.
_UNWANTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Joins letters in Persian and Indic scripts and the parts of emoji; between others it hides.
_JOINERS = "\u200c\u200d"


def clean_name(text: str) -> str:
    """Return the name as it is shown, or refuse it if nothing is left of it or it is too long."""
    if len(text) > MAX_GIVEN:
        raise _too_long()
    shown: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        if kind.startswith("Z") or letter in "\t\n\r":
            letter = " "  # noqa: PLW2901 - any kind of space is a space
        elif letter in _JOINERS:
            if not shown or shown[-1].isascii() or shown[-1] in _JOINERS:
                continue
        elif kind in _UNWANTED:
            continue
        if kind.startswith("M"):
            marks += 1
            if marks > MAX_MARKS or not shown or shown[-1] == " ":
                continue
        else:
            marks = 0
        shown.append(letter)
    name = " ".join("".join(shown).split(" ")).strip(" " + _JOINERS)
    name = " ".join(part for part in name.split(" ") if part)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise refusal(TableReason.BAD_NAME, most=MAX_CHARACTERS)
    if len(name) > MAX_CHARACTERS:
        raise _too_long()
    return name


def alike(name: str) -> str:
    """Two names with the same answer would be taken for each other."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _too_long() -> Refused:
    return refusal(TableReason.BAD_NAME, case="long", most=MAX_CHARACTERS)
