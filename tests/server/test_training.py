"""What accounts have practised, over HTTP: on every device, for nobody else, until deleted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from .served import Client, Refusal, Served, check_store, served

PATH = "/api/account/training"
WORDS = {"name": "Anna", "password": "correct horse"}
DAY = {"day": "2026-11-18", "lost": 0.0, "on": "2026-11-18", "at": 1000}
PUZZLE = {"number": 7, "lost": 2.5, "at": 2000, "difficulty": 900}
TURN = {"turn": "a-table.12", "box": 1, "due": "2026-11-22", "at": 3000}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


@asynccontextmanager
async def devices(server: Served, count: int = 1) -> AsyncIterator[list[Client]]:
    found = [Client(server.address) for _ in range(count)]
    try:
        yield found
    finally:
        for client in found:
            await client.leave()


async def send(client: Client, known: int = 0, **news: Any) -> Any:
    return await client.post(PATH, {"known": known, "news": news})


def test_two_devices_of_an_account_come_to_know_the_same(server: Served) -> None:
    async def scene() -> None:
        async with devices(server, 3) as (home, phone, guest):
            await home.post("/api/accounts", WORDS)
            assert await send(home, days=[DAY], turns=[TURN]) == {"version": 1, "training": None}
            await phone.post("/api/session", WORDS)
            found = await send(phone, puzzles=[PUZZLE], rush=3)
            assert found["version"] == 2
            everything = {
                "days": [DAY],
                "puzzles": [PUZZLE],
                "turns": [TURN],
                "forgotten": 0,
                "rush": 3,
            }
            assert found["training"] == everything
            assert await send(home, 1) == {"version": 2, "training": everything}
            assert (await home.get("/api/account/export"))["training"] == everything
            with pytest.raises(Refusal, match="not-signed-in"):
                await send(guest, rush=9)
            # After signing out, this device learns nothing more.
            await phone.http.delete("/api/session")
            with pytest.raises(Refusal, match="not-signed-in"):
                await send(phone, 2)

    asyncio.run(scene())
    check_store(server.folder)


def test_it_is_deleted_with_the_account(server: Served) -> None:
    async def scene() -> None:
        words = {"name": "Benno", "password": "correct horse"}
        async with devices(server) as (ben,):
            await ben.post("/api/accounts", words)
            await send(ben, rush=3)
            await ben.post("/api/account/removal", {"password": words["password"]})
            await ben.post("/api/accounts", words)
            assert await send(ben) == {"version": 0, "training": None}
            assert (await ben.get("/api/account/export"))["training"]["rush"] == 0

    asyncio.run(scene())


WRONG: list[dict[str, Any]] = [
    {"days": [{**DAY, "day": "yesterday"}]},
    {"days": [{**DAY, "lost": -1}]},
    {"puzzles": [{**PUZZLE, "number": -1}]},
    {"puzzles": [PUZZLE] * 3001},
    {"turns": [{**TURN, "turn": "x" * 81}]},
    {"turns": [{**TURN, "at": 10**15}]},
    {"rush": 10**9},
    {"diary": "dear me"},
]


def test_what_no_page_sends_is_refused(server: Served) -> None:
    async def scene() -> None:
        async with devices(server) as (eve,):
            await eve.post("/api/accounts", {"name": "Eve", "password": "correct horse"})
            for news in WRONG:
                with pytest.raises(Refusal, match=r"bad-request|too-large"):
                    await send(eve, **news)
            assert (await send(eve))["version"] == 0

    asyncio.run(scene())


def test_it_is_there_after_a_restart(tmp_path: Path) -> None:
    async def practise(server: Served) -> None:
        async with devices(server) as (ann,):
            await ann.post("/api/accounts", WORDS)
            await send(ann, rush=3)

    async def look(server: Served) -> None:
        async with devices(server) as (ann,):
            await ann.post("/api/session", WORDS)
            assert (await send(ann))["training"]["rush"] == 3

    with served(tmp_path) as server:
        asyncio.run(practise(server))
    with served(tmp_path) as server:
        asyncio.run(look(server))
