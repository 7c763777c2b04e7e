"""``qwirkle games``: a data set of games between bots."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter

from qwirkle.cli.arguments import AsJson, Flag, GameName, Options
from qwirkle.cli.lab.contest import Jobs, Milliseconds, RayCluster
from qwirkle.errors import BotError


def games(
    *,
    count: int,
    bots: Annotated[list[str], Parameter(consume_multiple=True)],
    out: Path,
    game: GameName = "classic",
    option: Options = None,
    seed: str = "0",
    jobs: Jobs = None,
    ms: Milliseconds = None,
    resume: Flag = False,
    ray: RayCluster = None,
    as_json: AsJson = False,
) -> None:
    """Write games between bots to a Parquet file, a row for every turn.

    Parameters
    ----------
    count
        How many games to play.
    bots
        Two to four bots, such as value and greedy. From game to game they move on by one seat.
    out
        The file. It appears when the last game is over; until then the games are in a folder
        beside it.
    seed
        The same seed gives the same file, whatever the number of jobs.
    resume
        Continue a run that was interrupted.
    """
    from qwirkle.cli.arguments import chosen_edition
    from qwirkle.cli.lab.contest import MAX_GAMES, check_numbers, chosen_workers, rate
    from qwirkle.lab.data.games import DataPlan, RecordedGame
    from qwirkle.lab.data.parquet import write_games
    from qwirkle.terminal.output import PlainConsole, print_json, progress_bar

    rules = chosen_edition(game, option)
    if not 0 < count <= MAX_GAMES:
        raise BotError(f"--count must be above 0 and at most {MAX_GAMES:,}")
    if not rules.fewest_players <= len(bots) <= rules.most_players:
        raise BotError(
            f"a game is between {rules.fewest_players} and {rules.most_players} bots, "
            f"not {len(bots)}"
        )
    check_numbers(None, jobs, ms)
    plan = DataPlan(tuple(bots), rules, seed, ms)
    played, began = 0, perf_counter()
    with progress_bar(count, "games") as advance:

        def progress(recorded: RecordedGame) -> None:
            nonlocal played
            # The bar begins where an earlier run ended.
            for _ in range(1 if played else 1 + recorded.number):
                advance("")
            played += 1

        try:
            workers = chosen_workers(jobs, ray)
            turns = write_games(plan, count, out, workers, progress, resume=resume)
        except (KeyboardInterrupt, SystemExit):
            sys.stderr.write(f"stopped; the games so far are beside {out}, --resume continues\n")
            raise
    seconds = perf_counter() - began
    if as_json:
        figures = {"games": count, "turns": turns, "played": played, "seconds": seconds}
        print_json({"file": str(out), **figures})
        return
    per_second = rate(played / seconds)
    PlainConsole().print(
        f"{out}: {count:,} games with {turns:,} turns; {played:,} of them played now, "
        f"{per_second} games a second"
    )
