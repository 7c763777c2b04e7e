"""The weights of the value: the file that ships with the package, and which part of it a game uses.

The file records how it was made; ``qwirkle train`` makes another. ``QWIRKLE_WEIGHTS`` names one to
be used instead of the shipped one.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from qwirkle.engine.placement.value import FEATURES, spread_weights
from qwirkle.errors import BotError
from qwirkle.rules.editions.placement import Edition

SHIPPED = Path(__file__).resolve().parent / "weights.json"


class RoundFigures(msgspec.Struct, frozen=True):
    """The figures of one round of learning: variances among placements of a turn, in points²."""

    rows: int
    signal: float
    """How much placements really differ in what follows them, without the luck of the deals."""
    explained: float
    """How much of that the weights explain."""
    residual: float
    """The remainder of it."""


class CheckFigures(msgspec.Struct, frozen=True):
    """The results of one seat playing by the weights against greedy ones, in paired games."""

    games: int
    win_rate: float
    ci95: tuple[float, float]
    mean_margin: float


class Provenance(msgspec.Struct, frozen=True, omit_defaults=True):
    """The provenance of a set of weights."""

    command: str
    seed: str
    version: str
    core: str
    """Which core played, and the beginning of the digest of its sources."""
    game: str
    start: str
    """The set whose weights played the first round, or a remark that there was none."""
    rounds: tuple[RoundFigures, ...]
    check: CheckFigures | None = None


class Shortfall(NamedTuple):
    """The gap between values and the final lead: a constant, and a rate per unseen tile."""

    start: float = 0.0
    slope: float = 0.0


class Weights(msgspec.Struct, frozen=True):
    """Weights for kinds of games and numbers of players, with their provenance."""

    made: dict[str, str | Provenance]
    """The provenance by the name of the set; anything else is a remark."""
    features: tuple[str, ...]
    bags: tuple[int, ...]
    """The sizes of the bag for which there are weights."""
    sets: dict[str, tuple[tuple[float, ...], ...]]
    """Weights by kind of game and number of players, such as ``plain/2``: a row for each size."""
    shortfall: dict[str, Shortfall] = {}
    """For the same sets."""


def traits(edition: Edition) -> str:
    """Return the features of a game that weights distinguish: stars, bonus points, action tiles."""
    found = [
        name
        for name, there in (
            ("stars", bool(edition.layout.stars)),
            ("bonus", bool(edition.layout.bonus)),
            ("actions", bool(edition.action_tiles.kinds)),
        )
        if there
    ]
    return "+".join(found) or "plain"


def weights_path() -> Path:
    """Return the path of the file in use."""
    return _path_of(os.environ.get("QWIRKLE_WEIGHTS"))


@lru_cache(maxsize=4)
def _path_of(name: str | None) -> Path:
    # Bots ask every turn, and making a path takes longer than everything else here.
    return Path(name or SHIPPED)


def load_weights(path: Path) -> Weights:
    """Return the weights in a file as it is now; BotError explains what is wrong with it."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Weights)
    except OSError as error:
        raise BotError(f"the weights cannot be read: {error.strerror}: {path}") from None
    except msgspec.DecodeError as error:
        raise BotError(f"{path} does not hold weights: {error}") from None
    if found.features != FEATURES:
        raise BotError(f"the weights in {path} are for other features than this version has")
    return found


@lru_cache(maxsize=4)
def read_weights(path: Path) -> Weights:
    """Return the weights in a file, read once."""
    return load_weights(path)


def relatives(kind: str, players: int) -> tuple[str, ...]:
    """Return the sets whose weights suit a kind of game and a number of players, nearest first."""
    names = (f"{kind}/{players}", f"{kind}/2", f"plain/{players}", "plain/2")
    return tuple(dict.fromkeys(names))


@lru_cache(maxsize=32)
def _spread(path: Path, name: str) -> array[float]:
    found = read_weights(path)
    return spread_weights(found.bags, found.sets[name])


def weights_for(edition: Edition, players: int, path: Path | None = None) -> array[float]:
    """Return the weights for a game, or for its nearest relative in the file.

    ``path`` is the file of an earlier version; by default the file in use.
    """
    path = path or weights_path()
    return _spread(path, _set_for(path, edition, players))


def shortfall_for(edition: Edition, players: int, path: Path | None = None) -> Shortfall:
    """Return the gap between the values of a game and its end."""
    path = path or weights_path()
    return read_weights(path).shortfall.get(_set_for(path, edition, players), Shortfall())


def _set_for(path: Path, edition: Edition, players: int) -> str:
    sets = read_weights(path).sets
    for name in relatives(traits(edition), players):
        if name in sets:
            return name
    raise BotError(f"the weights in {path} are for no game like {edition.id}")


def versions() -> dict[str, str]:
    """Return the versions of what bots depend on besides their sources, for stored results."""
    return {"weights": weights_digest()}


def weights_digest() -> str:
    """Return a short name for exactly these weights."""
    return hashlib.sha256(weights_path().read_bytes()).hexdigest()[:12]
