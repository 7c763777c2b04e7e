"""The puzzles of the card game: those that ship, their grades, and the deals behind them."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from qwirkle.analysis.judge.card_deals import CardDeals, lays_of
from qwirkle.analysis.judge.card_trials import CardLay, laying_of
from qwirkle.analysis.judge.held_out import HELD_OUT
from qwirkle.analysis.puzzles.cards import (
    AHEAD,
    CONFIRMING,
    DEALS,
    FEW,
    LONGEST_DECK,
    SURELY,
    make,
)
from qwirkle.analysis.puzzles.difficulty import HARD, HARD_TO_SEE
from qwirkle.analysis.puzzles.grades import grade, loses_nothing
from qwirkle.analysis.puzzles.puzzle import (
    LISTED,
    Puzzle,
    Tally,
    content_of,
    find_candidate,
    shipped_puzzles,
)
from qwirkle.analysis.puzzles.report import entry_of, reasons_against, rival_turn
from qwirkle.analysis.review.self_play import turn_states
from qwirkle.engine.cards.solver import best_turn, lay, most_qwirkles, partition
from qwirkle.engine.legal import legal_turns
from qwirkle.players.cards import thinking_turn
from qwirkle.players.legality import check_turn
from qwirkle.players.rng import Chance
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.view import View
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import decide, edition, state_behind, view
from qwirkle.rules.tiles import KINDS, Tile

QWIRKLE = 6
# On deals that neither selected nor judged anything.
ELSEWHERE = CONFIRMING + HELD_OUT


def cards_of(puzzle: Puzzle) -> View:
    seen = puzzle.view()
    assert isinstance(seen, View)
    return seen


PUZZLES = tuple(known for known in shipped_puzzles().puzzles if known.position.startswith("cards "))
SOLVED = tuple(known for known in PUZZLES if known.exact)
TRIED = tuple(known for known in PUZZLES if not known.exact)


def play_of(seen: View, turn: CardLay) -> Play:
    laid = lay(seen.table, cards_in(turn[0]), turn[1])
    assert laid is not None
    return Play(laid.after)


def cards_in(counts: tuple[int, ...]) -> list[Tile]:
    return [kind for kind in KINDS for _ in range(counts[kind.index])]


def lay_of(puzzle: Puzzle, which: int) -> CardLay:
    turn = puzzle.turn(puzzle.candidates[which])
    assert isinstance(turn, Play)
    return laying_of(cards_of(puzzle).table, turn)


def test_there_are_enough_of_every_kind() -> None:
    assert len(PUZZLES) >= 100
    assert {len(cards_of(puzzle).players) for puzzle in PUZZLES} == {2, 3, 4}
    themes = {theme for puzzle in PUZZLES for theme in puzzle.themes}
    assert {"denial", "building", "several-qwirkles", "moves-cards", "last-card"} <= themes
    assert {"ending", "final-turns", "several-players", HARD_TO_SEE} <= themes
    assert min(len(SOLVED), len(TRIED)) >= len(PUZZLES) / 4
    # Exchanging is allowed only where nothing can be played, so it is never a choice.
    assert not any(isinstance(puzzle.best, Exchange) for puzzle in PUZZLES)


def test_every_listed_turn_is_legal_and_no_arrangement_of_another() -> None:
    for puzzle in PUZZLES:
        seen = cards_of(puzzle)
        turns = [puzzle.turn(found) for found in puzzle.candidates]
        assert len({content_of(turn) for turn in turns}) == len(turns)
        for turn, found in zip(turns, puzzle.candidates, strict=True):
            check_turn(seen, turn)
            assert isinstance(turn, Play)
            assert found.points == sum(len(cards) == QWIRKLE for cards in turn.after)
        assert seen.deck <= LONGEST_DECK


def test_every_one_has_one_best_turn() -> None:
    for puzzle in PUZZLES:
        best, *others = puzzle.candidates
        assert best.lost == 0
        assert len(puzzle.candidates) >= min(LISTED, len(lays_of(cards_of(puzzle))))
        for found in others:
            assert found.lost >= (1 if puzzle.exact else AHEAD)
            assert found.low >= (1 if puzzle.exact else SURELY)


def test_where_the_obvious_turn_is_the_best_the_levels_miss_it() -> None:
    """It makes the most Qwirkles and then plays the most cards."""
    for puzzle in PUZZLES:
        seen = cards_of(puzzle)
        obvious = best_turn(seen.table, seen.hand)
        assert obvious is not None
        is_best = loses_nothing(puzzle, seen, Play(obvious.after))
        assert is_best == (HARD_TO_SEE in puzzle.themes), puzzle.origin
        assert not is_best or puzzle.rating >= HARD


def test_all_other_arrangements_of_the_best_turn_are_the_best_turn() -> None:
    changed = 0
    for puzzle in PUZZLES:
        seen = cards_of(puzzle)
        best = puzzle.best
        assert isinstance(best, Play)
        play, made = lay_of(puzzle, 0)
        cards = [*(card for lying in seen.table for card in lying), *cards_in(play)]
        other = partition(cards, made)
        assert other is not None
        changed += sorted(map(sorted, other)) != sorted(map(sorted, best.after))
        assert grade(puzzle, Play(other)).mark == "best"
    assert changed >= len(PUZZLES) / 4


def test_a_listed_turn_loses_what_the_puzzle_says() -> None:
    for puzzle in (SOLVED[0], TRIED[0]):
        for found in puzzle.candidates[1:]:
            given = grade(puzzle, puzzle.turn(found))
            assert (given.lost, given.points) == (found.lost, found.points)
            assert given.mark in {"costly", "blunder"}


def test_any_other_turn_is_played_out_and_always_gets_the_same_grade() -> None:
    puzzle = TRIED[0]
    seen = cards_of(puzzle)
    others = [play_of(seen, turn) for turn in lays_of(seen)[:40]]
    other = next(turn for turn in others if find_candidate(puzzle, turn) is None)
    given = grade(puzzle, other)
    assert given == grade(puzzle, other)
    assert given.lost >= SURELY
    assert given.lost_ci95[0] <= given.lost <= given.lost_ci95[1]
    assert not given.exact


def test_where_nothing_is_hidden_turns_of_the_same_worth_are_the_same_turn() -> None:
    """They take the same Qwirkles, and before the last turn there are few of them."""
    several = 0
    for puzzle in SOLVED:
        seen = cards_of(puzzle)
        turns = lays_of(seen)
        worths = CardDeals(seen, puzzle.seed).solve(turns)
        best = [turn for turn, worth in zip(turns, worths, strict=True) if worth == max(worths)]
        assert lay_of(puzzle, 0) in best
        assert len({made for _, made in best}) == 1
        assert seen.turns_left == 1 or len(best) <= max(1, FEW * len(turns))
        assert sorted(worths)[-1 - len(best)] <= max(worths) - 1
        several += len(best) > 1
    assert several
    puzzle = next(known for known in SOLVED if cards_of(known).turns_left == 1)
    seen = cards_of(puzzle)
    made = lay_of(puzzle, 0)[1]
    same = [turn for turn in lays_of(seen) if turn[1] == made and turn != lay_of(puzzle, 0)]
    assert grade(puzzle, play_of(seen, same[0])).mark == "best"


def worth_by_hand(seen: View, turn: CardLay) -> int:
    """The Qwirkles of a turn, less the most that the other player can answer with."""
    after = play_of(seen, turn).after
    made = sum(len(cards) == QWIRKLE for cards in after)
    if seen.turns_left == 1:
        return made
    left = [cards for cards in after if len(cards) < QWIRKLE]
    return made - (most_qwirkles(left, seen.unseen().elements()) or 0)


def test_solved_ones_are_right_by_another_way_of_counting() -> None:
    for puzzle in SOLVED:
        seen = cards_of(puzzle)
        best = worth_by_hand(seen, lay_of(puzzle, 0))
        for which, found in enumerate(puzzle.candidates):
            assert best - worth_by_hand(seen, lay_of(puzzle, which)) == found.lost, puzzle.origin


def closest_loss(puzzle: Puzzle, deals: int) -> tuple[float, float]:
    """What the closest turn loses on other deals, and how much less it may be."""
    found = CardDeals(cards_of(puzzle), puzzle.seed).behind(
        lay_of(puzzle, 0), [lay_of(puzzle, 1)], deals, ELSEWHERE
    )
    gap = next(iter(found))
    return gap.mean, gap.low


def test_a_sample_holds_on_other_deals() -> None:
    for puzzle in Random(3).sample(TRIED, 3):
        mean, _ = closest_loss(puzzle, DEALS)
        assert mean >= SURELY / 2, puzzle.origin


def test_a_wrong_one_does_not_hold() -> None:
    puzzle = TRIED[0]
    first, second, *rest = puzzle.candidates
    wrong = msgspec.structs.replace(puzzle, candidates=(second, first, *rest))
    assert closest_loss(wrong, 100)[0] < 0


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_twenty_times_as_many_deals_refute_none() -> None:
    refuted = [puzzle.origin for puzzle in TRIED if closest_loss(puzzle, 20 * DEALS)[0] <= 0]
    assert refuted == []


def test_the_best_turn_is_explained() -> None:
    explained = [bool(reasons_against(puzzle, rival_turn(puzzle))) for puzzle in PUZZLES]
    assert all(explained)


def test_an_entry_has_the_fields_of_the_card_game() -> None:
    puzzle = TRIED[0]
    entry = msgspec.to_builtins(entry_of(7, puzzle))
    seen = cards_of(puzzle)
    assert (entry["game"], entry["bag"]) == ("cards", seen.deck)
    assert entry["hand"] == tuple(map(str, seen.hand))
    for turn in entry["turns"]:
        assert list(turn["turn"]) == ["after"]
    assert entry["best"]["points"] == puzzle.candidates[0].points


# The deals


def states(seed: str, players: int) -> list[View]:
    games = turn_states(edition("cards"), "deals", seed, players)
    seen = [view(state, state.turn) for state in games]
    return [one for one in seen if isinstance(one, View) and one.table]


def test_every_choice_of_cards_and_qwirkles_is_a_turn() -> None:
    for seen in states("all", 2)[5::8]:
        found = lays_of(seen)
        assert len(set(found)) == len(found)
        cards = {play for play, _ in found}
        legal = [laying_of(seen.table, one) for one in legal_turns(seen) if isinstance(one, Play)]
        assert {play for play, _ in legal} == cards
        for turn in found[:: max(1, len(found) // 12)]:
            check_turn(seen, play_of(seen, turn))


@pytest.mark.parametrize("players", [2, 3])
def test_a_deal_is_played_out_by_the_rules(players: int) -> None:
    """The same deal among thinking bots, decided by the referee, ends with the same Qwirkles."""
    for seen in states(f"rules {players}", players)[10::7]:
        deals = CardDeals(seen, 5)
        turn = lays_of(seen)[0]
        chance = Chance("5/3/game")
        unseen = [KINDS[kind] for kind in chance.sample(deals._unseen, len(deals._unseen))]
        seat = seen.seat or 0
        hands: dict[int, list[Tile]] = {}
        for step in range(1, players):
            other = (seat + step) % players
            size = seen.players[other].cards
            hands[other], unseen = unseen[:size], unseen[size:]
        hidden = [card for other in sorted(hands) for card in hands[other]] + unseen
        state = state_behind(seen, hidden)
        before = Counter({which: len(one.qwirkles) for which, one in enumerate(seen.players)})
        chosen: object = play_of(seen, turn)
        dealer = SeedDealer(1)
        while state.turn is not None:
            state = decide(state, state.turn, chosen, dealer).state  # type: ignore[arg-type]
            now = None if state.turn is None else view(state, state.turn)
            chosen = thinking_turn(now) if isinstance(now, View) else None
            if isinstance(chosen, Exchange):
                pytest.skip("an exchange is dealt in another way")
        assert state.result is not None
        made = [score - before[which] for which, score in enumerate(state.result.scores)]
        found = deals.play_out(turn, 3)
        assert found.mine == made.pop(seat)
        assert found.theirs == sum(made) / len(made)


def test_a_position_without_a_clear_best_turn_is_no_puzzle() -> None:
    seen = states("no puzzle", 2)[2]
    made, tally = make(Puzzle("position", (), "origin"), seen, plain=True)
    assert made is None
    assert tally.tried == 0
    assert tally in {Tally(), Tally(screened=1)}
