"""A bus and a presence board between processes, over a Redis server.

Every table has a channel of its own, and a process subscribes to those that somebody watches there:
it hears nothing about the others, however many processes there are. The channels are sharded ones
where the server supports them (Redis 7, Valkey), plain ones elsewhere.

A turn never waits for Redis: a published number reaches this process immediately and is sent to the
others as soon as possible, all new numbers in one round trip. While Redis is gone, the bus keeps
trying and keeps the unsent numbers. As messages may have been missed before a subscription is
confirmed, its confirmation sends ``LOOK`` to all who listen to that table already.

The board is a hash for each table with a field for each process, which repeats its posts. A post
that has not been repeated for a while belongs to a process that has died, and does not count. A
person who has the page open is a key that expires, named by a hash. While Redis is away, nobody
sees who is connected to the other processes, or who has the page open; nothing else is affected.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from secrets import token_urlsafe

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError

from qwirkle.errors import BusError
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.storage.ports import LOOK, Present

CHANNEL = "qwirkle:tables"
"""The channel that every process hears; a table's own has its id after a colon."""
PREFIX = "qwirkle:present:"
"""The prefix of the key of a table's presence board."""
HERE = "here:"
"""Follows the prefix in the key of a person who has the page open; no table's id has a colon."""
PACE = 0.003
"""Seconds between two round trips; a single message never waits."""
MAX_UNSENT = 10_000
"""How many tables to remember while Redis is away; beyond that everybody reads the store."""
AT_ONCE = 500
"""The number of channels in one command."""
PATIENCE = 0.5
"""Seconds for which a new listener waits for the confirmation of its subscription."""
MAX_DIGITS = 9
"""The greatest length of a number that is read."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
SILENCE = 10.0
"""Seconds of silence after which the subscription is checked."""

PUBLISH = """
for table, seq in string.gmatch(ARGV[4], '([^\\n]+)\\n(%d+)\\n') do
  redis.call(ARGV[1], ARGV[2] .. table, ARGV[3] .. ' ' .. seq)
end
"""
"""Publishes the numbers of many tables: one command and one answer take a third of the processor
time that one for each table would."""

_LOG = logging.getLogger("qwirkle.bus")
_LOST = (RedisError, OSError, EOFError, TimeoutError)


class _Interest:
    """The interest of this process in one table."""

    __slots__ = ("confirmed", "listeners")

    def __init__(self) -> None:
        self.listeners = 0
        self.confirmed = asyncio.Event()


class RedisBus:
    """A bus that notifies listeners here and in every other process with the same Redis."""

    def __init__(self, url: str, *, channel: str = CHANNEL, sharded: bool | None = None) -> None:
        """Make a bus; ``sharded`` forces the kind of channels that is otherwise found out."""
        try:
            self._redis = Redis.from_url(
                url,
                retry=Retry(NoBackoff(), 0),  # a reconnection must not go unnoticed
                socket_connect_timeout=5,
                socket_timeout=5,
                socket_keepalive=True,
            )
        except ValueError as error:
            raise BusError("a bus is redis://USER:PASSWORD@HOST:PORT") from error
        self._channel = channel
        self._prefix = f"{channel}:"
        self._me = token_urlsafe(9).encode()
        self._local = LocalBus()
        self._forced = sharded
        self._sharded = False
        self._interests: dict[str, _Interest] = {}
        self._unconfirmed: dict[str, int] = {}
        """How many subscriptions to a table Redis has yet to confirm."""
        self._changed: set[str] = set()
        """The tables whose listeners have come or gone."""
        self._change = asyncio.Event()
        self._unsent: dict[str, int] = {}
        self._send_look = False
        self._wake = asyncio.Event()
        self._subscribed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.heard = 0
        """The number of messages of other processes that came over Redis."""

    @property
    def connected(self) -> bool:
        """Whether this process receives messages from the others."""
        return self._subscribed.is_set()

    async def open(self) -> None:
        """Open the bus: wait briefly for the subscription, and keep trying if there is none."""
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]
        with suppress(TimeoutError):
            await asyncio.wait_for(self._subscribed.wait(), 2)

    async def close(self) -> None:
        """Send the pending numbers, if possible, and close the connection."""
        with suppress(*_LOST):
            await asyncio.wait_for(self._send_once(), 1)
        await cancel(*self._tasks)
        await self._redis.aclose()
        await self._local.close()

    async def publish(self, game: str, seq: int) -> None:
        """Notify the listeners here immediately, and those of other processes soon."""
        self._local.tell(game, seq)
        self._unsent[game] = max(seq, self._unsent.get(game, 0))
        if len(self._unsent) > MAX_UNSENT:
            self._unsent.clear()
            self._send_look = True
        self._wake.set()

    @asynccontextmanager
    async def listen(self, game: str) -> AsyncIterator[AsyncIterator[int]]:
        """Yield the numbers that are published from now on, in any process.

        If Redis does not confirm the subscription soon, ``LOOK`` follows when it does.
        """
        interest = self._watch(game)
        try:
            if self.connected and not interest.confirmed.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(interest.confirmed.wait(), PATIENCE)
            # Only now: what came before is in the store, which the listener reads next.
            async with self._local.listen(game) as numbers:
                yield numbers
        finally:
            self._unwatch(game, interest)

    def call(self, game: str, back: Callable[[], None]) -> Callable[[], None]:
        """Call back for every number from now on, from any process; call the result to stop."""
        interest = self._watch(game)
        end_call: Callable[[], None] | None = self._local.call(game, back)

        def end() -> None:
            nonlocal end_call
            if end_call is not None:
                end_call()
                end_call = None
                self._unwatch(game, interest)

        return end

    # Interest

    def _watch(self, game: str) -> _Interest:
        interest = self._interests.get(game)
        if interest is None:
            interest = self._interests[game] = _Interest()
            self._look_after(game)
        interest.listeners += 1
        return interest

    def _unwatch(self, game: str, interest: _Interest) -> None:
        interest.listeners -= 1
        if not interest.listeners:
            del self._interests[game]
            self._look_after(game)

    def _look_after(self, *games: str) -> None:
        self._changed.update(games)
        self._change.set()

    async def _keep_subscribed(self, subscription: PubSub) -> None:
        """Subscribe to the tables that are watched, and to no others, from now on."""
        join = subscription.ssubscribe if self._sharded else subscription.subscribe
        leave = subscription.sunsubscribe if self._sharded else subscription.unsubscribe
        self._look_after(*self._interests)
        subscribed: set[str] = set()
        while True:
            await self._change.wait()
            some = [self._changed.pop() for _ in range(min(AT_ONCE, len(self._changed)))]
            if not self._changed:
                self._change.clear()
            wanted = {table for table in some if table in self._interests}
            gone = (subscribed - wanted).intersection(some)
            new = wanted - subscribed
            for table in wanted & subscribed:  # left and watched again meanwhile
                if table not in self._unconfirmed:
                    self._interests[table].confirmed.set()
            for table in new:
                self._unconfirmed[table] = self._unconfirmed.get(table, 0) + 1
            subscribed |= new
            subscribed -= gone
            if gone:
                await leave(*map(self._channel_of, gone))
            if new:
                await join(*map(self._channel_of, new))

    def _channel_of(self, table: str) -> str:
        return f"{self._prefix}{table}"

    # Sending

    async def _send(self) -> None:
        pause = FIRST_PAUSE
        while True:
            await self._wake.wait()
            await self._subscribed.wait()  # until then the kind of channels is unknown
            self._wake.clear()
            try:
                await self._send_once()
            except _LOST:
                self._wake.set()
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE
                await asyncio.sleep(PACE)

    async def _send_once(self) -> None:
        if not (self._unsent or self._send_look):
            return
        seqs, self._unsent = self._unsent, {}
        look, self._send_look = self._send_look, False
        try:
            if look:
                await self._redis.publish(self._channel, self._me)
            command = "SPUBLISH" if self._sharded else "PUBLISH"
            news = "".join(f"{table}\n{seq}\n" for table, seq in seqs.items())
            await self._redis.eval(PUBLISH, 0, command, self._prefix, self._me, news)
        except BaseException:
            # It may have arrived all the same; a repeated message does no harm.
            for table, seq in seqs.items():
                self._unsent[table] = max(seq, self._unsent.get(table, 0))
            self._send_look |= look
            raise

    # Receiving

    async def _receive(self) -> None:
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            try:
                await self._hear_all()
            except _LOST as error:
                if self.connected:
                    _LOG.warning("the bus lost its Redis (%s); trying again", type(error).__name__)
                self._forget_subscription()
                if time.monotonic() - began > LONGEST_PAUSE:
                    pause = FIRST_PAUSE
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _hear_all(self) -> None:
        """Receive the others' messages until the connection is lost."""
        self._sharded = await self._knows_shards() if self._forced is None else self._forced
        async with self._redis.pubsub() as subscription:
            await subscription.subscribe(self._channel)
            both = (
                asyncio.create_task(self._keep_subscribed(subscription)),
                asyncio.create_task(self._hear_messages(subscription)),
            )
            try:
                ended, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                for task in ended:
                    task.result()  # raises: neither ends otherwise
            finally:
                await cancel(*both)

    async def _knows_shards(self) -> bool:
        """Return whether the server supports sharded channels, as Redis 7 does."""
        try:
            known = await self._redis.execute_command(  # type: ignore[no-untyped-call]
                "COMMAND INFO", "SPUBLISH"
            )
        except ResponseError:
            return False
        return bool(known)

    def _forget_subscription(self) -> None:
        self._subscribed.clear()
        self._unconfirmed.clear()
        for interest in self._interests.values():
            interest.confirmed.clear()

    async def _hear_messages(self, subscription: PubSub) -> None:
        async for kind, channel, body in _messages(subscription):
            if kind in ("message", "smessage"):
                self._hear(channel, body)
            elif kind in ("subscribe", "ssubscribe"):
                self._confirm(channel)

    def _confirm(self, channel: str) -> None:
        if channel == self._channel:
            self._subscribed.set()
            return
        game = channel.removeprefix(self._prefix)
        left = self._unconfirmed.pop(game, 1) - 1
        if left > 0:  # of several subscriptions, only the last one stays
            self._unconfirmed[game] = left
        elif (interest := self._interests.get(game)) is not None:
            interest.confirmed.set()
            self._local.tell(game, LOOK)

    def _hear(self, channel: str, body: bytes) -> None:
        sender, _, number = body.partition(b" ")
        if sender == self._me:
            return
        self.heard += 1
        if channel == self._channel:
            self._local.tell_everyone_to_look()
        elif number.isdigit() and len(number) <= MAX_DIGITS:
            self._local.tell(channel.removeprefix(self._prefix), int(number))


async def _messages(subscription: PubSub) -> AsyncIterator[tuple[str, str, bytes]]:
    """Yield kind, channel and body of messages; raise if it stays silent when checked."""
    asked = False
    while True:
        message = await subscription.get_message(timeout=SILENCE)
        if message is not None:
            asked = False
            channel = message["channel"]
            name = "" if channel is None else channel.decode("utf-8", "replace")
            yield message["type"], name, message["data"]
        elif asked:
            raise TimeoutError
        else:
            asked = True
            await subscription.ping()


class _Post(msgspec.Struct, frozen=True, array_like=True):
    """The post of a process, and the time until which it counts."""

    until: float
    seats: tuple[int, ...]
    watching: int


_POSTS = msgspec.json.Decoder(_Post)


class RedisPresenceBoard:
    """A board that every process with the same Redis shares."""

    def __init__(self, url: str, *, renew_seconds: float = 20.0, prefix: str = PREFIX) -> None:
        try:
            self._redis = Redis.from_url(
                url,
                retry=Retry(NoBackoff(), 1),
                socket_connect_timeout=2,
                socket_timeout=2,
                socket_keepalive=True,
            )
        except ValueError as error:
            raise BusError("a board is redis://USER:PASSWORD@HOST:PORT") from error
        self.renew_seconds: float | None = renew_seconds
        self._lasts = 2.5 * renew_seconds
        self._prefix = prefix
        self._me = token_urlsafe(9)

    async def close(self) -> None:
        """Close the connection; the last posts are soon forgotten."""
        with suppress(*_LOST):
            await self._redis.aclose()

    async def put(self, posts: Mapping[str, Present]) -> None:
        """Post who is connected to this process; an empty post is removed."""
        until = time.time() + self._lasts
        with suppress(*_LOST):
            async with self._redis.pipeline(transaction=False) as steps:
                for game, present in posts.items():
                    key = self._prefix + game
                    if present == Present():
                        steps.hdel(key, self._me)
                    else:
                        post = _Post(until, present.seats, present.watching)
                        steps.hset(key, self._me, msgspec.json.encode(post))
                        steps.pexpire(key, round(self._lasts * 1000))
                await steps.execute()

    async def others(self, games: Collection[str]) -> dict[str, list[Present]]:
        """Return the posts of the other processes that still count."""
        found: dict[str, list[Present]] = {game: [] for game in games}
        with suppress(*_LOST):
            async with self._redis.pipeline(transaction=False) as steps:
                for game in found:
                    steps.hgetall(self._prefix + game)
                answers = await steps.execute()
            now = time.time()
            for posts, fields in zip(found.values(), answers, strict=True):
                for process, body in fields.items():
                    with suppress(msgspec.DecodeError):
                        post = _POSTS.decode(body)
                        if process != self._me.encode() and post.until > now:
                            posts.append(Present(post.seats, post.watching))
        return found

    async def announce(self, people: Collection[str], seconds: float) -> None:
        """Note that these people have the page open."""
        with suppress(*_LOST):
            async with self._redis.pipeline(transaction=False) as steps:
                for person in people:
                    steps.set(self._key_of(person), b"", px=max(1, round(seconds * 1000)))
                await steps.execute()

    async def withdraw(self, people: Collection[str]) -> None:
        """Forget that these people have the page open."""
        if people:
            with suppress(*_LOST):
                await self._redis.delete(*(self._key_of(person) for person in people))

    async def announced(self, people: Collection[str]) -> set[str]:
        """Return those of these people who have the page open, through any process."""
        asked = list(people)
        if asked:
            with suppress(*_LOST):
                found = await self._redis.mget([self._key_of(person) for person in asked])
                return {
                    person for person, post in zip(asked, found, strict=True) if post is not None
                }
        return set()

    def _key_of(self, person: str) -> str:
        return f"{self._prefix}{HERE}{hashlib.sha256(person.encode()).hexdigest()}"
