"""The environment in which games were played, which decides whether figures are comparable."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime

import msgspec

import qwirkle
from qwirkle import players
from qwirkle.engine import backend


class Environment(msgspec.Struct, frozen=True):
    """Everything about a run that is not part of its plan."""

    version: str
    versions: dict[str, str]
    """Versions of what the bots depend on besides the sources, such as digests of their weights."""
    backend: str
    python: str
    platform: str
    cpus: int
    date: str

    @property
    def played_by(self) -> str:
        """The versions in words."""
        return " ".join(["qwirkle", self.version, *(f"{k} {v}" for k, v in self.versions.items())])

    def plays_like(self, other: Environment) -> bool:
        """Return whether games of one run may be combined with games of the other."""
        return (self.version, self.versions) == (other.version, other.versions)


def current_environment() -> Environment:
    """Return the environment of this process."""
    return Environment(
        version=qwirkle.__version__,
        versions=players.versions(),
        backend=backend(),
        python=platform.python_version(),
        platform=platform.platform(),
        cpus=os.cpu_count() or 1,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
    )
