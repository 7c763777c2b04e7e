"""What placements are worth: features by their meaning, symmetries, and nothing left changed."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.positions import CONNECT, grown, tiles
from qwirkle.engine import Position, backend
from qwirkle.engine.placement.value import FEATURES, LENGTH, Valuer, spread_weights
from qwirkle.engine.translation import BASE_GAME
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import BOX, KINDS, Tile

INTERPRETED = backend() == "python"
EXAMPLES = 10 if INTERPRETED else 60


def some_weights(seed: int) -> list[list[float]]:
    chance = random.Random(seed)
    return [[chance.uniform(-2, 2) for _ in FEATURES] for _ in range(3)]


def valuer_of(position: Position, hand: list[Tile], bag: int = 20, *others: int) -> Valuer:
    valuer = Valuer(position._core)
    valuer.share_weights(spread_weights([0, 10, 50], some_weights(3)))
    valuer.set_knowledge([tile.index for tile in hand], bag, list(others) or [6])
    return valuer


def placed(*texts: str) -> Board:
    found = []
    for text in texts:
        x, y, code = text.split()
        found.append(Placed(int(x), int(y), Tile(code)))
    return Board(found)


def explained(board: Board, hand: str, move: str, bag: int = 40, *others: int) -> dict[str, float]:
    """The features after the placement whose tiles are written ``x y Ro, x y Rs``."""
    position = Position(board)
    wanted = tuple(placed(*move.split(", ")).placed())
    valuer = valuer_of(position, tiles(hand), bag, *others)
    found = [code for code, _, _ in valuer.weigh_all(200) if position.move(code, 0).tiles == wanted]
    assert len(found) == 1
    return valuer.explain(found[0])


def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(FEATURES) == len(set(FEATURES)) == LENGTH


def test_weights_between_two_sizes_of_the_bag_are_in_proportion() -> None:
    rows = [[float(row)] * LENGTH for row in (5, 1, 3)]
    spread = spread_weights([0, 2, 10], rows)
    at = [spread[bag * LENGTH] for bag in range(12)]
    assert at[0] == 5
    assert at[1] == at[2] == 1, "an empty bag is a matter of its own"
    assert at[6] == pytest.approx(2)
    assert at[10] == at[11] == 3


@pytest.mark.parametrize(
    ("bags", "rows"), [([], []), ([0, 0], 2), ([3, 1], 2), ([0], 2), ([-1], 1)]
)
def test_weights_of_a_wrong_shape_are_refused(bags: list[int], rows: int | list[object]) -> None:
    given_rows = [[0.0] * LENGTH for _ in range(rows)] if isinstance(rows, int) else []
    with pytest.raises(ValueError, match="weights for"):
        spread_weights(bags, given_rows)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 60), st.booleans())
def test_all_placements_are_weighed_and_nothing_is_changed(
    seed: int, count: int, bounded: bool
) -> None:
    position, hand = grown(seed, count, CONNECT if bounded else None)
    before = position._core.state()
    valuer = valuer_of(position, hand)
    weighed = valuer.weigh_all(512)
    assert position._core.state() == before
    found = {(position.move(code, points)) for code, points, _ in weighed}
    assert found == set(position.moves(hand))
    assert [value for *_, value in weighed] == sorted((v for *_, v in weighed), reverse=True)
    assert valuer.weigh_all(512) == weighed


@pytest.mark.parametrize("slack", [0.5, 4.0, 1e6])
def test_placements_too_far_behind_in_points_are_not_looked_at(slack: float) -> None:
    fewer = 0
    for seed in range(4 if INTERPRETED else 40):
        position, hand = grown(seed, 30)
        table = position.seat_players(["value", "value"], BASE_GAME)
        table.valuer.share_weights(spread_weights([0, 10, 50], some_weights(3)))
        table.load_view(0, [tile.index for tile in hand], [len(hand), 6], 30, (0, 0))
        table.breadth = 256
        _, best, _, value = table.advise()
        weighed = sorted(table.valuer.weigh_all(256), key=lambda one: (-one[1], one[0]))
        table.valuer.slack = slack
        _, code, _, found = table.advise()
        # The rule, by hand.
        looked: list[tuple[int, int, float]] = []
        for candidate in weighed:
            mean = sum(each[2] - each[1] for each in looked) / len(looked) if looked else 0.0
            if looked and max(each[2] for each in looked) - candidate[1] > slack + mean:
                break
            looked.append(candidate)
        assert table.valuer.found == len(looked)
        assert found == pytest.approx(max(each[2] for each in looked))
        assert code in {each[0] for each in looked}
        assert found <= value
        if len(looked) == len(weighed):
            assert code == best
        fewer += len(looked) < len(weighed)
        assert len(table.valuer.weigh_all(256)) == len(weighed), "analysis sees all"
        assert table.valuer.slack == slack
    assert fewer > 0 or slack > 100


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(0, 10**9), st.permutations(range(6)), st.permutations(range(6)), st.booleans())
def test_values_do_not_depend_on_colours_shapes_or_mirrors(
    seed: int, colours: list[int], shapes: list[int], turned: bool
) -> None:
    position, hand = grown(seed, 25)

    def other(tile: Tile) -> Tile:
        return KINDS[6 * colours[tile.index // 6] + shapes[tile.index % 6]]

    board = position.board()
    mirrored = Board(
        Placed(-y if turned else x, x if turned else -y, other(tile))
        for (x, y), tile in board.items()
    )
    ours = valuer_of(position, hand).weigh_all(512)
    theirs = valuer_of(Position(mirrored), [other(tile) for tile in hand]).weigh_all(512)
    assert [value for *_, value in ours] == pytest.approx([value for *_, value in theirs])


def test_the_chance_that_the_next_player_completes_a_six_is_exact() -> None:
    # Five red tiles in a row, the clover is missing: two of its three copies are unseen.
    row = [f"{x} 0 R{shape}" for x, shape in enumerate("oxdsb")]
    board = placed(*row, "0 1 Go")
    hand = "Rc Gx Gd Yb Pb Bs"
    told = explained(board, hand, "1 1 Gx", 40, 5)
    unseen = len(BOX) - len(board) - 6
    without = 1.0
    for drawn in range(5):
        without *= (unseen - 2 - drawn) / (unseen - drawn)
    assert told["next can make 12"] == pytest.approx(1 - without)
    assert told["own can make 12"] == 1.0
    assert told["six kept, next has it too"] == pytest.approx(1 - without)
    assert told["six kept, next lacks it"] == pytest.approx(without)
    # The spot is at both ends of the row, so it is counted twice.
    assert told["sixes for the next"] == pytest.approx(2 * (1 - without))
    assert told["follow-up"] >= 12
    assert told["follow-up with a six"] == 1.0


def test_the_chance_of_the_last_two_is_that_of_holding_both() -> None:
    row = [f"{x} 0 R{shape}" for x, shape in enumerate("oxds")]
    told = explained(placed(*row), "Gs Yb Yc Pb Bb Oc", "3 1 Gs", 2, 2)
    unseen = len(BOX) - 4 - 6
    # Both ends: three starbursts and three clovers are unseen, he holds two tiles.
    ways = 9 / (unseen * (unseen - 1) / 2)
    assert told["last two for the next"] == pytest.approx(2 * ways)
    assert told["fours on the table"] == 2


def test_with_an_empty_bag_the_answer_is_the_best_of_the_other_hand() -> None:
    for seed in range(3 if INTERPRETED else 20):
        position, hand = grown(seed, 90)
        valuer = valuer_of(position, hand, 0, len(BOX) - len(position) - len(hand))
        for code, _, _ in valuer.weigh_all(3):
            told = valuer.explain(code)
            move = position.move(code, 0)
            position.place(move.tiles)
            unseen = _unseen(position, hand, move.tiles)
            best = position.best(unseen)
            assert told["answer"] == (best.points if best else 0)
            position.undo()


def _unseen(position: Position, hand: list[Tile], played: tuple[Placed, ...]) -> list[Tile]:
    kept = list(hand)
    for step in played:
        kept.remove(step.tile)
    left = list(BOX)
    for tile in (*position.board().values(), *kept):
        if tile in left:
            left.remove(tile)
    return left


def test_going_out_is_worth_its_bonus_and_nothing_else() -> None:
    position = Position(placed("0 0 Ro", "1 0 Rx"))
    valuer = valuer_of(position, tiles("Rd Rs"), 0, 4)
    by_tiles = {len(position.move(code, 0).tiles): (p, v) for code, p, v in valuer.weigh_all(99)}
    points, value = by_tiles[2]
    assert value == points + 6


def test_kept_tiles_are_described_by_what_they_are() -> None:
    board = placed("0 0 Ro", "1 0 Rx")
    told = explained(board, "Rd Gs Gs Gb Yb Pc", "2 0 Rd")
    assert told["tiles kept"] == 5
    assert told["duplicates kept"] == 1
    together = [Tile("Gs"), Tile("Gb"), Tile("Yb"), Tile("Pc")]
    pairs = sum(_match(combination, other) for combination, other in combinations(together, 2))
    assert told["pairs kept"] == pairs == 2
    # Nothing green, no starburst and no purple tile goes beside red circle, cross and diamond.
    assert told["kept that fit nowhere"] == 4
    assert told["tiles drawn"] == 1


def _match(one: Tile, other: Tile) -> bool:
    same_colour = one.index // 6 == other.index // 6
    return same_colour != (one.index % 6 == other.index % 6)


def test_refusals_of_the_valuer() -> None:
    valuer = Valuer(Position()._core)
    with pytest.raises(ValueError, match="0 to 35"):
        valuer.set_knowledge([36], 10, [6])
    with pytest.raises(ValueError, match="somebody else"):
        valuer.set_knowledge([1], 10, [])
    with pytest.raises(ValueError, match="looked at closely"):
        valuer.weigh_all(0)
    with pytest.raises(ValueError, match="size of the bag"):
        valuer.share_weights(spread_weights([0], [[0.0] * LENGTH])[:10])
