"""Several machines on this one: network namespaces with a cable each to one switch.

Only root can make them, where the system lets it. Every machine has an address in a private range
that exists nowhere else; nothing leaves this computer.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from servers import missing

PATIENCE = 60
_numbers = itertools.count(10)


class Machine:
    """A network namespace; its programs can be killed, and its links to others cut."""

    def __init__(self, network: Network, name: str) -> None:
        self.name = f"{network.name}-{name}"
        self.address = f"{network.prefix}.{next(_numbers)}"
        self._network = network
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        cable = f"{network.name}{len(network.machines)}"
        _ip("netns", "add", self.name)
        _ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        _ip("link", "set", cable, "master", network.name)
        _ip("link", "set", cable, "up")
        for words in (
            ("addr", "add", f"{self.address}/24", "dev", "eth0"),
            ("link", "set", "eth0", "up"),
            ("link", "set", "lo", "up"),
        ):
            _ip("-n", self.name, *words)
        network.machines.append(self)

    def run(
        self,
        program: str,
        command: list[str],
        folder: Path,
        *,
        user: str | None = None,
        **environment: str,
    ) -> None:
        """Start a program; what it says is in a file of its name."""
        drop = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []
        with (folder / f"{program}.log").open("ab") as log:
            self._running[program] = subprocess.Popen(
                ["ip", "netns", "exec", self.name, *drop, *command],
                cwd=folder,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self, program: str, how: signal.Signals = signal.SIGKILL) -> None:
        """End a program and everything that it has started, without warning."""
        process = self._running.pop(program)
        os.killpg(process.pid, how)
        process.wait(PATIENCE)

    def call(self, command: list[str], user: str | None = None) -> None:
        """Run a program to its end."""
        drop = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []
        subprocess.run(
            ["ip", "netns", "exec", self.name, *drop, *command], check=True, capture_output=True
        )

    def cut(self, other: Machine) -> None:
        """Cut the link to another machine: nothing arrives any more, and nobody is told."""
        for one, two in ((self, other), (other, self)):
            _ip("-n", one.name, "route", "add", "blackhole", f"{two.address}/32")

    def mend(self, other: Machine) -> None:
        """Mend that link."""
        for one, two in ((self, other), (other, self)):
            _ip("-n", one.name, "route", "del", "blackhole", f"{two.address}/32")

    def stop(self) -> None:
        """End all programs."""
        for program in list(self._running):
            self.kill(program)


class Network:
    """Machines at one switch; the computer itself is connected too, as the clients' machine."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.prefix = f"10.213.{os.getpid() % 200 + 20}"
        self.machines: list[Machine] = []
        _ip("link", "add", name, "type", "bridge")
        _ip("addr", "add", f"{self.prefix}.1/24", "dev", name)
        _ip("link", "set", name, "up")

    def remove(self) -> None:
        """Remove all machines and the switch."""
        for machine in self.machines:
            machine.stop()
            subprocess.run(["ip", "netns", "del", machine.name], check=False)
        subprocess.run(["ip", "link", "del", self.name], check=False)


@contextmanager
def network() -> Iterator[Network]:
    """A network of its own; the test is skipped where there can be none."""
    if shutil.which("ip") is None or os.getuid() != 0:
        missing("machines need root and iproute2, to make network namespaces")
    name = f"qw{os.getpid() % 100_000}"
    try:
        _ip("netns", "add", f"{name}-try")
        _ip("netns", "del", f"{name}-try")
        made = Network(name)
    except subprocess.CalledProcessError as error:
        missing(f"network namespaces cannot be made here: {error.stderr.decode().strip()}")
    try:
        yield made
    finally:
        made.remove()


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
