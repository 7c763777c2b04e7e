"""Actions against the referee: in every game nothing that is legal is lost, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from qwirkle.env.placement import PlacementTable, _sort_tiles
from qwirkle.env.settings import read_settings
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import GAMES
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View

from .by_the_referee import is_legal, legal_turns

# What the options change: where a taken tile may go, and who has action tiles from the start.
OPTIONS: list[tuple[str, dict[str, object]]] = [
    *((game, {}) for game in GAMES if game != "cards"),
    ("select", {"same-spot": False}),
    ("mini", {"handed-out": "at-start"}),
]
Game = tuple[str, dict[str, object]]


def table_of(game: Game, actions: str) -> PlacementTable:
    name, options = game
    settings = read_settings(name, 2, options, actions=actions, listed=8192)  # type: ignore[arg-type]
    assert isinstance(settings.edition, Edition)
    return PlacementTable(settings)


def positions(table: PlacementTable, seed: str, wanted: set[int]) -> Iterator[list[int]]:
    """The actions so far, before the turns of these numbers in a game of random actions.

    Whenever it can be done, a tile is placed, so that there is something on the table.
    """
    random = Random(seed)
    table.begin(seed)
    actions: list[int] = []
    asked = -1
    while (seat := table.turn) is not None and asked < max(wanted):
        begins = not (table.game.put_down() or table.game.core.aside_so_far())
        if begins and len(table._turns) > asked:
            asked = len(table._turns)
            if asked in wanted:
                yield list(actions)
        legal = [int(action) for action in np.flatnonzero(table.mask(seat))]
        action = legal[0] if random.random() < 0.2 else random.choice(legal)
        assert table.step(action)
        actions.append(action)


def expected(table: PlacementTable) -> set[Turn]:
    state = table.state
    assert isinstance(state, State)
    seen = table.view(table.turn or 0)
    assert isinstance(seen, View)
    return legal_turns(state, seen)


def listed_like_the_referee(game: Game, seed: str, wanted: set[int]) -> set[type]:
    """Compare the list with the referee; the answer is the kinds of turns that there were."""
    table, kinds = table_of(game, "list"), set()
    for _ in positions(table, seed, wanted):
        actions = [int(action) for action in np.flatnonzero(table.mask(table.turn or 0))]
        turns = [table.decode(action) for action in actions]
        assert all(is_legal(table.state, turn) for turn in turns)  # type: ignore[arg-type]
        found = {_sort_tiles(turn) for turn in turns}  # type: ignore[arg-type]
        assert len(found) == len(turns), "no turn is listed twice"
        assert found == expected(table)
        assert [table.encode(turn) for turn in turns] == [[action] for action in actions]  # type: ignore[arg-type]
        kinds |= {type(turn) for turn in turns}
    return kinds


def made_like_the_referee(game: Game, seed: str, wanted: set[int]) -> set[type]:
    """Make every legal turn tile by tile, and complete every turn that the masks allow."""
    table, copy, kinds = table_of(game, "tiles"), table_of(game, "tiles"), set()

    def do(actions: list[int]) -> None:
        copy.begin(table.seed)
        for action in actions:
            assert copy.step(action)

    for before in positions(table, seed, wanted):
        legal = expected(table)
        for turn in legal:
            *first, last = table.encode(turn)
            do([*before, *first])
            done = copy.decode(last)
            assert done is not None
            assert _sort_tiles(done) == turn  # type: ignore[arg-type]
            assert copy.mask(copy.turn or 0)[last]
        kinds |= {type(turn) for turn in legal}
        assert completed(copy, do, before) == legal
    return kinds


def completed(copy: PlacementTable, do: object, before: list[int]) -> set[Turn]:
    """Every turn that can be completed from here, in whatever order its tiles are put down."""
    found: set[Turn] = set()
    seen: set[object] = set()
    paths: list[list[int]] = [[]]
    while paths:
        path = paths.pop()
        do([*before, *path])  # type: ignore[operator]
        aside = tuple(sorted(copy.game.core.aside_so_far()))
        here = (frozenset(copy.game.put_down()), aside)
        if here in seen:
            continue
        seen.add(here)
        for action in np.flatnonzero(copy.mask(copy.turn or 0)):
            turn = copy.decode(int(action))
            if turn is None:
                paths.append([*path, int(action)])
            else:
                found.add(_sort_tiles(turn))  # type: ignore[arg-type]
    return found


EARLY, MIDDLE, LATE = {0, 1}, {7}, {19, 33}


@pytest.mark.parametrize("game", OPTIONS, ids=str)
def test_the_list_has_every_legal_turn_and_no_other(game: Game) -> None:
    kinds = listed_like_the_referee(game, f"referee/{game[0]}", EARLY | MIDDLE | LATE)
    assert {Place, Trade} <= kinds


@pytest.mark.parametrize("game", OPTIONS, ids=str)
def test_tile_by_tile_every_legal_turn_is_made_and_no_other(game: Game) -> None:
    kinds = made_like_the_referee(game, f"made/{game[0]}", {1} | MIDDLE | LATE)
    assert {Place, Trade} <= kinds


@pytest.mark.long
@pytest.mark.parametrize("game", OPTIONS, ids=str)
def test_to_the_end_of_games_no_turn_is_lost(game: Game) -> None:
    wanted = EARLY | MIDDLE | LATE
    kinds: set[type] = set()
    for number in range(3):
        kinds |= listed_like_the_referee(game, f"long/{number}", wanted)
        kinds |= made_like_the_referee(game, f"longer/{number}", wanted)
    special: dict[str, set[type]] = {
        "select": {Take},
        "combined": {Take},
        "mini": {Take, DrawThree},
    }
    assert {Place, Trade, *special.get(game[0], ())} <= kinds
