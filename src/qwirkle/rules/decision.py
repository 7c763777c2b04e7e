"""Decisions on a turn, and the changes to a state that both families share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from qwirkle.errors import IllegalTurn, QwirkleError
from qwirkle.rules.refusals.reasons import Reason, refuse
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
    """A decision in the making: events are recorded one after another."""

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
        """Record an event and apply it to the state."""
        self._state = self._evolve(self._state, event)
        self._events.append(event)

    def decision(self) -> Decision[S, E]:
        """Return the decision made of the recorded events."""
        return Decision(tuple(self._events), self.state)


class _Seat(Protocol):
    @property
    def name(self) -> str: ...


class _State(Protocol):
    """The parts that the states of both families share."""

    @property
    def seats(self) -> tuple[_Seat, ...]: ...

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


def with_seat(state: StateT, seat: int, **changes: object) -> StateT:
    """Return the state with a seat changed."""
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **changes)  # type: ignore[type-var]
    return replace(state, seats=tuple(seats))  # type: ignore[type-var]


def with_doing(state: StateT, **changes: object) -> StateT:
    """Return the state with more details of the turn in progress, if a turn has begun."""
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
    """Deal hidden tiles to every hand but the seat's own; the next ``left`` remain to be drawn."""
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


def wrong_turn(turn: object, game: str, instead: str = "") -> TypeError:
    """Return the error for a value that is not a turn of the game; ``instead`` names what is."""
    return TypeError(f"not a turn of {game}: {turn!r}{instead}")


def check_turn(state: _State, seat: int) -> None:
    """Refuse an act when the game is over or it is another seat's turn."""
    if state.turn is None:
        raise IllegalTurn([refuse(Reason.GAME_OVER)])
    if seat != state.turn:
        raise IllegalTurn([refuse(Reason.NOT_YOUR_TURN, name=state.seats[state.turn].name)])


def without(hand: tuple[T, ...], gone: Iterable[T]) -> tuple[T, ...]:
    """Return a hand, or the sets on the table, without these; the rest keeps its order."""
    missing = Counter(gone)
    kept = []
    for piece in hand:
        if missing[piece] > 0:
            missing[piece] -= 1
        else:
            kept.append(piece)
    return tuple(kept)


def private_part(private: tuple[T, ...] | None) -> tuple[T, ...]:
    """Return the private part of an event, which only the dealer's events have."""
    if private is None:
        raise ValueError("a game is folded from the dealer's events, not from what a seat saw")
    return private
