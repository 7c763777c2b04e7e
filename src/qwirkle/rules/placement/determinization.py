"""Determinization: a state that may be behind a view, with everything hidden dealt at random.

A game is set up from a position in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from qwirkle.rules.dealing import Dealer
from qwirkle.rules.decision import deal_hidden
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.state import LastTurn, Seat, Special, State
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile


def determinize(view: View, dealer: Dealer) -> State:
    """Deal everything that the seat of the view cannot see, special tiles of the pile included."""
    unseen = sorted(view.unseen().elements())
    specials = hidden_specials(view)
    tiles_left = replace(view, bag=view.bag - len(specials))
    state = state_behind(tiles_left, dealer.shuffled(unseen, "unseen"))
    if not specials:
        return state
    # A special tile is never in a hand (M-DRAW-1): it is somewhere in the pile.
    return replace(state, pile=dealer.shuffled((*state.pile, *specials), "specials"))


def hidden_specials(view: View) -> tuple[Special, ...]:
    """Return the special tiles still hidden: more pieces are out of sight than there are tiles.

    A kind has been shown if somebody holds an action tile of it.
    """
    others = sum(player.tiles for seat, player in enumerate(view.players) if seat != view.seat)
    missing = view.bag + others - view.unseen().total()
    actions = view.edition.action_tiles
    kinds = actions.kinds if actions.handed_out == "when-drawn" else ()
    held = {action for player in view.players for action in player.actions}
    ordered = sorted(kinds, key=lambda kind: (kind in held, kinds.index(kind)))
    return tuple(Special(kind) for kind in ordered[: max(0, missing)])


def set_up_events(state: State, players: tuple[str, ...]) -> tuple[e.AnyEvent, ...]:
    """Return the events of a game that begins in a state."""
    return (
        e.GameBegan(state.edition, players, None),
        e.PositionSetUp(
            board=state.board.placed(),
            players=tuple(
                e.SeatSetUp(len(seat.hand), seat.score, seat.tokens, seat.actions)
                for seat in state.seats
            ),
            bag=len(state.pile),
            stars_left=tuple(sorted(state.stars_left)),
            seat=state.turn,
            opening_tiles=state.opening_tiles,
            used=state.used,
            taken=state.taken,
            hands=tuple(seat.hand for seat in state.seats),
            pile=state.pile,
        ),
    )


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
        doing=None if view.turn is None else LastTurn(view.turn, points=0),
        last=view.last,
    )
