"""Metrics for Prometheus, if the extra ``host`` is installed. No label comes from a client.

Commands are counted whatever their transport: most arrive over sockets.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Self

from qwirkle.server.budget import Budget
from qwirkle.server.logs import Faults
from qwirkle.server.monitoring.health import Watchdog
from qwirkle.server.settings import can_measure
from qwirkle.tables.core.commands import Command
from qwirkle.tables.core.state import Table
from qwirkle.tables.notices.channels import Outcome
from qwirkle.tables.service import TableService

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class _Uncounted:
    """A stand-in for every counter, gauge and histogram if the library is not installed."""

    def __init__(self, *_: object, **__: object) -> None:
        """Accept the arguments of a metric."""

    def labels(self, *_: object) -> Self:
        return self

    def inc(self, *_: object) -> None:
        """Count nothing."""

    dec = observe = set_function = inc


class _NoLibrary:
    """A stand-in for the library."""

    CollectorRegistry = ProcessCollector = Counter = Gauge = Histogram = _Uncounted

    @staticmethod
    def generate_latest(_: object) -> bytes:
        return b""


class Metrics:
    """The metrics of one process."""

    def __init__(self, service: TableService, faults: Faults) -> None:
        self._library: Any = import_module("prometheus_client") if can_measure() else _NoLibrary
        self._registry = registry = self._library.CollectorRegistry()
        self._library.ProcessCollector(registry=registry)
        counter, gauge = self._library.Counter, self._library.Gauge
        commands = counter(
            "qwirkle_commands", "Accepted commands from people", ["kind"], registry=registry
        )
        # Looking up the counter of a label takes longer than counting.
        self._kinds = cache(lambda kind: commands.labels(kind.__name__.lower()))
        self.refusals = counter(
            "qwirkle_refusals", "Refused commands and requests", ["reason"], registry=registry
        )
        self.changes = counter(
            "qwirkle_changes",
            "Accepted commands, including those of bots and clocks",
            registry=registry,
        )
        self.sockets = gauge("qwirkle_open_sockets", "Open WebSockets", registry=registry)
        self.dropped = counter(
            "qwirkle_dropped_sockets",
            "WebSockets dropped because they were too slow",
            registry=registry,
        )
        counted = counter("qwirkle_faults", "Unexpected errors", registry=registry)
        faults.on_fault.append(counted.inc)
        self.seconds = self._library.Histogram(
            "qwirkle_command_seconds",
            "Time from a command to its answer",
            registry=registry,
            buckets=BUCKETS,
        )
        self.notices = counter(
            "qwirkle_notices",
            "Attempts to send a notice",
            ["channel", "outcome"],
            registry=registry,
        )
        cached = gauge("qwirkle_cached_tables", "Tables in memory", registry=registry)
        cached.set_function(lambda: len(service.tables.cache))
        busy = gauge("qwirkle_thinking_tables", "Tables with a bot thinking", registry=registry)
        busy.set_function(lambda: service.scheduler.busy_tables)
        waiting = gauge("qwirkle_waiting_jobs", "Jobs without a worker", registry=registry)
        waiting.set_function(lambda: service.workers.waiting)
        self.stalls = counter(
            "qwirkle_loop_stalls",
            "Times that the event loop stood still for a quarter of a second",
            registry=registry,
        )
        for why in ("time", "memory", "crash", "start"):
            stopped = gauge(
                f"qwirkle_jobs_stopped_{why}", f"Jobs stopped: {why}", registry=registry
            )
            stopped.set_function(lambda why=why: service.workers.stopped[why])
        service.tables.on_change.append(self._count_change)
        if service.notifier is not None:
            service.notifier.on_outcome.append(self._count_notice)

    def watch(self, watchdog: Watchdog, budget: Budget) -> None:
        """Show the longest stall of the loop, and what was charged to visitors."""
        longest = self._library.Gauge(
            "qwirkle_loop_longest_stall_seconds",
            "The longest time by which the event loop was late",
            registry=self._registry,
        )
        longest.set_function(lambda: watchdog.longest)
        charged = self._library.Gauge(
            "qwirkle_charged_seconds",
            "Processor time charged to visitors",
            registry=self._registry,
        )
        charged.set_function(lambda: budget.charged)

    def count_command(self, command: Command) -> None:
        """Count an accepted command."""
        self._kinds(type(command)).inc()

    def _count_change(self, _: Table) -> None:
        self.changes.inc()

    def _count_notice(self, channel: str, outcome: Outcome) -> None:
        self.notices.labels(channel, outcome.how).inc()

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus; empty if nothing is counted."""
        text: bytes = self._library.generate_latest(self._registry)
        return text
