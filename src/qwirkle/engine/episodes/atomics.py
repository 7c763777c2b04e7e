"""Numbers that several threads read and change at the same time.

``atomics.pxd`` gives compiled modules the same names as instructions of the processor. This module
itself is never compiled.
"""

from __future__ import annotations

from array import array
from threading import Lock
from time import sleep

# How often a thread checks for the next step before it sleeps. Here it would only keep the others
# from working; compiled, it is about a millisecond.
PATIENCE = 2

_LOCK = Lock()


def read(numbers: array[int], at: int) -> int:
    """Return a number, with everything that was written before it visible."""
    return numbers[at]


def write(numbers: array[int], at: int, number: int) -> int:
    """Write a number after everything else that was written."""
    numbers[at] = number
    return 0


def add(numbers: array[int], at: int, more: int) -> int:
    """Add to a number atomically."""
    with _LOCK:
        numbers[at] += more
    return 0


def replace(numbers: array[int], at: int, old: int, new: int) -> int:
    """Replace a number if it is still the old one; only one of several threads succeeds."""
    with _LOCK:
        if numbers[at] != old:
            return 0
        numbers[at] = new
        return 1


def pause() -> int:
    """Let the processor rest for a moment, in a loop that waits for another thread."""
    return give_way()


def give_way() -> int:
    """Yield the processor to another thread."""
    sleep(0)
    return 0
