"""Why one turn is better than another: stable codes, and the sentence for each.

Every reason is a fact about the two turns that anybody can check by looking at the table and the
hand. What carries most of the difference comes first. Reviews, puzzles, the analysis of positions
and hints all explain turns with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from qwirkle.analysis.reasons.alternatives import likely_other, scores_less
from qwirkle.analysis.reasons.cards import cards_facts
from qwirkle.analysis.reasons.placement import placement_facts
from qwirkle.analysis.reasons.sentences import SENTENCES, Fact, write_reason
from qwirkle.analysis.report import Reason
from qwirkle.rules.family import AnyTurn, AnyView, Registry

__all__ = ["SENTENCES", "reasons_for", "reasons_for_hint"]

MOST_REASONS = 3
MOST_HINTED = 2

_FACTS = Registry[Callable[[Any, AnyTurn, AnyTurn], Iterator[Fact]]](
    placement=placement_facts, cards=cards_facts
)


def reasons_for(view: AnyView, better: AnyTurn, than: AnyTurn) -> tuple[Reason, ...]:
    """Return why one turn is better than another; none if they are the same."""
    if better == than:
        return ()
    facts = sorted(_FACTS.of(view)(view, better, than), key=lambda fact: -fact.gain)
    if not facts:
        return (write_reason("brings-more"),)
    return tuple(fact.reason for fact in facts[:MOST_REASONS])


def reasons_for_hint(view: AnyView, turn: AnyTurn) -> tuple[Reason, ...]:
    """Return why a turn is better than the one that scores the most points."""
    other = likely_other(view, turn)
    if other is None:
        return ()
    # A hint says itself how much its turn scores, and need not explain everything. It mentions
    # another turn only if that one scores more.
    left_out = _LEFT_OUT if scores_less(view, turn, other) else _LEFT_OUT | _ABOUT_THE_OTHER
    reasons = reasons_for(view, turn, other)
    return tuple(reason for reason in reasons if reason.code not in left_out)[:MOST_HINTED]


_LEFT_OUT = {"more-points", "more-qwirkles", "completes-qwirkle", "brings-more"}
_ABOUT_THE_OTHER = {"leaves-five", "leaves-set", "leaves-fours"}
