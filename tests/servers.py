"""A real PostgreSQL and a real Redis, each on a port and in a folder of its own.

``make servers`` installs what is missing. Where that is impossible the tests are skipped, except in
continuous integration, where they fail.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/bin", "/usr/local/bin")
PATIENCE = 60


class Server:
    """A server that can be stopped and started again on the same port."""

    def __init__(
        self,
        folder: Path,
        command: list[str],
        port: int,
        *,
        user: int | None = None,
        ready: Callable[[int], bool] | None = None,
    ) -> None:
        self.port = port
        self._folder = folder
        self._command = command
        self._user = user
        self._ready = ready or _answers
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self._user,
                start_new_session=True,  # Ctrl-C is for the tests; they stop their servers
            )
        self._wait()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def _wait(self) -> None:
        assert self._process is not None
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < end:
            if self._ready(self.port):
                return
            time.sleep(0.05)
        raise RuntimeError((self._folder / "log").read_text("utf-8", "replace")[-2000:])


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _lets_in(port: int) -> bool:
    try:
        psycopg.connect(f"postgresql://qwirkle@127.0.0.1:{port}/postgres").close()
    except psycopg.OperationalError:  # while it starts up it answers, but lets nobody in
        return False
    return True


@contextmanager
def postgresql() -> Iterator[Server]:
    """PostgreSQL; it refuses to be run by root, so root runs it as somebody else."""
    initdb, postgres = _program("PostgreSQL", "initdb"), _program("PostgreSQL", "postgres")
    with _folder() as folder:
        user = _somebody_else()
        if user is not None:
            os.chown(folder, user, -1)
        data = folder / "data"
        subprocess.run(
            [initdb, "-D", data, "-U", "qwirkle", "--auth=trust", "--encoding=UTF8", "--no-sync"],
            cwd=folder,
            user=user,
            check=True,
            capture_output=True,
        )
        port = _free_port()
        settings = {"listen_addresses": "127.0.0.1", "fsync": "off", "max_connections": "60"}
        settings |= {"unix_socket_directories": str(folder), "shared_buffers": "16MB"}
        words = [word for item in settings.items() for word in ("-c", "=".join(item))]
        command = [postgres, "-D", str(data), "-p", str(port), *words]
        yield from _running(Server(folder, command, port, user=user, ready=_lets_in))


@contextmanager
def redis() -> Iterator[Server]:
    """Redis, or Valkey, which is the same for us; it keeps nothing."""
    program = _program("Redis", "redis-server", "valkey-server")
    with _folder() as folder:
        port = _free_port()
        settings = {"--port": str(port), "--bind": "127.0.0.1", "--save": "", "--appendonly": "no"}
        words = [word for item in settings.items() for word in item]
        yield from _running(Server(folder, [program, *words], port))


def _running(server: Server) -> Iterator[Server]:
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def _folder() -> Iterator[Path]:
    # Not pytest's: nobody else may look into those.
    folder = Path(tempfile.mkdtemp(prefix="qwirkle-server-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _program(what: str, *names: str) -> str:  # noqa: RET503 - what follows does not return
    places = [str(place) for pattern in PLACES for place in sorted(Path("/").glob(pattern[1:]))]
    path = os.pathsep.join([os.environ.get("PATH", ""), *reversed(places)])
    for name in names:
        if (found := shutil.which(name, path=path)) is not None:
            return found
    missing(f"{what} is not installed; `make servers` does that, as root, on Debian")


def missing(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def _somebody_else() -> int | None:
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    missing("PostgreSQL does not run as root, and there is no other user")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
