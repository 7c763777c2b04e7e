"""The player's guide in every language of the page.

``docs/guide/LANGUAGE.txt`` has the chapters. A ``{sentence}`` of the page in braces is replaced by
what the page says in that language, so that buttons, settings and rules have the same words in the
guide. A line ``[[keys tiles]]`` becomes a table that follows from the page's own lists, and
LANGUAGE in the name of a picture becomes the language.
"""

from __future__ import annotations

import re
from pathlib import Path

from babel import Locale
from docs.page_texts import filled_in, key_table, say

from qwirkle.locale import LANGUAGES, Language
from qwirkle.players.levels import LEVELS

DOCS = Path(__file__).parent
LIMIT = 3500
"""The most words of a guide."""
BLOCK = re.compile(r"^\[\[(\w+)(?: (\w+))?\]\]$", re.MULTILINE)
SETTINGS = (
    ("Language", ""),
    ("Tiles", ""),
    ("Your animal", ""),
    ("Theme", ""),
    ("Text size", ""),
    ("Show where a tile fits", "Turn it off to look for the places yourself."),
    ("Tips while playing", "A remark at the right moment of your first game."),
    (
        "Show rows and columns",
        "Numbers along the edge of every board, for talking about a position.",
    ),
    (
        "Confirm with the Play button",
        "When this is off, you can also play by tapping what you laid last a second time.",
    ),
    ("Left-handed", "Puts the buttons on the left."),
    ("Pace of the bots", "How long you can watch each move of a bot."),
    (
        "Play with",
        "With text only, the whole game is in words: for screen readers and keyboard fans.",
    ),
    (
        "Short announcements",
        "Turns in a few words: “Snail: 9, red clover and red square”. The key L says everything.",
    ),
    (
        "Read aloud",
        "The page reads its announcements itself, if you don’t use a screen reader.",
    ),
    ("Reading speed", ""),
    (
        "Show when I’m here to people I’ve played with",
        "You then see when they’re here, too. Nobody else sees it.",
    ),
    (
        "Notify me when it’s my turn",
        "Even when this page is closed: at tables with other people, and when somebody invites you"
        " to play again.",
    ),
    ("Quiet hours", "Notifications wait until quiet hours end."),
    (
        "Atmosphere",
        "Sounds, vibration, lines that glow when one tile is missing, and an evening light. "
        "This turns all of it off.",
    ),
    ("Motion", ""),
    ("Sound", "A soft sound when tiles are laid and when it’s your turn."),
    ("Vibration", "A light tick when a tile snaps into place and when it’s your turn."),
)
"""Settings of the page with what it says about them."""


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
    text = BLOCK.sub(lambda found: _block(language, found[1], found[2] or ""), text)
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


def _block(language: str, kind: str, which: str) -> str:
    if kind == "keys":
        return key_table(language, which)
    return {"opponents": _opponents, "settings": _settings}[kind](language)


def _opponents(language: str) -> str:
    rows = ["| | | |", "|---|---|---|"]
    for level in LEVELS:
        name = say(language, level.name)
        picture = f"![{name}](pictures/opponent-{level.face}.svg)"
        rows.append(
            f"| {picture} | **{level.number}. {name}** | {say(language, level.character)} |"
        )
    return "\n".join(rows)


def _settings(language: str) -> str:
    rows = ["| | |", "|---|---|"]
    for name, about in SETTINGS:
        rows.append(f"| {say(language, name)} | {say(language, about) if about else ''} |")
    return "\n".join(rows)
