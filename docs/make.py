"""Draw the pictures of README and docs, and write everything that follows from data: ``make docs``.

The guide and the pages of the games are written as a whole; other pages have tables between
``<!-- name -->`` and ``<!-- end -->``. A test fails when anything is out of date. The API reference
and pages like it are made with a site: ``qwirkle.site.docs.reference``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from qwirkle.game import Game
from qwirkle.notation.pictures.animals import FACES, face_svg
from qwirkle.notation.pictures.svg import board_svg, hand_svg
from qwirkle.notation.pictures.tiles import Face
from qwirkle.players import bot
from qwirkle.rules.editions.layouts import board_names, layout
from qwirkle.rules.family import GAMES
from qwirkle.rules.placement.board import Board
from qwirkle.rules.tiles import Tile

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))  # for the other parts of this program

from docs import game_pages, measured  # noqa: E402
from docs.film import film  # noqa: E402
from docs.guide import guides  # noqa: E402
from docs.house_rules import key_rows  # noqa: E402


def played(game_id: str, turns: int) -> Game:
    """Return a game between greedy bots, stopped in the middle."""
    game = Game.new(game_id, ["Ann", "Ben"], seed="readme")
    players = [bot("greedy", f"readme/{seat}") for seat in range(2)]
    while (seat := game.to_move) is not None and game.state.turns_played < turns:
        game.play(players[seat].choose(game.view(seat)))
    return game


def pictures() -> dict[str, str]:
    """Return every picture by file name."""
    drawn = film()
    kinds = [Tile.Ro, Tile.Ox, Tile.Yd, Tile.Gs, Tile.Bb, Tile.Pc]
    for face in Face:
        drawn[f"face-{face.value}.svg"] = hand_svg(kinds, face)
    for name in board_names():
        if name != "open":
            drawn[f"board-{name}.svg"] = board_svg(Board(layout=layout(name)))
    for game_id in GAMES:
        drawn[f"game-{game_id}.svg"] = played(game_id, 14).svg()
    for name in FACES:
        drawn[f"opponent-{name}.svg"] = face_svg(name, 96)
    return drawn


TABLES: Mapping[str, Callable[..., str]] = {
    "comparison": game_pages.comparison,
    "glossary": game_pages.glossary,
    "house keys": key_rows,
    "levels": measured.levels,
    "late positions": measured.late,
    "levels elsewhere": measured.levels_elsewhere,
    "measured": measured.measured,
    "options": game_pages.option_codes,
    "positions": measured.annotated,
    "strength": measured.matches,
    "weights": measured.shipped_weights,
}
"""The tables that pages have, by their marks; some take a word after a colon."""
MARKED = re.compile(r"(<!-- ([a-z ]+?)(?:: (\S+))? -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(text: str) -> str:
    """Fill in the tables of a page."""
    return MARKED.sub(
        lambda found: f"{found[1]}{TABLES[found[2]](*filter(None, [found[3]]))}{found[4]}", text
    )


def whole_pages() -> dict[Path, str]:
    """Return the pages that are written as a whole, by their files."""
    return {**guides(), **game_pages.game_pages()}


def filled_pages() -> list[Path]:
    """Return the pages with tables to fill in."""
    return [path for path in sorted(DOCS.rglob("*.md")) if MARKED.search(path.read_text("utf-8"))]


if __name__ == "__main__":
    (DOCS / "pictures").mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        (DOCS / "pictures" / name).write_text(drawing, "utf-8")
    for path, text in whole_pages().items():
        path.write_text(text, "utf-8")
    for path in filled_pages():
        path.write_text(filled(path.read_text("utf-8")), "utf-8")
