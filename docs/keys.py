"""The keys of a table, read from the page's own list of them."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "frontend" / "src" / "learning" / "keyHelp.ts"
LISTS = re.compile(
    r"^(?:export )?const (\w+): readonly Key\[\] = \[\n(.*?)^\];", re.MULTILINE | re.DOTALL
)
ENTRY = re.compile(r"keys: \[(.+?)\], does: \(\) => t\(\"(.+?)\"\)|(\.\.\.SHARED)")


def key_table(family: str) -> str:
    """Return the keys of a family of games, ``tiles`` or ``cards``, as a table."""
    lists = dict(LISTS.findall(SOURCE.read_text("utf-8")))
    rows = ["| key | |", "|---|---|"]
    for keys, does in _entries({"tiles": "TILE_KEYS", "cards": "CARD_KEYS"}[family], lists):
        shown = " ".join(f"<kbd>{key}</kbd>" for key in re.findall(r'"(.+?)"', keys))
        rows.append(f"| {shown} | {does} |")
    return "\n".join([*rows, ""])


def _entries(name: str, lists: dict[str, str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for keys, does, shared in ENTRY.findall(lists[name]):
        found += _entries("SHARED", lists) if shared else [(keys, does)]
    return found
