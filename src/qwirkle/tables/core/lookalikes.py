"""Letters that look like others, and invisible characters.

The look-alikes are those of Unicode's confusables (UTS 39) with which a name can be written in
another alphabet: Cyrillic, Greek, Armenian, Cherokee, Lisu and small capitals that look like Latin
letters, and the digits 0 and 1. A small l and a capital I look the same too, but not a capital L
and a capital I, and names ignore case: ``names.is_mistakable`` compares names as they are written,
too. The PyPI packages that cover all confusables bring a megabyte of pairs and no skeleton; these
few lines are enough to tell people at a table apart.
"""

from __future__ import annotations

_LATIN = {
    "a": "\u0430\u03b1\u0251\u1d00",
    "b": "\u0432\u03b2\u0299\u13cf\u044c",
    "c": "\u0441\u03f2\u1d04",
    "d": "\u0501\u1d05",
    "e": "\u0435\u03b5\u04bd\u1d07\u212e",
    "f": "\u0584\u017f",
    "g": "\u0261\u0581\u050d",
    "h": "\u043d\u04bb\u0570\u03b7\u029c",
    "i": "\u0456\u03b9\u0131\u0269\u04cf\u026a",
    "j": "\u0458\u03f3\u0575\u1d0a",
    "k": "\u043a\u03ba\u049b\u1d0b",
    "l": "\u029f",
    "m": "\u043c\u03bc\u1d0d",
    "n": "\u0578\u057c\u0274\u03bd",
    "o": "\u043e\u03bf\u03c3\u0585\u1d0f",
    "p": "\u0440\u03c1\u1d18",
    "q": "\u051b\u0566",
    "r": "\u0433\u1d26\u0280",
    "s": "\u0455\u057d\ua731",
    "t": "\u0442\u03c4\u1d1b",
    "u": "\u057d\u03c5\u1d1c\u028b",
    "v": "\u0475\u1d20",
    "w": "\u0461\u051d\u03c9\u1d21",
    "x": "\u0445\u03c7",
    "y": "\u0443\u03b3\u04af\u028f",
    "z": "\u03b6\u1d22",
}
"""Latin letters, each with the small letters that it or its capital can be mistaken for."""

_LATER = {
    "a": "\u13aa\ua4ee",
    "b": "\u13f4\ua4d0",
    "c": "\u13df\ua4da",
    "d": "\u13a0\ua4d2\ua4d3",
    "e": "\u13ac\ua4f0",
    "f": "\ua4dd",
    "g": "\u13c0\ua4d6",
    "h": "\u13bb\ua4e7",
    "i": "\u13a5\ua4f2",
    "j": "\u13ab\ua4d9",
    "k": "\u13e6\ua4d7",
    "l": "1|\u01c0\u13de\ua4e1",
    "m": "\u13b7\ua4df",
    "n": "\ua4e0",
    "o": "0\ua4f3",
    "p": "\u13e2\ua4d1",
    "r": "\u13a1\u13d2\ua4e3",
    "s": "\u13d5\u13da\ua4e2",
    "t": "\u13a2\ua4d4",
    "u": "\ua4f4",
    "v": "\u13d9\ua4e6",
    "w": "\u13b3\u13d4\ua4ea",
    "x": "\ua4eb",
    "y": "\u13bd\ua4ec",
    "z": "\u13c3\ua4dc",
}
"""Further look-alikes, which were not considered when the first names of accounts were stored."""


def _pairs(table: dict[str, str]) -> dict[int, str]:
    return {ord(other): latin for latin, others in table.items() for other in others}


_TO_LATIN_AT_FIRST = _pairs(_LATIN)
_TO_LATIN = _TO_LATIN_AT_FIRST | _pairs(_LATER)

_UNSEEN_RANGES = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),  # the blank Braille pattern
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D159, 0x1D159),  # the null notehead
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""Unicode's Default_Ignorable_Code_Point, and two characters that render as nothing."""


def is_unseen(letter: str) -> bool:
    """Return whether a character renders as nothing."""
    code = ord(letter)
    return any(first <= code <= last for first, last in _UNSEEN_RANGES)


def skeleton(folded: str, *, at_first: bool = False) -> str:
    """Return a key that is equal for names that look the same; ``folded`` is in small letters.

    ``at_first`` selects the result of the first version of this function.
    """
    seen = "".join(letter for letter in folded if not is_unseen(letter))
    return seen.translate(_TO_LATIN_AT_FIRST if at_first else _TO_LATIN)
