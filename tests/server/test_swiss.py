"""A tournament over HTTP, and after a kill; the next game of a series with one tap each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from qwirkle.tables.live.invitations import picture_of

from .served import Client, Refusal, Served, check_store, new_id, served


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


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


def test_people_meet_in_a_tournament_by_its_link(server: Served) -> None:
    """Each keeps the animal that was chosen, and everybody gets what the own device may see."""

    async def scene() -> None:
        ann, ben, eve = (Client(server.address) for _ in range(3))
        asked = {"command_id": new_id(), "name": "Ann", "face": "panda", "terms": {"game": "mini"}}
        cup = (await ann.post("/api/swiss", asked))["tournament"]
        assert (await ann.post("/api/swiss", asked))["tournament"] == cup
        joined = await do(ben, cup, do="join", name="Ben", face="koala")
        shown = [(player["name"], player["face"]) for player in joined["players"]]
        assert shown == [("Ann", "panda"), ("Ben", "koala")]
        views = [await look(client, cup) for client in (ann, ben, eve)]
        assert views[1] == joined
        assert [view["you"] for view in views] == [[0], [1], []]
        link = (await eve.get(f"/api/swiss/{cup}/invitation"))["link"]
        assert link == f"{server.address}/swiss/{cup}"
        code = await eve.http.get(f"/api/swiss/{cup}/invitation.svg")
        assert code.headers["content-type"].startswith("image/svg+xml")
        assert code.content == picture_of(link)
        for client in (ann, ben, eve):
            await client.leave()

    asyncio.run(scene())


@pytest.mark.parametrize("path", ["", "/invitation", "/invitation.svg"])
def test_a_tournament_that_does_not_exist_has_no_link(server: Served, path: str) -> None:
    answer = httpx.get(f"{server.address}/api/swiss/no-such-tournament{path}")
    assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-table")


def test_opening_a_tournament_and_its_rounds_counts_as_opening_tables(tmp_path: Path) -> None:
    async def scene(running: Served) -> None:
        people = [Client(running.address) for _ in range(4)]
        ann = people[0]
        asked = {"command_id": new_id(), "name": "Ann", "terms": {"game": "mini"}}
        cup = (await ann.post("/api/swiss", asked))["tournament"]
        for number, client in enumerate(people[1:]):
            await do(client, cup, do="join", name=f"Guest {number}")
        with pytest.raises(Refusal) as refusal:
            await do(ann, cup, do="begin", rounds=1)
        assert refusal.value.problem["reason"] == "too-often"
        assert (await look(ann, cup))["phase"] == "lobby"
        for client in people:
            await client.leave()

    with served(tmp_path, "--opening-rate", "1") as running:
        asyncio.run(scene(running))
