"""The whole story of a table over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from .players import seated, turn_of
from .served import Client, Refusal, served


def test_the_story_is_whole_compressed_and_for_viewers_only(tmp_path: Path) -> None:
    async def scene() -> None:
        table, (ann, ben) = await seated(server)
        for _ in range(4):
            who = ann if ann.view["now"]["turn"] == 0 else ben
            done = await who.do({"do": "play", "turn": turn_of(who.view)})
            for client in (ann, ben):
                await client.until(done["seq"])
        path = f"/api/tables/{table}/story"
        compressed = await ann.http.get(path)
        plain = await ann.http.get(path, headers={"Accept-Encoding": "identity"})
        assert compressed.headers["content-encoding"] == "gzip"
        assert compressed.headers["vary"] == "Accept-Encoding"
        assert "content-encoding" not in plain.headers
        assert compressed.json() == plain.json()
        story = plain.json()
        assert [event["seq"] for event in story["events"]] == list(range(1, story["seq"] + 1))
        assert story["hands"] is None
        await ben.do({"do": "resign"})
        eve = Client(server.address)
        ended = await eve.get(path)
        assert len(ended["hands"]) == len(ended["events"])
        assert [len(hand) for hand in ended["hands"][-1]] == [6, 6]
        with pytest.raises(Refusal, match="no-such-table"):
            await ann.get("/api/tables/nowhere/story")
        alone = await ann.open([{"kind": "person", "name": "Ann"}] * 1 + [{"kind": "bot"}])
        assert (await ann.get(f"/api/tables/{alone}/story"))["seq"] == 1
        for client in (ann, ben, eve):
            await client.leave()

    with served(tmp_path) as server:
        asyncio.run(scene())
