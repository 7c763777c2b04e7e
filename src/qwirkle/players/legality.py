"""Whether the rules allow a turn, by all that its player may know.

The judge is the one of the game itself. He is shown a state that could lie behind the view: of the
tiles nobody sees only the number matters to him.
"""

from __future__ import annotations

from qwirkle.rules.cards.state import LastTurn as CardsLastTurn
from qwirkle.rules.cards.state import Seat as CardsSeat
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import AnyState, AnyTurn, AnyView, decide
from qwirkle.rules.placement.state import LastTurn, Seat, State
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS


def check_turn(view: AnyView, turn: AnyTurn) -> None:
    """Raise IllegalTurn, with every reason, if the seat of the view may not do this now."""
    if isinstance(view, CardsView):
        state: AnyState = _imagined_cards(view)
    else:
        state = _imagined(view)
    decide(state, view.seat or 0, turn, SeedDealer(0))


def _imagined(view: View) -> State:
    return State(
        edition=view.edition,
        seats=tuple(
            Seat(
                player.name,
                view.hand if seat == view.seat else (KINDS[0],) * player.tiles,
                player.score,
                player.tokens,
                player.actions,
            )
            for seat, player in enumerate(view.players)
        ),
        board=view.board,
        pile=(KINDS[0],) * view.bag,
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


def _imagined_cards(view: CardsView) -> CardsState:
    return CardsState(
        edition=view.edition,
        seats=tuple(
            CardsSeat(
                player.name,
                view.hand if seat == view.seat else (KINDS[0],) * player.cards,
                player.qwirkles,
            )
            for seat, player in enumerate(view.players)
        ),
        table=view.table,
        deck=(KINDS[0],) * view.deck,
        seq=view.seq,
        turn=view.turn,
        turns_played=view.turns_played,
        opening_cards=view.opening_cards,
        turns_left=view.turns_left,
        idle=view.idle,
        doing=CardsLastTurn(view.seat or 0),
        last=view.last,
    )
