"""The solver against brute force, against the rules' own check, and the switches it finds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

import pytest

from cards.table import cards, real_positions, sets
from qwirkle.engine.cards import box
from qwirkle.engine.cards import core as cards_core
from qwirkle.engine.cards import solver as cards_solver
from qwirkle.rules.cards.playable import can_play, makes_sets
from qwirkle.rules.cards.referee import Verdict, judge, set_faults
from qwirkle.rules.cards.switching import count_moved, switches
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.tiles import KINDS, Tile, in_order

Counts = tuple[int, ...]


# The lemmas the core stands on, checked on all 4,096 vectors by looking


@cache
def line_sets(vector: Counts) -> frozenset[int]:
    """By looking: the numbers of sets of six in all splits of one line; empty if there is none."""
    if not any(vector):
        return frozenset({0})
    first = next(place for place in range(6) if vector[place])
    found: set[int] = set()
    for size in range(2, 6):
        for others in combinations([p for p in range(6) if p != first and vector[p]], size):
            chosen = {first, *others}
            rest = tuple(count - (place in chosen) for place, count in enumerate(vector))
            found |= {more + (size == 5) for more in line_sets(rest)}
    return frozenset(found)


def test_C_SET_1_a_line_splits_exactly_when_3m_is_at_most_n() -> None:
    for vector in product(range(4), repeat=6):
        found, n, m = line_sets(vector), sum(vector), max(vector)
        assert bool(found) == (3 * m <= n)
        if found:
            most = min(*vector, (n - 3 * m) // 3)
            assert found == frozenset(range(most + 1))


# Brute force over whole tables


def partitions(rest: tuple[Tile, ...]) -> Iterator[tuple[CardSet, ...]]:
    """Every way to lay these cards in sets."""
    if not rest:
        yield ()
        return
    kinds = in_order(set(rest))
    for line in ("colour", "shape"):
        mates = [
            card
            for card in kinds
            if card != kinds[0] and getattr(card, line) is getattr(kinds[0], line)
        ]
        for size in range(2, 6):
            for others in combinations(mates, size):
                chosen = (kinds[0], *others)
                left = in_order((Counter(rest) - Counter(chosen)).elements())
                for more in partitions(left):
                    yield (chosen, *more)


@cache
def most_sixes(table: tuple[Tile, ...]) -> int | None:
    found = [sum(len(group) == 6 for group in way) for way in partitions(table)]
    return max(found, default=None)


def small_positions(count: int) -> Iterator[tuple[tuple[CardSet, ...], tuple[Tile, ...]]]:
    """Small tables on few lines, so that switching matters."""
    chance = random.Random(11)
    made = 0
    while made < count:
        pool = [
            kind
            for kind in KINDS
            if kind.index // 6 in (0, 1, 2) and kind.index % 6 in (0, 1, 2, 3, 4, 5)
            if chance.random() < 0.8
        ]
        table: list[CardSet] = []
        for _ in range(chance.randrange(3)):
            one = chance.sample(pool, min(len(pool), chance.choice((3, 3, 4, 5))))
            if not set_faults(tuple(one)):
                table.append(tuple(one))
        base = chance.choice(KINDS)
        line = [kind for kind in KINDS if kind.colour is base.colour]
        table.append(tuple(chance.sample(line, chance.choice((3, 4, 5)))))
        lying = Counter(card for group in table for card in group)
        hand = [chance.choice([*pool, *line]) for _ in range(chance.randrange(1, 5))]
        if all(copies <= 3 for copies in (lying + Counter(hand)).values()):
            made += 1
            yield tuple(table), tuple(hand)


def subsets(hand: Sequence[Tile]) -> set[tuple[Tile, ...]]:
    return {
        in_order(chosen) for size in range(1, len(hand) + 1) for chosen in combinations(hand, size)
    }


def test_equal_to_brute_force_on_small_tables() -> None:
    played = qwirkles = 0
    for table, hand in small_positions(700):
        lying = tuple(card for group in table for card in group)
        truth = {
            chosen: most
            for chosen in subsets(hand)
            if (most := most_sixes(in_order((*lying, *chosen)))) is not None
        }
        assert set(cards_solver.plays(table, hand)) == set(truth)
        assert cards_solver.can_play(table, hand) == can_play(table, hand) == bool(truth)
        best = cards_solver.best_turn(table, hand)
        if best is None:
            assert not truth
            assert cards_solver.most_qwirkles(table, hand) is None
            continue
        most = max(truth.values())
        longest = max(len(chosen) for chosen, sixes in truth.items() if sixes == most)
        assert (best.qwirkles, len(best.played)) == (most, longest)
        assert cards_solver.most_qwirkles(table, hand) == most
        played += 1
        qwirkles += most > 0
    assert played > 175
    assert qwirkles > 7


def test_equal_to_the_rules_on_real_tables() -> None:
    """Two formulations: the core adds sets where room lacks, the rules bound the sets of a line."""
    chance = random.Random(3)
    none = 0
    for table, hand in real_positions(10):
        # Hands of nine can nearly always play; the first cards of one often cannot.
        for held in (hand, hand[:3], hand[:1]):
            assert cards_solver.can_play(table, held) == can_play(table, held)
        none += not can_play(table, hand[:1])
        # A random part of the hand, all of it at once: often impossible.
        part = [card for card in hand if chance.random() < 0.5]
        counts = Counter([*(card for group in table for card in group), *part])
        exact = [counts[kind] for kind in KINDS]
        assert (cards_solver.partition(counts.elements()) is not None) == makes_sets(exact, exact)
    assert none > 8


def test_random_cards_make_sets_or_not_by_both_ways() -> None:
    chance = random.Random(4)
    yes = 0
    for _ in range(500):
        lines = chance.sample(range(12), 4)
        pool = [k for k in range(36) if k // 6 in lines or 6 + k % 6 in lines]
        counts = [0] * 36
        for _ in range(chance.randrange(3, 30)):
            kind = chance.choice(pool)
            counts[kind] = min(3, counts[kind] + 1)
        found = cards_core.Solver().split(counts, [0] * 12)
        assert found == makes_sets(counts, counts)
        yes += found
    assert 15 < yes < 485


# What it lays is legal


def test_every_laying_is_legal_and_tells_the_truth_about_itself() -> None:
    chance = random.Random(5)
    for table, hand in real_positions(10):
        best = cards_solver.best_turn(table, hand)
        options = cards_solver.plays(table, hand)
        assert (best is None) == (not options)
        layings = [best] if best else []
        for played in chance.sample(options, min(3, len(options))):
            laying = cards_solver.lay(table, played)
            assert laying is not None
            assert laying.played == in_order(played)
            layings.append(laying)
        for laying in layings:
            verdict = judge(table, hand, laying.after)
            assert isinstance(verdict, Verdict)
            assert (verdict.played, len(verdict.qwirkles)) == (laying.played, laying.qwirkles)
            assert laying.switches == switches(table, laying.after)
            assert len(laying.steps) == len(laying.switches)


def test_C_SET_1_a_partition_without_wanted_qwirkles_has_none() -> None:
    way = cards_solver.partition(cards("Ro Rx Rd Rs Rb Rc"))
    assert way is not None
    assert sorted(len(group) for group in way) == [3, 3]
    assert cards_solver.partition(cards("Ro Rx Rd Rs Rb Rc"), [1, *[0] * 11]) == (
        cards("Ro Rx Rd Rs Rb Rc"),
    )
    assert cards_solver.partition(cards("Ro Rx Gd")) is None


# The fewest switches


@pytest.mark.parametrize(
    ("table", "played", "fewest"),
    [
        ("Ro Rx Rd", "Rs", 0),
        ("Bs Bo Bx Bb / Rd Od Pd", "Gs Rs", 1),
        ("Yo Yd Ys Yb / Yc Rc Gc / Go Gd Gs", "Bc", 0),
        ("Bo Bx Bb / Po Pc Pb Ps / Gs Rs Bs", "Gd Go", 2),
    ],
)
def test_fewest_switches(table: str, played: str, fewest: int) -> None:
    laying = cards_solver.lay(sets(table), cards(played))
    assert laying is not None
    assert laying.moved == fewest


def test_C_TURN_1_george_moves_the_clover_and_keeps_the_clovers_at_three() -> None:
    table = sets("Yo Yd Ys Yb / Yc Rc Gc")
    best = cards_solver.best_turn(table, cards("Yx Bc Rb Od"))
    assert best is not None
    assert best.moved == 1
    assert "yellow clover: from the clovers to the yellow set" in best.steps
    assert best.after == sets("Yo Yx Yd Ys Yb Yc / Rc Gc Bc")


def test_fewest_switches_are_the_fewest_of_all_partitions() -> None:
    compared = 0
    for table, hand in small_positions(500):
        lying = [card for group in table for card in group]
        for played in cards_solver.plays(table, hand)[:2]:
            ways = [
                way
                for way in partitions(in_order((*lying, *played)))
                if all(len(group) < 6 for group in way)
            ]
            if not ways:
                continue
            laying = cards_solver.lay(table, played)
            assert laying is not None
            assert laying.moved >= min(count_moved(switches(table, way)) for way in ways)
            compared += laying.moved == min(count_moved(switches(table, way)) for way in ways)
            compared -= 1
    # Sets keep their line in the search; hardly ever does changing it save a switch.
    assert compared >= -10


def test_four_copies_of_a_card_are_refused() -> None:
    with pytest.raises(ValueError, match="three cards"):
        cards_solver.can_play((), cards("Ro Ro Ro Ro"))


def test_qwirkles_without_enough_cards_are_never_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting the cards of every kind finds nothing impossible that the solver finds possible."""
    asked: list[tuple[object, ...]] = []
    for table, hand in real_positions(10)[::7]:
        for line in range(box.LINES):
            made = [int(line == other) for other in range(box.LINES)]
            asked.append((table, hand, made))
    quick = [cards_solver.plays(*question) for question in asked]  # type: ignore[arg-type]
    monkeypatch.setattr(cards_solver, "_enough_cards", lambda *_: True)
    assert [cards_solver.plays(*question) for question in asked] == quick  # type: ignore[arg-type]
    assert any(quick)
