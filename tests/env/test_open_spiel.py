"""The games in OpenSpiel: chance nodes, information states, resampling.

Its IS-MCTS plays a game in tests/test_examples.py.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from qwirkle.env.chance import OUTCOMES, Heap, next_pieces
from qwirkle.errors import EditionError
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.cards.turns import Exchange
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.family import GAMES
from qwirkle.rules.placement.state import Special
from qwirkle.rules.placement.turns import DrawThree, Place, Trade
from qwirkle.rules.tiles import BOX, KINDS, Tile

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python or machine")

import numpy as np  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import ismcts, random_agent  # noqa: E402

from qwirkle.engine.legal import placements  # noqa: E402
from qwirkle.env import observe  # noqa: E402
from qwirkle.env.open_spiel import NAME, QwirkleGame, QwirkleState  # noqa: E402
from qwirkle.rules.placement.view import View  # noqa: E402

# Two cards of each colour and shape at most, which is no set of three.
LOOSE = [0, 7, 14, 21, 28, 35, 1, 8, 15]


def begun(game: str = "classic", players: int = 2, seed: int = 1, turns: int = 0) -> Any:
    """A state in which somebody has the turn, after some turns."""
    state = pyspiel.load_game(NAME, {"game": game, "players": players}).new_initial_state()
    chance = random.Random(seed)
    while turns >= 0 and not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(chance.choices(outcomes, chances)[0])
        elif turns:
            state.apply_action(chance.choice(state.legal_actions()))
            turns -= 1
        else:
            break
    return state


@pytest.mark.parametrize(
    ("game", "players"),
    [("classic", 4), ("select", 2), ("combined", 3), ("schmidt", 2), ("mini", 2), ("cards", 3)],
)
def test_games_end_with_returns_in_points(game: str, players: int) -> None:
    state = begun(game, players, turns=10_000)
    assert state.is_terminal()
    scores = list(state.state.result.scores)
    assert state.scores() == scores
    assert state.returns()[0] == scores[0] - max(scores[1:])


@pytest.mark.long
@pytest.mark.parametrize("game", ["connect", "mini", "schmidt", "cards"])
def test_openspiel_finds_nothing_wrong(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(NAME, {"game": game}), 1, False, False)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_lost_or_made_by_chance(game: str) -> None:
    state = begun(game, seed=7)
    everything = pieces(state)
    chance = random.Random(7)
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(chance.choice(state.chance_outcomes())[0])
        else:
            assert pieces(state) == everything
            state.apply_action(chance.choice(state.legal_actions()))


def test_chance_draws_from_what_nobody_has() -> None:
    state = begun(turns=3)
    place = next(number for number, turn in enumerate(state.turns()) if isinstance(turn, Place))
    before, seat = state.state, state.current_player()
    state.apply_action(place)
    assert state.is_chance_node()
    pile = Counter(before.pile)
    assert state.chance_outcomes() == [
        (tile.index, pile[tile] / len(before.pile)) for tile in KINDS if pile[tile]
    ]
    drawn = state.chance_outcomes()[0][0]
    state.apply_action(drawn)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    gained = Counter(state.state.seats[seat].hand) - Counter(before.seats[seat].hand)
    assert gained[KINDS[drawn]] or KINDS[drawn] in before.seats[seat].hand
    assert len(state.state.seats[seat].hand) == 6


def test_a_copy_goes_its_own_way() -> None:
    state = begun(turns=2)
    copy = state.clone()
    told = str(state)
    copy.apply_action(0)
    assert isinstance(copy, QwirkleState)
    assert str(state) == told != str(copy)


def test_another_world_looks_the_same_to_the_player() -> None:
    state = begun("select", 3, seed=2, turns=5)
    player = state.current_player()
    chance = random.Random(3)
    worlds = [state.resample_from_infostate(player, chance.random) for _ in range(4)]
    hands = {tuple(sorted(world.state.seats[player - 1].hand)) for world in (state, *worlds)}
    assert len(hands) > 1
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.view(player) == state.view(player)
        assert world.turns() == state.turns()


def test_an_information_state_keeps_what_is_hidden() -> None:
    state = begun(seed=5, turns=1)
    for seat in range(2):
        told = state.information_state_string(seat)
        assert " ".join(sorted(state.state.seats[seat].hand)) in told
        assert " ".join(sorted(state.state.seats[1 - seat].hand)) not in told


@pytest.mark.parametrize("recall", [None, True, False])
def test_an_observer_tells_what_a_player_knows(recall: bool | None) -> None:
    wanted = None if recall is None else pyspiel.IIGObservationType(perfect_recall=recall)
    game = QwirkleGame({"game": "mini"})
    observer = game.make_py_observer(wanted)
    assert ("acts" in observer.dict) == bool(recall)
    state = begun("mini", turns=3)
    for seat in range(2):
        assert observer.string_from(state, seat) == state.information_state_string(seat)


def test_five_players_are_refused() -> None:
    with pytest.raises(EditionError, match="2 to 4 players"):
        QwirkleGame({"game": "classic", "players": 5})


def test_a_special_tile_is_replaced_and_everybody_sees_it() -> None:
    game = pyspiel.load_game(NAME, {"game": "mini"})
    state = game.new_initial_state()
    three = OUTCOMES.index(Special(Action.DRAW_THREE))
    assert dict(state.chance_outcomes())[three] == pytest.approx(1 / 110)
    state.apply_action(three)
    assert three not in dict(state.chance_outcomes())
    draws = 0
    while state.current_player() == pyspiel.PlayerId.CHANCE and not _deals_starter(state):
        tile = next(number for number, _ in state.chance_outcomes() if number < len(KINDS))
        state.apply_action(tile)
        draws += 1
    assert draws == 12, "the special tile counts for no hand"
    if state.is_chance_node():
        state.apply_action(0)
    assert all(seat.actions == (Action.DRAW_THREE,) for seat in state.state.seats)
    assert all("shows draw" in state.information_state_string(seat) for seat in range(2))


def test_drawing_three_is_three_chance_nodes() -> None:
    state = begun("mini", seed=1)
    seen = state.view(state.current_player())
    state._at = state._at._replace(
        state=replace(
            state.state,
            seats=tuple(replace(seat, actions=(Action.DRAW_THREE,)) for seat in state.state.seats),
            pile=tuple(piece for piece in state.state.pile if isinstance(piece, Tile)),
        ),
        heaps=(Heap(sum(isinstance(piece, Tile) for piece in state.state.pile)),),
    )
    seat = state.current_player()
    state.apply_action(state.action_of(DrawThree()))
    for _ in range(3):
        assert state.is_chance_node()
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.current_player() == seat, "the turn goes on"
    assert len(state.state.seats[seat].hand) == len(seen.hand) + 3


def traded(seed: int = 4) -> tuple[Any, int, tuple[Tile, ...]]:
    """A game of Schmidt in which somebody has traded, the seat, and the tiles."""
    state = begun("schmidt", seed=seed, turns=2)
    seat = state.current_player()
    tiles = state.state.seats[seat].hand[:2]
    state.apply_action(state.action_of(Trade(tiles)))
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state, seat, tiles


def test_traded_tiles_go_under_the_pile_and_are_drawn_last() -> None:
    state, _, tiles = traded()
    assert Counter(state.state.pile[-2:]) == Counter(tiles)
    pile = state.state.pile
    heaps = [pile[:-2], pile[-2:]]
    # Before the pile is used up, its last two tiles cannot be drawn.
    assert next_pieces(heaps, ()) == Counter(pile[:-2])
    assert next_pieces(heaps, pile[:-3]) == Counter(pile[-3:-2])
    assert next_pieces(heaps, pile[:-2]) == Counter(tiles)
    place = next(number for number, turn in enumerate(state.turns()) if isinstance(turn, Place))
    state.apply_action(place)
    drawable = Counter(pile[:-2])
    assert dict(state.chance_outcomes()) == {
        tile.index: pytest.approx(drawable[tile] / (len(pile) - 2)) for tile in drawable
    }


def test_the_player_who_traded_knows_what_is_under_the_pile() -> None:
    state, seat, tiles = traded()
    chance = random.Random(3)
    own = [state.resample_from_infostate(seat, chance.random) for _ in range(6)]
    others = [state.resample_from_infostate(1 - seat, chance.random) for _ in range(6)]
    assert all(Counter(world.state.pile[-2:]) == Counter(tiles) for world in own)
    assert any(Counter(world.state.pile[-2:]) != Counter(tiles) for world in others)
    for world, player in [*((world, seat) for world in own), *((w, 1 - seat) for w in others)]:
        assert world.view(player) == state.view(player)
        assert pieces(world) == pieces(state)


def test_an_exchange_draws_from_the_deck_and_the_hand() -> None:
    state = begun("cards")
    seat = state.current_player()
    loose = tuple(KINDS[number] for number in LOOSE)
    rest = Counter(BOX) - Counter(loose)
    other, deck = tuple(rest.elements())[:9], tuple(rest.elements())[9:]
    hands = [loose if number == seat else other for number in range(2)]
    found = state.state
    seats = tuple(replace(had, hand=hand) for had, hand in zip(found.seats, hands, strict=True))
    state._at = state._at._replace(
        state=replace(found, seats=seats, deck=deck, opening_cards=0), heaps=(Heap(len(deck)),)
    )
    assert list(state.turns()) == [Exchange()]
    before, seat = state.state, state.current_player()
    state.apply_action(state.action_of(Exchange()))
    mixed = Counter((*before.deck, *before.seats[seat].hand))
    assert dict(state.chance_outcomes()) == {
        card.index: pytest.approx(mixed[card] / mixed.total()) for card in mixed
    }
    wanted = list(before.seats[seat].hand)
    for card in wanted:
        state.apply_action(card.index)
    assert Counter(state.state.seats[seat].hand) == Counter(wanted), "the same cards may come back"
    assert Counter(state.state.deck) == Counter(before.deck)


def test_cards_are_dealt_again_if_nobody_has_a_set() -> None:
    state = pyspiel.load_game(NAME, {"game": "cards"}).new_initial_state()
    for kind in [*LOOSE, *LOOSE]:
        state.apply_action(kind)
    assert state.is_chance_node()
    assert str(state) == "drawn: ", "the cards are back in the deck"


@pytest.mark.parametrize("game", GAMES)
def test_is_mcts_plays_its_turns(game: str) -> None:
    state = begun(game, seed=11, turns=1)
    random_state = np.random.RandomState(1)
    search = ismcts.ISMCTSBot(
        state.get_game(),
        Scores(),
        uct_c=6.0,
        max_simulations=6,
        random_state=random_state,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        child_selection_policy=ismcts.ChildSelectionPolicy.UCT,
    )
    for _ in range(2):
        state.apply_action(search.step(state))
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
    assert len(state.state.seats) == 2


class Scores:
    """Values states by the scores."""

    def evaluate(self, state: Any) -> list[float]:
        """The lead of each of two players."""
        mine, theirs = state.scores()
        return [float(mine - theirs), float(theirs - mine)]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """All actions alike."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def pieces(state: Any) -> Counter[str]:
    """All pieces of a game, wherever they are."""
    found = state.state
    if isinstance(found, CardsState):
        made = [card for seat in found.seats for cards in seat.qwirkles for card in cards]
        lying = [card for cards in found.table for card in cards]
        return Counter(map(str, (*found.deck, *made, *lying, *_hands(found))))
    tiles = [*found.board.values(), *_hands(found), *found.pile, *found.box]
    return Counter(str(piece) for piece in tiles if isinstance(piece, Tile))


def _hands(found: Any) -> list[Tile]:
    return [tile for seat in found.seats for tile in seat.hand]


def _deals_starter(state: Any) -> bool:
    return bool(state._at.tied)


# Names, refusals and the end


def test_actions_have_the_names_of_their_turns_and_draws() -> None:
    state = pyspiel.load_game(NAME, {"game": "classic", "players": 2}).new_initial_state()
    chance = int(pyspiel.PlayerId.CHANCE)
    assert state.current_player() == chance
    assert {state.action_to_string(chance, action) for action in state.legal_actions()} == {
        f"draw {tile}" for tile in KINDS
    }
    state = begun("classic", turns=2)
    player, turns = state.current_player(), state.turns()
    for action in state.legal_actions()[:20]:
        assert state.action_to_string(player, action) == str(turns[action])


def test_nothing_is_known_or_won_before_the_hands_are_dealt() -> None:
    state = pyspiel.load_game(NAME, {"game": "mini", "players": 3}).new_initial_state()
    assert state.returns() == [0.0, 0.0, 0.0]
    assert state.information_state_string(0) == state.observation_string(1) == "dealing"
    with pytest.raises(ValueError, match="not dealt yet"):
        _ = state.state


def test_at_the_end_nobody_is_to_move() -> None:
    state = begun("mini", turns=10_000)
    assert state.current_player() == int(pyspiel.PlayerId.TERMINAL)
    assert begun("mini", turns=3).returns() == [0.0, 0.0]


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_turn_that_is_not_legal_is_no_action(game: str) -> None:
    state = begun(game, turns=1)
    turns = state.turns()
    assert [state.action_of(turn) for turn in turns[:5]] == list(range(len(turns[:5])))
    wrong = Place(()) if game == "classic" else Exchange()
    with pytest.raises(ValueError, match="not among the legal turns"):
        state.action_of(wrong)


def test_an_observer_tells_each_player_the_same_as_the_state() -> None:
    state = begun("select", turns=2)
    observer = state.get_game().make_py_observer()
    for player in (0, 1):
        observer.set_from(state, player)
        known = observer.string_from(state, player)
        assert known == state.information_state_string(player) == state.observation_string(player)
    assert observer.string_from(state, 0) != observer.string_from(state, 1)


def test_nothing_follows_when_all_heaps_are_drawn() -> None:
    one, two = Tile("Ro"), Tile("Bs")
    assert next_pieces([[one], [two, two]], []) == Counter([one])
    assert next_pieces([[one], [two, two]], [one, two]) == Counter([two])
    assert next_pieces([[one], [two, two]], [one, two, two]) == Counter()


# Tensors


def moves_of(view: View) -> Any:
    return placements(view.board, view.hand, view.demands())


def tensors(state: Any, player: int) -> dict[str, Any]:
    """The pieces of the tensors of an information state."""
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, player)
    assert len(observer.tensor) == sum(piece.size for piece in observer.dict.values())
    return dict(observer.dict)


@pytest.mark.parametrize(("game", "players"), [("connect", 2), ("mini", 3), ("cards", 2)])
def test_tensors_have_what_views_have(game: str, players: int) -> None:
    state = begun(game, players, seed=4, turns=9)
    for player in range(players):
        seen = tensors(state, player)
        expected = observe(state.view(player))
        assert seen["player"].tolist() == [float(each == player) for each in range(players)]
        for name in {"planes", "counts"} & set(expected):
            assert np.array_equal(seen[name], expected[name]), name
        assert list(state.information_state_tensor(player)) == [
            value for piece in seen.values() for value in piece.reshape(-1)
        ]
    assert len(state.observation_tensor(0)) == state.get_game().observation_tensor_size()


def test_the_rows_of_turns_are_those_of_actions() -> None:
    state = begun("classic", seed=4, turns=6)
    player = state.current_player()
    rows = tensors(state, player)["turns"]
    points = {move.turn: move.points for move in moves_of(state.view(player))}
    for action, turn in enumerate(state.turns()):
        row = rows[action]
        if isinstance(turn, Place):
            assert row[:3].tolist() == [1, points[turn], len(turn.tiles)]
            kinds = [1 + at.tile.index for at in sorted(turn.tiles)]
            assert row[6 : 6 + len(kinds)].tolist() == kinds
        else:
            assert row[:3].tolist() == [2, 0, len(turn.tiles)]
    assert not rows[len(state.turns()) :].any()
    assert not tensors(state, 1 - player)["turns"].any()


def test_a_trade_shows_its_tiles_to_its_own_player_alone() -> None:
    state = begun("classic", seed=4, turns=2)
    seat, turns = state.current_player(), state.turns()
    state.apply_action(next(n for n, turn in enumerate(turns) if isinstance(turn, Trade)))
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    own, other = (tensors(state, player)["acts"][0] for player in (seat, 1 - seat))
    assert own[:4].tolist() == [1, 2, 0, 1]
    assert other[:4].tolist() == [2, 2, 0, 1]
    assert own[7]
    assert not other[7:].any()


@pytest.mark.parametrize("game", ["select", "cards"])
def test_players_who_cannot_tell_states_apart_have_the_same_tensors(game: str) -> None:
    state = begun(game, 3, seed=2, turns=5)
    player = state.current_player()
    for seed in (1, 7):
        world = state.resample_from_infostate(player, random.Random(seed).random)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)


def test_its_own_environment_starts_and_plays() -> None:
    """Its learners (DQN, PPO, ...) begin with this class."""
    env = rl_environment.Environment(pyspiel.load_game(NAME, {"game": "connect"}))
    env.seed(1)
    time_step = env.reset()
    assert env.observation_spec()["info_state"] == (len(time_step.observations["info_state"][0]),)
    random_agents = [
        random_agent.RandomAgent(player, env.action_spec()["num_actions"]) for player in range(2)
    ]
    for _ in range(6):
        player = time_step.observations["current_player"]
        time_step = env.step([random_agents[player].step(time_step).action])
    assert not time_step.last()


class LinearNet:
    """Priors and values of a network, as AlphaZero has them, of one layer with fixed weights."""

    def __init__(self, size: int) -> None:
        self.weights = np.random.default_rng(1).normal(0, 1e-3, size)
        self.asked = 0

    def evaluate(self, state: Any) -> list[float]:
        self.asked += 1
        values = [self.weights @ np.array(state.observation_tensor(seat)) for seat in range(2)]
        return [values[0] - values[1], values[1] - values[0]]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        points = tensors(state, state.current_player())["turns"][: len(state.turns()), 1]
        likely = np.exp(points - points.max())
        return list(enumerate((likely / likely.sum()).tolist()))


def test_a_search_with_priors_and_values_of_a_network_plays_a_turn() -> None:
    state = begun("connect", seed=3, turns=4)
    net = LinearNet(state.get_game().observation_tensor_size())
    search = ismcts.ISMCTSBot(
        state.get_game(),
        net,
        uct_c=2.0,
        max_simulations=12,
        random_state=np.random.RandomState(1),
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        child_selection_policy=ismcts.ChildSelectionPolicy.PUCT,
    )
    policy, action = search.step_with_policy(state)
    assert action in state.legal_actions()
    assert net.asked
    # The prior is of points, so what is visited makes many.
    points = tensors(state, state.current_player())["turns"][:, 1]
    assert points[max(policy, key=lambda each: each[1])[0]] >= np.median(points[points > 0])
