"""A kit for anyone who writes a store, which checks everything that the service relies on.

``check_store`` tries a store out and raises a ConformanceError with one clear sentence. It leaves
tables with random ids behind, so point it at a store made for tests.
"""

from qwirkle.testing.stores.kit import STORE_CHECKS, check_store

__all__ = ["STORE_CHECKS", "check_store"]
