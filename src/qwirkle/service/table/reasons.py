"""Why a table refuses a command: stable codes beside those of the rules (``rules.reasons``)."""

from __future__ import annotations

from enum import StrEnum

from qwirkle.errors import Objection, Refused


class TableReason(StrEnum):
    """Machine-readable, never renamed."""

    # any command
    BAD_REQUEST = "bad-request"
    STALE = "stale"
    NO_SUCH_TABLE = "no-such-table"
    NOT_SEATED = "not-seated"
    NOT_YOUR_SEAT = "not-your-seat"
    NOT_THE_HOST = "not-the-host"
    NO_SUCH_SEAT = "no-such-seat"
    BUSY = "busy"
    # opening a table
    BAD_EDITION = "bad-edition"
    BAD_SEATS = "bad-seats"
    BAD_CLOCK = "bad-clock"
    BAD_BOT = "bad-bot"
    NEEDS_A_PERSON = "needs-a-person"
    # the lobby
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    SEAT_TAKEN = "seat-taken"
    TABLE_FULL = "table-full"
    SEATS_EMPTY = "seats-empty"
    ALREADY_STARTED = "already-started"
    NOT_STARTED = "not-started"
    # playing
    TIME_OVER = "time-over"
    SEAT_IS_OUT = "seat-is-out"
    TABLE_ENDED = "table-ended"
    NOT_ENDED = "not-ended"
    NOT_YOUR_TURN = "not-your-turn"
    # votes
    NO_VOTE = "no-vote"
    VOTE_OPEN = "vote-open"
    NOBODY_GONE = "nobody-gone"
    TOO_FEW_LEFT = "too-few-left"
    ALREADY_VOTED = "already-voted"
    # around the game
    BAD_REACTION = "bad-reaction"
    TOO_OFTEN = "too-often"
    NO_SPECTATORS = "no-spectators"
    NO_HINTS = "no-hints"
    BAD_RECOVERY = "bad-recovery"
    NOTHING_DUE = "nothing-due"
    # accounts
    BAD_PASSWORD = "bad-password"  # noqa: S105 - a code
    WRONG_PASSWORD = "wrong-password"  # noqa: S105 - a code


def refused(reason: TableReason, message: str, **params: str | int) -> Refused:
    """A refusal with one reason, to be raised; the parameters are what its sentence speaks of."""
    return Refused([Objection(reason.value, message, (), tuple(sorted(params.items())))])
