"""A presence board between processes, on Redis: a hash for each table, a field for each process.

A process repeats its posts. A post that has not been repeated for a while is of a process that has
died, and does not count. While Redis is away nobody sees who is connected to the other processes;
nothing else is affected.
"""

from __future__ import annotations

import time
from contextlib import suppress
from secrets import token_urlsafe

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from qwirkle.errors import BusError
from qwirkle.tables.storage.ports import Present

PREFIX = "qwirkle:present:"
_LOST = (RedisError, OSError, EOFError, TimeoutError)


class _Post(msgspec.Struct, array_like=True):
    """The post of a process, and until when it counts."""

    until: float
    seats: tuple[int, ...]
    watching: int


_DECODER = msgspec.json.Decoder(_Post)


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
        """Post what this process has; an empty post is removed."""
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
                    post = _DECODER.decode(body)
                    if process != self._me.encode() and post.until > time.time():
                        found.append(Present(post.seats, post.watching))
        return found
