"""Reasons why one turn of the card game is better than another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from qwirkle.analysis.reasons.sentences import (
    Fact,
    completion_fact,
    holding_chance,
    write_reason,
)
from qwirkle.engine.cards.solver import best_turn, most_qwirkles
from qwirkle.engine.legal import legal_turns
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.referee import QWIRKLE
from qwirkle.rules.cards.switching import count_moved, switches
from qwirkle.rules.cards.turns import CardSet, Play, Turn
from qwirkle.rules.cards.view import View
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import KINDS, Tile

# Plays that are examined for another one.
MOST_PLAYS = 12
# The approximate worth of the facts in Qwirkles.
CARD = 0.05
SET = 0.15
# What the next player can make is counted on this many deals; a smaller difference is no reason.
DEALS = 120
LESS = 0.3
TENTHS = 10


class _After(NamedTuple):
    """The position after a turn, before the seat draws."""

    qwirkles: int
    table: tuple[CardSet, ...]
    """The sets without new Qwirkles."""
    kept: Counter[Tile]
    played: int
    switched: int


class Study(NamedTuple):
    """The comparison of two turns of the card game."""

    view: View
    better: Turn
    than: Turn

    def facts(self) -> Iterator[Fact]:
        """Return the facts that make the better turn better."""
        return cards_facts(self.view, self.better, self.than)

    def line(self) -> None:
        """Return None: the cards that others may play are too many for a typical answer."""


def cards_facts(view: View, better: Turn, than: Turn) -> Iterator[Fact]:
    """Return the facts that make one turn of the card game better than another."""
    if not isinstance(better, Play) or not isinstance(than, Play):
        return
    mine, other = after_playing(view, better), after_playing(view, than)
    yield from _qwirkle_facts(mine, other)
    if view.turns_left != 1:
        yield from _rival_facts(view, mine, other)
        yield from _hand_facts(view, mine, other)


def _qwirkle_facts(mine: _After, other: _After) -> Iterator[Fact]:
    more = mine.qwirkles - other.qwirkles
    if more > 0 and not other.qwirkles and more == 1:
        yield Fact(1.0, write_reason("completes-qwirkle"))
    elif more > 0:
        yield Fact(float(more), write_reason("more-qwirkles", count=more))
    if more > 0 and mine.switched and not other.switched:
        yield Fact(SET, write_reason("switches-cards", count=mine.switched))


def _rival_facts(view: View, mine: _After, other: _After) -> Iterator[Fact]:
    """Compare what the turns leave for the next player."""
    less, more = completion_chance(view, mine), completion_chance(view, other)
    if fact := completion_fact("leaves-set", less, more, 1.0):
        yield fact
    given, taken = (answer_chance(view, after) for after in (mine, other))
    if taken - given >= LESS:
        less, deals = round(TENTHS * given), round(TENTHS * taken)
        case = "qwirkles" if less else "hardly"
        params = {"less": less, "deals": deals, "of": TENTHS}
        yield Fact(taken - given, write_reason("gives-less", case=case, **params))
    fours, others = (sum(len(cards) == 4 for cards in after.table) for after in (mine, other))
    if fours < others:
        case = "" if fours else "none"
        reason = write_reason("leaves-fours", case=case, count=fours, other=others)
        yield Fact(SET * (others - fours), reason)


def _hand_facts(view: View, mine: _After, other: _After) -> Iterator[Fact]:
    """Compare what the hand keeps and what it draws."""
    size, other_size = largest_set_size(mine.kept), largest_set_size(other.kept)
    if size > max(other_size, 1):
        yield Fact(SET * (size - other_size), write_reason("keeps-card-set", count=size))
    more = mine.played - other.played
    if more < 0:
        yield Fact(-CARD * more, write_reason("keeps-cards", count=-more))
    elif more and view.deck >= mine.played:
        yield Fact(CARD * more, write_reason("plays-more-cards", count=more))
    if 0 < view.deck <= mine.played and view.deck > other.played:
        yield Fact(SET, write_reason("empties-deck"))
    held = Counter(view.hand)
    rid = [card for card in held if held[card] > 1 and mine.kept[card] == 1 < other.kept[card]]
    if rid:
        yield Fact(CARD, write_reason("plays-double-card", tiles=rid[:1]))


def after_playing(view: View, turn: Play) -> _After:
    """Return the position after a turn."""
    played = _cards(turn.after) - _cards(view.table)
    return _After(
        qwirkles=qwirkles_of(turn),
        table=tuple(cards for cards in turn.after if len(cards) < QWIRKLE),
        kept=Counter(view.hand) - played,
        played=played.total(),
        switched=count_moved(switches(view.table, turn.after)),
    )


def answer_chance(view: View, after: _After) -> float:
    """Return the chance that the next player can make a Qwirkle, by deals of what is unseen."""
    unseen = sorted(view.unseen().elements())
    seat = ((view.seat or 0) + 1) % len(view.players)
    held = min(view.players[seat].cards, len(unseen))
    chance = Chance(f"answers/{view.deck}/{' '.join(sorted(view.hand))}")
    # The same deals for every turn of a position, so that their difference is that of the turns.
    made = [most_qwirkles(after.table, chance.sample(unseen, held)) for _ in range(DEALS)]
    return sum(bool(count) for count in made) / DEALS


def completion_chance(view: View, after: _After) -> float:
    """Return the chance that the next player holds a card that completes a set of five here.

    All cards that the seat cannot see are equally likely in every hand.
    """
    unseen = view.unseen()
    kinds = {missing_card(cards) for cards in after.table if len(cards) == QWIRKLE - 1}
    copies = sum(unseen[kind] for kind in kinds)
    seat = ((view.seat or 0) + 1) % len(view.players)
    return holding_chance(unseen.total(), copies, view.players[seat].cards)


def missing_card(cards: Sequence[Tile]) -> Tile:
    """Return the card that makes a set of five a Qwirkle."""
    colours, shapes = {card.colour for card in cards}, {card.shape for card in cards}
    return next(
        kind
        for kind in KINDS
        if kind not in cards
        and (kind.colour in colours if len(colours) == 1 else kind.shape in shapes)
    )


def _cards(sets: Iterable[CardSet]) -> Counter[Tile]:
    return Counter(card for cards in sets for card in cards)


def other_play(view: View, turn: Turn) -> Play | None:
    """Return the play of other cards with the most Qwirkles; None if there is none."""
    if not isinstance(turn, Play):
        return None
    played = _cards(turn.after)
    greedy = None if view.opening_cards else best_turn(view.table, view.hand)
    if greedy is not None and _cards(greedy.after) != played:
        return Play(greedy.after)
    plays = islice((choice for choice in legal_turns(view) if isinstance(choice, Play)), MOST_PLAYS)
    others = (choice for choice in plays if _cards(choice.after) != played)
    return max(others, key=qwirkles_of, default=None)


def qwirkles_of(turn: Turn) -> int:
    """Return how many Qwirkles a turn makes."""
    return sum(len(cards) == QWIRKLE for cards in turn.after) if isinstance(turn, Play) else 0
