"""Measure how long bots think and reviews take, on a server and on a site; and what they choose.

The program runs anywhere. On this machine's core, in Node, in browsers, and as on a phone:

    python bench/site_thinking.py level:4 classic 20
    node bench/site_run.mjs build/site bench/site_thinking.py level:4 classic 20
    python bench/site_run.py build/site bench/site_thinking.py level:4 classic 20 --browser firefox
    python bench/site_run.py build/site bench/site_thinking.py level:4 classic 20 --slow 4

Each game is played several times with the same seed, and the shortest time of each turn counts, so
that other programs on the machine matter less. ``review classic 3`` reviews games of level 5. The
digest is the same wherever the same turns were chosen.
"""

from __future__ import annotations

import hashlib
import statistics
import sys
from collections.abc import Callable
from time import perf_counter

from qwirkle import Game, bot
from qwirkle.engine import backend

Times = list[float]


def turns(game_id: str, name: str, seed: int) -> tuple[Times, str]:
    """Return the milliseconds of each turn of a bot against greedy, and what was played."""
    game = Game.new(game_id, players=2, seed=seed)
    players = [bot(name, f"site/{seed}"), bot("greedy", f"site/{seed}")]
    took: Times = []
    while (seat := game.to_move) is not None:
        view = game.view(seat)
        began = perf_counter()
        turn = players[seat].choose(view)
        if seat == 0:
            took.append(1000 * (perf_counter() - began))
        game.play(turn)
    return took, repr(game.turns)


def reviewed(game_id: str, seed: int) -> tuple[Times, str]:
    """Return the milliseconds of a full review, and the accuracies that it finds."""
    game = Game.new(game_id, players=2, seed=seed)
    players = [bot("level:5", f"site/{seed}/{seat}") for seat in range(2)]
    while (seat := game.to_move) is not None:
        game.play(players[seat].choose(game.view(seat)))
    began = perf_counter()
    found = game.review()
    return [1000 * (perf_counter() - began)], repr([player.accuracy for player in found.players])


def measure(run: Callable[[int], tuple[Times, str]], seeds: int, repeats: int) -> None:
    """Write the times, of which the shortest of all repeats counts, and the digest."""
    shortest: Times = []
    digest = hashlib.sha256()
    differ = 0
    for seed in range(seeds):
        runs = [run(seed) for _ in range(repeats)]
        differ += len({played for _, played in runs}) - 1
        digest.update(runs[0][1].encode())
        shortest += map(min, zip(*(took for took, _ in runs), strict=False))
    times = sorted(shortest)
    rare = times[-1 - len(times) // 100]
    sys.stdout.write(
        f"{backend()}: {len(times)} times, median {statistics.median(times):.2f} ms, mean "
        f"{statistics.fmean(times):.2f}, 1 of 100 at least {rare:.1f}, longest {times[-1]:.1f}; "
        f"{digest.hexdigest()[:16]}, {differ} repeats played otherwise\n"
    )


def main(what: str, game_id: str, seeds: str, repeats: str = "3") -> None:
    """Measure a bot, or reviews."""
    if what == "review":
        measure(lambda seed: reviewed(game_id, seed), int(seeds), int(repeats))
    else:
        measure(lambda seed: turns(game_id, what, seed), int(seeds), int(repeats))


if __name__ == "__main__":
    main(*sys.argv[1:])
