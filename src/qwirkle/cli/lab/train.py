"""``qwirkle train``: learn the weights that the value bot plays by."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from qwirkle.cli.arguments import AsJson, Flag
from qwirkle.errors import MissingExtra


def train(
    *,
    game: list[str] | None = None,
    players: list[int] | None = None,
    rounds: int = 3,
    games: int = 1200,
    deals: int = 12,
    check: int = 0,
    seed: str = "0",
    jobs: int | None = None,
    out: Path = Path("weights.json"),
    start: Annotated[Path | None, Parameter(name="--from")] = None,
    resume: Flag = False,
    as_json: AsJson = False,
) -> None:
    """Learn the weights of the value bot from games that the core plays against itself.

    Set QWIRKLE_WEIGHTS=FILE to let the bots play by them.

    Parameters
    ----------
    game
        A game to learn, or the path of a house rule (a .toml file); repeat the option for more.
        By default one game of each kind.
    players
        The number of players, 2 to 4; repeat the option for more. By default all numbers that the
        game allows.
    rounds
        Rounds of improvement: each is played with the weights of the one before.
    games
        Games in each round.
    deals
        Deals on which to try each candidate; an even number.
    check
        Games against greedy after each set of weights; the result is stored in the file.
    seed
        The same seed gives the same weights, whatever the number of jobs.
    jobs
        How many processes to use. By default one per processor.
    out
        The file for the weights; other sets of weights in it are kept.
    start
        A file of weights to play the first round with, instead of the nearest set in the file.
    resume
        Continue a training that was stopped.
    """
    if find_spec("numpy") is None:
        raise MissingExtra("training", "train")
    import os

    from qwirkle.cli.arguments import chosen_edition
    from qwirkle.lab.training import plan as planning
    from qwirkle.lab.training import run
    from qwirkle.terminal.output import print_json, progress_bar

    editions = [chosen_edition(name, None) for name in game or planning.GAMES]
    plan = planning.Plan(
        sets=planning.plan_sets(editions, players or ()),
        rounds=rounds,
        games=games,
        deals=deals,
        check=check,
        seed=seed,
        wanted=_request(game, players, start),
    )
    try:
        with progress_bar(plan.steps, "games") as advance:
            weights = run.train(
                plan,
                out,
                jobs=os.cpu_count() or 1 if jobs is None else jobs,
                resume=resume,
                start=start,
                progress=advance,
                report=_say,
            )
    except (KeyboardInterrupt, SystemExit):
        _say(f"stopped; {_again()} continues it")
        raise
    names = [planned.name for planned in plan.sets]
    if as_json:
        print_json({"file": str(out), "sets": {name: weights.made[name] for name in names}})
        return
    sys.stdout.write(f"{', '.join(names)}: written to {out}\n")


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def _request(game: list[str] | None, players: list[int] | None, start: Path | None) -> str:
    """Return the request for the record, with file names only: folders do not matter."""
    words = []
    for name in game or ():
        words += ["--game", Path(name).name]
    for count in players or ():
        words += ["--players", str(count)]
    if start is not None:
        words += ["--from", start.name]
    return shlex.join(words)


def _again() -> str:
    """Return the command that continues this one."""
    words = [word for word in sys.argv[1:] if word != "--resume"]
    return shlex.join(["qwirkle", *words, "--resume"])
