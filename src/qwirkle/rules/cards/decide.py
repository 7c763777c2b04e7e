"""The judgement of turns: a state and a seat's turn give a decision or a refusal.

Nothing here changes a state or is random: chance comes from the dealer. The public list of
reasons has no codes for the card game's exchange, so the codes of trading are used:
``can-place`` when a card can be played, ``can-trade`` when there is a deck to exchange with,
``bag-too-small`` when there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.errors import IllegalTurn
from qwirkle.rules.cards import events as e
from qwirkle.rules.cards.evolve import evolve
from qwirkle.rules.cards.playable import can_play
from qwirkle.rules.cards.referee import judge
from qwirkle.rules.cards.state import Ending, State
from qwirkle.rules.cards.turns import CardSet, Exchange, Play, Turn
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.decision import Decision, DecisionBuilder, check_turn, wrong_turn
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.refusals.reasons import Reason, refuse
from qwirkle.rules.starting import check_players, first_turn, largest_sets
from qwirkle.rules.tiles import BOX
from qwirkle.rules.turns import Pass
from qwirkle.rules.winning import winners

# An honest dealer needs a second deal about once in a hundred games; a dealer that never deals
# a set of three does not shuffle.
MOST_DEALS = 1000


class _Builder(DecisionBuilder[State, e.AnyEvent]):
    """A decision in the making, with draws."""

    def __init__(self, state: State | None) -> None:
        super().__init__(state, evolve)

    def draw(self, seat: int) -> None:
        """Draw up to a full hand, as far as the deck lasts (C-DRAW-1)."""
        wanted = self.state.edition.hand - len(self.state.seats[seat].hand)
        cards = self.state.deck[: max(0, wanted)]
        if cards:
            self.record(e.Drew(seat, len(cards), cards))


def begin(
    edition: Edition,
    players: Sequence[str],
    dealer: Dealer,
    ages: Sequence[int] | None = None,
) -> Decision[State, e.AnyEvent]:
    """Seat the players, shuffle and deal, up to the first turn (C-SETUP-1, C-START-1)."""
    check_players(edition, players, ages)
    builder = _Builder(None)
    builder.record(e.GameBegan(edition, tuple(players), None if ages is None else tuple(ages)))
    _deal(builder, dealer)
    sets, first, opening_cards = first_turn(builder.state, dealer)
    builder.record(e.StarterFound(sets, first, opening_cards))
    builder.record(e.TurnBegan(first))
    return builder.decision()


def decide(state: State, seat: int, turn: Turn, dealer: Dealer) -> Decision[State, e.AnyEvent]:
    """Judge a turn of the card game; ``family.decide`` describes the contract."""
    check_turn(state, seat)
    builder = _Builder(state)
    match turn:
        case Play(after=after):
            _play(builder, seat, after)
        case Exchange():
            _exchange(builder, seat, dealer)
        case Pass(take=None):
            _pass(builder, seat)
        case _:
            raise wrong_turn(turn, state.edition.name)
    _next(builder, seat)
    return builder.decision()


def _deal(builder: _Builder, dealer: Dealer) -> None:
    """Deal until somebody holds a set."""
    for deal in range(1, MOST_DEALS + 1):
        deck = dealer.shuffled(BOX, "deck" if deal == 1 else f"deck {deal}")
        builder.record(e.DeckShuffled(len(deck), deck))
        for seat in range(len(builder.state.seats)):
            builder.draw(seat)
        sets = largest_sets(builder.state)
        if max(sets) >= builder.state.edition.smallest_set:
            return
        builder.record(e.NobodyCouldStart(sets))
    raise ValueError("this dealer never deals anybody a set")


def _play(builder: _Builder, seat: int, after: tuple[CardSet, ...]) -> None:
    state = builder.state
    verdict = judge(state.table, state.seats[seat].hand, after, state.opening_cards)
    if isinstance(verdict, tuple):
        raise IllegalTurn(verdict)
    builder.record(e.CardsPlayed(seat, verdict.played, verdict.after, verdict.switches))
    if verdict.qwirkles:
        builder.record(
            e.QwirklesTaken(seat, tuple(verdict.after[which] for which in verdict.qwirkles))
        )
    if state.deck:
        builder.draw(seat)
        if not builder.state.deck:
            builder.record(e.LastRoundBegan(seat, len(state.seats)))


def _exchange(builder: _Builder, seat: int, dealer: Dealer) -> None:
    """Exchange the hand (A15).

    Hand and deck keep their sizes, so the last round does not begin.
    """
    state = builder.state
    hand = state.seats[seat].hand
    faults = []
    if can_play(state.table, hand):
        faults.append(refuse(Reason.CAN_PLACE, case="exchange"))
    if not state.deck:
        faults.append(refuse(Reason.BAG_TOO_SMALL, case="exchange"))
    if faults:
        raise IllegalTurn(faults)
    deck = dealer.shuffled((*state.deck, *hand), f"exchange {state.turns_played}")
    builder.record(e.HandReturned(seat, len(hand), deck))
    builder.draw(seat)


def _pass(builder: _Builder, seat: int) -> None:
    """Pass, which is allowed only to a player who can neither play nor exchange (A15)."""
    state = builder.state
    faults = []
    if can_play(state.table, state.seats[seat].hand):
        faults.append(refuse(Reason.CAN_PLACE, case="card"))
    if state.deck:
        faults.append(refuse(Reason.CAN_TRADE, case="exchange"))
    if faults:
        raise IllegalTurn(faults)
    builder.record(e.Passed(seat))


def _next(builder: _Builder, seat: int) -> None:
    state = builder.state
    seats = len(state.seats)
    if state.turns_left == 0:
        _end(builder, "last-round")
    elif state.idle >= seats * state.edition.end.idle_rounds:
        _end(builder, "no-progress")
    else:
        builder.record(e.TurnBegan((seat + 1) % seats))


def _end(builder: _Builder, ending: Ending) -> None:
    """End the game: the most Qwirkles win, and tied players share the win (C-WIN-1)."""
    scores = tuple(len(seat.qwirkles) for seat in builder.state.seats)
    builder.record(e.GameEnded(ending, winners(scores), scores))
