"""The training of one set: rounds of games and learning, and a check at the end.

The weights of a round play the next one. A round is played in parts by several processes; every
result is stored in the work folder immediately, and nothing stored there is repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from qwirkle.lab.training import check, equations, samples, shortfall
from qwirkle.lab.training.folder import RoundResult, Rows, WorkFolder
from qwirkle.lab.training.plan import BAGS, Plan, SetPlan, check_deals
from qwirkle.lab.training.table import Start
from qwirkle.lab.workers.processes import result_of, results_as_they_come
from qwirkle.players.value.weights import CheckFigures, Shortfall

Progress = Callable[[], None]
Report = Callable[[str], None]


class SetTraining(NamedTuple):
    """The training of one set."""

    plan: Plan
    set: SetPlan
    folder: WorkFolder
    pool: ProcessPoolExecutor
    progress: Progress
    report: Report

    def rounds(self, start: Start | None) -> list[RoundResult]:
        """Play and learn round after round."""
        results = []
        for number in range(1, self.plan.rounds + 1):
            result = self.folder.round_result(self.set.name, number)
            if result is None:
                result = self._round(number, start)
                self.folder.keep_round(self.set.name, number, result)
            else:
                self._advance(self.plan.games)
            self.report(_sentence(self.set.name, number, result))
            results.append(result)
            start = Start(BAGS, result.weights)
        return results

    def _round(self, number: int, start: Start | None) -> RoundResult:
        plan, planned = self.plan, self.set
        paths, playing = [], []
        for chunk, games in enumerate(plan.chunks):
            path = self.folder.part(planned.name, number, chunk)
            paths.append(path)
            if path.is_file():
                self._advance(len(games))
                continue
            task = samples.Games(
                planned.edition,
                planned.players,
                start,
                plan.seed,
                planned.name,
                number,
                games.start,
                len(games),
                plan.deals,
                plan.method,
            )
            playing.append(self.pool.submit(samples.store_equations, task, path))
        for done in results_as_they_come(playing):
            self._advance(done)
        return result_of(self.pool.submit(equations.learn, paths, plan.method.ridge))

    def shortfall(self, weights: Rows) -> Shortfall:
        """Measure the gap between values and final results."""
        plan, planned = self.plan, self.set
        games = shortfall.ShortfallGames(
            planned.edition,
            planned.players,
            Start(BAGS, weights),
            plan.seed,
            planned.name,
            plan.method,
        )
        return result_of(self.pool.submit(shortfall.measure, games))

    def check(self, weights: Rows) -> CheckFigures:
        """Play against greedy seats."""
        plan, planned = self.plan, self.set
        deals, size = check_deals(plan, planned), plan.method.chunk
        result = self.folder.check_result(planned.name)
        if result is not None:
            self._advance(deals * planned.players)
            return result
        playing = [
            self.pool.submit(
                check.play_deals,
                check.Deals(
                    planned.edition,
                    planned.players,
                    Start(BAGS, weights),
                    plan.seed,
                    planned.name,
                    first,
                    min(size, deals - first),
                    plan.method,
                ),
            )
            for first in range(0, deals, size)
        ]
        margins = []
        for future in playing:
            played = result_of(future)
            margins += played
            self._advance(len(played) * planned.players)
        result = check.check_figures(margins)
        self.folder.keep_check(planned.name, result)
        low, high = result.ci95
        self.report(
            f"{planned.name}: against greedy {result.win_rate:.1%} ({low:.1%} – {high:.1%}) "
            f"of {result.games} games, {result.mean_margin:+.1f} points"
        )
        return result

    def _advance(self, games: int) -> None:
        for _ in range(games):
            self.progress()


def _sentence(name: str, number: int, result: RoundResult) -> str:
    figures = result.figures
    return (
        f"{name} round {number}: {figures.rows} rows, signal {figures.signal:.2f}, "
        f"explained {figures.explained:.2f}, residual {figures.residual:.2f}, "
        f"{result.seconds:.0f} processor seconds"
    )
