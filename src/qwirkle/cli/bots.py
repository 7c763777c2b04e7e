"""``qwirkle bots``: who can be played against, and how strong they are."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter


def bots(*, as_json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> None:
    """List the bots, and the levels with their strength as measured.

    Parameters
    ----------
    as_json
        Print them as JSON.
    """
    from qwirkle.cli.printing import print_json
    from qwirkle.players.levels import LEVELS
    from qwirkle.players.registry import about_bots

    if as_json:
        named = [{"name": name, "about": about} for name, about in about_bots().items()]
        print_json({"bots": named, "levels": LEVELS})
        return
    from rich.console import Console
    from rich.table import Table

    kinds = Table("bot", "", title="Bots")
    for name, about in about_bots().items():
        kinds.add_row(name, about)
    levels = Table("level", "", "character", title="Levels: wins against greedy, classic")
    levels.add_column("wins", justify="right")
    levels.add_column("95 %", justify="right")
    for one in LEVELS:
        low, high = one.strength.ci95
        levels.add_row(
            f"level:{one.number}",
            one.name,
            one.character,
            f"{one.strength.win_rate:.1%}",
            f"{low:.1%} – {high:.1%}",
        )
    console = Console(highlight=False)
    console.print(kinds, levels)
