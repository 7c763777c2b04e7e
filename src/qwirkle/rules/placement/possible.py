"""A state that may be behind a view: what its seat cannot see is dealt by a dealer."""

from __future__ import annotations

from collections import Counter

from qwirkle.errors import QwirkleError
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.placement.state import LastTurn, Seat, State
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import BOX


def possible_state(view: View, dealer: Dealer) -> State:
    """Deal the tiles that the seat of the view cannot see, as many to each hand as it shows."""
    shown = Counter((*view.board.values(), *view.hand))
    if shown - Counter(BOX):
        raise QwirkleError("there are more tiles of a kind than the box holds")
    unseen = (Counter(BOX) - shown).elements()
    hidden = list(dealer.shuffled(sorted(unseen), "unseen"))
    wanted = view.bag + sum(
        player.tiles for seat, player in enumerate(view.players) if seat != view.seat
    )
    if wanted > len(hidden):
        raise QwirkleError(f"{wanted} tiles are hidden, but only {len(hidden)} are left")
    seats = []
    for seat, player in enumerate(view.players):
        hand = view.hand
        if seat != view.seat:
            hand, hidden = tuple(hidden[: player.tiles]), hidden[player.tiles :]
        seats.append(Seat(player.name, hand, player.score, player.tokens, player.actions))
    return State(
        edition=view.edition,
        seats=tuple(seats),
        board=view.board,
        pile=tuple(hidden[: view.bag]),
        stars_left=frozenset(view.stars_left),
        seq=view.seq,
        turn=view.turn,
        turns_played=view.turns_played,
        opening_tiles=view.opening_tiles,
        used=view.used,
        taken=view.taken,
        idle=view.idle,
        passes=view.passes,
        doing=None if view.turn is None else LastTurn(view.turn),
        last=view.last,
    )
