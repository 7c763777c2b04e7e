"""The strength of weights: one value seat against greedy ones, each deal once for every seat.

Games are played inside the core, so the endings are not solved and the figure is that of the
weights alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from qwirkle.lab.intervals import win_rate_interval
from qwirkle.lab.training.plan import Method, game_seeds
from qwirkle.lab.training.table import Start, training_table
from qwirkle.players.value.weights import CheckFigures
from qwirkle.rules.editions.placement import Edition


class Deals(msgspec.Struct, frozen=True):
    """Some deals of a check, for one process."""

    edition: Edition
    players: int
    weights: Start
    seed: str
    name: str
    first: int
    count: int
    method: Method


def play_deals(deals: Deals) -> list[list[int]]:
    """Return the margins of the value seat for each deal, in the order of its seats."""
    tables = []
    for seat in range(deals.players):
        policies = ["value" if which == seat else "greedy" for which in range(deals.players)]
        tables.append(training_table(policies, deals.edition, deals.method, deals.weights))
    margins = []
    for number in range(deals.first, deals.first + deals.count):
        deal, _ = game_seeds(deals.seed, deals.name, "check", number)
        ahead = []
        for seat, seats in enumerate(tables):
            seats.deal(deal)
            seats.play()
            scores = seats.scores()
            ahead.append(scores.pop(seat) - max(scores))
        margins.append(ahead)
    return margins


def check_figures(margins: Sequence[Sequence[int]]) -> CheckFigures:
    """Compute the figures from the margins of all deals; a shared win counts half."""
    results = [[0.5 + 0.5 * ((margin > 0) - (margin < 0)) for margin in deal] for deal in margins]
    games = sum(len(deal) for deal in margins)
    low, high = win_rate_interval(results)
    return CheckFigures(
        games,
        round(sum(map(sum, results)) / games, 4),
        (round(low, 4), round(high, 4)),
        round(sum(map(sum, margins)) / games, 2),
    )
