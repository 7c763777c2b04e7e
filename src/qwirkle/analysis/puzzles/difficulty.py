"""How hard a puzzle is, and what it is about: measured by what the eight levels choose."""

from __future__ import annotations

import msgspec

from qwirkle.analysis.puzzles.puzzle import Puzzle, content_of, first_act
from qwirkle.analysis.puzzles.report import most_points, reasons_against
from qwirkle.players import bot
from qwirkle.players.answers import ask
from qwirkle.players.levels import LEVELS, Level
from qwirkle.rules.placement.turns import DrawThree, Take

# Turns that a level of less skill makes; the value bot plays without chance.
TURNS = 16
VALUE_TURNS = 1
SIM_TURNS = 3

LATE_BAG = 12

MOST_POINTS = "most-points"
"""The theme of puzzles whose best turn is the one with the most points."""


def measure(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the chances of the levels and its themes."""
    found = tuple(_chance(puzzle, level) for level in LEVELS)
    return msgspec.structs.replace(puzzle, found=found, themes=_themes(puzzle))


def _chance(puzzle: Puzzle, level: Level) -> float:
    seen, best = puzzle.view(), content_of(puzzle.best)
    spec = f"level:{level.number}"
    turns = TURNS
    if isinstance(level.plays, str):
        # By the number of trials alone, never by the clock.
        name, _, settings = level.plays.partition(":")
        kept = [one for one in settings.split(",") if one and not one.startswith("ms=")]
        spec = ":".join([name, ",".join(kept)] if kept else [name])
        turns = SIM_TURNS if kept else VALUE_TURNS
    player = bot(spec, f"puzzle/{puzzle.seed}", rules=seen.edition)
    try:
        hits = sum(content_of(first_act(ask(player, seen))) == best for _ in range(turns))
    finally:
        player.close()
    return round(hits / turns, 3)


def _themes(puzzle: Puzzle) -> tuple[str, ...]:
    seen, best = puzzle.view(), puzzle.best
    most = max(found.points for found in puzzle.candidates)
    kinds = {
        MOST_POINTS: puzzle.candidates[0].points == most,
        "ending": puzzle.exact,
        "late": 0 < seen.bag <= LATE_BAG,
        "several-players": len(seen.players) > 2,
        "taking": isinstance(best, Take),
        "drawing": isinstance(best, DrawThree),
    }
    reasons = [reason.code for reason in reasons_against(puzzle, most_points(puzzle))]
    return tuple(dict.fromkeys([*(kind for kind, is_so in kinds.items() if is_so), *reasons]))
