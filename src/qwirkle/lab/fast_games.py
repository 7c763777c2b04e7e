"""Games that the core plays alone: those of greedy and random bots that nobody watches.

They are the games that ``decide`` and the bots would play, tile for tile, without a state or a view
for each turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter, thread_time
from typing import NamedTuple

from qwirkle.engine.card_games import CoreCardGame, kept_card_game
from qwirkle.engine.games import CoreGame, kept_game
from qwirkle.engine.position import TableTooWide
from qwirkle.players.base import Bot
from qwirkle.players.registry import core_policy
from qwirkle.players.rng import Chance
from qwirkle.rules.editions.cards import Edition as CardsEdition
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import AnyEdition


class FastGame(NamedTuple):
    """The result of a game, and the time of each seat."""

    scores: tuple[int, ...]
    turns: int
    moves: list[int]
    seconds: list[float]
    cpu_seconds: list[float]


def play_fast(edition: AnyEdition, seed: str, players: Sequence[Bot]) -> FastGame | None:
    """Play a game in the core; None, and nothing is changed, if the core cannot play it."""
    dealt: CoreGame | CoreCardGame | None
    if isinstance(edition, Edition):
        dealt = core_game(edition, seed, players)
    else:
        dealt = _card_game(edition, seed, players)
    return None if dealt is None else _play(dealt, len(players))


def core_game(edition: AnyEdition, seed: str, players: Sequence[Bot]) -> CoreGame | None:
    """Return the placement game of a seed, dealt in the core; None if it cannot play these bots."""
    if not isinstance(edition, Edition) or (seated := _policies(players)) is None:
        return None
    try:
        game = kept_game(edition.layout)
        game.set_rules(edition, [name for name, _ in seated])
        game.begin(seed, [chance.state for _, chance in seated])
    except (TableTooWide, ValueError):
        # A house rule with a board, hands or special tiles beyond the core's arrays.
        return None
    return game


def _card_game(edition: CardsEdition, seed: str, players: Sequence[Bot]) -> CoreCardGame | None:
    if (seated := _policies(players)) is None:
        return None
    try:
        game = kept_card_game()
        game.set_rules(edition, [name for name, _ in seated])
        game.begin(seed, [chance.state for _, chance in seated])
    except ValueError:
        # A house rule with hands beyond the core's arrays.
        return None
    return game


def _policies(players: Sequence[Bot]) -> list[tuple[str, Chance]] | None:
    """Return the core's policies for these bots; None if one of them must be asked."""
    seated = [core_policy(player) for player in players]
    return None if None in seated else [policy for policy in seated if policy is not None]


def _play(game: CoreGame | CoreCardGame, count: int) -> FastGame | None:
    core = game.core
    moves, seconds = [0] * count, [0.0] * count
    start, busy = perf_counter(), thread_time()
    began = start
    while not core.ending:
        seat = core.seat
        if not core.play():
            return None
        now = perf_counter()
        moves[seat] += 1
        seconds[seat] += now - began
        began = now
    # Measuring processor time takes as long as some moves, so it is divided by elapsed time.
    busy = thread_time() - busy
    elapsed = max(began - start, 1e-9)
    cpu_seconds = [busy * spent / elapsed for spent in seconds]
    return FastGame(tuple(core.scores()), core.turns, moves, seconds, cpu_seconds)
