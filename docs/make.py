"""Draw the pictures of README and docs, and fill in tables that follow from data: ``make docs``.

A test fails when a picture or a table is out of date.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from statistics import median

from qwirkle.game import Game
from qwirkle.lab.regret.family import of as annotating
from qwirkle.lab.regret.positions import MAIN, shipped_games, shipped_positions
from qwirkle.notation.pictures.animals import FACES, face_svg
from qwirkle.notation.pictures.svg import board_svg, hand_svg
from qwirkle.notation.pictures.tiles import Face
from qwirkle.players import bot
from qwirkle.players.levels import LEVELS
from qwirkle.players.levels.strengths import CLASSIC, Score, strength_of, strengths
from qwirkle.players.value.weights import SHIPPED, Provenance, read_weights
from qwirkle.rules.editions.cards import Edition as CardsEdition
from qwirkle.rules.editions.layouts import board_names, layout
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import GAMES, AnyEdition, edition
from qwirkle.rules.placement.board import Board
from qwirkle.rules.tiles import Tile
from qwirkle.server.settings import all_settings

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))  # for the other half of this program

from docs.afterstates import afterstate_table  # noqa: E402
from docs.film import film  # noqa: E402
from docs.house_rules import key_rows  # noqa: E402
from docs.keys import key_table  # noqa: E402
from docs.measured import measured as measured_table  # noqa: E402
from docs.reference import reference  # noqa: E402

GLANCE = re.compile(r"(<!-- glance: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
WEIGHTS = re.compile(r"(<!-- weights -->\n).*?(<!-- end -->)", re.DOTALL)
STRENGTH = re.compile(r"(<!-- strength: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
TABLE = re.compile(r"(<!-- differences -->\n).*?(<!-- end -->)", re.DOTALL)
LEVEL = re.compile(r"(<!-- levels -->\n).*?(<!-- end -->)", re.DOTALL)
ELSEWHERE = re.compile(r"(<!-- levels elsewhere -->\n).*?(<!-- end -->)", re.DOTALL)
MEASURED = re.compile(r"(<!-- measured: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
KEYS = re.compile(r"(<!-- keys: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
POSITIONS = re.compile(r"(<!-- positions -->\n).*?(<!-- end -->)", re.DOTALL)
AFTERSTATES = re.compile(r"(<!-- afterstates -->\n).*?(<!-- end -->)", re.DOTALL)
HOUSE_KEYS = re.compile(r"(<!-- house keys -->\n).*?(<!-- end -->)", re.DOTALL)
SETTINGS = re.compile(r"(<!-- settings -->\n).*?(<!-- end -->)", re.DOTALL)
FILLED = [*sorted((DOCS / "games").glob("*.md")), DOCS / "levels.md"]
FILLED += [
    DOCS / f"{name}.md"
    for name in ("guide", "strength", "training", "server", "review", "data", "environments")
]


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


def facts(rules: AnyEdition) -> dict[str, str]:
    """Describe an edition in words."""
    return tile_facts(rules) if isinstance(rules, Edition) else card_facts(rules)


def card_facts(rules: CardsEdition) -> dict[str, str]:
    """Describe an edition of the card game in words."""
    return {
        "players": f"{rules.fewest_players} to {rules.most_players}",
        "hand": f"{rules.hand} cards",
        "board": "sets on the table",
        "smallest set": f"{rules.smallest_set} cards",
        "tie for the start": f"the {rules.start.tie} of the tied players",
        "first turn": "a largest set" if rules.opening.largest_set else "any cards",
        "if nothing fits": "exchange the hand",
        "wins": "most Qwirkles",
    }


def tile_facts(rules: Edition) -> dict[str, str]:
    """Describe an edition of a placement game in words."""
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
        "if nothing fits": rules.trading.cannot_place.replace("-", " "),
        "take a tile": taking[rules.taking.by],
        "… and cut others off": cut_off if takes else "–",
        "… and put it back there": same_spot if takes else "–",
        "action tiles": ", ".join(rules.action_tiles.kinds) or "none",
        "running out of tiles": f"{rules.end.going_out} bonus points",
        "wins": "most points",
    }


def glance(game_id: str) -> str:
    """Return the facts and options of a game as a table."""
    rules = edition(game_id)
    lines = ["| | |", "|---|---|", *(f"| {key} | {value} |" for key, value in facts(rules).items())]
    for name, option in rules.options.items():
        choices = " or ".join(f"`{_written(choice)}`" for choice in option.choices)
        lines.append(f"| option `{name}` | {option.about}{f' {choices}' if choices else ''} |")
    return "\n".join(lines) + "\n"


def differences() -> str:
    """Return a table that compares the games."""
    columns = {game_id: facts(edition(game_id)) for game_id in GAMES}
    rows = dict.fromkeys(key for game_id in ("classic", "cards") for key in columns[game_id])
    lines = [f"| | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    lines += [
        f"| {row} | {' | '.join(column.get(row, '–') for column in columns.values())} |"
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def shipped_weights() -> str:
    """Describe how the shipped weights were made, according to their own file."""
    made = read_weights(SHIPPED).made.items()
    sets = {name: origin for name, origin in made if isinstance(origin, Provenance)}
    if not sets:
        return "The shipped weights do not say how they were made.\n"
    commands = dict.fromkeys(origin.command for origin in sets.values())
    lines = ["```sh", *commands, "```", ""]
    lines += ["| set | starts from | rows | signal | explained | against greedy | 95 % | games |"]
    lines += ["|---|---|---|---|---|---|---|---|"]
    lines += [_set_row(name, origin) for name, origin in sets.items()]
    return "\n".join(lines) + "\n"


def _set_row(name: str, made: Provenance) -> str:
    last, check = made.rounds[-1], made.check
    cells = [f"`{name}`", made.start.split(" ")[0] if "/" in made.start else made.start]
    cells += [f"{last.rows:,}", f"{last.signal:.2f}", f"{last.explained:.2f}"]
    if check is None:
        cells += ["–", "–", "–"]
    else:
        low, high = check.ci95
        cells += [
            f"{check.win_rate:.1%}",
            f"{100 * low:.1f} – {100 * high:.1f}",
            f"{check.games:,}",
        ]
    return f"| {' | '.join(cells)} |"


def matches(part: str) -> str:
    """Return results of bench/strength.py: one part of its matches, or its ladder."""
    written = DOCS / "strength.json"
    if not written.exists():
        return "Not measured yet.\n"
    measured = json.loads(written.read_text("utf-8"))
    if part == "ladder":
        lines = ["| bot | rating | 95 % | win rate | ms/move |", "|---|---|---|---|---|"]
        for rung in measured["ladder"]:
            low, high = rung["ci95"]
            lines.append(
                f"| {rung['name']} | {rung['rating']:.0f} | {low:.0f} – {high:.0f} "
                f"| {rung['win_rate']:.1%} | {rung['ms_per_move']:.2f} |"
            )
        lines += ["", f"`{measured['ladder_command']}`"]
    else:
        lines = [
            "| | games | win rate | 95 % | points | ms/move | command |",
            "|---|---|---|---|---|---|---|",
        ]
        for row in measured["rows"]:
            if row["part"] == part:
                low, high = row["ci95"]
                lines.append(
                    f"| {row['title']} | {row['games']:,} | {row['win_rate']:.1%} "
                    f"| {100 * low:.1f} – {100 * high:.1f} | {row['mean_margin']:+.1f} "
                    f"| {row['ms_per_move']:.3g} | `{row['command']}` |"
                )
    lines += ["", f"Weights {measured['weights']}, {measured['core']} core."]
    return "\n".join(lines) + "\n"


def levels() -> str:
    """Return the levels with names, characters and strength in the classic game."""
    lines = [
        "| | level | | against greedy | against the level below | rating |",
        "|---|---|---|---|---|---|",
    ]
    for level in LEVELS:
        found = strength_of(level.number)
        cells = ["–", "–", "–"]
        if found is not None:
            low, high = found.rating_ci95
            cells = [_score(found.against_greedy), _score(found.against_below)]
            cells.append(f"{found.rating:.0f} ({low:.0f} – {high:.0f})")
        lines.append(
            f"| ![{level.name}](pictures/opponent-{level.face}.svg) | `level:{level.number}` "
            f"| **{level.name}** {level.character} | {' | '.join(cells)} |"
        )
    return "\n".join(lines) + "\n" + _measured(CLASSIC)


def levels_elsewhere() -> str:
    """Return the strength of the levels in the other games."""
    games = [game for game in GAMES if game != CLASSIC and game in strengths()]
    if not games:
        return "Not measured yet.\n"
    head = ["| level |", "|---|"]
    for game in games:
        head[0] += f" {game} |"
        head[1] += "---|"
    lines = [*head]
    for level in LEVELS:
        cells = []
        for game in games:
            found = strength_of(level.number, game)
            scores = () if found is None else (found.against_greedy, found.against_below)
            cells.append(" / ".join(f"{score.win_rate:.0%}" for score in scores if score) or "–")
        lines.append(f"| `level:{level.number}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n" + "".join(_measured(game) for game in games)


def _measured(game: str) -> str:
    """Name the command that measured a game, and mark an outdated result."""
    found = strengths().get(game)
    if found is None:
        return "\nNot measured yet.\n"
    counts = {level.against_greedy.games for level in found.levels}
    counts |= {level.against_below.games for level in found.levels if level.against_below}
    games = f"at least {min(counts)} games" if len(counts) > 1 else f"{min(counts)} games"
    source = f"\n`{found.command}` ({games} for each pair)"
    if not found.of_these_levels:
        return f"{source}, with an earlier version of the levels: out of date.\n"
    # In the card game nobody plays by the weights.
    current = found.current or isinstance(edition(game), CardsEdition)
    return f"{source}{'.' if current else ', with earlier weights.'}\n"


def _score(found: Score | None) -> str:
    if found is None:
        return "–"
    low, high = found.ci95
    return f"{found.win_rate:.1%} ({100 * low:.1f} – {100 * high:.1f})"


def server_settings() -> str:
    """Return every setting of the server with its flag, its variable and its default."""
    rows = [
        f"| `{setting.flag}` | `{setting.variable}` | {setting.shown_default} | {setting.about} |"
        for setting in all_settings()
    ]
    return "\n".join(["| flag | environment | default | |", "|---|---|---|---|", *rows, ""])


def annotated() -> str:
    """Return the annotated positions that come with the package, as a table by game."""
    sets = {game: shipped_positions(game).positions for game in shipped_games()}
    errors = [
        error
        for position in sets[MAIN]
        if not position.exact
        for which, error in enumerate(position.error)
        if which != position.best
    ]
    error = median(errors) / annotating(edition(MAIN)).UNITS
    rows = [
        f"| {game} | {len(found):,} | {sum(position.exact for position in found):,} "
        f"| {sum(len(position.lost) for position in found) / len(found):.0f} |"
        for game, found in sets.items()
    ]
    return (
        f"The package comes with {sum(map(len, sets.values())):,} positions for two players. The "
        f"median standard error of a value of {MAIN} is {error:.1f} points.\n\n"
        "| game | positions | of them solved endings | turns in each, on average |\n"
        "|---|---:|---:|---:|\n" + "\n".join(rows) + "\n"
    )


def filled(text: str) -> str:
    """Fill in the tables of a page from editions, weights, measurements and the page's sources."""
    text = WEIGHTS.sub(lambda found: f"{found[1]}{shipped_weights()}{found[2]}", text)
    text = STRENGTH.sub(lambda found: f"{found[1]}{matches(found[2])}{found[3]}", text)
    text = GLANCE.sub(lambda found: f"{found[1]}{glance(found[2])}{found[3]}", text)
    text = TABLE.sub(lambda found: f"{found[1]}{differences()}{found[2]}", text)
    text = MEASURED.sub(lambda found: f"{found[1]}{measured_table(found[2])}{found[3]}", text)
    text = KEYS.sub(lambda found: f"{found[1]}{key_table(found[2])}{found[3]}", text)
    text = POSITIONS.sub(lambda found: f"{found[1]}{annotated()}{found[2]}", text)
    text = AFTERSTATES.sub(lambda found: f"{found[1]}{afterstate_table()}{found[2]}", text)
    text = HOUSE_KEYS.sub(lambda found: f"{found[1]}{key_rows()}{found[2]}", text)
    text = SETTINGS.sub(lambda found: f"{found[1]}{server_settings()}{found[2]}", text)
    text = LEVEL.sub(lambda found: f"{found[1]}{levels()}{found[2]}", text)
    return ELSEWHERE.sub(lambda found: f"{found[1]}{levels_elsewhere()}{found[2]}", text)


def _written(choice: object) -> str:
    if isinstance(choice, list):
        return ",".join(choice)
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


if __name__ == "__main__":
    (DOCS / "pictures").mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        (DOCS / "pictures" / name).write_text(drawing, "utf-8")
    (DOCS / "api.md").write_text(reference(), "utf-8")
    for page in FILLED:
        page.write_text(filled(page.read_text("utf-8")), "utf-8")
