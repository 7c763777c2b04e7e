"""The builder of a record from events: the parts that all games of the family share.

A builder sees events, some without their private part, and writes nothing else. It applies no rules
and reads no text.
"""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from qwirkle.notation.record.headers import WrittenResult, edition_headers, write_result, write_text
from qwirkle.notation.record.lines import MAGIC, VERSION, Entry, Header, Line, Note, Record
from qwirkle.rules.events import Event, GameBegan, StarterFound
from qwirkle.rules.family import AnyEdition
from qwirkle.rules.tiles import Tile

SeenEvent = Event
"""An event of any game, as the dealer, a seat or a spectator saw it."""

KnownHand = tuple[Tile, ...] | None
"""A hand; None where it is not known."""


class RecordBuilder(ABC):
    """A record of a game in progress. A subclass interprets the events of its kind of game."""

    def __init__(self) -> None:
        self.result: WrittenResult | None = None
        self.hands: list[KnownHand] = []
        self.scores: list[int] = []
        self.number = 0
        self._game: list[Header] = []
        self._players: list[Header] = []
        self._entries: list[Entry] = []
        self.began: Event | None = None
        self.deal: list[Header] = []

    def see(self, event: SeenEvent) -> None:
        """Add an event to the record."""
        match event:
            case GameBegan(edition=edition, players=players, ages=ages):
                self.begin(edition, players, ages)
                self.began = event
            case StarterFound(sets=sets):
                self.deal.append(Header("Sets", " ".join(str(size) for size in sets)))
            case _:
                self.see_own(event)

    @abstractmethod
    def see_own(self, event: SeenEvent) -> None:
        """Add an event that only this kind of game has."""

    @abstractmethod
    def open_entry(self) -> Entry | None:
        """Return the line of the current turn, if anything has happened in it."""

    def deal_headers(self) -> Sequence[Header]:
        """Return the headers that describe the deal."""
        return self.deal

    def record(self, headers: Sequence[Header], date: datetime.date | None) -> Record:
        """Return the record of what has been seen."""
        if not self._game:
            raise ValueError("the first event of a game says that it began")
        entry = self.open_entry()
        day = [] if date is None else [Header("Date", date.isoformat())]
        result = [] if self.result is None else [Header("Result", write_result(self.result))]
        lines: list[Line] = [Header(MAGIC, VERSION), *self._game, *day, *self._players, *headers]
        lines += [*self.deal_headers(), *result, Note(), *self._entries]
        return Record(tuple(lines if entry is None else [*lines, entry]))

    def begin(
        self, edition: AnyEdition, players: Sequence[str], ages: Sequence[int] | None
    ) -> None:
        """Write the headers of the game and of its players."""
        self._game += edition_headers(edition)
        for seat, name in enumerate(players):
            self._players.append(Header(f"Player-{seat + 1}", write_text(name)))
            if ages is not None:
                self._players.append(Header(f"Age-{seat + 1}", str(ages[seat])))
        self.hands = [()] * len(players)
        self.scores = [0] * len(players)

    def begin_in(self, position: str, hands: Sequence[KnownHand], scores: Sequence[int]) -> None:
        """Begin the game in a position, from which the first turn continues."""
        self._players.append(Header("Position", position))
        self.hands = list(hands)
        self.scores = list(scores)
        self.number = 1

    def close_entry(self) -> None:
        """Finish the line of the current turn."""
        if (entry := self.open_entry()) is not None:
            self._entries.append(entry)

    def add_to_hand(self, seat: int, drawn: KnownHand) -> None:
        """Add tiles to a seat's hand."""
        hand = self.hands[seat]
        self.hands[seat] = None if hand is None or drawn is None else (*hand, *drawn)

    def remove_from_hand(self, seat: int, gone: Iterable[Tile]) -> None:
        """Remove tiles from a seat's hand."""
        hand = self.hands[seat]
        if hand is None:
            return
        kept = list(hand)
        for tile in gone:
            kept.remove(tile)
        self.hands[seat] = tuple(kept)
