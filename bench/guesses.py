"""Measure what guesses of the tiles that a rival kept are worth, and how much they reveal.

python bench/guesses.py [BOT] [--games 60] [--game classic] [--seed 0] [--guesses 160]

A bot plays games against itself. In each turn the best placements by value are tried on the same
number of deals with guesses and without them, and where the two choices differ, both are tried with
the hand that the rival really has. That is a fair sample of what may be there, so the mean
difference is what the guesses gain in points per turn; a turn in which nothing changes counts as 0.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from contextlib import closing

from qwirkle import Game, bot
from qwirkle.engine.advisor import Advisor
from qwirkle.engine.placement.bits import VALUE_POLICY
from qwirkle.engine.placement.search import Search
from qwirkle.players.risk import stakes
from qwirkle.players.value import SLACK
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.view import View

CANDIDATES, DEALS, JUDGING = 8, 150, 120
BAGS = ((1, 12), (13, 30), (31, 60), (61, 108))


def tried(search: Search, view: View, deals: int) -> list[float]:
    """Return the mean of each candidate over some deals."""
    count = search.find_candidates(CANDIDATES, *stakes(view))
    sums = search.run(list(range(count)), 5, 0, deals) if count > 1 else []
    search.restore()
    return [total / deals for total in sums]


def gain(search: Search, view: View, hand: list[int]) -> float:
    """Return what the choice with guesses gains over that without them, with the real hand."""
    search.set_method(1, 2, 0, 25)
    search.widening = 1
    search.rivals = VALUE_POLICY
    guessing = tried(search, view, DEALS)
    search.guesses.forget()
    plain = tried(search, view, DEALS)
    if not plain:
        return 0.0
    choices = [means.index(max(means)) for means in (guessing, plain)]
    if choices[0] == choices[1]:
        return 0.0
    search.fix_hands([hand] * len(view.players))
    truth = tried(search, view, JUDGING)
    search.fix_hands([])
    return truth[choices[0]] - truth[choices[1]]


def play(options: argparse.Namespace, seed: str) -> tuple[list[tuple[int, float]], list[float]]:
    """Play a game; return the bag and the gain of each turn, and how many tiles more were right."""
    table = Game.new(options.game, players=2, seed=seed)
    weights = weights_for(edition(options.game), 2)
    advisors = [Advisor(weights, 0, SLACK, guesses=options.guesses) for _ in range(2)]
    gains: list[tuple[int, float]] = []
    nearer: list[float] = []
    with (
        closing(bot(options.bot, f"{seed}/0")) as one,
        closing(bot(options.bot, f"{seed}/1")) as two,
    ):
        while (seat := table.to_move) is not None:
            view, rival = table.view(seat), table.view(1 - seat)
            if not isinstance(view, View):
                raise SystemExit("guesses are made of tiles, not of cards")
            advisors[seat].see(view)
            search = advisors[seat].search()
            guesses = search.guesses.guesses()
            if guesses and view.taken is None:
                held = Counter(tile.index for tile in rival.hand)
                unseen = Counter(tile.index for tile in view.unseen().elements())
                chance = sum(unseen[kind] for kind in held) / unseen.total()
                right = statistics.mean(sum(kind in held for kind in guess) for guess in guesses)
                nearer.append(right - chance * len(guesses[0]))
                gains.append((view.bag, gain(search, view, [*held.elements()])))
            table.play((one, two)[seat].choose(view))
    for advisor in advisors:
        advisor.close()
    return gains, nearer


def line(name: str, values: list[float]) -> str:
    half = 1.96 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")
    return f"{name:24}{statistics.mean(values):+.3f} ± {half:.3f}   n = {len(values):,}\n"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("bot", nargs="?", default="sim:samples=200")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--game", default="classic")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--guesses", type=int, default=160)
    options = parser.parse_args()
    gains: list[tuple[int, float]] = []
    nearer: list[float] = []
    for number in range(options.games):
        more, right = play(options, f"{options.seed}/{number}")
        gains += more
        nearer += right
    sys.stdout.write(line("points per turn", [gained for _, gained in gains]))
    for least, most in BAGS:
        if len(some := [gained for bag, gained in gains if least <= bag <= most]) > 1:
            sys.stdout.write(line(f"  {least} to {most} in the bag", some))
    sys.stdout.write(line("tiles right per guess", nearer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
