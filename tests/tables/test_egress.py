"""No request of the server reaches a private address, however the address is written."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import Any

import pytest
from aiohttp import web
from hypothesis import example, given
from hypothesis import strategies as st

from qwirkle.tables.notices.egress import Answer, Egress, NotReached, PrivateAddress, is_public
from receivers import Receiver

PRIVATE = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.2.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "::/128",
    "::1/128",
    "::/96",
    "64:ff9b::7f00:0/104",
    "64:ff9b::a00:0/104",
    "2001:db8::/32",
    "2001::/32",
    "2002:7f00::/24",
    "2002:c0a8::/32",
    "fc00::/7",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
]


@st.composite
def private_addresses(draw: st.DrawFn) -> str:
    network = ipaddress.ip_network(draw(st.sampled_from(PRIVATE)))
    address = network[draw(st.integers(0, network.num_addresses - 1))]
    if isinstance(address, ipaddress.IPv4Address) and draw(st.booleans()):
        return f"::ffff:{address}"
    return str(address)


@given(private_addresses())
@example("fe80::1%eth0")
@example("::ffff:127.0.0.1")
@example("255.255.255.255")
@example("not an address")
def test_private_addresses_are_known(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    ["1.1.1.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"],
)
def test_public_addresses_are_known(address: str) -> None:
    assert is_public(address)


def urls(port: int) -> list[str]:
    hosts = ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0"]
    hosts += ["[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "rebound.example", "me@127.0.0.1"]
    return [f"http://{host}:{port}/" for host in hosts]


def resolve_everything_to(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Let a name under ``.example`` have an address of our choice."""
    real = socket.getaddrinfo

    def found(host: Any, *given: Any, **more: Any) -> Any:
        return real(address if str(host).endswith(".example") else host, *given, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)


def test_no_way_of_writing_it_leads_to_a_private_address(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve_everything_to(monkeypatch, "127.0.0.1")

    async def scene() -> None:
        receiver, egress = Receiver(), Egress()
        async with receiver.running():
            for url in urls(receiver.port):
                with pytest.raises((PrivateAddress, NotReached)):
                    await egress.request("POST", url, {}, b"x")
            for url in urls(receiver.port)[:1] + urls(receiver.port)[-2:-1]:
                with pytest.raises(PrivateAddress):
                    await egress.request("POST", url, {}, b"x")
            for host in ("127.0.0.1", "localhost", "2130706433", "::1", "rebound.example"):
                with pytest.raises((PrivateAddress, OSError)):
                    egress.connect(host, receiver.port, 1)
            assert receiver.received == []

    asyncio.run(scene())


@given(private_addresses())
def test_no_name_leads_to_a_private_address(address: str) -> None:
    """Whatever a name resolves to, nothing is sent there: not one connection is begun."""

    async def scene() -> None:
        egress = Egress()
        with pytest.MonkeyPatch.context() as patch:
            tried: list[Any] = []
            patch.setattr(socket.socket, "connect", lambda _, where: tried.append(where))
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            place = (address, 80, 0, 0) if ":" in address else (address, 80)
            info = (family, socket.SOCK_STREAM, 6, "", place)
            patch.setattr(socket, "getaddrinfo", lambda *_, **__: [info])
            with pytest.raises(PrivateAddress):
                egress.connect("rebound.example", 80, 1)
            with pytest.raises(PrivateAddress):
                await egress.request("POST", "http://rebound.example/", {}, b"x")
            assert tried == []

    asyncio.run(scene())


def test_the_host_may_allow_it_and_redirects_are_not_followed() -> None:
    async def scene() -> None:
        receiver, egress = Receiver(), Egress(private=True)
        receiver.answer = lambda _: web.Response(
            status=302, headers={"Location": f"{receiver.address}/inside", "Retry-After": "7"}
        )
        async with receiver.running():
            found = await egress.request("POST", f"{receiver.address}/hook", {"A": "b"}, b"x")
            assert found == Answer(302, 7)
            assert [request.path for request in receiver.received] == ["/hook"]
            assert receiver.received[0].headers["a"] == "b"
        with pytest.raises(NotReached):
            await egress.request("POST", receiver.address, {}, b"x")

    asyncio.run(scene())


def test_a_receiver_that_does_not_answer_is_left() -> None:
    async def scene() -> None:
        receiver, egress = Receiver(), Egress(private=True, seconds=0.2)
        receiver.delay = 30
        async with receiver.running():
            with pytest.raises(NotReached, match="TimeoutError"):
                await egress.request("POST", receiver.address, {}, b"x")

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0),
        ("120", 120),
        ("999999", 999_999),
        ("1000000", None),
        ("-5", None),
        ("1.5", None),
        ("", None),
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
        (None, None),
    ],
)
def test_a_wish_to_wait_is_a_number_of_seconds(header: str | None, seconds: int | None) -> None:
    async def scene() -> None:
        receiver = Receiver()
        wish = {} if header is None else {"Retry-After": header}
        receiver.answer = lambda _: web.Response(status=503, headers=wish)
        async with receiver.running():
            answer = await Egress(private=True).request("POST", receiver.address, {}, b"x")
            assert answer == Answer(503, seconds)

    asyncio.run(scene())


def test_a_name_with_several_addresses_is_tried_at_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """For requests and for mail; if none answers, the last error is told."""

    async def scene() -> None:
        receiver, egress = Receiver(), Egress(private=True)
        async with receiver.running():
            real = socket.getaddrinfo

            def found(host: Any, port: Any, *given: Any, **more: Any) -> Any:
                places = ("127.0.0.9", "127.0.0.1") if host == "both.example" else ("127.0.0.9",)
                return [info for place in places for info in real(place, port, *given, **more)]

            monkeypatch.setattr(socket, "getaddrinfo", found)
            url = f"http://both.example:{receiver.port}/"
            assert (await egress.request("POST", url, {}, b"x")).status == 201
            opened = egress.connect("both.example", receiver.port, 3.0)
            assert opened.getpeername() == ("127.0.0.1", receiver.port)
            assert opened.gettimeout() == 3.0
            opened.close()
            with pytest.raises(ConnectionRefusedError):
                egress.connect("none.example", receiver.port, 3.0)
            with pytest.raises(NotReached, match="ConnectionRefusedError"):
                await egress.request("POST", url.replace("both", "none"), {}, b"x")
            monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [])
            with pytest.raises(OSError, match="no address"):
                egress.connect("none.example", receiver.port, 3.0)
            with pytest.raises(NotReached, match="OSError"):
                await egress.request("POST", url, {}, b"x")

    asyncio.run(scene())
