"""Finding each other over HTTP: lists of tables, quick games, and what is ticked by default."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, cast

import httpx
import pytest
from starlette.types import Scope

from qwirkle.server.context import AppContext, is_home_network
from qwirkle.server.settings import ServerSettings

from .served import Client, Refusal, Served, check_store, new_id, served

SEATS = [{"kind": "person", "name": "Ann"}, {"kind": "person"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


async def signed_in(server: Served, name: str) -> Client:
    client = Client(server.address)
    await client.post("/api/accounts", {"name": name, "password": "correct horse"})
    return client


async def found(client: Client, listing: str = "open") -> list[str]:
    page = await client.get(f"/api/tables?listing={listing}")
    return [table["table"] for table in page["tables"]]


def test_strangers_find_an_open_table_join_it_and_watch_it(server: Served) -> None:
    async def scene() -> None:
        ann, ben, eve = (Client(server.address) for _ in range(3))
        hidden = await ann.open(SEATS)
        table = await ann.open(SEATS, listing="everybody")
        await ann.connect(table)
        listed = await found(eve)
        assert table in listed
        assert hidden not in listed
        await ben.act(table, {"do": "sit", "name": "Ben"})
        assert table not in await found(eve)
        await ann.act(table, {"do": "start"})
        assert table in await found(eve, "watch")
        assert (await eve.get(f"/api/tables/{table}"))["you"]["seats"] == []
        for client in (ann, ben, eve):
            await client.leave()

    asyncio.run(scene())


def test_a_quick_game_brings_two_accounts_together(server: Served) -> None:
    async def scene() -> None:
        ann, ben = await signed_in(server, "Quick Ann"), await signed_in(server, "Quick Ben")
        waiting = await ann.post("/api/quick", {"command_id": new_id(), "game": "classic"})
        joined = await ben.post("/api/quick", {"command_id": new_id(), "game": "classic"})
        assert waiting["table"] == joined["table"]
        view = await ben.get(f"/api/tables/{joined['table']}")
        assert view["now"]["phase"] == "playing"
        assert view["now"]["rated"]
        assert [seat["name"] for seat in view["now"]["seats"]] == ["Quick Ann", "Quick Ben"]
        for client in (ann, ben):
            await client.leave()

    asyncio.run(scene())


def test_no_address_fills_a_page_of_the_list(server: Served) -> None:
    """Ten of its newest tables are shown, however many devices it has."""

    async def scene() -> None:
        people = [Client(server.address) for _ in range(12)]
        opened = [await each.open(SEATS, listing="everybody") for each in people]
        page = await people[0].get("/api/tables")
        found = [table["table"] for table in page["tables"]]
        assert found == opened[:1:-1]
        for each in people:
            await each.leave()

    asyncio.run(scene())


def test_a_quick_game_shows_the_animal_that_was_chosen(server: Served) -> None:
    async def scene() -> None:
        dee = await signed_in(server, "Quick Dee")
        asked = {"command_id": new_id(), "game": "mini", "face": "panda"}
        table = (await dee.post("/api/quick", asked))["table"]
        seats = (await dee.get(f"/api/tables/{table}"))["now"]["seats"]
        assert (seats[0]["name"], seats[0]["face"]) == ("Quick Dee", "panda")
        await dee.leave()

    asyncio.run(scene())


def test_a_quick_game_is_for_accounts(server: Served) -> None:
    async def scene() -> None:
        guest = Client(server.address)
        with pytest.raises(Refusal) as refusal:
            await guest.post("/api/quick", {"command_id": new_id(), "game": "classic"})
        assert refusal.value.problem["reason"] == "not-signed-in"
        ann = await signed_in(server, "Careful Ann")
        with pytest.raises(Refusal) as refusal:
            await ann.post("/api/quick", {"command_id": new_id(), "game": "chess"})
        assert refusal.value.problem["reason"] == "bad-edition"
        for client in (guest, ann):
            await client.leave()

    asyncio.run(scene())


@pytest.mark.parametrize("query", ["listing=quick", "listing=all", "before=1", "before=x.y"])
def test_a_list_that_is_none_is_refused(server: Served, query: str) -> None:
    answer = httpx.get(f"{server.address}/api/tables?{query}")
    assert answer.status_code == 400
    assert answer.json()["reason"] == "bad-request"


def test_lists_are_limited_like_other_questions(tmp_path: Path) -> None:
    with served(tmp_path, "--table-rate", "0.25") as running:
        answers = [httpx.get(f"{running.address}/api/tables") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]
        assert answers[1].json()["reason"] == "too-often"


def test_quick_tables_count_as_opened(tmp_path: Path) -> None:
    async def scene(running: Served) -> None:
        ann = await signed_in(running, "Ann")
        await ann.post("/api/quick", {"command_id": new_id(), "game": "classic"})
        with pytest.raises(Refusal) as refusal:
            await ann.post("/api/quick", {"command_id": new_id(), "game": "cards"})
        assert refusal.value.problem["reason"] == "too-often"
        await ann.leave()

    with served(tmp_path, "--opening-rate", "1") as running:
        asyncio.run(scene(running))
        running.stop()
        check_store(tmp_path)


@pytest.mark.parametrize(
    ("host", "ticked"), [("192.168.1.7:8000", True), ("play.example.org", False)]
)
def test_what_is_ticked_for_a_new_table(server: Served, host: str, ticked: bool) -> None:
    answer = httpx.get(f"{server.address}/api/offers", headers={"Host": host})
    assert answer.json()["listing"] is ticked


@pytest.mark.parametrize("host", ["192.168.1.7:8000", "play.example.org"])
@pytest.mark.parametrize("listing", ["on", "off"])
def test_a_server_can_say_what_is_ticked(listing: Literal["on", "off"], host: str) -> None:
    context = AppContext.__new__(AppContext)
    context.settings = ServerSettings(listing=listing)
    scope = cast("Scope", {"scheme": "http", "headers": [(b"host", host.encode())]})
    assert context.lists_tables(scope) is (listing == "on")


def test_the_public_address_counts_if_there_is_one() -> None:
    context = AppContext.__new__(AppContext)
    context.settings = ServerSettings(url="https://play.example.org")
    assert not context.lists_tables(cast("Scope", {"scheme": "http", "headers": []}))


@pytest.mark.parametrize(
    ("host", "home"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("10.0.0.4", True),
        ("192.168.178.20", True),
        ("169.254.3.4", True),
        ("fe80::1%eth0", True),
        ("fd12:3456::1", True),
        ("raspberrypi", True),
        ("games.local", True),
        ("games.fritz.box", True),
        ("play.example.org", False),
        ("93.184.216.34", False),
        ("2606:2800:220::1", False),
        ("", False),
    ],
)
def test_what_counts_as_a_home_network(host: str, home: bool) -> None:
    assert is_home_network(host) is home
