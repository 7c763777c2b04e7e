"""A tournament over HTTP, and after a kill; the next game of a series with one tap each."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from .served import Client, Refusal, check_store, new_id, served


async def look(client: Client, cup: str) -> dict[str, Any]:
    view: dict[str, Any] = await client.get(f"/api/swiss/{cup}")
    return view


async def do(client: Client, cup: str, **command: Any) -> dict[str, Any]:
    view: dict[str, Any] = await client.post(
        f"/api/swiss/{cup}/commands", {"command_id": new_id(), "command": command}
    )
    return view


@pytest.mark.long
def test_a_tournament_goes_on_after_a_kill(tmp_path: Path) -> None:
    with served(tmp_path) as server:

        async def scene() -> None:
            people = {name: Client(server.address) for name in ("Ann", "Ben", "Cem")}
            ann = people["Ann"]
            asked = {"command_id": new_id(), "name": "Ann", "terms": {"game": "cards"}}
            cup = (await ann.post("/api/swiss", asked))["tournament"]
            assert (await ann.post("/api/swiss", asked))["tournament"] == cup
            for name in ("Ben", "Cem"):
                await do(people[name], cup, do="join", name=name)
            view = await do(ann, cup, do="begin", rounds=1)
            assert view["phase"] == "playing"
            server.kill()
            server.start()
            view = await look(ann, cup)
            (draw,) = view["rounds"][0]["draws"]
            names = [view["players"][player]["name"] for player in draw["players"]]
            for name in names:
                await people[name].act(draw["table"], {"do": "sit", "name": ""})
            await people[names[0]].act(draw["table"], {"do": "resign"})
            view = await look(people["Cem"], cup)
            assert view["phase"] == "over"
            assert view["rounds"][0]["draws"][0]["points"] == [0.0, 1.0]
            # Nothing that a device or a deal could be known by.
            assert not {"key", "seed"} & set(str(view).replace("'", " ").split())
            with pytest.raises(Refusal) as refusal:
                await do(ann, cup, do="next", round=1)
            assert refusal.value.problem["reason"] == "table-ended"
            with pytest.raises(Refusal) as refusal:
                await do(ann, cup, do="dance")
            assert refusal.value.problem["reason"] == "bad-request"
            for client in people.values():
                await client.leave()

        asyncio.run(scene())
        server.stop()
    check_store(tmp_path)
