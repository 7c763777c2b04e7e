"""A server whose dealer has one seed for all tables, so that a game on it can be told again.

Run as a script it is that server; the seed is in its environment. The real one has no such switch:
who knows the seed knows the hands of everybody.
"""

from __future__ import annotations

import os
import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SEED = "QWIRKLE_TEST_SEED"


@contextmanager
def seeded(folder: Path, seed: str) -> Iterator[Served]:
    """Run the server; its bots answer at once."""
    environment = {SEED: seed, "QWIRKLE_BOT_PAUSES": "0"}
    server = Seeded(folder, **environment)
    try:
        yield server.start()
    finally:
        if server.process is not None:
            server.kill()


if __name__ == "__main__":
    from qwirkle.service.callers import SystemSecrets

    SystemSecrets.seed = lambda _: os.environ[SEED]  # type: ignore[method-assign]
    runpy.run_module("qwirkle", run_name="__main__", alter_sys=True)
else:
    from web.served import Served

    class Seeded(Served):
        """The server that this file is."""

        program = (__file__,)
