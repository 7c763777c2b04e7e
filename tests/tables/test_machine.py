"""Impatient, forgetful and malicious clients over two servers: nothing is lost, nothing doubled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from qwirkle.errors import Refused
from qwirkle.notation import check_record, record_of
from qwirkle.rules.family import view
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.events import TurnPlayed, read_event
from qwirkle.tables.core.evolve import fold_table
from qwirkle.tables.core.settings import MINUTE, Clock, SeatPlan
from qwirkle.tables.core.views import table_view, viewer_of
from qwirkle.tables.live.records import game_events
from qwirkle.tables.live.tables import Done

from .clients import Process, person
from .scene import asked, frozen, greedy_turn, written
from .stores import QuietBus, WatchedStore
from .test_seen import merge

PEOPLE = [person(name) for name in ("Ann", "Ben", "Cem", "Eve")]
GAMES = st.sampled_from(["classic", "mini", "select", "cards"])
CLOCKS = st.sampled_from([None, Clock("turn", MINUTE), Clock("game", 5 * MINUTE)])

who = st.integers(0, 3)
where = st.integers(0, 1)


class Sent(msgspec.Struct, frozen=True):
    """A command that was sent once, and may be sent again."""

    who: int
    command: Any
    command_id: str
    expected_seq: int | None


class Service(RuleBasedStateMachine):
    """Two processes on one store; Eve holds no seat but tries."""

    @initialize(game=GAMES, clock=CLOCKS, bots=st.integers(0, 1))
    def open_table(self, game: str, clock: Clock | None, bots: int) -> None:
        self.loop = asyncio.new_event_loop()
        self.store, self.bus = WatchedStore(), QuietBus()
        self.processes = [Process(self.store, self.bus) for _ in range(2)]
        self.sent: list[Sent] = []
        self.answers: dict[str, Done] = {}
        self.turns: dict[str, int] = {}
        seats = (SeatPlan("person", "Ann"), SeatPlan("person"), SeatPlan("open", bot="random"))
        opening = c.OpenTable(seats[: 3 if bots else 2], game, clock=clock)
        opened = [process.tables.open(PEOPLE[0], opening, "open") for process in self.processes]
        self.table = self.wait(*opened).table
        assert list(self.store.rows) == [self.table]
        self.seen: dict[int, dict[str, Any]] = {}
        self.wait(self.send(self.process(1), Sent(1, c.Sit("Ben"), "sit", None)))
        self.wait(self.send(self.process(0), Sent(0, c.Start(), "start", None)))
        for number in range(4):
            self.catch_up(number, 0)

    def process(self, which: int) -> Process:
        return self.processes[which]

    def wait(self, *happening: Coroutine[Any, Any, Any]) -> Any:
        """All at once; the last answer."""

        async def limited() -> Any:
            async with asyncio.timeout(60):
                last = (await asyncio.gather(*happening))[-1]
                for process in self.processes:
                    await process.scheduler.wait_idle()
                return last

        return self.loop.run_until_complete(limited())

    async def send(self, process: Process, sent: Sent) -> Done | None:
        """Send something; whoever is answered twice is answered the same."""
        key = f"{sent.who} {sent.command_id}"
        try:
            done = await process.tables.act(
                self.table,
                PEOPLE[sent.who],
                sent.command,
                command_id=sent.command_id,
                expected_seq=sent.expected_seq,
            )
        except Refused:
            assert key not in self.answers
            return None
        if done.first <= done.seq or key in self.answers:
            assert self.answers.setdefault(key, done) == done
        return done

    def made(self, number: int, kind: str, old: bool) -> Sent:
        """A command as a client would make it from what it has seen last."""
        command: Any
        match kind:
            case "turn" | "forced turn":
                state = self.state()
                seat = state.to_move if state.to_move is not None else 0
                game = game_of(state)
                going_on = state.to_move is not None
                idle = asked({"pass": True})
                turn = written(greedy_turn(view(game, seat))) if going_on else idle
                command = c.Play(turn)
                if kind == "forced turn":
                    command = c.Play(asked({"trade": [game.seats[seat].hand[0].value]}))
            case "react":
                command = c.React("wow")
            case "vote":
                command = c.CallVote("end")
            case "take back":
                command = c.TakeBack()
            case "yes":
                command = c.Vote(True)
            case "no":
                command = c.Vote(False)
            case _:
                command = c.Sit("Eve")
        known = self.seen[number]["now"]["seq"] if old else None
        return Sent(number, command, f"{kind} {len(self.sent)}", known)

    def state(self) -> Any:
        return fold_table((read_event(row.body), row.at) for row in self.store.rows[self.table])

    KINDS = st.sampled_from(
        [*["turn"] * 4, "forced turn", "react", "vote", *["take back"] * 2, "yes", "no", "sit"]
    )

    @rule(number=who, at=where, kind=KINDS, old=st.booleans())
    def ask(self, number: int, at: int, kind: str, old: bool) -> None:
        sent = self.made(number, kind, old)
        self.sent.append(sent)
        self.wait(self.send(self.process(at), sent))

    @rule(at=where, back=st.integers(1, 6))
    def send_again(self, at: int, back: int) -> None:
        if len(self.sent) >= back:
            self.wait(self.send(self.process(at), self.sent[-back]))

    @rule(
        asked=st.lists(
            st.tuples(who, st.lists(where, min_size=1, max_size=3), KINDS, st.booleans()),
            min_size=2,
            max_size=6,
        )
    )
    def ask_all_at_once(self, asked: list[tuple[int, list[int], str, bool]]) -> None:
        """Many commands at the same moment, some of them to both processes or twice to one."""
        sent = []
        for number, to, kind, old in asked:
            made = self.made(number, kind, old)
            self.sent.append(made)
            sent += [self.send(self.process(at), made) for at in to]
        self.wait(*sent)

    @rule(seconds=st.sampled_from([1, 20, 61, 200]))
    def time_passes(self, seconds: int) -> None:
        for process in self.processes:
            process.time += 1000 * seconds

    @rule()
    def the_schedulers_run_due(self) -> None:
        self.wait(*(process.scheduler.run_due() for process in self.processes))

    @rule(at=where)
    def a_house_starts_again(self, at: int) -> None:
        now = self.processes[at].time
        self.processes[at] = Process(self.store, self.bus)
        self.processes[at].time = now

    @rule(number=who, at=where)
    def catch_up(self, number: int, at: int) -> None:
        """A client asks for what it has missed, and then has what it would see."""
        process, caller = self.process(at), PEOPLE[number]
        self.wait(process.tables.current(self.table))
        since = self.seen[number]["now"]["seq"] if number in self.seen else -1
        for message in self.wait(process.tables.messages_since(self.table, caller, since)):
            body = msgspec.json.decode(message.body)
            if message.kind == "view":
                self.seen[number] = body
            else:
                assert message.seq == self.seen[number]["now"]["seq"] + 1
                merge(self.seen[number], body)
        state = self.state()
        whole = msgspec.json.decode(
            msgspec.json.encode(table_view(state, viewer_of(state, caller.key), 0))
        )
        assert {**self.seen[number], "at": 0} == whole

    @invariant()
    def what_was_acknowledged_is_there_once(self) -> None:
        rows = self.store.rows[self.table]
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        taken: set[int] = set()
        for key, done in self.answers.items():
            events = set(range(done.first, done.seq + 1))
            assert not events & taken, key
            assert max(events) <= len(rows)
            taken |= events
        by_hand = [
            row.seq
            for row in rows
            if isinstance(event := read_event(row.body), TurnPlayed) and event.by == "person"
        ]
        # No turn of a person is there that nobody was told to have made.
        assert set(by_hand) <= taken

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        try:
            self.what_is_there_is_a_game()
        finally:
            self.loop.close()

    def what_is_there_is_a_game(self) -> None:
        state = self.state()
        for process in self.processes:
            assert process.faults == []
            assert frozen(self.wait(process.tables.current(self.table))) == frozen(state)
        events = game_events(read_event(row.body) for row in self.store.rows[self.table])
        check_record(record_of(events, seed=state.seed, saved=True))


TestService = Service.TestCase
TestService.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)
