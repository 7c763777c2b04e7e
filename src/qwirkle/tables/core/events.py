"""The events of a table, as frozen values: the table is their fold.

They are for the store only: they hold hands, the seed and the hashes of secrets. ``views`` makes
the public form of them. No event holds a secret itself, only its SHA-256.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from qwirkle.rules.cards.events import AnyEvent as AnyCardsEvent
from qwirkle.rules.placement.events import AnyEvent
from qwirkle.tables.core.settings import Face, SeatKind, Series, Settings

Why = Literal["resigned", "time", "missed", "voted"]
How = Literal["finished", "resigned", "agreed", "closed", "never-started"]
By = Literal["person", "bot", "clock", "stand-in"]
About = Literal["end", "remove", "take-back"]
Reaction = Literal["hello", "well-played", "wow", "thinking", "oops", "thanks", "good-game"]


def kebab(name: str) -> str:
    """Return the name of a class as clients and the store know it."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


class TableEvent(
    msgspec.Struct, frozen=True, tag_field="event", tag=kebab, forbid_unknown_fields=True
):
    """Something that happened at a table."""


class PlannedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as it was when the table was opened."""

    kind: SeatKind
    name: str = ""
    bot: str = ""
    keys: tuple[str, ...] = ()
    account: str | None = None
    reserved: bool = False
    """Whether it is reserved for a player of the earlier table who has not come yet."""
    face: Face = ""
    nonce: str = ""


class Continued(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that was begun elsewhere and saved: its file reveals the deal."""

    taken_back: tuple[int, ...] = ()
    """The numbers of the turns that were taken back there."""


class TableOpened(TableEvent, frozen=True):
    """A table was opened."""

    table: str
    settings: Settings
    seats: tuple[PlannedSeat, ...]
    host: tuple[str, ...]
    """Hashes of the secrets that may start the game and arrange the seats."""
    seed: str
    commitment: str
    before: str | None = None
    """The table that this one is the rematch of."""
    series: Series | None = None
    continued: Continued | None = None
    """The saved game that the table continues, if any."""


class SeatPlanned(TableEvent, frozen=True):
    """The host changed the kind of a seat; it is empty now."""

    seat: int
    kind: SeatKind
    bot: str = ""


class SeatTaken(TableEvent, frozen=True):
    """A person sat down."""

    seat: int
    name: str
    key: str
    account: str | None = None
    face: Face = ""
    nonce: str = ""
    """What the device adds to the seed of the table."""


class SeatLeft(TableEvent, frozen=True):
    """A person left their seat before the game, or the host emptied it."""

    seat: int


class GameStarted(TableEvent, frozen=True):
    """Bots filled the open seats and the tiles were dealt."""

    filled: tuple[tuple[int, str, str], ...]
    """Seats that bots took: the seat, the bot, its name."""
    names: tuple[str, ...]
    events: tuple[AnyEvent | AnyCardsEvent, ...]
    nonces: tuple[str, ...] = ()
    """The additions of the seats' devices to the seed; empty if the seed alone decides."""


class TurnPlayed(TableEvent, frozen=True):
    """A seat did something in the game."""

    seat: int
    by: By
    events: tuple[AnyEvent | AnyCardsEvent, ...]


class TurnsTakenBack(TableEvent, frozen=True):
    """A seat took back its last turn: the game is back where it was before that turn.

    Drawn tiles are back in their places, so the seed deals the same ones again.
    """

    seat: int
    count: int
    """How many of the last ``turn-played`` events no longer count."""


class ClockWound(TableEvent, frozen=True):
    """A clock ran out while no server was running: the seat was given more time.

    The time is negative if the server's clock was put back: the turn then begins now.
    """

    seat: int
    ms: int


class SeatOut(TableEvent, frozen=True):
    """A person is no longer in the game."""

    seat: int
    why: Why


class VoteCalled(TableEvent, frozen=True):
    """A vote was called: to end the table, to continue without a player, or to take back a turn."""

    about: About
    seats: tuple[int, ...]
    """The seats that called it, which agree."""
    gone: int | None
    """The seat whose vote does not count."""
    seat: int | None = None
    """The seat that wants to take back its last turn."""


class VoteGiven(TableEvent, frozen=True):
    """Seats have voted; a single no ends the vote."""

    seats: tuple[int, ...]
    agree: bool


class TableEnded(TableEvent, frozen=True):
    """The table is over; the seed may be published."""

    how: How
    winners: tuple[int, ...]
    places: tuple[int, ...]
    """1 for the winners, by seat; empty if the game was never started."""
    scores: tuple[int, ...]


class RematchOpened(TableEvent, frozen=True):
    """A player wants to play again."""

    table: str
    key: str
    seed: str
    """The seed of the new table, decided here so that there can be only one."""
    nonce: str = ""


class Reacted(TableEvent, frozen=True):
    """A seat made a gesture."""

    seat: int
    what: Reaction


class RecoverySet(TableEvent, frozen=True):
    """A device made a link by which its seats can be carried to another one."""

    key: str
    token: str


class SeatsCarried(TableEvent, frozen=True, omit_defaults=True):
    """Another device shares these seats."""

    seats: tuple[int, ...]
    host: bool
    key: str
    owner: str = ""
    """The device that made the link, which no longer works."""


class OthersSignedOut(TableEvent, frozen=True):
    """Only this device has its seats now, and no link carries them."""

    seats: tuple[int, ...]
    host: bool
    key: str


class DealDisclosed(TableEvent, frozen=True):
    """The game was saved with its seed: its only device can know every hand and every draw."""


class RatingChange(msgspec.Struct, frozen=True):
    """The change of an account's rating by a result."""

    seat: int
    before: float
    after: float
    games: int
    """How many rated games the account has played by now."""


class ResultKept(TableEvent, frozen=True, omit_defaults=True):
    """The result was added to the history and the ratings of the accounts at this table."""

    ratings: tuple[RatingChange, ...] = ()
    """Empty if the table was not rated."""


AnyTableEvent = (
    TableOpened
    | SeatPlanned
    | SeatTaken
    | SeatLeft
    | GameStarted
    | TurnPlayed
    | TurnsTakenBack
    | ClockWound
    | SeatOut
    | VoteCalled
    | VoteGiven
    | TableEnded
    | RematchOpened
    | Reacted
    | RecoverySet
    | SeatsCarried
    | OthersSignedOut
    | DealDisclosed
    | ResultKept
)

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyTableEvent] = msgspec.json.Decoder(AnyTableEvent)


def write_event(event: AnyTableEvent) -> bytes:
    """Return an event as the JSON that is stored."""
    return _ENCODER.encode(event)


def read_event(body: bytes) -> AnyTableEvent:
    """Read an event from stored JSON."""
    return _DECODER.decode(body)
