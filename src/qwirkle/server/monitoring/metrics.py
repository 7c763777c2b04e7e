"""Metrics for Prometheus. No label comes from a client.

Litestar's plugin counts HTTP requests; here most commands arrive over sockets.
"""

from __future__ import annotations

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector

from qwirkle.server.logs import Faults
from qwirkle.tables.core.commands import Command
from qwirkle.tables.core.state import Table
from qwirkle.tables.notices.channels import Outcome
from qwirkle.tables.service import TableService

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The metrics of one process."""

    def __init__(self, service: TableService, faults: Faults) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        commands = Counter(
            "qwirkle_commands", "Accepted commands from people", ["kind"], registry=registry
        )
        # Finding the counter of a label takes longer than counting.
        self._kinds = cache(lambda kind: commands.labels(kind.__name__.lower()))
        self.refusals = Counter(
            "qwirkle_refusals", "Refused commands and requests", ["reason"], registry=registry
        )
        self.changes = Counter(
            "qwirkle_changes",
            "Accepted commands, including those of bots and clocks",
            registry=registry,
        )
        self.sockets = Gauge("qwirkle_open_sockets", "Open WebSockets", registry=registry)
        self.dropped = Counter(
            "qwirkle_dropped_sockets",
            "WebSockets dropped because they were too slow",
            registry=registry,
        )
        counted = Counter("qwirkle_faults", "Unexpected errors", registry=registry)
        faults.on_fault.append(counted.inc)
        self.seconds = Histogram(
            "qwirkle_command_seconds",
            "Time from a command to its answer",
            registry=registry,
            buckets=BUCKETS,
        )
        self.notices = Counter(
            "qwirkle_notices",
            "Attempts to send a notice",
            ["channel", "outcome"],
            registry=registry,
        )
        cached = Gauge("qwirkle_cached_tables", "Tables in memory", registry=registry)
        cached.set_function(lambda: len(service.tables.cache))
        busy = Gauge("qwirkle_thinking_tables", "Tables with a bot thinking", registry=registry)
        busy.set_function(lambda: service.scheduler.busy_tables)
        waiting = Gauge(
            "qwirkle_waiting_bots", "Bots and hints without a thread", registry=registry
        )
        waiting.set_function(lambda: service.bots.waiting)
        service.tables.on_change.append(self._count_change)
        if service.notifier is not None:
            service.notifier.on_outcome.append(self._count_notice)

    def count_command(self, command: Command) -> None:
        """Count an accepted command."""
        self._kinds(type(command)).inc()

    def _count_change(self, _: Table) -> None:
        self.changes.inc()

    def _count_notice(self, channel: str, outcome: Outcome) -> None:
        self.notices.labels(channel, outcome.how).inc()

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self._registry)
