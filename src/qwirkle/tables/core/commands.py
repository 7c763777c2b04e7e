"""The commands of a table.

Clients send the first group as JSON; the second group is internal to the service. The ``Actor`` is
passed beside the command; no command holds a secret.
"""

from __future__ import annotations

from typing import Annotated, Literal, Protocol, TypeVar

import msgspec

from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import AnyTurn
from qwirkle.tables.core.events import RatingChange, kebab
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import Clock, Face, Listing, SeatKind, SeatPlan

T = TypeVar("T")

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
TableId = Annotated[
    str, msgspec.Meta(max_length=40, description="The id of the table, as in its invitation.")
]

Nonce = Annotated[
    str,
    msgspec.Meta(
        pattern="^([0-9a-f]{32})?$",
        description="32 random hexadecimal digits that a device adds to the seed; empty for none.",
    ),
]

MAX_SAVED = 50_000
"""The maximum length of a saved game in characters; a long game has half as many."""


class Actor(msgspec.Struct, frozen=True):
    """The sender of a command: the hash of a device's secret, and the account signed in on it."""

    key: str
    account: str | None = None


class Secrets(Protocol):
    """A source of unguessable tokens."""

    def seed(self) -> str:
        """Return 256 bits for the dealer, as 64 hexadecimal digits."""
        ...

    def table(self) -> str:
        """Return the id of a new table, which is its invitation too."""
        ...


class _Asked(msgspec.Struct, frozen=True, tag_field="do", tag=kebab, forbid_unknown_fields=True):
    """A command as a client sends it."""


class OpenTable(_Asked, frozen=True):
    """Open a table."""

    seats: tuple[SeatPlan, ...]
    game: str = "classic"
    options: dict[str, OptionValue] = {}
    house_rule: str | None = None
    clock: Clock | None = None
    spectators: Literal["anyone", "nobody"] = "anyone"
    hints: bool = True
    patience_ms: int | None = None
    position: str | None = None
    """The text of the position to begin in; the seed deals whatever it leaves open."""
    listing: Listing = "nobody"
    """The public list of this server that the table appears in."""
    series: Literal["best-of-3", "best-of-5", "evening"] | None = None
    """The kind of series that this game begins: several games with a common score."""
    friendly_deal: bool = False
    """Whether to look for a deal with a Qwirkle in reach; for one person against bots."""
    teaching: int | None = None
    """The points that a turn must lose for the game to ask whether to look again, 1 to 12.

    For one person against bots. In the card game, Qwirkles.
    """
    start: bool = False
    """Whether the game begins immediately, as with ``start``: nobody may be missing."""
    nonce: Nonce = ""
    """What the device adds to the deal, for all of its seats; a friendly deal ignores it."""


class ContinueGame(_Asked, frozen=True):
    """Open a table that continues a saved game; this device gets the seats of all people."""

    record: Annotated[str, msgspec.Meta(max_length=MAX_SAVED)]


class Sit(_Asked, frozen=True):
    """Take a seat under a name; any free one if no seat is named."""

    name: str
    seat: int | None = None
    face: Face = ""
    nonce: Nonce = ""
    """What the device adds to the deal."""


class Stand(_Asked, frozen=True):
    """Leave a seat before the game; the host may remove others."""

    seat: int
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The name of the person whom the host removes: somebody else may have the seat by now."""


class PlanSeat(_Asked, frozen=True):
    """Change the kind of a seat; for the host."""

    seat: int
    kind: SeatKind
    bot: str = ""


class Start(_Asked, frozen=True):
    """Start the game; bots fill the open seats. For the host."""

    nonce: Nonce = ""
    """What the device adds to the deal, instead of what it added before it knew the commitment."""


class Close(_Asked, frozen=True):
    """Close a table that has not started; for the host."""


class Play(_Asked, frozen=True):
    """Play a turn, or an act that precedes it, as defined by the public contract."""

    turn: AskedTurn
    seat: int | None = None
    """None for the seat whose turn it is."""


class Resign(_Asked, frozen=True):
    """Give up."""

    seat: int | None = None
    """None for all seats of the device."""


class CallVote(_Asked, frozen=True):
    """Ask the others to end the table, or to continue without the player who is gone."""

    about: Literal["end", "remove"]


class TakeBack(_Asked, frozen=True):
    """Take back your last turn: immediately if you play alone, otherwise if all others agree."""


class Vote(_Asked, frozen=True):
    """Vote for or against the open proposal."""

    agree: bool


class React(_Asked, frozen=True):
    """Make a gesture."""

    what: str
    seat: int | None = None


class Rematch(_Asked, frozen=True):
    """Play again with the same people; the seats move round by one."""

    nonce: Nonce = ""
    """What the device adds to the next deal."""


class SignOthersOut(_Asked, frozen=True):
    """Keep your seats on this device alone; links that carry them stop working."""


Command = (
    Sit
    | Stand
    | PlanSeat
    | Start
    | Close
    | Play
    | Resign
    | CallVote
    | TakeBack
    | Vote
    | React
    | Rematch
    | SignOthersOut
)
"""The commands that a client may send to a table."""


class BotPlays(msgspec.Struct, frozen=True):
    """Play the turn that a bot chose; ``moment`` is the number of the game's state it saw."""

    seat: int
    turn: AnyTurn
    moment: int
    taken_back: int = 0
    """How often turns had been taken back: the same moment may have occurred before."""


class Tick(msgspec.Struct, frozen=True):
    """Do whatever has become due."""


class Abandon(msgspec.Struct, frozen=True):
    """End a table at which nobody can play on."""


class Withdraw(msgspec.Struct, frozen=True):
    """Take out a player who has left the tournament that this table belongs to."""

    seat: int


class KeepResult(msgspec.Struct, frozen=True):
    """Note that the result has been stored in the histories of the accounts."""

    ratings: tuple[RatingChange, ...] = ()


class SaveGame(msgspec.Struct, frozen=True):
    """Disclose the game with its seed to the device, so that it can be continued elsewhere."""


class SetRecovery(msgspec.Struct, frozen=True):
    """Set a token that carries the seats of this device to another one."""

    token: str
    """The hash of the token."""


class Carry(msgspec.Struct, frozen=True):
    """Take the seats that a token carries, or those of one's own account."""

    token: str | None = None
    """The hash of the token; None for the seats that the account has on other devices."""


OwnCommand = BotPlays | Tick | Abandon | Withdraw | KeepResult | SaveGame | SetRecovery | Carry
AnyCommand = Command | OwnCommand

_DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def read_command(body: bytes) -> Command:
    """Read a command from a client's JSON, or refuse it."""
    return _read(_DECODER, body)


def _read(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        problem = str(error)[:200] or "it is nested too deeply"
        raise refusal(TableReason.BAD_REQUEST, problem=problem) from None
