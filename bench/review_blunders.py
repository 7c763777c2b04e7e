"""Does a review find a planted blunder?

Value bots play. From a random turn on, the best turn is replaced by the worst at the first one
where that loses enough to be a blunder, by trials on deals that the review does not use or, in an
ending, by the solver. The review must call that turn a blunder and name the best one: a turn that
loses nothing worth mentioning against the one that was replaced, on yet other deals.

Two turns are planted in every game, each by itself: the placement with the fewest points, and the
turn that trials call the worst, trades included. What follows makes no difference: a review judges
a turn by what its seat knew.

    python bench/review_blunders.py --games 100
    python bench/review_blunders.py --games 20 --game mini --game select --game connect
    python bench/review_blunders.py --games 100 --stake -99   # wherever the lot falls
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from played import played_game

from qwirkle.analysis.judge.games import deal_seed
from qwirkle.analysis.judge.held_out import HeldOut
from qwirkle.analysis.judge.placement import Judge, is_forced
from qwirkle.analysis.judge.trials import Difference
from qwirkle.analysis.judge.verdict import QUICK
from qwirkle.analysis.review.marks import POINTS, SCALES, mark_of
from qwirkle.analysis.review.review import review
from qwirkle.analysis.review.steps import Step
from qwirkle.engine.legal import legal_turns, placements
from qwirkle.players.rng import Chance
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View, view

# Points that the planted turn must lose: a blunder, and one more for what trials cannot tell.
STAKE = 5.0
# The turn of a game from which a blunder is planted, at the latest.
LATEST = 40
# Deals on which all legal turns are tried to find the worst, and others that say what it loses.
SEARCHED, WEIGHED = 24, 400
# Games in which the verdict is compared with that of a whole review.
COMPARED = 3


def fewest_points(seen: View, _played: Turn, chance: Chance) -> Turn:
    """Return one of the placements with the fewest points."""
    moves = list(placements(seen.board, seen.hand, seen.demands()))
    fewest = min(move.points for move in moves)
    least = [move for move in moves if move.points == fewest]
    return Place(least[chance.below(len(least))].tiles)


def worst_judged(seen: View, played: Turn, chance: Chance) -> Turn:
    """Return the turn that loses most in trials, trades included."""
    tried = HeldOut(seen, played, chance.word(), QUICK).behind(list(legal_turns(seen)), SEARCHED)
    found = max(tried, key=lambda found: found.behind.mean).turn
    if not isinstance(found, Turn):
        raise TypeError(f"{found!r} is not a turn of a placement game")
    return found


Find = Callable[[View, Turn, Chance], Turn]
WORST: dict[str, Find] = {"fewest points": fewest_points, "worst by trials": worst_judged}


def planted(steps: Sequence[Step], find: Find, stake: float, seed: str) -> tuple[int, Turn] | None:
    """Return where the worst turn takes the place of the best one, and that turn."""
    chance = Chance(f"{seed}/planted")
    first = chance.below(LATEST)
    for number, step in enumerate(steps):
        if number < first:
            continue
        seen = view(_state(step), step.seat)
        special = any(player.tokens + len(player.actions) for player in seen.players)
        if not seen.board or seen.used is not None or special or is_forced(seen):
            continue
        if isinstance(step.turn, Place):
            turn = find(seen, step.turn, chance)
            if behind(steps, number, turn, chance.word()).mean >= stake:
                return number, turn
    return None


def _state(step: Step) -> State:
    if not isinstance(step.before, State):
        raise TypeError("blunders are planted in placement games")
    return step.before


class Named(NamedTuple):
    """The verdict of a review on a planted turn."""

    mark: str
    lost: float
    best: Turn
    """The turn that is named as the best."""


def verdict_on(steps: Sequence[Step], number: int, turn: Turn) -> Named:
    """Judge another turn in the place of one that was played."""
    first, last = _state(steps[0]), _state(steps[number])
    judge = Judge(first.edition, len(first.seats), QUICK)
    for step in steps[:number]:
        # The judge remembers what earlier turns showed.
        with judge.candidates(view(_state(step), step.seat), 0):
            pass
    found = judge.judge(last, turn, deal_seed(last))
    judge.close()
    same = found.behind.mean <= 0
    mark = mark_of(found.lost, SCALES[first.family], forced=found.forced, same=same)
    if not isinstance(found.best.turn, Turn):
        raise TypeError(f"{found.best.turn!r} is not a turn of a placement game")
    return Named(mark, found.lost, found.best.turn)


def behind(steps: Sequence[Step], number: int, turn: Turn, seed: int) -> Difference:
    """Return how much worse a turn is than the one that was played, on deals of its own.

    In endings of two players the solver says it: trials would only guess.
    """
    step = steps[number]
    seen = view(_state(step), step.seat)
    if not isinstance(step.turn, Place):
        raise TypeError("only placements are replaced")
    if not seen.bag and len(seen.players) == 2:
        lost = verdict_on(steps, number, turn).lost - verdict_on(steps, number, step.turn).lost
        return Difference(lost, lost, lost)
    return HeldOut(seen, step.turn, seed, QUICK).behind([turn], WEIGHED)[0].behind


def is_best(steps: Sequence[Step], number: int, named: Turn, seed: int) -> bool:
    """Return whether a turn is as good as the one that was replaced."""
    if named == steps[number].turn:
        return True
    found = behind(steps, number, named, seed)
    return not found.is_real or found.mean < POINTS.loose


def main() -> None:
    """Plant, judge and count."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--game", action="append")
    arguments.add_argument("--players", type=int, default=2)
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--seed", default="blunder")
    arguments.add_argument("--stake", type=float, default=STAKE, help="points that are at stake")
    asked = arguments.parse_args()
    for game in asked.game or ["classic"]:
        plant(game, asked)


def plant(game: str, asked: argparse.Namespace) -> None:
    """Plant turns in games of one kind, judge them and count."""
    marks = {name: Counter[str]() for name in WORST}
    for number in range(asked.games):
        seed = f"{asked.seed}/{game}/{number}"
        steps = played_game(game, ["value"] * asked.players, seed)
        for name, find in WORST.items():
            place = planted(steps, find, asked.stake, seed)
            if place is None:
                marks[name]["nothing at stake"] += 1
                continue
            named = verdict_on(steps, *place)
            step = steps[place[0]]
            best = is_best(steps, place[0], named.best, Chance(f"{seed}/named").word())
            marks[name][named.mark if best else f"{named.mark}, the best not named"] += 1
            if number < COMPARED:
                compare(steps, *place, named.mark)
            if named.mark != "blunder" or not best:
                where = f"{game} {number}, turn {place[0] + 1}, {place[1]}"
                said = f"{named.mark}, {named.lost:.1f} lost, better: {named.best}"
                print(f"{where}, {name}: {said}; replaced {step.turn}", flush=True)
    for name, counted in marks.items():
        found = ", ".join(f"{count} {mark}" for mark, count in counted.most_common())
        print(f"{game}, {name}: of {asked.games} games {found}", flush=True)


def compare(steps: Sequence[Step], number: int, turn: Turn, mark: str) -> None:
    """Check that a review of the game up to the planted turn gives the same mark."""
    changed = [*steps[:number], steps[number]._replace(turn=turn)]
    named = review(changed).turns[number].mark
    if named != mark:
        raise ValueError(f"a review says {named} where the judge says {mark}")


if __name__ == "__main__":
    main()
