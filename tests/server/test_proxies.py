"""The nginx and Caddy files of hosting, run: games over TLS, through each, at two servers."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from qwirkle.analysis.photos.reading import MAX_BYTES
from servers import missing, redis

from .players import seated, turn_of
from .served import PATIENCE, Served
from .test_photos import HEADERS, JPEG, PhotoServer

HOSTING = Path(__file__).parents[2] / "hosting"
pytestmark = [pytest.mark.long]
TOO_LARGE = (413, 502)
"""What nginx says, and what Caddy says once it has begun to pass a request on."""


def installed(name: str) -> str:
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")
    if found is None:
        missing(f"{name} is not installed; `make servers` does that, as root, on Debian")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    try:
        ssl.get_server_certificate(("localhost", port), timeout=5)
    except OSError:
        return False
    return True


@contextmanager
def running(command: list[str], port: int, folder: Path, **environment: str) -> Iterator[None]:
    """A proxy, from when it has a certificate to show."""
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=log, stderr=log
        )
    try:
        while not answers(port):  # pytest's own limit ends a wait that is in vain
            assert process.poll() is None, (folder / "proxy.log").read_text()
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def nginx(folder: Path, port: int, upstreams: list[int], base: str) -> Iterator[Path]:
    """The sample with these ports and a certificate of its own; yields what to trust."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", key, "-out", certificate),
        ],
        check=True,
        capture_output=True,
    )
    sample = (HOSTING / "nginx.conf").read_text("utf-8")
    for old, new in {
        "/etc/letsencrypt/live/play.example/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/play.example/privkey.pem": str(key),
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ": f"listen 127.0.0.1:{port} ",
        "127.0.0.1:8001": f"127.0.0.1:{upstreams[0]}",
        "127.0.0.1:8002": f"127.0.0.1:{upstreams[1]}",
        "play.example": "localhost",
    }.items():
        assert old in sample
        sample = sample.replace(old, new)
    # As docs/hosting.md says.
    sample = sample.replace("location / {", f"location {base}/ {{")
    sample = sample.replace("location = /metrics", f"location = {base}/metrics")
    (folder / "qwirkle.conf").write_text(sample, "utf-8")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {temporary} include {folder}/qwirkle.conf; }}\n",
        "utf-8",
    )
    command = [installed("nginx"), "-e", f"{folder}/error.log", "-c", str(whole)]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with running(command, port, folder):
        yield certificate


@contextmanager
def caddy(folder: Path, port: int, upstreams: list[int], base: str) -> Iterator[Path]:
    """The sample with the names that its variables give; Caddy makes a certificate itself."""
    file = folder / "Caddyfile"
    # Nothing outside the folder: no certificate in the system's store, no port for http.
    options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n"
    sample = (HOSTING / "Caddyfile").read_text("utf-8").replace("{\n", options, 1)
    if base:
        sample = sample.replace("respond /metrics", f"respond {base}/metrics")
        sample = sample.replace("reverse_proxy {", f"reverse_proxy {base}/* {{")
    file.write_text(sample, "utf-8")
    variables = {
        "DOMAIN": f"https://localhost:{port}",
        "UPSTREAMS": " ".join(f"127.0.0.1:{upstream}" for upstream in upstreams),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
    }
    command = [installed("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
    with running(command, port, folder, **variables):
        yield folder / "data/caddy/pki/authorities/local/root.crt"


def open_sockets(server: Served) -> float:
    text = httpx.get(f"http://127.0.0.1:{server.port}/metrics").text
    line = next(line for line in text.splitlines() if line.startswith("qwirkle_open_sockets "))
    return float(line.split()[1])


async def play(server: Served, turns: int, processes: list[Served]) -> None:
    table, people = await seated(server)
    # Both came to the same process; sockets of an earlier game may yet have to close.
    async with asyncio.timeout(PATIENCE):
        while sorted(map(open_sockets, processes)) != [0, 2]:
            await asyncio.sleep(0.1)
    for _ in range(turns):
        seat = people[0].view["now"]["turn"]
        mover = next(person for person in people if seat in person.view["you"]["seats"])
        command = {"do": "play", "turn": turn_of(mover.view)}
        done = await mover.do(command, expected_seq=mover.view["now"]["seq"])
        for person in people:
            await person.until(done["seq"])
    for person in people:
        cookies = list(person.http.cookies.jar)
        assert cookies
        base = urlsplit(server.address).path
        kind = "__Secure-" if base else "__Host-"
        assert all(cookie.secure and cookie.name.startswith(kind) for cookie in cookies)
        assert {cookie.path for cookie in cookies} == {base or "/"}
        link = (await person.get(f"/api/tables/{table}/invitation"))["link"]
        assert link.startswith(server.address)
        await person.leave()


def send_large_requests(server: Served, *, by_head: bool) -> None:
    """A photo may be large; anything else may not, and neither may a photo be of any size.

    ``by_head``: whether the proxy judges by the head of a request. Caddy counts what it passes on,
    so the server may answer that there is nothing before it has counted far enough.
    """

    def send(path: str, size: int) -> int:
        body = JPEG + bytes(size - len(JPEG))
        try:
            return httpx.post(
                f"{server.address}{path}", content=body, headers=HEADERS, timeout=PATIENCE
            ).status_code
        except httpx.TransportError:  # the connection was closed in the middle of the body
            return 413

    assert send("/api/photos?game=classic", 70_000) == 200
    assert send("/api/photos?game=classic", MAX_BYTES) == 200
    assert send("/api/photos?game=classic", MAX_BYTES + 1_000_000) in TOO_LARGE
    assert send("/api/tables", 70_000) in TOO_LARGE
    assert send("/api/photos/more", 70_000) in (TOO_LARGE if by_head else (*TOO_LARGE, 404))


@contextmanager
def behind(folder: Path, *flags: str) -> Iterator[Served]:
    """A server on a port of its own, although it announces the address of its proxy."""
    server = PhotoServer(folder, *flags)
    server.port = port = free_port()
    server.start()
    server.port = port
    try:
        yield server
    finally:
        server.kill()


class Proxied(Served):
    """Servers as their visitors see them."""

    base = ""

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}{self.base}"


@pytest.mark.parametrize("base", ["", "/qwirkle"])
@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_games_through_a_proxy(
    name: str, base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = {"nginx": nginx, "caddy": caddy}[name]
    port = free_port()
    folders = [tmp_path / part for part in ("first", "second", "proxy")]
    for folder in folders:
        folder.mkdir()
    with redis() as bus:
        flags = ["--database", f"sqlite:///{tmp_path / 'both.db'}"]
        flags += ["--redis", f"redis://127.0.0.1:{bus.port}"]
        flags += ["--url", f"https://localhost:{port}{base}", "--trust-proxy", "127.0.0.1"]
        with (
            behind(folders[0], *flags) as first,
            behind(folders[1], *flags) as second,
            run(folders[2], port, [first.port, second.port], base) as trusted,
        ):
            monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
            visitors = Proxied(tmp_path)
            visitors.port, visitors.base = port, base
            for _ in range(4):
                asyncio.run(play(visitors, 2, [first, second]))
            assert httpx.get(f"{visitors.address}/metrics").status_code == 404
            send_large_requests(visitors, by_head=name == "nginx")
            for server in (first, second):
                assert "untrusted-proxy" not in server.log
