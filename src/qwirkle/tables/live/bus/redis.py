"""A bus and a presence board between processes, over a Redis server.

A turn never waits for Redis: a published number reaches this process immediately and is sent to the
others as soon as possible, all new numbers in one message. While Redis is gone, the bus keeps
trying, keeps the unsent numbers, and sends ``LOOK`` to every listener after each new subscription,
because messages may have been missed in between.

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
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, suppress
from secrets import token_urlsafe

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from qwirkle.errors import BusError
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.tasks import cancel
from qwirkle.tables.storage.ports import Present

CHANNEL = "qwirkle:tables"
PREFIX = "qwirkle:present:"
"""The prefix of the key of a table's presence board."""
HERE = "here:"
"""Follows the prefix in the key of a person who has the page open; no table's id has a colon."""
PACE = 0.003
"""Seconds between two messages; a single message never waits."""
MAX_UNSENT = 10_000
"""How many tables to remember while Redis is away; beyond that everybody reads the store."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
SILENCE = 10.0
"""Seconds of silence after which the subscription is checked."""

_LOG = logging.getLogger("qwirkle.bus")
_LOST = (RedisError, OSError, EOFError, TimeoutError)


class Message(msgspec.Struct, omit_defaults=True):
    """A message on the channel: the last events of tables, or a call for everyone to look."""

    sender: str
    seqs: dict[str, int] = {}
    look: bool = False


_DECODER = msgspec.json.Decoder(Message)


class RedisBus:
    """A bus that notifies listeners here and in every other process with the same Redis."""

    def __init__(self, url: str, *, channel: str = CHANNEL) -> None:
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
        self._me = token_urlsafe(9)
        self._local = LocalBus()
        self._unsent: dict[str, int] = {}
        self._send_look = False
        self._wake = asyncio.Event()
        self._subscribed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

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

    def listen(self, game: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Yield the numbers that are published from now on, in any process."""
        return self._local.listen(game)

    def call(self, game: str, back: Callable[[], None]) -> Callable[[], None]:
        """Call back for every number from now on, from any process; call the result to stop."""
        return self._local.call(game, back)

    async def _send(self) -> None:
        pause = FIRST_PAUSE
        while True:
            await self._wake.wait()
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
            body = msgspec.json.encode(Message(self._me, seqs, look))
            await self._redis.publish(self._channel, body)
        except BaseException:
            # It may have arrived all the same; a repeated message does no harm.
            for table, seq in seqs.items():
                self._unsent[table] = max(seq, self._unsent.get(table, 0))
            self._send_look |= look
            raise

    async def _receive(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(self._channel)
                    async for kind, body in _messages(subscription):
                        pause = FIRST_PAUSE
                        self._hear(kind, body)
            except _LOST as error:
                if self.connected:
                    _LOG.warning("the bus lost its Redis (%s); trying again", type(error).__name__)
                self._subscribed.clear()
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _hear(self, kind: str, body: bytes) -> None:
        if kind == "subscribe":
            self._subscribed.set()
            self._local.tell_everyone_to_look()
        elif kind == "message":
            try:
                message = _DECODER.decode(body)
            except msgspec.DecodeError:
                return  # not one of ours
            if message.sender == self._me:
                return
            if message.look:
                self._local.tell_everyone_to_look()
            for table, seq in message.seqs.items():
                self._local.tell(table, seq)


async def _messages(subscription: PubSub) -> AsyncIterator[tuple[str, bytes]]:
    """Yield the messages of a subscription; raise if it stays silent when checked."""
    asked = False
    while True:
        message = await subscription.get_message(timeout=SILENCE)
        if message is not None:
            asked = False
            yield message["type"], message["data"]
        elif asked:
            raise TimeoutError
        else:
            asked = True
            await subscription.ping()


class _Post(msgspec.Struct, array_like=True):
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

    async def put(self, game: str, present: Present) -> None:
        """Post who is connected to this process; an empty post is removed."""
        key = self._prefix + game
        with suppress(*_LOST):
            async with self._redis.pipeline(transaction=False) as steps:
                if present == Present():
                    steps.hdel(key, self._me)
                else:
                    post = _Post(time.time() + self._lasts, present.seats, present.watching)
                    steps.hset(key, self._me, msgspec.json.encode(post))
                    steps.pexpire(key, round(self._lasts * 1000))
                await steps.execute()

    async def others(self, game: str) -> list[Present]:
        """Return the posts of the other processes that still count."""
        found: list[Present] = []
        with suppress(*_LOST):
            fields = await self._redis.hgetall(self._prefix + game)
            for process, body in fields.items():
                with suppress(msgspec.DecodeError):
                    post = _POSTS.decode(body)
                    if process != self._me.encode() and post.until > time.time():
                        found.append(Present(post.seats, post.watching))
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
