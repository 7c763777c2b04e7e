"""The player's guide in every language of the page.

``docs/guide/LANGUAGE.txt`` has the chapters. A ``{sentence}`` of the page in braces is replaced by
what the page says in that language, so that buttons, settings and rules have the same words in the
guide. ``[[opponents]]`` becomes a table of the levels, and LANGUAGE in the name of a picture
becomes the language. What the page explains where it comes up is left to the page.
"""

from __future__ import annotations

import re
from pathlib import Path

from babel import Locale
from docs.page_texts import filled_in, say

from qwirkle.locale import LANGUAGES, Language
from qwirkle.players.levels import LEVELS

DOCS = Path(__file__).parent
LIMIT = 3000
"""The most words of a guide."""
GUIDES: tuple[Language, ...] = tuple(
    language for language in LANGUAGES if (DOCS / "guide" / f"{language}.txt").is_file()
)
"""The languages that have a guide; readers of the others get the English one."""


def guide_path(language: str) -> Path:
    """Return the file of the guide in a language; English is the page that others link to."""
    return DOCS / ("guide.md" if language == "en" else f"guide/{language}.md")


def guide(language: str) -> str:
    """Return the guide in a language as Markdown."""
    text = (DOCS / "guide" / f"{language}.txt").read_text("utf-8")
    text = text.replace("[[opponents]]", _opponents(language))
    text = filled_in(language, text).replace("LANGUAGE", language)
    if language != "en":
        text = re.sub(r"(\]\(|src=\")(?!https?:|#|mailto:)", r"\1../", text)
    return _languages(language, text)


def guides() -> dict[Path, str]:
    """Return all guides by their files."""
    return {guide_path(language): guide(language) for language in GUIDES}


def words_in(text: str) -> int:
    """Return the number of words that a reader sees."""
    text = re.sub(r"\]\([^)]*\)|<[^>]+>|^[|\s:-]+$", " ", text, flags=re.MULTILINE)
    return len(re.findall(r"[^\W_]+(?:[’'.,:/-][^\W_]+)*", text))


def _languages(language: str, text: str) -> str:
    names = {other: str(Locale(other).get_language_name(other)) for other in GUIDES}
    above = "" if language == "en" else "../"
    places = {other: above + guide_path(other).relative_to(DOCS).as_posix() for other in GUIDES}
    links = [
        name.capitalize() if other == language else f"[{name.capitalize()}]({places[other]})"
        for other, name in names.items()
    ]
    title, rest = text.split("\n", 1)
    return f"{title}\n\n{' · '.join(links)}\n{rest}"


def _opponents(language: str) -> str:
    rows = ["| | | |", "|---|---|---|"]
    for level in LEVELS:
        name = say(language, level.name)
        picture = f"![{name}](pictures/opponent-{level.face}.svg)"
        rows.append(
            f"| {picture} | **{level.number}. {name}** | {say(language, level.character)} |"
        )
    return "\n".join(rows)
