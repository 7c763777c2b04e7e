"""Annotating positions: value bots play, and a turn of each game is looked at closely.

The best turn is selected on some deals of what its seat cannot see; how far all other placements
are behind it is found on other deals, which are the same for all of them. A position depends on
the seed and the number of its game alone, so games can be played anywhere and in any order.
"""

from __future__ import annotations

from collections.abc import Iterator

from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.analysis.judge.held_out import HeldOut
from qwirkle.analysis.judge.placement import Judge
from qwirkle.analysis.judge.trials import NORMAL_95, Difference, settle
from qwirkle.analysis.judge.verdict import Plan
from qwirkle.engine.position import Move
from qwirkle.errors import LabError
from qwirkle.lab.regret.positions import (
    TENTHS,
    AnnotatedPosition,
    AnnotatedTurn,
    placements_of,
    trial_seed,
    view_of,
)
from qwirkle.notation.family import write_position
from qwirkle.players import bot
from qwirkle.players.answers import ask
from qwirkle.players.rng import Chance
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyTurn, begin, decide, edition, view
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.placement.view import view as placement_view

PLAYERS = 2
PLAN = Plan(candidates=12, selecting=16)
# Deals on which all placements are tried, and those on which the best ones by value are tried.
DEALS = 16
CLOSE_DEALS = 96
CLOSE = 8
METHOD = {
    "candidates": PLAN.candidates,
    "selecting": PLAN.selecting,
    "deals": DEALS,
    "close": CLOSE,
    "close_deals": CLOSE_DEALS,
}


def annotated_position(game: str, seed: str, number: int) -> AnnotatedPosition | None:
    """Play a game and annotate a turn of it, any one as likely; None if there was no choice."""
    states = list(_states(game, f"{seed}/{number}"))
    state = states[Chance(f"turn/{seed}/{number}").below(len(states))]
    seen = placement_view(state, state.turn)
    if not _is_plain(seen):
        return None
    return annotate(number, write_position(seen))


def annotate(number: int, position: str) -> AnnotatedPosition | None:
    """The position with the values of its placements; None if there are fewer than two.

    It depends on nothing that the text of the position does not say.
    """
    seen = view_of(position)
    moves = list(placements_of(seen))
    if len(moves) < 2:
        return None
    endings = EndingSolver(PLAN.ending_nodes)
    exact = endings.reaches(seen)
    if exact:
        found = _solve_ending(seen, moves, endings)
    elif seen.bag:
        found = _try_on_deals(trial_seed(position), seen, moves)
    else:
        found = None
    if found is None:
        return None
    best, behind = found
    lost = tuple(round(TENTHS * gap.mean) for gap in behind)
    error = tuple(round(TENTHS * (gap.high - gap.mean) / NORMAL_95) for gap in behind)
    return AnnotatedPosition(number, position, best, lost, error, exact)


def compare(position: AnnotatedPosition, turn: Turn) -> AnnotatedTurn:
    """A turn that is not listed, such as a trade, on the same deals as the listed ones."""
    held_out = HeldOut(position.view(), position.turns()[0].turn, position.seed, PLAN)
    found = held_out.behind([turn], CLOSE_DEALS)[0]
    error = (found.behind.high - found.behind.mean) / NORMAL_95
    return AnnotatedTurn(turn, found.points, found.behind.mean, error)


def _states(game: str, seed: str) -> Iterator[State]:
    """The states of a game in which somebody begins a turn."""
    rules = edition(game)
    dealer = SeedDealer(f"regret/{seed}")
    bots = [bot("value", f"{seed}/{seat}", rules=rules) for seat in range(PLAYERS)]
    state = begin(rules, [f"player {seat + 1}" for seat in range(PLAYERS)], dealer).state
    try:
        while (seat := state.turn) is not None:
            if not isinstance(state, State):
                raise LabError("positions of the card game are not annotated")
            if state.used is None:
                yield state
            state = decide(state, seat, ask(bots[seat], view(state, seat)), dealer).state
    finally:
        for player in bots:
            player.close()


def _is_plain(seen: View) -> bool:
    """Return whether the turn is a single placement: nothing to take, and no empty table."""
    player = seen.players[seen.seat or 0]
    return len(seen.board) > 0 and not player.tokens and not player.actions


def _try_on_deals(seed: int, seen: View, moves: list[Move]) -> tuple[int, list[Difference]]:
    """The number of the best placement, and how far behind it all are."""
    judge = Judge(seen.edition, PLAYERS, PLAN)
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
