"""The card game on the wire: sets, turns and views, and the two questions about a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from qwirkle.engine.cards_solver import best_turn
from qwirkle.errors import IllegalTurn
from qwirkle.protocol.wire import BadRequest, Json, read_tiles, write_refusals
from qwirkle.rules.cards.referee import judge, set_faults
from qwirkle.rules.cards.turns import CardSet, CardTurn, Exchange, Pass, Play
from qwirkle.rules.cards.view import CardsView
from qwirkle.rules.reasons import Reason, Refusal
from qwirkle.rules.tiles import COPIES, Tile


def read_sets(value: Json, what: str) -> tuple[CardSet, ...]:
    """A list of sets, each a list of cards."""
    if not isinstance(value, list):
        raise BadRequest(f'{what} must be a list of sets such as [["Ro", "Rs", "Rb"]]')
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
    return [_codes(one) for one in sets]


def write_cards_view(view: CardsView) -> dict[str, Json]:
    """A view as JSON: what that seat may know and nothing else."""
    return {
        "game": view.game,
        "options": dict(view.options),
        "seat": view.seat,
        "seq": view.seq,
        "table": write_sets(view.table),
        "hand": _codes(view.hand),
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


def check(request: Mapping[str, Json]) -> dict[str, Json]:
    """Whether a turn is legal: what it plays, or every reason against it."""
    table = _table(request)
    hand = _tiles(request.get("hand"), "hand")
    try:
        after = read_sets(request.get("after"), "after")
    except IllegalTurn as error:
        # A card that does not exist comes from nowhere; the protocol has no code for it in cards.
        return {"legal": False, **write_refusals(_from_nowhere(error))}
    verdict = judge(table, hand, after)
    if isinstance(verdict, tuple):
        return {"legal": False, **write_refusals(verdict)}
    return {"legal": True, "played": _codes(verdict.played), "qwirkles": len(verdict.qwirkles)}


def best(request: Mapping[str, Json]) -> dict[str, Json]:
    """The turn with the most Qwirkles, and with them the most cards."""
    table, hand = _table(request), _tiles(request.get("hand"), "hand")
    for one in table:
        if faults := set_faults(one):
            raise BadRequest(f"table: {' '.join(_codes(one))} is no set. {faults[0].message}")
    copies = Counter(card for one in table for card in one) + Counter(hand)
    if many := [card.value for card, count in copies.items() if count > COPIES]:
        raise BadRequest(f"there are only {COPIES} of each card, but more of {many[0]}")
    found = best_turn(table, hand)
    if found is None:
        return {"none": True}
    return {
        "qwirkles": found.qwirkles,
        "played": _codes(found.played),
        "after": write_sets(found.after),
        "moved": found.moved,
        "steps": list(found.steps),
    }


def _table(request: Mapping[str, Json]) -> tuple[CardSet, ...]:
    try:
        return read_sets(request.get("table"), "table")
    except IllegalTurn as error:
        raise BadRequest(f"table: {error}") from None


def _tiles(value: Json, what: str) -> tuple[Tile, ...]:
    try:
        return read_tiles(value, what)
    except IllegalTurn as error:
        raise BadRequest(f"{what}: {error}") from None


def _from_nowhere(error: IllegalTurn) -> list[Refusal]:
    return [
        msgspec.structs.replace(refusal, reason=Reason.CARD_FROM_NOWHERE)
        for refusal in error.refusals
    ]


def _codes(cards: Sequence[Tile]) -> list[str]:
    return [card.value for card in cards]
