"""A game that was begun without a server goes to a server and back, over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from browser.device import device
from qwirkle.tables.core.commands import MAX_SAVED

from .players import turn_of
from .served import Client, Served, check_store, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


def opening(record: str) -> dict[str, Any]:
    return {"command_id": "continue", "saved": {"do": "continue-game", "record": record}}


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_to_a_server_and_back(game: str, server: Served) -> None:
    async def scene() -> None:
        ann = Client(server.address)
        async with device() as here:
            begun = await here.opened(game, "level:1")
            seen = await here.until_own_turn(begun)
            saved = await here.done("POST", f"/api/tables/{begun}/save", {"command_id": "save"})
            there = (await ann.post("/api/tables/saved", opening(saved["record"])))["table"]
            again = (await ann.post("/api/tables/saved", opening(saved["record"])))["table"]
            assert there == again
            found = await ann.get(f"/api/tables/{there}")
            assert found["game"] == seen["game"]
            assert found["you"]["hands"] == seen["you"]["hands"]
            assert found["commitment"] == seen["commitment"]
            assert found["now"]["deal_known"] is True
            assert found["now"]["seed"] is None
            hint = await ann.post(f"/api/tables/{there}/hint", {})
            await ann.act(there, {"do": "play", "turn": hint["turn"]})
            while (found := await ann.get(f"/api/tables/{there}"))["now"]["turn"] != 0:
                await asyncio.sleep(0.02)
            saved = await ann.post(f"/api/tables/{there}/save", {"command_id": "save"})
            back = (await here.done("POST", "/api/tables/saved", opening(saved["record"])))["table"]
            home = await here.until_own_turn(back)
            assert home["game"] == found["game"]
            assert home["you"]["hands"] == found["you"]["hands"]
            assert (await here.played(back))["now"]["phase"] == "ended"
        await ann.leave()

    asyncio.run(scene())
    check_store(server.folder)


def test_what_is_refused_changes_nothing(server: Served) -> None:
    async def scene() -> None:
        ann, ben, eve = (Client(server.address) for _ in range(3))
        table = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "person"}])
        await ben.act(table, {"do": "sit", "name": "Ben"})
        await ann.act(table, {"do": "start"})
        before = await ann.get(f"/api/tables/{table}")
        for client in (ann, ben, eve):
            answer = await client.http.post(
                f"/api/tables/{table}/save", json={"command_id": "save"}
            )
            assert answer.status_code in (403, 409), answer.text
            assert answer.json()["reason"] in ("not-alone", "not-seated")
            assert "Seed" not in answer.text
        assert (await ann.get(f"/api/tables/{table}"))["now"] == before["now"]
        record = (await ann.http.get(f"/api/tables/{table}/record")).text
        for text, status, reason in [
            ("hello", 422, "bad-saved-game"),
            (record, 422, "bad-saved-game"),
            ("x" * (MAX_SAVED + 1), 400, "bad-request"),
            ("x" * 70_000, 413, "too-large"),
        ]:
            answer = await ann.http.post("/api/tables/saved", json=opening(text))
            assert (answer.status_code, answer.json()["reason"]) == (status, reason)
        turn = before["now"]["turn"]
        views = [await client.get(f"/api/tables/{table}") for client in (ann, ben)]
        await (ann, ben)[turn].act(table, {"do": "play", "turn": turn_of(views[turn])})
        for client in (ann, ben, eve):
            await client.leave()

    asyncio.run(scene())
