"""Games played by a Ray cluster of one or many machines, with qwirkle installed on all of them.

Nothing else in the lab knows Ray: a match is played by the same call, with these workers.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from qwirkle.errors import LabError, MissingExtra, QwirkleError
from qwirkle.lab.workers import Batch, Crew, Workers, run_batch

# Seconds a worker has to break off a game; it lets programs leave before it kills them.
LEAVING = 5.0


class Ray(Workers):
    """The workers of a cluster.

    Without an address a cluster is started on this machine and ends with the match; ``auto`` is the
    one already running here, and any other address names the head of another. ``jobs`` is how many
    games are played concurrently; by default as many as the cluster has processors.
    """

    def __init__(self, address: str | None = None, jobs: int | None = None) -> None:
        self._address = address
        self._jobs = jobs

    @contextmanager
    def crew(self) -> Iterator[Crew]:
        """Provide the workers; an existing connection is left as it was."""
        ray = _library()
        ours = not ray.is_initialized()
        if ours:
            _connect(ray, self._address, self._jobs)
        try:
            size = self._jobs or int(ray.cluster_resources().get("CPU", 1))
            crew = _Cluster(ray, size)
            try:
                yield crew
            finally:
                crew.drop()
        finally:
            if ours:
                ray.shutdown()


class _Cluster:
    def __init__(self, ray: Any, size: int) -> None:
        self._ray = ray
        # A game that fails is not retried: it would fail again. A lost machine is different:
        # its games are played elsewhere.
        self._run = ray.remote(num_cpus=1, max_retries=3, retry_exceptions=False)(run_batch)
        self._under_way: list[object] = []
        self.size = size

    def begin(self, function: Callable[[int], object], numbers: range) -> object:
        ticket: object = self._run.remote(function, numbers)
        self._under_way.append(ticket)
        return ticket

    def results(self, ticket: Any) -> Batch:
        try:
            # Not ray.get(): a signal during its wait would end this process with Ray's status.
            batch: Batch = ticket.future().result()
        except self._ray.exceptions.RayTaskError as error:
            # A bot's fault is reported as it would be without Ray.
            cause = error.cause
            raise (cause if isinstance(cause, QwirkleError) else error) from None
        except self._ray.exceptions.RayError as error:
            raise LabError(f"the Ray cluster lost games: {_first_line(error)}") from None
        self._under_way.remove(ticket)
        return batch

    def drop(self) -> None:
        """Stop the running games, gracefully if that is quick: programs may be playing them."""
        if not self._under_way:
            return
        for ticket in self._under_way:
            self._ray.cancel(ticket)
        _, slow = self._ray.wait(
            self._under_way, num_returns=len(self._under_way), timeout=LEAVING, fetch_local=False
        )
        for ticket in slow:
            self._ray.cancel(ticket, force=True)


def _library() -> Any:
    # No usage statistics without consent.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray  # noqa: PLC0415 (an extra, and slow to load)
    except ImportError:
        raise MissingExtra("playing on a Ray cluster", "ray") from None
    return ray


def _connect(ray: Any, address: str | None, jobs: int | None) -> None:
    if address is not None:
        _check_address(address)
    here: dict[str, Any] = {"num_cpus": jobs, "include_dashboard": False, "address": "local"}
    there = {"address": address}
    try:
        with _our_sigterm_handler():
            ray.init(
                **(here if address is None else there), log_to_driver=False, logging_level="ERROR"
            )
    except (ConnectionError, ValueError, RuntimeError) as error:
        where = "here" if address is None else f"at {address}"
        raise LabError(f"there is no Ray cluster {where}: {_first_line(error)}") from None


@contextmanager
def _our_sigterm_handler() -> Iterator[None]:
    """Restore our handler of SIGTERM, which Ray replaces."""
    ours = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if ours is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, ours)


def _check_address(address: str) -> None:
    """Check the address first: Ray itself would try for many minutes to reach a silent machine."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if address == "auto":
        return
    if not colon or not port.isdecimal():
        raise LabError(f"a Ray cluster is at auto or at host:port, not “{address}”")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError) as error:
        raise LabError(f"there is no Ray cluster at {address}: {error}") from None


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
