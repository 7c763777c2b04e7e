"""Records of tables: the whole game with its seed when it is over, until then what a seat saw."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from qwirkle.notation.record import record_of, record_of_view, write_record
from qwirkle.notation.record.lines import Header
from qwirkle.rules.family import AnyGameEvent
from qwirkle.service.ports import Stored
from qwirkle.service.table.events import AnyTableEvent, GameStarted, TurnPlayed, read_event
from qwirkle.service.table.reasons import TableReason, refusal
from qwirkle.service.table.state import Ended, Table


def record_text(table: Table, stored: Sequence[Stored], seat: int | None) -> str:
    """The record as a file's text; ``seat`` matters only while the game goes on."""
    events = game_events(read_event(row.body) for row in stored)
    if not events:
        raise refusal(TableReason.NOT_STARTED)
    date = datetime.datetime.fromtimestamp(table.opened_at / 1000, datetime.UTC).date()
    if table.ended is None:
        committed = Header("Seed-Commitment", table.commitment)
        return write_record(record_of_view(events, seat, date=date, headers=[committed]))
    record = record_of(
        events,
        seed=table.seed,
        commit=True,
        saved=True,  # a game that was given up has no result, and yet its seed may be known
        date=date,
        headers=ended_headers(table, table.ended),
    )
    return write_record(record)


def ended_headers(table: Table, ended: Ended) -> list[Header]:
    """How a table ended, where its game does not say it."""
    out = [str(seat + 1) for seat, one in enumerate(table.seats) if one.out is not None]
    if ended.how == "finished" and not out:
        return []
    told = [ended.how, *(["out", "+".join(out)] if out else [])]
    places = "-".join(str(place) for place in ended.places)
    return [Header("Ended", " ".join([*told, "places", places]))]


def game_events(events: Iterable[AnyTableEvent]) -> tuple[AnyGameEvent, ...]:
    """The game's own events among a table's."""
    return tuple(
        one
        for event in events
        if isinstance(event, GameStarted | TurnPlayed)
        for one in event.events
    )
