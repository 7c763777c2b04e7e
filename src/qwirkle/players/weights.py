"""The weights of the value: the file that ships with the package, and which part of it a game uses.

The file says itself how it was made; ``qwirkle train`` makes another. ``QWIRKLE_WEIGHTS`` names one
to be used instead of the shipped one.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from functools import lru_cache
from pathlib import Path

import msgspec

from qwirkle.engine.value import FEATURES, spread_weights
from qwirkle.errors import BotError
from qwirkle.rules.editions import Edition

SHIPPED = Path(__file__).resolve().parent / "weights.json"


class Weights(msgspec.Struct, frozen=True):
    """Weights for kinds of games and numbers of players, with how they came about."""

    made: dict[str, str | int | float | list[str]]
    features: tuple[str, ...]
    bags: tuple[int, ...]
    """The sizes of the bag for which there are weights."""
    sets: dict[str, tuple[tuple[float, ...], ...]]
    """By kind of game and number of players, such as ``plain/2``: a row for each size."""


def traits(edition: Edition) -> str:
    """What a game has that weights know of: stars, bonus points, action tiles."""
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
    """The file in use."""
    return Path(os.environ.get("QWIRKLE_WEIGHTS") or SHIPPED)


@lru_cache(maxsize=4)
def read_weights(path: Path) -> Weights:
    """The weights in a file; BotError says what is wrong with it."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Weights)
    except OSError as error:
        raise BotError(f"the weights cannot be read: {error.strerror}: {path}") from None
    except msgspec.DecodeError as error:
        raise BotError(f"{path} does not hold weights: {error}") from None
    if found.features != FEATURES:
        raise BotError(f"the weights in {path} are for other features than this version has")
    return found


@lru_cache(maxsize=32)
def _spread(path: Path, name: str) -> array[float]:
    found = read_weights(path)
    return spread_weights(found.bags, found.sets[name])


def weights_for(edition: Edition, players: int) -> array[float]:
    """The weights for a game, or for its nearest relative in the file."""
    path = weights_path()
    sets = read_weights(path).sets
    wanted = traits(edition)
    names = [f"{wanted}/{players}", f"{wanted}/2", f"plain/{players}", "plain/2"]
    for name in names:
        if name in sets:
            return _spread(path, name)
    raise BotError(f"the weights in {path} are for no game like {edition.id}")


def weights_digest() -> str:
    """A short name for exactly these weights."""
    return hashlib.sha256(weights_path().read_bytes()).hexdigest()[:12]
