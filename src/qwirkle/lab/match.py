"""Paired, seat-swapped matches: every deal is played once with each rotation of the seats.

The same seed gives the same games, whichever workers play them. A match can be stopped and resumed:
its results arrive in the order of the games, so those so far are always a prefix of it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from msgspec.structs import replace

from qwirkle.errors import LabError
from qwirkle.lab.environment import current_environment
from qwirkle.lab.games import GameResult, MatchPlan, check_bots, play_game
from qwirkle.lab.intervals import Precision
from qwirkle.lab.report import BotReport, MatchReport, report
from qwirkle.lab.results import StoredMatch, setting_of
from qwirkle.lab.sprt import SequentialTest
from qwirkle.lab.workers import Local, Workers
from qwirkle.players.process.programs import kept_programs

__all__ = [
    "BotReport",
    "GameResult",
    "MatchPlan",
    "MatchReport",
    "play_game",
    "play_match",
    "report",
    "run_match",
]

# Between two saves: at least this many seconds, and this multiple of the time that saving took.
REST_SECONDS = 1.0
REST_FACTOR = 20


def _ignore(_: GameResult) -> None:
    pass


def play_match(
    plan: MatchPlan,
    jobs: int = 1,
    progress: Callable[[GameResult], None] = _ignore,
    *,
    workers: Workers | None = None,
) -> MatchReport:
    """Play a match with this many processes, or with other workers.

    ``progress`` is called with the result of every game.
    """
    return run_match(plan, workers or Local(jobs), progress).report


def run_match(
    plan: MatchPlan,
    workers: Workers,
    progress: Callable[[GameResult], None] = _ignore,
    *,
    earlier: StoredMatch | None = None,
    keep: Callable[[StoredMatch], None] | None = None,
) -> StoredMatch:
    """Play a match and return it with all games and the report.

    ``earlier`` is a prefix of the same match, played before. ``keep`` is called with the match so
    far: now and then, at the end, and when something stops it.
    """
    if plan.stop_within is not None and not plan.luck:
        raise LabError("a match can stop by the margin without luck only if luck is worked out")
    with kept_programs():
        return _run_match(plan, workers, progress, earlier, keep)


def _run_match(
    plan: MatchPlan,
    workers: Workers,
    progress: Callable[[GameResult], None],
    earlier: StoredMatch | None,
    keep: Callable[[StoredMatch], None] | None,
) -> StoredMatch:
    check_bots(plan)
    results: list[GameResult] = []
    spent_before = 0.0 if earlier is None else earlier.seconds
    # Elapsed time, whoever spends it: a bot may be a separate program.
    began = perf_counter()
    here = current_environment()

    def so_far(finished: bool) -> StoredMatch:
        seconds = spent_before + perf_counter() - began
        return StoredMatch(
            setting=setting_of(plan),
            circumstances=here,
            finished=finished,
            seconds=seconds,
            report=report(plan, results, seconds),
            results=tuple(results),
        )

    is_enough = _stopping_rule(plan)
    decided = False
    for result in earlier.results if earlier is not None else ():
        results.append(result)
        progress(result)
        decided = is_enough(result)
    rest = range(len(results), len(results) if decided else plan.games)
    games = workers.play(plan, rest)
    finished, due = False, perf_counter() + REST_SECONDS
    try:
        for result in games:
            # Transcripts are for spectators; they would fill the stored results.
            results.append(replace(result, transcripts=()) if result.transcripts else result)
            progress(result)
            if is_enough(result):
                break
            if keep is not None and perf_counter() > due:
                before = perf_counter()
                keep(so_far(False))
                due = perf_counter() + max(REST_SECONDS, REST_FACTOR * (perf_counter() - before))
        finished = True
    finally:
        # Also after Ctrl-C: finished games are kept, and no worker continues.
        try:
            match = so_far(finished)
            if keep is not None:
                keep(match)
        finally:
            games.close()
    return match


def _stopping_rule(plan: MatchPlan) -> Callable[[GameResult], bool]:
    """Return the stopping rule; call it after every game, in order."""
    test = None if plan.sprt is None else SequentialTest(plan.sprt, len(plan.bots))
    within = plan.stop_within
    precision = None if within is None else Precision(within, len(plan.bots))

    def is_enough(result: GameResult) -> bool:
        decided = test is not None and test.add(result.win_share(0))
        known = precision is not None and precision.add(result.margin_without_luck(0))
        return decided or known

    return is_enough
