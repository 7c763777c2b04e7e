"""Names that people give themselves, made harmless, because others see them and they are stored.

No control characters, no invisible ones, none that change the direction of writing, no towers of
accents, no bad spacing, and not too long. Nobody is called “You”: in a record, or to the others
at a table, that would be somebody else.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import count, product

from qwirkle.errors import Refused
from qwirkle.tables.core.lookalikes import is_unseen, skeleton
from qwirkle.tables.core.reasons import TableReason, refusal

MAX_CHARACTERS = 24
MAX_GIVEN = 200
"""The maximum length of a given text; longer ones are refused immediately."""
MAX_MARKS = 2
"""The maximum number of accents on one letter."""
GUEST = "Guest"
"""The name of a person who gives none; the page translates it."""
PRONOUNS = frozenset({"you", "du", "toi", "tu", "tú"})
"""“You” in the languages of the page, which early pages used as the reader's name."""

MAX_VARIED = 8
"""The maximum number of letters of a name that are varied to find names that look like it."""
_CAPITAL_L = "\ue000"
"""Stands for a capital L, which looks like no other letter. No name contains it."""
_AS_WRITTEN = str.maketrans({"I": "l", "L": _CAPITAL_L})

# Cc control, Cf format (bidi overrides, zero width), Cs surrogates, Co private, Cn unassigned,
# Zl and Zp line ends.
_UNWANTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Joins letters in Persian and Indic scripts and the parts of emoji; elsewhere it is invisible.
_JOINERS = "\u200c\u200d"


def clean_name(text: str) -> str:
    """Return the name in the form that is shown; refuse it if it is empty or too long."""
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
        elif kind in _UNWANTED or is_unseen(letter):
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


def seat_name(text: str, taken: Iterable[str]) -> str:
    """Clean a name for a seat; a person called “You” becomes a guest."""
    name = clean_name(text)
    return free_name(GUEST, taken) if is_pronoun(name) else name


def carried_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names for a rematch; tables of early pages may have a seat called “You”."""
    carried: list[str] = []
    for name in names:
        carried.append(free_name(GUEST, carried) if is_pronoun(name) else name)
    return tuple(carried)


def is_pronoun(name: str) -> bool:
    """Return whether a name is “you” in one of the languages of the page."""
    return alike(name) in PRONOUNS


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Return a name that nobody has: the wanted one, with a number if necessary."""
    others = list(taken)
    tried = (wanted if number == 1 else f"{wanted} {number}" for number in count(1))
    return next(name for name in tried if not any(is_mistakable(name, other) for other in others))


def alike(name: str, *, at_first: bool = False) -> str:
    """Return a key that is equal for names that could be mistaken for each other.

    ``at_first`` selects the key under which names of accounts were first stored.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return skeleton(folded, at_first=at_first)


def is_mistakable(name: str, other: str) -> bool:
    """Return whether one name could be mistaken for another one, however they are written."""
    return alike(name) == alike(other) or _as_written(name) == _as_written(other)


def mistakable_folds(name: str) -> set[str]:
    """Return the keys (``alike``) of all names that could be mistaken for this one."""
    written = _as_written(name)
    letters = [("l", "i") if letter == "l" else (letter,) for letter in written]
    varied = [at for at, choices in enumerate(letters) if len(choices) > 1]
    for at in varied[MAX_VARIED:]:
        letters[at] = ("l",)
    found = {"".join(chosen).replace(_CAPITAL_L, "l") for chosen in product(*letters)}
    return found | {alike(name)}


def _as_written(name: str) -> str:
    """Return a key that is equal for names that are written alike: a capital I is drawn like l.

    Names ignore case, so this cannot be a part of ``alike``: Ian and Lan are two people.
    """
    return alike(unicodedata.normalize("NFKC", name).translate(_AS_WRITTEN))


def _too_long() -> Refused:
    return refusal(TableReason.BAD_NAME, case="long", most=MAX_CHARACTERS)
