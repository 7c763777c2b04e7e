"""The replay of a recorded card game by the rules, with or without its seed.

The table before a turn is the one the previous turn left, without the Qwirkles that were taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from qwirkle.errors import NotationError
from qwirkle.notation.record.builder import SeenEvent
from qwirkle.notation.record.deals import (
    AnyWrittenTurn,
    GameReplay,
    UnseededReplay,
    check_figure,
    differs,
    even_draws,
    opening,
)
from qwirkle.notation.record.headers import Headers
from qwirkle.notation.record.lines import Entry, Record
from qwirkle.notation.record.set_up import UNKNOWN
from qwirkle.notation.text.cards_turns import read_card_turn
from qwirkle.rules.cards import events as e
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.cards.turns import CardSet, Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.decision import with_seat
from qwirkle.rules.editions.cards import Edition as CardsEdition
from qwirkle.rules.family import AnyGameEvent, AnyTurn
from qwirkle.rules.placement.board import Board
from qwirkle.rules.tiles import BOX, Tile


class CardReplay(GameReplay):
    """A card game whose seed is known."""

    state: CardsState

    def __init__(self, record: Record, headers: Headers, edition: CardsEdition) -> None:
        _nothing_but_cards(record, headers)
        super().__init__(record, headers, edition)

    @property
    def board(self) -> Board:
        """An empty board: the card game has none."""
        return Board()

    @property
    def table(self) -> tuple[CardSet, ...]:
        """The sets on the table now."""
        return self.state.table

    @property
    def scores(self) -> tuple[int, ...]:
        """The Qwirkles, seat by seat (C-WIN-1)."""
        return tuple(len(seat.qwirkles) for seat in self.state.seats)

    def read(self, text: str) -> CardTurn:
        """Return the turn of a line."""
        return read_card_turn(text)

    def used_pieces(self, turn: AnyWrittenTurn) -> tuple[Tile, ...]:
        """Return the cards that were not on the table before; call it before the turn is played."""
        if not isinstance(turn, Play):
            return ()
        return tuple((Counter(_cards(turn.after)) - Counter(_cards(self.table))).elements())

    def check_figures(self, entry: Entry, happened: Sequence[AnyGameEvent]) -> None:
        """Compare the Qwirkles of the turn and of the seat with the rules."""
        made = sum(len(event.sets) for event in happened if isinstance(event, e.QwirklesTaken))
        check_figure("Qwirkles", made, entry.points)
        check_figure("points for going out", 0, entry.out)
        check_figure("total", self.scores[entry.seat], entry.total)
        if entry.shown:
            raise NotationError("there are no special tiles in a card game")


class UnseededCardReplay(UnseededReplay, CardReplay):
    """A card game without a seed."""

    def __init__(self, record: Record, headers: Headers, edition: CardsEdition) -> None:
        _nothing_but_cards(record, headers)
        self._edition = edition
        UnseededReplay.__init__(self, record, headers, edition)

    def unknown_deal(self, record: Record, headers: Headers) -> Iterable[e.AnyEvent]:
        """Return the events of the deal with unknown cards, as the headers describe it."""
        edition = self._edition
        if headers.sets is not None and max(headers.sets) < edition.smallest_set:
            # C-START-1: such hands are dealt again.
            differs(record, "Sets", f"at least one of {edition.smallest_set}")
        yield e.GameBegan(edition, headers.players, headers.ages)
        yield e.DeckShuffled(len(BOX), (UNKNOWN,) * len(BOX))
        for seat, drawn in enumerate(even_draws(edition.hand, len(headers.players), len(BOX))):
            yield e.Drew(seat, drawn, (UNKNOWN,) * drawn)
        starter, demanded = opening(record, headers, largest_set=edition.opening.largest_set)
        yield e.StarterFound(headers.sets or (0,) * len(headers.players), starter, demanded)
        yield e.TurnBegan(starter)

    def visible_pieces(self) -> Iterable[Tile]:
        """Return the cards on the table, and the Qwirkles that were taken from it."""
        yield from _cards(self.state.table)
        for seat in self.state.seats:
            yield from _cards(seat.qwirkles)

    def play(self, entry: Entry) -> tuple[AnyWrittenTurn, tuple[SeenEvent, ...]]:
        """Play one line, and remember what it reveals about the hand until the next written one."""
        before, played = self.state, Counter(self.used_pieces(self.read(entry.turn)))
        size = len(before.seats[entry.seat].hand)
        turn, events = super().play(entry)
        if entry.hand is None and not isinstance(turn, Play):
            # Judge by the known cards. In fact the whole hand was exchanged or kept (A15).
            self.state = with_seat(self.state, entry.seat, hand=(UNKNOWN,) * size)
            self.state = replace(self.state, deck=(UNKNOWN,) * len(before.deck))
            events = tuple(
                replace(event, count=size) if isinstance(event, e.HandReturned | e.Drew) else event
                for event in events
            )
        known = Counter(self.kept[entry.seat] if entry.hand is None else entry.hand)
        self.kept[entry.seat] = (
            () if isinstance(turn, Exchange) else tuple((known - played).elements())
        )
        return turn, events

    def prepare(self, entry: Entry, turn: AnyWrittenTurn) -> AnyTurn:
        """Return the turn to judge, with the written hand or one that allows the turn."""
        needed = Counter(self.used_pieces(turn))
        self.believe(entry, needed)
        hand = entry.hand
        if hand is None:
            size = len(self.state.seats[entry.seat].hand)
            # A player who exchanges or passes can play none of the cards they are known to hold.
            hand = self.kept[entry.seat]
            if isinstance(turn, Play):
                hand = (*needed.elements(), *(UNKNOWN,) * (size - needed.total()))
        self.state = with_seat(self.state, entry.seat, hand=hand)
        return super(UnseededReplay, self).prepare(entry, turn)


def _nothing_but_cards(record: Record, headers: Headers) -> None:
    if headers.table is not None:
        differs(record, "Table", "empty")
    if record.header("Shown") is not None:
        differs(record, "Shown", "nothing")


def _cards(sets: Iterable[CardSet]) -> list[Tile]:
    return [card for cards in sets for card in cards]
