"""Measure what a move of each bot costs: milliseconds of processor time, against greedy.

python bench/moves.py [--games 10] [classic select mini]
"""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack, closing

from qwirkle.players import bot
from qwirkle.players.answers import ask
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import begin, decide, edition, view

BOTS = ("random", "greedy", "value", *(f"level:{number}" for number in range(1, 9)))


def milliseconds(spec: str, game: str, games: int) -> float:
    """Return the mean time of all moves of a bot in some games."""
    rules = edition(game)
    spent, moves = 0.0, 0
    for number in range(games):
        dealer = SeedDealer(f"moves/{number}")
        state = begin(rules, ["the bot", "greedy"], dealer).state
        with ExitStack() as made:
            bots = [
                made.enter_context(closing(bot(name, f"{name}/{number}", rules=rules)))
                for name in (spec, "greedy")
            ]
            while (seat := state.turn) is not None:
                seen = view(state, seat)
                began = time.process_time()
                turn = ask(bots[seat], seen)
                if seat == 0:
                    spent += time.process_time() - began
                    moves += 1
                state = decide(state, seat, turn, dealer).state
    return 1000 * spent / moves


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("games_of", nargs="*", default=["classic", "select", "mini"])
    asked = parser.parse_args()
    print(f"{'ms a move':<12}" + "".join(f"{game:>12}" for game in asked.games_of))
    for spec in BOTS:
        # The first game fills caches that all games of a process share.
        costs = [
            milliseconds(spec, game, 1) and milliseconds(spec, game, asked.games)
            for game in asked.games_of
        ]
        print(f"{spec:<12}" + "".join(f"{cost:>12.2f}" for cost in costs), flush=True)


if __name__ == "__main__":
    main()
