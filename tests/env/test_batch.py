"""Many positions at once as arrays: the same that each position says on its own."""

from __future__ import annotations

import random
from contextlib import closing

import pytest
from msgspec.structs import replace

from qwirkle import GAMES, Game, bot
from qwirkle.engine import OpeningRule, Position
from qwirkle.engine.advisor import Advisor
from qwirkle.engine.cards.play import TurnSearch
from qwirkle.engine.cards.solver import most_valuable_turn, qwirkles_by_choice
from qwirkle.engine.legal import placements
from qwirkle.env import CandidateArrays, candidate_values, legal_placements
from qwirkle.env.cards import card_choices
from qwirkle.errors import ArgumentError
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.placement import Action, edition
from qwirkle.rules.family import AnyView
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS


def grown(seed: int, tiles: int) -> Position:
    """A table with at least this many tiles."""
    chance, position = random.Random(seed), Position()
    while len(position) < tiles:
        if moves := position.moves(chance.choices(KINDS, k=6)):
            position.place(chance.choice(moves).tiles)
    return position


@pytest.mark.parametrize("lying", [0, 5, 40])
def test_the_arrays_have_every_placement_of_every_position(lying: int) -> None:
    chance = random.Random(lying)
    positions = [grown(seed, lying) for seed in range(6)]
    positions.append(Position(Board(layout=edition("mini").layout)))
    hands = [chance.choices(KINDS, k=6) for _ in positions]
    rules = [OpeningRule(1, bool(position.layout.width)) for position in positions]
    found = legal_placements(positions, hands, rules)
    for which, position in enumerate(positions):
        listed = {
            (
                found.points[row],
                tuple(
                    sorted(
                        (found.x[row, tile], found.y[row, tile], found.kinds[row, tile] - 1)
                        for tile in range(6)
                        if found.kinds[row, tile]
                    )
                ),
            )
            for row in (found.positions == which).nonzero()[0]
        }
        moves = position.moves(hands[which], rules[which])
        expected = {
            (move.points, tuple(sorted((x, y, tile.index) for x, y, tile in move.tiles)))
            for move in moves
        }
        assert listed == expected
        assert (found.positions == which).sum() == len(moves)


def test_no_positions_have_no_placements_and_every_position_needs_a_hand() -> None:
    assert len(legal_placements([], []).points) == 0
    with pytest.raises(ArgumentError):
        legal_placements([Position()], [])


def seen_in(game: str, players: int, step: int) -> list[AnyView]:
    """Some views of a game between random and greedy players, the first one and others."""
    table = Game.new(game, players, seed=f"batch/{game}/{players}")
    bots = [bot("random", 1), bot("greedy", 2)]
    views: list[AnyView] = []
    while table.to_move is not None:
        view = table.view(table.to_move)
        if view.turns_played % step == 0:
            views.append(view)
        table.play(bots[view.turns_played % 2].choose(view))
    return views


def listed(found: CandidateArrays, row: int) -> tuple[Placed, ...]:
    """The tiles of a row."""
    return tuple(
        Placed(int(found.x[row, tile]), int(found.y[row, tile]), KINDS[kind - 1])
        for tile, kind in enumerate(found.kinds[row])
        if kind
    )


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("game", [game for game in GAMES if game != "cards"])
def test_values_of_many_views_are_those_of_each_view(game: str, players: int) -> None:
    views = [view for view in seen_in(game, players, 7) if isinstance(view, View)]
    assert len(views) > 3
    found = candidate_values(views)
    assert found.positions.tolist() == sorted(found.positions.tolist())
    for which, view in enumerate(views):
        rows = (found.positions == which).nonzero()[0]
        assert len(rows) == min(512, len(placements(view.board, view.hand, view.demands())))
        with closing(Advisor(weights_for(view.edition, players))) as advisor:
            advisor.see(view)
            if view.used is None:
                advisor.see(replace(view, used=Action.TAKE))
            weighed = advisor.weigh(512, view.demands())
        assert [listed(found, row) for row in rows] == [move.tiles for move, _ in weighed]
        assert found.points[rows].tolist() == [move.points for move, _ in weighed]
        assert found.values[rows].tolist() == [value for _, value in weighed]


@pytest.mark.parametrize("players", [2, 4])
def test_values_of_many_views_of_the_card_game(players: int) -> None:
    views = [view for view in seen_in("cards", players, 3) if isinstance(view, CardsView)]
    opening = Game.new("cards", players, seed=3, options={"opening": True})
    first = opening.view(opening.to_move)
    assert isinstance(first, CardsView)
    assert first.opening_cards
    views.append(first)
    assert any(view.turns_left for view in views), "the last round is among them"
    found = candidate_values(views)
    for which, view in enumerate(views):
        rows = (found.positions == which).nonzero()[0]
        choices = [tuple(KINDS[kind - 1] for kind in found.kinds[row] if kind) for row in rows]
        assert choices == sorted(card_choices(view))
        if not choices or view.opening_cards:
            continue
        # A choice may make fewer Qwirkles than it could: those may be worth more on the table.
        most = qwirkles_by_choice(view.table, choices)
        assert all(0 <= points <= top for points, top in zip(found.points[rows], most, strict=True))
        seat = view.turn or 0
        hands = [view.players[(seat + step) % players].cards for step in range(1, players)]
        best = most_valuable_turn(
            view.table,
            view.hand,
            view.unseen(),
            hands=hands,
            deck=view.deck,
            turns_left=view.turns_left,
        )
        assert best is not None
        if view.turns_left == 1:
            assert best.qwirkles == found.values[rows].max() == max(most)
        else:
            values = dict(zip(choices, found.values[rows], strict=True))
            assert values[best.played] == max(values.values())


def test_values_of_cards_are_those_of_the_search() -> None:
    views = [view for view in seen_in("cards", 2, 3) if isinstance(view, CardsView)]
    middle = next(view for view in views[2:] if not view.turns_left)
    found = candidate_values([middle])
    values = {
        tuple(sorted(kind - 1 for kind in kinds if kind)): value
        for kinds, value in zip(found.kinds, found.values, strict=True)
    }
    search = TurnSearch()
    lying = [card for cards in middle.table for card in cards]
    search.set_up(
        [lying.count(kind) for kind in KINDS],
        [middle.hand.count(kind) for kind in KINDS],
        [middle.unseen()[kind] for kind in KINDS],
        other_hand=middle.players[1 - (middle.turn or 0)].cards,
        deck=middle.deck,
        turns_left=0,
        players=2,
    )
    best: dict[tuple[int, ...], float] = {}
    for play, _, value in search.find_candidates(14):
        cards = tuple(kind for kind, count in enumerate(play) for _ in range(count))
        best[cards] = max(value, best.get(cards, value))
    assert len(best) > 1
    assert {cards: values[cards] for cards in best} == best


def test_no_views_have_no_values_and_families_are_not_mixed() -> None:
    empty = candidate_values([])
    assert len(empty.values) == len(empty.points) == 0
    cards, tiles = Game.new("cards", 2, seed=1), Game.new("classic", 2, seed=1)
    views = [game.view(game.to_move) for game in (cards, tiles)]
    with pytest.raises(ArgumentError, match="card game"):
        candidate_values(views)
