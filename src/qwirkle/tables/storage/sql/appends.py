"""Writes to tables: one transaction for many appends, and an outcome for each.

Statements that run at every turn are compiled to SQL once. A list of each length would be a
statement of its own, so lists are filled up to the next power of two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import InterfaceError, OperationalError

from qwirkle.tables.storage.ports import Accepted, Append, Conflict, Outcome, Repeated
from qwirkle.tables.storage.sql.database import Database
from qwirkle.tables.storage.sql.schema import COMMANDS, EVENTS, GAMES

Row = dict[str, Any]


class AppendWriter:
    """Carries out appends."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert_events = database.compile_sql(sa.insert(EVENTS))
        self._insert_commands = database.compile_sql(sa.insert(COMMANDS))
        self._keep_games = database.compile_sql(_upsert_games(database))
        self._look_up: Callable[[int], str] = cache(
            lambda size: database.compile_sql(_lookup(size))
        )

    async def carry(self, jobs: Sequence[Append]) -> Sequence[Outcome | Exception]:
        """All jobs in one transaction; one by one if the database refuses that."""
        try:
            return await self._database.write(lambda connection: self._together(connection, jobs))
        except Exception as error:
            unreachable = isinstance(error.__context__, (OperationalError, InterfaceError))
            if len(jobs) == 1 or unreachable:
                raise
        results: list[Outcome | Exception] = []
        for job in jobs:
            try:
                results.extend(await self.carry([job]))
            except Exception as error:
                results.append(error)
        return results

    def _together(self, connection: Connection, jobs: Sequence[Append]) -> list[Outcome]:
        batch = self._begin(connection, jobs)
        results = [batch.add(job) for job in jobs]
        for statement, rows in (
            (self._insert_events, batch.events),
            (self._insert_commands, batch.commands),
            (self._keep_games, list(batch.games.values())),
        ):
            if rows:
                connection.exec_driver_sql(statement, rows)
        return results

    def _begin(self, connection: Connection, appends: Sequence[Append]) -> _Batch:
        self._database.lock(connection, (job.game for job in appends))
        size = 1 << (len(appends) - 1).bit_length()
        asked: dict[str, str] = {}
        for place in range(size):
            job = appends[place if place < len(appends) else 0]
            asked[f"game{place}"] = job.game
            asked[f"command{place}"] = job.command_id
        last: dict[str, int] = {}
        answers: dict[tuple[str, str], str] = {}
        for table, command, seq, answer in connection.exec_driver_sql(self._look_up(size), asked):
            if seq is not None:
                last[table] = seq
            if answer is not None:
                answers[table, command] = answer
        return _Batch(last, answers)


class _Batch:
    """The rows that appends become, in their order: each sees what those before it did."""

    def __init__(self, last: dict[str, int], answers: dict[tuple[str, str], str]) -> None:
        self._last = last
        self._answers = answers
        self.events: list[Row] = []
        self.commands: list[Row] = []
        self.games: dict[str, Row] = {}

    def add(self, job: Append) -> Outcome:
        """Add the rows of an append, unless it is a repeat or too late."""
        table, command = job.game, job.command_id
        if (first := self._answers.get((table, command))) is not None:
            return Repeated(first.encode())
        last = self._last.get(table, 0)
        if last != job.expected_seq:
            return Conflict(last)
        for body in job.events:
            last += 1
            self.events.append({"game": table, "seq": last, "at": job.at, "body": body.decode()})
        answer = job.answer.decode()
        self._last[table] = last
        self._answers[table, command] = answer
        self.commands.append({"game": table, "command_id": command, "answer": answer})
        self.games[table] = _game_row(job, last, self.games.get(table, {}))
        return Accepted(last)


def _game_row(job: Append, last: int, before: Mapping[str, Any]) -> Row:
    index = job.index
    return {
        "game": job.game,
        "last_seq": last,
        "due": job.due,
        "title": index.title if index else before.get("title"),
        "edition": index.edition if index else before.get("edition"),
        "finished": index.finished if index else before.get("finished"),
        "created_at": before.get("created_at", job.at),
        "updated_at": job.at,
        "listing": index.listing if index else before.get("listing"),
        "notify_at": job.notify_at,
        "tallied": None,  # kept as it is if there is a row
    }


def _lookup(size: int) -> sa.Select[Any]:
    """Of tables and commands: the last event, and the answer if there was one."""
    asked = (
        sa.values(sa.column("game", sa.Text), sa.column("command_id", sa.Text))
        .data(
            [
                (
                    sa.bindparam(f"game{place}", type_=sa.Text),
                    sa.bindparam(f"command{place}", type_=sa.Text),
                )
                for place in range(size)
            ]
        )
        .cte("asked")
    )
    same_table = GAMES.c["game"] == asked.c["game"]
    same_command = sa.and_(
        COMMANDS.c["game"] == asked.c["game"], COMMANDS.c.command_id == asked.c.command_id
    )
    return sa.select(
        asked.c["game"], asked.c.command_id, GAMES.c.last_seq, COMMANDS.c.answer
    ).select_from(asked.outerjoin(GAMES, same_table).outerjoin(COMMANDS, same_command))


def _upsert_games(database: Database) -> sa.Insert:
    made = database.insert(GAMES)
    new = made.excluded
    return made.on_conflict_do_update(
        index_elements=["game"],
        set_={
            "last_seq": new.last_seq,
            "due": new.due,
            "title": sa.func.coalesce(new.title, GAMES.c.title),
            "edition": sa.func.coalesce(new.edition, GAMES.c.edition),
            "finished": sa.func.coalesce(new.finished, GAMES.c.finished),
            "updated_at": new.updated_at,
            # A table leaves its list; without an entry it stays where it was.
            "listing": sa.case((new.title.is_(None), GAMES.c.listing), else_=new.listing),
            "notify_at": new.notify_at,
        },
    )
