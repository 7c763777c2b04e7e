"""The process that reviews one game, so that the server's own process stays free for tables.

``python -m qwirkle.tables.reviews.process`` has the lowest priority from its first step on: loading
the analysis takes as long as reviewing several turns. Where the system has a scheduling class for
idle processors (Linux), it joins that class. Being nice is not enough for the tables: a nice
process may finish its slice of several milliseconds before a turn is served.
"""

from __future__ import annotations

import os
from contextlib import suppress

NICE = 19


def main() -> None:
    """Lower the priority, and run the job on the standard input."""
    lower_priority()
    from qwirkle.tables.reviews import worker  # noqa: PLC0415 - large

    with suppress(BrokenPipeError):  # the server is gone: nobody needs the answer any more
        worker.main()


def lower_priority() -> None:
    """Leave the processors to everybody else, as far as the system allows."""
    with suppress(AttributeError, OSError):  # Windows has no priorities of this kind
        os.setpriority(os.PRIO_PROCESS, 0, NICE)
    with suppress(AttributeError, OSError):  # Linux only
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    main()
