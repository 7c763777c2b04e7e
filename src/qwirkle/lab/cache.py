"""Matches cached in a folder: a repeated match plays only the missing games.

A match is identified by its bots, its game and its seed, and by everything the bots depend on: the
version, the core and the weights. With other weights it is another match.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec

from qwirkle.lab.environment import current_environment
from qwirkle.lab.games import GameResult, MatchPlan
from qwirkle.lab.match import run_match
from qwirkle.lab.results import StoredMatch, earlier_match, place_for, read, write
from qwirkle.lab.workers import Workers


def cached_match(
    plan: MatchPlan,
    folder: Path,
    workers: Workers,
    progress: Callable[[GameResult], None] = lambda _: None,
    *,
    ways: tuple[str, ...] = (),
) -> StoredMatch:
    """Play a match, or its missing games; a longer one is returned as it is.

    ``ways`` describes how the bots play beyond their names; with other ways it is another match.
    """
    here = current_environment()
    key = msgspec.json.encode([here.played_by, ways])
    path = place_for(folder / sha256(key).hexdigest()[:12], plan)
    path.parent.mkdir(parents=True, exist_ok=True)
    earlier = None
    if path.exists():
        games = max(plan.games, len(read(path, StoredMatch).results))
        plan = msgspec.structs.replace(plan, games=games)
        earlier = earlier_match(path, plan, here)
    return run_match(
        plan, workers, progress, earlier=earlier, keep=lambda match: write(path, match)
    )
