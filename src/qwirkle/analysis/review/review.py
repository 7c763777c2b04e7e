"""The review of a whole game: how well everybody played, and how much luck they had.

Every turn is judged by what its seat knew. Points lost, luck, the deal and the remainder add up to
the margin of each player exactly, because the remainder is defined as the rest. Scores without luck
are scores less luck, and leads without luck follow from them. The ledger has every change of a
chance of winning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from qwirkle.analysis.family import of
from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.analysis.judge.games import verdicts
from qwirkle.analysis.judge.verdict import QUICK, Considered, Plan, Verdict
from qwirkle.analysis.reasons.explain import Explanation, explain
from qwirkle.analysis.reasons.lines import Line, solved_line
from qwirkle.analysis.review.chances import (
    best_value,
    chances,
    decided_chances,
    final_chances,
)
from qwirkle.analysis.review.ledger import (
    Row,
    changes_of,
    moments,
    row_of,
    shares,
    sum_of,
    turning_points,
)
from qwirkle.analysis.review.levels import level_like
from qwirkle.analysis.review.luck import Luck, luck_of, spread_without_luck
from qwirkle.analysis.review.marks import SCALES, accuracy, mark_of
from qwirkle.analysis.review.report import (
    Changes,
    GameLuck,
    JudgedTurn,
    LineTurn,
    Review,
    ReviewedPlayer,
    ReviewedTurn,
)
from qwirkle.analysis.review.steps import Step
from qwirkle.analysis.review.summary import Ended, summary_of
from qwirkle.errors import QwirkleError
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.family import AnyEdition, AnyState, AnyView, view
from qwirkle.rules.placement.view import View

Progress = Callable[[int, int], None]
"""A callback that receives the number of turns judged so far, and the total."""

# The number of decimals of losses and luck.
DIGITS = 3


def review(
    steps: Sequence[Step],
    *,
    deep: bool = False,
    open_hands: bool = False,
    ended: Ended | None = None,
    progress: Progress | None = None,
) -> Review:
    """Review a game, finished or not; equal games always get equal reviews.

    ``ended`` is how the game ended if it was not played to its end.
    """
    if not steps:
        raise QwirkleError("there is nothing to review: nobody has played a turn yet")
    edition = steps[0].before.edition
    luck = luck_of(steps)
    judged: list[Verdict | None] = []
    for verdict in verdicts(steps, plan_for(edition, deep=deep), open_hands=open_hands):
        judged.append(verdict)
        if progress is not None:
            progress(len(judged), len(steps))
    found = list(moments(steps, judged, luck.draws))
    last = _last_chances(steps[-1])
    over = steps[-1].after.turn is None
    changes = changes_of(steps, found, last if over else None)
    before = [*(None if moment is None else moment.chance for moment in found), last]
    players = tuple(
        replace(player, changes=_sum_of_seat(steps, changes, seat) if over else None)
        for seat, player in enumerate(_players(steps, judged, luck))
    )
    return Review(
        game=edition.id,
        family=edition.family,
        players=players,
        turns=tuple(
            replace(
                _turn(step, verdict, luck.draws[number]),
                chance=shares(before[number]),
                chance_after=shares(before[number + 1]),
                changes=changes[number],
            )
            for number, (step, verdict) in enumerate(zip(steps, judged, strict=True))
        ),
        summary=summary_of(players, over=over, ended=ended),
        turning_points=turning_points(changes),
        open_hands=open_hands,
        deep=deep,
    )


def luck_of_game(steps: Sequence[Step], *, ended: Ended | None = None) -> GameLuck:
    """Return the luck of a game exactly as its review reports it, without judging any turn."""
    if not steps:
        raise QwirkleError("nobody has drawn anything yet: nobody has played a turn")
    unjudged: list[Verdict | None] = [None] * len(steps)
    players = tuple(_players(steps, unjudged, luck_of(steps)))
    over = steps[-1].after.turn is None
    return GameLuck.of(players, summary_of(players, over=over, ended=ended))


def plan_for(edition: AnyEdition, *, deep: bool = False) -> Plan:
    """Return the effort for judging a game."""
    return of(edition).plan(deep=deep)


def _sum_of_seat(
    steps: Sequence[Step], changes: Sequence[Changes | None], seat: int
) -> Changes | None:
    own = zip(steps, changes, strict=True)
    return sum_of([change for step, change in own if step.seat == seat])


def _last_chances(last: Step) -> Row | None:
    state = last.after
    if state.turn is None:
        return row_of(final_chances(scores_of(state)))
    # Without a seed, nobody knows what the next player drew.
    return row_of(_chances_in(view(state, state.turn))) if last.dealt else None


def _chances_in(seen: AnyView) -> tuple[float, ...]:
    """Return the chances in a single position, by solving it if it is an ending."""
    outcome = EndingSolver(QUICK.ending_nodes).outcome(seen) if isinstance(seen, View) else None
    if outcome is not None:
        return decided_chances(seen, outcome)
    return chances(seen, best_value(seen))


def _turn(step: Step, verdict: Verdict | None, luck: float | None) -> ReviewedTurn:
    scored = scores_of(step.after)[step.seat] - scores_of(step.before)[step.seat]
    plain = ReviewedTurn(
        number=step.number,
        seat=step.seat,
        turn=write_turn(step.turn),
        points=scored,
        forced=None,
        best=None,
        lost=None,
        lost_ci95=None,
        mark=None,
        chance=None,
        chance_after=None,
        luck=None if luck is None else round(luck, DIGITS),
    )
    return plain if verdict is None else _judged(plain, step, verdict)


def _judged(plain: ReviewedTurn, step: Step, verdict: Verdict) -> ReviewedTurn:
    """Return the turn with the judge's verdict."""
    mark = mark_of(
        verdict.lost,
        SCALES[step.before.family],
        forced=verdict.forced,
        same=verdict.behind.mean <= 0,
    )

    def judged(turn: Considered) -> JudgedTurn:
        if turn.turn == step.turn:
            return _judged_turn(turn, plain.points)
        return _judged_turn(turn, turn.points + of(step.before).bonus(step.before, turn.turn))

    why = _explained(step, verdict) if verdict.lost > 0 else Explanation()
    turns = () if why.line is None else why.line.turns
    return replace(
        plain,
        forced=verdict.forced,
        best=judged(verdict.best),
        lost=round(verdict.lost, DIGITS),
        lost_ci95=(round(verdict.behind.low, DIGITS), round(verdict.behind.high, DIGITS)),
        mark=mark,
        exact=verdict.exact,
        considered=tuple(map(judged, verdict.considered)),
        reasons=why.reasons,
        line=tuple(str(turn.turn) for turn in turns),
        line_turns=tuple(LineTurn(seat, write_turn(turn), points) for seat, turn, points in turns),
        follows=() if why.line is None else why.line.reasons,
    )


def _explained(step: Step, verdict: Verdict) -> Explanation:
    """Explain why the best turn is better than the one that was played."""
    seen, best = view(step.before, step.seat), verdict.best
    solved: Line | None = None
    if isinstance(seen, View) and verdict.outcome is not None:
        solved = solved_line(seen, best.points, verdict.outcome, verdict.line)
    return explain(seen, best.turn, step.turn, verdict.shown, solved)


def _judged_turn(turn: Considered, points: int) -> JudgedTurn:
    behind = turn.behind
    return JudgedTurn(
        write_turn(turn.turn),
        points,
        round(behind.mean, DIGITS),
        (round(behind.low, DIGITS), round(behind.high, DIGITS)),
    )


def _players(
    steps: Sequence[Step], judged: Sequence[Verdict | None], luck: Luck
) -> Iterator[ReviewedPlayer]:
    state = steps[-1].after
    scores = scores_of(state)
    seats = range(len(scores))
    lost: list[list[float]] = [[] for _ in seats]
    seen = {step.seat for step, verdict in zip(steps, judged, strict=True) if verdict is not None}
    drawn = [0.0 for _ in seats]
    for step, verdict, luck_drawn in zip(steps, judged, luck.draws, strict=True):
        if verdict is not None and not verdict.forced:
            lost[step.seat].append(round(verdict.lost, DIGITS))
        drawn[step.seat] += luck_drawn or 0.0
    drawn = [round(points, DIGITS) for points in drawn]
    deal = [round(points, DIGITS) for points in luck.deal]
    points_lost = [sum(points) for points in lost]
    fortune = [drawn[seat] + deal[seat] for seat in seats]
    without_luck = [score - part for score, part in zip(scores, fortune, strict=True)]
    all_known, all_seen = all(luck.known), len(seen) == len(scores)
    spread = spread_without_luck(state.edition, len(scores)) if state.turn is None else None
    for seat in seats:
        margin = _lead(scores, seat)
        over = margin - _over_others(fortune, seat) + _over_others(points_lost, seat)
        known = luck.known[seat]
        like = level_like(lost[seat], state.edition, len(scores))
        yield ReviewedPlayer(
            name=state.seats[seat].name,
            accuracy=accuracy(lost[seat], SCALES[state.family]),
            level=None if like is None else like.level,
            level_range=None if like is None else (like.low, like.high),
            decisions=len(lost[seat]),
            points_lost=points_lost[seat] if seat in seen else None,
            luck=drawn[seat] if known else None,
            deal=deal[seat] if known else None,
            score=scores[seat],
            score_without_luck=without_luck[seat] if known else None,
            spread=spread,
            margin=int(margin),
            margin_without_luck=_lead(without_luck, seat) if all_known else None,
            remainder=over if all_known and all_seen else None,
        )


def _lead(scores: Sequence[float], seat: int) -> float:
    """Return the lead over the best of the others."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def _over_others(amounts: Sequence[float], seat: int) -> float:
    """Return how much more a seat has than the others on average."""
    others = [amount for other, amount in enumerate(amounts) if other != seat]
    return amounts[seat] - sum(others) / len(others)


def scores_of(state: AnyState) -> tuple[int, ...]:
    """Return the points of all players; in the card game, their Qwirkles."""
    return tuple(player.score for player in view(state, None).players)
