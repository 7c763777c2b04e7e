"""Games the core plays: the rules of turns, conservation of tiles, the known averages."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle.engine import PlayoutResult, Position, backend, play_out
from qwirkle.engine.legal import placements
from qwirkle.engine.placement import grid, playout
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import BOX, COPIES, Tile

from . import by_the_book
from .positions import CONNECT, grown

policies = st.lists(st.sampled_from(["greedy", "random"]), min_size=2, max_size=4)


def seated(names: list[str]) -> playout.Playout:
    seats = playout.Playout(grid.Grid(0, 0))
    seats.seat_players([("random", "greedy").index(name) for name in names])
    return seats


@settings(max_examples=12)
@given(st.integers(0, 2**64 - 1), policies)
def test_a_game_keeps_the_rules(seed: int, names: list[str]) -> None:
    seats = seated(names)
    seats.deal(seed)
    hands = [seats.hand(seat) for seat in range(len(names))]
    assert all(len(hand) == 6 for hand in hands)  # Q-START-1
    dealt = Counter(seats.in_bag()) + sum((Counter(hand) for hand in hands), Counter())
    assert dealt == Counter(dict.fromkeys(range(36), COPIES))
    largest = [by_the_book.largest_set(hand) for hand in hands]
    assert seats.seat == largest.index(max(largest))  # Q-START-3
    seat = starter = seats.seat
    before = seats.position.state()
    turns = seats.play()
    assert seats.position.state() == before
    played = seats.played()
    assert len(played) == turns
    scores = [0] * len(names)
    position = grid.Grid(0, 0)
    cells: dict[tuple[int, int], int] = {}
    for number, (held, code) in enumerate(played):
        hand = [kind for kind in range(36) if held >> kind & 1]
        if number < len(names):
            assert set(hand) <= set(range(36))
        if code == 0:
            assert number > 0
            assert not position.can_place(held)  # a trade or a pass only when nothing fits
        else:
            spelt = position.spell(code)
            placement = tuple(sorted((cell % 240, cell // 240, kind) for cell, kind in spelt))
            points = by_the_book.judged(cells, placement, {})
            assert points is not None
            assert {kind for _, kind in spelt} <= set(hand)
            if number == 0:
                assert len(spelt) == max(largest)  # Q-START-4
            if names[seat] == "greedy":
                assert points == position.best(held, len(spelt) if number == 0 else 0)[1]
            scores[seat] += points
            for cell, kind in spelt:
                position.place(cell, kind)
            cells |= {(x, y): kind for x, y, kind in placement}
        seat = (seat + 1) % len(names)
    last = (starter + turns - 1) % len(names)
    left = [seats.hand(which) for which in range(len(names))]
    if not left[last]:
        scores[last] += 6  # Q-SCORE-4
        assert not seats.in_bag()
    else:
        assert seats.passes == len(names) or seats.idle == 4 * len(names)  # A2, A3
    assert seats.scores() == scores
    end = (
        Counter(cells.values())
        + Counter(seats.in_bag())
        + Counter(tile for hand in left for tile in hand)
    )
    assert end == dealt


def test_the_same_seed_is_the_same_game() -> None:
    assert play_out(3, 11, ["greedy", "random", "greedy"]) == play_out(
        3, 11, ["greedy", "random", "greedy"]
    )
    assert isinstance(play_out(2, 1, ["greedy"] * 2), PlayoutResult)
    assert play_out(2, 1, ["greedy"] * 2) != play_out(2, 2, ["greedy"] * 2)


def test_greedy_against_itself_scores_as_measured_elsewhere() -> None:
    games = 60 if backend() == "python" else 4000
    seats = seated(["greedy", "greedy"])
    turns, points = seats.play_many(games, 3)
    spread = 6 if backend() == "python" else 1.5
    assert abs(points / games / 2 - 206) < spread
    assert abs(turns / games - 51) < 2


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(30):
        greedy, chance = play_out(2, seed, ["greedy", "random"]).scores
        wins += greedy > chance
    assert wins >= 27


@settings(max_examples=15)
@given(st.integers(0, 10**9), st.integers(2, 4), st.integers(1, 60))
def test_a_redeal_shows_only_what_is_known(seed: int, players: int, tiles: int) -> None:
    position, hand = grown(seed, tiles)
    hand = hand[:6]
    unseen = Counter(BOX) - Counter(position.board().values()) - Counter(hand)
    total = sum(unseen.values())
    sizes = [min(6, total // (players - 1))] * players
    hands, bag = position.redeal(1, hand, sizes, seed)
    assert sorted(hands[1]) == sorted(hand)
    assert [len(held) for which, held in enumerate(hands) if which != 1] == sizes[1:]
    dealt = Counter(bag) + sum(
        (Counter(held) for which, held in enumerate(hands) if which != 1), Counter()
    )
    assert dealt == unseen
    assert (hands, bag) == position.redeal(1, hand, sizes, seed)


def test_a_redeal_is_fair() -> None:
    position, hand = grown(4, 40)
    unseen = Counter(BOX) - Counter(position.board().values()) - Counter(hand[:6])
    seen: Counter[Tile] = Counter()
    deals = 400
    for seed in range(deals):
        seen += Counter(position.redeal(0, hand[:6], [6, 6], seed)[0][1])
    for tile, copies in unseen.items():
        expected = deals * 6 * copies / sum(unseen.values())
        assert abs(seen[tile] - expected) < 6 * expected**0.5


@pytest.mark.parametrize("bag", [[], [4, 5, 6]])
def test_a_table_set_up_knows_nothing_about_any_hand(bag: list[int]) -> None:
    table = seated(["greedy"] * 3)
    table.set_up([[0, 7, 14], [1], [2, 3]], bag, 0, 1)
    assert [set(table.exposures(seat)) for seat in range(3)] == [{3}, {1}, {2}]


def test_a_redeal_forgets_what_was_known_about_the_hands() -> None:
    table = seated(["greedy"] * 3)
    table.set_up([[0, 7, 14], [1], [2, 3]], [], 0, 1)
    for seat in range(3):
        table.infer(seat, 0b111, 1)
    table.redeal(0, [0, 7], [2, 6, 5], 1)
    assert [set(table.exposures(seat)) for seat in range(3)] == [{2}, {6}, {5}]


def test_a_redeal_of_more_than_the_box_is_refused() -> None:
    position = Position(Board([Placed(x, 0, Tile.Ro) for x in range(0, 8, 2)]))
    with pytest.raises(ValueError, match="the box"):
        position.redeal(0, [Tile.Rx], [1, 6], 1)
    with pytest.raises(ValueError, match="the box"):
        Position().redeal(0, [Tile.Rx], [1, 108], 1)


@settings(max_examples=15)
@given(st.integers(0, 10**9), policies, st.booleans())
def test_playing_on_from_a_position(seed: int, names: list[str], small: bool) -> None:
    position, hand = grown(seed, 20, CONNECT if small else None, takes=1)
    hand = hand[:6]
    sizes = [6] * len(names)
    hands, bag = position.redeal(0, hand, sizes, seed)
    before = position._core.state()
    result = position.play_out(hands, bag, 0, seed, names)
    assert position._core.state() == before
    assert len(result.scores) == len(names)
    assert result.turns > 0
    assert result == position.play_out(hands, bag, 0, seed, names)


def test_A1_A2_a_round_of_passes_ends_the_game() -> None:
    alone = Position(Board([Placed(0, 0, Tile.Ro)]))
    assert alone.play_out(
        [[Tile.Gx], [Tile.Bx], [Tile.Px]], [], 2, 1, ["random"] * 3
    ) == PlayoutResult((0, 0, 0), 3)


def test_A3_endless_trading_ends_after_four_rounds() -> None:
    alone = Position(Board([Placed(0, 0, Tile.Ro)]))
    result = alone.play_out([[Tile.Gx] * 6, [Tile.Gx] * 6], [Tile.Gx] * 6, 0, 1, ["greedy"] * 2)
    assert result == PlayoutResult((0, 0), 8)


def test_Q_SCORE_4_going_out() -> None:
    alone = Position(Board([Placed(0, 0, Tile.Ro)]))
    assert alone.play_out([[Tile.Rx], [Tile.Gx]], [], 0, 1, ["greedy"] * 2) == PlayoutResult(
        (8, 0), 1
    )


def test_a_playout_leaves_nothing_on_the_position_that_others_use() -> None:
    connect = edition("connect")
    corner = max(connect.layout.black or connect.layout.centre)
    board = Board([Placed(*corner, Tile.Ro)], connect.layout)
    before = set(placements(board, [Tile.Rx]))
    play_out(2, 1, ["greedy", "greedy"], connect)
    assert set(placements(board, [Tile.Rx])) == before


def test_misuse_is_refused() -> None:
    with pytest.raises(ValueError, match="one policy"):
        play_out(2, 1, ["greedy"])
    with pytest.raises(ValueError, match="greedy or random"):
        play_out(2, 1, ["greedy", "clever"])
    with pytest.raises(ValueError, match="two to four"):
        play_out(5, 1, ["greedy"] * 5)
    with pytest.raises(ValueError, match="one hand"):
        Position().play_out([[Tile.Ro]], [], 0, 1, ["greedy"] * 2)
    with pytest.raises(ValueError, match="the box holds"):
        Position().play_out([[Tile.Ro], list(BOX)], [], 0, 1, ["greedy"] * 2)
