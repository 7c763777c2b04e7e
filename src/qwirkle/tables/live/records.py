"""Records of tables: the whole game with its seed once it is over, until then one seat's view."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from qwirkle.notation.record import record_of, record_of_view, write_record
from qwirkle.notation.record.headers import nonce_headers
from qwirkle.notation.record.lines import Header
from qwirkle.rules.family import AnyGameEvent
from qwirkle.tables.core.events import (
    AnyTableEvent,
    GameStarted,
    TurnPlayed,
    TurnsTakenBack,
    read_event,
)
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.saved import saved_header
from qwirkle.tables.core.state import Ended, Table
from qwirkle.tables.storage.ports import Stored


def record_text(table: Table, stored: Sequence[Stored], seat: int | None) -> str:
    """Write the record of a table; ``seat`` matters only until the game is over."""
    events = game_events(read_event(row.body) for row in stored)
    if not events:
        raise refusal(TableReason.NOT_STARTED)
    date = _date(table)
    if table.ended is None:
        committed = Header("Seed-Commitment", table.commitment)
        headers = [
            committed,
            *nonce_headers(table.nonces),
            *deal_headers(table),
            *taken_back_headers(table),
        ]
        return write_record(record_of_view(events, seat, date=date, headers=headers))
    record = record_of(
        events,
        seed=table.seed,
        nonces=table.nonces,
        commit=True,
        saved=True,  # an abandoned game has no result, but its seed may be known
        date=date,
        headers=[
            *ended_headers(table, table.ended),
            *deal_headers(table),
            *taken_back_headers(table),
        ],
    )
    return write_record(record)


def saved_text(table: Table, stored: Sequence[Stored]) -> str:
    """Write a running game with its seed and its seats, to be continued elsewhere."""
    record = record_of(
        game_events(read_event(row.body) for row in stored),
        seed=table.seed,
        nonces=table.nonces,
        commit=True,
        saved=True,
        date=_date(table),
        headers=[saved_header(table), *deal_headers(table), *taken_back_headers(table)],
    )
    return write_record(record)


def ended_headers(table: Table, ended: Ended) -> list[Header]:
    """Return the header for how a table ended, if its game does not record it."""
    out = [str(seat + 1) for seat, state in enumerate(table.seats) if state.out is not None]
    if ended.how == "finished" and not out:
        return []
    words = [ended.how, *(["out", "+".join(out)] if out else [])]
    places = "-".join(str(place) for place in ended.places)
    return [Header("Ended", " ".join([*words, "places", places]))]


def deal_headers(table: Table) -> list[Header]:
    """Return the header of a deal that was chosen with a Qwirkle in reach."""
    return [Header("Deal", "friendly")] if table.settings.friendly_deal else []


def taken_back_headers(table: Table) -> list[Header]:
    """Return the header of turns that were taken back: their players knew the next draws."""
    numbers = " ".join(str(number) for number in table.taken_back)
    return [Header("Taken-Back", numbers)] if numbers else []


def _date(table: Table) -> datetime.date:
    return datetime.datetime.fromtimestamp(table.opened_at / 1000, datetime.UTC).date()


def game_events(events: Iterable[AnyTableEvent]) -> tuple[AnyGameEvent, ...]:
    """Return the game's own events among a table's, without those that were taken back."""
    parts: list[tuple[AnyGameEvent, ...]] = []
    for event in events:
        match event:
            case GameStarted(events=happened) | TurnPlayed(events=happened):
                parts.append(happened)
            case TurnsTakenBack(count=count):
                del parts[-count:]
    return tuple(happened for part in parts for happened in part)
