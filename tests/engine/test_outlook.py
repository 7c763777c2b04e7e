"""The value of other hands: it leaves no trace, and is what the seat itself would be told."""

from __future__ import annotations

import random

import pytest

from engine.test_search import GAMES, everything, seated
from qwirkle.engine.placement.outlook import Outlook


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_weighing_hands_leaves_the_table_as_it_was(game: str, players: int) -> None:
    for turns in (0, 1, 9, 28):
        table, search = seated(game, players, 7 + turns, turns)
        outlook = Outlook(search)
        own = table.hand(table.seat)
        pool = [*own, *table.in_bag()]
        before = everything(table)
        chance = random.Random(turns)
        hands = [own, *(chance.sample(pool, len(own)) for _ in range(5)), own]
        found = outlook.values([tile for hand in hands for tile in hand], len(own))
        assert everything(table) == before
        assert found[0] == found[-1], "a hand has one value, whatever was weighed before it"


@pytest.mark.parametrize("game", ["classic", "connect"])
def test_a_hand_has_the_value_of_the_turn_it_allows(game: str) -> None:
    table, search = seated(game, 2, 5, 12)
    extra, code, _, value = table.advise()
    assert code
    assert not extra
    own = table.hand(table.seat)
    assert Outlook(search).values(own, len(own)) == [value]


def test_hands_of_another_size_are_refused() -> None:
    table, search = seated("classic", 2, 5, 12)
    outlook = Outlook(search)
    assert outlook.values([], 6) == []
    for hands, size in (([0] * 5, 5), ([0] * 7, 6), ([0, 1, 2, 3, 4, 36], 6), ([-1] * 6, 6)):
        with pytest.raises(ValueError, match="tiles"):
            outlook.values(hands, size)
    assert len(table.hand(table.seat)) == 6
