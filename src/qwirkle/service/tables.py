"""The application service: tables over a store and a bus.

A command is decided on the table at hand, written by the store, which decides races, and then told.
Whatever is repeated has the effect of once. No web types, no SQL: whoever calls gets values, bytes
of JSON, or ``Refused``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from qwirkle.errors import Refused
from qwirkle.service.bus.subscription import Ear
from qwirkle.service.cache import Kept, Shelf, news_of
from qwirkle.service.callers import Caller, Fresh, hash_of
from qwirkle.service.ports import Accepted, Bus, Conflict, IndexEntry, Repeated, Store
from qwirkle.service.table import commands as c
from qwirkle.service.table.clocks import due
from qwirkle.service.table.decide import decide, open_rematch, open_table
from qwirkle.service.table.decision import TableDecision
from qwirkle.service.table.editions import rules_of
from qwirkle.service.table.events import write_event
from qwirkle.service.table.reasons import TableReason, refusal
from qwirkle.service.table.social import opening_of_rematch
from qwirkle.service.table.state import Table
from qwirkle.service.table.views import TableView, table_view, viewer_of

MOST_TRIES = 20
"""How often a command is decided anew because somebody else was quicker."""
MOST_MISSED_NEWS = 100
"""Who has missed more than that looks at the whole table instead."""
REPAIR_SECONDS = 30.0
"""After so long without news a follower looks whether one was lost on the way."""
MOST_COMMAND_ID = 100
BOT_GRACE = 15_000
"""Milliseconds after which a bot's turn is anybody's business: its process may have died."""


class Done(msgspec.Struct, frozen=True):
    """A command was accepted, now or before."""

    table: str
    seq: int
    """The last event it led to; with no event, the last one there was."""
    first: int
    """The first event it led to; ``seq`` + 1 if it led to none."""


class Message(msgspec.Struct, frozen=True):
    """What a follower is sent: the whole table, or one event."""

    kind: str
    """``view``: the JSON of a ``TableView``; ``told``: that of an ``EventView``."""
    seq: int
    body: bytes


class Tables:
    """All tables of a store, as far as this process has to do with them."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        *,
        now: Callable[[], int] | None = None,
        secrets: Callable[[str | None], c.Secrets] = Fresh,
        tables_at_hand: int = 2000,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._store = store
        self._bus = bus
        self._secrets = secrets
        self._on_fault = on_fault
        self._running: set[asyncio.Task[Done]] = set()
        self.now = now or _wall_clock
        self.shelf = Shelf(store, tables_at_hand)
        self.on_change: list[Callable[[Table], None]] = []
        """Called after every accepted command, in order; must not wait."""

    # Commands

    async def open(self, caller: Caller, asked: c.OpenTable, command_id: str) -> Done:
        """Open a table. The same command of the same caller is the same table."""
        actor = caller.actor()
        table = caller.derived(f"open {_checked_id(command_id)}")[:20]
        kept = self.shelf.place(table, self.now())
        async with kept.lock:
            decision = open_table(actor, asked, self.now(), self._secrets(table))
            with suppress(_Again):
                return await self._written(table, kept, decision, "open")
        raise _busy()

    async def act(
        self,
        table: str,
        caller: Caller,
        command: c.Command | c.SetRecovery | c.Carry,
        *,
        command_id: str,
        expected_seq: int | None = None,
    ) -> Done:
        """Do what a caller asks; a repeated ``command_id`` has the first answer and no effect."""
        actor = caller.actor()
        # Nobody can use up the ids of somebody else, nor those of bots and clocks.
        own_id = f"{actor.key[:24]}:{_checked_id(command_id)}"
        done = await self._whole(self._run(table, actor, command, own_id, expected_seq))
        if isinstance(command, c.Rematch):
            await self._open_rematch(table)
        return done

    async def bot_plays(self, table: str, command: c.BotPlays) -> Done:
        """A bot's turn; two processes may say the same, and one of them is heard."""
        return await self._whole(self._run(table, None, command, f"bot:{command.moment}", None))

    async def tick(self, table: str) -> Done | None:
        """Do what is due at a table; None if nothing is."""
        kept = self.shelf.place(table, self.now())
        async with kept.lock:
            await self.shelf.caught_up(table, kept)
            return await self._ticked(table, kept)

    async def result_kept(self, table: str) -> Done:
        """The result is in the histories now."""
        return await self._run(table, None, c.KeepResult(), "result", None)

    async def finish(self) -> None:
        """Wait for the commands that are being carried out."""
        while self._running:
            await asyncio.wait(list(self._running))

    # Seats on another device

    async def recovery(self, table: str, caller: Caller) -> str:
        """A token that carries the caller's seats to another device, the same every time."""
        token = caller.derived(f"recovery {table}")
        await self.act(table, caller, c.SetRecovery(hash_of(token)), command_id=f"recovery {table}")
        return token

    async def recover(self, table: str, caller: Caller, token: str, command_id: str) -> Done:
        """Sit on the seats that a token carries."""
        return await self.act(table, caller, c.Carry(hash_of(token)), command_id=command_id)

    # Looking

    async def look(self, table: str, caller: Caller) -> TableView:
        """The table as the caller sees it; refused if he may not."""
        state = await self.current(table)
        return table_view(state, viewer_of(state, caller.key), self.now())

    async def current(self, table: str) -> Table:
        """The table as it is, for the service itself."""
        kept = self.shelf.place(table, self.now())
        async with kept.lock:
            await self.shelf.caught_up(table, kept)
            return await self.shelf.filled(table, kept)

    async def at_hand(self, table: str) -> Table:
        """The table as this process knows it: perhaps another one has written more."""
        at_hand = self.shelf.at_hand(table)
        if at_hand is None or at_hand.table is None:
            return await self.current(table)
        at_hand.used_at = self.now()
        return at_hand.table

    def seats_at_hand(self, table: str, caller: Caller) -> tuple[int, ...]:
        """The caller's seats at a table that he follows."""
        at_hand = self.shelf.at_hand(table)
        if at_hand is None or at_hand.table is None:
            return ()
        return at_hand.table.held_by(caller.key)

    async def told_since(self, table: str, caller: Caller, since: int) -> list[Message]:
        """What the caller has missed after an event; the whole table if that is too much."""
        at_hand = self.shelf.at_hand(table)
        if at_hand is not None and at_hand.table is not None:
            news = at_hand.news_since(since)
            if news is not None:
                viewer = viewer_of(at_hand.table, caller.key)
                return [Message("told", one.seq, one.told_to(viewer)) for one in news]
        kept = self.shelf.place(table, self.now())
        async with kept.lock:
            state = await self.shelf.filled(table, kept)
            viewer = viewer_of(state, caller.key)
            if not 0 <= since <= state.seq or state.seq - since > MOST_MISSED_NEWS:
                view = table_view(state, viewer, self.now())
                return [Message("view", state.seq, msgspec.json.encode(view))]
            news = kept.news_since(since)
            if news is None:
                news = news_of(await self._store.read(table), since, state.seq)
        return [Message("told", one.seq, one.told_to(viewer)) for one in news]

    async def follow(
        self,
        table: str,
        caller: Caller,
        since: int | None = None,
        *,
        up_to_date: Callable[[], None] | None = None,
    ) -> AsyncIterator[Message]:
        """The table, or what was missed since an event, and then all that happens, in order.

        Nothing comes twice and nothing is left out; who has missed very much gets the whole table
        again. Ends with ``Refused`` if the caller may not look, and by itself with the bus.
        ``up_to_date`` is called whenever there is nothing more to tell.
        """
        async with self._bus.listen(table) as numbers:
            ear = Ear(numbers)
            try:
                await self.current(table)
                known = -1 if since is None else since
                heard: int | None = known
                while heard is not None:
                    for message in await self.told_since(table, caller, known):
                        yield message
                        known = message.seq
                    if up_to_date is not None:
                        up_to_date()
                    while (heard := await ear.hear(REPAIR_SECONDS)) is not None:
                        if heard > known or not heard:
                            await self._know_of(table, heard)
                            break
            finally:
                await ear.close()

    # Inside

    async def _whole(self, command: Coroutine[Any, Any, Done]) -> Done:
        """Carry a command out to its end, also if the one who asked does not wait for it."""
        task = asyncio.create_task(command)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _run(
        self,
        table: str,
        actor: c.Actor | None,
        command: c.AnyCommand,
        command_id: str,
        expected_seq: int | None,
    ) -> Done:
        kept = self.shelf.place(table, self.now())
        async with kept.lock:
            await self.shelf.filled(table, kept)
            for _ in range(MOST_TRIES):
                state = await self.shelf.filled(table, kept)
                try:
                    secrets = self._secrets(None)
                    decision = decide(
                        state, actor, command, self.now(), secrets, expected_seq=expected_seq
                    )
                except Refused as refusal:
                    if await self._may_try_again(table, kept, refusal):
                        continue
                    first = await self._first_answer(table, command_id)
                    if first is None:
                        raise
                    return first
                if not decision.events:
                    first = await self._first_answer(table, command_id)
                    return first or Done(table, state.seq, state.seq + 1)
                with suppress(_Again):
                    return await self._written(table, kept, decision, command_id)
        raise _busy()

    async def _first_answer(self, table: str, command_id: str) -> Done | None:
        """The answer to a command that was accepted before."""
        answer = await self._store.answer_to(table, command_id)
        return None if answer is None else msgspec.json.decode(answer, type=Done)

    async def _may_try_again(self, table: str, kept: Kept, refusal: Refused) -> bool:
        """Whether the refusal was only of a table that is different by now."""
        if await self.shelf.caught_up(table, kept):
            return True
        if TableReason.TIME_OVER.value in refusal.reasons:
            turn = None if kept.table is None else kept.table.on_turn
            await self._ticked(table, kept)
            # If the clock was wound up again because no server was there, he may play after all.
            return kept.table is not None and turn == kept.table.on_turn
        return False

    async def _ticked(self, table: str, kept: Kept) -> Done | None:
        for _ in range(MOST_TRIES):
            state = await self.shelf.filled(table, kept)
            try:
                decision = decide(state, None, c.Tick(), self.now(), self._secrets(None))
            except Refused:
                return None
            with suppress(_Again):
                return await self._written(table, kept, decision, f"tick:{state.seq}")
        return None

    async def _written(
        self, table: str, kept: Kept, decision: TableDecision, command_id: str
    ) -> Done:
        after = decision.state.seq - len(decision.events)
        done = Done(table, decision.state.seq, after + 1)
        outcome = await self._store.append(
            table,
            expected_seq=after,
            command_id=command_id,
            at=decision.at,
            events=[write_event(event) for event in decision.events],
            answer=msgspec.json.encode(done),
            due=due(decision.state, BOT_GRACE),
            index=index_of(decision.state),
        )
        match outcome:
            case Repeated(answer=answer):
                await self.shelf.caught_up(table, kept)
                return msgspec.json.decode(answer, type=Done)
            case Conflict():
                await self.shelf.caught_up(table, kept)
                raise _Again
            case Accepted():
                kept.add(decision)
        for tell in self.on_change:
            tell(decision.state)
        try:
            await self._bus.publish(table, done.seq)
        except Exception as error:
            # It is written, and whoever follows finds out later: nothing is lost with the news.
            if self._on_fault is not None:
                self._on_fault(table, error)
        return done

    async def _open_rematch(self, table: str) -> None:
        opened = opening_of_rematch(await self.current(table))
        if opened is None:
            return
        kept = self.shelf.place(opened.table, self.now())
        async with kept.lock:
            # Made by whoever comes first; for all others it is there.
            with suppress(_Again):
                decision = open_rematch(opened, self.now())
                await self._written(opened.table, kept, decision, f"rematch of {table}")

    async def _know_of(self, table: str, seq: int) -> None:
        """See that the table at hand has this event; without a number, that it has the last one."""
        at_hand = self.shelf.at_hand(table)
        if not seq or at_hand is None or at_hand.seq < seq:
            await self.current(table)


class _Again(Exception):
    """Somebody else was quicker: decide anew."""


def index_of(table: Table) -> IndexEntry:
    """What lists of tables show."""
    names = [seat.name for seat in table.seats]
    if table.ended is not None and table.ended.scores:
        told = zip(names, table.ended.scores, strict=True)
        names = [f"{name} {score}" for name, score in told]
    rules = rules_of(table.settings) if table.game is None else table.game.edition
    return IndexEntry(
        title=f"{rules.name}: {', '.join(filter(None, names))}",
        edition=rules.id,
        finished=table.phase == "ended",
    )


def _busy() -> Refused:
    return refusal(TableReason.BUSY)


def _checked_id(command_id: str) -> str:
    if not 0 < len(command_id) <= MOST_COMMAND_ID or not command_id.isprintable():
        raise refusal(TableReason.BAD_REQUEST, case="id", most=MOST_COMMAND_ID)
    return command_id


def _wall_clock() -> int:
    return time.time_ns() // 1_000_000
