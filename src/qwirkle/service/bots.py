"""Bots that think for tables: in worker threads, so many at a time, each with a time limit.

A bot is given the view of its seat and nothing else. It is made anew for every turn, so that a
server holds nothing for bots that wait and any server can think for any table.
"""

from __future__ import annotations

import asyncio
import hashlib
from concurrent.futures import ThreadPoolExecutor

from qwirkle.errors import QwirkleError
from qwirkle.players import bot
from qwirkle.players.fallback import fallback_turn
from qwirkle.rules.family import AnyTurn, AnyView, view
from qwirkle.service.table.game import running
from qwirkle.service.table.state import Table

PATIENCE = 4
"""How many times the limit a bot waits for a thread, before the least is played for it."""


class Thinkers:
    """Threads to think on."""

    def __init__(self, threads: int, limit_ms: int) -> None:
        self._limit = limit_ms / 1000
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="qwirkle-bot")
        # Waiting for a thread is no thinking: the limit begins when there is one.
        self._free = asyncio.Semaphore(threads)

    async def turn(self, table: Table, seat: int) -> AnyTurn:
        """The turn of the bot on a seat; the least possible if it finds none in time."""
        game = running(table)
        seen = view(game, seat)
        # Nobody can foresee what a bot draws by lot, and whoever asks again gets the same.
        lot = hashlib.sha256(f"bot {table.seed} {game.seq}".encode()).digest()
        return await self.choose(table.seats[seat].bot, lot, seen)

    async def choose(self, spec: str, lot: bytes, seen: AnyView) -> AnyTurn:
        """What the bot of a spec does."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PATIENCE * self._limit):
                await self._free.acquire()
        except TimeoutError:
            return least(seen)
        thinking = loop.run_in_executor(self._pool, _chosen, spec, lot, seen)
        # A thread cannot be stopped: it is free again when its bot is done, in time or not.
        thinking.add_done_callback(self._done)
        try:
            async with asyncio.timeout(self._limit):
                return await asyncio.shield(thinking)
        except (TimeoutError, QwirkleError):
            return least(seen)

    def _done(self, thinking: asyncio.Future[AnyTurn]) -> None:
        self._free.release()
        if not thinking.cancelled():
            thinking.exception()  # looked at, also when nobody waits for it any more

    def close(self) -> None:
        """Let the threads go when they are done."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def least(seen: AnyView) -> AnyTurn:
    """The least a seat can do."""
    return fallback_turn(seen)


def _chosen(spec: str, lot: bytes, seen: AnyView) -> AnyTurn:
    player = bot(spec, lot, rules=seen.edition)
    try:
        return player.choose(seen)
    finally:
        player.close()
