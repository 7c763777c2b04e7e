"""Tables, arrays and games of an environment, made from its settings by each family."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.card_games import CardEpisodeGame
from qwirkle.engine.games import EpisodeGame
from qwirkle.env.cards import CardsTable, card_extents, new_card_arrays, new_card_games
from qwirkle.env.placement import PlacementTable, new_arrays, new_games, placement_extents
from qwirkle.env.settings import EnvSettings
from qwirkle.env.table import Extent, Table
from qwirkle.rules.family import Pair


class Half(NamedTuple):
    """The functions of a family that make them."""

    table: Callable[[EnvSettings], Table]
    arrays: Callable[[EnvSettings, int], dict[str, NDArray[np.generic]]]
    """The arrays of this many games."""
    extents: Callable[[EnvSettings], dict[str, Extent]]
    """The arrays of an observation, without the mask."""
    games: Callable[
        [EnvSettings, Mapping[str, memoryview], Sequence[int]],
        Sequence[EpisodeGame | CardEpisodeGame],
    ]
    """The games with the given numbers, in flat arrays."""


HALVES = Pair[Half, Half, Half](
    placement=Half(PlacementTable, new_arrays, placement_extents, new_games),
    cards=Half(CardsTable, new_card_arrays, card_extents, new_card_games),
)


def new_table(settings: EnvSettings) -> Table:
    """Return a table for these settings; ``begin`` deals."""
    return HALVES.of(settings.edition).table(settings)
