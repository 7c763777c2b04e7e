"""Trials: they use what a seat may know, leave no trace, and are the same for the same seed."""

from __future__ import annotations

import random

import pytest

from qwirkle.engine import backend
from qwirkle.engine.placement.bits import VALUE_POLICY
from qwirkle.engine.placement.playout import Playout
from qwirkle.engine.placement.samples import Samples
from qwirkle.engine.placement.value import FEATURES, LENGTH, spread_weights
from qwirkle.engine.position import set_table
from qwirkle.rules.editions.placement import edition

# What ``settle`` counts a value as.
PRIOR = 10.0
INTERPRETED = backend() == "python"
GAMES = ["classic", "schmidt", "mini", "select", "connect", "combined"]


def seated(game: str, players: int, seed: int, turns: int) -> tuple[Playout, Samples]:
    """A game of that many turns in, and somebody who thinks."""
    chance = random.Random(4)
    table = set_table(["value"] * players, edition(game))
    rows = [[chance.uniform(-0.3, 0.3) for _ in FEATURES] for _ in range(2)]
    table.valuer.share_weights(spread_weights([0, 40], rows))
    table.breadth = 12
    table.deal(seed)
    search = Samples(table)
    search.set_method(1, 4, 10, 50)
    for _ in range(turns):
        if not search.play_by_value():
            break
    return table, search


def everything(table: Playout) -> tuple[object, ...]:
    seats = range(table.players)
    return (
        table.position.state(),
        [table.hand(seat) for seat in seats],
        table.in_bag(),
        table.scores(),
        [table.extras_left(seat) for seat in seats],
        table.stars_left(),
        table.turn_log(),
        table.draws(),
        (table.seat, table.turns, table.idle, table.passes, table.breadth, table.ending_nodes),
        [table.exposures(seat) for seat in seats],
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_trials_leave_the_table_as_it_was(game: str, players: int) -> None:
    for turns in (1, 9, 28):
        table, search = seated(game, players, 7 + turns, turns)
        before = everything(table)
        if search.find_candidates(6, 0.0, 0.0) > 1:
            search.run(list(range(search.n)), 5, 0, 2)
            search.restore()
        assert everything(table) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_trial_depends_on_its_deal_and_its_candidate_alone(game: str) -> None:
    table, search = seated(game, 2, 3, 12)
    assert search.find_candidates(4, 0.0, 0.0) == 4
    together = search.run([0, 1, 2, 3], 11, 0, 4)
    alone = [search.run([which], 11, 0, 4)[0] for which in (3, 0, 2, 1)]
    assert together == [alone[1], alone[3], alone[2], alone[0]]
    halves = [
        first + other
        for first, other in zip(
            search.run([0, 1, 2, 3], 11, 0, 2), search.run([0, 1, 2, 3], 11, 2, 2), strict=True
        )
    ]
    assert together == pytest.approx(halves)
    assert search.run([0, 1, 2, 3], 12, 0, 4) != together
    search.restore()
    assert table.players == 2


@pytest.mark.parametrize("players", [2, 4])
def test_trials_do_not_know_what_the_seat_cannot_see(players: int) -> None:
    """Two tables that differ in the others' hands and in the bag alone give the same trials."""
    table, search = seated("classic", players, 21, 10)
    seat, own = table.seat, table.hand(table.seat)
    others = [table.hand(player) for player in range(players) if player != seat]
    hidden = [tile for hand in others for tile in hand] + table.in_bag()
    bag = len(table.in_bag())
    sizes = [len(table.hand(player)) for player in range(players)]
    told = []
    for seed in (1, 2, 3):
        random.Random(seed).shuffle(hidden)
        rest = list(hidden)
        hands = [
            own if count == seat else [rest.pop() for _ in range(size)]
            for count, size in enumerate(sizes)
        ]
        assert len(rest) == bag
        table.set_up(hands, rest, seat, seed)
        assert search.find_candidates(5, 0.0, 0.0) == 5
        told.append((search.candidates(), search.run([0, 1, 2, 3, 4], 9, 0, 4)))
        search.restore()
    assert told[0] == told[1] == told[2]


def test_a_lead_counts_less_the_further_it_goes() -> None:
    _, search = seated("classic", 2, 5, 8)
    worth = {}
    for lead in (-200.0, -20.0, 0.0, 20.0, 200.0):
        search.find_candidates(2, lead, 20.0)
        worth[lead] = [value for *_, value in search.candidates()]
        search.restore()
    plain = search.find_candidates(2, 0.0, 0.0)
    assert plain == 2
    first, second = (value for *_, value in search.candidates())
    search.restore()
    gaps = {lead: values[0] - values[1] for lead, values in worth.items()}
    assert first > second
    assert gaps[0.0] > gaps[20.0] > gaps[200.0] == 0
    assert gaps[-200.0] == 0, "a game that is lost is lost"
    assert worth[200.0][0] == pytest.approx(20.0)


def test_lessons_are_of_whole_turns_and_the_game_goes_on() -> None:
    table, search = seated("classic", 2, 17, 0)
    search.make_room(4000)
    rows = search.collect(99, 1, 1, one_in=4 if INTERPRETED else 2, narrow=2, wander=8)
    features, targets, marks, count = search.samples()
    assert rows == count > 8
    assert len(features) >= count * LENGTH
    assert len(targets) >= 2 * count
    turns = [marks[2 * row + 1] for row in range(count)]
    assert turns == sorted(turns), "the candidates of a turn stand together"
    assert max(turns.count(turn) for turn in set(turns)) <= 8
    assert all(features[row * LENGTH] in (0.0, 1.0) for row in range(count))
    assert sum(table.scores()) > 100, "the game was played to its end"


def test_late_lessons_come_more_often() -> None:
    """As often as wanted while the bag has a few tiles, and no longer once it is empty."""
    _, search = seated("classic", 2, 17, 0)
    search.make_room(4000)
    search.late_bag = 9
    count = search.collect(99, 1, 1, one_in=1 << 30, narrow=2, wander=8)
    features, _, marks, _ = search.samples()
    drawn = FEATURES.index("tiles drawn")
    before = {
        marks[2 * row] + features[row * LENGTH + drawn]
        for row in range(count)
        if features[row * LENGTH]
    }
    assert 0 < len(before) <= 9
    assert all(0 < tiles <= 9 for tiles in before)
    search.make_room(4000)
    search.late_one_in = 1 << 30
    assert search.collect(99, 1, 1, one_in=1 << 30, narrow=2, wander=8) == 0


def test_an_ending_that_is_played_out_brings_what_is_scored_in_it() -> None:
    """A search that is cut short promises something else."""
    kept_promises = []
    for seed in range(12):
        table, search = seated("classic", 2, seed, 0)
        while table.in_bag() and search.play_by_value():
            pass
        if search.find_candidates(2, 0.0, 0.0) < 2 or not all(map(table.hand, (0, 1))):
            continue
        seat, before = table.seat, table.scores()
        search.set_method(3, 4, 0, 20)
        search.rivals = VALUE_POLICY
        promised = search.run([0], 5, 0, 1)
        search.playing_on = 1
        told = search.run([0], 5, 0, 1)
        # Played as in the trial: with an empty bag there is nothing to deal.
        going = search.play(0)
        table.ending_nodes, table.breadth = 20, 4
        while going:
            going = search.play_by_value()
        gained = [now - then for now, then in zip(table.scores(), before, strict=True)]
        assert told == [gained[seat] - gained[1 - seat]]
        kept_promises.append(promised == told)
    assert len(kept_promises) > 1
    assert not all(kept_promises)


@pytest.mark.parametrize("game", GAMES)
def test_the_core_settles_as_halving_by_hand_does(game: str) -> None:
    for turns in (5, 12, 40):
        table, search = seated(game, 2, 3 + turns, turns)
        before = everything(table)
        if search.find_candidates(7, 2.0, 20.0) < 2:
            continue
        worth = [PRIOR * value for _, _, value in search.candidates()]
        live = list(range(search.n))
        first, deals = 0, 3
        while len(live) > 1:
            for which, total in zip(live, search.run(live, 17, first, deals), strict=True):
                worth[which] += total
            first, deals = first + deals, 2 * deals
            live = sorted(live, key=lambda which: -worth[which])[: (len(live) + 1) // 2]
        search.restore()
        search.find_candidates(7, 2.0, 20.0)
        assert search.choose_by_trials(17, 3) == live[0]
        assert everything(table) == before


def test_refusals_of_a_search() -> None:
    _, search = seated("classic", 2, 3, 12)
    for wrong in ((0, 4, 0, 0), (1, 0, 0, 0), (1, 4, -1, 0), (1, 4, 0, -1)):
        with pytest.raises(ValueError, match="a trial has"):
            search.set_method(*wrong)
    with pytest.raises(ValueError, match="something to try"):
        search.choose_by_trials(1, 4)
    assert search.find_candidates(4, 0.0, 0.0) == 4
    with pytest.raises(ValueError, match="at least one deal"):
        search.choose_by_trials(1, 0)
