"""The family-specific parts of a running table: previews, hints, arrangements, a bot's pause."""

from __future__ import annotations

from typing import Protocol, TypeVar

from msgspec.structs import replace

from qwirkle.analysis.reasons.explain import reasons_for_hint
from qwirkle.rules import cards as card_rules
from qwirkle.rules import placement as placement_rules
from qwirkle.rules.family import AnyState, AnyTurn, AnyView, Pair
from qwirkle.tables.live import cards, placement
from qwirkle.tables.live.arrangements import Arranged
from qwirkle.tables.live.hints import Hint
from qwirkle.tables.live.previews import Preview

StateT_contra = TypeVar("StateT_contra", contravariant=True)
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
TurnT_contra = TypeVar("TurnT_contra", contravariant=True)


class TableFamily(Protocol[StateT_contra, ViewT_contra, TurnT_contra]):
    """The operations of a running table that differ between families of games."""

    def is_quick(self, seen: ViewT_contra, turn: TurnT_contra, /) -> bool:
        """Return whether a preview of the turn takes no time worth mentioning."""
        ...

    def preview(self, seen: ViewT_contra, turn: TurnT_contra, /) -> Preview:
        """Judge a draft of the view's seat, whose turn it is."""
        ...

    def hint(self, seen: ViewT_contra, turn: TurnT_contra, /) -> Hint:
        """Return the immediate reasons for a turn, without comparing it with others."""
        ...

    def arrange(self, seen: ViewT_contra, pieces: list[str], /) -> Arranged:
        """Arrange cards that the view's seat wants to play; refuse in games without cards."""
        ...

    def visible(self, game: StateT_contra, turn: TurnT_contra, /) -> tuple[int, int]:
        """Return how much is on the table, and how much of it a turn adds; public facts only."""
        ...


_HALVES = Pair[
    TableFamily[placement_rules.State, placement_rules.View, placement_rules.Turn],
    TableFamily[card_rules.State, card_rules.View, card_rules.Turn],
    TableFamily[AnyState, AnyView, AnyTurn],
](placement=placement, cards=cards)


def is_quick(seen: AnyView, turn: AnyTurn) -> bool:
    """Return whether a preview of the turn takes less time than handing it to a thread."""
    return _HALVES.of(seen).is_quick(seen, turn)


def preview(seen: AnyView, turn: AnyTurn) -> Preview:
    """Judge a turn of the view's seat, as if it were its turn now."""
    if seen.turn is not None:
        seen = replace(seen, turn=seen.seat)
    return _HALVES.of(seen).preview(seen, turn)


def hint_of(seen: AnyView, turn: AnyTurn, *, compared: bool = True) -> Hint:
    """Explain the turn that the adviser found; ``compared``: with others that score well."""
    hint = _HALVES.of(seen).hint(seen, turn)
    if not compared:
        return hint
    reasons = reasons_for_hint(seen, turn)
    sentences = (hint.reason, *(reason.text for reason in reasons))
    return replace(hint, reason=" ".join(sentences), reasons=reasons)


def arrange_cards(seen: AnyView, cards: list[str]) -> Arranged:
    """Arrange cards for the seat of a view; refuse in games without cards."""
    return _HALVES.of(seen).arrange(seen, cards)


def visible(game: AnyState, turn: AnyTurn) -> tuple[int, int]:
    """Return how much is on the table, and how much of it a turn adds; public facts only."""
    return _HALVES.of(game).visible(game, turn)
