"""Several servers on one store, a store with very many games, and servers that cannot start."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from .players import seated, turn_of
from .served import Served, check_store, new_id, served


async def at_two_servers(first: Served, second: Served, turns: int) -> None:
    table, (ann, ben) = await seated(first)
    ben.move_to(second.address)
    await ben.connect(table, ben.view["now"]["seq"])
    for _ in range(turns):
        seat = ann.view["now"]["turn"]
        who = ann if seat in ann.view["you"]["seats"] else ben
        command = {"do": "play", "turn": turn_of(who.view)}
        done = await who.do(command, expected_seq=who.view["now"]["seq"])
        for client in (ann, ben):
            await client.until(done["seq"])
    # The same command at both servers at once: one turn.
    seat = ann.view["now"]["turn"]
    who = ann if seat in ann.view["you"]["seats"] else ben
    command, command_id = {"do": "play", "turn": turn_of(who.view)}, new_id()
    seq, cookies = who.view["now"]["seq"], who.http.cookies
    body = {"command": command, "command_id": command_id, "expected_seq": seq}

    async def at(server: Served) -> Any:
        async with httpx.AsyncClient(cookies=cookies, headers={"X-Qwirkle": "1"}) as http:
            path = f"{server.address}/api/tables/{table}/commands"
            return (await http.post(path, json=body)).json()

    answers = await asyncio.gather(*(at(server) for server in (first, second) * 3))
    assert answers == [answers[0]] * 6
    for client in (ann, ben):
        await client.until(answers[0]["seq"])
    assert ann.seqs[-turns:] == ben.seqs[-turns:]
    assert ann.view["game"] == ben.view["game"]
    for client in (ann, ben):
        await client.leave()


def test_two_servers_on_one_database_play_the_same_table(tmp_path: Path) -> None:
    place = f"sqlite:///{tmp_path / 'both.db'}"
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    with (
        served(folders[0], "--database", place, "--clock-interval", "0.1") as first,
        served(folders[1], "--database", place, "--clock-interval", "0.1") as second,
    ):
        # Without Redis the other one learns of news when it looks: here when somebody asks it.
        asyncio.run(without_a_bus(first, second))


async def without_a_bus(first: Served, second: Served) -> None:
    table, (ann, ben) = await seated(first)
    ben.move_to(second.address)
    await ben.hang_up()
    for _ in range(6):
        for client in (ann, ben):
            client.view = await client.get(f"/api/tables/{table}")
        seat = ann.view["now"]["turn"]
        who = ann if seat in ann.view["you"]["seats"] else ben
        await who.act(
            table,
            {"do": "play", "turn": turn_of(who.view)},
            expected_seq=who.view["now"]["seq"],
        )
    views = [await client.get(f"/api/tables/{table}") for client in (ann, ben)]
    assert views[0]["game"] == views[1]["game"]
    assert views[0]["now"] == views[1]["now"]
    for client in (ann, ben):
        await client.leave()


@pytest.mark.long
def test_two_servers_on_postgresql_with_redis(
    tmp_path: Path, postgresql_address: str, redis_address: str
) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    flags = ("--database", postgresql_address, "--redis", redis_address)
    with served(folders[0], *flags) as first, served(folders[1], *flags) as second:
        asyncio.run(at_two_servers(first, second, 8))


@pytest.mark.long
def test_a_server_starts_on_ten_thousand_games(tmp_path: Path) -> None:
    async def scene(server: Served) -> tuple[str, str]:
        table, clients = await seated(server)
        for client in clients:
            await client.leave()
        return table, clients[0].cookie

    with served(tmp_path) as server:
        table, _ = asyncio.run(scene(server))
        assert server.stop() == 0
    with sqlite3.connect(tmp_path / "tables.db") as database:
        for name in ("games", "events", "commands"):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            others = ", ".join(column for column in columns if column != "game")
            database.execute(
                f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) "  # noqa: S608
                f"INSERT INTO {name} (game, {others}) "
                f"SELECT game || '-' || i, {others} FROM {name}, n WHERE game = ?",
                (table,),
            )
    database.close()
    with served(tmp_path) as server:
        answer = httpx.get(f"{server.address}/healthz", timeout=60)
        assert answer.json()["status"] == "ok"
        # They are not read, which would take longer with every game; a busy machine may meanwhile
        # have come to the few whose time was up.
        metrics = httpx.get(f"{server.address}/metrics").text
        found = re.search(r"^qwirkle_cached_tables (\S+)", metrics, re.MULTILINE)
        assert found is not None
        assert float(found[1]) < 1000


def test_a_taken_port_is_said_in_one_line(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        command = [sys.executable, "-m", "qwirkle", "serve", "--port", str(server.port)]
        found = subprocess.run(
            [*command, "--data", str(tmp_path)], capture_output=True, text=True, check=False
        )
    assert found.returncode == 2
    assert found.stderr.count("\n") == 1
    assert f"port {server.port}" in found.stderr


@pytest.mark.parametrize(
    "address", ["postgresql://x:secret@127.0.0.1:1/x", "sqlite:////proc/none/x.db", "nonsense"]
)
def test_a_database_that_cannot_be_reached_is_said_in_one_line(address: str) -> None:
    command = [sys.executable, "-m", "qwirkle", "serve", "--port", "0", "--database", address]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 2, found.stderr
    assert found.stderr.count("\n") == 1, found.stderr
    assert "secret" not in found.stderr


@pytest.mark.long
def test_verify_store_finds_what_was_changed_by_hand(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        _, clients = await seated(server)
        for client in clients:
            await client.leave()

    with served(tmp_path) as server:
        asyncio.run(scene(server))
        assert server.stop() == 0
    check_store(tmp_path)
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("UPDATE games SET title = 'Mau-Mau'")
    database.close()
    with pytest.raises(AssertionError, match="Mau-Mau"):
        check_store(tmp_path)
