"""Kits for whoever writes a store or a bus: whether it does what the service relies on.

``check_store`` tries one out and raises a ConformanceError with one clear sentence. It leaves
tables with random ids behind, so let it loose on a store made for tests.
"""

from qwirkle.service.conformance.stores import STORE_CHECKS, check_store

__all__ = ["STORE_CHECKS", "check_store"]
