"""The time, for searches that must end whatever their budget.

``clock.pxd`` gives compiled modules the same name as a system call. This module itself is never
compiled.
"""

from __future__ import annotations

from time import monotonic


def now() -> float:
    """Return seconds on a monotonic clock."""
    return monotonic()
