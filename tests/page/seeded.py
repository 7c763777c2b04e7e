"""Servers that deal the same on every machine and in every run, so that no test needs luck.

``DealtServer`` deals each test its own games, which follow from the test's name. ``seeded`` is
stricter, so that whole games can be compared: one seed for all tables, and an adviser that thinks
for a number of trials instead of a time.

Run as a script this file is such a server; its seeds come from its environment. The real server
has no such switch: anyone who knows the seed knows everybody's hand. Photographs are read by
``web.photo_server``, which finds the same tiles in each.
"""

from __future__ import annotations

import hashlib
import os
import runpy
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

SEED = "QWIRKLE_TEST_SEED"
DEALS = "QWIRKLE_TEST_DEALS"
ADVISER = "sim:samples=64"


@contextmanager
def seeded(folder: Path, seed: str) -> Iterator[Served]:
    """Run the server; its bots do not pause, and a busy machine takes no turn from them."""
    environment = {SEED: seed, "QWIRKLE_BOT_PAUSES": "0", "QWIRKLE_BOT_LIMIT": "60"}
    server = SeededServer(folder, **environment)
    try:
        yield server.start()
    finally:
        if server.process is not None:
            server.kill()


def seeds_of_tests(file: Path) -> Callable[[object], str]:
    """Seeds from the name of the test in the file, counted from the moment it was written."""
    since, count = 0, 0

    def seed(_: object) -> str:
        nonlocal since, count
        written = file.stat().st_mtime_ns
        since, count = written, count + 1 if written == since else 1
        return hashlib.sha256(f"{file.read_text('utf-8')} {count}".encode()).hexdigest()

    return seed


if __name__ == "__main__":
    from qwirkle.tables.core.decide import lobby
    from qwirkle.tables.live import queries as table_queries
    from qwirkle.tables.live.callers import SystemSecrets

    sys.path.append(str(Path(__file__).parents[1]))
    from server.photo_server import use_it

    use_it()
    if SEED in os.environ:
        advisers = {"placement": ADVISER, "cards": ADVISER}
        setattr(table_queries, "ADVISERS", advisers)  # noqa: B010
        SystemSecrets.seed = lambda _: os.environ[SEED]  # type: ignore[method-assign,assignment]
        # Devices add to the deal of a table at random; not to these.
        setattr(lobby, "_nonces", lambda *_: ())  # noqa: B010
    else:
        SystemSecrets.seed = seeds_of_tests(Path(os.environ[DEALS]))  # type: ignore[method-assign,assignment]
    runpy.run_module("qwirkle", run_name="__main__", alter_sys=True)
else:
    from server.served import Served

    class SeededServer(Served):
        """The server that this file runs as a script."""

        program = (__file__,)

    class DealtServer(SeededServer):
        """A server that deals each test the same games in every run."""

        def __init__(self, folder: Path, *flags: str, **environment: str) -> None:
            self._deals = folder / "test"
            super().__init__(folder, *flags, **{DEALS: str(self._deals)}, **environment)
            self.deal_for("")

        def deal_for(self, test: str) -> None:
            """Begin the deals of a test."""
            self._deals.write_text(test, "utf-8")
