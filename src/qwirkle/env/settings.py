"""Settings of an environment: the game, the seats, the form of the actions, the reward."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from qwirkle.engine.games import MAX_WINDOW, REWARDS, Reward
from qwirkle.errors import ArgumentError, QwirkleError
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import AnyEdition, named_edition

Actions = Literal["list", "tiles"]
FORMS = ("list", "tiles")
LISTED = 512
WINDOW = 32
SMALLEST_WINDOW = 8
MOST_SEATS = 4
GameLike = str | Path | AnyEdition


def needs(missing: ImportError) -> QwirkleError:
    """Return the error of an environment whose library is not installed."""
    return QwirkleError(f'environments need {missing.name}; pip install "qwirkle[env]" installs it')


class EnvSettings(msgspec.Struct, frozen=True):
    """The settings that all environments share."""

    edition: AnyEdition
    players: int
    actions: Actions = "list"
    reward: Reward = "margin"
    listed: int = LISTED
    """How many turns the list has room for."""
    window: int = WINDOW
    """The rows and columns shown of an open table."""
    afterstates: int = 0
    """How many listed turns are described by the position they leave behind."""
    unpacked: bool = False
    """Whether the kinds that cells accept are planes of 0 and 1 instead of bits."""


def read_settings(
    game: GameLike,
    players: int,
    options: Mapping[str, OptionValue] | None = None,
    *,
    actions: str = "list",
    reward: str = "margin",
    listed: int = LISTED,
    window: int = WINDOW,
    afterstates: int = 0,
    unpacked: bool = False,
) -> EnvSettings:
    """Check the settings; raise ArgumentError or EditionError with a sentence about the fault."""
    rules = named_edition(game, options)
    least, most = rules.fewest_players, min(rules.most_players, MOST_SEATS)
    if not _is_whole(players) or not max(least, 2) <= players <= most:
        raise ArgumentError(f"{rules.name} has {max(least, 2)} to {most} seats here, not {players}")
    if actions not in FORMS:
        raise ArgumentError(f"actions are “list” or “tiles”, not {actions!r}")
    if reward not in REWARDS:
        raise ArgumentError(f"a reward is {', '.join(REWARDS)}, not {reward!r}")
    if not _is_whole(listed) or not 1 <= listed <= 1 << 14:
        raise ArgumentError(f"the list of turns has room for 1 to 16384 turns, not {listed}")
    if not _is_whole(window) or not SMALLEST_WINDOW <= window <= MAX_WINDOW:
        raise ArgumentError(
            f"a window has {SMALLEST_WINDOW} to {MAX_WINDOW} rows and columns, not {window}"
        )
    if not _is_whole(afterstates) or not 0 <= afterstates <= listed:
        raise ArgumentError(f"0 to {listed} turns can have afterstates, not {afterstates}")
    if afterstates and (actions == "tiles" or not isinstance(rules, Edition)):
        raise ArgumentError("afterstates are for the list form of the placement games")
    if not isinstance(unpacked, bool):
        raise ArgumentError(f"planes are unpacked or not: True or False, not {unpacked!r}")
    return EnvSettings(
        *(rules, players, actions, reward, listed, window, afterstates, unpacked)  # type: ignore[arg-type]
    )


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
