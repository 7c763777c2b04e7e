"""Afterstates, and views for agents that play outside an environment."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from qwirkle import Game
from qwirkle.engine import Position
from qwirkle.engine.placement.value import FEATURES
from qwirkle.engine.translation import counted_actions, settings_of
from qwirkle.env import ObservationEncoder, VectorGames, qwirkle_v0
from qwirkle.env.placement import PlacementTable
from qwirkle.env.settings import read_settings
from qwirkle.env.table import MASK
from qwirkle.errors import ArgumentError, BotError
from qwirkle.rules.editions.placement import PLACEMENT_GAMES
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View

PLACE, TRADE, PASS = range(3)
ROWS = 12


def table_of(game: str, players: int = 2, rows: int = ROWS) -> PlacementTable:
    return PlacementTable(read_settings(game, players, afterstates=rows))


def some_positions(table: PlacementTable, seed: str, *, one_in: int = 7) -> Iterator[View]:
    """Views of a game of random actions; the table shows each when the list comes to it."""
    random = Random(seed)
    table.begin(seed)
    number = 0
    while (seat := table.turn) is not None:
        if number % one_in == 0 or number < 2:
            seen = table.view(seat)
            assert isinstance(seen, View)
            yield seen
        number += 1
        points = table.observe(seat)["turns"][:, 1].astype(int)
        legal = np.flatnonzero(table.mask(seat))
        # Placements more often than trades, so that the table fills.
        weights = [1 + 20 * points[action] for action in legal]
        assert table.step(int(random.choices(list(legal), weights)[0]))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("game", PLACEMENT_GAMES)
def test_an_encoder_shows_what_the_environment_shows(game: str, players: int) -> None:
    """It has nothing but the view, so what turns leave behind depends on the view alone."""
    encoder = ObservationEncoder(game, players, afterstates=ROWS)
    table = table_of(game, players)
    for number, seen in enumerate(some_positions(table, f"encoder/{game}")):
        seat = seen.seat or 0
        expected = {**table.observe(seat), MASK: table.mask(seat)}
        shown = encoder.observe(seen)
        assert shown.keys() == expected.keys()
        for name, array in expected.items():
            assert np.array_equal(shown[name], array), (number, name)
        for action in np.flatnonzero(shown[MASK])[::17]:
            assert encoder.decode(int(action)) == table.decode(int(action))


@pytest.mark.parametrize("game", PLACEMENT_GAMES)
def test_afterstates_are_the_features_of_the_value_bot(game: str) -> None:
    """Without what the bot knows of its rival's earlier turns."""
    table = table_of(game)
    compared = 0
    for seen in some_positions(table, f"value/{game}", one_in=11):
        seat = seen.seat or 0
        position = Position(seen.board)
        weighing = position.seat_players(["value"] * 2, settings_of(seen.edition))
        sizes = [player.tiles for player in seen.players]
        weighing.load_view(seat, [tile.index for tile in seen.hand], sizes, seen.bag, (0, 0))
        weighing.set_standing(
            tokens=[player.tokens for player in seen.players],
            actions=[counted_actions(player.actions) for player in seen.players],
            stars=[position.number(cell) for cell in seen.stars_left],
            specials=(0, 0),
            idle=seen.idle,
            passes=seen.passes,
            opening_tiles=seen.opening_tiles,
            used=True,  # so that the placements of this turn are weighed, and no extra first
            taken=None,
        )
        weighing.advise()
        known = {
            frozenset(position.move(code, points).tiles): weighing.valuer.explain(code)
            for code, points, _ in weighing.valuer.weigh_all(512, seen.opening_tiles)
        }
        shown = table.observe(seat)
        for row, turn in enumerate(shown["afterstate_turns"]):
            placed = table.decode(int(turn)) if turn >= 0 else None
            if isinstance(placed, Place) and (expected := known.get(frozenset(placed.tiles))):
                assert list(expected) == list(FEATURES)
                features = shown["afterstates"][row]
                assert features == pytest.approx(list(expected.values()), abs=1e-5)
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("rows", [5, 64])
@pytest.mark.parametrize("game", ["classic", "mini", "select"])
def test_the_turns_with_the_most_points_are_described(game: str, rows: int) -> None:
    table = table_of(game, rows=rows)
    drawn, kept, going_on = (
        FEATURES.index(name) for name in ("tiles drawn", "tiles kept", "going on")
    )
    kinds: set[int] = set()
    for seen in some_positions(table, f"most/{game}"):
        seat = seen.seat or 0
        shown = table.observe(seat)
        turns, described = shown["turns"], shown["afterstate_turns"]
        whole = np.flatnonzero(table.mask(seat) & (turns[:, 0].astype(int) <= PASS))
        # Stable, so that of equal ones the first are described.
        wanted = sorted(sorted(whole, key=lambda at: -int(turns[at, 1]))[:rows])
        assert list(described[: len(wanted)]) == wanted
        assert set(described[len(wanted) :]) <= {-1}
        assert not shown["afterstates"][len(wanted) :].any()
        for row, at in enumerate(wanted):
            act, tiles = int(turns[at, 0]), int(turns[at, 2])
            kinds.add(act)
            after = shown["afterstates"][row]
            left = len(seen.hand) - (0 if act == PASS else tiles)
            if left == 0 and seen.bag == 0:
                assert not after.any(), "the game is over"
                continue
            assert (after[going_on], after[kept]) == (1, left)
            assert after[drawn] == min(max(seen.edition.hand - left, 0), seen.bag)
    assert kinds >= ({PLACE, TRADE} if rows > 5 else {PLACE})


def test_others_see_no_afterstates() -> None:
    table = table_of("classic")
    table.begin("others")
    seat = table.turn or 0
    shown = table.observe(1 - seat)
    assert set(shown["afterstate_turns"]) == {-1}
    assert not shown["afterstates"].any()
    assert set(table.observe(seat)["afterstate_turns"]) > {0, 1}


def test_many_games_have_the_afterstates_of_each() -> None:
    env = VectorGames(3, "select", seed="many", threads=2, afterstates=ROWS)
    seen, _ = env.reset()
    tables = [table_of("select") for _ in range(3)]
    for place, table in enumerate(tables):
        table.begin(f"many/{place}/0")
    for _ in range(30):
        actions = seen["turns"][:, :, 1].argmax(axis=1)
        seen, _, over, *_ = env.step(actions)
        for place, table in enumerate(tables):
            assert table.step(int(actions[place]))
            if not over[place]:
                shown = table.observe(table.turn or 0)
                for name in ("afterstates", "afterstate_turns"):
                    assert np.array_equal(seen[name][place], shown[name])
        if over.any():
            break
    env.close()


def test_wrong_afterstates_are_refused() -> None:
    for wrong in (
        {"game": "cards", "afterstates": 4},
        {"actions": "tiles", "afterstates": 4},
        {"listed": 8, "afterstates": 9},
        {"afterstates": -1},
    ):
        with pytest.raises(ArgumentError, match="afterstates"):
            qwirkle_v0.env(**wrong)


def test_an_encoder_is_for_one_game_and_a_seat_to_move() -> None:
    encoder = ObservationEncoder("classic", 2)
    other = Game.new("select", players=2, seed=1)
    with pytest.raises(ArgumentError, match="2 players of Qwirkle"):
        encoder.observe(other.view(other.to_move))
    game = Game.new("classic", players=2, seed=1)
    with pytest.raises(BotError, match="its turn"):
        encoder.observe(game.view(1 - (game.to_move or 0)))
    encoder.observe(game.view(game.to_move))
    with pytest.raises(ArgumentError, match="not legal"):
        encoder.decode(511)
    with pytest.raises(ArgumentError, match="first"):
        ObservationEncoder("classic", 2).decode(0)
