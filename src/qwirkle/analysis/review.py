"""A review of a whole game: how well everybody played, and how much luck they had.

Every turn is judged by what its seat knew. Points lost, luck, the deal and what remains add up to
the margin of each player exactly, because the remainder is defined as what the others leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from qwirkle.analysis.chances import chances, final_chances
from qwirkle.analysis.judge import verdicts
from qwirkle.analysis.judge.verdict import (
    DEEP,
    DEEP_CARDS,
    QUICK,
    QUICK_CARDS,
    Considered,
    Plan,
    Verdict,
)
from qwirkle.analysis.levels import level_like
from qwirkle.analysis.luck import Luck, luck_of
from qwirkle.analysis.marks import SCALES, accuracy, mark_of
from qwirkle.analysis.outlook import Outlook, outlook_for
from qwirkle.analysis.reasons import reasons_for
from qwirkle.analysis.report import JudgedTurn, Reason, Review, ReviewedPlayer, ReviewedTurn
from qwirkle.analysis.steps import Step
from qwirkle.errors import QwirkleError
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.family import AnyEdition, AnyState, AnyTurn, Registry, view
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place

Progress = Callable[[int, int], None]
"""Called with how many turns have been judged, and how many there are."""

_PLANS = Registry[tuple[Plan, Plan]](placement=(QUICK, DEEP), cards=(QUICK_CARDS, DEEP_CARDS))
# Losses and luck are written with this many digits.
DIGITS = 3


def review(
    steps: Sequence[Step],
    *,
    deep: bool = False,
    open_hands: bool = False,
    progress: Progress | None = None,
) -> Review:
    """Review a game, finished or not; the same game is always reviewed the same."""
    if not steps:
        raise QwirkleError("there is nothing to review: nobody has played a turn yet")
    edition = steps[0].before.edition
    luck = luck_of(steps)
    judged: list[Verdict] = []
    for verdict in verdicts(steps, plan_for(edition, deep=deep), open_hands=open_hands):
        judged.append(verdict)
        if progress is not None:
            progress(len(judged), len(steps))
    before = list(_chances(steps))
    return Review(
        game=edition.id,
        family=edition.family,
        players=tuple(_players(steps, judged, luck)),
        turns=tuple(
            _turn(step, verdict, before[number : number + 2], luck.draws[number])
            for number, (step, verdict) in enumerate(zip(steps, judged, strict=True))
        ),
        open_hands=open_hands,
        deep=deep,
    )


def plan_for(edition: AnyEdition, *, deep: bool = False) -> Plan:
    """Return the plan for judging a game."""
    return _PLANS.of(edition)[deep]


def _chances(steps: Sequence[Step]) -> Iterator[tuple[float, ...]]:
    """The chances of winning before each act, and after the last one."""
    outlooks: dict[int, Outlook] = {}
    states = [step.before for step in steps]
    for state in (*states, steps[-1].after):
        seat = state.turn
        seen = view(state, seat)
        if seat is None:
            yield final_chances(scores_of(state))
            continue
        outlook = outlooks.setdefault(seat, outlook_for(seen))
        outlook.see(seen)
        yield chances(seen, outlook.values([seen.hand])[0])
    for outlook in outlooks.values():
        outlook.close()


def _turn(
    step: Step, verdict: Verdict, around: Sequence[tuple[float, ...]], luck: float | None
) -> ReviewedTurn:
    scored = scores_of(step.after)[step.seat] - scores_of(step.before)[step.seat]
    mark = mark_of(
        verdict.lost,
        SCALES.of(step.before),
        forced=verdict.forced,
        same=verdict.behind.mean <= 0,
    )

    def judged(turn: Considered) -> JudgedTurn:
        if turn.turn == step.turn:
            return _judged_turn(turn, scored)
        return _judged_turn(turn, turn.points + _BONUSES.of(step.before)(step.before, turn.turn))

    reasons: tuple[Reason, ...] = ()
    if verdict.lost > 0:
        reasons = reasons_for(view(step.before, step.seat), verdict.best.turn, step.turn)
    return ReviewedTurn(
        number=step.number,
        seat=step.seat,
        turn=write_turn(step.turn),
        points=scored,
        forced=verdict.forced,
        best=judged(verdict.best),
        lost=round(verdict.lost, DIGITS),
        lost_ci95=(round(verdict.behind.low, DIGITS), round(verdict.behind.high, DIGITS)),
        mark=mark,
        chance=around[0],
        chance_after=around[1],
        luck=None if luck is None else round(luck, DIGITS),
        exact=verdict.exact,
        considered=tuple(map(judged, verdict.considered)),
        reasons=reasons,
    )


def _judged_turn(turn: Considered, points: int) -> JudgedTurn:
    behind = turn.behind
    return JudgedTurn(
        write_turn(turn.turn),
        points,
        round(behind.mean, DIGITS),
        (round(behind.low, DIGITS), round(behind.high, DIGITS)),
    )


def _bonus(state: State, turn: AnyTurn) -> int:
    """The points that a turn earns by going out."""
    if not isinstance(turn, Place) or state.turn is None or state.pile:
        return 0
    held = len(state.seats[state.turn].hand) + (turn.take is not None)
    return state.edition.end.going_out if len(turn.tiles) == held else 0


_BONUSES = Registry[Callable[[Any, AnyTurn], int]](placement=_bonus, cards=lambda *_: 0)


def _players(
    steps: Sequence[Step], judged: Sequence[Verdict], luck: Luck
) -> Iterator[ReviewedPlayer]:
    state = steps[-1].after
    scores = scores_of(state)
    seats = range(len(scores))
    lost: list[list[float]] = [[] for _ in seats]
    drawn = [0.0 for _ in seats]
    for step, verdict, luck_drawn in zip(steps, judged, luck.draws, strict=True):
        if not verdict.forced:
            lost[step.seat].append(round(verdict.lost, DIGITS))
        drawn[step.seat] += luck_drawn or 0.0
    drawn = [round(points, DIGITS) for points in drawn]
    deal = [round(points, DIGITS) for points in luck.deal]
    points_lost = [sum(points) for points in lost]
    fortune = [drawn[seat] + deal[seat] for seat in seats]
    for seat in seats:
        margin = scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
        without_luck = margin - _over_others(fortune, seat)
        yield ReviewedPlayer(
            name=state.seats[seat].name,
            accuracy=accuracy(lost[seat], SCALES.of(state)),
            level=level_like(lost[seat], state.edition, len(scores)),
            decisions=len(lost[seat]),
            points_lost=points_lost[seat],
            luck=drawn[seat],
            deal=deal[seat],
            score=scores[seat],
            margin=margin,
            margin_without_luck=without_luck,
            remainder=without_luck + _over_others(points_lost, seat),
        )


def _over_others(amounts: Sequence[float], seat: int) -> float:
    """Return how much more a seat has than the others on average."""
    others = [amount for other, amount in enumerate(amounts) if other != seat]
    return amounts[seat] - sum(others) / len(others)


def scores_of(state: AnyState) -> tuple[int, ...]:
    """Everybody's points; in the card game their Qwirkles."""
    return tuple(player.score for player in view(state, None).players)
