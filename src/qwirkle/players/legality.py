"""Whether the rules allow a turn, as far as its player can know.

The referee of the game itself decides. It is shown a state that gives the player this view: of the
tiles nobody sees, only their number matters to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qwirkle.rules.cards.state import LastTurn as CardsLastTurn
from qwirkle.rules.cards.state import Seat as CardsSeat
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyState, AnyTurn, AnyView, Registry, decide
from qwirkle.rules.placement.state import LastTurn, Seat, State
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS, Tile


def check_turn(view: AnyView, turn: AnyTurn) -> None:
    """Raise IllegalTurn, with every reason, if the seat of the view may not take this turn now."""
    decide(_STATES.of(view)(view), view.seat or 0, turn, SeedDealer(0))


def _tiles_state(view: View) -> State:
    return State(
        edition=view.edition,
        seats=tuple(
            Seat(
                player.name,
                view.hand if seat == view.seat else _unknown(player.tiles),
                player.score,
                player.tokens,
                player.actions,
            )
            for seat, player in enumerate(view.players)
        ),
        board=view.board,
        pile=_unknown(view.bag),
        stars_left=frozenset(view.stars_left),
        seq=view.seq,
        turn=view.turn,
        turns_played=view.turns_played,
        opening_tiles=view.opening_tiles,
        used=view.used,
        taken=view.taken,
        idle=view.idle,
        passes=view.passes,
        doing=LastTurn(view.seat or 0),
        last=view.last,
    )


def _cards_state(view: CardsView) -> CardsState:
    return CardsState(
        edition=view.edition,
        seats=tuple(
            CardsSeat(
                player.name,
                view.hand if seat == view.seat else _unknown(player.cards),
                player.qwirkles,
            )
            for seat, player in enumerate(view.players)
        ),
        table=view.table,
        deck=_unknown(view.deck),
        seq=view.seq,
        turn=view.turn,
        turns_played=view.turns_played,
        opening_cards=view.opening_cards,
        turns_left=view.turns_left,
        idle=view.idle,
        doing=CardsLastTurn(view.seat or 0),
        last=view.last,
    )


def _unknown(count: int) -> tuple[Tile, ...]:
    """As many tiles or cards that nobody sees: any will do."""
    return (KINDS[0],) * count


_STATES = Registry[Callable[[Any], AnyState]](placement=_tiles_state, cards=_cards_state)
