"""A state that may be behind a view, with what its seat cannot see filled in."""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.rules.decision import deal_hidden
from qwirkle.rules.placement.state import LastTurn, Seat, State
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile


def state_behind(view: View, hidden: Sequence[Tile]) -> State:
    """Deal the hidden tiles to the other hands, as many as each shows, and then to the bag."""
    sizes = [player.tiles for player in view.players]
    hands, pile = deal_hidden(hidden, sizes, view.seat, view.hand, view.bag)
    return State(
        edition=view.edition,
        seats=tuple(
            Seat(player.name, hand, player.score, player.tokens, player.actions)
            for player, hand in zip(view.players, hands, strict=True)
        ),
        board=view.board,
        pile=pile,
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
