"""Candidates of all kinds: they are tried on deals that leave the table as it was."""

from __future__ import annotations

import pytest

from engine.test_search import GAMES, everything, seated

TRIED = 6


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_trials_of_any_turn_leave_the_table_as_it_was(game: str, players: int) -> None:
    for turns in (4, 20):
        table, search = seated(game, players, 31 + turns, turns)
        before = everything(table)
        search.find_candidates(3, 0.0, 0.0)
        hand = table.hand(table.seat)
        live = [0, search.add_trade(hand[:2]), search.add_trade(hand)]
        first = search.run(live, 5, 0, TRIED)
        assert search.run(live, 5, 0, TRIED) == first
        assert sum(search.run(live, 5, deal, 1)[0] for deal in range(TRIED)) == pytest.approx(
            first[0]
        )
        search.restore()
        assert everything(table) == before


def test_a_placement_is_admitted_once() -> None:
    table, search = seated("classic", 2, 3, 12)
    count = search.find_candidates(5, 0.0, 0.0)
    code, points, value = search.candidates()[2]
    cells, kinds = zip(*table.position.spell(code), strict=True)
    assert search.add_candidate(cells, kinds) == 2
    assert search.add_candidate(cells, [(kind + 1) % 36 for kind in kinds]) in {-1, count}
    assert search.candidates()[2] == (code, points, value)
    search.restore()


def test_an_opening_is_admitted_wherever_it_is() -> None:
    table, search = seated("classic", 2, 3, 0)
    search.find_candidates(5, 0.0, 0.0)
    code, _, _ = search.candidates()[0]
    spelt = table.position.spell(code)
    cells, kinds = [cell + 65 for cell, _ in spelt], [kind for _, kind in spelt]
    assert search.add_candidate(cells, kinds) == -1
    assert search.add_candidate(cells, kinds, anywhere=True) == 0
    search.restore()


def test_with_open_hands_only_the_bag_is_dealt_again() -> None:
    table, search = seated("classic", 2, 8, 30)
    hands = [table.hand(seat) for seat in range(2)]
    search.fix_hands(hands)
    search.find_candidates(2, 0.0, 0.0)
    unseen = search.pool_n
    search.restore()
    search.fix_hands([])
    search.find_candidates(2, 0.0, 0.0)
    assert search.pool_n == unseen + len(hands[1 - table.seat])
    search.restore()
