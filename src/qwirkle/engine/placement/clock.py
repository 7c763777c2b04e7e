"""The time, for searches that must end whatever their budget.

``clock.pxd`` gives compiled modules the same name as a call of the system. This module itself is
never compiled.
"""

from __future__ import annotations

from time import monotonic


def now() -> float:
    """Return seconds that only ever grow, whatever happens to the clock on the wall."""
    return monotonic()
