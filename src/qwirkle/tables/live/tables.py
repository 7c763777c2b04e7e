"""The application service: tables over a store and a bus.

A command is decided on the cached table, written to the store, which decides races, and then
published. Repeating a command has no further effect. There are no web types and no SQL here:
callers get values, bytes of JSON, or ``Refused``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial

import msgspec

from qwirkle.api.visitors import asking, metered
from qwirkle.errors import Refused, StoreError
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.clocks import begins_in_future, due, notify_at
from qwirkle.tables.core.decide import continue_game, decide, open_planned, open_table
from qwirkle.tables.core.decide.decision import TableDecision
from qwirkle.tables.core.decide.social import opening_of_rematch
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.events import RatingChange, TableOpened, write_event
from qwirkle.tables.core.evolve import EarlierGameNeeded
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import SentEvent, TableView, Viewer, table_view, viewer_of
from qwirkle.tables.live.cache import CachedTable, TableCache
from qwirkle.tables.live.callers import Caller, SystemSecrets, hash_of, new_secret
from qwirkle.tables.live.tasks import on_a_thread
from qwirkle.tables.storage.ports import (
    LOOK,
    Accepted,
    Append,
    Bus,
    Conflict,
    IndexEntry,
    Repeated,
    Store,
)

MAX_TRIES = 20
"""How often a command is decided again because another one was quicker."""
MAX_MISSED = 100
"""A follower who has missed more events than this gets the whole table instead."""
MAX_COMMAND_ID = 100
BOT_GRACE = 15_000
"""Milliseconds after which any process may play a bot's turn: its own may have died."""


class Done(msgspec.Struct, frozen=True):
    """A command was accepted, now or before."""

    table: str
    seq: int
    """The last event it led to; if it led to none, the table's last event."""
    first: int
    """The first event it led to; ``seq`` + 1 if it led to none."""


class Message(msgspec.Struct, frozen=True):
    """A message to a follower: the whole table, or one event."""

    kind: str
    """``view``: the JSON of a ``TableView``; ``event``: that of an ``EventView``."""
    seq: int
    body: bytes


class Tables:
    """All tables of a store, as this process sees them."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        *,
        now: Callable[[], int] | None = None,
        secrets: Callable[[str | None], c.Secrets] = SystemSecrets,
        cached_tables: int = 2000,
        is_present: Callable[[str, int], bool] | None = None,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._store = store
        self._bus = bus
        self._secrets = secrets
        self._is_present = is_present
        self._on_fault = on_fault
        self._running: set[asyncio.Task[Done]] = set()
        self.now = now or _wall_clock
        self.cache = TableCache(store, cached_tables)
        self.on_change: list[Callable[[Table], None]] = []
        """Called after every accepted command, in order; must not wait."""

    # Commands

    async def open(self, caller: Caller, asked: c.OpenTable, command_id: str) -> Done:
        """Open a table. Repeating the command of a caller opens no second one."""
        actor = caller.actor()
        table = caller.derive_id(f"open {_check_id(command_id)}")[:20]
        entry = self.cache.entry(table, self.now())
        async with entry.lock:
            opening = partial(open_table, actor, asked, self.now(), self._secrets(table))
            # The search for a friendly deal takes a moment, in which the server stays responsive.
            decision = await on_a_thread(opening) if asked.friendly_deal else opening()
            return await self._write_opening(table, entry, decision)

    async def continue_game(self, caller: Caller, asked: c.ContinueGame, command_id: str) -> Done:
        """Open a table that continues a saved game; repeating the command opens no second one."""
        actor = caller.actor()
        table = caller.derive_id(f"continue {_check_id(command_id)}")[:20]
        # The whole game is replayed on a thread, so that the server stays responsive.
        decision = await on_a_thread(continue_game, actor, asked, self.now(), self._secrets(table))
        entry = self.cache.entry(table, self.now())
        async with entry.lock:
            return await self._write_opening(table, entry, decision)

    async def _write_opening(self, table: str, entry: CachedTable, decision: TableDecision) -> Done:
        with suppress(_Again):
            return await self._write(table, entry, decision, "open")
        # It was opened long ago, and the answer was forgotten with its game; it was this one.
        return Done(table, decision.state.seq, 1)

    async def act(
        self,
        table: str,
        caller: Caller,
        command: c.Command | c.SaveGame | c.SetRecovery | c.Carry,
        *,
        command_id: str,
        expected_seq: int | None = None,
    ) -> Done:
        """Carry out a command; repeating a ``command_id`` only repeats the answer."""
        actor = caller.actor()
        # Nobody can use up the ids of somebody else, nor those of bots and clocks.
        own_id = f"{actor.key[:24]}:{_check_id(command_id)}"
        done = await self._finish_anyway(self._run(table, actor, command, own_id, expected_seq))
        if isinstance(command, c.Rematch):
            await self._open_rematch(table)
        return done

    async def opens_rematch(self, table: str, caller: Caller) -> bool:
        """Return whether the caller would open a table by asking for a rematch at this one."""
        state = await self.current(table)
        return state.next is None and state.phase == "ended" and bool(state.held_by(caller.key))

    async def open_planned(self, opening: TableOpened, command_id: str) -> None:
        """Open a table whose first event is known; only the first call creates it."""
        entry = self.cache.entry(opening.table, self.now())
        async with entry.lock:
            # The others find it open.
            with suppress(_Again):
                decision = open_planned(opening, self.now())
                await self._write(opening.table, entry, decision, command_id)

    async def bot_plays(self, table: str, command: c.BotPlays) -> Done:
        """Play a bot's turn; of two processes that play the same one, only one succeeds."""
        # After a take-back, the game reaches a moment with the same number again.
        again = f"{command.taken_back}:" if command.taken_back else ""
        command_id = f"bot:{again}{command.moment}"
        return await self._finish_anyway(self._run(table, None, command, command_id, None))

    async def tick(self, table: str) -> Done | None:
        """Do what is due at a table; return None if nothing is."""
        entry = self.cache.entry(table, self.now())
        async with entry.lock:
            await self.cache.catch_up(table, entry)
            return await self._tick(table, entry)

    async def abandon(self, state: Table) -> Done:
        """End a table at which nobody can play on, unless something has happened there since."""
        return await self._run(state.id, None, c.Abandon(), f"abandon:{state.seq}", state.seq)

    async def close(self, table: str) -> Done:
        """End a table without a result, on behalf of the server's operator."""
        return await self._finish_anyway(self._run(table, None, c.Abandon(), "close", None))

    async def withdraw(self, table: str, seat: int) -> Done:
        """Resign a game for a player who has left its tournament."""
        command_id = f"withdraw:{seat}"
        return await self._finish_anyway(self._run(table, None, c.Withdraw(seat), command_id, None))

    async def result_kept(self, table: str, ratings: tuple[RatingChange, ...] = ()) -> Done:
        """Note that the result is in the histories now, with the changes of ratings."""
        return await self._run(table, None, c.KeepResult(ratings), "result", None)

    async def finish(self) -> None:
        """Wait for the commands that are being carried out."""
        while self._running:
            await asyncio.wait(list(self._running))

    # Seats on another device

    async def recovery(self, table: str, caller: Caller) -> str:
        """Return a token that carries the caller's seats to another device, once.

        An earlier token of the same device stops working.
        """
        token = new_secret()
        command_id = f"recovery {hash_of(token)[:24]}"
        await self.act(table, caller, c.SetRecovery(hash_of(token)), command_id=command_id)
        return token

    async def recover(self, table: str, caller: Caller, token: str, command_id: str) -> Done:
        """Take the seats that a token carries."""
        return await self.act(table, caller, c.Carry(hash_of(token)), command_id=command_id)

    async def claim(self, table: str, caller: Caller) -> None:
        """Share the seats that the caller's account has on other devices with this one."""
        if caller.account is None or caller.key is None:
            return
        state = await self.current(table)
        if state.phase != "ended" and state.elsewhere(caller.key, caller.account):
            await self.act(table, caller, c.Carry(), command_id=f"account {state.seq}")

    # Looking

    async def look(self, table: str, caller: Caller) -> TableView:
        """Return the table as the caller may see it."""
        state = await self.current(table)
        return table_view(state, _viewer(state, caller), self.now())

    async def current(self, table: str) -> Table:
        """Return the full table, for the service itself."""
        entry = self.cache.entry(table, self.now())
        async with entry.lock:
            await self.cache.catch_up(table, entry)
            state = await self.cache.load(table, entry)
            if begins_in_future(state, self.now()):
                # While the clock was ahead, nothing became due: that is corrected here.
                with suppress(StoreError):
                    await self._tick(table, entry)
            return await self.cache.load(table, entry)

    async def cached_table(self, table: str) -> Table:
        """Return the table as this process knows it: another one may have written more."""
        entry = self.cache.get(table)
        if entry is None or entry.table is None:
            return await self.current(table)
        entry.used_at = self.now()
        return entry.table

    async def messages_since(self, table: str, caller: Caller, since: int) -> list[Message]:
        """Return the events that the caller missed; the whole table if there are too many."""
        return (await self._missed_events(table, caller, since))[1]

    async def _missed_events(
        self, table: str, caller: Caller, since: int
    ) -> tuple[Viewer, list[Message]]:
        entry = self.cache.get(table)
        if entry is not None and entry.table is not None:
            sent = entry.sent_since(since)
            if sent is not None:
                return _messages(_viewer(entry.table, caller), sent)
        entry = self.cache.entry(table, self.now())
        async with entry.lock:
            state = await self.cache.load(table, entry)
            sent = entry.sent_since(since)
        viewer = _viewer(state, caller)
        if sent is None:
            # Whoever has overdrawn their budget can do with the table as it is now.
            too_many = not 0 <= since <= state.seq or state.seq - since > MAX_MISSED
            if too_many or asking.get().wait:
                view = table_view(state, viewer, self.now())
                return viewer, [Message("view", state.seq, msgspec.json.encode(view))]
            sent = await self.cache.sent_between(table, since, state.seq)
        return _messages(viewer, sent)

    async def follow(
        self,
        table: str,
        caller: Caller,
        since: int | None = None,
        *,
        up_to_date: Callable[[tuple[int, ...]], None] | None = None,
    ) -> AsyncIterator[Message]:
        """Yield the table, or the events missed since one, and then every event in order.

        No event is repeated or left out; a follower who has missed too many gets the whole table
        again. Raises ``Refused`` if the caller may not watch, and ends with the bus. ``up_to_date``
        is called with the caller's seats whenever there is nothing more to send.
        """
        async with self._bus.listen(table) as numbers:
            await self.current(table)
            known = -1 if since is None else since
            while True:
                viewer, messages = await self._missed_events(table, caller, known)
                for message in messages:
                    yield message
                    known = message.seq
                if up_to_date is not None:
                    up_to_date(viewer.seats)
                async for number in numbers:
                    if number > known or number == LOOK:
                        await self._catch_up_to(table, number)
                        break
                else:
                    return

    # Carrying out commands

    async def _finish_anyway(self, command: Coroutine[object, None, Done]) -> Done:
        """Carry a command out to its end, even if the caller no longer waits for it."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Done] = loop.create_future()
        task = loop.create_task(metered(command, asking.get()))
        self._running.add(task)
        # If the task is cancelled before its first step, nobody else closes the command.
        task.add_done_callback(lambda _: command.close())
        task.add_done_callback(partial(self._finish, answer))
        return await answer

    def _finish(self, answer: asyncio.Future[Done], task: asyncio.Task[Done]) -> None:
        self._running.discard(task)
        if task.cancelled():
            answer.cancel()
            return
        error = task.exception()  # retrieved even if the caller has gone
        if answer.done():
            return
        if error is None:
            answer.set_result(task.result())
        else:
            answer.set_exception(error)

    async def _run(
        self,
        table: str,
        actor: c.Actor | None,
        command: c.AnyCommand,
        command_id: str,
        expected_seq: int | None,
    ) -> Done:
        entry = self.cache.entry(table, self.now())
        async with entry.lock:
            await self.cache.load(table, entry)
            for _ in range(MAX_TRIES):
                state = await self.cache.load(table, entry)
                try:
                    decision = await self._decide(state, actor, command, expected_seq)
                except Refused as refusal:
                    if await self._may_try_again(table, entry, refusal):
                        continue
                    first = await self._first_answer(table, command_id)
                    if first is None:
                        raise
                    return first
                if not decision.events:
                    first = await self._first_answer(table, command_id)
                    return first or Done(table, state.seq, state.seq + 1)
                with suppress(_Again):
                    return await self._write(table, entry, decision, command_id)
        raise _busy()

    async def _decide(
        self,
        state: Table,
        actor: c.Actor | None,
        command: c.AnyCommand,
        expected_seq: int | None,
    ) -> TableDecision:
        secrets = self._secrets(None)
        asked = partial(
            decide, state, actor, command, self.now(), secrets, expected_seq=expected_seq
        )
        try:
            return asked()
        except EarlierGameNeeded:
            stored = (await self._store.read(state.id))[: state.seq]
            folded = await self.cache.fold_all(stored)
            return asked(earlier=folded.game_before)

    async def _first_answer(self, table: str, command_id: str) -> Done | None:
        """Return the answer to a command that was accepted before."""
        answer = await self._store.answer_to(table, command_id)
        return None if answer is None else msgspec.json.decode(answer, type=Done)

    async def _may_try_again(self, table: str, entry: CachedTable, refusal: Refused) -> bool:
        """Return whether the refusal was based on a table that has changed by now."""
        if await self.cache.catch_up(table, entry):
            return True
        if TableReason.TIME_OVER.value in refusal.reasons:
            turn = None if entry.table is None else entry.table.to_move
            await self._tick(table, entry)
            # A clock that was extended because no server was running lets the turn be played.
            return entry.table is not None and turn == entry.table.to_move
        return False

    async def _tick(self, table: str, entry: CachedTable) -> Done | None:
        for _ in range(MAX_TRIES):
            state = await self.cache.load(table, entry)
            try:
                decision = decide(state, None, c.Tick(), self.now(), self._secrets(None))
            except Refused:
                return None
            with suppress(_Again):
                return await self._write(table, entry, decision, f"tick:{state.seq}")
        return None

    async def _write(
        self, table: str, entry: CachedTable, decision: TableDecision, command_id: str
    ) -> Done:
        after = decision.state.seq - len(decision.events)
        done = Done(table, decision.state.seq, after + 1)
        append = Append(
            game=table,
            expected_seq=after,
            command_id=command_id,
            at=decision.at,
            events=[write_event(event) for event in decision.events],
            answer=msgspec.json.encode(done),
            due=due(decision.state, BOT_GRACE),
            index=index_of(decision.state),
            notify_at=self._notify_at(decision.state),
        )
        match await self._store.append(append):
            case Repeated(answer=answer):
                await self.cache.catch_up(table, entry)
                return msgspec.json.decode(answer, type=Done)
            case Conflict():
                await self.cache.catch_up(table, entry)
                raise _Again
            case Accepted():
                entry.add(decision)
        for notify in self.on_change:
            notify(decision.state)
        try:
            await self._bus.publish(table, done.seq)
        except Exception as error:
            # It is written, and followers find out later: losing the message loses no event.
            if self._on_fault is not None:
                self._on_fault(table, error)
        return done

    def _notify_at(self, state: Table) -> int | None:
        """Return when notices are planned: later if the person to move is connected here."""
        seat, is_present = state.to_move, self._is_present
        present = seat is not None and is_present is not None and is_present(state.id, seat)
        return notify_at(state, present=present)

    async def _open_rematch(self, table: str) -> None:
        opened = opening_of_rematch(await self.current(table))
        if opened is not None:
            await self.open_planned(opened, f"rematch of {table}")

    async def _catch_up_to(self, table: str, seq: int) -> None:
        """Make sure that the cached table has this event; with ``LOOK``, the last one."""
        entry = self.cache.get(table)
        if seq == LOOK or entry is None or entry.seq < seq:
            await self.current(table)


def _viewer(table: Table, caller: Caller) -> Viewer:
    return viewer_of(table, caller.key)._replace(options=caller.options)


def _messages(viewer: Viewer, sent: Sequence[SentEvent]) -> tuple[Viewer, list[Message]]:
    return viewer, [Message("event", event.seq, event.for_viewer(viewer)) for event in sent]


class _Again(Exception):
    """Another command was quicker: decide again."""


def index_of(table: Table) -> IndexEntry:
    """Return the row of a table in the lists of tables."""
    names = [seat.name for seat in table.seats]
    if table.ended is not None and table.ended.scores:
        scores = table.ended.scores
        names = [f"{name} {score}" for name, score in zip(names, scores, strict=True)]
    rules = rules_of(table.settings) if table.game is None else table.game.edition
    return IndexEntry(
        title=f"{rules.name}: {', '.join(filter(None, names))}",
        edition=rules.id,
        finished=table.phase == "ended",
        listing=table.listed_as,
    )


def _busy() -> Refused:
    return refusal(TableReason.BUSY)


def _check_id(command_id: str) -> str:
    if not 0 < len(command_id) <= MAX_COMMAND_ID or not command_id.isprintable():
        raise refusal(TableReason.BAD_REQUEST, case="id", most=MAX_COMMAND_ID)
    return command_id


def _wall_clock() -> int:
    return time.time_ns() // 1_000_000
