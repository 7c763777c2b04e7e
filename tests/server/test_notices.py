"""Notices over HTTP: a device turns them on and off, and is notified by a real server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from receivers import Browser, Mailbox, Receiver, signed_claims

from .players import seated, turn_of, until_present
from .served import Client, Refusal, Served, served

FLAGS = ("--intranet", "--clock-interval", "0.05")


class NoticingServer(Served):
    program = (str(Path(__file__).parent / "noticing_server.py"),)


@contextmanager
def served_without_waits(folder: Path, *flags: str) -> Iterator[Served]:
    """A server whose mail waits for no other mail."""
    server = NoticingServer(folder, *flags).start()
    try:
        yield server
    finally:
        server.kill()


async def state_of(client: Client) -> dict[str, Any]:
    state: dict[str, Any] = await client.get("/api/notices")
    return state


async def turned_on_and_off(server: Served) -> None:
    service = Receiver()
    async with service.running():
        ann = Client(server.address)
        before = await state_of(ann)
        assert len(before["key"]) == 87
        assert before | {"key": ""} == {"key": "", "endpoint": None, "quiet": None, "waiting": 0}
        wanted = Browser(service, "ann").subscription(
            language="de", zone="Europe/Berlin", quiet={"begin": 1320, "end": 420}
        )
        on = await ann.post("/api/notices", wanted)
        assert on == await state_of(ann)
        assert on["endpoint"] == wanted["endpoint"]
        assert on["quiet"] == wanted["quiet"]
        ben = Client(server.address)
        assert (await state_of(ben))["endpoint"] is None, "it belongs to the device"
        off = ann.checked(await ann.http.request("DELETE", "/api/notices"))
        assert off == before == await state_of(ann)
        for client in (ann, ben):
            await client.leave()


def test_a_device_turns_notices_on_and_off(tmp_path: Path) -> None:
    with served(tmp_path, *FLAGS) as server:
        asyncio.run(turned_on_and_off(server))
        key = asyncio.run(key_of(server))
        server.kill()
        server.start()
        assert asyncio.run(key_of(server)) == key, "the keys are in the store"


async def key_of(server: Served) -> str:
    client = Client(server.address)
    key = str((await state_of(client))["key"])
    await client.leave()
    return key


async def refused(server: Served) -> None:
    ann, service = Client(server.address), Receiver()
    good = Browser(service, "ann").subscription() | {"endpoint": "https://push.example/1"}
    assert (await ann.post("/api/notices", good))["endpoint"] == "https://push.example/1"
    changes: list[dict[str, Any]] = [
        {"endpoint": "http://push.example/1"},
        {"endpoint": "http://127.0.0.1/"},
        {"endpoint": "x"},
        {"keys": {"p256dh": "x", "auth": "y"}},
        {"keys": good["keys"] | {"auth": "AAAA"}},
        {"language": "xx"},
        {"zone": "../../etc/passwd"},
        {"zone": "Nowhere/Land"},
        {"quiet": {"begin": -1, "end": 1}},
        {"quiet": {"begin": 0, "end": 1440}},
        {"more": 1},
    ]
    for change in changes:
        with pytest.raises(Refusal) as problem:
            await ann.post("/api/notices", good | change)
        assert problem.value.problem["status"] == 400, change
        assert problem.value.problem["reason"] == "bad-request"
    assert (await state_of(ann))["endpoint"] == "https://push.example/1"
    async with httpx.AsyncClient(base_url=server.address) as elsewhere:
        plain = await elsewhere.post("/api/notices", json=good)
        assert plain.json()["reason"] == "csrf"
    await ann.leave()


def test_what_no_browser_sends_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        asyncio.run(refused(server))


async def without_push(server: Served) -> None:
    ann, service = Client(server.address), Receiver()
    assert (await state_of(ann))["key"] is None
    with pytest.raises(Refusal) as problem:
        await ann.post("/api/notices", Browser(service, "a").subscription())
    assert problem.value.problem["detail"] == "This server sends no notifications."
    await ann.leave()


def test_a_server_without_push_says_so(tmp_path: Path) -> None:
    with served(tmp_path, "--no-push") as server:
        asyncio.run(without_push(server))


async def notified_when_away(server: Served) -> None:
    """Both have notices on; Ann is connected and Ben is not."""
    service = Receiver()
    async with service.running():
        table, people = await seated(server, start=False)
        browsers = [Browser(service, name) for name in ("ann", "ben")]
        for client, browser in zip(people, browsers, strict=True):
            await client.post("/api/notices", browser.subscription())
        ann, ben = people
        await ben.hang_up()
        # His connection counts for some seconds after he has left.
        await until_present(ann, [0], 0)
        await ann.act(table, {"do": "start"})
        await ann.until(3)
        while not browsers[1].pushed():
            if ann.view["now"]["turn"] in ann.view["you"]["seats"]:
                await ann.do({"do": "play", "turn": turn_of(ann.view)})
                await ann.until(ann.view["now"]["seq"])
            await service.wait_for(1, seconds=90)
        claims = signed_claims(service.received[0], (await state_of(ben))["key"])
        assert claims["aud"] == service.address
        assert (await state_of(ben))["waiting"] == 1
        assert browsers[0].pushed() == [], "Ann is connected"
        for client in people:
            await client.leave()


def test_whoever_is_away_is_notified(tmp_path: Path) -> None:
    with served(tmp_path, *FLAGS) as server:
        asyncio.run(notified_when_away(server))


@pytest.mark.parametrize(
    "flags",
    [
        ("--webhook-url", "https://a.example/$secret"),
        ("--webhook-url", "https://a.example", "--webhook-headers", "A: b"),
        ("--mail-server", "smtp://mail.example"),
        ("--push-contact", "somebody"),
    ],
)
def test_settings_that_cannot_work_stop_the_start(tmp_path: Path, flags: tuple[str, ...]) -> None:
    server = Served(tmp_path, *flags)
    with pytest.raises(AssertionError):
        server.start()
    assert server.process is not None
    assert server.process.wait(60) == 2
    server._gone()
    assert "Traceback" not in server.log
    assert len(server.log.strip().splitlines()) == 1, server.log


def token_in(text: str, name: str) -> str:
    found = re.search(rf"/account#{name}=(\S+)", text)
    assert found is not None, text
    return found.group(1)


def test_an_account_gives_an_address_and_takes_it_back(tmp_path: Path) -> None:
    async def scene(received: Mailbox) -> None:
        flags = (*FLAGS, "--mail-server", f"smtp://127.0.0.1:{received.port}")
        with served(tmp_path, *flags, "--mail-from", "qwirkle@play.example") as server:
            ann, nobody = Client(server.address), Client(server.address)
            await ann.post("/api/accounts", {"name": "Ann", "password": "a good long password"})
            assert await ann.get("/api/account/mail") == {
                "offered": True,
                "address": None,
                "confirmed": False,
            }
            with pytest.raises(Refusal, match="bad-request"):
                await ann.post("/api/account/mail", {"address": "ann"})
            with pytest.raises(Refusal, match="not-signed-in"):
                await nobody.post("/api/account/mail", {"address": "ann@home.example"})
            asked = {"address": "ann@home.example", "language": "fr"}
            assert not (await ann.post("/api/account/mail", asked))["confirmed"]
            with pytest.raises(Refusal, match="too-often"):
                await ann.post("/api/account/mail", asked)
            token = token_in(received.messages[0].get_content(), "mail")
            with pytest.raises(Refusal, match="bad-recovery"):
                await nobody.post("/api/mail/confirm", {"token": "another one"})
            await nobody.post("/api/mail/confirm", {"token": token})
            assert (await ann.get("/api/account/mail"))["confirmed"]
            assert (await ann.get("/api/account/export"))["notices"]["mail"] == "ann@home.example"
            for text in (token, "ann@home.example"):
                assert text not in server.log
            ended = await ann.http.request("DELETE", "/api/account/mail")
            assert ann.checked(ended)["address"] is None
            with pytest.raises(Refusal, match="bad-recovery"):
                await nobody.post("/api/mail/off", {"token": "ann.0"})
            for client in (ann, nobody):
                await client.leave()

    async def with_mail() -> None:
        received = Mailbox()
        async with received.running():
            await scene(received)

    asyncio.run(with_mail())


def test_a_server_without_mail_offers_none(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        ann = Client(server.address)
        await ann.post("/api/accounts", {"name": "Ann", "password": "a good long password"})
        assert not (await ann.get("/api/account/mail"))["offered"]
        with pytest.raises(Refusal, match="not-found"):
            await ann.post("/api/account/mail", {"address": "ann@home.example"})
        await ann.leave()

    with served(tmp_path) as server:
        asyncio.run(scene(server))


async def muted_and_unmuted(server: Served) -> str:
    table, (ann, ben) = await seated(server)
    path = f"/api/tables/{table}/mute"
    assert await ann.get(path) == {"on": False, "muted": False}
    wanted = Browser(Receiver(), "ann").subscription() | {"endpoint": "https://push.example/1"}
    await ann.post("/api/notices", wanted)
    assert await ann.get(path) == {"on": True, "muted": False}
    assert await ann.post(path, {}) == {"on": True, "muted": True} == await ann.get(path)
    assert await ben.get(path) == {"on": False, "muted": False}, "it belongs to a seat"
    await ben.post(path, {})
    unmuted = await ben.http.request("DELETE", path)
    assert ben.checked(unmuted) == {"on": False, "muted": False} == await ben.get(path)
    for client in (ann, ben):
        await client.leave()
    return table


async def refused_to_mute(server: Served, table: str) -> None:
    eve = Client(server.address)
    await eve.open([{"kind": "person", "name": "Eve"}, {"kind": "bot", "bot": "greedy"}])
    for name, reason in ((table, "not-seated"), ("nothing", "no-such-table")):
        path = f"/api/tables/{name}/mute"
        for method in ("GET", "POST", "DELETE"):
            with pytest.raises(Refusal, match=reason):
                eve.checked(await eve.http.request(method, path))
    await eve.leave()


def test_a_player_mutes_and_unmutes_a_table(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = asyncio.run(muted_and_unmuted(server))
        asyncio.run(refused_to_mute(server, table))


def test_an_account_takes_the_list_of_its_muted_tables_along(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        ann, ben = Client(server.address), Client(server.address)
        await ann.post("/api/accounts", {"name": "Ann", "password": "a good long password"})
        table = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "person"}])
        await ben.act(table, {"do": "sit", "name": "Ben"})
        await ann.act(table, {"do": "start"})
        assert (await ann.get("/api/account/export"))["notices"]["muted"] == []
        await ann.post(f"/api/tables/{table}/mute", {})
        await ben.post(f"/api/tables/{table}/mute", {})
        assert (await ann.get("/api/account/export"))["notices"]["muted"] == [table]
        for client in (ann, ben):
            await client.leave()

    with served(tmp_path) as server:
        asyncio.run(scene(server))


def test_a_link_in_a_mail_mutes_its_table(tmp_path: Path) -> None:
    async def scene(received: Mailbox) -> None:
        flags = (*FLAGS, "--mail-server", f"smtp://127.0.0.1:{received.port}")
        with served_without_waits(tmp_path, *flags, "--mail-from", "q@play.example") as server:
            people = [Client(server.address), Client(server.address)]
            for number, client in enumerate(people):
                account = {"name": f"Player {number}", "password": "a good long password"}
                await client.post("/api/accounts", account)
                address = {"address": f"{number}@home.example"}
                await client.post("/api/account/mail", address)
                token = token_in(received.messages[-1].get_content(), "mail")
                await client.post("/api/mail/confirm", {"token": token})
            ann, ben = people
            table = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "person"}])
            await ben.act(table, {"do": "sit", "name": "Ben"})
            await ann.act(table, {"do": "start"})
            async with asyncio.timeout(60):
                while len(received.messages) < 3:
                    await asyncio.sleep(0.05)
            mailed = received.messages[-1]
            client = people[int(mailed["To"][0])]
            nobody = Client(server.address)
            token = token_in(mailed.get_content(), "mail-mute")
            with pytest.raises(Refusal, match="bad-recovery"):
                await nobody.post("/api/mail/mute", {"token": f"{token}0"})
            await nobody.post("/api/mail/mute", {"token": token})
            muted = await client.get(f"/api/tables/{table}/mute")
            assert muted == {"on": True, "muted": True}
            assert token not in server.log
            for each in (*people, nobody):
                await each.leave()

    async def with_mail() -> None:
        received = Mailbox()
        async with received.running():
            await scene(received)

    asyncio.run(with_mail())
