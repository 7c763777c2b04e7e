"""The starter: the largest set in hand decides, then age, then the lot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from qwirkle.errors import EditionError
from qwirkle.rules.dealing import Dealer
from qwirkle.rules.editions.base import GameEdition, Start, Tie
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import Tile


class _Seat(Protocol):
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

    @property
    def longest_set(self) -> int: ...


class _State(Protocol):
    """The parts of a dealt game that decide who starts it."""

    @property
    def edition(self) -> _Edition: ...

    @property
    def seats(self) -> tuple[_Seat, ...]: ...

    @property
    def ages(self) -> tuple[int, ...] | None: ...


def check_players(
    edition: GameEdition, players: Sequence[str], ages: Sequence[int] | None = None
) -> None:
    """Refuse a number of players the game is not for (Q-COMP-2), or ages that do not match it."""
    fewest, most = edition.fewest_players, edition.most_players
    if not fewest <= len(players) <= most:
        raise EditionError(f"{edition.name} is for {fewest} to {most} players, not {len(players)}")
    if ages is not None and len(ages) != len(players):
        raise EditionError(f"{len(players)} players need {len(players)} ages, not {len(ages)}")


def first_turn(state: _State, dealer: Dealer) -> tuple[tuple[int, ...], int, int]:
    """Return everyone's largest set, the starter, and the fewest pieces the starter must play.

    The last is 0 where an opening need not be a largest set (Q-START-4, A16).
    """
    sets = largest_sets(state)
    first = starter(sets, state.ages, state.edition.start.tie, dealer)
    fewest = min(sets[first], state.edition.longest_set)
    return sets, first, fewest if state.edition.opening.largest_set else 0


def largest_sets(state: _State) -> tuple[int, ...]:
    """Return the size of everyone's largest set (Q-START-2, C-START-1)."""
    return tuple(largest_set_size(seat.hand) for seat in state.seats)


def starter(sets: Sequence[int], ages: Sequence[int] | None, tie: Tie, dealer: Dealer) -> int:
    """Return the starter (Q-START-3, C-START-1); equal or unknown ages are decided by lot (A27)."""
    return dealer.shuffled(possible_starters(sets, ages, tie), "starter")[0]


def possible_starters(sets: Sequence[int], ages: Sequence[int] | None, tie: Tie) -> list[int]:
    """Return the seats that may start: those with the largest set, then the oldest."""
    most = max(sets, default=0)
    tied = [seat for seat, size in enumerate(sets) if size == most]
    if ages is None:
        return tied
    wanted = (max if tie == "oldest" else min)(ages[seat] for seat in tied)
    return [seat for seat in tied if ages[seat] == wanted]
