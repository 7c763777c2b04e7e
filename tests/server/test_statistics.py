"""Statistics over HTTP: for guests and accounts, told to nobody else, and there after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .players import turn_of
from .served import Client, Refusal, Served, check_store, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


async def finished(ann: Client, ben: Client) -> str:
    """A game that Ben gives up after two turns."""
    table = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "person"}])
    await ben.act(table, {"do": "sit", "name": "Ben"})
    await ann.act(table, {"do": "start"})
    for _ in range(2):
        views = [await client.get(f"/api/tables/{table}") for client in (ann, ben)]
        turn = views[0]["now"]["turn"]
        await (ann, ben)[turn].act(table, {"do": "play", "turn": turn_of(views[turn])})
    await ben.act(table, {"do": "resign"})
    return table


async def statistics(client: Client, people: int = 1) -> list[dict[str, Any]]:
    """What the server says, once it has counted the game."""
    while True:
        found: list[dict[str, Any]] = (await client.get("/api/statistics"))["people"]
        if len(found) >= people:
            return found
        await asyncio.sleep(0.05)


def test_guests_and_accounts_have_statistics(server: Served) -> None:
    async def scene() -> None:
        ann, ben, eve = (Client(server.address) for _ in range(3))
        await ben.post("/api/accounts", {"name": "Benjamin", "password": "correct horse"})
        table = await finished(ann, ben)
        (guest,) = await statistics(ann)
        assert (guest["who"], guest["games"][0]["won"]) == ("device", 1)
        (met,) = guest["opponents"]
        assert (met["kind"], met["name"], met["games"][0]["won"]) == ("account", "Benjamin", 1)
        (account,) = await statistics(ben)
        assert (account["who"], account["name"], account["games"][0]["won"]) == (
            "account",
            "Benjamin",
            0,
        )
        assert (await eve.get("/api/statistics"))["people"] == []
        sheet = (await ann.http.get("/api/statistics/games.csv")).text.splitlines()
        assert len(sheet) == 2
        assert table in sheet[1]
        export = await ben.get("/api/account/export")
        assert export["statistics"] == account
        for client in (ann, ben, eve):
            await client.leave()

    asyncio.run(scene())


@pytest.mark.long
def test_a_game_that_ended_just_before_a_kill_is_counted_after_it(tmp_path: Path) -> None:
    with served(tmp_path) as server:

        async def before() -> Client:
            ann, ben = Client(server.address), Client(server.address)
            await finished(ann, ben)
            server.kill()
            await ben.leave()
            return ann

        async def scene() -> None:
            ann = await before()
            server.start()
            assert (await statistics(ann))[0]["games"][0]["games"] == 1
            await ann.leave()

        asyncio.run(scene())
        server.stop()
    check_store(tmp_path)


def test_a_result_says_how_it_stands_between_the_players(server: Served) -> None:
    async def scene() -> None:
        ann, ben, eve = (Client(server.address) for _ in range(3))
        for games in (1, 2):
            table = await finished(ann, ben)
            (between,) = (await ann.get(f"/api/tables/{table}/rivalries"))["rivalries"]
            assert (between["seat"], between["against"]) == (0, 1)
            record = between["record"]
            # This game is in it, whoever has counted it.
            assert (record["games"], record["won"], record["lost"]) == (games, games, 0)
        (between,) = (await ben.get(f"/api/tables/{table}/rivalries"))["rivalries"]
        assert (between["seat"], between["record"]["lost"]) == (1, 2)
        assert (await eve.get(f"/api/tables/{table}/rivalries"))["rivalries"] == []
        running = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "person"}])
        early = await ann.http.get(f"/api/tables/{running}/rivalries")
        assert early.json()["reason"] == "not-ended"
        for client in (ann, ben, eve):
            await client.leave()

    asyncio.run(scene())


def test_people_around_one_device_have_one_record_for_each_pair(server: Served) -> None:
    async def scene() -> None:
        ann = Client(server.address)
        seats = [{"kind": "person", "name": name} for name in ("Kim", "Leo")]
        table = await ann.open([*seats, {"kind": "bot", "bot": "greedy"}])
        await ann.act(table, {"do": "start"})
        while True:
            view = await ann.get(f"/api/tables/{table}")
            if view["now"]["taken_back"] or (view["game"] or {}).get("turns_played", 0) >= 3:
                break
            if view["now"]["turn"] != 2:
                await ann.act(table, {"do": "play", "turn": turn_of(view)})
        for seat in (0, 1):
            await ann.act(table, {"do": "resign", "seat": seat})
        found = (await ann.get(f"/api/tables/{table}/rivalries"))["rivalries"]
        assert [(rivalry["seat"], rivalry["against"]) for rivalry in found] == [
            (0, 1),
            (0, 2),
            (1, 2),
        ]
        await ann.leave()

    asyncio.run(scene())


def test_people_see_each_other_and_strangers_see_nobody(server: Served) -> None:
    async def scene() -> None:
        ann, ben, eve = (Client(server.address) for _ in range(3))
        table = await finished(ann, ben)
        await statistics(ann)

        async def company(client: Client, *, show: bool = True) -> list[dict[str, Any]]:
            groups: list[dict[str, Any]] = (await client.post("/api/people", {"show": show}))[
                "groups"
            ]
            return groups

        (alone,) = await company(ann)
        assert alone["people"] == [{"name": "Ben", "seat": 1, "here": False}]
        (group,) = await company(ben)
        assert (group["table"], group["game"]) == (table, "classic")
        assert group["people"] == [{"name": "Ann", "seat": 0, "here": True}]
        assert await company(eve) == []
        await company(ann, show=False)
        assert (await company(ben))[0]["people"][0]["here"] is False
        with pytest.raises(Refusal) as refusal:
            await ann.post("/api/people", {"show": "yes"})
        assert refusal.value.problem["reason"] == "bad-request"
        for client in (ann, ben, eve):
            await client.leave()

    asyncio.run(scene())


def test_people_are_asked_for_only_so_often(tmp_path: Path) -> None:
    async def scene(address: str) -> None:
        ann = Client(address)
        asked = [ann.post("/api/people", {"show": True}) for _ in range(20)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Refusal)]
        assert refused
        assert {refusal.problem["reason"] for refusal in refused} == {"too-often"}
        await ann.leave()

    with served(tmp_path, QWIRKLE_TABLE_RATE="0.25") as running:
        asyncio.run(scene(running.address))


async def my_game(client: Client) -> dict[str, Any]:
    """What the coach says, once a review has been kept."""
    while True:
        found: dict[str, Any] = await client.get("/api/my-game?game=classic")
        if found["games"]:
            return found
        await asyncio.sleep(0.1)


def test_my_game_is_made_of_reviews_and_told_to_nobody_else(server: Served) -> None:
    async def scene() -> None:
        ann, ben, eve = (Client(server.address) for _ in range(3))
        await ben.post("/api/accounts", {"name": "Benno", "password": "correct horse"})
        table = await finished(ann, ben)
        await statistics(ann)
        await ann.post(f"/api/tables/{table}/review", {})
        mine = await my_game(ann)
        assert (mine["games"], mine["accuracy"], mine["phases"]) == (1, None, [])
        assert [one["table"] for one in mine["course"]] == [table]
        assert (await my_game(ben))["course"][0]["table"] == table
        stranger = await eve.get("/api/my-game?game=classic")
        assert (stranger["games"], stranger["turns"]) == (0, [])
        assert (await ann.get("/api/my-game?game=cards"))["games"] == 0
        exported = (await ben.get("/api/account/export"))["my_game"]
        assert [game["game"] for game in exported] == ["classic"]
        with pytest.raises(Refusal) as refused:
            await ann.get("/api/my-game?game=chess")
        assert refused.value.problem["reason"] == "bad-edition"
        await ben.post("/api/account/removal", {"password": "correct horse"})
        assert (await ben.get("/api/my-game?game=classic"))["games"] == 0
        assert (await my_game(ann))["games"] == 1
        for client in (ann, ben, eve):
            await client.leave()

    asyncio.run(scene())
