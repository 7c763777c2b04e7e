"""The runner of the tables' bots: by workers, shared fairly by those who opened the tables.

A bot receives the view of its seat and nothing else. What it has learned is kept from turn to turn,
because a good bot learns from the turns of the others. A bot of which nothing is kept, after a
restart or because another process has played its last turns, watches the earlier turns of its seat;
its random choices depend on the moment alone. So it plays the same turns wherever it runs.

A bot that does not answer in time, or whose worker ends, costs its table nothing: the greedy bot
plays the turn, immediately and in this process.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic

import msgspec

from qwirkle.api.visitors import asking
from qwirkle.errors import QwirkleError
from qwirkle.players import bot
from qwirkle.players.fallback import fallback_turn
from qwirkle.players.rng import Chance
from qwirkle.protocol.shapes.turns import Turn, turn_of, write_turn
from qwirkle.rules.family import AnyTurn, AnyView, view
from qwirkle.tables.core.bots import only_counts, thinking_seconds
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.events import TurnPlayed, TurnsTakenBack, read_event
from qwirkle.tables.core.evolve import TableFold
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.state import Table
from qwirkle.tables.live.family import hint_of
from qwirkle.tables.live.hints import Hint
from qwirkle.tables.live.workers import InPlace, Job, JobFailed, JobStopped, Workers
from qwirkle.tables.storage.ports import Store, Stored

PATIENCE = 4
"""How many times its limit a bot waits for a worker before the greedy bot plays for it."""
QUICK_SECONDS = 1.0
"""A bot that may think for longer than this waits for the one worker of long jobs."""
HINT_PATIENCE = 10.0
"""Seconds that a hint waits for a worker before it is refused."""
SHORTEST_HINT_MS = 10
"""The least thinking time of a hint, in milliseconds: still enough to beat every quick bot."""
MAX_COMPARED = 5
"""With more shares than this of the thinking time, a hint is not compared with other turns, which
would take longer than finding it."""
MAX_OPENERS = 10_000
"""The maximum number of tables whose opener is remembered."""
MAX_SEATED = 20_000
"""The maximum number of bots of which something is kept from turn to turn."""
IDLE_SECONDS = 600.0
"""Seconds without a turn after which what a bot has learned is dropped."""
STAND_IN = "greedy"
"""The bot that plays a turn in place of one that does not answer."""


class Thought(msgspec.Struct, frozen=True):
    """The turn that a bot has chosen, and what it has learned so far."""

    turn: Turn
    learned: bytes = b""


@dataclass(slots=True)
class SeatedBot:
    """The part of a bot that is kept between two turns of one game."""

    spec: str
    learned: bytes = b""
    turns: int = 0
    """The number of turns in the game when it last chose one."""
    taken_back: int = 0
    """How often turns had been taken back by then."""
    used_at: float = field(default_factory=monotonic)

    def follows(self, spec: str, table: Table) -> bool:
        """Return whether it saw all turns of its seat: it was asked a round ago, or in this turn.

        A bot that has seen a turn which was taken back knows too much.
        """
        game = game_of(table)
        gone_by = game.turns_played - self.turns
        same = self.spec == spec and self.taken_back == len(table.taken_back)
        return same and gone_by in (0, len(game.seats))


class BotRunner:
    """The bots of this process's tables."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        limit_ms: int,
        *,
        seated: int = MAX_SEATED,
        on_fault: Callable[[str, Exception], None] | None = None,
    ) -> None:
        self._store = store
        self._workers = workers
        self._limit = limit_ms / 1000
        self._most = seated
        self._on_fault = on_fault
        self._here = InPlace()
        self._seated: OrderedDict[tuple[str, int], SeatedBot] = OrderedDict()
        self._openers: OrderedDict[str, str] = OrderedDict()
        self._hints: dict[tuple[str, int | None], str] = {}
        """The address of whoever waits for a hint, by table and seat."""

    def __len__(self) -> int:
        return len(self._seated)

    def opened_by(self, table: str, opener: str, *, first: bool = False) -> None:
        """Count the bots of a table as the opener's; ``first``: unless it has an opener already.

        Without this call, a table counts for the device that opened it.
        """
        if first and table in self._openers:
            return
        self._openers[table] = opener
        if len(self._openers) > MAX_OPENERS:
            self._openers.popitem(last=False)

    def opener(self, table: Table) -> str:
        """Return whose share the bots of a table count towards.

        Another process, or an earlier one, may have opened it; then the device is known.
        """
        known = self._openers.get(table.id) or self._openers.get(table.before or "")
        return known or table.tournament or (table.host[0] if table.host else table.id)

    async def choose_turn(self, table: Table, seat: int) -> AnyTurn:
        """Return the turn of the bot on a seat; the greedy bot's if it finds none in time."""
        game, spec = game_of(table), table.seats[seat].bot
        seen = view(game, seat)
        kept = self._seated.pop((table.id, seat), None)
        past: Sequence[Stored] = ()
        if kept is None or not kept.follows(spec, table):
            kept = SeatedBot(spec)
            if game.turns_played >= len(game.seats) and not only_counts(spec):
                past = (await self._store.read(table.id))[: table.seq]
        # Nobody can foresee a bot's random choices, and another process makes the same ones.
        seed = hashlib.sha256(f"bot {table.seed} {game.seq}".encode()).digest()
        thought = await self._ask(table, partial(think, spec, kept.learned, seed, seen, past), spec)
        if thought is None:
            return await self._stand_in(table, seed, seen)
        kept.learned = thought.learned
        kept.turns = game.turns_played
        kept.taken_back = len(table.taken_back)
        kept.used_at = monotonic()
        self._seated[table.id, seat] = kept
        while len(self._seated) > self._most:
            self._seated.popitem(last=False)
        return turn_of(thought.turn, seen)

    async def _ask(self, table: Table, call: partial[Thought], spec: str) -> Thought | None:
        """Let a bot think; log a failure or a delay that was too long, and return None."""
        try:
            expected = thinking_seconds(spec)
            job = Job(
                call=call,
                kind="quick" if expected <= QUICK_SECONDS else "long",
                seconds=self._limit,
                expected=expected,
                patience=PATIENCE * self._limit,
            )
            if only_counts(spec):
                return (await self._here.run(job, _ignore)).answer
            return await self._workers.run(job, address=self.opener(table))
        except (JobStopped, JobFailed) as error:
            if self._on_fault is not None:
                self._on_fault(table.id, error)
        except QwirkleError:
            pass  # nobody had time for it, or it is a spec that an earlier version knew
        return None

    async def _stand_in(self, table: Table, seed: bytes, seen: AnyView) -> AnyTurn:
        thought = await self._ask(table, partial(think, STAND_IN, b"", seed, seen, ()), STAND_IN)
        return fallback_turn(seen) if thought is None else turn_of(thought.turn, seen)

    async def advise(self, table: Table, spec: str, seed: bytes, seen: AnyView) -> Hint:
        """Return a hint of a bot; refuse it if the bot cannot think in time.

        Bots go first, and a seat waits for one hint at a time. Visitors who ask at the same time
        share the thinking time of one, and so do the hints of one visitor: short hints help more
        people than long waits, and nobody who asks for many makes those of others short. If very
        many ask, hints are not compared with other turns.
        """
        asked = table.id, seen.seat
        if asked in self._hints:
            raise refusal(TableReason.BUSY, case="hint")
        self._hints[asked] = address = asking.get().address
        visitors = list(self._hints.values())
        shares = max(len(set(visitors)), visitors.count(address))
        spec, compared = shortened(spec, shares), shares <= MAX_COMPARED
        try:
            return await self._workers.run(
                Job(
                    call=partial(find_hint, spec, seed, seen, compared=compared),
                    seconds=self._limit,
                    expected=thinking_seconds(spec),
                    patience=HINT_PATIENCE,
                    behind=True,
                    case="hint",
                ),
            )
        except JobStopped:
            raise refusal(TableReason.BUSY, case="hint") from None
        finally:
            del self._hints[asked]

    def forget(self, table: Table) -> None:
        """Drop the bots of a table that has ended."""
        if table.phase == "ended":
            for seat in range(len(table.seats)):
                self._seated.pop((table.id, seat), None)

    def drop_idle(self, idle: float = IDLE_SECONDS) -> None:
        """Drop what bots have learned that have had no turn for a while."""
        before = monotonic() - idle
        for key in [key for key, kept in self._seated.items() if kept.used_at < before]:
            del self._seated[key]


def think(spec: str, learned: bytes, seed: bytes, seen: AnyView, past: Sequence[Stored]) -> Thought:
    """Let a bot choose a turn, with what it has learned, or after watching its earlier turns."""
    chance = Chance(0)
    player = bot(spec, chance, rules=seen.edition)
    try:
        player.recall(learned, seen)
        if seen.seat is not None:
            for earlier in _earlier_turns(past, seen.seat):
                player.watch(earlier)
        chance.reseed(seed)
        return Thought(write_turn(player.choose(seen)), player.learned())
    finally:
        player.close()


def shortened(spec: str, shares: int) -> str:
    """Return the spec of a bot with one of several shares of its thinking time, if it has one."""

    def share(found: re.Match[str]) -> str:
        ms = int(found[1])
        return f"ms={max(min(ms, SHORTEST_HINT_MS), ms // shares)}"

    return re.sub(r"\bms=(\d+)", share, spec)


def find_hint(spec: str, seed: bytes, seen: AnyView, *, compared: bool = True) -> Hint:
    """Let a bot choose a turn, and explain it."""
    turn = turn_of(think(spec, b"", seed, seen, ()).turn, seen)
    return hint_of(seen, turn, compared=compared)


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


def _ignore(done: int, total: int) -> None:
    del done, total
