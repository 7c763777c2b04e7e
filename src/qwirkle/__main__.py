"""The start of the command ``qwirkle``, and of ``python -m qwirkle``."""

from __future__ import annotations

import os
import signal


def main() -> None:
    """Load the command line and run it."""
    # Ctrl-C while the modules are loading ends the program as quietly as it does later.
    signal.signal(signal.SIGINT, lambda number, _: os._exit(128 + number))
    from qwirkle.cli import main as run  # noqa: PLC0415 (that is what takes time)

    run()


if __name__ == "__main__":
    main()
