"""The notifier: plans the notices that tables need, and sends those that wait in the store.

**Exactly once.** That a turn began, and that its notices are to be planned, is written with the
turn itself. Planning writes each notice under its key, so it exists once however many processes
plan. A process sends only what it has claimed; if it dies, the claim expires and another one sends
the notice, unless the turn is over. A crash between the answer of a receiver and the note that it
was sent leaves open whether it was: then it is sent again, marked so that the receiver replaces the
first one (``Topic`` and tag of a push, ``Idempotency-Key``, ``Message-ID``). So no notice of a
current turn is lost, and no device shows two.

**One for several.** Notices to the same device or account that are due together are sent as one. A
device that was notified of another table a moment ago gets one for all its tables, which replaces
the earlier one. Each turn still has a notice of its own in the store.

The processor time of sending is charged to the person who opened the table. Sending is never
refused for want of budget, because the recipient did not ask for it.

Tables never wait for any of this.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from qwirkle.api.visitors import Payer, metered
from qwirkle.errors import Refused, StoreError
from qwirkle.tables.core.clocks import deadline
from qwirkle.tables.core.commands import Actor
from qwirkle.tables.core.decide.guards import own_seats
from qwirkle.tables.core.settings import DAY, HOUR, LOBBY_LIFE, MINUTE, SECOND
from qwirkle.tables.core.state import Table, TableSeat
from qwirkle.tables.live.presence import Presences
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.notices.channels import Channel, Outcome
from qwirkle.tables.notices.invitations import Invitations
from qwirkle.tables.notices.mail import Mail
from qwirkle.tables.notices.mailboxes import Mailboxes
from qwirkle.tables.notices.model import ClaimedNotice, NoticeKey, NoticePlan
from qwirkle.tables.notices.mutes import Mutes
from qwirkle.tables.notices.plan import (
    MAIL,
    PUSH,
    TO_PLAYERS,
    plan_of,
    quiet_until,
    targets_of,
    turn_of,
)
from qwirkle.tables.notices.push import MAX_TTL, PushChannel, Subscriptions
from qwirkle.tables.notices.wording import Notice, notice_of, notice_of_several

if TYPE_CHECKING:
    from qwirkle.tables.notices.store import NoticeStore

BATCH = 200
"""The number of tables that are planned together."""
MAX_SENDING = 32
"""The maximum number of notices that are sent at the same time."""
MAX_PER_HOST = 16
"""The maximum number of these that one push service may keep waiting."""
MAX_DOUBTFUL, MAX_PER_DOUBTFUL_HOST = 16, 4
"""The same for all hosts that have not answered lately, and for each: anybody can name such a host,
and one that never answers keeps a place until its time is over."""
SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    "wns2-am3p.notify.windows.com",
)
"""The push services of browsers, which count as answering from the start."""
MAX_ANSWERING = 1000
"""The maximum number of remembered hosts that have answered."""
LEASE_MS = 60 * SECOND
"""How long a claim holds: longer than any attempt to send takes."""
FIRST_PAUSE, LONGEST_PAUSE = 10 * SECOND, HOUR
"""The pause between attempts, twice as long each time."""
TOGETHER = 10 * MINUTE
"""A device that was notified this lately of another table gets one notice for all tables."""
FORGET_MS, FORGET_EVERY = 61 * DAY, HOUR
"""No turn lasts longer than a clock can run; notices of tables without a clock expire as well."""


class Current(NamedTuple):
    """A notice that is still of interest, and its table."""

    claimed: ClaimedNotice
    state: Table


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
        payer: Callable[[Table], Payer] | None = None,
        interval: float = 0.5,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._push_channel = push
        self.subscriptions = None if push is None else Subscriptions(store, tables, push)
        """None if devices get no notices."""
        self.mutes = Mutes(store, tables)
        self._invitations = Invitations(store, tables, presences)
        self.mailboxes = mailboxes
        """None if accounts get no mail."""
        self._mail_channel = mail
        self._tables = tables
        self._presences = presences
        self._store = store
        self._channels = channels
        self._language = language
        self._payer = payer
        self._interval = interval
        self.on_outcome: list[Callable[[str, Outcome], None]] = []
        """Called after every attempt, with the channel; must not wait."""
        self._on_fault = on_fault
        self._sending: set[asyncio.Task[None]] = set()
        self._hosts: Counter[str] = Counter()
        self._answering: OrderedDict[str, None] = OrderedDict.fromkeys(SERVICES)
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
            claimed = await self._store.claim_notices(now, now + LEASE_MS, free)
            for group in _in_groups(claimed):
                task = asyncio.create_task(self._deliver(group))
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
        wanted = await self._recipients([seat for state in states for seat in _concerned(state)])
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
        if state.invited:
            return await self._invitations.plan(state, wanted)
        targets = [target for target in _players_to_move(state) if target in wanted]
        targets += self._channels
        present = (await self._presences.at((state.id,)))[state.id].seats if targets else ()
        return plan_of(state, targets, present, now)

    async def _deliver(self, group: Sequence[ClaimedNotice]) -> None:
        try:
            await self._send(group)
        except Exception as error:
            # The claims expire, and then it is tried again.
            self._report(group[0].key.game, error)

    async def _send(self, group: Sequence[ClaimedNotice]) -> None:
        """Send the notices of a group that are still of interest, and finish the others."""
        current: list[Current] = []
        for claimed in group:
            state = await self._state_for(claimed.key)
            if state is None:
                await self._store.finish_notice(claimed.key)
            else:
                current.append(Current(claimed, state))
        if not current:
            return
        payer = Payer() if self._payer is None else self._payer(current[0].state)
        await metered(self._send_current(group[0].key.target, current), payer)

    async def _send_current(self, target: str, current: Sequence[Current]) -> None:
        if target.startswith(PUSH):
            await self._push(target.removeprefix(PUSH), current)
        elif target.startswith(MAIL):
            await self._mail(target.removeprefix(MAIL), current)
        else:
            for claimed, state in current:
                notice = notice_of(state, claimed.key, self._language)
                await self._note([claimed], target, await self._channels[target].send(notice))

    async def _state_for(self, key: NoticeKey) -> Table | None:
        """Return the table of a notice, unless nobody needs the notice any more."""
        try:
            state = await self._tables.current(key.game)
        except Refused:
            return None
        if key.kind == "invitation":
            return state if await self._invitations.is_open(state, key) else None
        if state.to_move is None or turn_of(state) != key.turn:
            return None
        if state.to_move in (await self._presences.at((key.game,)))[key.game].seats:
            return None
        if not key.target.startswith(TO_PLAYERS):
            return state if key.target in self._channels else None  # or turned off since
        if key.target not in _players_to_move(state) or await self.mutes.silences(state):
            return None
        return state

    async def _push(self, device: str, current: Sequence[Current]) -> None:
        push, subscriptions = self._push_channel, self.subscriptions
        wanted = None if subscriptions is None else await subscriptions.of(device)
        if wanted is None or push is None or subscriptions is None:
            return await self._finish(current)
        quiet = quiet_until(wanted.quiet, wanted.zone, self._tables.now())
        if quiet is not None:
            return await self._postpone(current, quiet)
        host = urlsplit(wanted.endpoint).netloc
        if not self._has_place(host):
            return await self._postpone(current, self._tables.now() + SECOND)
        waiting = await subscriptions.waiting(device)
        notice = await self._push_notice(device, current, waiting, wanted.language)
        self._hosts[host] += 1
        try:
            ttl = self._time_left([state for _, state in current])
            outcome = await push.send(wanted, notice, waiting=len(waiting), ttl=ttl)
        finally:
            self._hosts -= Counter({host: 1})
        self._remember(host, answers=outcome.how != "failed" or outcome.retry_after is not None)
        if outcome.how == "gone":
            await subscriptions.end(device, wanted.endpoint)
        return await self._note([claimed for claimed, _ in current], "push", outcome)

    def _has_place(self, host: str) -> bool:
        """Return whether another notice may be sent to a host now."""
        if host not in self._answering:
            doubtful = sum(
                count for name, count in self._hosts.items() if name not in self._answering
            )
            return doubtful < MAX_DOUBTFUL and self._hosts[host] < MAX_PER_DOUBTFUL_HOST
        return self._hosts[host] < MAX_PER_HOST

    def _remember(self, host: str, *, answers: bool) -> None:
        """Remember whether a host has answered."""
        self._answering.pop(host, None)
        if answers:
            self._answering[host] = None
            if len(self._answering) > MAX_ANSWERING:
                self._answering.popitem(last=False)

    async def _push_notice(
        self,
        device: str,
        current: Sequence[Current],
        waiting: Mapping[str, Table],
        language: str,
    ) -> Notice:
        """Return the notice to a device: if others were announced lately, one for all tables.

        It mentions everything that was announced and still waits, so that a push service that
        replaces one by another loses nothing. An invitation is not a turn, and is sent alone.
        """
        first = current[0]
        if first.claimed.key.kind == "invitation":
            return notice_of(first.state, first.claimed.key, language)
        tried = [
            found
            for found in await self._store.tried_notices(f"{PUSH}{device}")
            if found.key.game in waiting and turn_of(waiting[found.key.game]) == found.key.turn
        ]
        since = self._tables.now() - TOGETHER
        lately = {found.key.game for found in tried if found.at >= since}
        if len(lately | {state.id for _, state in current}) == 1:
            # A reminder comes before the turn that was to be announced together with it.
            claimed, state = min(current, key=lambda found: found.claimed.key.kind)
            return notice_of(state, claimed.key, language)
        keys = {found.key for found in tried} | {claimed.key for claimed, _ in current}
        states = {**waiting, **{state.id: state for _, state in current}}
        parts = [notice_of(states[key.game], key, language) for key in sorted(keys)]
        return notice_of_several(parts, language)

    def _time_left(self, states: Sequence[Table]) -> int:
        """Return for how many seconds a push is of interest."""
        ends = [
            state.opened_at + LOBBY_LIFE if state.phase == "lobby" else deadline(state)
            for state in states
        ]
        known = [end for end in ends if end is not None]
        return (max(known) - self._tables.now()) // SECOND if len(known) == len(ends) else MAX_TTL

    async def _mail(self, account: str, current: Sequence[Current]) -> None:
        mailboxes, mail = self.mailboxes, self._mail_channel
        box = None if mailboxes is None else await mailboxes.of(account)
        if box is None or box.token is not None or mail is None or mailboxes is None:
            return await self._finish(current)
        notices = [notice_of(state, claimed.key, box.language) for claimed, state in current]
        notice = notices[0] if len(notices) == 1 else notice_of_several(notices, box.language)
        outcome = await mail.deliver(await mailboxes.letter(box, notice))
        if outcome.how == "gone":
            await mailboxes.remove(account)
        return await self._note([claimed for claimed, _ in current], "mail", outcome)

    async def _finish(self, current: Sequence[Current]) -> None:
        for claimed, _ in current:
            await self._store.finish_notice(claimed.key)

    async def _postpone(self, current: Sequence[Current], until: int) -> None:
        for claimed, _ in current:
            await self._store.postpone_notice(claimed, until)

    async def _note(self, sent: Sequence[ClaimedNotice], channel: str, outcome: Outcome) -> None:
        """Note the outcome of an attempt to send these notices together."""
        for notify in self.on_outcome:
            notify(channel, outcome)
        for claimed in sent:
            if outcome.how != "failed":
                await self._store.finish_notice(claimed.key)
                continue
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(claimed.attempt - 1, 20))
            asked = min(LONGEST_PAUSE, (outcome.retry_after or 0) * SECOND)
            until = self._tables.now() + max(pause, asked)
            await self._store.postpone_notice(claimed, until)

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


def _in_groups(claimed: Iterable[ClaimedNotice]) -> list[list[ClaimedNotice]]:
    """Return what is sent together: notices to one device or account that have been tried equally.

    So a mail that is tried again is the same mail, and new notices do not wait for its turn.
    """
    groups: dict[object, list[ClaimedNotice]] = {}
    for found in claimed:
        to_player = found.key.target.startswith(TO_PLAYERS)
        alone = not to_player or found.key.kind == "invitation"
        groups.setdefault(found.key if alone else (found.key.target, found.attempt), []).append(
            found
        )
    return list(groups.values())


def _players_to_move(state: Table) -> list[str]:
    """Return the devices and the account of the person to move, as recipients."""
    return [] if state.to_move is None else targets_of(state.seats[state.to_move])


def _concerned(state: Table) -> list[TableSeat]:
    """Return the seats whose people may need a notice: invited, or to move."""
    numbers = state.invited or (() if state.to_move is None else (state.to_move,))
    return [state.seats[number] for number in numbers]
