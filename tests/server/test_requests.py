"""Odd requests, odd pages and a store that fails: answered properly, and no secret is logged."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from qwirkle.api.problems import RequestRefused
from qwirkle.errors import StoreError
from qwirkle.server import logs
from qwirkle.server.context import AppContext
from qwirkle.server.monitoring.health import LoadMonitor
from qwirkle.server.settings import ServerSettings

from .players import seated, turn_of
from .served import Client, Refusal, Served, served, wait_until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("server")
    with served(folder, "--origins", "https://friend.example") as running:
        yield running
        assert "Traceback" not in running.log
        assert "fault" not in running.log


@pytest.mark.parametrize(
    "body",
    [b"\xff\xfe", b"[" * 60_000, b'{"a":' * 10_000, b'"\xed\xa0\x80"', b"\x00" * 100],
    ids=["bytes", "lists", "objects", "surrogate", "zeros"],
)
@pytest.mark.parametrize("path", ["/api/tables", "/api/session", "/api/tables/x/commands"])
def test_a_body_that_cannot_be_read_is_a_bad_request(
    server: Served, path: str, body: bytes
) -> None:
    headers = {"X-Qwirkle": "1", "Content-Type": "application/json"}
    answer = httpx.post(f"{server.address}{path}", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["reason"] == "bad-request"


@pytest.mark.parametrize("host", ["x" * 3000, "a b", "<script>", "a/../b", "[::1", "a:99999999"])
def test_a_host_that_is_none_is_a_bad_request(server: Served, host: str) -> None:
    async def scene() -> str:
        ann = Client(server.address)
        table = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "person"}])
        await ann.leave()
        return table

    path = f"/api/tables/{asyncio.run(scene())}/invitation.svg"
    for asked in (path, "/", "/api/offers"):
        answer = httpx.get(f"{server.address}{asked}", headers={"Host": host})
        assert answer.status_code == 400
    assert httpx.get(f"{server.address}{path}", headers={"Host": "ok.example:80"}).is_success


OPENING = {"command_id": "1", "table": {"do": "open-table", "seats": []}}


@pytest.mark.parametrize(
    ("origins", "allowed"),
    [
        (["https://friend.example"], True),
        (["https://friend.example:443"], True),
        (["http://friend.example"], False),
        (["https://friend.example:80"], False),
        (["https://other.example"], False),
        (["https://other.example", "https://friend.example"], False),
        (["http://here.example:8000"], True),
        (["https://here.example:8000"], True),
        (["http://here.example"], False),
        (["null"], False),
    ],
)
def test_origins_are_compared_with_scheme_and_port(
    server: Served, origins: list[str], allowed: bool
) -> None:
    headers = [("X-Qwirkle", "1"), ("Host", "here.example:8000")]
    headers += [("Origin", origin) for origin in origins]
    answer = httpx.post(f"{server.address}/api/tables", json=OPENING, headers=headers)
    assert (answer.json()["reason"] == "origin") is not allowed


def test_pages_of_other_sites_may_use_the_server_if_it_is_set_so(server: Served) -> None:
    asked = {
        "Origin": "https://friend.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,x-qwirkle",
    }
    with httpx.Client(base_url=server.address) as http:
        leave = http.options("/api/tables", headers=asked)
        assert leave.headers["Access-Control-Allow-Origin"] == "https://friend.example"
        assert leave.headers["Access-Control-Allow-Credentials"] == "true"
        assert "x-qwirkle" in leave.headers["Access-Control-Allow-Headers"].lower()
        answer = http.get("/api/offers", headers={"Origin": "https://friend.example"})
        assert answer.headers["Access-Control-Allow-Origin"] == "https://friend.example"
        asked["Origin"] = "https://other.example"
        assert (
            "Access-Control-Allow-Origin" not in http.options("/api/tables", headers=asked).headers
        )


def test_a_socket_of_another_origin_is_refused(server: Served) -> None:
    async def scene() -> None:
        url = f"{server.address.replace('http', 'ws')}/api/tables/none/socket"
        with pytest.raises(InvalidStatus):
            await connect(url, origin="http://friend.example")  # type: ignore[arg-type]

    asyncio.run(scene())


def test_a_proxy_that_is_not_trusted_is_warned_about_once(tmp_path: Path) -> None:
    with served(tmp_path, "--url", "https://play.example:8443") as server:
        assert server.log.count("no-trusted-proxy") == 1


def test_forwarded_headers_that_are_not_trusted_are_warned_about_once(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert "proxy" not in server.log
        for _ in range(3):
            httpx.get(f"{server.address}/api/offers", headers={"X-Forwarded-For": "10.1.2.3"})
        assert server.log.count("untrusted-proxy") == 1
        assert "10.1.2.3" not in server.log


def test_forwarded_headers_that_are_trusted_are_in_order(tmp_path: Path) -> None:
    with served(tmp_path, "--trust-proxy", "127.0.0.1") as server:
        httpx.get(f"{server.address}/api/offers", headers={"X-Forwarded-For": "10.1.2.3"})
        assert "proxy" not in server.log


def stop_writes(folder: Path) -> None:
    """Let every write fail, as on a full disk."""
    [file] = folder.glob("*.db")
    with sqlite3.connect(file, timeout=60) as database:
        for table, deed in (("events", "INSERT"), ("alembic_version", "UPDATE")):
            database.execute(
                f"CREATE TRIGGER no_{table} BEFORE {deed} ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            )
    database.close()


def allow_writes(folder: Path) -> None:
    [file] = folder.glob("*.db")
    with sqlite3.connect(file, timeout=60) as database:
        for table in ("events", "alembic_version"):
            database.execute(f"DROP TRIGGER no_{table}")
    database.close()


def test_a_failing_write_is_seen_and_leaves_no_id_and_no_tile_in_the_log(tmp_path: Path) -> None:
    async def scene(server: Served) -> tuple[str, list[str]]:
        table, clients = await seated(server)
        timed = Client(server.address)
        seats = [{"kind": "person", "name": "Cem"}, {"kind": "person", "name": "Dee"}]
        clock = {"per": "turn", "ms": 5000}
        other = await timed.open(seats, clock=clock)
        await timed.act(other, {"do": "start"})
        tiles = [tile for own in clients[0].view["you"]["hands"] for tile in own["hand"]]
        assert (await timed.get("/healthz"))["status"] == "ok"
        stop_writes(server.folder)
        seat = clients[0].view["now"]["turn"]
        who = next(client for client in clients if seat in client.view["you"]["seats"])
        with pytest.raises(Refusal, match="store-away"):
            await who.do({"do": "play", "turn": turn_of(who.view)})
        async with asyncio.timeout(60):
            while (await timed.http.get("/healthz")).status_code != 503:
                await asyncio.sleep(0.2)
        await asyncio.to_thread(wait_until, lambda: '"fault"' in server.log)
        assert "qwirkle_faults_total 0.0" not in (await timed.http.get("/metrics")).text
        allow_writes(server.folder)
        async with asyncio.timeout(60):
            while (await timed.http.get("/healthz")).status_code != 200:
                await asyncio.sleep(0.2)
        await who.do({"do": "play", "turn": turn_of(who.view)})
        for client in (*clients, timed):
            await client.leave()
        return f"{table} {other}", tiles

    with served(tmp_path) as server:
        ids, tiles = asyncio.run(scene(server))
        for table in ids.split():
            assert table not in server.log
        assert not any(f'"{tile}"' in server.log or f'\\"{tile}' in server.log for tile in tiles)
        assert server.log.count('"fault"') == 1, "logged once, however often it fails"


def test_a_message_is_not_repeated_but_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    written: list[dict[str, object]] = []

    class Logger:
        def error(self, event: str, **fields: object) -> None:
            written.append({"event": event, **fields})

    monkeypatch.setattr(logs, "log", Logger)
    throttled = logs.ThrottledLog(now=lambda: now[0])
    for _ in range(100):
        throttled.write("error", "fault", "same", where="here")
    throttled.write("error", "fault", "other")
    now[0] = logs.QUIET_SECONDS
    throttled.write("error", "fault", "same", where="here")
    assert [entry.get("left_out", 0) for entry in written] == [0, 0, 99]


def test_every_fault_is_counted_and_a_store_that_is_away_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []

    class Logger:
        def error(self, event: str, **fields: object) -> None:
            written.append(f"{event} {fields['table']}")

    monkeypatch.setattr(logs, "log", Logger)
    faults = logs.Faults()
    counted: list[None] = []
    faults.on_fault.append(lambda: counted.append(None))
    for number in range(50):
        faults.report_table(f"table {number}", StoreError("the disk is full"))
    faults.report_table("table 1", ValueError("this table fails"))
    faults.report_table("table 2", ValueError("this table fails"))
    assert len(counted) == 52
    assert len(written) == 3


def test_a_server_that_is_late_opens_no_tables() -> None:
    """New tables are refused first; those who play are served."""
    context = AppContext.__new__(AppContext)
    context.load = LoadMonitor()
    context.settings = ServerSettings()
    context.check_room()
    context.load.record_delay(2.0)  # one long step is no overload
    context.check_room()
    for _ in range(20):
        context.load.record_delay(2.0)
    with pytest.raises(RequestRefused) as refused:
        context.check_room()
    assert refused.value.reasons == ("unavailable",)
    for _ in range(20):
        context.load.record_delay(0.0)
    context.check_room()
