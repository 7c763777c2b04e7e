"""Sockets of a page without a server: what a client missed, how they end, what is left behind."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from qwirkle.browser.backend import Backend
from qwirkle.browser.database import MemoryDatabase
from qwirkle.browser.results import BrowserResults
from qwirkle.browser.store import BrowserStore
from qwirkle.players.registry import bot
from qwirkle.protocol.shapes.turns import write_turn
from qwirkle.rules.family import view
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.live import queries as table_queries
from qwirkle.tables.live.hints import ADVISERS
from qwirkle.tables.live.session import ClientGone
from qwirkle.tables.live.workers import InPlace

from .device import Device, device


async def next_of(heard: asyncio.Queue[Any], kind: str) -> Any:
    """The next message of a kind."""
    async with asyncio.timeout(10):
        while (message := await heard.get())["kind"] != kind:
            pass
    return message


async def closed(here: Device) -> tuple[int, int, str]:
    async with asyncio.timeout(10):
        while not here.closed:
            await asyncio.sleep(0)
    return here.closed.pop()


def test_a_page_that_comes_back_gets_what_it_missed_and_not_the_whole_table() -> None:
    async def scene() -> None:
        async with device() as here:
            table = await here.opened("mini", "level:1")
            seen = await here.until_own_turn(table)
            seq = seen["now"]["seq"]
            heard = here.connected(1, table, str(seq - 1))
            first = await heard.get()
            assert (first["kind"], first["told"]["seq"]) == ("told", seq)

    asyncio.run(scene())


def test_a_command_over_a_socket_is_refused_if_something_else_has_happened() -> None:
    async def scene() -> None:
        async with device() as here:
            table = await here.opened("mini", "level:1")
            seen = await here.until_own_turn(table)
            heard = here.connected(1, table)
            asked = {
                "kind": "do",
                "id": "stale",
                "command": {"do": "react", "what": "hello"},
                "expected_seq": seen["now"]["seq"] - 1,
            }
            await here.backend.receive(1, msgspec.json.encode(asked).decode())
            assert (await next_of(heard, "refused"))["problem"]["reason"] == "stale"
            asked |= {"id": "fresh", "expected_seq": seen["now"]["seq"]}
            await here.backend.receive(1, msgspec.json.encode(asked).decode())
            assert (await next_of(heard, "done"))["id"] == "fresh"

    asyncio.run(scene())


def test_a_page_is_told_in_words_why_its_socket_ends() -> None:
    async def scene() -> None:
        async with device() as here:
            heard = here.connected(8, "no-such-table-at-all")
            problem = (await next_of(heard, "refused"))["problem"]
            assert problem["reason"] == "no-such-table"
            assert problem["detail"]
            assert await closed(here) == (8, 4404, "no-such-table")

    asyncio.run(scene())


def test_a_fault_at_a_table_is_reported_and_ends_the_socket() -> None:
    async def scene() -> None:
        database = MemoryDatabase()
        async with device(database) as here:
            table = await here.opened("mini", "level:1")
            await here.until_own_turn(table)
        again = Device(database)
        again.backend.service.tables.follow = _fails  # type: ignore[method-assign]
        again.connected(1, table)
        assert await closed(again) == (1, 1011, "")
        assert [str(fault) for fault in again.faults] == ["broken"]
        await again.backend.receive(1, '{"kind": "ping", "n": 3}')
        assert again.heard[1].empty(), "nothing more is said on it"

    asyncio.run(scene())


async def _fails(*_: object, **__: object) -> Any:
    raise ValueError("broken")
    yield


@pytest.mark.parametrize("how", ["disconnect", "stop"])
def test_nothing_goes_on_for_a_page_that_has_left(how: str) -> None:
    async def scene() -> None:
        async with device() as here:
            table = await here.opened("mini", "level:1")
            await here.until_own_turn(table)
            here.backend.service.presences._grace = 0.0  # nobody waits for the page to come back
            before = asyncio.all_tasks()
            heard = here.connected(1, table)
            assert (await heard.get())["kind"] == "view"
            assert asyncio.all_tasks() - before
            if how == "disconnect":
                here.backend.disconnect(1)
            else:
                await here.backend.stop()
            async with asyncio.timeout(10):
                while asyncio.all_tasks() - before:
                    await asyncio.sleep(0)

    asyncio.run(scene())


def test_a_page_that_has_left_is_sent_nothing_and_the_session_learns_it() -> None:
    async def scene() -> None:
        async with device() as here:
            table = await here.opened("mini", "level:1")
            heard = here.connected(1, table)
            assert (await heard.get())["kind"] == "view"
            session, _ = here.backend._sessions[1]
            here.backend.disconnect(1)
            while not heard.empty():
                heard.get_nowait()
            with pytest.raises(ClientGone):
                await session.receive('{"kind": "ping", "n": 3}')
            assert heard.empty()

    asyncio.run(scene())


def in_order(turn: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """A turn with its tiles sorted: in which order they are named makes no difference."""
    return {name: sorted(tiles) for name, tiles in turn.items()}


@pytest.mark.parametrize(
    ("game", "adviser"), [("classic", "value:trials=off"), ("cards", "greedy")]
)
def test_hints_come_from_the_advisers_of_a_server(
    game: str, adviser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Others, because those of a server think by the clock.
    monkeypatch.setattr(table_queries, "ADVISERS", dict.fromkeys(ADVISERS, adviser))

    async def scene() -> None:
        async with device(seed="hints") as here:
            table = await here.opened(game, "level:1")
            await here.until_own_turn(table)
            for _ in range(3):
                state = await here.backend.service.tables.current(table)
                assert state.to_move is not None
                seen = view(game_of(state), state.to_move)
                hint = await here.done("POST", f"/api/tables/{table}/hint", {})
                wanted = msgspec.json.encode(write_turn(bot(adviser, 0).choose(seen)))
                assert in_order(hint["turn"]) == in_order(msgspec.json.decode(wanted))
                await here.act(table, {"do": "play", "turn": hint["turn"]})
                await here.until_own_turn(table)

    asyncio.run(scene())


def test_a_bot_that_had_the_turn_goes_on_after_a_restart() -> None:
    async def scene() -> None:
        database = MemoryDatabase()
        first = Device(database)
        # It takes its time, and its window is closed in the meantime.
        first.backend = Backend(database, first.backend._page, InPlace(), bot_pauses=True)
        await first.backend.start()
        table = await first.opened("classic", "level:1")
        while (await first.done("GET", f"/api/tables/{table}"))["now"]["turn"] == 1:
            await asyncio.sleep(0.01)
        hint = await first.done("POST", f"/api/tables/{table}/hint", {})
        await first.act(table, {"do": "play", "turn": hint["turn"]})
        await first.backend.service.stop(0)  # as when a window is closed: nothing is waited for
        store = BrowserStore(database)
        events = len(await store.read(table))
        # Nobody looks at the table: it goes on all the same.
        async with device(database), asyncio.timeout(30):
            while len(await store.read(table)) == events:
                await asyncio.sleep(0.01)

    asyncio.run(scene())


def test_finished_games_are_counted_again_at_every_start() -> None:
    async def scene() -> None:
        database = MemoryDatabase()
        async with device(database) as here:
            table = await here.opened("mini", "level:1")
            await here.act(table, {"do": "resign"})
            unfinished = await here.opened("mini", "level:1")
        found = await BrowserResults(BrowserStore(database)).to_tally(10)
        assert table in found
        assert unfinished not in found

    asyncio.run(scene())
