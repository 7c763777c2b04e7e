"""The replay of a recorded game by the rules, with or without its seed: the parts all games share.

Used by ``replay``. The rules judge every turn; none of them is repeated here. ``deals_tiles`` and
``deals_cards`` know the turns and figures of their kind of game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn, TypeVar

from qwirkle.errors import IllegalTurn, NotationError
from qwirkle.notation.record.builder import KnownHand, SeenEvent
from qwirkle.notation.record.headers import Headers
from qwirkle.notation.record.lines import Entry, Record, write_hand
from qwirkle.notation.record.set_up import position_of_record
from qwirkle.notation.text.turns import HiddenTrade, WrittenTurn
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.dealing import Dealer, SeedDealer
from qwirkle.rules.events import StarterFound
from qwirkle.rules.family import (
    AnyEdition,
    AnyGameEvent,
    AnyState,
    AnyTurn,
    begin,
    decide,
    fold,
    set_up,
)
from qwirkle.rules.placement.board import Board
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.starting import check_players, possible_starters
from qwirkle.rules.tiles import COPIES, Tile

T = TypeVar("T")

AnyWrittenTurn = WrittenTurn | CardTurn
"""A turn of any game, as a record can contain it."""


class GameReplay(ABC):
    """A game whose seed is known: everything follows from it and the turns."""

    state: AnyState
    dealt: tuple[SeenEvent, ...]
    """The events of the deal, as far as they are known."""
    happened: tuple[AnyGameEvent, ...] = ()
    """The events of the last line; without a seed, with placeholders for unknown pieces."""
    dealer: Dealer

    def __init__(self, record: Record, headers: Headers, edition: AnyEdition) -> None:
        self.dealer = SeedDealer(headers.joint_seed or b"")
        if headers.position is not None:
            seen = position_of_record(record, headers, edition)
            begun = set_up(seen, headers.players, self.dealer)
        else:
            begun = begin(edition, headers.players, self.dealer, headers.ages)
        self.dealt, self.state = begun.events, begun.state
        if headers.position is None:
            self.check_deal(record, headers, begun.events)

    def check_deal(self, record: Record, headers: Headers, dealt: Sequence[AnyGameEvent]) -> None:
        """Compare the headers about the deal with the rules."""
        sets = next(event.sets for event in dealt if isinstance(event, StarterFound))
        if headers.sets not in {None, sets}:
            differs(record, "Sets", " ".join(str(size) for size in sets))

    @abstractmethod
    def read(self, text: str) -> AnyWrittenTurn:
        """Return the turn of a line."""

    @abstractmethod
    def check_figures(self, entry: Entry, happened: Sequence[AnyGameEvent]) -> None:
        """Compare the figures of a line with the rules."""

    @abstractmethod
    def used_pieces(self, turn: AnyWrittenTurn) -> tuple[Tile, ...]:
        """Return the pieces that leave the hand for table or bag, if the text names them."""

    @property
    @abstractmethod
    def board(self) -> Board:
        """The tiles on the table now; none in the card game."""

    @property
    @abstractmethod
    def table(self) -> tuple[CardSet, ...]:
        """The sets on the table now; none in the placement games."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The scores, seat by seat."""

    def play(self, entry: Entry) -> tuple[AnyWrittenTurn, tuple[SeenEvent, ...]]:
        """Play one line and compare it with the rules."""
        written = self.read(entry.turn)
        if self.state.turn is None:
            raise NotationError("the game is over: nothing can follow")
        if entry.seat != self.state.turn:
            raise NotationError(f"it is the turn of seat {self.state.turn + 1}")
        turn = self.prepare(entry, written)
        try:
            decision = decide(self.state, entry.seat, turn, self.dealer)
        except IllegalTurn as refused:
            reasons = ", ".join(refused.reasons)
            raise NotationError(f"the rules refuse this turn ({reasons}): {refused}") from None
        self.state = decision.state
        self.happened = decision.events
        self.check_figures(entry, decision.events)
        return written, self.known_events(decision.events)

    def prepare(self, entry: Entry, turn: AnyWrittenTurn) -> AnyTurn:
        """Return the turn to judge, after checking the written hand."""
        hand = self.state.seats[entry.seat].hand
        if entry.hand is not None and Counter(entry.hand) != Counter(hand):
            raise NotationError(f"the hand is {write_hand(hand)}, not {write_hand(entry.hand)}")
        if isinstance(turn, HiddenTrade):
            raise NotationError("a record with its seed names the tiles of a trade")
        return turn

    def known_events(self, happened: Sequence[AnyGameEvent]) -> tuple[SeenEvent, ...]:
        """Return the events as far as they are known."""
        return tuple(happened)

    def hands(self) -> tuple[KnownHand, ...]:
        """Return the hands as far as they are known."""
        return tuple(seat.hand for seat in self.state.seats)

    def whole(self) -> AnyState | None:
        """Return the state, if all of it is known."""
        return self.state


class InOrder:
    """A dealer for piles of unknown tiles, whose order does not matter."""

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:  # noqa: ARG002
        """Return the same things in the same order."""
        return tuple(things)


class UnseededReplay(GameReplay):
    """A game without a seed: the state holds the right number of tiles, mostly unknown ones."""

    def __init__(self, record: Record, headers: Headers, edition: AnyEdition) -> None:
        check_players(edition, headers.players)
        seats = len(headers.players)
        self.dealer = InOrder()
        self.dealt = ()
        self._sets = headers.sets
        # The pieces each seat is known to have kept since its last written hand.
        self.kept: list[tuple[Tile, ...]] = [()] * seats
        self._first_hand = [True] * seats
        if headers.sets is not None:
            _check_starter(record, headers, edition)
        if headers.position is None:
            self.state = fold(self.unknown_deal(record, headers))
            return
        seen = position_of_record(record, headers, edition)
        self.state = set_up(seen, headers.players, self.dealer).state
        if seen.seat is not None:
            # The hand of the seat to move may be known.
            self.kept[seen.seat] = seen.hand

    @abstractmethod
    def unknown_deal(self, record: Record, headers: Headers) -> Iterable[AnyGameEvent]:
        """Return the events of the deal with unknown tiles, as the headers describe it."""

    @abstractmethod
    def visible_pieces(self) -> Iterable[Tile]:
        """Return everything from the box that is visible."""

    def believe(self, entry: Entry, needed: Counter[Tile]) -> None:
        """Check a line's hand; for ``?``, assume what the turn needs and what was kept."""
        seat, hand = entry.seat, entry.hand
        size = len(self.state.seats[seat].hand)
        if needed.total() > size:
            raise NotationError(
                f"seat {seat + 1} has {size} {self.state.edition.pieces}, fewer than it uses here"
            )
        if hand is not None:
            self._check_hand(seat, hand, size)
        self._check_copies(
            seat, needed | Counter(self.kept[seat]) if hand is None else Counter(hand)
        )
        self._first_hand[seat] = False

    def known_events(self, happened: Sequence[AnyGameEvent]) -> tuple[SeenEvent, ...]:
        """Return the events as a spectator saw them, without the unknown tiles of the state."""
        return tuple(event.seen_by(None) for event in happened)

    def hands(self) -> tuple[KnownHand, ...]:
        """Return the hands as far as they are known."""
        sizes = [len(seat.hand) for seat in self.state.seats]
        return tuple(
            kept if len(kept) == size else None for kept, size in zip(self.kept, sizes, strict=True)
        )

    def whole(self) -> AnyState | None:
        """Return None: without a seed, the state is never completely known."""
        return None

    def _check_hand(self, seat: int, hand: tuple[Tile, ...], size: int) -> None:
        pieces = self.state.edition.pieces
        if len(hand) != size:
            raise NotationError(f"the hand has {size} {pieces} here, not {len(hand)}")
        if lost := Counter(self.kept[seat]) - Counter(hand):
            raise NotationError(
                f"{write_hand(lost.elements())} was in this hand before and has not left it"
            )
        stated = None if self._sets is None else self._sets[seat]
        largest = largest_set_size(hand)
        # Until its first turn a seat holds the tiles it was dealt.
        if self._first_hand[seat] and stated not in {None, largest}:
            raise NotationError(
                f"the largest set of this hand has {largest} {pieces}; "
                f"the header Sets says {stated}"
            )

    def _check_copies(self, seat: int, own: Counter[Tile]) -> None:
        """Refuse a kind that would appear more often than in the box (Q-COMP-1, C-SETUP-1)."""
        others = (kept for other, kept in enumerate(self.kept) if other != seat)
        known = own + Counter(self.visible_pieces()) + Counter(t for kept in others for t in kept)
        if many := [tile for tile, count in known.items() if count > COPIES]:
            raise NotationError(f"{many[0]} would be in this game more than {COPIES} times")


def even_draws(hand: int, seats: int, left: int) -> Iterator[int]:
    """Yield how many tiles each seat draws at the start, as far as they go."""
    for _ in range(seats):
        drawn = min(hand, left)
        left -= drawn
        yield drawn


def opening(record: Record, headers: Headers, *, largest_set: bool) -> tuple[int, int]:
    """Return who starts, and how much the first turn must play: the largest set, if known.

    Without that rule it is 0.
    """
    starter, size = _starter(record, headers)
    return starter, size if largest_set else 0


def _starter(record: Record, headers: Headers) -> tuple[int, int]:
    first = next(iter(record.entries), None)
    if first is None:
        starter = headers.sets.index(max(headers.sets)) if headers.sets else 0
    else:
        starter = first.seat
    if headers.sets is not None:
        return starter, headers.sets[starter]
    hand = None if first is None else first.hand
    return starter, 0 if hand is None else largest_set_size(hand)


def _check_starter(record: Record, headers: Headers, edition: AnyEdition) -> None:
    """Refuse a starter that the rules do not allow.

    The largest set decides, then age (Q-START-3, C-START-1); ties may have been decided by lot.
    """
    tied = possible_starters(headers.sets or (), headers.ages, edition.start.tie)
    for number, line in record.numbered_lines():
        if isinstance(line, Entry):
            if line.seat not in tied:
                seats = " or ".join(str(seat + 1) for seat in tied)
                raise NotationError(f"by the sets and ages seat {seats} starts", line=number)
            return


def check_figure(what: str, found: int, written: int) -> None:
    """Refuse a figure of a line that contradicts the rules."""
    if found != written:
        raise NotationError(f"{what}: by the rules {found}, not {written}")


def differs(record: Record, key: str, found: str) -> NoReturn:
    """Refuse a header that contradicts the rules."""
    raise NotationError(f"{key}: by the rules it is {found}", line=record.line_of(key))
