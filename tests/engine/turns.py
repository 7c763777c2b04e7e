"""Prints a digest of the turns of every bot in every game; run once for each core.

Bots that think by the clock are left out: how far they get depends on the machine.
"""

from __future__ import annotations

import hashlib
import sys

from qwirkle import Game, bot
from qwirkle.engine import backend
from qwirkle.rules.family import GAMES

BOTS = ("greedy", "value", *(f"level:{level}" for level in range(1, 8)))


def turns(game: str, name: str, most: int) -> str:
    """Return the digest of the first turns of a game of two."""
    played = Game.new(game, players=2, seed=f"{game} {name}")
    players = [bot(name, f"turns/{seat}") for seat in range(2)]
    for _ in range(most):
        if (seat := played.to_move) is None:
            break
        played.play(players[seat].choose(played.view(seat)))
    return hashlib.sha256(repr(played.turns).encode()).hexdigest()[:16]


def main(most: int) -> None:
    """Write one line for every game and bot."""
    sys.stdout.write(f"{backend()}\n")
    for game in GAMES:
        for name in BOTS:
            sys.stdout.write(f"{game} {name} {turns(game, name, most)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
