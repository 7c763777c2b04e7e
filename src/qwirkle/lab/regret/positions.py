"""Annotated positions and their files: JSON Lines, compressed with gzip."""

from __future__ import annotations

import gzip
import hashlib
import os
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from qwirkle.errors import LabError
from qwirkle.lab.regret.family import of
from qwirkle.notation.family import read_view
from qwirkle.rules.family import AnyTurn, AnyView

MAIN = "classic"
SUFFIX = ".jsonl.gz"


class AnnotatedTurn(msgspec.Struct, frozen=True):
    """A turn, and its loss against the best one."""

    turn: AnyTurn
    points: int
    """In the card game, Qwirkles."""
    lost: float
    """An unbiased estimate, which may be slightly below 0 for a turn as good as the best."""
    error: float
    """The standard error of the loss."""


class AnnotatedPosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position with the values of all its turns, in the order in which they are listed."""

    game: int
    """The number of the game that it originates from."""
    position: str
    """As ``game.position`` writes it: what the seat to move sees."""
    best: int
    """The number of the turn with which the others are compared."""
    lost: tuple[int, ...]
    """The loss of each turn against the best one: tenths of a point, hundredths of a Qwirkle."""
    error: tuple[int, ...]
    """The standard errors of the losses, in the same units."""
    exact: bool = False
    """Whether the ending is solved, so that nothing is an estimate."""

    def view(self) -> AnyView:
        """Return the view of the seat to move."""
        return read_view(self.position)

    def turns(self) -> list[AnnotatedTurn]:
        """Return all listed turns with their values; the best one first, then by loss."""
        seen = self.view()
        half = of(seen)
        listed = half.listed(seen)
        if not len(listed) == len(self.lost) == len(self.error):
            raise LabError(f"the values do not belong to the turns of {self.position}")
        found = [
            AnnotatedTurn(turn, points, lost / half.UNITS, error / half.UNITS)
            for (turn, points), lost, error in zip(listed, self.lost, self.error, strict=True)
        ]
        others = found[: self.best] + found[self.best + 1 :]
        return [found[self.best], *sorted(others, key=lambda turn: turn.lost)]

    @property
    def seed(self) -> int:
        """The seed of its trials, derived from the position alone."""
        return trial_seed(self.position)


def trial_seed(position: str) -> int:
    """Return the seed of the trials of a position."""
    return int.from_bytes(hashlib.blake2b(position.encode(), digest_size=8).digest(), "big")


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line of a file: the origin of its positions."""

    game: str
    seed: str
    versions: dict[str, str]
    method: dict[str, int]
    """The number of deals that each turn was tried on."""
    searched: int = 0
    """Games that were played for it."""
    late: bool = False
    """Whether all positions are late: with 1 to 19 tiles in the bag."""


class PositionSet(msgspec.Struct, frozen=True):
    """Annotated positions of one game, each from a separate game."""

    origin: Origin
    positions: tuple[AnnotatedPosition, ...]


def write_positions(path: Path, positions: PositionSet) -> None:
    """Write a set atomically; equal sets give equal bytes."""
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


def shipped_games(*, late: bool = False) -> list[str]:
    """Return the games with shipped positions, or late ones, the main game first."""
    names = [path.name for path in _folder(late).iterdir() if path.name.endswith(SUFFIX)]
    return sorted(
        (name.removesuffix(SUFFIX) for name in names), key=lambda game: (game != MAIN, game)
    )


@cache
def shipped_positions(game: str = MAIN, *, late: bool = False) -> PositionSet:
    """Return the positions of a game that come with the package, or the late ones."""
    if game not in shipped_games(late=late):
        known = ", ".join(shipped_games(late=late))
        which = "late positions" if late else "annotated positions"
        raise LabError(f"there are no {which} of {game}, only of {known}")
    return _read(_folder(late).joinpath(game + SUFFIX).read_bytes())


def _folder(late: bool) -> Traversable:
    return resources.files(__package__).joinpath("late" if late else "annotated")


def _read(packed: bytes) -> PositionSet:
    try:
        first, *lines = gzip.decompress(packed).splitlines()
    except gzip.BadGzipFile as error:
        raise ValueError(str(error)) from None
    decode = msgspec.json.Decoder(AnnotatedPosition).decode
    return PositionSet(msgspec.json.decode(first, type=Origin), tuple(map(decode, lines)))
