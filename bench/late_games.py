"""Compare two bots where games are decided: from the moment that few tiles are left in the bag.

python bench/late_games.py BOT AGAINST [--game classic] [--bag 20] [--deals 500] [--seed 0]
                           [--keep FILE]

Each game is played by value without trials until the bag has at most --bag tiles, and from there
twice by the two bots: each of them has each hand, and the bag has the same order. That costs a
fifth of a whole game and takes out the luck before, so a difference shows with a tenth of the
processor time that a match needs. What came before does not count. With --keep, the margins are
added to a file, and the means are those of everything in it; repeat with other seeds.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from contextlib import closing
from pathlib import Path

from qwirkle import Game, bot

BEFORE = "value:trials=off"


def game_until(name: str, bag: int, seed: str) -> Game:
    """Play until the bag has at most this number of tiles, or the game is over."""
    game = Game.new(name, players=2, seed=seed)
    with closing(bot(BEFORE, seed)) as player:
        while game.to_move is not None and game.view(game.to_move).undrawn > bag:
            game.play(player.choose(game.view(game.to_move)))
    return game


def lead(game: Game) -> int:
    """Return the points of the first seat less those of the second."""
    first, second = game.view(None).players
    return first.score - second.score


class Player:
    """A bot that is made for each game, its turns and their processor time."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.turns = 0
        self.seconds = 0.0

    @property
    def ms(self) -> float:
        return 1000 * self.seconds / max(self.turns, 1)


def finish(game: Game, players: tuple[Player, Player], seed: str) -> int:
    """Play to the end; return the final lead of the first seat."""
    bots = [bot(player.spec, f"{seed}/{seat}") for seat, player in enumerate(players)]
    while (seat := game.to_move) is not None:
        view = game.view(seat)
        start = time.thread_time()
        turn = bots[seat].choose(view)
        players[seat].seconds += time.thread_time() - start
        players[seat].turns += 1
        game.play(turn)
    for made in bots:
        made.close()
    return lead(game)


def interval(values: list[float]) -> float:
    return 1.96 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("bot")
    parser.add_argument("against")
    parser.add_argument("--game", default="classic")
    parser.add_argument("--bag", type=int, default=20)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    mine, other = Player(options.bot), Player(options.against)
    margins: list[tuple[int, int]] = []
    for number in range(options.deals):
        seed = f"{options.seed}/{number}"
        start = game_until(options.game, options.bag, seed)
        if start.to_move is None:
            continue
        first = finish(start.copy(), (mine, other), seed)
        second = -finish(start, (other, mine), seed)
        margins.append((first, second))
        if options.keep is not None:
            with options.keep.open("a", encoding="utf-8") as kept:
                kept.write(f"{first} {second}\n")
    if options.keep is not None:
        lines = options.keep.read_text(encoding="utf-8").splitlines()
        margins = [(int(one), int(two)) for one, two in map(str.split, lines)]
    points = [sum(pair) / 2 for pair in margins]
    wins = [50.0 * sum((m > 0) + 0.5 * (m == 0) for m in pair) for pair in margins]
    print(
        f"{mine.spec} against {other.spec}, {options.game}, {options.bag} tiles in the bag: "
        f"{statistics.mean(points):+.2f} ± {interval(points):.2f} points a game, "
        f"{statistics.mean(wins):.1f} ± {interval(wins):.1f} % of the games, "
        f"{2 * len(margins)} games, {mine.ms:.2f} and {other.ms:.2f} ms/turn"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
