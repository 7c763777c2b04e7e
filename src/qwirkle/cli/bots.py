"""``qwirkle bots``: who can be played against, and how strong they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.table import Table


def bots(*, as_json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> None:
    """List the bots, and the levels with their strength as measured.

    Parameters
    ----------
    as_json
        Print them as JSON.
    """
    from qwirkle.cli.output import print_json
    from qwirkle.players.levels import LEVELS
    from qwirkle.players.levels.strengths import strengths
    from qwirkle.players.registry import about_bots

    if as_json:
        named = [{"name": name, "about": about} for name, about in about_bots().items()]
        print_json({"bots": named, "levels": LEVELS, "strengths": strengths()})
        return
    _print(about_bots())


def _print(about: dict[str, str]) -> None:
    from qwirkle.cli.output import plain_console
    from qwirkle.players.levels import LEVELS, MIDDLING
    from qwirkle.players.levels.strengths import strength_of

    levels = _table("Opponents for people", "level", "", "character")
    levels.add_column("wins", justify="right", no_wrap=True)
    for one in LEVELS:
        found = strength_of(one.number)
        wins = "" if found is None else f"{found.against_greedy.win_rate:.0%}"
        levels.add_row(f"level:{one.number}", one.name, one.character, wins)
    others = _table("All bots", "bot", "how it plays")
    for name, what in about.items():
        others.add_row(name, what)
    console = plain_console()
    console.print(levels)
    console.print("Wins are those against greedy, two players, classic. To play against one:")
    console.print(f"  qwirkle play --against level:{MIDDLING}\n")
    console.print(others)


def _table(title: str, *headings: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, collapse_padding=True)
    for heading in headings:
        table.add_column(heading, no_wrap=heading in ("level", "bot", ""))
    return table
