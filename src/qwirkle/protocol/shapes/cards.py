"""The card game's values as the JSON of the public contract. Knows shapes, judges nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from qwirkle.protocol.shapes.placement import BadRequest, Json, check_length, read_tiles
from qwirkle.rules.cards.turns import CardSet, Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass


def read_sets(value: Json, what: str) -> tuple[CardSet, ...]:
    """A list of sets, each a list of cards."""
    if not isinstance(value, list):
        raise BadRequest(f'{what} must be a list of sets such as [["Ro", "Rs", "Rb"]]')
    check_length(value, what)
    return tuple(read_tiles(one, what) for one in value)


def read_card_turn(value: Json) -> CardTurn:
    """A turn of the card game."""
    match value:
        case {"after": after, **rest} if not rest:
            return Play(read_sets(after, "after"))
        case {"exchange": True, **rest} if not rest:
            return Exchange()
        case {"pass": True, **rest} if not rest:
            return Pass()
    raise BadRequest('a turn is {"after": [sets]}, {"exchange": true} or {"pass": true}')


def write_card_turn(turn: CardTurn) -> dict[str, Json]:
    """A turn as JSON."""
    match turn:
        case Play(after=after):
            return {"after": write_sets(after)}
        case Exchange():
            return {"exchange": True}
    return {"pass": True}


def write_sets(sets: Iterable[CardSet]) -> list[list[str]]:
    """Sets as lists of cards."""
    return [write_cards(one) for one in sets]


def write_cards_view(view: CardsView) -> dict[str, Json]:
    """A view as JSON: what that seat may know and nothing else."""
    return {"game": view.game, "options": dict(view.options), **write_cards_moment(view)}


def write_cards_moment(view: CardsView) -> dict[str, Json]:
    """What is different from turn to turn in a view."""
    return {
        "seat": view.seat,
        "seq": view.seq,
        "table": write_sets(view.table),
        "hand": write_cards(view.hand),
        "players": [
            {
                "name": player.name,
                "score": player.score,
                "cards": player.cards,
                "qwirkles": write_sets(player.qwirkles),
            }
            for player in view.players
        ],
        "deck": view.deck,
        "turn": view.turn,
        "opening_cards": view.opening_cards,
        "turns_left": view.turns_left,
        "last": None if view.last is None else msgspec.to_builtins(view.last),
        "result": None if view.result is None else msgspec.to_builtins(view.result),
    }


def write_cards(cards: Sequence[Tile]) -> list[str]:
    """Cards as a list of their codes."""
    return [card.value for card in cards]
