"""A real server: whole games over sockets, and everything that can go wrong on the way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .players import seated, turn_of
from .served import Client, Refusal, Served, new_id, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


async def play(clients: list[Client], turns: int | None = None) -> int:
    """Let clients play the least legal turns; how many there were."""
    played = 0
    while clients[0].view["now"]["phase"] == "playing" and (turns is None or played < turns):
        seat = clients[0].view["now"]["turn"]
        who = next(client for client in clients if seat in client.view["you"]["seats"])
        await who.until(max(client.view["now"]["seq"] for client in clients))
        done = await who.do(
            {"do": "play", "turn": turn_of(who.view)}, expected_seq=who.view["now"]["seq"]
        )
        for client in clients:
            await client.until(done["seq"])
        played += 1
    return played


@pytest.mark.parametrize("game", ["classic", "mini", "select"])
def test_two_clients_play_a_whole_game(server: Served, game: str) -> None:
    async def scene() -> None:
        table, clients = await seated(server, game=game)
        # The least turns are mostly trades, and four rounds of those end a game (A3).
        assert await play(clients) > 8
        ann, ben = clients
        assert ann.view["now"]["ended"]["how"] == "finished"
        assert ann.seqs == sorted(set(ann.seqs))
        assert {**ann.view, "you": 0, "at": 0} == {**ben.view, "you": 0, "at": 0}
        fresh = await ann.get(f"/api/tables/{table}")
        fresh["game"]["board"].sort()
        assert fresh["game"] == ann.view["game"]
        assert fresh["now"] == ann.view["now"]
        record = await ben.get(f"/api/tables/{table}/record")
        assert ann.view["now"]["seed"] in record
        for client in clients:
            await client.leave()

    asyncio.run(scene())


def test_who_comes_back_gets_what_he_missed(server: Served) -> None:
    async def scene() -> None:
        table, (ann, ben) = await seated(server)
        await play([ann, ben], 2)
        known = ben.view["now"]["seq"]
        await ben.hang_up()
        for _ in range(3):
            await ann.act(table, {"do": "react", "what": "hello"})
        ben.seqs.clear()
        await ben.connect(table, known)
        await ben.until(known + 3)
        assert ben.seqs == [known + 1, known + 2, known + 3]
        await ben.hang_up()
        ben.seqs.clear()
        ben.view = {}
        await ben.connect(table, 10**6)  # of another life: the whole table
        await ben.until(known + 3)
        assert ben.seqs == [known + 3]
        for client in (ann, ben):
            await client.leave()

    asyncio.run(scene())


def test_a_repeated_command_has_the_first_answer_and_no_effect(server: Served) -> None:
    async def scene() -> None:
        table, (ann, ben) = await seated(server)
        who = ann if ann.view["now"]["turn"] in ann.view["you"]["seats"] else ben
        command = {"do": "play", "turn": turn_of(who.view)}
        command_id, seq = new_id(), who.view["now"]["seq"]
        first = await who.do(command, id=command_id, expected_seq=seq)
        assert await who.do(command, id=command_id, expected_seq=seq) == first
        again = await who.act(table, command, command_id=command_id, expected_seq=seq)
        assert again["seq"] == first["seq"]
        with pytest.raises(Refusal, match="stale"):
            await who.do(command, expected_seq=seq)
        with pytest.raises(Refusal, match="turn"):
            await who.do(command)
        assert (await who.get(f"/api/tables/{table}"))["now"]["seq"] == first["seq"]
        for client in (ann, ben):
            await client.leave()

    asyncio.run(scene())


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "{}", '{"kind":"do"}', '{"kind":"do","id":"1","command":{"do":"fly"}}',
     '{"kind":"do","id":"1","command":{"do":"play","turn":[]}}', "[" * 10_000, "null",
     '{"kind":"do","id":"","command":{"do":"start"}}', '{"kind":"ping","n":1e999}'],
)  # fmt: skip
def test_a_message_that_is_none_is_refused_and_the_socket_stays(server: Served, text: str) -> None:
    async def scene() -> None:
        _, (ann, ben) = await seated(server, start=False)
        assert ann.socket is not None
        before = len(ann.received)
        await ann.socket.send(text)
        assert (await ann.say({"kind": "ping", "n": 7}, "7"))["kind"] == "pong"
        said = [json.loads(text) for text in ann.received[before:]]
        answer = next(message for message in said if message["kind"] != "present")
        assert answer["kind"] == "refused"
        assert answer["problem"]["reason"] == "bad-request"
        for client in (ann, ben):
            await client.leave()

    asyncio.run(scene())


def test_who_only_sends_rubbish_is_sent_away(server: Served) -> None:
    async def scene() -> None:
        _, (ann, ben) = await seated(server, start=False)
        assert ann.socket is not None
        with suppress(ConnectionClosed):
            for _ in range(200):
                await ann.socket.send("rubbish")
                await asyncio.sleep(0.01)
        assert ann.socket.close_code == 4400
        for client in (ann, ben):
            await client.leave()

    asyncio.run(scene())


def test_what_is_too_large_is_not_read(server: Served) -> None:
    async def scene() -> None:
        _, (ann, ben) = await seated(server, start=False)
        assert ann.socket is not None
        await ann.socket.send('{"kind":"ping","n":1}' + " " * 20_000)
        await ann.socket.wait_closed()
        assert ann.socket.close_code == 1009
        with pytest.raises(Refusal, match="too-large"):
            await ann.post("/api/tables", {"command_id": "x" * 70_000})
        for client in (ann, ben):
            await client.leave()

    asyncio.run(scene())


def test_pages_of_others_cannot_act(server: Served) -> None:
    async def scene() -> None:
        table, (ann, ben) = await seated(server, start=False)
        evil = {"Origin": "https://evil.example"}
        with pytest.raises(InvalidStatus) as refused:
            await ben.connect(table, origin="https://evil.example")
        assert refused.value.response.status_code == 403
        await ben.connect(table, origin=server.address)
        path, start = f"/api/tables/{table}/commands", {"do": "start"}
        body = {"command_id": "x", "command": start}
        async with httpx.AsyncClient(base_url=server.address, cookies=ann.http.cookies) as page:
            answer = await page.post(path, json=body)
            assert (answer.status_code, answer.json()["reason"]) == (403, "csrf")
        answer = await ann.http.post(path, json=body, headers=evil)
        assert (answer.status_code, answer.json()["reason"]) == (403, "origin")
        own = {"Origin": server.address}
        assert (await ann.http.post(path, json=body, headers=own)).status_code == 200
        for client in (ann, ben):
            await client.leave()

    asyncio.run(scene())


def test_a_table_that_is_not_there(server: Served) -> None:
    async def scene() -> None:
        eve = Client(server.address)
        with pytest.raises(Refusal, match="no-such-table"):
            await eve.get("/api/tables/nowhere")
        await eve.connect("nowhere")
        assert eve.socket is not None
        await eve.socket.wait_closed()
        assert eve.socket.close_code == 4404
        await eve.leave()

    asyncio.run(scene())


def test_a_server_that_stops_says_come_again(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        table, (ann, ben) = await seated(server)
        await play([ann, ben], 3)
        seq = ann.view["now"]["seq"]
        assert await asyncio.to_thread(server.stop) == 0
        assert ann.socket is not None
        await ann.socket.wait_closed()
        assert ann.socket.close_code == 1012
        await asyncio.to_thread(server.start)
        for client in (ann, ben):
            await client.hang_up()
            await client.connect(table, seq)
        await play([ann, ben], 2)
        assert ann.view["now"]["seq"] == seq + 2
        for client in (ann, ben):
            await client.leave()
        secrets = [cookie.value for client in (ann, ben) for cookie in client.http.cookies.jar]
        assert secrets
        for secret in [*secrets, table]:
            assert str(secret) not in server.log

    with served(tmp_path) as server:
        asyncio.run(scene(server))


def test_one_plays_against_a_bot_on_the_usual_ways(server: Served) -> None:
    async def scene() -> None:
        ann = Client(server.address)
        offers = await ann.get("/api/offers")
        seats: list[dict[str, Any]] = [
            {"kind": "person", "name": "Ann"},
            {"kind": "bot", "bot": offers["usual_bot"]},
        ]
        table = await ann.open(seats)
        await ann.act(table, {"do": "start"})
        await ann.connect(table)
        for _ in range(4):
            async with asyncio.timeout(30):
                while not ann.view or ann.view["now"]["turn"] != 0:
                    ann.changed.clear()
                    await ann.changed.wait()
            done = await ann.do({"do": "play", "turn": turn_of(ann.view)})
            await ann.until(done["seq"])
        assert ann.view["now"]["seats"][1]["name"] == "Otter"
        await ann.leave()

    asyncio.run(scene())


@pytest.mark.long
def test_a_client_that_does_not_read_is_dropped_and_repaired(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        table, (ann, ben) = await seated(server)
        await play([ann, ben], 2)
        known = ben.view["now"]["seq"]
        await ben.hang_up()
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket?since={known}"
        async with connect(url, additional_headers={"Cookie": ben.cookie}, max_queue=1) as lazy:
            with suppress(ConnectionClosed, TimeoutError):
                for _ in range(20_000):
                    async with asyncio.timeout(3):
                        await lazy.send('{"kind":"look"}')
            await play([ann], 1) if ann.view["now"]["turn"] in ann.view["you"]["seats"] else None
            async with asyncio.timeout(20):
                while "qwirkle_dropped_sockets_total 1.0" not in await ann.get("/metrics"):
                    await asyncio.sleep(0.1)
        await ben.connect(table, known)
        await ann.do({"do": "react", "what": "hello"})
        await ben.until(known + 1)
        assert ben.seqs[-1] >= known + 1
        for client in (ann, ben):
            await client.leave()

    with served(tmp_path, "--send-limit", "0.5") as server:
        asyncio.run(scene(server))
