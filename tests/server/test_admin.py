"""What ``qwirkle admin`` does is noticed by a server that is running."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from qwirkle.tables.core.standings import FEWEST_TURNS

from .players import turn_of
from .served import Client, Refusal, Served, served

PASSWORD = "correct horse"  # noqa: S105 - of nobody


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


async def admin(server: Served, *words: str) -> Any:
    command = [sys.executable, "-m", "qwirkle", "admin", *words, "--json"]
    command += ["--data", str(server.folder)]
    done = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@asynccontextmanager
async def clients(server: Served, count: int) -> AsyncIterator[list[Client]]:
    people = [Client(server.address) for _ in range(count)]
    try:
        yield people
    finally:
        for client in people:
            await client.leave()


async def sign_up(client: Client, name: str) -> None:
    await client.post("/api/accounts", {"name": name, "password": PASSWORD})


def test_an_export_holds_the_account_and_its_games(server: Served) -> None:
    async def scene() -> None:
        async with clients(server, 3) as (ann, ben, stranger):
            people = [ann, ben]
            await sign_up(ann, "Anna")
            await sign_up(ben, "Benno")
            seats = [{"kind": "person", "name": "Anna"}, {"kind": "person"}]
            table = await ann.open(seats, hints=False)
            await ben.act(table, {"do": "sit", "name": "Benno"})
            await ann.act(table, {"do": "start"})
            for _ in range(2 * FEWEST_TURNS):
                who = people[(await ann.get(f"/api/tables/{table}"))["now"]["turn"]]
                turn = turn_of(await who.get(f"/api/tables/{table}"))
                await who.act(table, {"do": "play", "turn": turn})
            await ben.act(table, {"do": "resign"})
            async with asyncio.timeout(60):
                while not (await ann.get("/api/account"))["ratings"]:
                    await asyncio.sleep(0.05)
            data = await ann.get("/api/account/export")
            assert (data["name"], data["ratings"]["classic"]["games"]) == ("Anna", 1)
            (seat,) = data["seats"]
            assert (seat["table"], seat["name"], seat["ended"]) == (table, "Anna", "resigned")
            assert (seat["place"], seat["seat"]) == (1, 0)
            assert seat["record"] == (await ann.http.get(f"/api/tables/{table}/record")).text
            assert "argon2" not in json.dumps(data)
            with pytest.raises(Refusal, match="not-signed-in"):
                await stranger.get("/api/account/export")

    asyncio.run(scene())


def test_a_link_sets_a_forgotten_password_once(server: Served) -> None:
    async def scene() -> None:
        async with clients(server, 2) as (zoe, phone):
            await sign_up(zoe, "Zoe")
            link = (await admin(server, "accounts", "reset", "Zoe"))["link"]
            token = link.partition("#reset=")[2]
            answer = await phone.post(
                "/api/account/reset", {"token": token, "new": "another horse"}
            )
            assert answer["name"] == "Zoe"
            assert (await phone.get("/api/account"))["name"] == "Zoe"
            with pytest.raises(Refusal, match="not-signed-in"):
                await zoe.get("/api/account")
            with pytest.raises(Refusal, match="bad-recovery"):
                await zoe.post("/api/account/reset", {"token": token, "new": "a third horse"})

    asyncio.run(scene())


def test_a_banned_account_cannot_sit_down_over_a_socket_from_before(server: Served) -> None:
    async def scene() -> None:
        async with clients(server, 2) as (eve, host):
            await sign_up(eve, "Eve")
            table = await host.open([{"kind": "person", "name": "Host"}, {"kind": "person"}])
            await eve.connect(table)
            await admin(server, "accounts", "ban", "Eve")
            with pytest.raises(Refusal, match="banned"):
                await eve.do({"do": "sit", "name": "Eve"})
            with pytest.raises(Refusal, match="banned"):
                await eve.post("/api/session", {"name": "Eve", "password": PASSWORD})

    asyncio.run(scene())


def test_a_closed_and_a_deleted_table_are_noticed(server: Served) -> None:
    async def scene() -> None:
        async with clients(server, 1) as (host,):
            table = await host.open([{"kind": "person", "name": "Host"}, {"kind": "bot"}])
            await admin(server, "tables", "close", table)
            assert (await host.get(f"/api/tables/{table}"))["now"]["ended"]["how"] == "closed"
            await admin(server, "tables", "delete", table, "--yes")
            with pytest.raises(Refusal, match="no-such-table"):
                await host.get(f"/api/tables/{table}")
            assert table not in server.log

    asyncio.run(scene())


@pytest.mark.long
def test_old_tables_are_logged_by_their_number_alone(tmp_path: Path) -> None:
    async def scene(server: Served) -> str:
        async with clients(server, 1) as (host,):
            table: str = await host.open([{"kind": "person", "name": "Host"}, {"kind": "bot"}])
            await host.act(table, {"do": "close"})
            return table

    with served(tmp_path) as first:
        table = asyncio.run(scene(first))
        first.stop()
    with served(tmp_path, "--guest-table-days", "0.0000001") as second:
        asyncio.run(_until_logged(second, "old tables deleted"))
        (line,) = [line for line in second.log.splitlines() if "old tables deleted" in line]
        assert json.loads(line)["count"] == 1
        assert table not in second.log


async def _until_logged(server: Served, words: str) -> None:
    async with asyncio.timeout(60):
        while words not in server.log:
            await asyncio.sleep(0.05)
