"""What a server counts, for Prometheus. No label comes from a client."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector

from qwirkle.service.service import House
from qwirkle.service.table.state import Table

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The counters of one process."""

    def __init__(self, house: House) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.commands = Counter(
            "qwirkle_commands", "Accepted commands of people", ["kind"], registry=registry
        )
        self.refusals = Counter(
            "qwirkle_refusals", "Refused commands and requests", ["reason"], registry=registry
        )
        self.changes = Counter(
            "qwirkle_changes", "Accepted commands, of bots and clocks too", registry=registry
        )
        self.sockets = Gauge("qwirkle_open_sockets", "WebSockets", registry=registry)
        self.dropped = Counter(
            "qwirkle_dropped_sockets", "WebSockets that were too slow", registry=registry
        )
        self.faults = Counter("qwirkle_faults", "Errors nobody foresaw", registry=registry)
        self.seconds = Histogram(
            "qwirkle_command_seconds",
            "From a command's arrival to its answer",
            registry=registry,
            buckets=BUCKETS,
        )
        cached = Gauge("qwirkle_cached_tables", "Folded tables in memory", registry=registry)
        cached.set_function(lambda: len(house.tables.shelf))
        busy = Gauge("qwirkle_thinking_tables", "Tables with a bot at work", registry=registry)
        busy.set_function(lambda: house.caretaker.thinking)
        house.tables.on_change.append(self._changed)

    def _changed(self, _: Table) -> None:
        self.changes.inc()

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)
