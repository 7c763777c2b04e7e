"""Does a review find a planted blunder?

Value bots play. At one turn, from a random one on where the choice is wide, the best turn by value
is replaced by the worst; the game goes on from there. The review must call that turn a blunder.

    python bench/review_blunders.py --games 100
"""

from __future__ import annotations

import argparse

from played import played_game

from qwirkle.analysis.review import review
from qwirkle.engine.advisor import Advisor
from qwirkle.players.rng import Chance
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View

# By how many points of value the best placement must be ahead of the worst: a Qwirkle is at stake.
WIDE = 10.0
WEIGHED = 512


def planted(game: str, players: int, seed: str) -> tuple[str, bool]:
    """The mark of a planted blunder, and whether a better turn was shown with it."""
    first = Chance(seed).below(30)
    at = -1

    def choose(number: int, seen: AnyView, turn: AnyTurn) -> AnyTurn:
        nonlocal at
        if at >= 0 or number < first or not isinstance(seen, View) or not seen.board:
            return turn
        if seen.used is not None or any(
            player.tokens + len(player.actions) for player in seen.players
        ):
            return turn
        advisor = Advisor(weights_for(seen.edition, len(seen.players)))
        advisor.see(seen)
        weighed = sorted(advisor.weigh(WEIGHED, seen.demands()), key=lambda found: found.value)
        advisor.close()
        if not weighed or weighed[-1].value - weighed[0].value < WIDE:
            return turn
        at = number
        return Place(weighed[0].move.tiles)

    steps = played_game(game, ["value"] * players, seed, choose)
    turn = review(steps).turns[at]
    return turn.mark, at >= 0 and turn.best.turn != turn.turn


def main() -> None:
    """Plant, review and count."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--game", default="classic")
    arguments.add_argument("--players", type=int, default=2)
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--seed", default="blunder")
    asked = arguments.parse_args()
    found = 0
    for number in range(asked.games):
        mark, shown = planted(asked.game, asked.players, f"{asked.seed}/{number}")
        found += mark == "blunder" and shown
        if mark != "blunder" or not shown:
            print(f"game {number}: {mark}")
    print(f"{found} of {asked.games} planted blunders were found and named")


if __name__ == "__main__":
    main()
