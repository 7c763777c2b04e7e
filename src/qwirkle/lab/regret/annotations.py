"""Annotating positions: value bots play, and a turn of each game is looked at closely.

The best turn is selected on some deals of what its seat cannot see; how far all other placements
are behind it is found on other deals, which are the same for all of them. A position depends on
the seed and the number of its game alone, so games can be played anywhere and in any order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qwirkle.analysis.judge.cards import laying_of, nothing_hidden
from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.analysis.judge.held_out import HeldOut
from qwirkle.analysis.judge.placement import Judge
from qwirkle.analysis.judge.trials import NORMAL_95, Difference, settle
from qwirkle.analysis.review.self_play import is_plain, turn_states
from qwirkle.engine.legal import placements
from qwirkle.engine.position import Move
from qwirkle.lab.regret.cards import annotate_choices, cards_behind
from qwirkle.lab.regret.method import CLOSE, CLOSE_DEALS, DEALS, PLAN
from qwirkle.lab.regret.positions import UNITS, AnnotatedPosition, AnnotatedTurn, trial_seed
from qwirkle.notation.family import read_view, write_position
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyTurn, Registry, edition, view
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View


def annotated_position(game: str, seed: str, number: int) -> AnnotatedPosition | None:
    """Play a game and annotate a turn of it, any one as likely; None if there was no choice."""
    states = list(turn_states(edition(game), "regret", f"{seed}/{number}"))
    state = states[Chance(f"turn/{seed}/{number}").below(len(states))]
    seen = view(state, state.turn)
    if not is_plain(seen):
        return None
    return annotate(number, write_position(seen))


def annotate(number: int, position: str) -> AnnotatedPosition | None:
    """The position with the values of its turns; None if there are fewer than two.

    It depends on nothing that the text of the position does not say.
    """
    seen = read_view(position)
    found = _ANNOTATE.of(seen)(trial_seed(position), seen)
    if found is None:
        return None
    best, behind, exact = found
    unit = UNITS.of(seen)
    lost = tuple(round(unit * gap.mean) for gap in behind)
    error = tuple(round(unit * (gap.high - gap.mean) / NORMAL_95) for gap in behind)
    return AnnotatedPosition(number, position, best, lost, error, exact)


def compare(position: AnnotatedPosition, turn: AnyTurn) -> AnnotatedTurn:
    """A turn that is not listed, such as a trade, on the same deals as the listed ones."""
    seen = position.view()
    return _COMPARE.of(seen)(position.seed, seen, position.turns()[0].turn, turn)


def _compare_placement(seed: int, seen: View, best: Turn, turn: Turn) -> AnnotatedTurn:
    found = HeldOut(seen, best, seed, PLAN).behind([turn], CLOSE_DEALS)[0]
    return _annotated_turn(turn, found.points, found.behind)


def _compare_cards(seed: int, seen: CardsView, best: Play, turn: Play) -> AnnotatedTurn:
    behind = cards_behind(seed, seen, best, [turn], 1 if nothing_hidden(seen) else CLOSE_DEALS)[0]
    return _annotated_turn(turn, sum(laying_of(seen.table, turn)[1]), behind)


def _annotated_turn(turn: AnyTurn, points: int, behind: Difference) -> AnnotatedTurn:
    return AnnotatedTurn(turn, points, behind.mean, (behind.high - behind.mean) / NORMAL_95)


def _annotate_placements(seed: int, seen: View) -> tuple[int, list[Difference], bool] | None:
    """The number of the best placement, how far behind it all are, and whether that is exact."""
    moves = list(placements(seen.board, seen.hand, seen.demands()))
    if len(moves) < 2:
        return None
    endings = EndingSolver(PLAN.ending_nodes)
    if endings.reaches(seen):
        solved = _solve_ending(seen, moves, endings)
        return None if solved is None else (*solved, True)
    return (*_try_on_deals(seed, seen, moves), False) if seen.bag else None


def _try_on_deals(seed: int, seen: View, moves: list[Move]) -> tuple[int, list[Difference]]:
    """The number of the best placement, and how far behind it all are."""
    judge = Judge(seen.edition, len(seen.players), PLAN)
    try:
        with judge.candidates(seen, seed) as turns:
            turns.add_others()
            priors = turns.priors()
            contest = settle(priors, 0, turns.run, selecting=PLAN.selecting, judging=1)
        ranking = sorted(range(len(priors)), key=lambda which: -(priors[which] or 0.0))
        by_value = [_tiles(turns.candidate(which, Difference()).turn) for which in ranking]
        best = _tiles(turns.candidate(contest.best, Difference()).turn)
    finally:
        judge.close()
    numbers = {frozenset(move.tiles): number for number, move in enumerate(moves)}
    held_out = HeldOut(seen, moves[numbers[best]].turn, seed, PLAN)
    # Which placements are tried more often must not depend on how they do on these deals, or what
    # the others lose would be estimated too high.
    close = [numbers[tiles] for tiles in by_value if tiles != best][:CLOSE]
    others = sorted(set(range(len(moves))) - {numbers[best], *close})
    behind = {numbers[best]: Difference()}
    for some, deals in ((close, CLOSE_DEALS), (others, DEALS)):
        found = held_out.behind([moves[number].turn for number in some], deals)
        behind.update((number, turn.behind) for number, turn in zip(some, found, strict=True))
    return numbers[best], [behind[number] for number in range(len(moves))]


def _solve_ending(
    seen: View, moves: list[Move], endings: EndingSolver
) -> tuple[int, list[Difference]] | None:
    """Every placement of an ending, solved; None if the budget is too small for one of them."""
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


_ANNOTATE = Registry[Callable[[int, Any], tuple[int, list[Difference], bool] | None]](
    placement=_annotate_placements, cards=annotate_choices
)
_COMPARE = Registry[Callable[[int, Any, Any, Any], AnnotatedTurn]](
    placement=_compare_placement, cards=_compare_cards
)
