"""How hard a puzzle is, and what it is about: measured by what the eight levels choose."""

from __future__ import annotations

import msgspec

from qwirkle.analysis.puzzles.family import of
from qwirkle.analysis.puzzles.grades import loses_nothing
from qwirkle.analysis.puzzles.puzzle import Puzzle
from qwirkle.analysis.puzzles.report import reasons_against, rival_turn
from qwirkle.players import bot
from qwirkle.players.answers import ask
from qwirkle.players.levels import LEVELS, Level

# Turns that a level of less skill makes; the value bot plays without chance.
TURNS = 16
VALUE_TURNS = 1
SIM_TURNS = 3

HARD_TO_SEE = "hard-to-see"
"""The theme of puzzles whose best turn is the obvious one, with the most points."""
# Such a puzzle teaches something only if the levels miss it. They overlook all spots equally, so a
# turn that everybody plays who has noticed its spot has a rating of about 1070 anyway.
HARD = 1090


def measure(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the chances of the levels and its themes."""
    found = tuple(_chance(puzzle, level) for level in LEVELS)
    return msgspec.structs.replace(puzzle, found=found, themes=_themes(puzzle))


def _chance(puzzle: Puzzle, level: Level) -> float:
    seen = puzzle.view()
    spec = f"level:{level.number}"
    turns = TURNS
    plays = level.plays_in(seen.edition.family)
    if isinstance(plays, str):
        # By the number of trials alone, never by the clock.
        name, _, settings = plays.partition(":")
        kept = [one for one in settings.split(",") if one and not one.startswith("ms=")]
        spec = ":".join([name, ",".join(kept)] if kept else [name])
        turns = SIM_TURNS if kept else VALUE_TURNS
    player = bot(spec, f"puzzle/{puzzle.seed}", rules=seen.edition)
    try:
        hits = sum(loses_nothing(puzzle, seen, ask(player, seen)) for _ in range(turns))
    finally:
        player.close()
    return round(hits / turns, 3)


def _themes(puzzle: Puzzle) -> tuple[str, ...]:
    seen, half = puzzle.view(), of(puzzle.view())
    obvious = half.tempting(puzzle, seen)
    kinds = {
        HARD_TO_SEE: obvious is puzzle.candidates[0],
        "ending": puzzle.exact,
        "several-players": len(seen.players) > 2,
    }
    found = [kind for kind, is_so in kinds.items() if is_so]
    reasons = [reason.code for reason in reasons_against(puzzle, rival_turn(puzzle))]
    return tuple(dict.fromkeys([*found, *half.kinds(puzzle, seen), *reasons]))
