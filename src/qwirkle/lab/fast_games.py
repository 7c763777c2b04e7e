"""Games that the core plays alone: those of greedy and random bots, where nobody looks.

They are the games that ``decide`` and the bots would play, tile for tile, without a state or a view
for each turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter, thread_time
from typing import NamedTuple

from qwirkle.engine.games import CoreGame, kept_game
from qwirkle.engine.position import TableTooWide
from qwirkle.players.base import Bot
from qwirkle.players.registry import core_policy
from qwirkle.rules.family import AnyEdition
from qwirkle.rules.placement.edition import Edition


class FastGame(NamedTuple):
    """The result of a game, and the time each seat spent on it."""

    scores: tuple[int, ...]
    turns: int
    moves: list[int]
    seconds: list[float]
    cpu_seconds: list[float]


def play_fast(edition: AnyEdition, seed: str, players: Sequence[Bot]) -> FastGame | None:
    """Play a game in the core; None, and nothing is changed, if the core cannot play it."""
    game = core_game(edition, seed, players)
    return None if game is None else _play(game, len(players))


def core_game(edition: AnyEdition, seed: str, players: Sequence[Bot]) -> CoreGame | None:
    """The game of a seed, dealt in the core; None if the core cannot play it for these bots."""
    seated = [core_policy(player) for player in players]
    if not isinstance(edition, Edition) or None in seated:
        return None
    known = [policy for policy in seated if policy is not None]
    try:
        game = kept_game(edition.layout)
        game.agree(edition, [name for name, _ in known])
        game.begin(seed, [chance.state for _, chance in known])
    except (TableTooWide, ValueError):
        # A house rule with a board, hands or special tiles beyond the core's arrays.
        return None
    return game


def _play(game: CoreGame, count: int) -> FastGame | None:
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
    # Asking for processor time takes as long as some moves, so it is shared out by elapsed time.
    busy = thread_time() - busy
    elapsed = max(began - start, 1e-9)
    cpu_seconds = [busy * spent / elapsed for spent in seconds]
    return FastGame(tuple(core.scores()), core.turns, moves, seconds, cpu_seconds)
