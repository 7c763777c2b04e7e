"""Writes to tables: one transaction for many appends, and an outcome for each.

Statements that run at every turn are compiled to SQL once. Every length of a list would need a
statement of its own, so lists are padded to the next power of two.

SQLite takes lists as JSON: a statement is then one step however long its list is. Python lets go of
its lock for each step of SQLite, and a busy event loop gives it back only after milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import InterfaceError, OperationalError

from qwirkle.tables.storage.ports import Accepted, Append, Conflict, Outcome, Repeated
from qwirkle.tables.storage.sql.database import Database, Table, insert_into
from qwirkle.tables.storage.sql.rows import fill
from qwirkle.tables.storage.sql.schema import COMMANDS, EVENTS, GAMES

Row = dict[str, object]

INSERT_EVENTS, INSERT_COMMANDS = sa.insert(EVENTS), sa.insert(COMMANDS)


class Known(NamedTuple):
    """What the store knows about an append: the table's last event, and the command's answer."""

    game: str
    command_id: str
    last: int | None
    answer: str | None


_encode = msgspec.json.Encoder().encode
_known: msgspec.json.Decoder[list[Known]] = msgspec.json.Decoder(list[Known])


class AppendWriter:
    """The writer of appends."""

    def __init__(self, database: Database) -> None:
        self._database = database
        inserts = INSERT_EVENTS, INSERT_COMMANDS, _upsert_games(database.dialect)
        self._as_json = database.dialect == "sqlite"
        if self._as_json:
            inserts = _lists_of(EVENTS), _lists_of(COMMANDS), _upsert_games("sqlite", as_list=True)
        self._inserts = [
            (table, database.compile_sql(insert))
            for table, insert in zip((EVENTS, COMMANDS, GAMES), inserts, strict=True)
        ]

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
        lists = batch.events, batch.commands, list(batch.games.values())
        for (table, statement), rows in zip(self._inserts, lists, strict=True):
            if rows and self._as_json:
                names = table.columns.keys()
                written = _encode([[row[name] for name in names] for row in rows]).decode()
                connection.exec_driver_sql(statement, {"rows": written})
            elif rows:
                connection.exec_driver_sql(statement, rows)
        return results

    def _begin(self, connection: Connection, appends: Sequence[Append]) -> _Batch:
        self._database.lock(connection, (job.game for job in appends))
        last: dict[str, int] = {}
        answers: dict[tuple[str, str], str] = {}
        for table, command, seq, answer in self._look_up(connection, appends):
            if seq is not None:
                last[table] = seq
            if answer is not None:
                answers[table, command] = answer
        return _Batch(last, answers)

    def _look_up(self, connection: Connection, appends: Sequence[Append]) -> Iterable[Known]:
        if self._as_json:
            written = _encode([(job.game, job.command_id) for job in appends]).decode()
            look_up = self._database.compile_sql(_lookup_list())
            found = connection.exec_driver_sql(look_up, {"rows": written}).scalar_one()
            return _known.decode(found)
        size = 1 << (len(appends) - 1).bit_length()
        asked: dict[str, str] = {}
        for place in range(size):
            job = appends[place if place < len(appends) else 0]
            asked[f"game{place}"] = job.game
            asked[f"command{place}"] = job.command_id
        look_up = self._database.compile_sql(_lookup(size))
        return [fill(Known, row) for row in connection.exec_driver_sql(look_up, asked)]


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
    found = _known_of(asked.c["game"], asked.c.command_id)
    return sa.select(*found).select_from(_with_known(asked))


@cache
def _lookup_list() -> sa.Select[*tuple[object, ...]]:
    """Return the same query for a list of JSON, with one answer of JSON."""
    game, command_id = _part(0), _part(1)
    asked = sa.select(game.label("game"), command_id.label("command_id")).subquery("asked")
    found = _known_of(asked.c["game"], asked.c.command_id)
    return sa.select(sa.func.json_group_array(sa.func.json_array(*found))).select_from(
        _with_known(asked)
    )


def _known_of(
    game: sa.ColumnElement[str], command_id: sa.ColumnElement[str]
) -> tuple[
    sa.ColumnElement[str], sa.ColumnElement[str], sa.ColumnElement[int], sa.ColumnElement[str]
]:
    return game, command_id, GAMES.c.last_seq, COMMANDS.c.answer


def _with_known(asked: sa.CTE | sa.Subquery) -> sa.FromClause:  # type: ignore[explicit-any]
    same_table = GAMES.c["game"] == asked.c["game"]
    same_command = sa.and_(
        COMMANDS.c["game"] == asked.c["game"], COMMANDS.c.command_id == asked.c.command_id
    )
    return asked.outerjoin(GAMES, same_table).outerjoin(COMMANDS, same_command)


_EACH = sa.func.json_each(sa.bindparam("rows", type_=sa.Text)).table_valued("value", name="each")


def _part(number: int) -> sa.ColumnElement[str]:
    """Return one part of a row in a list of JSON."""
    return sa.func.json_extract(_EACH.c["value"], sa.literal_column(f"'$[{number}]'"))


def _rows_of(table: Table) -> tuple[list[str], sa.Select[*tuple[object, ...]]]:
    """Return the columns of a table, and the query for their values in a list of JSON."""
    names = [column.name for column in table.columns]
    # Without a condition SQLite takes ON CONFLICT for a part of the query.
    return names, sa.select(*map(_part, range(len(names)))).where(sa.true())


def _lists_of(table: Table) -> sa.Insert:
    return sa.insert(table).from_select(*_rows_of(table))


@cache
def _upsert_games(dialect: str, *, as_list: bool = False) -> sa.Insert:
    made = insert_into(GAMES, dialect)
    if as_list:
        made = made.from_select(*_rows_of(GAMES))
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
