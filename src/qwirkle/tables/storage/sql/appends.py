"""Writes to tables: one transaction for many appends, and an outcome for each.

Statements that run at every turn are compiled to SQL once. Every length of a list would need a
statement of its own, so lists are padded to the next power of two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import InterfaceError, OperationalError

from qwirkle.tables.storage.ports import Accepted, Append, Conflict, Outcome, Repeated
from qwirkle.tables.storage.sql.database import Database, insert_into
from qwirkle.tables.storage.sql.schema import COMMANDS, EVENTS, GAMES

Row = dict[str, object]

INSERT_EVENTS, INSERT_COMMANDS = sa.insert(EVENTS), sa.insert(COMMANDS)


class AppendWriter:
    """The writer of appends."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert_events = database.compile_sql(INSERT_EVENTS)
        self._insert_commands = database.compile_sql(INSERT_COMMANDS)
        self._keep_games = database.compile_sql(_upsert_games(database.dialect))

    async def carry(self, jobs: Sequence[Append]) -> Sequence[Outcome | Exception]:
        """Carry out all jobs in one transaction; one by one if the database refuses that."""
        try:
            return await self._database.write(lambda connection: self.together(connection, jobs))
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

    def together(self, connection: Connection, jobs: Sequence[Append]) -> list[Outcome]:
        """Carry out all jobs in a transaction that has begun."""
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
        look_up = self._database.compile_sql(_lookup(size))
        for table, command, seq, answer in connection.exec_driver_sql(look_up, asked):
            if seq is not None:
                last[table] = seq
            if answer is not None:
                answers[table, command] = answer
        return _Batch(last, answers)


class _Batch:
    """The rows of several appends, in their order: each sees the effects of those before it."""

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


def _game_row(job: Append, last: int, before: Mapping[str, object]) -> Row:
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
        "tallied": None,  # unchanged if the row exists
        "leased_until": None,
        "archived": None,
    }


@cache
def _lookup(size: int) -> sa.Select[*tuple[object, ...]]:
    """Return the query for the last events of tables and the answers to commands."""
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


@cache
def _upsert_games(dialect: str) -> sa.Insert:
    made = insert_into(GAMES, dialect)
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
            # An entry may take the table off its list; without an entry it stays there.
            "listing": sa.case((new.title.is_(None), GAMES.c.listing), else_=new.listing),
            "notify_at": new.notify_at,
            "archived": new.archived,  # none: not all of its events are
            "leased_until": new.leased_until,  # none: what is due now is something else
        },
    )
