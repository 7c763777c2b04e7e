"""The process that reviews one game, so that the server's own process stays free for tables.

``python -m qwirkle.service.review.process`` has the lowest priority from its first step on: loading
the analysis takes as long as reviewing some turns.
"""

from __future__ import annotations

import os
from contextlib import suppress

NICE = 19


def main() -> None:
    """Lower the priority, and do the job on the standard input."""
    with suppress(AttributeError, OSError):  # Windows has no nice
        os.nice(NICE)
    from qwirkle.service.review import worker  # noqa: PLC0415 - large

    with suppress(BrokenPipeError):  # the server is gone: nobody needs it any more
        worker.main()


if __name__ == "__main__":
    main()
