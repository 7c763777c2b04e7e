"""Reviews over HTTP: made by a real server, kept, refused, and turns tried in them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from .players import seated, turn_of
from .served import Client, Refusal, Served, served


async def finished(server: Served, turns: int = 4, **more: Any) -> tuple[str, list[Client]]:
    """A game that somebody gave up after a few turns."""
    table, people = await seated(server, **more)
    for _ in range(turns):
        seq = max(person.view["now"]["seq"] for person in people)
        for person in people:
            await person.until(seq)
        mover = people[people[0].view["now"]["turn"]]
        done = await mover.act(table, {"do": "play", "turn": turn_of(mover.view)})
        for person in people:
            await person.until(done["seq"])
    return table, people


async def reviewed(client: Client, table: str, query: str = "") -> dict[str, Any]:
    """Wait until the review is there."""
    async with asyncio.timeout(60):
        while True:
            state: dict[str, Any] = await client.get(f"/api/tables/{table}/review{query}")
            assert state["state"] != "failed", client.received[-1]
            if state["state"] == "ready":
                return state["review"]  # type: ignore[no-any-return]
            await asyncio.sleep(0.05)


async def reason(asking: Any) -> str:
    with pytest.raises(Refusal) as refused:
        await asking
    return str(refused.value)


def test_a_finished_game_is_reviewed_and_its_turns_can_be_tried(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        table, (ann, ben) = await finished(server)
        path = f"/api/tables/{table}/review"
        tried = {"turn": {"pass": True}}
        for asking in (ann.get(path), ann.post(path, {}), ann.post(f"{path}/1/try", tried)):
            assert await reason(asking) == "not-ended"
        assert await reason(ann.post(f"{path}/1/preview", tried)) == "not-ended"
        await ann.act(table, {"do": "resign"})
        assert (await ben.get(path))["state"] == "none"  # this server begins none by itself
        assert (await ben.post(path, {}))["state"] in {"waiting", "running"}
        review = await reviewed(ann, table)
        assert [player["name"] for player in review["players"]] == ["Ann", "Ben"]
        assert len(review["turns"]) == 4
        assert all(len(turn["chance"]) == 2 for turn in review["turns"])
        await tries(ann, path, review)
        opened = await ann.post(path, {"open_hands": True})
        assert opened["state"] in {"waiting", "running", "ready"}
        assert (await reviewed(ann, table, "?open_hands=true"))["open_hands"] is True
        # It is kept: another process on the same data has it at once.
        for person in (ann, ben):
            await person.hang_up()
        assert server.stop() == 0
        server.start()
        assert (await ann.get(path))["review"] == review
        for person in (ann, ben):
            await person.leave()

    with served(tmp_path) as server:
        asyncio.run(scene(server))


async def tries(client: Client, path: str, review: dict[str, Any]) -> None:
    """The turn that was played, tried again, is as good as it was; others are refused."""
    second = review["turns"][1]
    again = await client.post(f"{path}/2/try", {"turn": second["turn"]})
    assert again["seat"] == second["seat"]
    assert again["lost"] == pytest.approx(second["lost"], abs=1.5)
    seen = await client.post(f"{path}/2/preview", {"turn": second["turn"]})
    assert (seen["legal"], seen["points"]) == (True, second["points"])
    assert await reason(client.post(f"{path}/2/try", {"turn": {"pass": True}})) == "can-place"
    assert await reason(client.post(f"{path}/5/try", {"turn": second["turn"]})) == "bad-request"
    assert await reason(client.post(f"{path}/2/arrange", {"cards": ["Ro"]})) == "bad-request"


def test_strangers_learn_nothing_of_a_private_table(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        ann, eve = Client(server.address), Client(server.address)
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "level:1"}]
        table = await ann.open(seats, spectators="nobody")
        await ann.act(table, {"do": "start"})
        await ann.connect(table)
        async with asyncio.timeout(30):
            while ann.view.get("now", {}).get("turn") != 0:
                ann.changed.clear()
                await ann.changed.wait()
        await ann.act(table, {"do": "play", "turn": turn_of(ann.view)})
        await ann.act(table, {"do": "resign"})
        path = f"/api/tables/{table}/review"
        tried = {"turn": {"pass": True}}
        for asking in (eve.get(path), eve.post(path, {}), eve.post(f"{path}/1/try", tried)):
            assert await reason(asking) == "no-spectators"
        assert await reason(eve.post(f"{path}/1/preview", tried)) == "no-spectators"
        # A game of a person is reviewed by itself, unless the server is told not to.
        assert await reviewed(ann, table)
        for person in (ann, eve):
            await person.leave()

    with served(tmp_path, QWIRKLE_REVIEWS="1") as server:
        asyncio.run(scene(server))


@pytest.mark.long
def test_a_server_that_stops_ends_the_review_it_makes(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        table, people = await finished(server, 6)
        await people[0].act(table, {"do": "resign"})
        await people[0].post(f"/api/tables/{table}/review", {})
        for person in people:
            await person.leave()
        assert server.stop() == 0
        assert "fault" not in server.log

    with served(tmp_path) as server:
        asyncio.run(scene(server))
