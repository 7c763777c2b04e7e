"""The runner of the tables' bots: in worker threads, a few at a time, each with a time limit.

Threads are shared fairly between the people who opened the tables. Bots that may think for long
have a thread of their own, so that nobody waits for them, and hints wait until no bot does.

A bot receives the view of its seat and nothing else. It is kept from turn to turn, because a good
bot learns from the turns of the others. A bot that is missing, after a restart or because another
process has played its last turns, is recreated and watches the earlier turns of its seat; its
random choices depend on the moment alone. So it plays the same turns wherever it runs.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Self

from qwirkle.errors import QwirkleError
from qwirkle.players import Bot, bot
from qwirkle.players.fallback import fallback_turn
from qwirkle.players.rng import Chance
from qwirkle.rules.family import AnyEdition, AnyTurn, AnyView, view
from qwirkle.tables.core.bots import thinking_seconds
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.events import TurnPlayed, TurnsTakenBack, read_event
from qwirkle.tables.core.evolve import TableFold
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.fair_lane import FairLane
from qwirkle.tables.live.tasks import thread_pool
from qwirkle.tables.storage.ports import Store, Stored

PATIENCE = 4
"""How many times its limit a bot waits for a thread before the smallest turn is played for it."""
QUICK_SECONDS = 1.0
"""A bot that may think for longer than this waits for the one thread of slow bots."""
HINT_PATIENCE = 10.0
"""Seconds that a hint waits for a thread before it is refused."""
MAX_HINTS = 40
"""The maximum number of hints that wait for a thread; more are refused immediately."""
MAX_OPENERS = 10_000
"""The maximum number of tables whose opener is remembered."""
MAX_SEATED = 1000
"""The maximum number of bots kept from turn to turn; each takes a few kB."""
IDLE_SECONDS = 600.0
"""Seconds without a turn after which a bot is dropped."""


@dataclass(slots=True)
class SeatedBot:
    """A bot with its memory of one game. It is never used by two threads at a time."""

    spec: str
    player: Bot
    chance: Chance
    turns: int = 0
    """The number of turns in the game when it last chose one."""
    taken_back: int = 0
    """How often turns had been taken back by then."""
    used_at: float = field(default_factory=monotonic)

    @classmethod
    def new(cls, spec: str, rules: AnyEdition) -> Self:
        """Make a bot that has seen nothing yet."""
        chance = Chance(0)
        return cls(spec, bot(spec, chance, rules=rules), chance)

    def follows(self, spec: str, table: Table) -> bool:
        """Return whether it saw all turns of its seat: it was asked a round ago, or in this turn.

        A bot that has seen a turn which was taken back knows too much.
        """
        game = game_of(table)
        gone_by = game.turns_played - self.turns
        same = self.spec == spec and self.taken_back == len(table.taken_back)
        return same and gone_by in (0, len(game.seats))


class _Threads:
    """Threads, and the lane in which bots wait for them."""

    def __init__(self, count: int, name: str) -> None:
        self.pool = thread_pool(count, name)
        self.lane = FairLane(count)


class BotRunner:
    """Threads for bots to think on, and the bots of this process's tables."""

    def __init__(
        self,
        store: Store,
        threads: int,
        limit_ms: int,
        *,
        seated: int = MAX_SEATED,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._store = store
        self._limit = limit_ms / 1000
        self._most = seated
        self._on_fault = on_fault
        self._quick = _Threads(threads, "qwirkle-bot")
        self._slow = _Threads(1, "qwirkle-slow-bot")
        self._seated: OrderedDict[tuple[str, int], SeatedBot] = OrderedDict()
        self._openers: OrderedDict[str, str] = OrderedDict()
        self._hints: set[tuple[str, int | None]] = set()

    def __len__(self) -> int:
        return len(self._seated)

    @property
    def waiting(self) -> int:
        """The number of bots and hints that are waiting for a thread."""
        return len(self._quick.lane) + len(self._slow.lane)

    def opened_by(self, table: str, opener: str, *, first: bool = False) -> None:
        """Count the bots of a table as the opener's; ``first``: unless it has an opener already.

        Without this call, a table counts for the device that opened it.
        """
        if first and table in self._openers:
            return
        self._openers[table] = opener
        if len(self._openers) > MAX_OPENERS:
            self._openers.popitem(last=False)

    async def choose_turn(self, table: Table, seat: int) -> AnyTurn:
        """Return the turn of the bot on a seat; the smallest possible if it finds none in time."""
        game, spec = game_of(table), table.seats[seat].bot
        seen = view(game, seat)
        # Removed from the dictionary while it thinks, so that nobody else can use it meanwhile.
        seated = self._seated.pop((table.id, seat), None)
        past: Sequence[Stored] = ()
        if seated is None or not seated.follows(spec, table):
            self._drop(seated)
            try:
                seated = SeatedBot.new(spec, seen.edition)
            except QwirkleError:  # a spec that an earlier version knew
                return fallback_turn(seen)
            if game.turns_played >= len(game.seats):
                past = (await self._store.read(table.id))[: table.seq]
        # Nobody can foresee a bot's random choices, and another process makes the same ones.
        seed = hashlib.sha256(f"bot {table.seed} {game.seq}".encode()).digest()
        turn = await self._run_bot(table, seated, seed, seen, past)
        if turn is None:
            return fallback_turn(seen)
        seated.turns = game.turns_played
        seated.taken_back = len(table.taken_back)
        seated.used_at = monotonic()
        self._seated[table.id, seat] = seated
        while len(self._seated) > self._most:
            self._drop(self._seated.popitem(last=False)[1])
        return turn

    async def advise(self, table: Table, spec: str, seed: bytes, seen: AnyView) -> AnyTurn:
        """Return a bot's turn for a hint; refuse it if the bot cannot think in time.

        Bots go first, and a seat waits for one hint at a time.
        """
        asked = table.id, seen.seat
        if asked in self._hints or len(self._hints) >= MAX_HINTS:
            raise refusal(TableReason.BUSY, case="hint")
        adviser = SeatedBot.new(spec, seen.edition)
        expected = thinking_seconds(spec)
        group = f"hint {self._opener(table)}"
        self._hints.add(asked)
        try:
            async with asyncio.timeout(HINT_PATIENCE):
                await self._quick.lane.enter(group, expected, behind=True)
            turn = await self._think(self._quick, group, expected, (adviser, seed, seen, ()))
        except TimeoutError:
            raise refusal(TableReason.BUSY, case="hint") from None
        finally:
            self._hints.discard(asked)
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

    def _opener(self, table: Table) -> str:
        """Return whose share the bots of a table count towards.

        Another process, or an earlier one, may have opened it; then the device is known.
        """
        known = self._openers.get(table.id) or self._openers.get(table.before or "")
        return known or table.tournament or (table.host[0] if table.host else table.id)

    async def _run_bot(
        self, table: Table, seated: SeatedBot, seed: bytes, seen: AnyView, past: Sequence[Stored]
    ) -> AnyTurn | None:
        """Run a bot; return None if it failed or was too late, and then it must be replaced."""
        expected = thinking_seconds(seated.spec)
        threads = self._quick if expected <= QUICK_SECONDS else self._slow
        group = self._opener(table)
        try:
            async with asyncio.timeout(PATIENCE * self._limit):
                await threads.lane.enter(group, expected)
            return await self._think(threads, group, expected, (seated, seed, seen, past))
        except (TimeoutError, QwirkleError):
            return None
        except Exception as error:  # whatever a bot raises, the game continues
            if self._on_fault is not None:
                self._on_fault(table.id, error)
            return None

    async def _think(
        self,
        threads: _Threads,
        group: str,
        expected: float,
        task: tuple[SeatedBot, bytes, AnyView, Sequence[Stored]],
    ) -> AnyTurn:
        """Think on a thread. The time limit starts here, not while the bot waits."""
        began = monotonic()
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(threads.pool, _think, *task)

        def done(thinking: asyncio.Future[AnyTurn]) -> None:
            threads.lane.leave(group, expected, monotonic() - began)
            if not thinking.cancelled():
                thinking.exception()  # retrieved even if nobody is waiting for it any more

        # A thread cannot be stopped: it becomes free when its bot is done, in time or not.
        thinking.add_done_callback(done)
        async with asyncio.timeout(self._limit):
            return await asyncio.shield(thinking)

    def _drop(self, seated: SeatedBot | None) -> None:
        """Close a bot that is not thinking, on a bot thread, where it returns what it borrowed."""
        if seated is not None:
            self._quick.pool.submit(seated.player.close)

    def close(self) -> None:
        """Shut down the threads when their work is done."""
        while self._seated:
            self._drop(self._seated.popitem()[1])
        # The jobs still waiting for a thread are bots to be closed, never bots that are to think.
        for threads in (self._quick, self._slow):
            threads.pool.shutdown(wait=False)


def _think(seated: SeatedBot, seed: bytes, seen: AnyView, past: Sequence[Stored]) -> AnyTurn:
    player = seated.player
    if seen.seat is not None:
        for earlier in _earlier_turns(past, seen.seat):
            player.watch(earlier)
    seated.chance.reseed(seed)
    turn: AnyTurn = player.choose(seen)
    player.rest()
    return turn


def _earlier_turns(past: Iterable[Stored], seat: int) -> list[AnyView]:
    """Return the views a seat had before each of its turns, from its table's events."""
    folded = TableFold()
    seen: list[AnyView] = []
    for row in past:
        event, table = read_event(row.body), folded.table
        if isinstance(event, TurnPlayed) and event.seat == seat and table and table.game:
            seen.append(view(table.game, seat))
        table = folded.add(event, row.at)
        if isinstance(event, TurnsTakenBack) and table.game:
            seen = [earlier for earlier in seen if earlier.seq < table.game.seq]
    return seen
