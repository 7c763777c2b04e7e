"""One address against all others: whatever it asks for, everybody else plays on."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from qwirkle.server.limits import Buckets

from .players import seated, turn_of
from .scarce_server import FILES
from .served import Client, HomeServer, Refusal, Served, new_id, served, wait_until

STRANGER = "127.0.0.2"


@contextlib.contextmanager
def idle_connections(server: Served, count: int) -> Iterator[list[socket.socket]]:
    """Connections of a stranger; every second one has sent half a request line."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    opened: list[socket.socket] = []
    try:
        for number in range(count):
            connection = socket.create_connection(
                ("127.0.0.1", server.port), timeout=30, source_address=(STRANGER, 0)
            )
            opened.append(connection)
            if number % 2:
                with contextlib.suppress(OSError):
                    connection.sendall(b"GET /api/off")
        yield opened
    finally:
        for connection in opened:
            connection.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class ScarceServer(Served):
    """A server that may open few files."""

    program = (str(Path(__file__).parent / "scarce_server.py"),)


@pytest.mark.long
def test_a_server_that_runs_out_of_files_plays_on_and_lets_others_in_again(tmp_path: Path) -> None:
    """Strangers at many addresses, none of whom has too many connections."""

    async def scene(server: Served) -> None:
        table, clients = await seated(server)
        strangers = [
            socket.create_connection(
                ("127.0.0.1", server.port), timeout=30, source_address=(f"127.0.1.{number}", 0)
            )
            for number in range(1, FILES + 50)
        ]
        wait_until(lambda: "out-of-descriptors" in server.log)
        for _ in range(4):  # the store needs files too
            seat = clients[0].view["now"]["turn"]
            who = next(client for client in clients if seat in client.view["you"]["seats"])
            done = await who.do({"do": "play", "turn": turn_of(who.view)})
            for client in clients:
                await client.until(done["seq"])
        for connection in strangers:
            connection.close()
        newcomer = Client(server.address)
        async with asyncio.timeout(60):
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    assert (await newcomer.get(f"/api/tables/{table}"))["table"] == table
                    break
                await asyncio.sleep(0.1)
        for client in (*clients, newcomer):
            await client.leave()

    server = ScarceServer(tmp_path, QWIRKLE_REQUEST_LIMIT="600").start()
    try:
        asyncio.run(scene(server))
        assert server.log.count("out-of-descriptors") == 1, "logged once"
        assert "Traceback" not in server.log
        assert '"fault"' not in server.log
    finally:
        server.kill()


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


@pytest.mark.long
@pytest.mark.parametrize("kind", [Served, HomeServer])
def test_1200_idle_connections_of_one_address_lock_nobody_out(
    tmp_path: Path, kind: type[Served]
) -> None:
    limits = {"QWIRKLE_MAX_CONNECTIONS": "100", "QWIRKLE_REQUEST_LIMIT": "5"}

    async def scene(server: Served) -> None:
        with idle_connections(server, 1200) as idle:
            # Somebody else arrives, sits down and plays; every request is answered.
            table, clients = await seated(server)
            for _ in range(4):
                seat = clients[0].view["now"]["turn"]
                who = next(client for client in clients if seat in client.view["you"]["seats"])
                done = await who.do({"do": "play", "turn": turn_of(who.view)})
                for client in clients:
                    await client.until(done["seq"])
            assert (await clients[0].get(f"/api/tables/{table}"))["table"] == table
            wait_until(lambda: sum(map(is_closed, idle)) >= 1100)
            wait_until(lambda: all(map(is_closed, idle)))
            for client in clients:
                await client.leave()

    server = kind(tmp_path, **limits).start()
    try:
        asyncio.run(scene(server))
        assert server.log.count("too-many-connections") == 1
    finally:
        server.kill()


@pytest.mark.parametrize("kind", [Served, HomeServer])
def test_a_slow_request_is_not_waited_for_and_is_no_fault(
    tmp_path: Path, kind: type[Served]
) -> None:
    get = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    post = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nX-Qwirkle: 1\r\nContent-Length: 100\r\n\r\n{"
    server = kind(tmp_path, QWIRKLE_REQUEST_LIMIT="1").start()
    try:
        # Nothing at all; half a head; half a body; and half a head after a whole request.
        for beginning in (b"", get, post, get + b"\r\n" + get):
            with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
                connection.sendall(beginning)
                if beginning.count(get) == 2:
                    assert connection.recv(1000).startswith(b"HTTP/1.1 200")
                wait_until(lambda: is_closed(connection))
        assert httpx.get(f"{server.address}/healthz").status_code == 200
        assert "fault" not in server.log
        # A connection that is used is kept.
        with httpx.Client(base_url=server.address) as http:
            for _ in range(3):
                assert http.get("/healthz").status_code == 200
    finally:
        server.kill()


def test_a_spectators_flood_costs_no_seated_player_a_command(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        table, clients = await seated(server)
        stranger = httpx.AsyncClient(
            base_url=server.address,
            headers={"X-Qwirkle": "1"},
            transport=httpx.AsyncHTTPTransport(local_address=STRANGER),
            timeout=60,
        )
        body = {"command_id": "x", "command": {"do": "resign"}}
        flood = [
            stranger.post(f"/api/tables/{table}/commands", json={**body, "command_id": str(number)})
            for number in range(60)
        ]
        flooding = asyncio.gather(*flood)
        for number in range(6):
            done = await clients[number % 2].do({"do": "react", "what": "wow"})
            await clients[0].until(done["seq"])
            seat = clients[0].view["now"]["turn"]
            who = next(client for client in clients if seat in client.view["you"]["seats"])
            await who.until(done["seq"])
            done = await who.do({"do": "play", "turn": turn_of(who.view)})
            for client in clients:
                await client.until(done["seq"])
        answers = await flooding
        # The stranger's own device is limited, and nobody else.
        shared = [await stranger.post(f"/api/tables/{table}/hint", json={}) for _ in range(30)]
        found = {answer.status_code for answer in (*answers, *shared)}
        assert 429 in found
        await stranger.aclose()
        for client in clients:
            await client.leave()

    with served(tmp_path, QWIRKLE_TABLE_RATE="4") as server:
        asyncio.run(scene(server))


def test_who_must_wait_learns_for_how_long(tmp_path: Path) -> None:
    with served(tmp_path, QWIRKLE_OPENING_RATE="2") as server:
        table = {"do": "open-table", "seats": [{"kind": "person"}, {"kind": "person"}]}
        with httpx.Client(base_url=server.address, headers={"X-Qwirkle": "1"}) as http:
            answers = [
                http.post("/api/tables", json={"command_id": new_id(), "table": table})
                for _ in range(4)
            ]
        assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
        assert 1700 < int(answers[2].headers["Retry-After"]) <= 1800
        assert server.log.count('"too-often"') == 1, "logged once, and without the address"
        assert "127.0.0.1" not in server.log


def test_a_bucket_says_when_there_is_a_token_again() -> None:
    now = [0.0]
    buckets = Buckets(0.5, 2, now=lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 2]
    assert buckets.take("b") == 0
    now[0] = 1.5
    assert buckets.take("a") == pytest.approx(0.5)
    now[0] = 2.0
    assert buckets.wait("a") == 0
    assert buckets.take("a") == 0
    assert buckets.take("a") == 2


def all_of(connection: socket.socket) -> bytes:
    """Everything that comes until the other side closes, or nothing more comes for a while."""
    connection.settimeout(3)
    found = bytearray()
    with contextlib.suppress(OSError):
        while part := connection.recv(65536):
            found += part
    return bytes(found)


ASKED = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize("kind", [Served, HomeServer])
def test_a_head_without_an_end_is_refused(tmp_path: Path, kind: type[Served]) -> None:
    """200 MB of it took as much memory, and stopped everybody else for seconds."""
    body = b'{"command_id": "%s"}' % (b"x" * 60_000)
    post = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nX-Qwirkle: 1\r\nContent-Length: %d\r\n\r\n"
    server = kind(tmp_path).start()
    try:
        for start in (b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ", b"GET /", ASKED + b"G"):
            with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
                connection.sendall(start)
                sent = 0
                with contextlib.suppress(OSError):
                    while sent < 50_000_000:
                        connection.sendall(b"x" * 100_000)
                        sent += 100_000
                assert sent < 50_000_000, "refused before its end"
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
            for _ in range(3):  # a body is no head
                connection.sendall(post % len(body) + body)
                assert connection.recv(100).startswith(b"HTTP/1.1 400 Bad Request")
                connection.settimeout(30)
                while b'"bad-request"' not in connection.recv(65536):
                    pass
        assert "fault" not in server.log
    finally:
        server.kill()


@pytest.mark.parametrize("kind", [Served, HomeServer])
def test_few_requests_of_one_connection_wait_for_their_answers(
    tmp_path: Path, kind: type[Served]
) -> None:
    """Twenty connections with 10,000 each took 200 MB."""
    server = kind(tmp_path).start()
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
            connection.sendall(ASKED * 10)
            assert all_of(connection).count(b"HTTP/1.1 200") == 10
        if kind is Served:  # h11 reads one request after the other
            with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
                with contextlib.suppress(OSError):
                    connection.sendall(ASKED * 5000)
                found = all_of(connection)
                assert found.count(b"HTTP/1.1 200") <= 20
                assert b"HTTP/1.1 400" in found
    finally:
        server.kill()


def test_too_many_sockets_are_closed_with_their_code(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        ann = Client(server.address)
        table = await ann.open([{"kind": "person", "name": "Ann"}, {"kind": "person"}])
        await ann.connect(table)
        url = f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket"
        async with connect(url) as second:
            with pytest.raises(ConnectionClosed) as closed:
                await second.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
        await ann.leave()

    with served(tmp_path, QWIRKLE_MAX_SOCKETS="1") as server:
        asyncio.run(scene(server))


def test_handshakes_count_as_requests(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        url = f"{server.address.replace('http', 'ws')}/api/tables/none/socket"
        refused = []
        for _ in range(40):
            try:
                async with connect(url) as socket:
                    await socket.wait_closed()
            except InvalidStatus as error:
                refused.append(error.response)
        assert {answer.status_code for answer in refused} == {429}
        assert all(int(answer.headers["Retry-After"]) >= 1 for answer in refused)

    with served(tmp_path, QWIRKLE_ADDRESS_RATE="1") as server:
        asyncio.run(scene(server))


OWNER = {"name": "Victim", "password": "a good long password"}


def sign_in(http: httpx.Client, address: str, password: str = OWNER["password"]) -> int:
    """Try a password from an address, and return the status of the answer."""
    asked = {"name": "victim", "password": password}
    headers = {"X-Qwirkle": "1", "X-Forwarded-For": address}
    return http.post("/api/session", json=asked, headers=headers).status_code


def test_wrong_passwords_keep_out_whoever_guesses_and_not_the_owner(tmp_path: Path) -> None:
    limits = {"QWIRKLE_ACCOUNT_RATE": "5", "QWIRKLE_PASSWORD_RATE": "3"}
    with (
        served(tmp_path, QWIRKLE_TRUST_PROXY="127.0.0.1", **limits) as server,
        httpx.Client(base_url=server.address, timeout=60) as owner,
        httpx.Client(base_url=server.address, timeout=60) as stranger,
    ):
        home = {"X-Qwirkle": "1", "X-Forwarded-For": "192.0.2.1"}
        assert owner.post("/api/accounts", json=OWNER, headers=home).status_code == 201
        guessing = [sign_in(stranger, f"10.0.0.{n}", f"guess number {n}") for n in range(8)]
        assert guessing == [403] * 5 + [429] * 3, "together they have one limit"
        assert sign_in(stranger, "10.0.1.1") == 429, "even if they are right by now"
        assert sign_in(owner, "203.0.113.7") == 201, "the owner's device, wherever it is"
        stranger.cookies.clear()
        assert sign_in(stranger, "192.0.2.1") == 201, "another device at the owner's address"
        # Somebody at the same address uses up its limit, which is not that of the device.
        stranger.cookies.clear()
        nearby = [sign_in(stranger, "192.0.2.1", "wrong password") for _ in range(3)]
        assert 429 in nearby
        assert sign_in(owner, "192.0.2.1") == 201
        wrong = [sign_in(owner, "192.0.2.1", "wrong password") for _ in range(3)]
        assert wrong[-1] == 429, "a device that was stolen guesses no faster"
        # Nobody is kept from changing the password either.
        change = {"old": OWNER["password"], "new": "another long password"}
        assert owner.post("/api/account/password", json=change, headers=home).status_code == 200


@pytest.mark.long
def test_the_refusal_of_a_command_whose_sender_has_gone_is_not_logged(tmp_path: Path) -> None:
    async def scene(server: Served) -> None:
        table, clients = await seated(server)
        for _ in range(40):
            leaving = Client(server.address)
            await leaving.connect(table)
            assert leaving.socket is not None
            await leaving.socket.send('{"kind":"do","id":"1","command":{"do":"resign"}}')
            transport = leaving.socket.transport
            transport.abort()
            await leaving.leave()
        for client in clients:
            with contextlib.suppress(Refusal):
                await client.do({"do": "react", "what": "wow"})
            await client.leave()

    with served(tmp_path) as server:
        asyncio.run(scene(server))
        server.stop()
        assert "never retrieved" not in server.log
        assert "Traceback" not in server.log
        assert "fault" not in server.log
