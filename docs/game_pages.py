"""The pages of the games, made from the page's own rules: docs/games.

A game that extends the classic one has a page with what differs; everything else is on the page of
the classic game. A part that is the same in a related game is named there.
"""

from __future__ import annotations

import re
from pathlib import Path

from docs.page_texts import Part, page_texts

from qwirkle.notation.pictures.tiles import INNER
from qwirkle.rules.family import edition
from qwirkle.rules.tiles import Colour

DOCS = Path(__file__).parent
CLASSIC = "classic"
BOARDS = {
    "connect": ("diamond", "cross"),
    "select": ("select",),
    "combined": ("combined",),
}
"""The printed boards of a game, by the names of their pictures."""
RELATIVES = {"mini": ("schmidt",), "combined": ("select", "connect")}
"""Games with whole parts in common besides what the classic game has."""
ALSO_CLASSIC = "Everything else is as in the [classic game](classic.md)."


def game_pages() -> dict[Path, str]:
    """Return the page of every game by its file."""
    return {DOCS / "games" / f"{game}.md": game_page(game) for game in page_texts().games}


def game_page(game: str) -> str:
    """Return the page of a game."""
    words = page_texts().games[game]
    lines = [
        f"# {words.name}",
        "",
        f"![{words.name}](../pictures/game-{game}.svg)",
        "",
        words.about,
    ]
    shared: dict[str, list[str]] = {}
    for part in special_parts(game):
        if relative := _relative_with(game, part):
            shared.setdefault(relative, []).append(f"*{part.title}*")
        else:
            lines += ["", f"## {part.title}", "", *(f"- {sentence}" for sentence in part.words)]
    if game == "colour-blind":
        lines += ["", *_inner_shapes()]
    if boards := BOARDS.get(game):
        pictures = (f"![{name}](../pictures/board-{name}.svg)" for name in boards)
        lines += ["", f"| {' | '.join(boards)} |", "|---" * len(boards) + "|"]
        lines += [f"| {' | '.join(pictures)} |"]
    games = page_texts().games
    for other, titles in shared.items():
        lines += ["", f"{', '.join(titles)}: as in [{games[other].name}]({other}.md)."]
    if special_parts(game) != words.parts:
        lines += ["", ALSO_CLASSIC]
    lines += _options(game)
    others = (*RELATIVES.get(game, ()), CLASSIC)
    known = {tip for other in others if other != game for tip in games[other].tips}
    if tips := [tip for tip in words.tips if tip not in known]:
        lines += ["", "## Tips", "", *(f"- {tip}" for tip in tips)]
    return "\n".join([*lines, ""])


def special_parts(game: str) -> list[Part]:
    """Return the parts of the rules that the classic rules do not have; all those of cards."""
    words, classic = page_texts().games[game], page_texts().games[CLASSIC]
    if game == CLASSIC or words.parts[0] != classic.parts[0]:
        return words.parts
    known = {_in_a_bag(sentence) for part in classic.parts for sentence in part.words}
    parts = [
        Part(part.title, [text for text in part.words if _in_a_bag(text) not in known])
        for part in words.parts
    ]
    return [part for part in parts if part.words]


def _relative_with(game: str, part: Part) -> str | None:
    """Return another game with the very same part, if there is one."""
    for other in RELATIVES.get(game, ()):
        if part in special_parts(other):
            return other
    return None


def comparison() -> str:
    """Return the classic rules in brief, and the games that have others."""
    games = page_texts().games
    lines = ["| | Classic | elsewhere |", "|---|---|---|"]
    for row, (about, usual) in enumerate(games[CLASSIC].differences):
        others: dict[str, list[str]] = {}
        for game in games.values():
            if (value := game.differences[row][1]) != usual:
                others.setdefault(value, []).append(f"*{game.name}*")
        told = "; ".join(f"{', '.join(names)}: {value}" for value, names in others.items())
        lines.append(f"| {about} | {usual} | {told} |")
    return "\n".join(lines) + "\n"


def glossary() -> str:
    """Return the words of the games with what they mean."""
    words: dict[str, str] = {}
    for game in page_texts().games.values():
        words |= dict(game.glossary)
    return "\n".join([*(f"- **{word}**: {means}" for word, means in words.items()), ""])


def option_codes() -> str:
    """Return the options of all games as the command line writes them."""
    rows: dict[str, list[str]] = {}
    for game, words in page_texts().games.items():
        for name, option in edition(game).options.items():
            written = [_written(choice) for choice in option.choices]
            values = ", ".join(f"`{one}`" if one else "nothing" for one in written) or "a board"
            about = page_texts().options[name].about.rstrip(".")
            rows.setdefault(f"- `{name}` ({values}): {about}", []).append(words.name)
    return "\n".join([*(f"{row}: *{'*, *'.join(games)}*" for row, games in rows.items()), ""])


def _options(game: str) -> list[str]:
    rows = []
    for name in edition(game).options:
        option = page_texts().options[name]
        choices = f" ({' or '.join(option.choices).lower()})" if option.choices else ""
        rows.append(f"- *{option.name}*: {option.about.rstrip('.')}{choices}.")
    return ["", "## What you can choose", "", *rows] if rows else []


def _inner_shapes() -> list[str]:
    rows = (f"| {INNER[colour].value} | {colour.value} |" for colour in Colour)
    return ["| small shape | stands for |", "|---|---|", *rows]


def _in_a_bag(sentence: str) -> str:
    """Return a sentence about piles as that about a bag, which has the same rules."""
    return re.sub(r"piles are\b", "bag is", sentence).replace("piles", "bag")


def _written(choice: object) -> str:
    if isinstance(choice, list):
        return ",".join(choice)
    return str(choice).lower() if isinstance(choice, bool) else str(choice)
