"""The presence board of a process that is alone: there is nobody to share with."""

from __future__ import annotations

from qwirkle.tables.storage.ports import Present


class LocalPresenceBoard:
    """Knows of nobody else."""

    renew_seconds: float | None = None

    async def close(self) -> None:
        """Nothing to end."""

    async def put(self, game: str, present: Present) -> None:
        """Nobody else would look."""

    async def others(self, game: str) -> list[Present]:  # noqa: ARG002 - of no table
        """There are none."""
        return []
