"""Measure whether the ledger of chances adds up and agrees with points lost; time reviews.

python bench/review_ledger.py [--games 4] [--seed ledger] [--pairs value/value,greedy/value]
                              [--game select]

Games of bots are reviewed. For every turn, the parts of its change of the chance of winning are
added, and so are those of every player, and the parts of every player's margin; the largest error
of each sum is printed. Then the marks of the turning points that are turns; the correlation between
what a turn changed and the points it lost; and the CPU seconds of a review, for 50 turns. *Open*
are turns of a seat whose chance is between 10 and 90 %, before the ending is solved: in a decided
game lost points cost no chance, and in a solved ending a single one may cost all of it. *Weighed*
is the correlation, before endings are solved, with the points lost times what one is worth then.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import correlation, fmean
from typing import NamedTuple

from played import played_game

from qwirkle.analysis.review.chances import best_value, chances
from qwirkle.analysis.review.report import Changes, Review, total_luck
from qwirkle.analysis.review.review import review
from qwirkle.analysis.review.steps import Step
from qwirkle.rules.family import AnyView, view

PAIRS = "value/value,greedy/value,level:3/level:6"
OPEN = (0.1, 0.9)
TURNS = 50
Chances = tuple[float, ...]


class Turn(NamedTuple):
    """A decision: its own part of the ledger, and the points it lost."""

    part: float
    lost: float
    is_open: bool
    worth: float | None
    """The chance that a point is worth at that moment; None in a solved ending."""


class Sums(NamedTuple):
    """The largest error of the sums of a review: over turns, over players, over margins."""

    turns: float
    players: float
    margins: float

    def with_turn(self, error: float) -> Sums:
        return self._replace(turns=max(error, self.turns))

    def with_player(self, error: float) -> Sums:
        return self._replace(players=max(error, self.players))

    def with_margin(self, error: float) -> Sums:
        return self._replace(margins=max(error, self.margins))


def errors_of(found: Review) -> Sums:
    """Return by how much what should add up does not."""
    seats = range(len(found.players))
    chances = [turn.chance for turn in found.turns]
    result = found.turns[-1].chance_after
    errors = Sums(0.0, 0.0, 0.0)
    for number, turn in enumerate(found.turns):
        later = range(number + 1, len(found.turns))
        following = next((at for at in later if found.turns[at].seat == turn.seat), None)
        end = result if following is None else chances[following]
        errors = errors.with_turn(_error(turn.changes, turn.chance, end, turn.seat))
    for seat in seats:
        player = found.players[seat]
        first = next(turn for turn in found.turns if turn.seat == seat)
        errors = errors.with_player(_error(player.changes, first.chance, result, seat))
        others = [found.players[other] for other in seats if other != seat]
        luck = _known(total_luck(player)) - fmean(_known(total_luck(it)) for it in others)
        lost = _known(player.points_lost) - fmean(_known(it.points_lost) for it in others)
        margin = luck - lost + _known(player.remainder)
        errors = errors.with_margin(abs(player.margin - margin))
    return errors


def _error(
    changes: Changes | None, before: Chances | None, after: Chances | None, seat: int
) -> float:
    """Return by how much changes do not lead from one chance of a seat to another."""
    assert changes is not None
    assert before is not None
    assert after is not None
    parts = sum(map(_known, (changes.turn, *changes.around)))
    return abs(before[seat] + parts - after[seat])


def _known(value: float | None) -> float:
    assert value is not None
    return value


def decisions_of(found: Review, steps: Sequence[Step]) -> Iterator[Turn]:
    """Yield the turns in which the rules left a choice."""
    for turn, step in zip(found.turns, steps, strict=True):
        if turn.forced is False and turn.changes is not None and turn.chance is not None:
            low, high = OPEN
            is_open = low <= turn.chance[turn.seat] <= high and not turn.exact
            worth = None if turn.exact else worth_of_a_point(view(step.before, step.seat))
            yield Turn(-turn.changes.turn, turn.lost or 0.0, is_open, worth)


def worth_of_a_point(seen: AnyView) -> float:
    """Return by how much a point changes the chance of the seat to move."""
    value, seat = best_value(seen), seen.seat or 0
    return chances(seen, value, -0.5)[seat] - chances(seen, value, 0.5)[seat]


def describe(turns: Sequence[Turn]) -> str:
    """Return the correlations of parts and points lost, each with its number of turns."""
    groups = {"open": [turn for turn in turns if turn.is_open], "all": turns}
    said = [
        f"{correlation([it.part for it in group], [it.lost for it in group]):.3f} "
        f"of {len(group)} {name}"
        for name, group in groups.items()
    ]
    weighed = [(it.part, it.lost * it.worth) for it in turns if it.worth is not None]
    parts, costs = zip(*weighed, strict=True)
    return ", ".join([*said, f"{correlation(parts, costs):.3f} of {len(weighed)} weighed"])


def main() -> None:
    """Review the games and print what was found."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--games", type=int, default=4, help="of each pair")
    options.add_argument("--game", default="classic")
    options.add_argument("--pairs", default=PAIRS)
    options.add_argument("--seed", default="ledger")
    given = options.parse_args()
    every: list[Turn] = []
    sums: list[Sums] = []
    marks: Counter[str | None] = Counter()
    costs: list[float] = []
    for pair in given.pairs.split(","):
        own: list[Turn] = []
        for number in range(given.games):
            steps = played_game(given.game, pair.split("/"), f"{given.seed}/{pair}/{number}")
            start = time.process_time()
            found = review(steps)
            costs.append((time.process_time() - start) / len(found.turns) * TURNS)
            sums.append(errors_of(found))
            own.extend(decisions_of(found, steps))
            marks.update(
                found.turns[point.number - 1].mark
                for point in found.turning_points
                if point.part == "turn"
            )
        print(f"{pair}: {describe(own)}", flush=True)
        every += own
    print(f"all: {describe(every)}")
    worst = Sums(*(max(errors) for errors in zip(*sums, strict=True)))
    print(f"largest errors of sums: {worst}")
    print(f"turning points that are turns: {dict(marks)}")
    print(f"CPU seconds of {TURNS} turns: mean {fmean(costs):.2f}, most {max(costs):.2f}")


if __name__ == "__main__":
    main()
