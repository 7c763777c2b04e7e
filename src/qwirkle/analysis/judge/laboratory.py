"""Every turn of a position ranked, for somebody who looks at it for longer: further and further.

Placements that lay the same tiles for the same points are one entry, with the best of them by
value. The best entries are tried on deals, all of them on a few and the better half on twice as
many, and so on; the value of an entry that is not tried is moved by what the trials say about the
others. With each step of effort there are twice as many deals, so the intervals narrow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import sqrt
from typing import NamedTuple

from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.analysis.judge.placement import CUT_SHORT, LATE, Candidates, Judge
from qwirkle.analysis.judge.ranking import Ranked, Ranking, in_order
from qwirkle.analysis.judge.trials import NORMAL_95, Difference, difference
from qwirkle.analysis.judge.verdict import QUICK
from qwirkle.engine.advisor import Advisor
from qwirkle.engine.every_deal import Order
from qwirkle.engine.legal import LegalPlacements
from qwirkle.engine.position import Move
from qwirkle.errors import BadPosition
from qwirkle.players.rng import Chance
from qwirkle.players.value import SLACK
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.refusals.positions import PositionReason, fault
from qwirkle.rules.tiles import Tile

# Placements that are weighed by value: the core has room for so many.
WIDEST = 512
# Entries that are tried on deals, and deals of the first round without more effort.
TRIED = 32
DEALS = 6
# With few tiles in the bag this part of the deals, and at least so many.
LATE_PART, LEAST_DEALS = 4, 3
# The last round has at most this many entries, besides those that were asked for.
LAST = 4
# Placements tried for each ending, without more effort.
ENDING = 2_000


class _Entry(NamedTuple):
    turn: Turn
    points: int
    value: float | None
    """None if the value of the position after it is not known."""
    alike: int


def rank(
    view: View, *, effort: int = 0, asked: Sequence[Turn] = (), held: Sequence[Tile] = ()
) -> Ranking:
    """Rank all placements, and these turns; ``held`` are tiles in the next player's hand."""
    size = view.players[((view.seat or 0) + 1) % len(view.players)].tiles
    if Counter(held) - view.unseen() or len(held) > size:
        raise BadPosition([fault(PositionReason.HELD_WRONG, tiles=sorted(set(held)))])
    endings = EndingSolver(ENDING << (2 * min(effort, 4)))
    entries = _entries(view)
    if endings.reaches(view):
        return _solved(view, entries, endings, asked)
    return _tried(view, entries, effort, asked, held)


def _entries(view: View) -> list[_Entry]:
    """Return the placements of a view, each group of rearrangements once, the best first."""
    advisor = Advisor(weights_for(view.edition, len(view.players)), slack=SLACK)
    moves = list(LegalPlacements(view.board, view.hand, view.demands()))
    advisor.see(view)
    values: dict[frozenset[object], float] = {}
    if moves:
        for weighed in advisor.weigh(min(len(moves), WIDEST), view.demands()):
            values[frozenset(weighed.move.tiles)] = weighed.value
    advisor.close()
    groups: dict[object, list[Move]] = {}
    for move in moves:
        groups.setdefault(_group(move.turn, move.points), []).append(move)

    def value(move: Move) -> float:
        return values.get(frozenset(move.tiles), float(move.points - view.edition.hand))

    found = []
    for alike in groups.values():
        best = max(alike, key=lambda move: (value(move), move))
        found.append(_Entry(best.turn, best.points, value(best), len(alike)))
    return sorted(found, key=lambda entry: -(entry.value or 0.0))


def _solved(
    view: View, entries: Sequence[_Entry], endings: EndingSolver, asked: Sequence[Turn]
) -> Ranking:
    """Rank the placements of an ending by what they gain until the end."""
    own = [_Entry(turn, 0, None, 1) for turn in asked if isinstance(turn, Place)]
    found = []
    for entry in _with_asked(entries[:TRIED], own):
        if isinstance(entry.turn, Place):
            solved = endings.value_of(view, entry.turn.tiles)
            points = entry.points if solved.move is None else solved.move.points
            found.append((entry._replace(points=points), solved.value, solved.exact))
    if not found:
        return Ranking(tuple(Ranked(turn, 0, Difference()) for turn in asked), exact=True)
    most = max(value for _, value, _ in found)
    exact = all(proven for *_, proven in found)
    ranked = []
    for entry, value, proven in found:
        lost = float(most - value)
        doubt = 0.0 if proven and exact else CUT_SHORT
        behind = Difference(lost, lost - doubt, lost + doubt)
        ranked.append(Ranked(entry.turn, entry.points, behind, 0, entry.alike, proven))
    return Ranking(in_order(ranked), exact)


def _with_asked(entries: Sequence[_Entry], asked: Sequence[_Entry]) -> list[_Entry]:
    known = {_key(entry.turn) for entry in entries}
    return [*entries, *(entry for entry in asked if _key(entry.turn) not in known)]


def _key(turn: AnyTurn) -> object:
    return frozenset(turn.tiles) if isinstance(turn, Place) and turn.take is None else turn


def _group(turn: AnyTurn, points: int) -> object:
    """Return what rearrangements of a placement have in common."""
    if isinstance(turn, Place) and turn.take is None:
        return tuple(sorted(placed.tile for placed in turn.tiles)), points
    return turn


def _tried(
    view: View, entries: list[_Entry], effort: int, asked: Sequence[Turn], held: Sequence[Tile]
) -> Ranking:
    judge = Judge(view.edition, len(view.players), QUICK._replace(candidates=1))
    seed = Chance(f"laboratory/{len(view.board)}/{' '.join(sorted(view.hand))}").state
    late = 0 < view.bag <= QUICK.late_bag
    try:
        with judge.candidates(view, seed) as turns:
            numbers = {turns.add(entry.turn): entry for entry in entries[:TRIED]}
            kept = [turns.add(turn) for turn in asked]
            turns.add_others()
            total = range(len(turns.priors()))
            with _deals(turns, view, held, seed):
                deals = DEALS << effort
                # A trial to the end of the game takes far longer.
                deals = max(deals // LATE_PART, LEAST_DEALS) if late else deals
                rows = _rounds(turns, total, kept, deals, late=late)
            moves = {which: turns.candidate(which, Difference()) for which in total}
            priors = turns.priors()
    finally:
        judge.close()
    best = max(rows, key=lambda which: (len(rows[which]), sum(rows[which]) / len(rows[which])))
    ranked = []
    groups = {_group(entry.turn, entry.points) for entry in numbers.values()}
    for which, row in rows.items():
        move, entry = moves[which], numbers.get(which)
        if (
            entry is None
            and which not in (best, *kept)
            and _group(move.turn, move.points) in groups
        ):
            continue
        behind = difference(rows[best][: len(row)], row)
        if late and which != best:
            behind = behind.with_doubt(LATE)
        alike = 1 if entry is None else entry.alike
        ranked.append(Ranked(move.turn, move.points, behind, len(row), alike))
    ranked += _estimated(entries, rows, priors, best, {_key(one.turn) for one in ranked})
    return Ranking(_best_first(ranked, moves[best].turn))


def _rounds(
    turns: Candidates, total: range, kept: Sequence[int], deals: int, *, late: bool
) -> dict[int, list[float]]:
    """Try all candidates on some deals, the better half of them on twice as many more, and so on.

    The ones to be kept are never dropped. Return the values of each, deal by deal.
    """
    rows: dict[int, list[float]] = {which: [] for which in total}
    live, first = list(total), 0
    while True:
        ending = QUICK.ending if late and len(live) <= LAST + len(kept) else QUICK.rough_ending
        for which, values in zip(live, turns.run(live, first, deals, ending), strict=True):
            rows[which] += values
        first += deals
        if len(live) <= LAST + len(kept):
            return rows
        order = sorted(live, key=lambda which: -sum(rows[which]) / first)
        better = order[: max((len(live) + 1) // 2, LAST)]
        live = [which for which in live if which in better or which in kept]
        deals *= 2


def _estimated(
    entries: Sequence[_Entry],
    rows: dict[int, list[float]],
    priors: Sequence[float | None],
    best: int,
    known: set[object],
) -> Iterator[Ranked]:
    """Yield the entries that were not tried, by their value and what trials say about others."""
    errors = [
        sum(row) / len(row) - prior
        for which, row in rows.items()
        if (prior := priors[which]) is not None
    ]
    if not errors:
        return
    offset = sum(errors) / len(errors)
    spread = sqrt(sum((error - offset) ** 2 for error in errors) / len(errors))
    half = NORMAL_95 * max(spread, 1.0)
    top = sum(rows[best]) / len(rows[best])
    for entry in entries:
        if _key(entry.turn) not in known and entry.value is not None:
            lost = max(top - entry.value - offset, 0.0)
            behind = Difference(lost, lost - half, lost + half)
            yield Ranked(entry.turn, entry.points, behind, 0, entry.alike)


def _best_first(ranked: Sequence[Ranked], best: AnyTurn) -> tuple[Ranked, ...]:
    """Return the turns in order; the best one was tried on the most deals."""
    first = [one for one in ranked if one.turn == best]
    return (*first, *in_order([one for one in ranked if one.turn != best]))


@contextmanager
def _deals(turns: Candidates, view: View, held: Sequence[Tile], seed: int) -> Iterator[None]:
    """Let the next player hold these tiles in all deals."""
    if held:
        turns.deal_by(lambda number: _order(view, held, Chance(f"{seed}/{number}")))
    try:
        yield
    finally:
        turns.deal_by(None)


def _order(view: View, held: Sequence[Tile], chance: Chance) -> Order:
    """Deal what the seat cannot see: the hands of the others by seat, then the bag."""
    seat, players = view.seat or 0, len(view.players)
    after = (seat + 1) % players
    rest = list((view.unseen() - Counter(held)).elements())
    rest = chance.sample(rest, len(rest))
    order: list[Tile] = []
    for other in range(players):
        if other == seat:
            continue
        known = list(held) if other == after else []
        more = view.players[other].tiles - len(known)
        order += known + rest[:more]
        del rest[:more]
    return tuple(tile.index for tile in (*order, *rest))
