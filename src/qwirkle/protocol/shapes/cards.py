"""The card game as the public contract writes it: its view, and what a turn changes in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from qwirkle.rules.cards.state import LastTurn, Result
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.cards.view import PlayerView, View
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import AnyGameEvent
from qwirkle.rules.tiles import Tile


class CardsMoment(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a view that may be different after every turn."""

    seat: int | None
    """None for a spectator, who sees no hand."""
    seq: int
    table: tuple[CardSet, ...]
    hand: tuple[Tile, ...]
    """Always empty at a table: there the own hands are in ``you``."""
    players: tuple[PlayerView, ...]
    deck: int
    turn: int | None
    opening_cards: int
    turns_left: int | None
    last: LastTurn | None
    result: Result | None


class CardsGame(CardsMoment, frozen=True, kw_only=True, tag_field="family", tag="cards"):
    """The card game as a seat or a spectator sees it."""

    game: str
    options: dict[str, OptionValue]


class CardsChange(CardsMoment, frozen=True, kw_only=True, tag_field="family", tag="cards"):
    """The fields of a game's view that an event changes; the first event sends all of them."""

    game: str | UnsetType = UNSET
    options: dict[str, OptionValue] | UnsetType = UNSET


def write_view(view: View) -> CardsGame:
    """Write the whole view."""
    return CardsGame(**_moment(view), game=view.game, options=view.options)


def write_start(view: View) -> CardsChange:
    """Write everything as a change, for a game that has just started."""
    return CardsChange(**_moment(view), game=view.game, options=view.options)


def write_change(view: View, _: Iterable[AnyGameEvent]) -> CardsChange:
    """Write what these events changed."""
    return CardsChange(**_moment(view))


def _moment(view: View) -> dict[str, Any]:
    return {
        "seat": view.seat,
        "seq": view.seq,
        "table": view.table,
        "hand": view.hand,
        "players": view.players,
        "deck": view.deck,
        "turn": view.turn,
        "opening_cards": view.opening_cards,
        "turns_left": view.turns_left,
        "last": view.last,
        "result": view.result,
    }
