"""A server that plays every game the same way on every machine, so that games can be compared.

Its dealer uses one seed for all tables, and its adviser thinks for a number of trials instead of a
time. Run as a script it is that server; the seed is in its environment. The real server has no such
switch: anyone who knows the seed knows everybody's hand.
"""

from __future__ import annotations

import os
import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SEED = "QWIRKLE_TEST_SEED"
ADVISER = "sim:samples=64"


@contextmanager
def seeded(folder: Path, seed: str) -> Iterator[Served]:
    """Run the server; its bots do not pause, and a busy machine takes no turn from them."""
    environment = {SEED: seed, "QWIRKLE_BOT_PAUSES": "0", "QWIRKLE_BOT_LIMIT": "60"}
    server = Seeded(folder, **environment)
    try:
        yield server.start()
    finally:
        if server.process is not None:
            server.kill()


if __name__ == "__main__":
    from qwirkle.rules.family import Registry
    from qwirkle.service.callers import SystemSecrets
    from qwirkle.service.queries import table_queries

    advisers = Registry[str](placement=ADVISER, cards=ADVISER)
    setattr(table_queries, "ADVISERS", advisers)  # noqa: B010
    SystemSecrets.seed = lambda _: os.environ[SEED]  # type: ignore[method-assign,assignment]
    runpy.run_module("qwirkle", run_name="__main__", alter_sys=True)
else:
    from web.served import Served

    class Seeded(Served):
        """The server that this file runs as a script."""

        program = (__file__,)
