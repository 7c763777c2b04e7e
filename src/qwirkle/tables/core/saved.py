"""Saved games: records with a seed, and a header that assigns the seats.

The header is JSON; every other line is as in any record, so that the same tools check it. A record
without the header, such as ``Game.save`` and the terminal write, has a person in every seat.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from qwirkle.errors import EditionError, NotationError, Refused
from qwirkle.notation.record import read_record
from qwirkle.notation.record.headers import Headers, headers_of
from qwirkle.notation.record.lines import Header, Record
from qwirkle.notation.record.replay import replay_with_seed
from qwirkle.rules.family import AnyGameEvent
from qwirkle.tables.core.events import Why
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import Face
from qwirkle.tables.core.state import Table

KEY = "Saved-Table"
TAKEN_BACK = "Taken-Back"


class SavedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat; the name is in the record itself."""

    kind: Literal["person", "bot"] = "person"
    bot: str = ""
    face: Face = ""
    out: Why | None = None


class SavedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The part of a table that its record does not hold."""

    seats: tuple[SavedSeat, ...]
    hints: bool = True
    spectators: Literal["anyone", "nobody"] = "anyone"
    house_rule: str | None = None
    position: str | None = None
    friendly_deal: bool = False
    teaching: int | None = None


class SavedGame(NamedTuple):
    """A saved game, checked line by line."""

    headers: Headers
    seed: str
    table: SavedTable
    taken_back: tuple[int, ...]
    dealt: tuple[AnyGameEvent, ...]
    turns: tuple[tuple[int, tuple[AnyGameEvent, ...]], ...]
    """The seat and the events of every line."""


def saved_header(table: Table) -> Header:
    """Return the header for a table."""
    settings = table.settings
    saved = SavedTable(
        seats=tuple(
            SavedSeat("bot" if seat.kind == "bot" else "person", seat.bot, seat.face, seat.out)
            for seat in table.seats
        ),
        hints=settings.hints,
        spectators=settings.spectators,
        house_rule=settings.house_rule,
        position=settings.position,
        friendly_deal=settings.friendly_deal,
        teaching=settings.teaching,
    )
    return Header(KEY, msgspec.json.encode(saved).decode())


def read_saved(text: str) -> SavedGame:
    """Read a saved game and replay it, or refuse it with its first fault."""
    try:
        record = read_record(text)
        headers = headers_of(record)
        if headers.seed is None:
            raise refusal(TableReason.BAD_SAVED_GAME, case="seed")
        (_, dealt, state), *steps = replay_with_seed(record)
        table = _table_of(record, len(headers.players))
        seed = headers.seed.decode()
    except (NotationError, EditionError) as error:
        raise _bad(str(error)) from None
    except UnicodeDecodeError:
        raise _bad("its seed is not text") from None
    except (RecursionError, OverflowError):
        raise _bad("it is nested too deeply") from None
    if (steps[-1][2] if steps else state).result is not None:
        raise refusal(TableReason.BAD_SAVED_GAME, case="over")
    seats = (entry.seat for entry in record.entries)
    turns = tuple((seat, events) for seat, (_, events, _) in zip(seats, steps, strict=True))
    return SavedGame(headers, seed, table, _taken_back(record), dealt, turns)


def _table_of(record: Record, players: int) -> SavedTable:
    written = record.header(KEY)
    if written is None:
        return SavedTable((SavedSeat(),) * players)
    try:
        table = msgspec.json.decode(written, type=SavedTable)
    except msgspec.MsgspecError as error:
        raise NotationError(f"{KEY}: {error}", line=record.line_of(KEY)) from None
    if len(table.seats) != players:
        raise NotationError(f"{KEY}: there are {players} players", line=record.line_of(KEY))
    return table


def _taken_back(record: Record) -> tuple[int, ...]:
    turns = len(record.entries)
    numbers = (record.header(TAKEN_BACK) or "").split()
    if not all(number.isdecimal() and 0 < int(number) <= turns + 1 for number in numbers):
        raise _bad(f"{TAKEN_BACK}: these are not numbers of its turns")
    return tuple(int(number) for number in numbers)


def _bad(problem: str) -> Refused:
    return refusal(TableReason.BAD_SAVED_GAME, problem=problem[:300].rstrip("."))
