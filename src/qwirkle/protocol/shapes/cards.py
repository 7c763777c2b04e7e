"""The card game as the public contract writes it: its view, and what a turn changes in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from qwirkle.rules.cards.edition import Edition
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
    turns_played: int
    opening_cards: int
    turns_left: int | None
    idle: int
    """Turns in a row in which nobody has played a card."""
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


def read_view(game: CardsGame, edition: Edition, seat: int, hand: tuple[Tile, ...]) -> View:
    """Read what a seat with this hand sees, from the view of a spectator."""
    return View(
        edition=edition,
        seat=seat,
        seq=game.seq,
        table=game.table,
        hand=hand,
        players=game.players,
        deck=game.deck,
        turn=game.turn,
        turns_played=game.turns_played,
        opening_cards=game.opening_cards,
        turns_left=game.turns_left,
        idle=game.idle,
        last=game.last,
        result=game.result,
    )


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
        "turns_played": view.turns_played,
        "opening_cards": view.opening_cards,
        "turns_left": view.turns_left,
        "idle": view.idle,
        "last": view.last,
        "result": view.result,
    }
