"""Explanations of why one turn is better than another, for both families of games.

Every reason is a fact about the two turns: anybody can check it against the table and the hand, or
it was counted on deals of what the seat could not see. The reason that carries most of the
difference comes first. Reviews, puzzles, the analysis of positions and hints all use them.
"""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.analysis.family import of
from qwirkle.analysis.reasons.deals import Shown
from qwirkle.analysis.reasons.lines import Line
from qwirkle.analysis.reasons.sentences import (
    HINT_COMPARISONS,
    HINT_SENTENCES,
    as_hint,
    write_reason,
)
from qwirkle.analysis.review.report import Reason
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.turns import Place

MOST_REASONS = 3
MOST_HINTED = 2


class Explanation(NamedTuple):
    """Why a turn is better than another, and what follows it."""

    reasons: tuple[Reason, ...] = ()
    line: Line | None = None


def explain(
    view: AnyView,
    better: AnyTurn,
    than: AnyTurn,
    shown: Shown | None = None,
    solved: Line | None = None,
) -> Explanation:
    """Explain why one turn is better than another; ``solved`` is the rest of a solved ending."""
    if better == than:
        return Explanation()
    study = of(view).study(view, better, than, shown)
    line = solved or study.line()
    facts = sorted(study.facts(), key=lambda fact: -fact.gain)
    if facts:
        return Explanation(tuple(fact.reason for fact in facts[:MOST_REASONS]), line)
    # Where nothing sets the turn apart, what follows it says more than that.
    return Explanation(line.reasons if line else (write_reason("brings-more"),), line)


def reasons_for(view: AnyView, better: AnyTurn, than: AnyTurn) -> tuple[Reason, ...]:
    """Return the reasons why one turn is better than another; none if they are the same."""
    return explain(view, better, than).reasons


def reasons_for_hint(view: AnyView, turn: AnyTurn) -> tuple[Reason, ...]:
    """Return the reasons for a turn, addressed to the player who asked for a hint.

    A hint itself gives the score of its turn. It mentions another placement only if that scores
    more, so only then may a reason compare the two.
    """
    half = of(view)
    other = half.other_turn(view, turn)
    if other is None:
        return ()
    sentences = HINT_SENTENCES
    if isinstance(turn, Place) and half.points(view, turn) < half.points(view, other):
        sentences = {**HINT_SENTENCES, **HINT_COMPARISONS}
    facts = sorted(half.study(view, turn, other, None).facts(), key=lambda fact: -fact.gain)
    reasons = (as_hint(fact.reason, sentences) for fact in facts)
    return tuple(reason for reason in reasons if reason is not None)[:MOST_HINTED]
