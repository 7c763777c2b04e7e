"""A server at home: the address for others, and letting them in while it runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from qwirkle.server import network
from qwirkle.server.network import Network, network_host
from qwirkle.server.settings import ServerSettings

from .served import Served, served

HOST = "192.168.1.5"
OWN = {"X-Qwirkle": "1"}


async def _listen(_: str) -> int:
    return 8000


def scope(client: str = "127.0.0.1", host: str = "127.0.0.1:8000", **more: str) -> Any:
    headers = {"host": host, **{name.replace("_", "-"): value for name, value in more.items()}}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": (client, 50000), "headers": raw}


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "localhost"])
def test_a_browser_on_this_machine_may_let_others_in(host: str) -> None:
    assert Network(ServerSettings(), 8000, _listen).may_open(scope(host=host))


@pytest.mark.parametrize(
    "asked",
    [
        scope(client=HOST),
        scope(client="::ffff:192.168.1.5"),
        scope(host="evil.example:8000"),
        scope(host="localhost.evil.example"),
        scope(host=f"{HOST}:8000"),
        scope(sec_fetch_site="cross-site"),
        scope(sec_fetch_site="same-site"),
        scope(x_forwarded_for="10.0.0.7"),
        scope(via="1.1 proxy"),
    ],
    ids=lambda asked: str(asked["client"][0] + str(asked["headers"])),
)
def test_nobody_else_may(asked: Any) -> None:
    """Neither another machine, nor a name that leads here, nor another site, nor a proxy."""
    assert not Network(ServerSettings(), 8000, _listen).may_open(asked)


@pytest.mark.parametrize(
    "settings",
    [
        ServerSettings(host="0.0.0.0"),  # noqa: S104 - it need not
        ServerSettings(url="https://play.example"),
        ServerSettings(trust_proxy="127.0.0.1"),
    ],
)
def test_a_server_for_others_has_nothing_to_open(settings: ServerSettings) -> None:
    assert not Network(settings, 8000, _listen).may_open(scope())


def test_links_have_the_address_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "network_host", lambda: HOST)
    everywhere = Network(ServerSettings(host="0.0.0.0"), 8000)  # noqa: S104
    assert everywhere.address == f"http://{HOST}:8000"
    assert everywhere.for_others("http://127.0.0.1:8000") == f"http://{HOST}:8000"
    assert everywhere.for_others("http://games.local:8000") == "http://games.local:8000"
    here = Network(ServerSettings(), 8000, _listen)
    assert here.for_others("http://127.0.0.1:8000") == "http://127.0.0.1:8000"
    assert asyncio.run(here.open()) == f"http://{HOST}:8000"
    assert here.for_others("http://localhost:8000") == f"http://{HOST}:8000"
    assert not here.may_open(scope()), "once is enough"


def test_without_a_network_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "network_host", lambda: None)
    here = Network(ServerSettings(), 8000, _listen)
    assert asyncio.run(here.open()) is None
    assert here.for_others("http://127.0.0.1:8000") == "http://127.0.0.1:8000"


def networked() -> str:
    found = network_host()
    if found is None:
        pytest.skip("this machine is in no network")
    return found


def invitation(server: Served) -> str:
    table = {"do": "open-table", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "person"}]}
    body = {"command_id": "open", "table": table}
    with httpx.Client(base_url=server.address, headers=OWN) as http:
        opened = http.post("/api/tables", json=body).json()["table"]
        link: str = http.get(f"/api/tables/{opened}/invitation").json()["link"]
    return link


def test_letting_others_in_while_it_runs(tmp_path: Path) -> None:
    host = networked()
    with served(tmp_path) as server:
        address = f"http://{host}:{server.port}"
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{address}/healthz")
        assert invitation(server).startswith(server.address)
        asked = f"{server.address}/api/network"
        assert httpx.get(asked).json() == {"can_open": True, "address": None}
        assert httpx.post(asked).json()["reason"] == "csrf"
        foreign = {**OWN, "Origin": "https://evil.example"}
        assert httpx.post(asked, headers=foreign).json()["reason"] == "origin"
        rebound = {**OWN, "Host": f"evil.example:{server.port}"}
        assert httpx.post(asked, headers=rebound).json()["reason"] == "forbidden"
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{address}/healthz")

        opened = httpx.post(asked, headers=OWN).json()
        assert opened == {"can_open": False, "address": address}
        assert httpx.get(f"{address}/healthz").json()["status"] == "ok"
        assert invitation(server).startswith(f"{address}/t/")
        # Others can play, and not open anything themselves.
        assert httpx.post(f"{address}/api/network", headers=OWN).json()["reason"] == "forbidden"
        assert server.stop() == 0


def test_on_the_whole_network_the_address_for_others_is_printed_and_used(tmp_path: Path) -> None:
    host = networked()
    with served(tmp_path, "--host", "0.0.0.0") as server:  # noqa: S104
        assert server.process is not None
        assert server.process.stdout is not None
        said = server.process.stdout.readline()
        assert said == f"Others in your network open http://{host}:{server.port}\n"
        assert invitation(server).startswith(f"http://{host}:{server.port}/t/")
