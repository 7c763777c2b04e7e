"""Play a bot on a site's core against the same bot on this machine's core, at equal time.

    python bench/site_match.py build/site --spec sim:ms=25 --games 400

Every deal is played twice, with the seats exchanged. Both sides are limited by processor time, so
other programs on the machine take nothing from either. The site's side runs in Node, which has the
engine of Chromium. ``level:8`` is limited by turns simulated: there both sides choose the same.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

from qwirkle import Game
from qwirkle.lab.intervals import mean_interval, win_rate_interval
from qwirkle.site.packages import found_node

HERE = Path(__file__).parent
PLAYER = HERE / "site_side.py"


class OnSite:
    """The side that thinks with the core of a site."""

    def __init__(self, site: Path) -> None:
        self._node = subprocess.Popen(
            [*found_node().node, HERE / "site_side.mjs", site, PLAYER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _ask(self, question: str) -> str:
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(f"{question}\n")
        self._node.stdin.flush()
        if not (answer := self._node.stdout.readline()):
            raise SystemExit("the side in Node has ended")
        return answer.strip()

    def begin(self, game: str, seed: str, seat: int, spec: str) -> None:
        """Begin a game."""
        self._ask(f"side.begin({game!r}, {seed!r}, {seat}, {spec!r})")

    def choose(self) -> str:
        """Return the turn of the bot."""
        return self._ask("side.choose()")

    def play(self, turn: str) -> None:
        """Play a turn of either side."""
        self._ask(f"side.play({turn!r})")

    def milliseconds(self) -> float:
        """Return the mean time of a turn."""
        return float(self._ask("side.milliseconds()"))

    def close(self) -> None:
        """End it."""
        self._node.kill()
        self._node.wait()


def native() -> Any:
    """Return the side that thinks with the core of this machine."""
    spec = importlib.util.spec_from_file_location("site_side", PLAYER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.side


def play(sides: list[Any], game: str, seed: str, spec: str) -> tuple[int, ...]:
    """Return the scores of a game between two sides, in the order of the seats."""
    table = Game.new(game, players=2, seed=seed)
    for seat, side in enumerate(sides):
        side.begin(game, seed, seat, spec)
    while table.to_move is not None:
        turn = sides[table.to_move].choose()
        for follower in (table, *sides):
            follower.play(turn)
    return table.scores


def report(margins: list[list[float]], site: OnSite, here: Any) -> str:
    """Return a line about the games so far."""
    wins = [[(margin > 0) + (margin == 0) / 2 for margin in deal] for deal in margins]
    every = [win for deal in wins for win in deal]
    low, high = win_rate_interval(wins)
    margin = sum(map(sum, margins)) / len(every)
    spread = mean_interval(margins) or (margin, margin)
    return (
        f"{len(every)} games: the site wins {sum(every) / len(every):.4f} ({low:.3f}-{high:.3f}), "
        f"margin {margin:+.2f} ({spread[0]:+.2f} to {spread[1]:+.2f}); "
        f"{site.milliseconds():.1f} ms of processor time a turn, native {here.milliseconds():.1f}"
    )


def main() -> None:
    """Play, and report after every deal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--spec", default="sim:ms=25")
    parser.add_argument("--game", default="classic")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="match")
    given = parser.parse_args()
    here = native()
    margins: list[list[float]] = []
    with contextlib.closing(OnSite(given.site)) as site:
        for deal in range(given.games // 2):
            seed = f"{given.seed}/{deal}"
            first = play([site, here], given.game, seed, given.spec)
            second = play([here, site], given.game, seed, given.spec)
            margins.append([first[0] - first[1], second[1] - second[0]])
            sys.stdout.write(f"{margins[-1]} {report(margins, site, here)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
