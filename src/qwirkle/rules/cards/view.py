"""The view of one seat of a card game, built from nothing: never a copy with parts cut out."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Literal

import msgspec

from qwirkle.rules.cards.state import LastTurn, Result, State
from qwirkle.rules.cards.turns import CardSet, write_sets
from qwirkle.rules.editions.cards import Edition
from qwirkle.rules.tiles import BOX, Tile
from qwirkle.rules.view import GameView, hand_of


class PlayerView(msgspec.Struct, frozen=True):
    """The public facts about a player; ``score`` counts their Qwirkles."""

    name: str
    score: int
    cards: int
    qwirkles: tuple[CardSet, ...]


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a view that may change with every turn; the wire has the same fields."""

    seat: int | None
    """None for a spectator, who sees no hand."""
    seq: int
    table: tuple[CardSet, ...]
    # At a table the wire carries the hands in ``you``, and none here.
    hand: tuple[Tile, ...]
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


class View(GameView, Situation, frozen=True, kw_only=True):
    """The card game as a seat sees it; ``seat`` None is a spectator, who sees no hand."""

    family: ClassVar[Literal["cards"]] = "cards"

    edition: Edition

    def __str__(self) -> str:
        """Write the sets on the table and the cards in the hand by their codes."""
        return f"{write_sets(self.table) or '(empty)'}\n\n{' '.join(self.hand)}".rstrip()

    @property
    def undrawn(self) -> int:
        """The number of cards left to draw."""
        return self.deck

    def unseen(self) -> Counter[Tile]:
        """Return the cards in the deck and in hands this seat cannot see."""
        lying = Counter(card for cards in self.table for card in cards)
        kept = Counter(card for seat in self.players for cards in seat.qwirkles for card in cards)
        return Counter(BOX) - lying - kept - Counter(self.hand)


def view(state: State, seat: int | None) -> View:
    """Return the view of a seat, or of a spectator."""
    return View(
        edition=state.edition,
        seat=seat,
        seq=state.seq,
        table=state.table,
        hand=hand_of([player.hand for player in state.seats], seat),
        players=tuple(
            PlayerView(player.name, len(player.qwirkles), len(player.hand), player.qwirkles)
            for player in state.seats
        ),
        deck=len(state.deck),
        turn=state.turn,
        turns_played=state.turns_played,
        opening_cards=state.opening_cards,
        turns_left=state.turns_left,
        idle=state.idle,
        last=state.last,
        result=state.result,
    )
