"""A server whose store is jammed: new tables are refused first, what is played is not lost."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx

from .players import seated, turn_of
from .served import Served, check_store, new_id, served

MANY = httpx.Limits(max_connections=None)
SEATS = [{"kind": "person", "name": "Cem"}, {"kind": "person"}]


Tries = list[asyncio.Task[httpx.Response]]


async def opens(http: httpx.AsyncClient) -> httpx.Response:
    """Somebody new tries to open a table."""
    asked = {"command_id": new_id(), "table": {"do": "open-table", "seats": SEATS}}
    return await http.post("/api/tables", json=asked)


async def until_one_is(status: int, http: httpx.AsyncClient) -> Tries:
    """Somebody tries now and then, until an answer has this status."""
    tries: Tries = []
    async with asyncio.timeout(60):
        while not any(trying.done() and trying.result().status_code == status for trying in tries):
            tries.append(asyncio.create_task(opens(http)))
            await asyncio.sleep(0.2)
    return tries


def test_while_commands_wait_no_table_is_opened_and_no_turn_is_lost(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        _, clients = await seated(server)
        seat = clients[0].view["now"]["turn"]
        who, other = (clients[seat], clients[1 - seat])
        http = httpx.AsyncClient(
            base_url=server.address, headers={"X-Qwirkle": "1"}, timeout=60, limits=MANY
        )
        with closing(sqlite3.connect(server.folder / "tables.db", isolation_level=None)) as jam:
            jam.execute("BEGIN IMMEDIATE")
            playing = asyncio.create_task(who.do({"do": "play", "turn": turn_of(who.view)}))
            tries = await until_one_is(503, http)
            # Those who play are served: sockets answer, and the turn is on its way.
            assert (await other.say({"kind": "ping", "n": 1}, "1"))["kind"] == "pong"
            assert not playing.done()
            jam.execute("COMMIT")
        done = await playing
        for client in clients:
            await client.until(done["seq"])
        tries += await until_one_is(201, http)
        refused = [trying for trying in await asyncio.gather(*tries) if trying.status_code != 201]
        for answer in refused:
            assert (answer.status_code, answer.json()["reason"]) == (503, "unavailable")
            assert int(answer.headers["Retry-After"]) > 0
        await http.aclose()
        for client in clients:
            await client.leave()

    with served(tmp_path, "--max-lag", "0.2") as server:
        asyncio.run(scene(server))
        assert server.stop() == 0
    check_store(tmp_path)
