"""Decisions, and the checks that both families share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from qwirkle.errors import ArgumentError, EditionError, IllegalTurn, QwirkleError
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.editions.base import GameEdition, Start, Tie
from qwirkle.rules.reasons import Reason, refuse
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import Tile

S = TypeVar("S")
E = TypeVar("E")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Decision(Generic[S, E]):
    """The events that follow from a turn, and the state after the last of them."""

    events: tuple[E, ...]
    state: S


class DecisionBuilder(Generic[S, E]):
    """A decision in the making: events are recorded one after the other."""

    def __init__(self, state: S | None, evolve: Callable[[S | None, E], S]) -> None:
        self._state = state
        self._evolve = evolve
        self._events: list[E] = []

    @property
    def state(self) -> S:
        """The state after the events recorded so far."""
        if self._state is None:
            raise ValueError("no event has been recorded yet")
        return self._state

    def record(self, event: E) -> None:
        """Add an event."""
        self._state = self._evolve(self._state, event)
        self._events.append(event)

    def decision(self) -> Decision[S, E]:
        """Return what was recorded."""
        return Decision(tuple(self._events), self.state)


class _Seat(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def hand(self) -> tuple[Tile, ...]: ...


class _Opening(Protocol):
    @property
    def largest_set(self) -> bool: ...


class _Edition(Protocol):
    @property
    def start(self) -> Start: ...

    @property
    def opening(self) -> _Opening: ...


class _State(Protocol):
    """The parts that the states of both families share."""

    @property
    def edition(self) -> _Edition: ...

    @property
    def seats(self) -> tuple[_Seat, ...]: ...

    @property
    def ages(self) -> tuple[int, ...] | None: ...

    @property
    def turn(self) -> int | None: ...

    @property
    def doing(self) -> msgspec.Struct | None: ...


StateT = TypeVar("StateT", bound=_State)


def fold_events(evolve: Callable[[S | None, E], S], events: Iterable[E]) -> S:
    """Return the state after these events, from the first one on."""
    state: S | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a game has at least its first event")
    return state


def with_seat(state: StateT, seat: int, **changes: Any) -> StateT:
    """Return the state with a seat changed."""
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **changes)  # type: ignore[type-var]
    return replace(state, seats=tuple(seats))  # type: ignore[type-var]


def with_doing(state: StateT, **changes: Any) -> StateT:
    """Return the state with more of what happens in this turn, if a turn has begun."""
    doing = state.doing
    if doing is None:
        return state
    return replace(state, doing=replace(doing, **changes))  # type: ignore[type-var]


def deal_hidden(
    hidden: Sequence[Tile],
    sizes: Sequence[int],
    seat: int | None,
    hand: tuple[Tile, ...],
    left: int,
) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """Deal hidden tiles to every hand but the seat's own; the next ``left`` are still to draw."""
    wanted = left + sum(size for other, size in enumerate(sizes) if other != seat)
    if wanted > len(hidden):
        raise QwirkleError(f"{wanted} pieces are hidden, but only {len(hidden)} are left")
    hands = []
    at = 0
    for other, size in enumerate(sizes):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(tuple(hidden[at : at + size]))
            at += size
    return tuple(hands), tuple(hidden[at : at + left])


def check_players(
    edition: GameEdition, players: Sequence[str], ages: Sequence[int] | None = None
) -> None:
    """Refuse a number of players the game is not for (Q-COMP-2), or ages that do not fit it."""
    fewest, most = edition.fewest_players, edition.most_players
    if not fewest <= len(players) <= most:
        raise EditionError(f"{edition.name} is for {fewest} to {most} players, not {len(players)}")
    if ages is not None and len(ages) != len(players):
        raise EditionError(f"{len(players)} players need {len(players)} ages, not {len(ages)}")


def wrong_turn(turn: object, game: str, instead: str = "") -> TypeError:
    """Return the error for a value that is not a turn of the game; ``instead`` says what is."""
    return TypeError(f"not a turn of {game}: {turn!r}{instead}")


def check_turn(state: _State, seat: int) -> None:
    """Refuse an act when the game is over or it is another seat's turn."""
    if state.turn is None:
        raise IllegalTurn([refuse(Reason.GAME_OVER)])
    if seat != state.turn:
        raise IllegalTurn([refuse(Reason.NOT_YOUR_TURN, name=state.seats[state.turn].name)])


def hand_of(hands: Sequence[tuple[Tile, ...]], seat: int | None) -> tuple[Tile, ...]:
    """Return the hand a seat may see: its own; none for a spectator.

    A negative number is refused: as an index it would silently show another seat's hand.
    """
    if seat is None:
        return ()
    if not isinstance(seat, int) or not 0 <= seat < len(hands):
        raise ArgumentError(f"there is no seat {seat!r}; seats are 0 to {len(hands) - 1}")
    return hands[seat]


def largest_sets(state: _State) -> tuple[int, ...]:
    """Return the size of everyone's largest set (Q-START-2, C-START-1)."""
    return tuple(largest_set_size(seat.hand) for seat in state.seats)


def first_turn(state: _State, dealer: Dealer) -> tuple[tuple[int, ...], int, int]:
    """Return everyone's largest set, who starts, and how many pieces they must play at least.

    The last is 0 where an opening need not be a largest set (Q-START-4, A16).
    """
    sets = largest_sets(state)
    first = starter(sets, state.ages, state.edition.start.tie, dealer)
    return sets, first, sets[first] if state.edition.opening.largest_set else 0


def winners(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the highest score; they share the win (Q-END-3, C-WIN-1)."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def starter(sets: Sequence[int], ages: Sequence[int] | None, tie: Tie, dealer: Dealer) -> int:
    """Return the starter (Q-START-3, C-START-1); equal or unknown ages are decided by lot (A27)."""
    return dealer.shuffled(possible_starters(sets, ages, tie), "starter")[0]


def possible_starters(sets: Sequence[int], ages: Sequence[int] | None, tie: Tie) -> list[int]:
    """Return the seats that may start: the largest set, then age."""
    tied = [seat for seat, size in enumerate(sets) if size == max(sets)]
    if ages is None:
        return tied
    wanted = (max if tie == "oldest" else min)(ages[seat] for seat in tied)
    return [seat for seat in tied if ages[seat] == wanted]


def without(hand: tuple[T, ...], gone: Iterable[T]) -> tuple[T, ...]:
    """Return the hand, or the sets on the table, without these; the others keep their order."""
    missing = Counter(gone)
    kept = []
    for piece in hand:
        if missing[piece] > 0:
            missing[piece] -= 1
        else:
            kept.append(piece)
    return tuple(kept)


def private_part(private: tuple[T, ...] | None) -> tuple[T, ...]:
    """The private part of an event, which only the dealer's events have."""
    if private is None:
        raise ValueError("a game is folded from the dealer's events, not from what a seat saw")
    return private
