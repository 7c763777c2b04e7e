"""Judging a turn: from a state and what a seat wants to do to the events, or a refusal.

Nothing is changed here and nothing is random: chance is asked of the dealer. The public list of
reasons has no codes of its own for the card game's exchange, so those of trading speak for it:
``can-place`` when a card can be played, ``can-trade`` when there is a deck to exchange with,
``bag-too-small`` when there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.errors import IllegalTurn
from qwirkle.rules.cards import events as e
from qwirkle.rules.cards.edition import CardsEdition
from qwirkle.rules.cards.evolve import evolve
from qwirkle.rules.cards.playable import can_play
from qwirkle.rules.cards.referee import judge
from qwirkle.rules.cards.state import CardsEnding, CardsState
from qwirkle.rules.cards.turns import CardSet, CardTurn, Exchange, Pass, Play
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.decision import Story, check_players, check_turn, starter
from qwirkle.rules.reasons import Reason, refuse
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import BOX

# An honest dealer needs a second deal once in some hundred games; one that never deals a set of
# three does not shuffle.
MOST_DEALS = 1000


class _Story(Story[CardsState, e.AnyCardsEvent]):
    """The events of one decision."""

    def __init__(self, state: CardsState | None) -> None:
        super().__init__(state, evolve)

    def draw(self, seat: int) -> None:
        """C-DRAW-1: up to a full hand, as far as the deck goes."""
        wanted = self.state.edition.hand - len(self.state.seats[seat].hand)
        cards = self.state.deck[: max(0, wanted)]
        if cards:
            self.tell(e.Drew(seat, len(cards), cards))


def begin(
    edition: CardsEdition,
    players: Sequence[str],
    dealer: Dealer,
    ages: Sequence[int] | None = None,
) -> tuple[e.AnyCardsEvent, ...]:
    """The events from sitting down to the first turn (C-SETUP-1, C-START-1)."""
    check_players(edition.name, edition.fewest_players, edition.most_players, players, ages)
    story = _Story(None)
    story.tell(e.GameBegan(edition, tuple(players), None if ages is None else tuple(ages)))
    sets = _deal(story, dealer)
    first = starter(sets, ages, edition.start.tie, dealer)
    demanded = sets[first] if edition.opening.largest_set else 0
    story.tell(e.StarterFound(sets, first, demanded))
    story.tell(e.TurnBegan(first))
    return tuple(story.events)


def decide(
    state: CardsState, seat: int, turn: CardTurn, dealer: Dealer
) -> tuple[e.AnyCardsEvent, ...]:
    """What happens when the seat does this; IllegalTurn with every reason if it may not."""
    check_turn(state.turn, seat, [one.name for one in state.seats])
    story = _Story(state)
    match turn:
        case Play(after=after):
            _play(story, seat, after)
        case Exchange():
            _exchange(story, seat, dealer)
        case Pass():
            _pass(story, seat)
    _next(story, seat)
    return tuple(story.events)


def _deal(story: _Story, dealer: Dealer) -> tuple[int, ...]:
    """Deal until somebody holds a set; the answer is everybody's largest set."""
    for deal in range(1, MOST_DEALS + 1):
        deck = dealer.shuffled(BOX, "deck" if deal == 1 else f"deck {deal}")
        story.tell(e.DeckShuffled(len(deck), deck))
        for seat in range(len(story.state.seats)):
            story.draw(seat)
        sets = tuple(largest_set_size(seat.hand) for seat in story.state.seats)
        if max(sets) >= story.state.edition.smallest_set:
            return sets
        story.tell(e.NobodyCouldStart(sets))
    raise ValueError("this dealer never deals anybody a set")


def _play(story: _Story, seat: int, after: tuple[CardSet, ...]) -> None:
    state = story.state
    verdict = judge(state.table, state.seats[seat].hand, after, state.opening_cards)
    if isinstance(verdict, tuple):
        raise IllegalTurn(verdict)
    story.tell(e.CardsPlayed(seat, verdict.played, verdict.after, verdict.switches))
    if verdict.qwirkles:
        story.tell(e.QwirklesTaken(seat, tuple(verdict.after[one] for one in verdict.qwirkles)))
    if state.deck:
        story.draw(seat)
        if not story.state.deck:
            story.tell(e.LastRoundBegan(seat, len(state.seats)))


def _exchange(story: _Story, seat: int, dealer: Dealer) -> None:
    """A15. Hand and deck are as large afterwards as before, so the last round does not begin."""
    state = story.state
    hand = state.seats[seat].hand
    faults = []
    if can_play(state.table, hand):
        faults.append(
            refuse(Reason.CAN_PLACE, "You can play a card, so you cannot exchange your hand.")
        )
    if not state.deck:
        faults.append(
            refuse(
                Reason.BAG_TOO_SMALL,
                "The deck is empty: there is nothing to exchange with.",
                left=0,
            )
        )
    if faults:
        raise IllegalTurn(faults)
    deck = dealer.shuffled((*state.deck, *hand), f"exchange {state.turns_played}")
    story.tell(e.HandReturned(seat, len(hand), deck))
    story.draw(seat)


def _pass(story: _Story, seat: int) -> None:
    """A15: only who can neither play nor exchange may pass."""
    state = story.state
    faults = []
    if can_play(state.table, state.seats[seat].hand):
        faults.append(refuse(Reason.CAN_PLACE, "You can play a card, so you cannot pass."))
    if state.deck:
        faults.append(
            refuse(Reason.CAN_TRADE, "There is still a deck to exchange with, so you cannot pass.")
        )
    if faults:
        raise IllegalTurn(faults)
    story.tell(e.Passed(seat))


def _next(story: _Story, seat: int) -> None:
    state = story.state
    seats = len(state.seats)
    if state.turns_left == 0:
        _end(story, "last-round")
    elif state.idle >= seats * state.edition.end.idle_rounds:
        _end(story, "no-progress")
    else:
        story.tell(e.TurnBegan((seat + 1) % seats))


def _end(story: _Story, ending: CardsEnding) -> None:
    """C-WIN-1: the most Qwirkles; equal players share the win."""
    scores = tuple(len(seat.qwirkles) for seat in story.state.seats)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    story.tell(e.GameEnded(ending, winners, scores))
