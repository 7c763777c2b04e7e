"""The question ``best`` to a program: the position of a view, and all else its seat may know.

The question is asked from the player's side of the table: in ``scores``, ``players`` and
``qwirkles`` the seat to move comes first and the others follow in turn order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from qwirkle.protocol.shapes import write_view
from qwirkle.protocol.shapes.placement import write_layout
from qwirkle.protocol.shapes.values import Json
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.family import AnyView
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import in_order

_SQUARES = ("1", "2", "star", "centre")
P = TypeVar("P")


def write_question(view: AnyView) -> dict[str, Json]:
    """Return the position of the seat to move, with the whole view for programs that want more."""
    position = write_tiles_position(view) if isinstance(view, View) else write_cards_position(view)
    return {**position, "view": write_view(view)}


def write_tiles_position(view: View) -> dict[str, Json]:
    """Return a position of a placement game, as the public contract writes it."""
    players = _from(view.seat, view.players)
    board, hand = view.board, list(view.hand)
    tokens, actions = players[0].tokens, list(players[0].actions)
    if view.taken is not None:
        # The contract names a take beside the position before it.
        board = board.with_tiles([view.taken])
        hand.reverse()
        hand.remove(view.taken.tile)
        hand.reverse()
        if view.edition.taking.by == "star-token":
            tokens += 1
        else:
            actions.append(Action.TAKE)
    elif view.used is not None:
        # At most one of them per turn: those that can no longer be used are left out.
        tokens, actions = 0, []
    unseen = Counter(view.edition.box) - Counter(board.values()) - Counter(hand)
    position = {
        "game": view.game,
        "options": dict(view.options),
        "board": sorted(board.placed()),
        "hand": hand,
        "bag": view.bag,
        "scores": [player.score for player in players],
        "players": [player.tiles for player in players],
        "unseen": in_order(unseen.elements()),
        "stars_left": view.stars_left,
        "tokens": tokens,
        "actions": actions,
    }
    if (layout := view.edition.layout).bounded:
        position["squares"] = write_squares(layout)
    if view.taken is not None:
        position["take"] = list(view.taken.cell)
    return position


def write_squares(layout: Layout) -> dict[str, Json]:
    """Return the printed squares that a position names."""
    squares = msgspec.to_builtins(write_layout(layout))
    return {mark: squares[mark] for mark in _SQUARES}


def write_cards_position(view: CardsView) -> dict[str, Json]:
    """Return a position of the card game: the same idea, with a table of sets and a deck."""
    players = _from(view.seat, view.players)
    return {
        "game": view.game,
        "options": dict(view.options),
        "table": view.table,
        "hand": view.hand,
        "deck": view.deck,
        "scores": [player.score for player in players],
        "players": [player.cards for player in players],
        "qwirkles": [player.qwirkles for player in players],
        "unseen": in_order(view.unseen().elements()),
        "opening_cards": view.opening_cards,
        "turns_left": view.turns_left,
    }


def _from(seat: int | None, players: Sequence[P]) -> list[P]:
    """Return the players in the order of their turns, beginning with a seat."""
    first = seat or 0
    return [*players[first:], *players[:first]]
