"""The placement games of an environment: the core plays, and translates turns into actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.episodes import ranking
from qwirkle.engine.episodes.columns import COUNTS, FEATURES, PLANES
from qwirkle.engine.games import EpisodeGame, shape_of
from qwirkle.engine.placement.value import FEATURES as AFTERSTATE_NAMES
from qwirkle.env.settings import EnvSettings
from qwirkle.env.table import Arrays, Extent, Table
from qwirkle.env.unpacking import ACCEPTS, unpack
from qwirkle.players.base import Bot
from qwirkle.rules.cells import Cell
from qwirkle.rules.decision import wrong_turn
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.tiles import KINDS
from qwirkle.rules.turns import Pass

KIND_COUNT = len(KINDS)
AFTERSTATE = len(AFTERSTATE_NAMES)
# The contents of the turn arrays for a seat that is not to move.
BLANK = {"turns": 0, "afterstates": 0, "afterstate_turns": -1}
ALL_KINDS = (1 << KIND_COUNT) - 1
SMALLEST = np.iinfo(np.int16).min
LARGEST = np.iinfo(np.int16).max


class PlacementTable(Table):
    """A placement game in the core."""

    game: EpisodeGame

    def __init__(self, settings: EnvSettings) -> None:
        super().__init__(settings)
        self.shape = shape_of(cast("Edition", settings.edition).layout, settings.window)
        self.arrays = new_arrays(settings, 1)
        (self.game,) = new_games(settings, flat(self.arrays), [0])
        # The numbers of the listed turns, and the turn count at which they were listed.
        self._numbers: tuple[int, dict[Turn, int]] | None = None

    def begin(self, seed: str, bots: Mapping[int, Bot] | None = None) -> None:
        """Deal the game of a seed, as all tables do."""
        self._numbers = None
        super().begin(seed, bots)

    @property
    def extents(self) -> dict[str, Extent]:
        """Planes, axes, counts and, in the list form, the features of the listed turns."""
        return placement_extents(self.settings)

    def observe(self, seat: int) -> Arrays:
        """Return copies of the arrays; only the seat to move sees the listed turns."""
        self.game.core.write_counts(seat)
        seen = {name: self.arrays[name][0].copy() for name in ("planes", "counts")}
        axes = self.arrays["axes"][0]
        seen |= {ACCEPTS: unpack(axes)} if self.settings.unpacked else {"axes": axes.copy()}
        for name in choice_arrays(self.settings):
            array = self.arrays[name][0]
            seen[name] = array.copy() if seat == self.turn else np.full_like(array, BLANK[name])
        return seen

    def encode(self, turn: AnyTurn) -> list[int]:
        """Return the number of the turn in the list, or its tiles one after the other."""
        if self.by_tiles:
            return self._tile_by_tile(turn)
        if not isinstance(turn, Place | Trade | Take | DrawThree | Pass):
            raise wrong_turn(turn, self.settings.edition.name)
        number = self._listed_numbers().get(_sort_tiles(turn))
        if number is None:
            raise ValueError(f"the list does not have {turn}")
        return [number]

    def _listed_numbers(self) -> dict[Turn, int]:
        """Return the number of each listed turn; the list is read once per turn of the game."""
        if self._numbers is None or self._numbers[0] != len(self._turns):
            listed = enumerate(self.game.turns())
            numbers = {_sort_tiles(turn): number for number, turn in listed}
            self._numbers = len(self._turns), numbers
        return self._numbers[1]

    def _tile_by_tile(self, turn: AnyTurn) -> list[int]:
        cells = self.shape.cells
        stop = cells * (KIND_COUNT + 1) + KIND_COUNT + 1
        match turn:
            case Place():
                placed = [(at.cell, at.tile) for at in self.game.in_order_of_placing(turn)]
                put = [self._place(cell) * KIND_COUNT + tile.index for cell, tile in placed]
                return [*put, stop]
            case Trade(tiles=tiles):
                return [cells * (KIND_COUNT + 1) + tile.index for tile in tiles] + [stop]
            case Take(cell=cell):
                return [cells * KIND_COUNT + self._place(cell)]
            case DrawThree():
                return [stop - 1]
            case Pass():
                return [stop]
            case _:
                raise wrong_turn(turn, self.settings.edition.name)

    def decode(self, action: int) -> AnyTurn | None:
        """Return the turn of a listed action; tile by tile, a take, a draw or a “stop”."""
        if not self.by_tiles:
            return self.game.listed_turn(action)
        return self.game.completed_by(action)

    def _place(self, cell: Cell) -> int:
        place = self.game.place_in_window(cell)
        if place is None:
            raise ValueError(f"the window does not show {cell}")
        return place


def choice_arrays(settings: EnvSettings) -> list[str]:
    """Return the names of the arrays that describe the turns of the seat to move."""
    found = [] if settings.actions == "tiles" else ["turns"]
    return [*found, *(["afterstates", "afterstate_turns"] if settings.afterstates else [])]


def new_arrays(settings: EnvSettings, count: int) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of this many games, in the shapes that the core fills."""
    layout = cast("Edition", settings.edition).layout
    shape = shape_of(layout, settings.window)
    by_tiles = settings.actions == "tiles"
    listed = 0 if by_tiles else settings.listed
    return {
        "planes": np.zeros((count, PLANES, *shape), np.uint8),
        "axes": np.zeros((count, 2, *shape), np.int64),
        "counts": np.zeros((count, COUNTS), np.int16),
        "turns": np.zeros((count, listed, FEATURES), np.int16),
        "mask": np.zeros((count, shape.tile_actions if by_tiles else listed), np.uint8),
        "afterstates": np.zeros((count, settings.afterstates, AFTERSTATE), np.float32),
        "afterstate_turns": np.full((count, settings.afterstates), -1, np.int16),
    }


def new_games(
    settings: EnvSettings, arrays: Mapping[str, memoryview], numbers: Sequence[int]
) -> list[EpisodeGame]:
    """Return the games with these numbers, all of whose seats are played from outside.

    They share their scratch space, so no two of them may choose at the same time.
    """
    rules = cast("Edition", settings.edition)
    candidates = ranking.Ranking()
    games = [EpisodeGame(rules.layout, candidates) for _ in numbers]
    for game, number in zip(games, numbers, strict=True):
        game.set_rules(rules, ["greedy"] * settings.players)
        game.attach(
            arrays,
            number,
            window=settings.window,
            listed=settings.listed,
            by_tiles=settings.actions == "tiles",
            described=settings.afterstates,
        )
        game.core.set_outside_seats([True] * settings.players, 0)
    return games


def flat(arrays: Mapping[str, NDArray[np.generic]]) -> dict[str, memoryview]:
    """Return the arrays in the form that the core takes."""
    return {name: buffer(array) for name, array in arrays.items()}


def buffer(array: NDArray[np.generic]) -> memoryview:
    """Return a flat view of an array that yields Python's own numbers, for the interpreted core."""
    return array.reshape(-1).data


def placement_extents(settings: EnvSettings) -> dict[str, Extent]:
    """Return the arrays of an observation of a placement game."""
    shape = shape_of(cast("Edition", settings.edition).layout, settings.window)
    found = {
        "planes": Extent(0, 63, (PLANES, *shape), np.uint8),
        **(
            {ACCEPTS: Extent(0, 1, (2 * KIND_COUNT, *shape), np.uint8)}
            if settings.unpacked
            else {"axes": Extent(0, ALL_KINDS, (2, *shape), np.int64)}
        ),
        "counts": Extent(SMALLEST, LARGEST, (COUNTS,), np.int16),
    }
    if settings.actions == "list":
        size = (settings.listed, FEATURES)
        found["turns"] = Extent(SMALLEST, LARGEST, size, np.int16)
    if rows := settings.afterstates:
        found["afterstates"] = Extent(-np.inf, np.inf, (rows, AFTERSTATE), np.float32)
        found["afterstate_turns"] = Extent(-1, LARGEST, (rows,), np.int16)
    return found


def _sort_tiles(turn: Turn) -> Turn:
    """Return the turn with its tiles sorted, so that turns can be compared."""
    if isinstance(turn, Trade):
        return Trade(tuple(sorted(turn.tiles, key=lambda tile: tile.index)))
    return Place(tuple(sorted(turn.tiles))) if isinstance(turn, Place) else turn
