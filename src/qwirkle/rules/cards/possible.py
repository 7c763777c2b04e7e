"""A state that may be behind a view: what its seat cannot see is dealt by a dealer."""

from __future__ import annotations

from qwirkle.errors import QwirkleError
from qwirkle.rules.cards.state import LastTurn, Seat, State
from qwirkle.rules.cards.view import View
from qwirkle.rules.dealing import Dealer


def possible_state(view: View, dealer: Dealer) -> State:
    """Deal the cards that the seat of the view cannot see, as many to each hand as it shows."""
    hidden = list(dealer.shuffled(sorted(view.unseen().elements()), "unseen"))
    wanted = view.deck + sum(
        player.cards for seat, player in enumerate(view.players) if seat != view.seat
    )
    if wanted > len(hidden):
        raise QwirkleError(f"{wanted} cards are hidden, but only {len(hidden)} are left")
    seats = []
    for seat, player in enumerate(view.players):
        hand = view.hand
        if seat != view.seat:
            hand, hidden = tuple(hidden[: player.cards]), hidden[player.cards :]
        seats.append(Seat(player.name, hand, player.qwirkles))
    return State(
        edition=view.edition,
        seats=tuple(seats),
        table=view.table,
        deck=tuple(hidden[: view.deck]),
        seq=view.seq,
        turn=view.turn,
        turns_played=view.turns_played,
        opening_cards=view.opening_cards,
        turns_left=view.turns_left,
        idle=view.idle,
        doing=None if view.turn is None else LastTurn(view.turn),
        last=view.last,
    )
