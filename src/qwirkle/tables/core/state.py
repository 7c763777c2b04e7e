"""The state of a table at one moment, including all secrets; ``views`` holds the public form."""

from __future__ import annotations

from collections.abc import Collection
from hmac import compare_digest
from typing import Literal

import msgspec

from qwirkle.rules.dealing import joint_seed
from qwirkle.rules.family import AnyState
from qwirkle.tables.core.events import About, By, How, RatingChange, Why
from qwirkle.tables.core.settings import Face, SeatKind, Series, Settings

Phase = Literal["lobby", "playing", "ended"]
ListedAs = Literal["open", "quick", "watch"]
"""Lists of a server: tables with a free seat, quick games that wait, and games to watch."""


class TableSeat(msgspec.Struct, frozen=True):
    """A seat and its occupant."""

    kind: SeatKind
    name: str = ""
    bot: str = ""
    """The level or spec of the bot that sits here, or would fill this open seat."""
    keys: tuple[str, ...] = ()
    """Hashes of the secrets of the devices that sit here."""
    account: str | None = None
    reserved: bool = False
    """Whether it is reserved for a player of the earlier table who has not come yet."""
    out: Why | None = None
    missed: int = 0
    """How many turns in a row the clock has played for this seat."""
    left_ms: int | None = None
    """The time left of a clock per game when the turn began."""
    reacted: tuple[int, ...] = ()
    """When the last gestures were made."""
    face: Face = ""
    nonce: str = ""
    """What its device adds to the seed of the table."""

    @property
    def person(self) -> bool:
        """Whether a person sits here, or sat here before leaving the game."""
        return self.kind != "bot" and bool(self.keys) and not self.reserved

    @property
    def is_playing(self) -> bool:
        """Whether a person plays here."""
        return self.person and self.out is None


class OpenVote(msgspec.Struct, frozen=True):
    """A vote that is still undecided."""

    about: About
    agreed: tuple[int, ...]
    gone: int | None
    seat: int | None = None
    """The seat that wants to take back its last turn."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """Something that a seat did in the game, which can be taken back.

    Its content is in the table's events: the game before it is folded from them when needed.
    """

    seat: int
    by: By
    turn: int
    """The number of turns played before."""
    missed: int
    left_ms: int | None
    """The turns the seat had missed, and the time on its clock, before."""


class Ended(msgspec.Struct, frozen=True):
    """The ending of a table."""

    how: How
    winners: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    at: int


class Next(msgspec.Struct, frozen=True):
    """The rematch of a table."""

    table: str
    key: str
    seed: str
    nonce: str = ""


class Table(msgspec.Struct, frozen=True):
    """A table; the fold of its events."""

    id: str
    settings: Settings
    seats: tuple[TableSeat, ...]
    host: tuple[str, ...]
    seed: str
    commitment: str
    opened_at: int
    seq: int = 0
    changed: int = 0
    """The number of the last event of the game proper: commands from before it are stale."""
    phase: Phase = "lobby"
    game: AnyState | None = None
    played: tuple[Played, ...] = ()
    """The turns that can be taken back, from the earliest on."""
    taken_back: tuple[int, ...] = ()
    """The number, from 1, of every turn that was taken back; of several at a time, the first."""
    declined: int | None = None
    """The turn whose taking back the others declined."""
    turn_since: int = 0
    """When the current turn began."""
    wound_ms: int = 0
    """Time added to this turn because no server was running."""
    gestures: int = 0
    """Gestures since the last turn."""
    vote: OpenVote | None = None
    vote_called_at: int | None = None
    """When the last vote was called."""
    reseated: tuple[int, ...] = ()
    """When seats last changed, before the game."""
    recoveries: tuple[tuple[str, str], ...] = ()
    """The hash of the token that carries a device's seats to another one, by device."""
    ended: Ended | None = None
    before: str | None = None
    series: Series | None = None
    next: Next | None = None
    nonces: tuple[str, ...] = ()
    """The additions of the seats' devices to the seed when the game was dealt; empty if none."""
    deal_known: bool = False
    """Whether a device at this table can know the seed, from a saved game."""
    result_kept: bool = False
    ratings: tuple[RatingChange, ...] = ()

    @property
    def tournament(self) -> str | None:
        """The tournament that this table belongs to. Nobody is host of such a table."""
        return None if self.series is None else self.series.tournament

    @property
    def joint_seed(self) -> bytes:
        """The seed that the game is dealt by, once it has begun."""
        return joint_seed(self.seed, self.nonces)

    @property
    def to_be_kept(self) -> bool:
        """Whether the result of this table is not yet in the accounts' histories."""
        return (
            self.phase == "ended"
            and self.game is not None
            and not self.result_kept
            and any(seat.account is not None for seat in self.seats)
        )

    @property
    def listed_as(self) -> ListedAs | None:
        """The list of the server that shows this table now, if any."""
        settings = self.settings
        if settings.listing == "nobody" or self.phase == "ended":
            return None
        if self.phase == "playing":
            return "watch" if settings.spectators == "anyone" else None
        if all(seat.kind == "bot" or seat.keys for seat in self.seats):
            return None
        return "quick" if settings.listing == "quick" else "open"

    @property
    def invited(self) -> tuple[int, ...]:
        """The seats reserved for people whom another player has asked for a rematch."""
        if self.phase != "lobby" or self.before is None or self.tournament is not None:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.reserved)

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is."""
        return None if self.game is None or self.phase != "playing" else self.game.turn

    def last_turn_of(self, seats: Collection[int]) -> Played | None:
        """Return the first act of the last turn of these seats, if it can be taken back.

        That is possible until another person has played. An unfinished turn can be restarted.
        """
        if self.game is None or self.phase != "playing":
            return None
        begun = self.game.turns_played
        last: Played | None = None
        for mark in reversed(self.played):
            if last is not None and mark.turn != last.turn:
                break
            if mark.seat in seats and mark.by in ("person", "clock"):
                last = mark
            elif mark.by in ("person", "clock") and mark.turn != begun:
                break
        return last

    @property
    def may_take_back(self) -> tuple[int, ...]:
        """The seats that could take back their last turn, unless the others have declined."""
        # Only turns since then can be taken back, so most seats need not be checked.
        seats = sorted({mark.seat for mark in self.played})
        last = {seat: self.last_turn_of((seat,)) for seat in seats}
        return tuple(
            seat for seat, mark in last.items() if mark is not None and mark.turn != self.declined
        )

    def held_by(self, key: str | None) -> tuple[int, ...]:
        """Return the seats of a device."""
        if key is None:
            return ()
        held = []
        for which, seat in enumerate(self.seats):
            for known in seat.keys:
                if compare_digest(known, key):
                    held.append(which)
                    break
        return tuple(held)

    def elsewhere(self, key: str | None, account: str | None) -> tuple[int, ...]:
        """Return the seats that an account took on devices other than this one."""
        if account is None:
            return ()
        held = self.held_by(key)
        return tuple(
            which
            for which, seat in enumerate(self.seats)
            if seat.account == account and which not in held
        )

    @property
    def host_seat(self) -> int | None:
        """The first seat of the person who opened this table; None if they have none."""
        if self.tournament is not None:
            return None
        for which, seat in enumerate(self.seats):
            if seat.person and not set(seat.keys).isdisjoint(self.host):
                return which
        return None

    def hosted_by(self, key: str | None) -> bool:
        """Return whether a device opened this table.

        Tables of a tournament have no host, although earlier versions stored both players as hosts.
        """
        if key is None or self.tournament is not None:
            return False
        return any(compare_digest(known, key) for known in self.host)
