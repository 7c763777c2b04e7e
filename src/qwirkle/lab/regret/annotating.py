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
from qwirkle.analysis.judge.verdict import Considered, Plan
from qwirkle.engine.legal import placements
from qwirkle.engine.position import Move
from qwirkle.errors import LabError
from qwirkle.lab.regret.positions import AnnotatedPosition, AnnotatedTurn
from qwirkle.notation.family import write_position
from qwirkle.players import bot
from qwirkle.players.answers import ask
from qwirkle.players.rng import Chance
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import begin, decide, edition, view
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.placement.view import view as placement_view

PLAYERS = 2
PLAN = Plan(candidates=24, selecting=16)
# Deals on which all placements are tried, and those on which the best of them are tried again.
DEALS = 64
CLOSE_DEALS = 400
CLOSE = 12
DIGITS = 2


def annotated_position(game: str, seed: str, number: int) -> AnnotatedPosition | None:
    """Play a game and annotate a turn of it, any one as likely; None if there was no choice."""
    states = list(_states(game, f"{seed}/{number}"))
    state = states[Chance(f"turn/{seed}/{number}").below(len(states))]
    seen = placement_view(state, state.turn)
    if not _is_plain(seen):
        return None
    return annotated(AnnotatedPosition(number, write_position(seen), ()))


def annotated(position: AnnotatedPosition) -> AnnotatedPosition | None:
    """The position with the values of its placements; None if there are fewer than two.

    It depends on nothing that the text of the position does not say.
    """
    seen = position.view()
    moves = list(placements(seen.board, seen.hand, seen.demands()))
    if len(moves) < 2:
        return None
    endings = EndingSolver(PLAN.ending_nodes)
    if endings.reaches(seen):
        solved = _solved(seen, moves, endings)
        return None if solved is None else _with(position, solved, exact=True)
    if not seen.bag:
        return None
    return _with(position, _tried(position, seen, moves), exact=False)


def compared(position: AnnotatedPosition, turn: Turn) -> AnnotatedTurn:
    """A turn that is not listed, such as a trade, on the same deals as the listed ones."""
    held_out = HeldOut(position.view(), position.best(), position.seed, PLAN)
    return _annotation(held_out.behind([turn], CLOSE_DEALS)[0])


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
    """Whether the turn is a single placement: nothing can be taken, and the table is not empty."""
    player = seen.players[seen.seat or 0]
    return len(seen.board) > 0 and not player.tokens and not player.actions


def _tried(position: AnnotatedPosition, seen: View, moves: list[Move]) -> list[Considered]:
    judge = Judge(seen.edition, PLAYERS, PLAN)
    try:
        with judge.candidates(seen, position.seed) as turns:
            turns.add_others()
            contest = settle(turns.priors(), 0, turns.run, selecting=PLAN.selecting, judging=1)
        best = turns.considered(contest.best, Difference())
    finally:
        judge.close()
    held_out = HeldOut(seen, _placement(best), position.seed, PLAN)
    tiles = frozenset(_placement(best).tiles)
    others = [move.turn for move in moves if frozenset(move.tiles) != tiles]
    found = sorted(held_out.behind(others, DEALS), key=_rank)
    close = [_placement(turn) for turn in found[:CLOSE]]
    return [best, *sorted(held_out.behind(close, CLOSE_DEALS), key=_rank), *found[CLOSE:]]


def _solved(seen: View, moves: list[Move], endings: EndingSolver) -> list[Considered] | None:
    """Every placement of an ending, solved; None if the budget is too small for one of them."""
    values = [endings.value_of(seen, move.tiles) for move in moves]
    if not all(value.exact for value in values):
        return None
    best = max(value.value for value in values)
    found = [
        Considered(move.turn, move.points, _sure(best - value.value))
        for move, value in zip(moves, values, strict=True)
    ]
    return sorted(found, key=_rank)


def _placement(found: Considered) -> Place:
    if not isinstance(found.turn, Place):
        raise TypeError(f"{found.turn} is no placement")
    return found.turn


def _rank(found: Considered) -> tuple[float, str]:
    return found.behind.mean, str(found.turn)


def _sure(lost: int) -> Difference:
    return Difference(float(lost), float(lost), float(lost))


def _with(
    position: AnnotatedPosition, turns: list[Considered], *, exact: bool
) -> AnnotatedPosition:
    listed = tuple(map(_annotation, turns))
    return AnnotatedPosition(position.game, position.position, listed, exact)


def _annotation(found: Considered) -> AnnotatedTurn:
    behind = found.behind
    error = (behind.high - behind.mean) / NORMAL_95
    return AnnotatedTurn(
        str(found.turn), found.points, round(behind.mean, DIGITS), round(error, DIGITS)
    )
