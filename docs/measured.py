"""The tables of docs/measurements: what the programs in ``bench`` and the package's files say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from statistics import median
from typing import Any

from qwirkle.lab.regret.family import of as annotating
from qwirkle.lab.regret.positions import MAIN, shipped_games, shipped_positions
from qwirkle.players.levels import LEVELS
from qwirkle.players.levels.strengths import CLASSIC, Score, strength_of, strengths
from qwirkle.players.value.weights import SHIPPED, Provenance, read_weights
from qwirkle.rules.family import GAMES as ALL_GAMES
from qwirkle.rules.family import edition

MEASURED = Path(__file__).parents[1] / "bench" / "measured"
# The game that each kind was measured with.
GAMES = {
    "plain": "classic",
    "actions": "mini",
    "stars": "select",
    "bonus": "connect",
    "stars+bonus": "combined",
    "cards": "cards",
}


def span(low: float, high: float, digits: int = 1) -> str:
    """Return an interval as text; a minus sign does not stand beside a dash."""
    return f"{low:.{digits}f}{' to ' if low < 0 else '–'}{high:.{digits}f}"


def measured(what: str) -> str:
    """Return a table as Markdown: ``luck`` or ``chances``."""
    path = MEASURED / f"{what}.json"
    if not path.exists():
        return "Not measured yet.\n"
    return _TABLES[what](json.loads(path.read_text("utf-8")))


def _luck(rows: dict[str, Any]) -> str:
    lines = [
        "| | games | luck of the first beyond the others | variance | luckier won |",
        "|---|---|---|---|---|",
    ]
    for name, row in rows.items():
        luck = f"{row['difference']['mean']:+.2f} ± {row['difference']['error']:.2f}"
        lines.append(
            f"| {name} | {row['games']:,} | {luck} | {row['ratio']:.2f} "
            f"| {row['luckier_won']:.0%} |"
        )
    return "\n".join(lines) + "\n"


def _chances(rows: dict[str, Any]) -> str:
    """Return the largest gap and the starter of every kind of game, and the tenths of all."""
    lines = ["| | 2 players | 3 players | 4 players |", "|---" * 4 + "|"]
    for kind, game in GAMES.items():
        cells = [_worst(rows[f"{kind}/{players}"]) for players in range(2, 5)]
        lines.append(f"| {game} | {' | '.join(cells)} |")
    predicted, won = ["predicted"], ["won"]
    for tenth in zip(*(row["tenths"] for row in rows.values()), strict=True):
        count = sum(part["count"] for part in tenth)
        for cells, what in ((predicted, "said"), (won, "was")):
            share = sum(part["count"] * part[what] for part in tenth) / count
            cells.append(f"{100 * share:.0f}%")
    games = sum(row["games"] for row in rows.values())
    lines += ["", f"All {games:,} games together, by tenths:", ""]
    lines += [f"| {' | '.join(predicted)} |", "|---" * len(predicted) + "|"]
    return "\n".join([*lines, f"| {' | '.join(won)} |", ""])


def _worst(row: dict[str, Any]) -> str:
    gaps = [abs(tenth["said"] - tenth["was"]) for tenth in row["tenths"] if tenth["count"]]
    said, was = (100 * row["starter"][key] for key in ("said", "was"))
    return f"{100 * max(gaps):.1f} ({said:.0f}/{was:.0f})"


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
            span(100 * low, 100 * high),
            f"{check.games:,}",
        ]
    return f"| {' | '.join(cells)} |"


def matches(part: str) -> str:
    """Return results of bench/strength.py: one part of its matches, or its ladder."""
    written = MEASURED / "strength.json"
    if not written.exists():
        return "Not measured yet.\n"
    measured = json.loads(written.read_text("utf-8"))
    if part == "ladder":
        lines = ["| bot | rating | 95 % | win rate | ms/move |", "|---|---|---|---|---|"]
        for rung in measured["ladder"]:
            low, high = rung["ci95"]
            lines.append(
                f"| {rung['name']} | {rung['rating']:.0f} | {span(low, high, 0)} "
                f"| {rung['win_rate']:.1%} | {rung['ms_per_move']:.2f} |"
            )
        lines += ["", f"`{measured['ladder_command']}`"]
    else:
        lines = [
            "| `qwirkle match` | games | win rate | 95 % | points | ms/move |",
            "|---|---|---|---|---|---|",
        ]
        for row in measured["rows"]:
            if row["part"] == part:
                low, high = row["ci95"]
                bots = re.sub(r"^qwirkle match | --games \d+| --seed strength", "", row["command"])
                lines.append(
                    f"| `{bots}` | {row['games']:,} | {row['win_rate']:.1%} "
                    f"| {span(100 * low, 100 * high)} | {row['mean_margin']:+.1f} "
                    f"| {row['ms_per_move']:.3g} |"
                )
    if part == "proof":
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
            cells.append(f"{found.rating:.0f} ({span(low, high, 0)})")
        lines.append(
            f"| ![{level.name}](../pictures/opponent-{level.face}.svg) | `level:{level.number}` "
            f"| {level.name} | {' | '.join(cells)} |"
        )
    return "\n".join(lines) + "\n" + _measured(CLASSIC)


def levels_elsewhere() -> str:
    """Return the strength of the levels in the other games."""
    games = [game for game in ALL_GAMES if game != CLASSIC and game in strengths()]
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
    family = edition(game).family
    if not found.of_these_levels(family):
        return f"{source}, with an earlier version of the levels: out of date.\n"
    return f"{source}{'.' if found.current(family) else ', with earlier weights.'}\n"


def _score(found: Score | None) -> str:
    if found is None:
        return "–"
    low, high = found.ci95
    return f"{found.win_rate:.1%} ({span(100 * low, 100 * high)})"


def annotated() -> str:
    """Return how many annotated positions come with the package, by game."""
    sets = {game: shipped_positions(game).positions for game in shipped_games()}
    errors = [
        error
        for position in sets[MAIN]
        if not position.exact
        for which, error in enumerate(position.error)
        if which != position.best
    ]
    error = median(errors) / annotating(edition(MAIN)).UNITS
    counts = ", ".join(
        f"{game} {len(found):,} ({sum(position.exact for position in found)})"
        for game, found in sets.items()
    )
    total = sum(map(len, sets.values()))
    return (
        f"The package comes with {total:,} positions for two players, by game and, in brackets, "
        f"solved endings: {counts}. The median standard error of a value of {MAIN} is {error:.1f} "
        "points.\n"
    )


def late() -> str:
    """Return how many late positions come with the package, and their errors, by game."""
    told, total = [], 0
    for game in shipped_games(late=True):
        found = shipped_positions(game, late=True).positions
        errors = [
            error
            for position in found
            for which, error in enumerate(position.error)
            if which != position.best
        ]
        error = median(errors) / annotating(edition(game)).UNITS
        told.append(f"{game} {len(found):,} ({error:.1f})")
        total += len(found)
    return (
        f"{total:,} late positions for two players, by game and, in brackets, the median standard "
        f"error of a loss in points: {', '.join(told)}.\n"
    )


_TABLES = {"luck": _luck, "chances": _chances}
