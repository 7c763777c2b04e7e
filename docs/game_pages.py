"""The pages of the games, made from the page's own rules: docs/games.

The classic game has a page. What is different in the others is in a table; their rules are on the
page.
"""

from __future__ import annotations

from pathlib import Path

from docs.page_texts import page_texts

from qwirkle.notation.pictures.tiles import INNER
from qwirkle.rules.editions.layouts import board_names
from qwirkle.rules.family import GAMES, edition
from qwirkle.rules.tiles import Colour

DOCS = Path(__file__).parent
CLASSIC = "classic"
TOLD = (CLASSIC,)
"""The games that have a page."""


def game_pages() -> dict[Path, str]:
    """Return the pages of games by their files."""
    return {DOCS / "games" / f"{game}.md": game_page(game) for game in TOLD}


def game_page(game: str) -> str:
    """Return the page of a game."""
    words = page_texts().games[game]
    lines = [f"# {words.name}", "", f"![{words.name}](../pictures/game-{game}.svg)"]
    for part in words.parts:
        lines += ["", f"## {part.title}", "", *(f"- {sentence}" for sentence in part.words)]
    lines += _options(game)
    return "\n".join([*lines, ""])


def gallery() -> str:
    """Return all games with their pictures and what they are about."""
    games = page_texts().games
    lines = ["| | |", "|---|---|"]
    for game in GAMES:
        name = f"[{games[game].name}]({game}.md)" if game in TOLD else games[game].name
        picture = f"![{games[game].name}](../pictures/game-{game}.svg)"
        lines.append(f"| {picture} | **{name}**: {games[game].about} |")
    return "\n".join([*lines, ""])


def boards() -> str:
    """Return the pictures of the printed boards."""
    names = [name for name in board_names() if name != "open"]
    pictures = (f"![{name}](../pictures/board-{name}.svg)" for name in names)
    lines = [f"| {' | '.join(names)} |", "|---" * len(names) + "|", f"| {' | '.join(pictures)} |"]
    return "\n".join([*lines, ""])


def inner_shapes() -> str:
    """Return what the small shapes of tiles with two shapes stand for."""
    rows = ", ".join(f"{INNER[colour].value} for {colour.value}" for colour in Colour)
    return f"With two shapes, the small one stands for the colour: {rows}.\n"


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


def _written(choice: object) -> str:
    if isinstance(choice, list):
        return ",".join(choice)
    return str(choice).lower() if isinstance(choice, bool) else str(choice)
