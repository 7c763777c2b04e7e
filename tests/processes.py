"""Watching programs end. Where a test started them, nobody may be left behind."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

SCRIPT = Path(__file__).parent / "players" / "misbehaving.py"


def misbehaving(how: str, trace: Path) -> str:
    """The spec of a program that does not play as it should, with much time for it."""
    return f"process:limit=60000 {shlex.join([sys.executable, str(SCRIPT), how, str(trace)])}"


def noted(trace: Path) -> list[int]:
    """Wait for the processes that such a program notes: itself and its child."""
    for _ in range(200):
        told = trace.read_text("utf-8").split("\n")[:-1] if trace.exists() else []
        if pids := [int(pid) for line in told if line != "started" for pid in line.split()]:
            return pids
        time.sleep(0.1)
    return []


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
