"""What a program is asked with ``best``: the position of a view, and all else its seat may know.

The question is put from the side of the seat to move: in ``scores``, ``players`` and ``qwirkles``
that seat comes first and the others follow in the order of their turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from qwirkle.protocol.shapes.cards import write_cards, write_cards_view, write_sets
from qwirkle.protocol.shapes.placement import Json, write_placed, write_squares, write_view
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyView, Registry
from qwirkle.rules.placement.turns import Action
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import BOX, Tile, in_order

SQUARES = ("1", "2", "star", "centre")
P = TypeVar("P")


def write_question(view: AnyView) -> dict[str, Json]:
    """The position of the seat to move, with the whole view for programs that want more."""
    write_position, write_view = _WRITERS.of(view)
    return {**write_position(view), "view": write_view(view)}


def write_tiles_position(view: View) -> dict[str, Json]:
    """A position of a placement game, as the public contract writes it."""
    players = _from(view.seat, view.players)
    board, hand = view.board, list(view.hand)
    tokens, actions = players[0].tokens, list(players[0].actions)
    if view.taken is not None:
        # The contract names a taking beside the position before it.
        board = board.with_tiles([view.taken])
        hand.reverse()
        hand.remove(view.taken.tile)
        hand.reverse()
        if view.edition.taking.by == "star-token":
            tokens += 1
        else:
            actions.append(Action.TAKE)
    elif view.used is not None:
        # One of them in a turn: what can no longer be used is left out.
        tokens, actions = 0, []
    unseen = Counter(BOX) - Counter(board.values()) - Counter(hand)
    position = {
        "game": view.game,
        "options": dict(view.options),
        "board": write_placed(board.placed()),
        "hand": _codes(hand),
        "bag": view.bag,
        "scores": [player.score for player in players],
        "players": [player.tiles for player in players],
        "unseen": _codes(in_order(unseen.elements())),
        "stars_left": [list(cell) for cell in view.stars_left],
        "tokens": tokens,
        "actions": [action.value for action in actions],
    }
    if squares := write_squares(view):
        position["squares"] = {mark: squares[mark] for mark in SQUARES}
    if view.taken is not None:
        position["take"] = list(view.taken.cell)
    return position


def write_cards_position(view: CardsView) -> dict[str, Json]:
    """A position of the card game: the same idea, with a table of sets and a deck."""
    players = _from(view.seat, view.players)
    return {
        "game": view.game,
        "options": dict(view.options),
        "table": write_sets(view.table),
        "hand": write_cards(view.hand),
        "deck": view.deck,
        "scores": [player.score for player in players],
        "players": [player.cards for player in players],
        "qwirkles": [write_sets(player.qwirkles) for player in players],
        "unseen": write_cards(in_order(view.unseen().elements())),
        "opening_cards": view.opening_cards,
        "turns_left": view.turns_left,
    }


def _from(seat: int | None, players: Sequence[P]) -> list[P]:
    """The players in the order of their turns, beginning with a seat."""
    first = seat or 0
    return [*players[first:], *players[:first]]


def _codes(tiles: Sequence[Tile]) -> list[str]:
    return [tile.value for tile in tiles]


Writer = Callable[[Any], dict[str, Json]]
_WRITERS = Registry[tuple[Writer, Writer]](
    placement=(write_tiles_position, write_view), cards=(write_cards_position, write_cards_view)
)
