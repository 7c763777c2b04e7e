"""Determinization: a state that may be behind a view, with everything hidden dealt at random.

A game is set up from a position in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.rules.cards import events as e
from qwirkle.rules.cards.state import LastTurn, Seat, State
from qwirkle.rules.cards.view import View
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.decision import deal_hidden
from qwirkle.rules.tiles import Tile


def determinize(view: View, dealer: Dealer) -> State:
    """Deal everything that the seat of the view cannot see."""
    return state_behind(view, dealer.shuffled(sorted(view.unseen().elements()), "unseen"))


def set_up_events(state: State, players: tuple[str, ...]) -> tuple[e.AnyEvent, ...]:
    """Return the events of a game that begins in a state."""
    return (
        e.GameBegan(state.edition, players, None),
        e.PositionSetUp(
            table=state.table,
            players=tuple(e.SeatSetUp(len(seat.hand), seat.qwirkles) for seat in state.seats),
            count=len(state.deck),
            seat=state.turn,
            opening_cards=state.opening_cards,
            turns_left=state.turns_left,
            hands=tuple(seat.hand for seat in state.seats),
            deck=state.deck,
        ),
    )


def state_behind(view: View, hidden: Sequence[Tile]) -> State:
    """Deal the hidden cards to the other hands, as many as each shows, and then to the deck."""
    sizes = [player.cards for player in view.players]
    hands, deck = deal_hidden(hidden, sizes, view.seat, view.hand, view.deck)
    return State(
        edition=view.edition,
        seats=tuple(
            Seat(player.name, hand, player.qwirkles)
            for player, hand in zip(view.players, hands, strict=True)
        ),
        table=view.table,
        deck=deck,
        seq=view.seq,
        turn=view.turn,
        turns_played=view.turns_played,
        opening_cards=view.opening_cards,
        turns_left=view.turns_left,
        idle=view.idle,
        doing=None if view.turn is None else LastTurn(view.turn),
        last=view.last,
    )
