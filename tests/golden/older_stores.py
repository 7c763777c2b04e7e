"""Stores as earlier versions have left them, one for each step of the schema: ``databases``.

A stored database is never made again: it stands for files that people have. A new migration brings
one more, made while its step is the last::

    PYTHONPATH=src:tests python tests/golden/older_stores.py 0011

It has the content of the step before, migrated: the sentences in it are those of its time. The
content of the first ones was written by the service of their day (``--today``), and copied into a
database of each step, as far as that has the tables and columns. What earlier versions wrote in
another way is written like that.
"""

from __future__ import annotations

import asyncio
import gzip
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from qwirkle import Game
from qwirkle.analysis.review.report import VERSION
from qwirkle.engine.legal import legal_turns
from qwirkle.players import bot
from qwirkle.rules.family import AnyTurn, AnyView, view
from qwirkle.rules.placement.turns import DrawThree, Take
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.settings import DAY, MINUTE, Clock, SeatPlan
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.records import saved_text
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.notices.model import (
    Mailbox,
    NoticePlan,
    PlannedNotice,
    PushSubscription,
    QuietHours,
)
from qwirkle.tables.people.accounts import Accounts
from qwirkle.tables.people.ratings import Ratings
from qwirkle.tables.people.store import earlier_fold
from qwirkle.tables.results.keeper import ResultKeeper
from qwirkle.tables.storage.sql.migration import MIGRATIONS
from qwirkle.tables.stores import SqlStore, store_at
from qwirkle.tables.swiss.service import Tournaments
from qwirkle.tables.swiss.tournament import Begin, Join, Terms
from tables.clients import Known, person
from tables.reviewed import a_review
from tables.scene import START, written

DATABASES = Path(__file__).parent / "databases"
FILE = "tables.db"
PASSWORD = "as long as it is secret"  # noqa: S105
HOUSE_RULE = 'based_on = "classic"\nid = "short"\nname = "Short evening"\nhand = 5\n'


def choose(seen: AnyView) -> AnyTurn:
    """A turn, with special tiles as soon as they can be used."""
    used = next((turn for turn in legal_turns(seen) if isinstance(turn, Take | DrawThree)), None)
    return used or bot("greedy").choose(seen)


class Evening:
    """A server with some tables, at a time that moves with every command."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.time = START
        self.tables = Tables(store, LocalBus(), now=lambda: self.time, secrets=Known)
        self.accounts = Accounts(store, now=lambda: self.time)
        self.swiss = Tournaments(self.tables, store)
        self._ids = count(1)

    def _id(self) -> str:
        self.time += 1000
        return f"command {next(self._ids)}"

    async def sign_up(self, name: str) -> Caller:
        signed_in = await self.accounts.sign_up(name, PASSWORD)
        return person(name, signed_in.account)

    async def open(self, host: Caller, *guests: Caller, **opening: object) -> str:
        seats = [SeatPlan("person", "Ann", face="cat"), *(SeatPlan("person") for _ in guests)]
        opening.setdefault("seats", tuple(seats))
        done = await self.tables.open(host, c.OpenTable(**opening), self._id())  # type: ignore[arg-type]
        for name, guest in zip(("Ben", "Cem"), guests, strict=False):
            await self.do(done.table, guest, c.Sit(name))
        return done.table

    async def do(self, table: str, who: Caller, asked: c.Command) -> None:
        await self.tables.act(table, who, asked, command_id=self._id())

    async def play(self, table: str, people: Sequence[Caller], turns: int) -> None:
        """Let people and bots play."""
        for _ in range(turns):
            state = await self.tables.current(table)
            if (seat := state.to_move) is None:
                return
            turn = choose(view(game_of(state), seat))
            if state.seats[seat].kind == "bot":
                self.time += 1000
                await self.tables.bot_plays(table, c.BotPlays(seat, turn, game_of(state).seq))
            else:
                who = next(each for each in people if seat in state.held_by(each.key))
                await self.do(table, who, c.Play(written(turn), seat))


async def fill(store: SqlStore) -> str:
    """Let a lot happen at a server; return the account that is removed in the end."""
    evening = Evening(store)
    ann, ben, gus = [await evening.sign_up(name) for name in ("Ann", "Bob0", "Gus")]
    cem = person("Cem")
    await lobbies(evening, ann, cem)
    await running_games(evening, ann, ben, cem)
    await ended_games(evening, ann, ben, cem, gus)
    await a_tournament(evening, ann, cem, gus)
    await notices(evening, ann, ben)
    await evening.store.ban_account(ben.account or "", evening.time)
    assert gus.account is not None
    return gus.account


async def lobbies(evening: Evening, ann: Caller, cem: Caller) -> None:
    plan = (SeatPlan("person", "Ann"), SeatPlan("open", bot="level:3"), SeatPlan("person"))
    table = await evening.open(ann, seats=plan, game="mini", listing="everybody")
    await evening.do(table, cem, c.Sit("Cem", 1, "dog"))
    await evening.do(table, cem, c.Stand(1))
    await evening.do(table, ann, c.PlanSeat(1, "bot", "greedy"))
    closed = await evening.open(ann, cem, house_rule=HOUSE_RULE, game="short")
    await evening.do(closed, ann, c.Close())


async def running_games(evening: Evening, ann: Caller, ben: Caller, cem: Caller) -> None:
    people = (ann, ben, cem)
    clock = Clock("game", 60 * MINUTE, 5000)
    table = await evening.open(ann, ben, cem, clock=clock, spectators="nobody", hints=False)
    await evening.do(table, ann, c.Start())
    await evening.play(table, people, 4)
    state = await evening.tables.current(table)
    before = game_of(state).last
    assert before is not None
    last = next(who for who in people if before.seat in state.held_by(who.key))
    await evening.do(table, last, c.TakeBack())
    for who in people:
        if who is not last:
            await evening.do(table, who, c.Vote(agree=True))
    await evening.do(table, ann, c.React("well-played"))
    await evening.tables.recovery(table, cem)
    evening.time += 10 * MINUTE
    await evening.do(table, ben, c.CallVote("end"))
    await evening.do(table, cem, c.Resign())

    options = {"handed-out": "at-start"}
    special = await evening.open(ann, cem, game="mini", options=options, clock=Clock("turn", DAY))
    await evening.do(special, ann, c.Start())
    await evening.play(special, people, 6)
    for game in ("connect", "cards"):
        table = await evening.open(ann, cem, game=game, listing="everybody")
        await evening.do(table, ann, c.Start())
        await evening.play(table, people, 3)
    plan = (SeatPlan("person", "Ann"), SeatPlan("bot", bot="level:1"))
    alone = await evening.open(ann, seats=plan, game="combined")
    await evening.do(alone, ann, c.Start())
    await evening.play(alone, people, 2)
    await evening.tables.act(alone, ann, c.SaveGame(), command_id="save")
    state = await evening.tables.current(alone)
    record = saved_text(state, await evening.store.read(alone))
    await evening.tables.continue_game(cem, c.ContinueGame(record), "continue")


async def ended_games(evening: Evening, ann: Caller, ben: Caller, cem: Caller, gus: Caller) -> None:
    """One that is played out and rated, one from a position, one that is resigned."""
    rated = await evening.open(ann, ben, game="cards", hints=False)
    await evening.do(rated, ann, c.Start())
    await evening.play(rated, (ann, ben), 1000)
    changes = await Ratings(evening.store).keep(await evening.tables.current(rated))
    assert changes
    await evening.tables.result_kept(rated, changes)
    await evening.store.keep_document(
        rated, "review", VERSION, msgspec.json.encode(a_review()), evening.time
    )
    late = Game.new(seed="late")
    while len(late.hand) == 6:
        late.play(bot("greedy").choose(late.view(late.to_move)))
    table = await evening.open(ann, cem, position=late.position, series="best-of-3")
    await evening.do(table, ann, c.Start())
    await evening.play(table, (ann, cem), 1000)
    await evening.do(table, cem, c.Rematch())
    resigned = await evening.open(ann, gus, game="select")
    await evening.do(resigned, ann, c.Start())
    await evening.play(resigned, (ann, gus), 2)
    await evening.do(resigned, gus, c.Resign())


async def a_tournament(evening: Evening, ann: Caller, cem: Caller, gus: Caller) -> None:
    swiss = await evening.swiss.open(ann, Terms("schmidt"), Join("Ann"), "swiss")
    await evening.swiss.act(swiss, cem, Join("Cem"), "join")
    await evening.swiss.act(swiss, gus, Join("Gus"), "join")
    await evening.swiss.act(swiss, ann, Begin(2), "begin")
    [draw] = (await evening.swiss.look(swiss, ann)).rounds[0].draws
    pair = [(ann, cem, gus)[player] for player in draw.players]
    for who in pair:
        await evening.do(draw.table, who, c.Sit(""))
    await evening.play(draw.table, pair, 2)
    await evening.do(draw.table, pair[1], c.Resign())
    await evening.swiss.look(swiss, ann)


async def notices(evening: Evening, ann: Caller, ben: Caller) -> None:
    assert ann.key is not None
    assert ann.account is not None
    assert ben.account is not None
    store, now = evening.store, evening.time
    await store.keep_secret("vapid", "not a key")
    endpoint = "https://push.example/ann"
    quiet = QuietHours(22 * 60, 7 * 60)
    await store.subscribe(
        PushSubscription(ann.key, endpoint, "p256dh", "auth", "de", "Europe/Berlin", quiet)
    )
    await store.keep_mailbox(Mailbox(ann.account, "ann@example.org", "en", now, None))
    await store.keep_mailbox(Mailbox(ben.account, "ben@example.org", "fr", now, "0" * 64))
    [game, *_] = await store.to_plan(now + 30 * DAY, 9)
    row = await store.row(game)
    assert row is not None
    planned = (
        PlannedNotice("turn", f"push:{ann.key}"),
        PlannedNotice("turn", "webhook", seen=True),
        PlannedNotice("reminder", f"mail:{ann.account}"),
    )
    await store.mute(game, {0: ann.account, 1: None})
    await store.plan_notices([NoticePlan(game, row.last_seq, 2, planned, now + DAY)], now)
    keeper = ResultKeeper(evening.tables, store, store, store)
    await keeper.keep_some()


# Making a database of an earlier step


def make(revisions: Sequence[str]) -> None:
    """Write databases of these steps, all with the same content."""
    with tempfile.TemporaryDirectory() as name:
        before, after = Path(name) / "before", Path(name) / "after"
        account = asyncio.run(write_today(before))
        shutil.copytree(before, after)
        asyncio.run(remove(after, account))
        for revision in revisions:
            older = Path(name) / f"{revision}.db"
            migrate(older, revision)
            # Until then the names of removed accounts stayed.
            today = before if revision < "0009" else after
            text = copied(older, today / FILE, revision, account)
            packed = gzip.compress(text.encode(), mtime=0)
            (DATABASES / f"{revision}.sql.gz").write_bytes(packed)


def advance(revision: str) -> None:
    """Write the database of a step: that of the step before, migrated."""
    before = max(
        step for path in DATABASES.iterdir() if (step := path.name.partition(".")[0]) < revision
    )
    with tempfile.TemporaryDirectory() as name:
        unpack(before, Path(name))
        migrate(Path(name) / FILE, revision)
        connection = sqlite3.connect(Path(name) / FILE)
        text = "\n".join(connection.iterdump()) + "\n"
        connection.close()
    packed = gzip.compress(text.encode(), mtime=0)
    (DATABASES / f"{revision}.sql.gz").write_bytes(packed)


def migrate(older: Path, revision: str) -> None:
    engine = sa.create_engine(f"sqlite:///{older}")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def copied(older: Path, today: Path, revision: str, removed: str) -> str:
    """Return the SQL of an older database, with all of today's rows that it has room for."""
    connection = sqlite3.connect(older)
    try:
        copy(connection, today, revision, removed)
        return "\n".join(connection.iterdump()) + "\n"
    finally:
        connection.close()


def unpack(revision: str, folder: Path) -> None:
    """Put a stored database where a server looks for its own."""
    text = gzip.decompress((DATABASES / f"{revision}.sql.gz").read_bytes()).decode()
    connection = sqlite3.connect(folder / FILE)
    connection.executescript(text)
    connection.close()


async def write_today(folder: Path) -> str:
    store = store_at(folder=folder)
    await store.open()
    try:
        return await fill(store)
    finally:
        await store.close()


async def remove(folder: Path, account: str) -> None:
    store = store_at(folder=folder)
    await store.open()
    await store.remove_account(account)
    await store.close()


def copy(older: sqlite3.Connection, today: Path, revision: str, removed: str) -> None:
    older.execute("ATTACH ? AS today", [str(today)])
    kept = "1"
    if revision < "0007":  # which had no tournaments
        kept = "game NOT IN (SELECT game FROM today.events WHERE body LIKE '%\"swiss\"%')"
    names = older.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in names:
        there = {row[1] for row in older.execute(f"PRAGMA today.table_info({table})")}
        here = [row[1] for row in older.execute(f"PRAGMA main.table_info({table})")]
        columns = ", ".join(column for column in here if column in there)
        if table == "alembic_version" or not columns:
            continue
        where = kept if "game" in here else "1"
        older.execute(
            f"INSERT INTO main.{table} ({columns}) "  # noqa: S608
            f"SELECT {columns} FROM today.{table} WHERE {where}"
        )
    if revision < "0009":
        # Names were compared in another way.
        older.create_function("fold", 1, earlier_fold)
        older.execute("UPDATE main.accounts SET folded_name = fold(name)")
        for table in ("sessions", "seats", "ratings"):
            older.execute(f"DELETE FROM main.{table} WHERE account = ?", [removed])  # noqa: S608
        older.execute("DELETE FROM main.accounts WHERE id = ?", [removed])
    older.commit()


if __name__ == "__main__":
    if sys.argv[1] == "--today":
        make(sys.argv[2:])
    else:
        advance(sys.argv[1])
