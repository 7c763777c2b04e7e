"""The processor time of this thread, for searches that must end whatever their budget.

A busy machine takes nothing from a search that is limited by it: only what the search itself used
counts. Where threads have no clocks of their own, as in browsers, it is the time on the wall.

``clock.pxd`` gives compiled modules the same name as a system call. This module itself is never
compiled.
"""

from __future__ import annotations

import time

_read = getattr(time, "thread_time", time.monotonic)


def now() -> float:
    """Return the seconds of processor time that this thread has used."""
    return float(_read())
