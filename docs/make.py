"""Draws the pictures of README and docs and fills in what follows from data: ``make docs``.

Everything here is made by the project's own means; a test fails when a file is out of date.
"""

from __future__ import annotations

import re
from pathlib import Path

from qwirkle.game import Game
from qwirkle.notation.art import Face
from qwirkle.notation.faces import FACES, face_svg
from qwirkle.notation.svg import board_svg, hand_svg
from qwirkle.players import bot
from qwirkle.players.levels import LEVELS
from qwirkle.rules import editions
from qwirkle.rules.board import Board
from qwirkle.rules.cards.edition import CardsEdition
from qwirkle.rules.editions import Edition
from qwirkle.rules.games import GAMES, AnyEdition, edition
from qwirkle.rules.layouts import board_names, layout
from qwirkle.rules.tiles import Tile

DOCS = Path(__file__).parent
GLANCE = re.compile(r"(<!-- glance: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
TABLE = re.compile(r"(<!-- differences -->\n).*?(<!-- end -->)", re.DOTALL)
LADDER = re.compile(r"(<!-- levels -->\n).*?(<!-- end -->)", re.DOTALL)
FILLED = [*sorted((DOCS / "games").glob("*.md")), DOCS / "levels.md"]


def played(game_id: str, turns: int) -> Game:
    """A game between greedy bots, stopped in the middle."""
    game = Game.new(game_id, ["Ann", "Ben"], seed="readme")
    players = [bot("greedy", f"readme/{seat}") for seat in range(2)]
    while (seat := game.turn) is not None and game.state.turns_played < turns:
        game.play(players[seat].choose(game.view(seat)))
    return game


def pictures() -> dict[str, str]:
    """Every picture by its file name."""
    drawn = {"sample-game.svg": played("classic", 22).svg()}
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


def facts(rules: AnyEdition) -> dict[str, str]:
    """What an edition says, in words."""
    return card_facts(rules) if isinstance(rules, CardsEdition) else tile_facts(rules)


def card_facts(rules: CardsEdition) -> dict[str, str]:
    """What an edition of the card game says, in words."""
    return {
        "players": f"{rules.fewest_players} to {rules.most_players}",
        "hand": f"{rules.hand} cards",
        "smallest set": f"{rules.smallest_set} cards",
        "tie for the start": f"the {rules.start.tie} of the tied players",
        "first turn": "the largest set" if rules.opening.largest_set else "any cards",
        "wins": "most Qwirkles",
    }


def tile_facts(rules: Edition) -> dict[str, str]:
    """What an edition of a placement game says, in words."""
    opening = ["a largest set" if rules.opening.largest_set else "any placement"]
    if rules.opening.on_centre:
        opening.append("over a centre square")
    if rules.opening.may_trade:
        opening.append("or a trade")
    taking = {"nothing": "no", "star-token": "star token", "action-tile": "action tile"}
    cut_off = "yes" if rules.taking.may_cut_off else "no"
    same_spot = "yes" if rules.taking.back_to_same_spot else "no"
    takes = rules.taking.by != "nothing"
    return {
        "players": f"{rules.fewest_players} to {rules.most_players}",
        "hand": f"{rules.hand} tiles",
        "board": "open table" if rules.board == "open" else f"16 × 16, “{rules.board}”",
        "tie for the start": f"the {rules.start.tie} of the tied players",
        "first turn": " ".join(opening),
        "traded tiles": {"mixed": "mixed into the bag", "under": "under the pile"}[
            rules.trading.returned
        ],
        "who cannot place": rules.trading.cannot_place.replace("-", " "),
        "take a tile": taking[rules.taking.by],
        "… and cut others off": cut_off if takes else "–",
        "… and put it back there": same_spot if takes else "–",
        "action tiles": ", ".join(rules.action_tiles.kinds) or "none",
        "going out": f"{rules.end.going_out} points",
    }


def glance(game_id: str) -> str:
    """The facts of a game as a table, with its options."""
    rules = edition(game_id)
    lines = ["| | |", "|---|---|", *(f"| {key} | {value} |" for key, value in facts(rules).items())]
    for name, option in rules.options.items():
        choices = " or ".join(f"`{_written(choice)}`" for choice in option.choices)
        lines.append(f"| option `{name}` | {option.about}{f' {choices}' if choices else ''} |")
    return "\n".join(lines) + "\n"


def differences() -> str:
    """The placement games side by side."""
    columns = {game_id: facts(edition(game_id)) for game_id in editions.GAMES}
    lines = [f"| | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    lines += [
        f"| {key} | {' | '.join(column[key] for column in columns.values())} |"
        for key in facts(edition("classic"))
    ]
    return "\n".join(lines) + "\n"


def ladder() -> str:
    """The levels with their strength."""
    lines = ["| | level | | against greedy | games |", "|---|---|---|---|---|"]
    for one in LEVELS:
        measured, (low, high) = one.strength, one.strength.ci95
        lines.append(
            f"| ![{one.name}](pictures/opponent-{one.face}.svg) | `level:{one.number}` "
            f"| **{one.name}** {one.character} "
            f"| {measured.win_rate:.1%} ({low:.1%} – {high:.1%}) | {measured.games} |"
        )
    return "\n".join(lines) + "\n"


def filled(text: str) -> str:
    """A page with what follows from the editions and the levels filled in."""
    text = GLANCE.sub(lambda found: f"{found[1]}{glance(found[2])}{found[3]}", text)
    text = TABLE.sub(lambda found: f"{found[1]}{differences()}{found[2]}", text)
    return LADDER.sub(lambda found: f"{found[1]}{ladder()}{found[2]}", text)


def _written(choice: object) -> str:
    if isinstance(choice, list):
        return ",".join(choice)
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


if __name__ == "__main__":
    (DOCS / "pictures").mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        (DOCS / "pictures" / name).write_text(drawing, "utf-8")
    for page in FILLED:
        page.write_text(filled(page.read_text("utf-8")), "utf-8")
