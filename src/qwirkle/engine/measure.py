"""How fast the core is here: one thread, CPU time. For ``qwirkle bench``; it tunes nothing.

Listing is measured over positions met for the first time: games are replayed once without and once
with a list of all placements before each turn, and the difference is what the lists cost.
"""

from __future__ import annotations

import time

from qwirkle.engine import backend, core, table

# Tiles on the table: neither the first turns nor the last ones.
MID_GAME = (20, 80)


def measure(seconds: float = 1.0, seed: int = 1) -> dict[str, str | float]:
    """Spend about so many seconds on each figure."""
    lists, placements = _listing(seconds, seed)
    return {
        "backend": backend(),
        "greedy_games_per_second": _games(table.GREEDY_POLICY, seconds, seed),
        "random_games_per_second": _games(table.RANDOM_POLICY, seconds, seed),
        "move_generations_per_second": 1 / lists,
        "microseconds_per_generation": 1e6 * lists,
        "mean_moves_per_position": placements,
    }


def _games(policy: int, seconds: float, seed: int) -> float:
    seats = table.Table(core.Position(0, 0))
    seats.seat_players([policy, policy])
    games, batch = 0, 1
    start = time.process_time()
    while True:
        seats.play_many(batch, seed + games)
        games += batch
        spent = time.process_time() - start
        if spent >= seconds:
            return games / spent
        batch = max(1, min(games, int((seconds - spent) * games / (spent or seconds)) + 1))


def _listing(seconds: float, seed: int) -> tuple[float, float]:
    """The CPU seconds of one list, and how many placements it holds on average."""
    seats = table.Table(core.Position(0, 0))
    seats.seat_players([table.GREEDY_POLICY] * 2)
    least, most = MID_GAME
    spent = with_lists = 0.0
    positions = placements = games = 0
    while spent < seconds:
        seats.deal(seed + games)
        seats.play()
        # The first replay makes the placing itself familiar, so that only the lists differ.
        seats.replay(False, least, most)
        before = time.process_time()
        seats.replay(False, least, most)
        between = time.process_time()
        here, listed = seats.replay(True, least, most)
        after = time.process_time()
        with_lists += (after - between) - (between - before)
        positions += here
        placements += listed
        games += 1
        spent += after - before
    return with_lists / positions, placements / positions
