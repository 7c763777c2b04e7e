"""``qwirkle bots``: the bots there are, and how strong they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwirkle.cli.arguments import AsJson

if TYPE_CHECKING:
    from rich.table import Table

OWN = {
    "process:COMMAND": "a program in any language that speaks the engine protocol, "
    'such as "process:./mybot --fast"',
    "python:MODULE:CLASS": "a bot class in Python, such as python:mybots:Careful",
}


def bots(*, as_json: AsJson = False) -> None:
    """List the bots, and the levels with their measured strength."""
    from qwirkle.players.levels import LEVELS
    from qwirkle.players.levels.strengths import strengths
    from qwirkle.players.registry import about_bots
    from qwirkle.terminal.output import print_json

    if as_json:
        named, own = (
            [{"name": name, "about": about} for name, about in bots.items()]
            for bots in (about_bots(), OWN)
        )
        print_json({"bots": named, "own": own, "levels": LEVELS, "strengths": strengths()})
        return
    _print(about_bots())


def _print(about: dict[str, str]) -> None:
    from qwirkle.players.levels import LEVELS, MIDDLING
    from qwirkle.players.levels.strengths import strength_of
    from qwirkle.terminal.output import PlainConsole

    levels = _table("Opponents for people", "level", "", "character")
    levels.add_column("wins", justify="right", no_wrap=True)
    for level in LEVELS:
        strength = strength_of(level.number)
        wins = "" if strength is None else f"{strength.against_greedy.win_rate:.0%}"
        levels.add_row(f"level:{level.number}", level.name, level.character, wins)
    console = PlainConsole()
    console.print(levels)
    console.print("Wins are against greedy, two players, classic. To play against one of them:")
    console.print(f"  qwirkle play --against level:{MIDDLING}\n")
    for title, listed in (("All bots", about), ("Bots of your own", OWN)):
        table = _table(title, "bot", "how it plays" if listed is about else "what it is")
        for name, what in listed.items():
            table.add_row(name, what)
        console.print(table)


def _table(title: str, *headings: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, collapse_padding=True)
    for heading in headings:
        short = heading in ("level", "bot", "")
        table.add_column(heading, no_wrap=short, overflow="ellipsis" if short else "fold")
    return table
