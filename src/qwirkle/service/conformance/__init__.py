"""Kits for whoever writes a store or a bus: whether it does what the service relies on.

``check_store`` and ``check_bus`` try one out and raise a ConformanceError with one clear sentence.
They leave tables with random ids behind, so let them loose on a store made for tests.
"""

from qwirkle.service.conformance.buses import BUS_CHECKS, check_bus
from qwirkle.service.conformance.stores import STORE_CHECKS, check_store

__all__ = ["BUS_CHECKS", "STORE_CHECKS", "check_bus", "check_store"]
