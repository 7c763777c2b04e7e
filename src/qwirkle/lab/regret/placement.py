"""Positions of the placement games: every placement, and its loss in points.

Endings are solved. Otherwise the best placement is selected on some deals, and all are compared
with it on others.
"""

from __future__ import annotations

from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.analysis.judge.held_out import HeldOut
from qwirkle.analysis.judge.placement import Judge
from qwirkle.analysis.judge.trials import Difference, settle
from qwirkle.analysis.puzzles.puzzle import content_of
from qwirkle.engine.legal import placements
from qwirkle.engine.position import Move
from qwirkle.lab.regret.method import Method
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View

PILE: str = "bag"
UNITS: int = 10


def listed(seen: View) -> list[tuple[Turn, int]]:
    """Return every placement, with its points."""
    moves = placements(seen.board, seen.hand, seen.demands())
    return [(move.turn, move.points) for move in moves]


def content(_: View, turn: Turn) -> object:
    """Return the content of a turn, however it is written."""
    return content_of(turn)


def compare(
    seed: int, seen: View, best: Turn, turn: Turn, method: Method
) -> tuple[int, Difference]:
    """Return the points of a turn, and how far it is behind the best one."""
    found = _held_out(seen, best, seed, method).behind([turn], method.close_deals)[0]
    return found.points, found.behind


def annotate(seed: int, seen: View, method: Method) -> tuple[int, list[Difference], bool] | None:
    """Return the best placement's number, the distance of all from it, and whether it is exact."""
    moves = list(placements(seen.board, seen.hand, seen.demands()))
    if len(moves) < 2:
        return None
    endings = EndingSolver(method.plan.ending_nodes)
    if endings.reaches(seen):
        solved = _solve_ending(seen, moves, endings)
        return None if solved is None else (*solved, True)
    return (*_try_on_deals(seed, seen, moves, method), False) if seen.bag else None


def _held_out(seen: View, best: Turn, seed: int, method: Method) -> HeldOut:
    return HeldOut(seen, best, seed, method.plan, every_ending=method.every_ending)


def _try_on_deals(
    seed: int, seen: View, moves: list[Move], method: Method
) -> tuple[int, list[Difference]]:
    """Return the number of the best placement, and the distance of all from it."""
    judge = Judge(seen.edition, len(seen.players), method.plan)
    try:
        with judge.candidates(seen, seed) as turns:
            turns.add_others()
            priors = turns.priors()
            contest = settle(priors, 0, turns.run, selecting=method.plan.selecting, judging=1)
        ranking = sorted(range(len(priors)), key=lambda which: -(priors[which] or 0.0))
        by_value = [_tiles(turns.candidate(which, Difference()).turn) for which in ranking]
        best = _tiles(turns.candidate(contest.best, Difference()).turn)
    finally:
        judge.close()
    numbers = {frozenset(move.tiles): number for number, move in enumerate(moves)}
    held_out = _held_out(seen, moves[numbers[best]].turn, seed, method)
    # Which placements get more trials must not depend on their results on these deals, or the
    # losses of the others would be overestimated.
    close = [numbers[tiles] for tiles in by_value if tiles != best][: method.close]
    others = sorted(set(range(len(moves))) - {numbers[best], *close})
    behind = {numbers[best]: Difference()}
    on_random = held_out
    if not method.every_deal_for_all:
        some_deals = method._replace(plan=method.plan._replace(every_deal=0))
        on_random = _held_out(seen, moves[numbers[best]].turn, seed, some_deals)
    for some, deals, tried in (
        (close, method.close_deals, held_out),
        (others, method.deals, on_random),
    ):
        found = tried.behind([moves[number].turn for number in some], deals)
        behind.update((number, turn.behind) for number, turn in zip(some, found, strict=True))
    return numbers[best], [behind[number] for number in range(len(moves))]


def _solve_ending(
    seen: View, moves: list[Move], endings: EndingSolver
) -> tuple[int, list[Difference]] | None:
    """Solve every placement of an ending; None if the budget is too small for one of them."""
    values: list[int] = []
    for move in moves:
        found = endings.value_of(seen, move.tiles)
        if not found.exact:
            return None
        values.append(found.value)
    best = max(range(len(values)), key=lambda number: values[number])
    gaps = [float(values[best] - value) for value in values]
    return best, [Difference(gap, gap, gap) for gap in gaps]


def _tiles(turn: AnyTurn) -> frozenset[Placed]:
    if not isinstance(turn, Place):
        raise TypeError(f"{turn} is no placement")
    return frozenset(turn.tiles)
