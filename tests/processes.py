"""Watching processes end. Where a test started them, nobody may be left behind."""

from __future__ import annotations

import os
import time
from pathlib import Path


def gone(pid: int) -> bool:
    """Whether a process ends within some seconds."""
    for _ in range(100):
        if not alive(pid):
            return True
        time.sleep(0.05)
    return False


def alive(pid: int) -> bool:
    """Whether a process runs; an entry that its new parent has not collected yet does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and ") Z " in status.read_text("utf-8"))
