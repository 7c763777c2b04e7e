"""Draws as chance nodes: what may be drawn next, piece by piece, in both families of games.

Pieces are drawn from a row of heaps. Nobody knows the order within a heap, and a heap is used up
before the next one begins. A bag or a deck is one heap. If traded tiles go under the pile (A9),
every trade adds a heap, whose contents the trading player knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from qwirkle.rules.cards.determinization import determinize as determinize_cards
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.cards.turns import Exchange
from qwirkle.rules.cards.view import view as cards_view
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.editions.cards import Edition as CardsEdition
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.events import Drew
from qwirkle.rules.family import AnyEdition, AnyState, AnyTurn, Pair, decide
from qwirkle.rules.placement.determinization import determinize, hidden_specials, state_behind
from qwirkle.rules.placement.state import Piece, Special, State
from qwirkle.rules.placement.turns import Trade
from qwirkle.rules.placement.view import view as placement_view
from qwirkle.rules.tiles import BOX, KINDS, Tile

OUTCOMES: tuple[Piece, ...] = (*KINDS, *(Special(action) for action in Action))
"""The possible results of a draw; a chance outcome is an index into this list."""
BOX_SIZE = len(BOX) + len(Action)
T = TypeVar("T")


class Heap(NamedTuple):
    """Pieces in an unknown order."""

    size: int
    seat: int | None = None
    """The seat that returned it, as long as it is complete."""


Heaps = tuple[Heap, ...]


class DealAgain(Exception):
    """A signal that nobody was dealt a set, so the cards are dealt once more."""


class ChanceDealer:
    """A dealer of what chance nodes have drawn; the order of later draws does not matter."""

    def __init__(
        self, drawn: Sequence[Piece] = (), starter: int | None = None, laid: int = BOX_SIZE
    ) -> None:
        self._drawn = list(drawn)
        self._starter = starter
        self._laid = laid
        self.tied: tuple[int, ...] = ()

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """Put the drawn pieces first, and the drawn starter before the others who may start."""
        if label == "starter":
            self.tied = tuple(thing for thing in things if isinstance(thing, int))
            start = 0 if self._starter is None else self._starter
            return tuple(things[start:]) + tuple(things[:start])
        if label.startswith("deck "):
            raise DealAgain
        rest, first = list(things), list[T]()
        # Mixing special tiles in below the black squares is a separate shuffle.
        most = self._laid if label == "bag" else BOX_SIZE
        while self._drawn and self._drawn[0] in rest and len(first) < most:
            piece = self._drawn.pop(0)
            first.append(rest.pop(rest.index(piece)))  # type: ignore[arg-type]
        return (*first, *rest)


EditionT_contra = TypeVar("EditionT_contra", contravariant=True)
StateT = TypeVar("StateT")


class Draws(Protocol[EditionT_contra, StateT]):
    """The way a family of games draws."""

    def opening_draws(self, edition: EditionT_contra, players: int, /) -> int:
        """Return how many tiles are drawn before the first turn."""
        ...

    def box(self, edition: EditionT_contra, drawn: int, /) -> list[Piece]:
        """Return all pieces that may be drawn before the first turn, after that many draws."""
        ...

    def first_shuffle(self, edition: EditionT_contra, /) -> int:
        """Return how many pieces the first shuffle determines."""
        ...

    def heaps(self, state: StateT, heaps: Heaps, turn: AnyTurn, /) -> list[Sequence[Piece]]:
        """Return the pieces that a turn draws from."""
        ...

    def with_next(self, state: StateT, heaps: Heaps, drawn: Sequence[Piece], /) -> StateT:
        """Return the same state with these pieces next."""
        ...

    def heaps_after(
        self, before: StateT, heaps: Heaps, turn: AnyTurn | None, after: StateT, /
    ) -> Heaps:
        """Return the heaps after a turn, or after dealing."""
        ...

    def resample(self, state: StateT, heaps: Heaps, seat: int, dealer: Dealer, /) -> StateT:
        """Return a state that the seat cannot tell from this one."""
        ...


def next_pieces(heaps: Sequence[Sequence[Piece]], drawn: Sequence[Piece]) -> Counter[Piece]:
    """Return the pieces that may be drawn next from these heaps, after these pieces."""
    begun = 0
    for heap in heaps:
        if len(drawn) < begun + len(heap):
            left = Counter(heap)
            left.subtract(drawn[begun:])
            return +left
        begun += len(heap)
    return Counter()


def tiles_drawn(state: AnyState, turn: AnyTurn) -> int:
    """Return how many tiles or cards a turn draws; special tiles on the way do not count."""
    seat = state.turn or 0
    in_order = draws_of(state).with_next(state, (), ())
    events = decide(in_order, seat, turn, ChanceDealer()).events
    return sum(event.count for event in events if isinstance(event, Drew))


class PlacementDraws:
    """A bag, or a pile with what was traded below it; special tiles may be in it."""

    def opening_draws(self, edition: Edition, players: int) -> int:
        """Count the black squares, then the hands."""
        return len(edition.layout.black) + players * edition.hand

    def box(self, edition: Edition, drawn: int) -> list[Piece]:
        """Return all tiles, and special tiles once the black squares are laid (A18)."""
        actions = edition.action_tiles
        hidden = actions.handed_out == "when-drawn" and drawn >= len(edition.layout.black)
        return [*edition.box, *(Special(kind) for kind in actions.kinds if hidden)]

    def first_shuffle(self, edition: Edition) -> int:
        """Count only the black squares, if special tiles are mixed in after them (A18)."""
        black, whole = len(edition.layout.black), len(self.box(edition, BOX_SIZE))
        return black if black and whole > len(edition.box) else BOX_SIZE

    def heaps(self, state: State, heaps: Heaps, _: AnyTurn) -> list[Sequence[Piece]]:
        """Return the pile in its parts."""
        return list(_split(state.pile, heaps))

    def with_next(self, state: State, heaps: Heaps, drawn: Sequence[Piece]) -> State:
        """Put these pieces first; then tiles before special tiles, heap by heap."""
        missing = Counter(drawn)
        rest: list[Piece] = []
        for heap in _split(state.pile, heaps or (Heap(len(state.pile)),)):
            left = Counter(heap)
            taken = left & missing
            missing -= taken
            rest += sorted((left - taken).elements(), key=OUTCOMES.index)
        return replace(state, pile=(*drawn, *rest))

    def heaps_after(self, before: State, heaps: Heaps, turn: AnyTurn | None, after: State) -> Heaps:
        """Return one heap; or the rest of the heaps, and the traded tiles."""
        if turn is None or after.edition.trading.returned == "mixed":
            return (Heap(len(after.pile)),)
        returned = len(turn.tiles) if isinstance(turn, Trade) else 0
        gone = len(before.pile) - (len(after.pile) - returned)
        found = list(_without(heaps, gone))
        if returned:
            found.append(Heap(returned, before.turn))
        return tuple(found)

    def resample(self, state: State, heaps: Heaps, seat: int, dealer: Dealer) -> State:
        """Deal again what the seat cannot see; tiles that it put under the pile stay there."""
        seen = placement_view(state, seat)
        parts = list(zip(heaps, _split(state.pile, heaps), strict=True))
        known = [tile for heap, part in parts if heap.seat == seat for tile in part]
        if not known or hidden_specials(seen):
            return determinize(seen, dealer)
        unseen = seen.unseen()
        unseen.subtract(piece for piece in known if isinstance(piece, Tile))
        rest = list(dealer.shuffled(sorted(unseen.elements()), "unseen"))
        others = sum(player.tiles for at, player in enumerate(seen.players) if at != seat)
        hidden, rest = rest[:others], rest[others:]
        for heap, part in parts:
            if heap.seat == seat:
                hidden += [piece for piece in part if isinstance(piece, Tile)]
            else:
                hidden, rest = hidden + rest[: heap.size], rest[heap.size :]
        return state_behind(seen, hidden)


class CardDraws:
    """A deck, to which an exchange returns a whole hand first."""

    def opening_draws(self, edition: CardsEdition, players: int) -> int:
        """Count the hands."""
        return players * edition.hand

    def box(self, _: CardsEdition, __: int) -> list[Piece]:
        """Return all cards."""
        return list(BOX)

    def first_shuffle(self, _: CardsEdition) -> int:
        """Count all cards."""
        return BOX_SIZE

    def heaps(self, state: CardsState, _: Heaps, turn: AnyTurn) -> list[Sequence[Piece]]:
        """Return the deck; for an exchange, with the exchanged hand in it (A15)."""
        hand = state.seats[state.turn or 0].hand if isinstance(turn, Exchange) else ()
        return [(*state.deck, *hand)]

    def with_next(self, state: CardsState, _: Heaps, drawn: Sequence[Piece]) -> CardsState:
        """Put these cards first; in an exchange, the dealer has those that are not in the deck."""
        cards = [card for card in drawn if isinstance(card, Tile)]
        if Counter(cards) - Counter(state.deck):
            return state
        rest = Counter(state.deck)
        rest.subtract(cards)
        return replace(state, deck=(*cards, *sorted(rest.elements())))

    def heaps_after(
        self, _: CardsState, __: Heaps, ___: AnyTurn | None, after: CardsState
    ) -> Heaps:
        """Return the deck."""
        return (Heap(len(after.deck)),)

    def resample(self, state: CardsState, _: Heaps, seat: int, dealer: Dealer) -> CardsState:
        """Deal again what the seat cannot see."""
        return determinize_cards(cards_view(state, seat), dealer)


def draws_of(member: AnyEdition | AnyState) -> Draws[AnyEdition, AnyState]:
    """Return the way in which the game of this edition or state draws."""
    return _DRAWS.of(member)


def _split(pile: Sequence[Piece], heaps: Heaps) -> Iterator[tuple[Piece, ...]]:
    first = 0
    for heap in heaps:
        yield tuple(pile[first : first + heap.size])
        first += heap.size


def _without(heaps: Heaps, gone: int) -> Iterator[Heap]:
    """Return what is left of heaps after some pieces were drawn."""
    for heap in heaps:
        taken = min(gone, heap.size)
        gone -= taken
        if not taken:
            yield heap
        elif taken < heap.size:
            yield Heap(heap.size - taken)


_DRAWS = Pair[Draws[Edition, State], Draws[CardsEdition, CardsState], Draws[AnyEdition, AnyState]](
    placement=PlacementDraws(), cards=CardDraws()
)
