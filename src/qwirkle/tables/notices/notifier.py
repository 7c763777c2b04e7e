"""The notifier: plans the notices that tables need, and sends those that wait in the store.

**Exactly once.** That a turn began, and that its notices are to be planned, is written with the
turn itself. Planning writes each notice under its key, so it exists once however many processes
plan. A process sends only what it has claimed; if it dies, the claim expires and another one sends
the notice, unless the turn is over. A crash between the answer of a receiver and the note that it
was sent leaves open whether it was: then it is sent again, marked so that the receiver replaces the
first one (``Topic`` and tag of a push, ``Idempotency-Key``, ``Message-ID``). So no notice of a
current turn is lost, and no device shows two.

Tables never wait for any of this.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from qwirkle.errors import Refused, StoreError
from qwirkle.tables.core.clocks import deadline
from qwirkle.tables.core.commands import Actor
from qwirkle.tables.core.decide.guards import own_seats
from qwirkle.tables.core.settings import DAY, HOUR, SECOND
from qwirkle.tables.core.state import Table, TableSeat
from qwirkle.tables.live.presence import Presences
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.notices.channels import Channel, Outcome
from qwirkle.tables.notices.mail import Mail
from qwirkle.tables.notices.mailboxes import Mailboxes
from qwirkle.tables.notices.model import ClaimedNotice, NoticePlan
from qwirkle.tables.notices.mutes import Mutes
from qwirkle.tables.notices.plan import MAIL, PUSH, plan_of, quiet_until, turn_of
from qwirkle.tables.notices.push import MAX_TTL, PushChannel, Subscriptions
from qwirkle.tables.notices.wording import TO_PLAYERS, notice_of

if TYPE_CHECKING:
    from qwirkle.tables.notices.store import NoticeStore

BATCH = 200
"""The number of tables that are planned together."""
MAX_SENDING = 32
"""The maximum number of notices that are sent at the same time."""
MAX_PER_HOST = 16
"""The maximum number of these that one push service may keep waiting."""
LEASE_MS = 60 * SECOND
"""How long a claim holds: longer than any attempt to send takes."""
FIRST_PAUSE, LONGEST_PAUSE = 10 * SECOND, HOUR
"""The pause between attempts, twice as long each time."""
FORGET_MS, FORGET_EVERY = 61 * DAY, HOUR
"""No turn lasts longer than a clock can run; notices of tables without a clock expire as well."""


class Notifier:
    """A notifier that plans and sends notices, automatically between ``start`` and ``stop``."""

    def __init__(
        self,
        tables: Tables,
        presences: Presences,
        store: NoticeStore,
        push: PushChannel | None,
        channels: Mapping[str, Channel],
        *,
        mailboxes: Mailboxes | None = None,
        mail: Mail | None = None,
        language: str = "en",
        interval: float = 0.5,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._push_channel = push
        self.subscriptions = None if push is None else Subscriptions(store, tables, push)
        """None if devices get no notices."""
        self.mutes = Mutes(store, tables)
        self.mailboxes = mailboxes
        """None if accounts get no mail."""
        self._mail_channel = mail
        self._tables = tables
        self._presences = presences
        self._store = store
        self._channels = channels
        self._language = language
        self._interval = interval
        self.on_outcome: list[Callable[[str, Outcome], None]] = []
        """Called after every attempt, with the channel; must not wait."""
        self._on_fault = on_fault
        self._sending: set[asyncio.Task[None]] = set()
        self._hosts: Counter[str] = Counter()
        self._broken: set[str] = set()
        self._forget_at = 0
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to look for due notices at every interval."""
        self._loop = asyncio.create_task(self._run_forever())

    async def stop(self) -> None:
        """Begin nothing new; leave pending notices to other processes if they take too long."""
        await cancel(self._loop)
        if self._sending:
            await asyncio.wait(list(self._sending), timeout=2.0)
        for task in list(self._sending):
            task.cancel()

    async def run_due(self) -> None:
        """Plan and begin to send everything that is due."""
        await self.plan_due()
        free = MAX_SENDING - len(self._sending)
        if free > 0:
            now = self._tables.now()
            for claimed in await self._store.claim_notices(now, now + LEASE_MS, free):
                task = asyncio.create_task(self._deliver(claimed))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)
        await self._forget()

    async def plan_due(self) -> None:
        """Plan the notices of tables whose turn has changed, or whose reminder is due."""
        now = self._tables.now()
        # Broken tables have been due the longest: without more room they would hide all others.
        games = await self._store.to_plan(now, BATCH + len(self._broken))
        if not games:
            return
        states = [state for game in games if (state := await self._load(game)) is not None]
        moving = [state.seats[state.to_move] for state in states if state.to_move is not None]
        wanted = await self._recipients(moving)
        plans = [await self._plan(state, wanted, now) for state in states]
        for game in await self._store.plan_notices(plans, now):
            # Another process has written to it: look again, and plan it in the next round.
            await self._tables.current(game)

    async def reaches(self, table: str, actor: Actor) -> bool:
        """Return whether the seats of a device at a table get notices, unless they are muted."""
        state = await self._tables.current(table)
        seats = [state.seats[seat] for seat in own_seats(state, actor)]
        return bool(await self._recipients(seats))

    async def wait_idle(self) -> None:
        """Wait until nothing is being sent."""
        while self._sending:
            await asyncio.wait(list(self._sending))

    async def _load(self, game: str) -> Table | None:
        """Return a table; None if it cannot be loaded, which is reported once."""
        if game in self._broken:
            return None
        try:
            return await self._tables.cached_table(game)
        except StoreError:
            raise
        except Exception as error:
            self._broken.add(game)
            self._report(game, error)
            return None

    async def _recipients(self, seats: Sequence[TableSeat]) -> set[str]:
        """Return the devices and accounts at these seats that want notices."""
        keys = {key for seat in seats for key in seat.keys}
        known = [] if self._push_channel is None else await self._store.subscriptions(sorted(keys))
        wanted = {f"{PUSH}{subscription.device}" for subscription in known}
        if self.mailboxes is not None:
            accounts = {seat.account for seat in seats if seat.account is not None}
            confirmed = await self.mailboxes.confirmed_accounts(sorted(accounts))
            wanted |= {f"{MAIL}{name}" for name in confirmed}
        return wanted

    async def _plan(self, state: Table, wanted: set[str], now: int) -> NoticePlan:
        players = [f"{PUSH}{key}" for key in _keys_to_move(state)]
        players.append(f"{MAIL}{_account_to_move(state)}")
        targets = [target for target in players if target in wanted]
        targets += self._channels
        present = (await self._presences.at(state.id)).seats if targets else ()
        return plan_of(state, targets, present, now)

    async def _deliver(self, claimed: ClaimedNotice) -> None:
        try:
            await self._send(claimed)
        except Exception as error:
            # The claim expires, and then it is tried again.
            self._report(claimed.key.game, error)

    async def _send(self, claimed: ClaimedNotice) -> None:
        key = claimed.key
        try:
            state = await self._tables.current(key.game)
        except Refused:
            state = None
        if state is None or state.to_move is None or turn_of(state) != key.turn:
            return await self._store.finish_notice(key)
        if state.to_move in (await self._presences.at(key.game)).seats:
            return await self._store.finish_notice(key)
        if not key.target.startswith(TO_PLAYERS):
            channel = self._channels.get(key.target)
            if channel is None:  # turned off since
                return await self._store.finish_notice(key)
            outcome = await channel.send(notice_of(state, key, self._language))
            return await self._note(claimed, key.target, outcome)
        if await self.mutes.silences(state):
            return await self._store.finish_notice(key)
        if key.target.startswith(MAIL):
            return await self._mail(claimed, state)
        return await self._push(claimed, state)

    async def _push(self, claimed: ClaimedNotice, state: Table) -> None:
        key, push, subscriptions = claimed.key, self._push_channel, self.subscriptions
        device = key.target.removeprefix(PUSH)
        wanted = None if subscriptions is None else await subscriptions.of(device)
        here = device in _keys_to_move(state)
        if wanted is None or push is None or subscriptions is None or not here:
            return await self._store.finish_notice(key)
        quiet = quiet_until(wanted.quiet, wanted.zone, self._tables.now())
        if quiet is not None:
            return await self._store.postpone_notice(claimed, quiet)
        host = urlsplit(wanted.endpoint).netloc
        if self._hosts[host] >= MAX_PER_HOST:
            return await self._store.postpone_notice(claimed, self._tables.now() + SECOND)
        waiting = await subscriptions.tables_waiting(device)
        ends = deadline(state)
        ttl = MAX_TTL if ends is None else (ends - self._tables.now()) // SECOND
        self._hosts[host] += 1
        try:
            notice = notice_of(state, key, wanted.language)
            outcome = await push.send(wanted, notice, waiting=waiting, ttl=ttl)
        finally:
            self._hosts -= Counter({host: 1})
        if outcome.how == "gone":
            await subscriptions.end(device, wanted.endpoint)
        return await self._note(claimed, "push", outcome)

    async def _mail(self, claimed: ClaimedNotice, state: Table) -> None:
        key, mailboxes, mail = claimed.key, self.mailboxes, self._mail_channel
        account = key.target.removeprefix(MAIL)
        box = None if mailboxes is None else await mailboxes.of(account)
        here = account == _account_to_move(state)
        if box is None or box.token is not None or mail is None or mailboxes is None or not here:
            return await self._store.finish_notice(key)
        letter = await mailboxes.letter(box, notice_of(state, key, box.language), state.id)
        outcome = await mail.deliver(letter)
        if outcome.how == "gone":
            await mailboxes.remove(account)
        return await self._note(claimed, "mail", outcome)

    async def _note(self, claimed: ClaimedNotice, channel: str, outcome: Outcome) -> None:
        for notify in self.on_outcome:
            notify(channel, outcome)
        if outcome.how != "failed":
            return await self._store.finish_notice(claimed.key)
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(claimed.attempt - 1, 20))
        asked = min(LONGEST_PAUSE, (outcome.retry_after or 0) * SECOND)
        until = self._tables.now() + max(pause, asked)
        return await self._store.postpone_notice(claimed, until)

    async def _forget(self) -> None:
        now = self._tables.now()
        if now >= self._forget_at:
            self._forget_at = now + FORGET_EVERY
            await self._store.forget_notices(now - FORGET_MS)

    async def _run_forever(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            try:
                await self.run_due()
            except Exception as error:
                # If the store is briefly unavailable, the next round tries again.
                self._report("", error)

    def _report(self, table: str, error: Exception) -> None:
        if self._on_fault is not None:
            self._on_fault(table, error)


def _keys_to_move(state: Table) -> tuple[str, ...]:
    """Return the devices of the person to move."""
    return () if state.to_move is None else state.seats[state.to_move].keys


def _account_to_move(state: Table) -> str | None:
    """Return the account of the person to move."""
    return None if state.to_move is None else state.seats[state.to_move].account
