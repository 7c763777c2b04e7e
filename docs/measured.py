"""The tables of docs/review.md: what bench/luck.py and bench/chances.py measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
# The game that each kind was measured with.
GAMES = {
    "plain": "classic",
    "actions": "mini",
    "stars": "select",
    "bonus": "connect",
    "stars+bonus": "combined",
    "cards": "cards",
}


def measured(what: str) -> str:
    """Return a table as Markdown: ``luck`` or ``chances``."""
    path = DOCS / f"{what}.json"
    if not path.exists():
        return "Not measured yet.\n"
    return _TABLES[what](json.loads(path.read_text("utf-8")))


def _luck(rows: dict[str, Any]) -> str:
    lines = [
        "| | games | luck of all | luck of the first beyond the others | margin | without luck "
        "| variance | luckier won |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, row in rows.items():
        means = [row[key] for key in ("luck", "difference", "margin", "without_luck")]
        figures = [f"{mean['mean']:+.2f} ± {mean['error']:.2f}" for mean in means]
        lines.append(
            f"| {name} | {row['games']:,} | {' | '.join(figures)} | {row['ratio']:.2f} "
            f"| {row['luckier_won']:.0%} |"
        )
    return "\n".join(lines) + "\n"


def _chances(rows: dict[str, Any]) -> str:
    tenths = [f"{10 * low}–{10 * low + 10}" for low in range(10)]
    heads = ["", "games", "positions", "worst", "starter", *tenths]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, row in rows.items():
        cells = [_tenth(tenth) for tenth in row["tenths"]]
        gaps = [abs(tenth["said"] - tenth["was"]) for tenth in row["tenths"] if tenth["count"]]
        kind, players = name.rsplit("/", 1)
        lines.append(
            f"| {GAMES[kind]}, {players} players | {row['games']:,} | {row['positions']:,} "
            f"| {100 * max(gaps):.1f} | {_tenth(row['starter'])} | {' | '.join(cells)} |"
        )
    return "\n".join(lines) + "\n"


def _tenth(tenth: dict[str, Any]) -> str:
    if not tenth["count"]:
        return "–"
    return f"{100 * tenth['said']:.0f} / {100 * tenth['was']:.0f}"


_TABLES = {"luck": _luck, "chances": _chances}
