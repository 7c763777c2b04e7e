"""Servers that die, several servers on one store, and a store with very many games."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from .players import seated, turn_of
from .served import Client, Served, new_id, served


async def turns_of(client: Client, table: str) -> list[int]:
    """The numbers of the turns that were played, from the whole story."""
    seqs: list[int] = []
    since = 0
    while True:
        told = await client.get(f"/api/tables/{table}/events?since={since}")
        if not told or told[0]["kind"] == "view":
            return seqs
        for one in told:
            since = one["seq"]
            if one["body"]["event"]["event"] == "turn-played":
                seqs.append(since)


async def determined(client: Client, table: str, message: dict[str, Any]) -> dict[str, Any]:
    """Send a command again and again until there is an answer, as a page does."""
    while True:
        try:
            if client.socket is None:
                await client.connect(table, client.view["now"]["seq"])
            return await client.say(message, message["id"])
        except (ConnectionClosed, OSError, TimeoutError, httpx.HTTPError):
            await client.hang_up()
            await asyncio.sleep(0.05)


async def killed_again_and_again(server: Served, kills: int) -> None:
    """Two clients play while their server is killed at any moment and started again."""
    lot = random.Random(7)
    table, clients = await seated(server)
    acknowledged: list[int] = []
    done = asyncio.Event()

    async def executioner() -> None:
        for _ in range(kills):
            await asyncio.sleep(lot.uniform(0.05, 0.4))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        done.set()

    killing = asyncio.create_task(executioner())
    tables = 1
    while not done.is_set():
        ann = clients[0]
        if ann.view["now"]["phase"] != "playing":
            assert await turns_of(ann, table) == acknowledged
            for one in clients:
                await one.leave()
            table, clients = await seated_at_last(server)
            acknowledged = []
            tables += 1
            continue
        seq, seat = max(one.view["now"]["seq"] for one in clients), ann.view["now"]["turn"]
        who = next(one for one in clients if seat in one.view["you"]["seats"])
        command = {"do": "play", "turn": turn_of(who.view)}
        message = {"kind": "do", "id": new_id(), "command": command, "expected_seq": seq}
        answer = await determined(who, table, message)
        assert answer["kind"] == "done", answer
        acknowledged.append(answer["first"])
        for one in clients:
            while one.view["now"]["seq"] < answer["seq"]:
                if one.socket is None or one.socket.close_code is not None:
                    await one.hang_up()
                    try:
                        await one.connect(table, one.view["now"]["seq"])
                    except (OSError, ConnectionClosed, TimeoutError):
                        await asyncio.sleep(0.05)
                        continue
                await asyncio.sleep(0.002)
    await killing
    assert await turns_of(clients[0], table) == acknowledged
    assert acknowledged or tables > 1
    for one in clients:
        await one.leave()


async def seated_at_last(server: Served) -> tuple[str, list[Client]]:
    while True:
        try:
            return await seated(server)
        except (httpx.HTTPError, OSError, ConnectionClosed, AssertionError, TimeoutError):
            await asyncio.sleep(0.1)


def check_store(folder: Path) -> None:
    command = [sys.executable, "-m", "qwirkle", "verify-store", "--data", str(folder)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_no_turn_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        asyncio.run(killed_again_and_again(server, 5))
    check_store(tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_turn_is_lost_or_doubled_in_hundreds_of_kills(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        asyncio.run(killed_again_and_again(server, 300))
    check_store(tmp_path)


async def at_two_servers(first: Served, second: Served, turns: int) -> None:
    table, (ann, ben) = await seated(first)
    ben.move_to(second.address)
    await ben.connect(table, ben.view["now"]["seq"])
    for _ in range(turns):
        seat = ann.view["now"]["turn"]
        who = ann if seat in ann.view["you"]["seats"] else ben
        command = {"do": "play", "turn": turn_of(who.view)}
        done = await who.do(command, expected_seq=who.view["now"]["seq"])
        for one in (ann, ben):
            await one.until(done["seq"])
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
    for one in (ann, ben):
        await one.until(answers[0]["seq"])
    assert ann.seqs[-turns:] == ben.seqs[-turns:]
    assert ann.view["game"] == ben.view["game"]
    for one in (ann, ben):
        await one.leave()


def test_two_servers_on_one_database_play_the_same_table(tmp_path: Path) -> None:
    place = f"sqlite:///{tmp_path / 'both.db'}"
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    with (
        served(folders[0], "--database", place, "--look-around", "0.1") as first,
        served(folders[1], "--database", place, "--look-around", "0.1") as second,
    ):
        # Without Redis the other one learns of news when it looks: here when somebody asks it.
        asyncio.run(without_a_bus(first, second))


async def without_a_bus(first: Served, second: Served) -> None:
    table, (ann, ben) = await seated(first)
    ben.move_to(second.address)
    await ben.hang_up()
    for _ in range(6):
        for one in (ann, ben):
            one.view = await one.get(f"/api/tables/{table}")
        seat = ann.view["now"]["turn"]
        who = ann if seat in ann.view["you"]["seats"] else ben
        await who.act(
            table,
            {"do": "play", "turn": turn_of(who.view)},
            expected_seq=who.view["now"]["seq"],
        )
    views = [await one.get(f"/api/tables/{table}") for one in (ann, ben)]
    assert views[0]["game"] == views[1]["game"]
    assert views[0]["now"] == views[1]["now"]
    for one in (ann, ben):
        await one.leave()


def test_two_servers_on_postgresql_with_redis(
    tmp_path: Path, postgresql_address: str, redis_address: str
) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    flags = ("--database", postgresql_address, "--redis", redis_address)
    with served(folders[0], *flags) as first, served(folders[1], *flags) as second:
        asyncio.run(at_two_servers(first, second, 8))


def test_a_server_on_ten_thousand_games_is_well_at_once(tmp_path: Path) -> None:
    async def scene(server: Served) -> tuple[str, str]:
        table, clients = await seated(server)
        for one in clients:
            await one.leave()
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
    began = time.monotonic()
    with served(tmp_path) as server:
        answer = httpx.get(f"{server.address}/healthz", timeout=5)
        took = time.monotonic() - began
        assert answer.json()["status"] == "ok"
    # The interpreter's own start and imports are in it.
    assert took < 2 * patience(), took


def patience() -> float:
    """More on a machine that is busy with other things: how much longer a known task takes."""
    began = time.monotonic()
    sum(number * number for number in range(400_000))
    return max(1.0, (time.monotonic() - began) / 0.04)


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


def test_verify_store_finds_what_was_changed_by_hand(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        _, clients = await seated(server)
        for one in clients:
            await one.leave()

    with served(tmp_path) as server:
        asyncio.run(scene(server))
        assert server.stop() == 0
    check_store(tmp_path)
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("UPDATE games SET title = 'Mau-Mau'")
    database.close()
    with pytest.raises(AssertionError, match="Mau-Mau"):
        check_store(tmp_path)
