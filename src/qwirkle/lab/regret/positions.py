"""Annotated positions, and the files that they are in: JSON Lines, compressed with gzip."""

from __future__ import annotations

import gzip
import hashlib
import os
from functools import cache
from importlib import resources
from pathlib import Path

import msgspec

from qwirkle.errors import LabError
from qwirkle.notation.family import read_view
from qwirkle.notation.text.turns import read_turn
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View

SHIPPED = "positions.jsonl.gz"


class AnnotatedTurn(msgspec.Struct, frozen=True, array_like=True):
    """A turn, and what it loses against the best one."""

    text: str
    """The turn in notation."""
    points: int
    lost: float
    """Estimated without bias, so it may be a little below 0 for a turn as good as the best."""
    error: float
    """The standard error of what it loses."""


class AnnotatedPosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position with the values of all its placements."""

    game: int
    """The number of the game that it comes from."""
    position: str
    """As ``game.position`` writes it: what the seat to move sees."""
    turns: tuple[AnnotatedTurn, ...]
    """The best turn first."""
    exact: bool = False
    """Whether the ending is solved, so that nothing is an estimate."""

    def view(self) -> View:
        """What the seat to move sees."""
        seen = read_view(self.position)
        if not isinstance(seen, View):
            raise LabError("an annotated position is one of a placement game")
        return seen

    def best(self) -> Turn:
        """The turn that the others are compared with."""
        return read_turn(self.turns[0].text, self.view().board)

    @property
    def seed(self) -> int:
        """The seed of its trials, from the position alone."""
        digest = hashlib.blake2b(self.position.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big")


class Origin(msgspec.Struct, frozen=True):
    """The first line of a file: how its positions were made."""

    game: str
    seed: str
    versions: dict[str, str]
    searched: int = 0
    """Games that have been played for it."""


class PositionSet(msgspec.Struct, frozen=True):
    """Annotated positions of one game, each from a game of its own."""

    origin: Origin
    positions: tuple[AnnotatedPosition, ...]


def write_positions(path: Path, positions: PositionSet) -> None:
    """Write a set, whole or not at all; the same set is always the same bytes."""
    lines = [msgspec.json.encode(entry) for entry in (positions.origin, *positions.positions)]
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            beside.write_bytes(gzip.compress(b"\n".join(lines) + b"\n", mtime=0))
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None


def read_positions(path: Path) -> PositionSet:
    """Read a set that ``write_positions`` has written."""
    try:
        return _read(path.read_bytes())
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None
    except (EOFError, ValueError, IndexError, msgspec.MsgspecError) as error:
        raise LabError(f"{path}: no annotated positions ({error})") from None


@cache
def shipped_positions() -> PositionSet:
    """The positions that come with the package."""
    return _read(resources.files(__package__).joinpath(SHIPPED).read_bytes())


def _read(packed: bytes) -> PositionSet:
    try:
        first, *lines = gzip.decompress(packed).splitlines()
    except gzip.BadGzipFile as error:
        raise ValueError(str(error)) from None
    decode = msgspec.json.Decoder(AnnotatedPosition).decode
    return PositionSet(msgspec.json.decode(first, type=Origin), tuple(map(decode, lines)))
