"""What docs/environments.md and the docstrings promise: ties, seeds, infos, refusals, resets."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

pytest.importorskip("pettingzoo")

from qwirkle import Game
from qwirkle.engine import Position
from qwirkle.env import (
    ObservationEncoder,
    QwirkleEnv,
    VectorGames,
    candidate_values,
    legal_placements,
    qwirkle_v0,
)
from qwirkle.env.cards import STOP
from qwirkle.env.luck import GameLuck
from qwirkle.env.painting import COLOURS, SIDE, TILE
from qwirkle.env.settings import read_settings
from qwirkle.env.table import rewards_at_end
from qwirkle.errors import ArgumentError, BotError
from qwirkle.notation.family import draw
from qwirkle.players.random import RandomBot
from qwirkle.rules.cards.turns import Exchange
from qwirkle.rules.cells import Cell
from qwirkle.rules.family import edition, view
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place, Take, Trade
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass


@pytest.mark.parametrize(
    ("scores", "win", "margin"),
    [
        ([10, 7], [1.0, 0.0], [3.0, -3.0]),
        ([10, 10], [0.5, 0.5], [0.0, 0.0]),
        ([10, 5, 10, 10], [1 / 3, 0.0, 1 / 3, 1 / 3], [0.0, -5.0, 0.0, 0.0]),
        ([12, 5, 9], [1.0, 0.0, 0.0], [3.0, -7.0, -3.0]),
    ],
)
def test_a_win_is_shared_after_a_tie_and_a_margin_is_over_the_best(
    scores: list[int], win: list[float], margin: list[float]
) -> None:
    assert rewards_at_end(scores, "win") == win
    assert rewards_at_end(scores, "margin") == margin


def hands_of(table: Any) -> list[list[Tile]]:
    return [sorted(seat.hand) for seat in table.state.seats]


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_the_game_of_a_seed_can_be_asked_for(game: str) -> None:
    wanted = Game.new(game, players=2, seed="of the docs")
    hands = [sorted(seat.hand) for seat in wanted.state.seats]
    many = qwirkle_v0.raw_env(game)
    many.reset(seed=1, options={"seed": "of the docs"})
    assert hands_of(many.table) == hands
    assert {info["seed"] for info in many.infos.values()} == {"of the docs"}
    single = QwirkleEnv(game, ["random"], seat=0)
    _, info = single.reset(seed=1, options={"seed": "of the docs"})
    assert info["seed"] == single.table.seed == "of the docs"


def test_a_bot_plays_otherwise_in_another_game() -> None:
    """Its chances follow from the seed of the game, so no two games are alike."""
    drawn = []
    for seed in ("one", "two"):
        env = QwirkleEnv("classic", ["random", "random"], seat=0)
        env.reset(options={"seed": seed})
        players = [player for player in env._bots if isinstance(player, RandomBot)]
        drawn.append([player.chance.below(1 << 30) for player in players])
    assert len({number for numbers in drawn for number in numbers}) == 4


def test_bots_are_closed_when_another_game_begins_and_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot may be a program."""
    closed: list[RandomBot] = []

    def close(player: RandomBot) -> None:
        closed.append(player)

    monkeypatch.setattr(RandomBot, "close", close)
    env = QwirkleEnv("mini", ["random"], seat=0)
    assert len(closed) == 1, "the one that was made to see whether it can be"
    env.reset(seed=1)
    (first,) = env._bots
    env.reset(seed=2)
    (second,) = env._bots
    assert closed[1:] == [first]
    env.close()
    assert closed[2:] == [second]
    env.close()
    assert len(closed) == 3


def test_an_illegal_action_ends_the_game_of_pettingzoo_with_a_point_less() -> None:
    env = qwirkle_v0.env("mini")
    env.reset(seed=1)
    agent = env.agent_selection
    illegal = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.rewards[agent] == -1
    assert env.terminations == {"player_0": True, "player_1": True}


def test_infos_at_the_end_have_scores_seats_and_luck() -> None:
    env = qwirkle_v0.raw_env("mini", players=3)
    env.reset(seed=2)
    while not any(env.terminations.values()):
        assert all(set(info) == {"seed"} for info in env.infos.values())
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    for seat, agent in enumerate(env.possible_agents):
        info = env.infos[agent]
        assert set(info) == {"seed", "scores", "seat", "luck"}
        assert (info["seat"], info["scores"]) == (seat, tuple(env.table.scores))


# Encoders


def test_an_encoder_refuses_other_views_and_illegal_actions() -> None:
    encoder = ObservationEncoder("classic", players=2)
    with pytest.raises(ArgumentError, match="observe a view first"):
        encoder.decode(0)
    game = Game.new("classic", players=2, seed=1)
    assert game.to_move is not None
    for other in (
        Game.new("classic", players=3, seed=1),
        Game.new("mini", players=2, seed=1),
    ):
        assert other.to_move is not None
        with pytest.raises(ArgumentError, match="2 players of"):
            encoder.observe(other.view(other.to_move))
    for seat in (None, 1 - game.to_move):
        with pytest.raises(BotError):
            encoder.observe(view(game.state, seat))
    seen = encoder.observe(game.view(game.to_move))
    legal = np.flatnonzero(seen["action_mask"])
    game.play(encoder.decode(int(legal[0])))
    for action in (int(legal[-1]) + 1, 511, -1, 10_000):
        with pytest.raises(ArgumentError, match="is not legal"):
            encoder.decode(action)


# Settings


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({"window": 8}, True),
        ({"window": 7}, False),
        ({"listed": 1}, True),
        ({"listed": 0}, False),
        ({"listed": 16_384}, True),
        ({"listed": 16_385}, False),
        ({"listed": 10, "afterstates": 10}, True),
        ({"listed": 10, "afterstates": 11}, False),
        ({"afterstates": -1}, False),
        ({"afterstates": 1, "actions": "tiles"}, False),
        ({"players": 4}, True),
        ({"players": 5}, False),
        ({"players": 1}, False),
        ({"players": True}, False),
        ({"players": 2.0}, False),
        ({"listed": True}, False),
        ({"actions": "turns"}, False),
        ({"reward": "score"}, False),
    ],
)
def test_settings_are_taken_within_their_bounds(given: dict[str, Any], taken: bool) -> None:
    asked = {"game": "classic", "players": 2, **given}
    if taken:
        found = read_settings(**asked)
        assert {name: getattr(found, name) for name in given} == given
        return
    with pytest.raises(ArgumentError):
        read_settings(**asked)


def test_there_are_four_seats_at_most_however_many_a_house_rule_allows() -> None:
    many = replace(edition("classic"), most_players=6)
    assert read_settings(many, 4).players == 4
    with pytest.raises(ArgumentError, match="2 to 4 seats here, not 5"):
        read_settings(many, 5)


def test_the_card_game_has_no_afterstates() -> None:
    with pytest.raises(ArgumentError, match="placement games"):
        read_settings("cards", 2, afterstates=1)


# Many games at once


def test_a_reset_forgets_rewards_and_endings_and_takes_another_seed() -> None:
    games = VectorGames(3, "mini", reward="points", seed="first")
    seen, _ = games.reset()
    first = seen["counts"].copy()
    while not games.terminated.any():
        games.step(games.observations["turns"][:, :, 1].argmax(axis=1))
    assert games.rewards.any()
    seen, info = games.reset("another")
    assert not games.rewards.any()
    assert not games.terminated.any()
    assert not np.array_equal(seen["counts"], first)
    assert (info["seats"] == games.seats).all()
    again, _ = games.reset()
    assert np.array_equal(again["counts"], first), "without a seed that of the vector"


@pytest.mark.parametrize(
    "wrong",
    [
        {"threads": 3},
        {"threads": 0},
        {"opponents": ["sim"]},
        {"opponents": ["greedy", "level:8"]},
    ],
)
def test_a_vector_needs_a_game_for_every_thread_and_opponents_of_the_core(
    wrong: dict[str, Any],
) -> None:
    with pytest.raises(ArgumentError):
        VectorGames(2, "mini", **wrong)
    with pytest.raises(ArgumentError):
        VectorGames(0, "mini")


def test_a_closed_vector_leaves_no_threads() -> None:
    before = threading.active_count()
    games = VectorGames(4, "mini", threads=3)
    assert threading.active_count() == before + 2
    games.close()
    assert threading.active_count() == before


def test_an_illegal_action_is_refused_and_the_other_games_are_stepped() -> None:
    games = VectorGames(2, "mini", seed=1)
    seen, _ = games.reset()
    before = seen["counts"].copy()
    with pytest.raises(ValueError, match=r"^1 actions are not legal"):
        games.step(np.array([511, 0]))
    assert np.array_equal(games.observations["counts"][0], before[0])
    assert not np.array_equal(games.observations["counts"][1], before[1])


# Luck


def finished(seed: int) -> GameLuck:
    env = qwirkle_v0.raw_env("mini")
    env.reset(seed=seed)
    while not any(env.terminations.values()):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    luck: GameLuck = env.infos["player_0"]["luck"]
    return luck


def test_luck_belongs_to_one_game_and_is_known_at_its_end() -> None:
    luck = finished(3)
    assert luck == GameLuck(luck.edition, luck.seed, luck.turns, luck.players)
    shorter = GameLuck(luck.edition, luck.seed, luck.turns[:-1], luck.players)
    assert luck != shorter
    with pytest.raises(ValueError, match="when it is over"):
        _ = shorter.scores
    margin = luck.scores[0] - luck.scores[1]
    luckier = luck.seats[0] - luck.seats[1]
    assert luck.adjusted_return(0) == pytest.approx(margin - luckier)
    assert luck.adjusted_return(1, "points") == pytest.approx(luck.scores[1] - luck.seats[1])
    assert luck.adjusted_return(0, "win") == luck.adjusted_return(0)


# Many positions at once


def test_placements_are_in_the_cells_of_their_own_position() -> None:
    """Whichever other positions are listed with it, and wherever they lie."""
    hand = [Tile.Ro, Tile.Rx, Tile.Bs]
    positions = []
    for seed in (1, 2):
        game = Game.new("classic", players=2, seed=seed)
        for _ in range(3):
            assert game.to_move is not None
            game.play(next(iter(game.legal_turns)))
        positions.append(Position(game.board))
    found = legal_placements(positions, [hand, hand])
    for number, position in enumerate(positions):
        own = found.positions == number
        cells = {
            (x, y)
            for xs, ys, kinds in zip(found.x[own], found.y[own], found.kinds[own], strict=True)
            for x, y, kind in zip(xs, ys, kinds, strict=True)
            if kind
        }
        moves = position.moves(hand)
        assert cells == {(placed.x, placed.y) for move in moves for placed in move.tiles}
        assert sorted(found.points[own]) == sorted(move.points for move in moves)
    with pytest.raises(ArgumentError, match="a hand for every position"):
        legal_placements(positions, [hand])


def test_views_of_both_families_are_valued_apart() -> None:
    views = []
    for name in ("classic", "cards"):
        game = Game.new(name, players=2, seed=1)
        assert game.to_move is not None
        views.append(game.view(game.to_move))
    with pytest.raises(ArgumentError, match="apart from the others"):
        candidate_values(views)
    for seen in views:
        assert len(candidate_values([seen]).values) > 0


# Turns, pictures and spaces


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_the_table_is_drawn_in_the_mode_ansi_only(game: str) -> None:
    plain, drawn = qwirkle_v0.raw_env(game), qwirkle_v0.raw_env(game, render_mode="ansi")
    for env in (plain, drawn):
        env.reset(seed=3)
    assert plain.render() is None
    assert drawn.render() == draw(drawn.table.state)


@pytest.mark.parametrize("game", ["classic", "select", "mini", "cards"])
def test_pixels_show_the_tiles_in_their_colours(game: str) -> None:
    env = QwirkleEnv(game, ["greedy"], render_mode="rgb_array", seat=0, window=24)
    env.reset(seed=3)
    first = env.render()
    assert isinstance(first, np.ndarray)
    for _ in range(3):
        env.step(np.flatnonzero(env.table.mask(0))[0])
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert picture.shape == first.shape
    state = env.table.state
    tiles = list(state.board.values()) if isinstance(state, State) else sum(state.table, ())
    for colour, expected in enumerate(COLOURS):
        shown = (picture == expected).all(axis=2).any()
        assert shown == any(tile.index // 6 == colour for tile in tiles)
    # As many cells are black as there are tiles, counted in a corner that no shape reaches.
    corners = picture[1::SIDE, 1::SIDE]
    assert (corners == TILE).all(axis=2).sum() == len(tiles)


@pytest.mark.parametrize("kind", [QwirkleEnv, qwirkle_v0.raw_env])
def test_a_mode_that_does_not_exist_is_refused(kind: Any) -> None:
    with pytest.raises(ArgumentError, match="render mode"):
        kind(render_mode="human")


@pytest.mark.parametrize("actions", ["list", "tiles"])
def test_the_actions_of_a_vector_are_those_of_its_mask(actions: str) -> None:
    games = VectorGames(2, "mini", actions=actions)
    assert games.single_action_space.n == games.observations["action_mask"].shape[1]
    assert games.single_observation_space["action_mask"].shape == (games.single_action_space.n,)
    games.close()


@pytest.mark.parametrize("actions", ["list", "tiles"])
def test_a_turn_of_the_other_family_is_no_action(actions: str) -> None:
    for game, turn in (("classic", Exchange()), ("cards", Trade((Tile.Ro,)))):
        table = qwirkle_v0.raw_env(game, actions=actions).table
        table.begin("any")
        with pytest.raises(TypeError, match="not a turn of"):
            table.encode(turn)


def test_a_turn_that_is_not_legal_has_no_number() -> None:
    """Nor has a cell that the window does not show."""
    table = qwirkle_v0.raw_env("classic").table
    table.begin("any")
    far = Place((Placed(90, 90, Tile.Ro),))
    with pytest.raises(ValueError, match="the list does not have"):
        table.encode(far)
    table = qwirkle_v0.raw_env("classic", actions="tiles").table
    table.begin("any")
    with pytest.raises(ValueError, match="the window does not show"):
        table.encode(Take(Cell(90, 90)))
    assert table.encode(Pass()) == [table.choices - 1], "a turn without tiles is “stop” alone"


@pytest.mark.parametrize(("actions", "action"), [("list", [0]), ("tiles", [STOP])])
def test_a_turn_without_cards_is_the_first_action_or_stop(actions: str, action: list[int]) -> None:
    table = qwirkle_v0.raw_env("cards", actions=actions).table
    table.begin("any")
    assert table.encode(Pass()) == table.encode(Exchange()) == action


def test_the_luck_of_equal_games_is_found_in_a_set() -> None:
    luck = finished(3)
    same = GameLuck(luck.edition, luck.seed, luck.turns, luck.players)
    assert len({luck, same, finished(4)}) == 2
    assert luck != "luck"
