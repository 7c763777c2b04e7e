"""The bus between the windows of a page: each has a worker of its own, and all share a database."""

from __future__ import annotations

from collections.abc import Callable

from qwirkle.tables.live.bus.local import LocalBus


class WindowBus(LocalBus):
    """A bus to listeners in this worker, and through ``post`` to those in other windows."""

    def __init__(self, post: Callable[[str, int], None]) -> None:
        super().__init__()
        self._post = post

    async def publish(self, game: str, seq: int) -> None:
        """Announce that a table has new events."""
        self._post(game, seq)
        await super().publish(game, seq)
