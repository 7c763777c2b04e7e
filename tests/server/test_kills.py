"""Servers that are killed at any moment of very many games: nothing acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from .players import seated, turn_of
from .served import PATIENCE, Client, Served, check_store, new_id, served

AWAY = (WebSocketException, httpx.HTTPError, OSError, TimeoutError)
"""What a client sees of a server that is not there."""


class Pair:
    """Two people at one table who go on whatever happens to the server."""

    patience: float = PATIENCE
    """Seconds after which an event that was acknowledged counts as lost."""

    def __init__(self, table: str, clients: list[Client]) -> None:
        self.table = table
        self.clients = clients
        self.acknowledged: list[int] = []

    @property
    def seq(self) -> int:
        return max(int(client.view["now"]["seq"]) for client in self.clients)

    @property
    def over(self) -> bool:
        return any(client.view["now"]["phase"] != "playing" for client in self.clients)

    async def play_turn(self) -> None:
        newest = max(self.clients, key=lambda client: client.view["now"]["seq"])
        seat = newest.view["now"]["turn"]
        who = next(client for client in self.clients if seat in client.view["you"]["seats"])
        await self.told(who, self.seq)
        command = {"do": "play", "turn": turn_of(who.view)}
        message = {"kind": "do", "id": new_id(), "command": command, "expected_seq": self.seq}
        answer = await self.insist(who, message)
        assert answer["kind"] == "done", answer
        self.acknowledged.append(answer["first"])
        for client in self.clients:
            await self.told(client, answer["seq"])

    async def insist(self, who: Client, message: dict[str, Any]) -> dict[str, Any]:
        """Send a command again and again until there is an answer, as a page does."""
        while True:
            try:
                await self.connected(who)
                return await who.say(message, message["id"])
            except AWAY:
                await who.hang_up()
                await asyncio.sleep(0.05)

    async def told(self, client: Client, seq: int) -> None:
        """Wait until a client has an event, over new connections if need be."""
        limit = time.monotonic() + self.patience
        while client.view["now"]["seq"] < seq:
            assert time.monotonic() < limit, f"event {seq} was acknowledged and is lost"
            try:
                await self.connected(client)
                async with asyncio.timeout(0.2):
                    await client.until(seq)
            except AWAY:
                await asyncio.sleep(0.05)

    async def connected(self, client: Client) -> None:
        if client.socket is None or client.socket.close_code is not None:
            await client.hang_up()
            await client.connect(self.table, client.view["now"]["seq"])

    async def check(self) -> None:
        """Every acknowledged turn is in the story, once, and there is no other."""
        assert await turns_of(self.clients[0], self.table) == self.acknowledged
        for client in self.clients:
            assert client.seqs == sorted(set(client.seqs))
            await client.leave()


async def turns_of(client: Client, table: str) -> list[int]:
    """The numbers of the turns that were played, as the table tells them."""
    seqs: list[int] = []
    since = 0
    while told := await client.get(f"/api/tables/{table}/events?since={since}"):
        for event in told:
            assert event["kind"] == "told"
            since = event["seq"]
            if event["body"]["event"]["event"] == "turn-played":
                seqs.append(since)
    return seqs


async def killed_again_and_again(server: Served, tables: int, kills: int) -> int:
    """Play at many tables while the server is killed and started again; how many games ended."""
    lot = random.Random(7)
    pairs = [Pair(*await seated(server)) for _ in range(tables)]
    done = asyncio.Event()
    ended = 0

    async def play(pair: Pair) -> None:
        while not (done.is_set() or pair.over):
            await pair.play_turn()

    async def execute() -> None:
        for _ in range(kills):
            await asyncio.sleep(lot.uniform(0.1, 0.6))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await asyncio.sleep(0.2)
        done.set()

    await asyncio.gather(execute(), *(play(pair) for pair in pairs))
    for pair in pairs:
        assert pair.acknowledged
        ended += pair.over
        await pair.check()
    return ended


@pytest.mark.long
def test_no_turn_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        asyncio.run(killed_again_and_again(server, tables=16, kills=5))
    check_store(tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_turn_is_lost_or_doubled_until_hundreds_of_games_are_over(tmp_path: Path) -> None:
    ended = 0
    with served(tmp_path) as server:
        while ended < 200:
            ended += asyncio.run(killed_again_and_again(server, tables=40, kills=60))
    check_store(tmp_path)
