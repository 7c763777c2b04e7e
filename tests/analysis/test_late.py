"""Late turns: with few tiles in the bag all deals are tried; intervals say what is left open."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from msgspec.structs import replace

from analysis.games import played as game_of
from analysis.reviewed_games import played
from qwirkle.analysis.judge import placement, position
from qwirkle.analysis.judge.endings import EndingSolver
from qwirkle.analysis.judge.every_deal import (
    Value,
    choose_deals,
    mean_over,
)
from qwirkle.analysis.judge.games import judge_for
from qwirkle.analysis.judge.placement import EVERY_DEAL, Judge
from qwirkle.analysis.judge.trials import Difference
from qwirkle.analysis.judge.verdict import QUICK, Considered, Verdict
from qwirkle.engine.every_deal import Hand, Order, can_list_deals, empties_bag, list_hands
from qwirkle.engine.legal import best_placements, placements
from qwirkle.engine.position import Position, Standing
from qwirkle.engine.solver import Solver
from qwirkle.players.rng import Chance
from qwirkle.rules.family import AnyEdition, edition, view
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS

ENOUGH = 4_000_000


# With three tiles in each hand, endings are solved in no time.
SHORT = replace(edition("classic"), hand=3)


def late_views(most: int = 3, rules: AnyEdition = SHORT) -> list[View]:
    found = []
    for seed in ("late", "later", "latest"):
        for step in game_of(rules, 2, seed):
            seen = view(step.before, step.seat)
            if isinstance(seen, View) and 0 < seen.bag <= most:
                found.append(seen)
    return found


def test_every_hand_is_listed_with_its_chance() -> None:
    equal = 0
    for seen in (*late_views(), *late_views(rules=edition("classic"))):
        assert can_list_deals(seen, 3)
        hands = list_hands(seen)
        size = seen.players[1 - (seen.seat or 0)].tiles
        unseen = sorted(tile.index for tile in seen.unseen().elements())
        ways = Counter(combinations(unseen, size))
        assert {hand.tiles: hand.chance for hand in hands} == pytest.approx(
            {tiles: count / comb(len(unseen), size) for tiles, count in ways.items()}
        )
        assert len(ways) <= comb(size + seen.bag, size)
        equal += max(ways.values()) > 1
        for hand in hands:
            assert sorted(hand.tiles + hand.bag) == unseen
            assert all(deal[:size] == hand.tiles for deal in hand.deals())
    # Where two unseen tiles are equal, some hands are likelier than others.
    assert equal


def test_deals_are_not_listed_for_more_players_or_a_fuller_bag() -> None:
    steps = played("classic", ("greedy",) * 3, "many")
    assert not any(can_list_deals(view(step.before, step.seat), 3) for step in steps)  # type: ignore[arg-type]
    assert not any(can_list_deals(seen, seen.bag - 1) for seen in late_views())


def test_with_one_tile_in_the_bag_a_turn_is_worth_the_mean_of_its_solved_endings() -> None:
    """By another way: the solver, deal by deal, and the rules for what is drawn."""
    views = [seen for seen in late_views() if seen.bag == 1]
    turns_of = ((seen, move) for seen in views for move in placements(seen.board, seen.hand))
    # A turn with many tiles leaves little to solve.
    seen, move = max(turns_of, key=lambda found: len(found[1].tiles))
    assert empties_bag(seen, len(move.tiles))
    seat, kept = seen.seat or 0, list(seen.hand)
    for placed in move.tiles:
        kept.remove(placed.tile)
    solver = Solver(Position(seen.board.with_tiles(move.tiles)))
    wanted = 0.0
    for hand in list_hands(seen):
        hands = [[KINDS[kind] for kind in hand.tiles]] * 2
        hands[seat] = [*kept, *(KINDS[kind] for kind in hand.bag)]
        answer = solver.solve(hands, 1 - seat, standing=Standing(seen.edition), nodes=ENOUGH)
        assert answer.exact
        wanted += hand.chance * (move.points - answer.value)
    judge = Judge(seen.edition, 2, QUICK)
    with judge.candidates(seen, 1) as turns:
        number = turns.add(Place(move.tiles))
        value = turns.value_on_every_deal(number, ENOUGH)
        # Nothing is left open, unless the search was cut short.
        hurried = turns.value_on_every_deal(number, 5)
    judge.close()
    assert value == Value(pytest.approx(wanted))  # type: ignore[arg-type]
    assert hurried.doubt == EVERY_DEAL


def test_the_verdict_is_the_same_whatever_the_seed_of_the_deals() -> None:
    """No lot is drawn where all deals are tried: only the selection before it depends on some."""
    seen = next(seen for seen in late_views() if seen.bag == 1)
    best, other = (
        best_placements(seen.board, seen.hand)[0],
        next(iter(placements(seen.board, seen.hand))),
    )
    values = []
    for seed in (1, 2):
        judge = Judge(seen.edition, 2, QUICK)
        with judge.candidates(seen, seed) as turns:
            numbers = [turns.add(Place(move.tiles)) for move in (best, other)]
            values.append([turns.value_on_every_deal(number, 300) for number in numbers])
        judge.close()
    assert values[0] == values[1]


def test_orders_of_the_bag_that_are_not_tried_make_an_interval() -> None:
    hand = Hand((1,), (2, 3, 4), 1.0)
    gains = {deal: float(number) for number, deal in enumerate(hand.deals())}
    some = choose_deals([hand], ordered=True, chance=Chance("orders"))
    assert (len(some[0].deals), some[0].of) == (2, 6)
    value = mean_over(some, gains.__getitem__)
    assert value.variance > 0
    (whole,) = choose_deals([Hand((1,), (2, 2), 1.0)], ordered=True, chance=Chance("one"))
    assert (len(whole.deals), whole.of) == (1, 1)
    (alone,) = choose_deals([hand], ordered=False, chance=Chance("alone"))

    def gain(order: Order) -> float:
        return float(order[0])

    assert mean_over([alone], gain) == Value(1.0)
    apart = Value(3.0, 0.25, 0.5).over(Value(1.0, 0.0, 0.1))
    assert apart.mean == 2.0
    assert apart.high - apart.mean == pytest.approx((0.98**2 + 0.5**2) ** 0.5)


def test_late_intervals_include_the_error_of_endings_that_are_cut_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(placement, "LATE", 50.0)
    plan = QUICK._replace(candidates=4, selecting=2, judging=10, rough_ending=10, ending=10)
    step = next(
        step
        for step in played("classic", ("greedy", "random"), "hidden")
        if 4 <= view(step.before, step.seat).bag <= 12  # type: ignore[union-attr]
    )
    judge = judge_for(step.before.edition, 2, plan)
    verdict = judge.judge(step.before, step.turn, 1)
    judge.close()
    others = [found.behind for found in verdict.considered if found.behind != Difference()]
    assert others
    assert all(behind.high - behind.mean >= 50 for behind in others)
    assert all(behind.mean - behind.low >= 50 for behind in others)


def test_the_best_turn_stays_on_the_list_even_with_the_fewest_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = late_views(12)[0]
    moves = sorted(placements(seen.board, seen.hand), key=lambda move: (move.points, move.tiles))
    ranked = [moves[0], moves[-1], moves[1]]

    class Told:
        def judge(self, *_: object) -> Verdict:
            considered = tuple(
                Considered(Place(move.tiles), move.points, Difference(2.0 * lost, lost, 3.0 * lost))
                for lost, move in enumerate(ranked)
            )
            return Verdict(considered[0], 0.0, Difference(), False, False, considered)

        def close(self) -> None:
            pass

    monkeypatch.setattr(position, "judge_for", lambda *_, **__: Told())
    found = position.best_turns(seen)
    assert [turn.text for turn in found.turns] == [str(Place(move.tiles)) for move in ranked]
    assert found.turns[0].lost == 0


def test_an_outcome_is_known_only_where_it_is_proven() -> None:
    ending = next(
        seen
        for step in game_of(SHORT, 2, "late")
        if EndingSolver(1).reaches(seen := view(step.before, step.seat))  # type: ignore[arg-type]
    )
    assert isinstance(ending, View)
    assert EndingSolver(1).outcome(ending) is None
    assert EndingSolver(ENOUGH).outcome(ending) is not None
    assert EndingSolver(ENOUGH).outcome(late_views()[0]) is None


def test_late_turns_of_a_game_share_their_work() -> None:
    """A game with many of them takes no longer, and all are judged the same by public facts."""
    steps = game_of(edition("mini"), 2, "late")
    most = QUICK._replace(late_work=3 * QUICK.every_ending)
    judge = Judge(steps[0].before.edition, 2, most)  # type: ignore[arg-type]
    shares = []
    for step in steps:
        seen = view(step.before, None)
        assert isinstance(seen, View)
        share = judge._share_of(seen)
        if 0 < seen.bag <= QUICK.late_bag:
            shares.append(share)
        else:
            assert share == QUICK.every_ending
    judge.close()
    assert len(shares) > 3
    assert 0 < sum(shares) <= 3 * QUICK.every_ending
    assert min(shares) > 0
    assert max(shares) < 4 * min(shares)
