"""The ledger of a game: every change of a chance of winning, by what caused it.

From before a turn of a seat to before its next one, or to the result, its chance changes by four
parts, which add up exactly:

* its *turn*: the chance with what the turn lost, less the chance before it. Both are what the seat
  could know at that moment, so the best turn changes nothing;
* its *draw*: the chance before its next turn, less what it would have been with a draw of average
  value. The luck of the draw is the difference;
* the others' *turns*: the same as its turn, by what each of them could know;
* the others' *draws*: the rest, which is what the others held and drew. It includes draws whose
  luck cannot be determined: after a trade, tiles can no longer be told apart.

Chances are counted in millionths, so no digit is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qwirkle.analysis.family import of
from qwirkle.analysis.judge.verdict import Verdict
from qwirkle.analysis.review.chances import chances, decided_chances
from qwirkle.analysis.review.outlook import Outlook
from qwirkle.analysis.review.report import Changes, TurningPoint
from qwirkle.analysis.review.steps import Step
from qwirkle.rules.family import AnyView, view

WHOLE = 1_000_000
# The most turning points, and the smallest change that is one.
MOST_POINTS = 5
LEAST_CHANGE = 0.05

Row = tuple[int, ...]
"""The chance of each seat, in millionths."""


class Moment(NamedTuple):
    """The chances before an act, as far as its seat could know."""

    chance: Row
    after_loss: Row
    """The same with what the act lost."""
    without_luck: Row | None
    """The same with an average draw before the act; None if its luck cannot be determined."""


def row_of(chances: Sequence[float]) -> Row:
    """Return chances in millionths, which add up to one exactly."""
    row = [round(WHOLE * chance) for chance in chances]
    most = max(range(len(row)), key=lambda seat: row[seat])
    row[most] += WHOLE - sum(row)
    return tuple(row)


def shares(row: Row | None) -> tuple[float, ...] | None:
    """Return the chances of a row, from 0 to 1."""
    return None if row is None else tuple(part / WHOLE for part in row)


def moments(
    steps: Sequence[Step], judged: Sequence[Verdict | None], luck: Sequence[float | None]
) -> Iterator[Moment | None]:
    """Yield the chances before each act; None where the hand is not known."""
    outlooks: dict[int, Outlook[AnyView]] = {}
    for step, verdict, drawn in zip(steps, judged, luck, strict=True):
        if not step.known:
            yield None
            continue
        seen = view(step.before, step.seat)
        outlook = outlooks.setdefault(step.seat, of(seen).outlook(seen))
        outlook.see(seen)
        yield _moment(seen, verdict, drawn, outlook)
    for outlook in outlooks.values():
        outlook.close()


def _moment(
    seen: AnyView, verdict: Verdict | None, drawn: float | None, outlook: Outlook[AnyView]
) -> Moment:
    lost = 0.0 if verdict is None else verdict.lost
    if verdict is not None and verdict.outcome is not None:
        # Nothing is left to draw, so nothing depends on luck.
        before = row_of(decided_chances(seen, verdict.outcome))
        after = row_of(decided_chances(seen, verdict.outcome - lost))
        return Moment(before, after, before)
    value = outlook.values([seen.hand])[0]
    before = row_of(chances(seen, value))
    after = row_of(chances(seen, value, lost)) if lost else before
    if drawn is None:
        return Moment(before, after, None)
    average = row_of(chances(seen, value - drawn)) if drawn else before
    return Moment(before, after, average)


def changes_of(
    steps: Sequence[Step], found: Sequence[Moment | None], result: Row | None
) -> list[Changes | None]:
    """Return the changes that follow each act; ``result`` is None if the game is not over."""
    return [_changes(steps, found, number, result) for number in range(len(steps))]


def _changes(
    steps: Sequence[Step], found: Sequence[Moment | None], number: int, result: Row | None
) -> Changes | None:
    seat, now = steps[number].seat, found[number]
    if now is None:
        return None
    turn = now.after_loss[seat] - now.chance[seat]
    later = range(number + 1, len(steps))
    following = next((other for other in later if steps[other].seat == seat), len(steps))
    between = found[number + 1 : following]
    draw = 0
    if following < len(steps):
        moment = found[following]
        end = None if moment is None else moment.chance
        if moment is not None and moment.without_luck is not None:
            draw = moment.chance[seat] - moment.without_luck[seat]
    else:
        end = result
    rivals = [moment for moment in between if moment is not None]
    if end is None or len(rivals) < len(between):
        return Changes(turn / WHOLE)
    theirs = sum(moment.after_loss[seat] - moment.chance[seat] for moment in rivals)
    rest = end[seat] - now.chance[seat] - turn - draw - theirs
    return Changes(*(part / WHOLE for part in (turn, draw, theirs, rest)))


def sum_of(changes: Sequence[Changes | None]) -> Changes | None:
    """Return the sum of the changes after all turns of a seat; None if some are not known."""
    sums = [0, 0, 0, 0]
    for change in changes:
        parts = () if change is None else (change.turn, *change.around)
        known = [part for part in parts if part is not None]
        if len(known) < len(sums):
            return None
        sums = [total + round(part * WHOLE) for total, part in zip(sums, known, strict=True)]
    return Changes(*(total / WHOLE for total in sums)) if changes else None


def turning_points(changes: Sequence[Changes | None]) -> tuple[TurningPoint, ...]:
    """Return the largest changes by a seat's own turn or draw, in the order of the game."""
    points = [
        point
        for number, row in enumerate(changes, 1)
        if row is not None
        for point in (
            TurningPoint(number, "turn", row.turn),
            TurningPoint(number, "draw", row.draw or 0.0),
        )
        if abs(point.change) >= LEAST_CHANGE
    ]
    largest = sorted(points, key=lambda point: -abs(point.change))[:MOST_POINTS]
    return tuple(sorted(largest, key=lambda point: (point.number, point.part != "turn")))
