"""Runs the bots of tables: in worker threads, a few at a time, each with a time limit.

A bot is given the view of its seat and nothing else. It is kept from turn to turn, because a good
bot learns from what the others play. A bot that is not there, after a restart or because another
process has played its last turns, is made again and watches the earlier turns of its seat; what it
draws by lot depends on the moment alone. So it plays the same turns wherever it runs.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Self

from qwirkle.errors import QwirkleError
from qwirkle.players import Bot, bot
from qwirkle.players.fallback import fallback_turn
from qwirkle.players.rng import Chance
from qwirkle.rules.family import AnyEdition, AnyState, AnyTurn, AnyView, view
from qwirkle.service.ports import Store, Stored
from qwirkle.service.table.decide.game import game_of
from qwirkle.service.table.events import TurnPlayed, read_event
from qwirkle.service.table.evolve import evolve
from qwirkle.service.table.state import Table

PATIENCE = 4
"""How many times the limit a bot waits for a thread, before the least is played for it."""
MAX_SEATED = 1000
"""How many bots are kept from turn to turn; each takes a few kB."""
IDLE_SECONDS = 600.0
"""A bot that has had no turn for this long is dropped."""


@dataclass(slots=True)
class SeatedBot:
    """A bot with its memory of one game. It is never used by two threads at once."""

    spec: str
    player: Bot
    chance: Chance
    turns: int = 0
    """How many turns the game had when it was asked last."""
    used_at: float = field(default_factory=monotonic)

    @classmethod
    def new(cls, spec: str, rules: AnyEdition) -> Self:
        """Make a bot that has seen nothing yet."""
        chance = Chance(0)
        return cls(spec, bot(spec, chance, rules=rules), chance)

    def follows(self, spec: str, game: AnyState) -> bool:
        """Whether it has seen all turns of its seat: it was asked a round ago, or in this turn."""
        gone_by = game.turns_played - self.turns
        return self.spec == spec and gone_by in (0, len(game.seats))


class BotRunner:
    """Threads for bots to think on, and the bots of this process's tables."""

    def __init__(
        self, store: Store, threads: int, limit_ms: int, *, seated: int = MAX_SEATED
    ) -> None:
        self._store = store
        self._limit = limit_ms / 1000
        self._most = seated
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="qwirkle-bot")
        # The time limit begins when there is a thread, not while a bot waits for one.
        self._free = asyncio.Semaphore(threads)
        self._seated: OrderedDict[tuple[str, int], SeatedBot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._seated)

    async def choose_turn(self, table: Table, seat: int) -> AnyTurn:
        """The turn of the bot on a seat; the least possible if it finds none in time."""
        game, spec = game_of(table), table.seats[seat].bot
        seen = view(game, seat)
        # Out of the dictionary while it thinks: nobody else can use it meanwhile.
        seated = self._seated.pop((table.id, seat), None)
        past: Sequence[Stored] = ()
        if seated is None or not seated.follows(spec, game):
            self._drop(seated)
            try:
                seated = SeatedBot.new(spec, seen.edition)
            except QwirkleError:  # a spec that an earlier version knew
                return fallback_turn(seen)
            if game.turns_played >= len(game.seats):
                past = (await self._store.read(table.id))[: table.seq]
        # Nobody can foresee what a bot draws by lot, and another process draws the same.
        seed = hashlib.sha256(f"bot {table.seed} {game.seq}".encode()).digest()
        turn = await self._run(seated, seed, seen, past)
        if turn is None:
            return fallback_turn(seen)
        seated.turns = game.turns_played
        seated.used_at = monotonic()
        self._seated[table.id, seat] = seated
        while len(self._seated) > self._most:
            self._drop(self._seated.popitem(last=False)[1])
        return turn

    async def choose(self, spec: str, seed: bytes, seen: AnyView) -> AnyTurn:
        """The turn of a bot that is asked only once."""
        adviser = SeatedBot.new(spec, seen.edition)
        turn = await self._run(adviser, seed, seen)
        if turn is None:
            return fallback_turn(seen)
        self._drop(adviser)
        return turn

    def forget(self, table: Table) -> None:
        """Drop the bots of a table that has ended."""
        if table.phase == "ended":
            for seat in range(len(table.seats)):
                self._drop(self._seated.pop((table.id, seat), None))

    def drop_idle(self, idle: float = IDLE_SECONDS) -> None:
        """Drop bots that have had no turn for a while."""
        before = monotonic() - idle
        for key in [key for key, seated in self._seated.items() if seated.used_at < before]:
            self._drop(self._seated.pop(key))

    async def _run(
        self, seated: SeatedBot, seed: bytes, seen: AnyView, past: Sequence[Stored] = ()
    ) -> AnyTurn | None:
        """Let a bot think; None if it has failed or is too late, and then it is of no more use."""
        try:
            async with asyncio.timeout(PATIENCE * self._limit):
                await self._free.acquire()
        except TimeoutError:
            return None
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(self._pool, _think, seated, seed, seen, past)
        # A thread cannot be stopped: it is free again when its bot is done, in time or not.
        thinking.add_done_callback(self._done)
        try:
            async with asyncio.timeout(self._limit):
                return await asyncio.shield(thinking)
        except (TimeoutError, QwirkleError):
            return None

    def _done(self, thinking: asyncio.Future[AnyTurn]) -> None:
        self._free.release()
        if not thinking.cancelled():
            thinking.exception()  # retrieved even if nobody waits for it any more

    def _drop(self, seated: SeatedBot | None) -> None:
        """Close a bot that is not thinking, on a bot thread: it returns what it borrowed there."""
        if seated is not None:
            self._pool.submit(seated.player.close)

    def close(self) -> None:
        """End the threads when they are done."""
        while self._seated:
            self._drop(self._seated.popitem()[1])
        # What still waits for a thread is bots to be closed, never one that is to think.
        self._pool.shutdown(wait=False)


def _think(seated: SeatedBot, seed: bytes, seen: AnyView, past: Sequence[Stored]) -> AnyTurn:
    player = seated.player
    if seen.seat is not None:
        for earlier in _earlier_turns(past, seen.seat):
            player.watch(earlier)
    seated.chance.reseed(seed)
    turn: AnyTurn = player.choose(seen)
    player.rest()
    return turn


def _earlier_turns(past: Iterable[Stored], seat: int) -> Iterator[AnyView]:
    """What a seat saw whenever it had to play, from the events of its table."""
    table: Table | None = None
    for row in past:
        event = read_event(row.body)
        if isinstance(event, TurnPlayed) and event.seat == seat and table and table.game:
            yield view(table.game, seat)
        table = evolve(table, event, row.at)
