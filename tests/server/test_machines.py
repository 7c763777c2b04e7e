"""Two application hosts, PostgreSQL with a standby, Redis and a proxy: each of them dies once.

What was acknowledged is never lost, and nobody is locked out for longer than docs/hosting.md says.
The figures there are printed with ``pytest -m slow -s``.
"""

from __future__ import annotations

import asyncio
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import psycopg
import pytest

from machines import Machine, Network, network, wait_for
from qwirkle.tables.stores import audit_store, store_at
from servers import _program

from .players import seated
from .served import Client, Refusal, Served
from .test_kills import AWAY, Pair
from .test_proxies import HOSTING, installed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    # A connection that is given up because its link was cut is closed by nobody.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
LOCKED_OUT = 60.0
"""Seconds: docs/hosting.md, "Two machines"."""
PROMOTE_AFTER = 3.0
"""Seconds after which somebody notices that a database is gone, and acts."""
TABLES = 8
FREE = ("--address-rate", "0", "--table-rate", "0", "--opening-rate", "0", "--max-sockets", "0")


class Visitor(Client):
    """Somebody behind a proxy, which answers itself while it reaches no server."""

    def checked(self, answer: httpx.Response) -> Any:
        """Return the content of an answer; without a server there is none."""
        if answer.is_server_error and "content-type" not in answer.headers:
            raise httpx.RemoteProtocolError(f"the proxy answered with {answer.status_code}")
        return super().checked(answer)


class Persistent(Pair):
    """Two people who go on whatever happens, and remember how long they could not."""

    def __init__(self, table: str, clients: list[Client]) -> None:
        super().__init__(table, clients)
        self.longest = 0.0

    async def insist(self, who: Client, message: dict[str, Any]) -> dict[str, Any]:
        """Send a command until it is accepted; a server without its store refuses it."""
        began = time.monotonic()
        while True:
            answer = await super().insist(who, message)
            if answer["kind"] == "done":
                self.longest = max(self.longest, time.monotonic() - began)
                return answer
            assert answer["problem"]["status"] in (429, 503), answer
            await who.hang_up()  # as a page does: another server may know more
            await asyncio.sleep(0.5)

    async def connected(self, client: Client) -> None:
        """Connect with a limit: a server may be cut off and say nothing."""
        async with asyncio.timeout(5):
            await super().connected(client)


def say(line: str) -> None:
    """Print a figure, if somebody looks at the output."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def open_port(address: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((address, port)) == 0


class Site:
    """All machines of a site, as docs/hosting.md describes it."""

    def __init__(self, made: Network, folder: Path) -> None:
        self.folder = folder
        self.db, self.standby = Machine(made, "db"), Machine(made, "standby")
        self.bus, self.proxy = Machine(made, "bus"), Machine(made, "proxy")
        self.hosts = [Machine(made, "app1"), Machine(made, "app2")]
        self.address = f"http://{self.proxy.address}:8080"
        self._postgres = _program("PostgreSQL", "postgres")

    def start(self) -> None:
        """Start everything, the database first."""
        self._start_database()
        self.start_bus()
        for host in self.hosts:
            self.start_host(host)
        self.start_proxy()

    def _start_database(self) -> None:
        shutil.chown(self.folder, "postgres")
        first, second = self.folder / "db", self.folder / "standby"
        initdb = [_program("PostgreSQL", "initdb"), "-D", str(first), "-U", "qwirkle"]
        self.db.call([*initdb, "--auth=trust", "--encoding=UTF8", "--no-sync"], user="postgres")
        prefix = self.db.address.rpartition(".")[0]
        with (first / "pg_hba.conf").open("a") as hba:
            for which in ("all", "replication"):
                hba.write(f"host {which} all {prefix}.0/24 trust\n")
        self._run_postgres(self.db, first)
        wait_for(lambda: _lets_in(self.db), "PostgreSQL does not start")
        with psycopg.connect(f"{self._at(self.db)}/postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE qwirkle")
        copy = [_program("PostgreSQL", "pg_basebackup"), "-h", self.db.address, "-U", "qwirkle"]
        self.standby.call([*copy, "-D", str(second), "-R", "-X", "stream"], user="postgres")
        self._run_postgres(self.standby, second)
        wait_for(lambda: _lets_in(self.standby), "the standby does not start")
        # From now on nothing is acknowledged before the standby has it.
        self.wait_for_standby(wanted=True)
        wait_for(self._is_synchronous, "the standby does not follow")

    def _run_postgres(self, machine: Machine, data: Path) -> None:
        settings = {"listen_addresses": "*", "unix_socket_directories": ""}
        settings |= {"shared_buffers": "16MB", "max_connections": "60", "wal_level": "replica"}
        settings |= {"wal_receiver_timeout": "5s", "wal_sender_timeout": "5s", "port": "5432"}
        words = [word for item in settings.items() for word in ("-c", "=".join(item))]
        machine.run(
            "postgres", [self._postgres, "-D", str(data), *words], self.folder, user="postgres"
        )

    def wait_for_standby(self, *, wanted: bool) -> None:
        """Say whether an acknowledgement waits for the standby."""
        names = "*" if wanted else ""
        with psycopg.connect(f"{self._at(self.db)}/postgres", autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'".encode())
            connection.execute("SELECT pg_reload_conf()")

    def _is_synchronous(self) -> bool:
        with psycopg.connect(f"{self._at(self.db)}/postgres") as connection:
            found = connection.execute("SELECT sync_state FROM pg_stat_replication").fetchall()
        return found == [("sync",)]

    def promote(self) -> None:
        """Make the standby the database."""
        with psycopg.connect(f"{self._at(self.standby)}/postgres", autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")

    @staticmethod
    def _at(machine: Machine) -> str:
        return f"postgresql://qwirkle@{machine.address}:5432"

    @property
    def database(self) -> str:
        """The address of both: whichever can be written is used."""
        hosts = "&".join(f"host={machine.address}:5432" for machine in (self.db, self.standby))
        wanted = "target_session_attrs=read-write&connect_timeout=3"
        return f"postgresql://qwirkle@/qwirkle?{hosts}&{wanted}"

    def start_bus(self) -> None:
        program = _program("Redis", "redis-server", "valkey-server")
        words = ["--bind", self.bus.address, "--protected-mode", "no", "--save", ""]
        self.bus.run("redis", [program, *words], self.folder)
        wait_for(lambda: open_port(self.bus.address, 6379), "Redis does not start")

    def start_host(self, host: Machine) -> None:
        place = self.folder / host.name
        place.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "qwirkle", "serve", "--host", host.address]
        command += ["--port", "8000", "--database", self.database, "--no-browser"]
        command += ["--redis", f"redis://{self.bus.address}", "--url", self.address]
        command += ["--trust-proxy", self.proxy.address, *FREE]
        host.run("qwirkle", command, place)
        wait_for(lambda: open_port(host.address, 8000), "qwirkle does not start")

    def start_proxy(self) -> None:
        """Caddy with the sample, which watches the health of the servers."""
        place = self.folder / "proxy"
        place.mkdir(exist_ok=True)
        file = place / "Caddyfile"
        sample = (HOSTING / "Caddyfile").read_text("utf-8")
        before, options, after = sample.partition("\n{\n")
        assert options, "the sample has options of its own"
        file.write_text(f"{before}{options}\tadmin off\n\tauto_https off\n{after}", "utf-8")
        command = [installed("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
        self.proxy.run(
            "caddy",
            command,
            place,
            DOMAIN=self.address,
            UPSTREAMS=" ".join(f"{host.address}:8000" for host in self.hosts),
            XDG_DATA_HOME=str(place),
            XDG_CONFIG_HOME=str(place),
        )
        wait_for(lambda: open_port(self.proxy.address, 8080), "Caddy does not start")


def _lets_in(machine: Machine) -> bool:
    try:
        psycopg.connect(f"{Site._at(machine)}/postgres", connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def a_site() -> Iterator[Site]:
    folder = Path(tempfile.mkdtemp(prefix="qwirkle-machines-"))
    folder.chmod(0o755)
    try:
        with network() as made:
            site = Site(made, folder)
            site.start()
            yield site
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def people_playing(site: Site) -> AsyncIterator[list[Persistent]]:
    """People who play until the end of the story; then every acknowledged turn is looked for."""
    server = cast("Served", SimpleNamespace(address=site.address))
    pairs = [Persistent(*await seated(server, kind=Visitor)) for _ in range(TABLES)]
    done = asyncio.Event()

    async def play(at: int) -> None:
        while not done.is_set():
            if pairs[at].over:
                try:
                    pairs.append(Persistent(*await seated(server, kind=Visitor)))
                except (*AWAY, Refusal):
                    await asyncio.sleep(0.5)
                    continue
                at = len(pairs) - 1
            await pairs[at].play_turn()
            await asyncio.sleep(0.2)

    playing = [asyncio.create_task(play(at)) for at in range(TABLES)]
    try:
        yield pairs
    finally:
        done.set()
        await asyncio.gather(*playing)


async def after(site: Site, pairs: list[Persistent], what: str, seconds: float) -> None:
    """Let people play on for a while, and say how long somebody could not."""
    del site
    turns = sum(len(pair.acknowledged) for pair in pairs)
    await asyncio.sleep(seconds)
    # Everybody plays at least one more turn.
    counts = [len(pair.acknowledged) for pair in pairs]
    async with asyncio.timeout(LOCKED_OUT):
        while any(
            len(pair.acknowledged) == count and not pair.over
            for pair, count in zip(pairs, counts, strict=False)
        ):
            await asyncio.sleep(0.1)
    longest = max(pair.longest for pair in pairs)
    played = sum(len(pair.acknowledged) for pair in pairs) - turns
    say(f"{what:55} longest wait for a turn {longest:5.1f} s, {played} turns played")
    assert longest < LOCKED_OUT, what
    for pair in pairs:
        pair.longest = 0.0


async def drill(site: Site) -> dict[str, list[int]]:
    """Let each part die and come back while people play; return the acknowledged turns."""
    in_thread = asyncio.to_thread

    async def restart(kill: Callable[[], None], start: Callable[[], None], pause: float) -> None:
        await in_thread(kill)
        await asyncio.sleep(pause)
        await in_thread(start)

    first, second = site.hosts
    async with people_playing(site) as pairs:
        await after(site, pairs, "everything runs", 5)
        for host in site.hosts:
            await restart(lambda: host.kill("qwirkle"), lambda: site.start_host(host), 8)  # noqa: B023
            await after(site, pairs, "an application host dies for 8 s", 2)
        await restart(lambda: site.bus.kill("redis"), site.start_bus, 8)
        await after(site, pairs, "Redis dies for 8 s", 3)
        await restart(lambda: site.proxy.kill("caddy"), site.start_proxy, 3)
        await after(site, pairs, "the proxy dies for 3 s", 3)
        for one, two, what in (
            (first, site.bus, "an application host and Redis"),
            (second, site.db, "an application host and the database"),
            (first, site.proxy, "an application host and the proxy"),
        ):
            await restart(lambda: one.cut(two), lambda: one.mend(two), 25)  # noqa: B023
            await after(site, pairs, f"the link between {what} is cut for 25 s", 3)
        await in_thread(site.standby.kill, "postgres")
        await asyncio.sleep(PROMOTE_AFTER)
        await in_thread(lambda: site.wait_for_standby(wanted=False))
        await after(site, pairs, "the standby dies; after 3 s nobody waits for it", 3)
        await in_thread(lambda: site._run_postgres(site.standby, site.folder / "standby"))
        await in_thread(lambda: wait_for(lambda: _lets_in(site.standby), "no standby"))
        await in_thread(lambda: site.wait_for_standby(wanted=True))
        await in_thread(lambda: wait_for(site._is_synchronous, "it does not follow"))
        await in_thread(site.db.kill, "postgres")
        await asyncio.sleep(PROMOTE_AFTER)
        await in_thread(site.promote)
        await after(site, pairs, "the database dies; after 3 s the standby takes over", 5)
    for pair in pairs:
        await pair.check()
    return {pair.table: pair.acknowledged for pair in pairs}


async def check_store(site: Site, acknowledged: dict[str, list[int]]) -> None:
    """Every acknowledged turn is stored, once, and there are no others; all tables are sound."""
    store = store_at(f"postgresql://qwirkle@{site.standby.address}:5432/qwirkle")
    await store.open()
    try:
        for table, turns in acknowledged.items():
            rows = await store.read(table)
            assert [row.seq for row in rows if b'"turn-played"' in row.body] == turns
        async for audit in audit_store(store):
            assert audit.faults == (), audit
    finally:
        await store.close()


def test_each_machine_may_die_and_each_link_be_cut() -> None:
    with a_site() as site:
        acknowledged = asyncio.run(drill(site))
        asyncio.run(check_store(site, acknowledged))
        say(f"{sum(map(len, acknowledged.values()))} turns acknowledged, 0 lost, 0 doubled")
