"""``qwirkle match``: paired, seat-swapped games between bots."""

from __future__ import annotations

import os
from typing import Annotated

from cyclopts import Parameter

from qwirkle.errors import BotError


def match(
    *bots: str,
    game: str = "classic",
    option: list[str] | None = None,
    games: int = 200,
    seed: str = "0",
    jobs: int | None = None,
    ms: float | None = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> None:
    """Let bots play each other: every deal once with each rotation of the seats.

    Parameters
    ----------
    bots
        Two to four bots, such as greedy and "process:./mybot --fast".
    game
        The game to play, or the path of a house rule (a .toml file).
    option
        An option of the game, written name=value; repeat it for more.
    games
        How many games.
    seed
        The same seed gives the same games, whatever the number of jobs.
    jobs
        How many processes play at once; by default one per processor.
    ms
        Thinking time per move in milliseconds, for bots that think.
    as_json
        Print the figures as JSON.
    """
    from qwirkle.cli.games import chosen_edition
    from qwirkle.cli.printing import print_json, progress_bar
    from qwirkle.lab.match import MatchPlan, play_match

    rules = chosen_edition(game, option)
    if not rules.fewest_players <= len(bots) <= rules.most_players:
        raise BotError(
            f"a match is between {rules.fewest_players} and {rules.most_players} bots, "
            f"not {len(bots)}"
        )
    if games < 1 or (jobs is not None and jobs < 1) or (ms is not None and ms <= 0):
        raise BotError("--games, --jobs and --ms must be above 0")
    plan = MatchPlan(bots, rules, games, seed, ms)
    with progress_bar(games, "games") as advance:
        report = play_match(plan, jobs or os.cpu_count() or 1, advance)
    if as_json:
        print_json(report)
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{report.games} games of {rules.name}, seed {seed}")
    for heading in ("bot", "wins", "ties", "win rate", "95 %", "points", "margin", "ms/move"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for one in report.bots:
        table.add_row(
            one.name,
            str(one.wins),
            str(one.ties),
            f"{one.win_rate:.1%}",
            f"{one.ci95[0]:.1%} – {one.ci95[1]:.1%}",
            f"{one.mean_score:.1f}",
            f"{one.mean_margin:+.1f}",
            f"{one.ms_per_move:.3f}",
        )
    console = Console()
    console.print(table)
    for one in report.bots:
        if one.lost_turns:
            sentence = (
                f"{one.name} lost {one.lost_turns} turns, the last one because: {one.last_fault}"
            )
            console.print(sentence, highlight=False, markup=False)
    console.print(
        f"{report.mean_turns:.1f} turns a game, {report.games_per_second:.0f} games a second",
        highlight=False,
    )
