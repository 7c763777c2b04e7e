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
from qwirkle.analysis.reasons.sentences import (
    HINT_COMPARISONS,
    HINT_SENTENCES,
    SENTENCES,
    Fact,
    as_hint,
    write_reason,
)
from qwirkle.analysis.review.report import Reason
from qwirkle.rules.family import AnyTurn, AnyView, Registry
from qwirkle.rules.placement.turns import Place

__all__ = [
    "HINT_COMPARISONS",
    "HINT_SENTENCES",
    "MOST_REASONS",
    "SENTENCES",
    "reasons_for",
    "reasons_for_hint",
]

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
    """Return what speaks for a turn, in words to the player who asked for a hint.

    A hint says itself how much its turn scores. Only where another placement scores more it
    mentions that one, so only then may a reason compare the two.
    """
    other = likely_other(view, turn)
    if other is None:
        return ()
    sentences = HINT_SENTENCES
    if isinstance(turn, Place) and scores_less(view, turn, other):
        sentences = {**HINT_SENTENCES, **HINT_COMPARISONS}
    facts = sorted(_FACTS.of(view)(view, turn, other), key=lambda fact: -fact.gain)
    reasons = (as_hint(fact.reason, sentences) for fact in facts)
    return tuple(reason for reason in reasons if reason is not None)[:MOST_HINTED]
