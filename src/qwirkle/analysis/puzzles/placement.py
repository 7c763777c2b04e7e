"""The puzzles of the placement games, under the names that ``puzzles.family`` asks for.

The best turn, selected on other deals, must be better than every other legal turn on the held-out
deals, by ``AHEAD`` points in the mean and by ``SURELY`` at the lower end of the interval, and again
by ``AHEAD`` on as many other deals. Endings of two players are solved.

Before every turn, the judge of reviews is asked:

1. **Screen.** The best placement by value is not the one with the most points, and is at least 0.8
   ahead of the second. If it is the one with the most points, it must be at least 2.5 ahead, in one
   game of 3 only. Where tiles can be taken or drawn, nothing is screened.
2. **Select.** The best turn is selected on 488 deals. It must be at least 0.4, 1.0, 2.2 and 2.9
   points ahead after 8, 24, 88 and 488 of them.
3. **Sweep.** Every legal turn, trades included, is tried on 16 held-out deals, and what may be
   within 3 points on 64 and 240.
4. **Accept.** On 2,000 held-out deals, none of which selected the turn, the best turn is better
   than each of the best 8, the one with the most points and all that came close by at least **3
   points in the mean**, and the lower end of the 95 % interval of that difference is at least
   **2.5**. After 500 deals it is decided already if the interval excludes 3 points for some turn,
   or if the best turn is ahead of all by 3 points even 3.3 standard errors below the mean.
5. **Confirm.** On as many deals more, it is again better by at least 3 points in the mean.

With 4 to 12 tiles in the bag trials go to the end of the game, and 500 deals take the place of
2,000; with 1 to 3 tiles all deals are tried. Only one game in 101 is searched for such positions.
Endings of two players with an empty bag are solved: each other turn loses at least 3 points,
exactly. Two puzzles of one game are at least 12 turns apart.

The best turn may be the obvious one, with the most points, only if people miss it: then the theme
of the puzzle is ``hard-to-see``, and it needs a rating of at least 1090. (The levels overlook all
spots equally, so a turn that everybody plays who has noticed its spot has a rating of about 1070.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.analysis.judge.held_out import HELD_OUT, HeldOut
from qwirkle.analysis.judge.placement import Candidates, Judge
from qwirkle.analysis.judge.trials import Difference
from qwirkle.analysis.judge.verdict import Considered, Plan
from qwirkle.analysis.puzzles.puzzle import (
    LISTED,
    Candidate,
    Puzzle,
    Tally,
    candidate_of,
    content_of,
    is_clear,
)
from qwirkle.engine.legal import legal_turns, placements
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Turn
from qwirkle.rules.placement.view import View

# The best turn must be better than every other one by this many points ...
AHEAD: float = 3.0
# ... and by this many at the lower end of the 95 % interval.
SURELY: float = 2.5
DEALS = 2000
# With 12 tiles or fewer in the bag, trials continue to the end of the game, which takes longer.
LATE_DEALS = 500
# The first of as many other deals, on which the mean lead must be as large once more.
CONFIRMING = 2 * HELD_OUT
# These deals are enough if the lead is clear by then.
CLEAR_DEALS = 500
# Held-out deals on which all legal turns are tried, and more for those that come close.
SWEEPS = (16, 64, 240)

PLAN = Plan(candidates=24, ending=2_000, ending_nodes=300_000)

# Trials to the end of the game take a hundred times as long as others: only one game in this many
# is searched for puzzles with few tiles in the bag. It shares no factor with the cycle of games.
LATE_EVERY = 101


class Stage(NamedTuple):
    """Trials before the final ones, and the lead that the best turn needs over all of them."""

    candidates: int
    deals: int
    ahead: float


# Turns that are not ahead by this much in value are not tried at all; more is asked of those that
# score the most points.
SCREEN = 0.8
PLAIN_SCREEN = 2.5
STAGES = (Stage(16, 8, 0.4), Stage(64, 16, 1.0), Stage(12, 64, 2.2), Stage(6, 400, 2.9))
# What is not ahead by these, which look one turn ahead, is not tried to the end of the game.
QUICK_STAGES = (Stage(16, 8, 0.4), Stage(16, 16, 1.0), Stage(6, 64, 2.0))


def is_searched(seen: View, number: int, *, endings: bool) -> bool:
    """Return whether a position of the game with a number may become a puzzle."""
    if not seen.board or not (seen.bag or endings):
        return False
    return not 0 < seen.bag <= PLAN.late_bag or not number % LATE_EVERY


def judge_again(puzzle: Puzzle, seen: View) -> Puzzle | None:
    """Judge a puzzle again; None if its best turn is no longer far enough ahead."""
    if puzzle.exact:
        return puzzle
    listed = [_placement_turn(puzzle.turn(found)) for found in puzzle.candidates]
    found = _judge_rivals(HeldOut(seen, listed[0], puzzle.seed, PLAN), listed)
    return None if found is None else _with_best_turns(puzzle, found, exact=False)


def behind(puzzle: Puzzle, seen: View, turn: Turn, deals: int) -> Difference:
    """Return how far a turn is behind the best one: solved, or tried on some of the deals."""
    best = _placement_turn(puzzle.best)
    if puzzle.exact and isinstance(turn, Place) and isinstance(best, Place):
        solver = EndingSolver(PLAN.ending_nodes)
        value = solver.value_of(seen, best.tiles).value
        lost = float(value - solver.value_of(seen, turn.tiles).value)
        return Difference(lost, lost, lost)
    fewer = min(deals, deals_for(seen))
    return HeldOut(seen, best, puzzle.seed, PLAN).behind([turn], fewer)[0].behind


def tempting(puzzle: Puzzle, _: View) -> Candidate:
    """Return the listed turn that scores the most points; of several, the better one."""
    return max(puzzle.candidates, key=lambda found: (found.points, -found.lost))


def rival(puzzle: Puzzle, seen: View) -> Candidate:
    """Return the turn that the best one is explained against: the one with the most points."""
    return tempting(puzzle, seen)


def kinds(puzzle: Puzzle, seen: View) -> Iterator[str]:
    """Return what kind of position it is, as themes."""
    best = puzzle.best
    if 0 < seen.bag <= PLAN.late_bag:
        yield "late"
    if isinstance(best, Take):
        yield "taking"
    if isinstance(best, DrawThree):
        yield "drawing"


def deals_for(seen: View) -> int:
    """Return the number of deals that turns of a position are judged on."""
    return LATE_DEALS if seen.bag <= PLAN.late_bag else DEALS


def make(puzzle: Puzzle, seen: View, *, plain: bool) -> tuple[Puzzle | None, Tally]:
    """Make a puzzle of a position, if one turn is far better than all others."""
    endings = EndingSolver(PLAN.ending_nodes)
    if endings.reaches(seen):
        return _solve_ending(puzzle, seen, endings, plain=plain)
    if not seen.bag:
        return None, Tally()
    if seen.bag <= PLAN.late_bag and not _is_ahead_at_once(puzzle, seen, plain=plain):
        return None, Tally()
    judge = Judge(seen.edition, len(seen.players), PLAN)
    try:
        return _try_on_deals(puzzle, seen, judge, plain=plain)
    finally:
        judge.close()


def _is_ahead_at_once(puzzle: Puzzle, seen: View, *, plain: bool) -> bool:
    """Return whether the best turn is ahead in trials that look one turn ahead."""
    judge = Judge(seen.edition, len(seen.players), PLAN._replace(late_bag=0))
    try:
        with judge.candidates(seen, puzzle.seed) as turns:
            turns.add_others()
            order = _select(turns, plain=plain)
            return order is not None and _narrow(turns, order, QUICK_STAGES, plain=plain)
    finally:
        judge.close()


def _try_on_deals(
    puzzle: Puzzle, seen: View, judge: Judge, *, plain: bool
) -> tuple[Puzzle | None, Tally]:
    with judge.candidates(seen, puzzle.seed) as turns:
        turns.add_others()
        order = _select(turns, plain=plain)
        if order is None:
            return None, Tally()
        if not _narrow(turns, order, STAGES, plain=plain):
            return None, Tally(screened=1)
        points = turns.points()
    most = max(order, key=lambda number: points[number])
    listed = [
        _placement_turn(turns.candidate(number, Difference()).turn)
        for number in [*order[:LISTED], most]
    ]
    found = _judge_rivals(HeldOut(seen, listed[0], puzzle.seed, PLAN), listed)
    tally = Tally(screened=1, tried=1)
    return (None if found is None else _with_best_turns(puzzle, found, exact=False)), tally


def _select(turns: Candidates, *, plain: bool) -> list[int] | None:
    """Return the candidates, the best by value first; None if it is not worth trying.

    ``plain`` allows the best one to be the one with the most points. Taking and drawing have no
    value, so they follow the best placement, and are always tried.
    """
    values, points = turns.priors(), turns.points()
    order = [number for number, value in enumerate(values) if value is not None]
    order.sort(key=lambda number: -(values[number] or 0.0))
    if len(order) < 2:
        return None
    if special := [number for number, value in enumerate(values) if value is None]:
        return [order[0], *special, *order[1:]]
    first, second = (values[number] or 0.0 for number in order[:2])
    if points[order[0]] < max(points):
        return order if first - second >= SCREEN else None
    return order if plain and first - second >= PLAIN_SCREEN else None


def _narrow(turns: Candidates, order: list[int], stages: Sequence[Stage], *, plain: bool) -> bool:
    """Select the best candidate on more and more deals; False as soon as it is not far ahead.

    Afterwards the candidates are ordered by these trials.
    """
    points = turns.points()
    sums = dict.fromkeys(order, 0.0)
    first = 0
    for stage in stages:
        live = order[: stage.candidates]
        for number, gained in zip(live, turns.run(live, first, stage.deals), strict=True):
            sums[number] += sum(gained)
        first += stage.deals
        live.sort(key=lambda number: -sums[number])
        ahead = (sums[live[0]] - sums[live[1]]) / first
        if ahead < stage.ahead or (points[live[0]] == max(points) and not plain):
            return False
        order[: len(live)] = live
    return True


def _judge_rivals(held_out: HeldOut, listed: Sequence[Turn]) -> list[Considered] | None:
    """Return all turns that are listed or close to the best one; None if one is too close.

    Every legal turn is tried on some of the deals, because a turn of low value may be good.
    """
    best = content_of(held_out.best)
    deals = deals_for(held_out.seen)
    looks = dict.fromkeys((min(CLEAR_DEALS, deals), deals))
    if held_out.behind(listed[1:2], min(CLEAR_DEALS, deals))[0].behind.high < AHEAD:
        return None
    close = [turn for turn in legal_turns(held_out.seen) if content_of(turn) != best]
    others: list[Considered] = []
    for few in SWEEPS:
        tried = held_out.behind(close, few)
        others = others or sorted(tried, key=lambda found: found.behind.mean)
        if any(found.behind.high < AHEAD for found in tried):
            return None
        close = [_placement_turn(found.turn) for found in tried if found.behind.low < AHEAD]
    wanted = {content_of(turn): turn for turn in (*listed, *close)}
    del wanted[best]
    # If few turns have a value, the best of the others fill the list.
    for found in others:
        if len(wanted) >= LISTED - 1:
            break
        wanted[content_of(found.turn)] = _placement_turn(found.turn)
    # What is clear on some of the deals needs no more of them.
    for deals in looks:
        judged = held_out.behind(list(wanted.values()), deals)
        if any(found.behind.high < AHEAD for found in judged):
            return None
        if all(is_clear(found.behind, AHEAD) for found in judged):
            break
    if not all(_far(found.behind) for found in judged):
        return None
    again = held_out.behind(list(wanted.values()), deals, CONFIRMING)
    if any(found.behind.mean < AHEAD for found in again):
        return None
    points = next(
        (
            move.points
            for move in placements(held_out.seen.board, held_out.seen.hand, held_out.seen.demands())
            if content_of(Place(move.tiles)) == best
        ),
        0,
    )
    return [Considered(held_out.best, points, Difference()), *judged]


def _placement_turn(turn: AnyTurn) -> Turn:
    if not isinstance(turn, Turn):
        raise TypeError(f"{turn!r} is not a turn of a placement game")
    return turn


def _solve_ending(
    puzzle: Puzzle, seen: View, endings: EndingSolver, *, plain: bool
) -> tuple[Puzzle | None, Tally]:
    """Make a puzzle from an ending by solving every placement."""
    moves = list(placements(seen.board, seen.hand, seen.demands()))
    best = endings.best(seen)
    most = max((move.points for move in moves), default=0)
    if best.move is None or not best.exact or len(moves) < 3:
        return None, Tally()
    if best.move.points == most and not plain:
        return None, Tally()
    found = []
    tally = Tally(screened=1, tried=1)
    others = [move for move in moves if set(move.tiles) != set(best.move.tiles)]
    # Those with the most points are the likeliest to be too close.
    for move in sorted(others, key=lambda move: -move.points):
        solved = endings.value_of(seen, move.tiles)
        lost = float(best.value - solved.value)
        behind = Difference(lost, lost, lost)
        if not solved.exact or not _far(behind):
            return None, tally
        found.append(Considered(Place(move.tiles), move.points, behind))
    found.append(Considered(Place(best.move.tiles), best.move.points, Difference()))
    return _with_best_turns(puzzle, found, exact=True), tally


def _far(behind: Difference) -> bool:
    return behind.mean >= AHEAD and behind.low >= SURELY


def _with_best_turns(puzzle: Puzzle, found: Sequence[Considered], *, exact: bool) -> Puzzle:
    """Return the puzzle with its best turns and the first of those with the most points."""
    ordered = sorted(found, key=lambda turn: (turn.behind.mean, str(turn.turn)))
    most = max(ordered, key=lambda turn: turn.points)
    kept = ordered[:LISTED]
    if most not in kept:
        kept.append(most)
    candidates = tuple(candidate_of(found.turn, found.points, found.behind) for found in kept)
    return msgspec.structs.replace(puzzle, candidates=candidates, exact=exact)
