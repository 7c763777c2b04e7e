"""The referee of the card game: the cases of the rule book, every reason, who went where."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cards.table import cards, same_sets, sets
from qwirkle.engine.cards import solver as cards_solver
from qwirkle.rules.cards.referee import Verdict, judge
from qwirkle.rules.cards.switching import count_moved, in_words, switches
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.refusals.reasons import Reason
from qwirkle.rules.tiles import Tile, in_order

FILE = Path(__file__).parents[1] / "cases" / "cards.json"


class Best(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    qwirkles: int
    most_cards: int
    played: tuple[Tile, ...]
    after: tuple[CardSet, ...]


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    rule: str
    note: str
    table: tuple[CardSet, ...]
    hand: tuple[Tile, ...]
    played: tuple[Tile, ...] = ()
    after: tuple[CardSet, ...] | None = None
    qwirkles: int = 0
    left: tuple[CardSet, ...] = ()
    reasons: tuple[str, ...] = ()
    best: Best | None = None


class CaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cases: tuple[Case, ...]


CASES = msgspec.json.decode(FILE.read_bytes(), type=CaseFile).cases
TURNS = [case for case in CASES if case.after is not None]
BEST = [case for case in CASES if case.after is None]


def reasons(before: str, hand: str, after: str, opening: int = 0) -> list[str]:
    verdict = judge(sets(before), cards(hand), sets(after), opening)
    assert isinstance(verdict, tuple)
    assert all(refusal.message.endswith(".") for refusal in verdict)
    return [refusal.reason for refusal in verdict]


def test_all_cases_of_the_rule_book_are_here() -> None:
    assert (len(TURNS), len(BEST)) == (16, 16)


@pytest.mark.parametrize("case", TURNS, ids=lambda case: f"{case.rule}-{case.id}")
def test_turn_of_the_rule_book(case: Case) -> None:
    assert case.after is not None
    verdict = judge(case.table, case.hand, case.after)
    if case.reasons:
        assert isinstance(verdict, tuple)
        assert {refusal.reason for refusal in verdict} == set(case.reasons)
        return
    assert isinstance(verdict, Verdict)
    assert verdict.played == in_order(case.played)
    assert len(verdict.qwirkles) == case.qwirkles
    left = [laid for which, laid in enumerate(verdict.after) if which not in verdict.qwirkles]
    assert same_sets(left, case.left)


@pytest.mark.parametrize("case", BEST, ids=lambda case: f"{case.rule}-{case.id}")
def test_best_turn_of_the_rule_book(case: Case) -> None:
    found = cards_solver.best_turn(case.table, case.hand)
    if case.best is None:
        assert found is None
        return
    assert found is not None
    assert (found.qwirkles, len(found.played)) == (case.best.qwirkles, case.best.most_cards)
    verdict = judge(case.table, case.hand, found.after)
    assert isinstance(verdict, Verdict)
    assert (verdict.played, len(verdict.qwirkles)) == (found.played, found.qwirkles)
    example = judge(case.table, case.hand, case.best.after)
    assert isinstance(example, Verdict)
    assert example.played == in_order(case.best.played)
    laid = cards_solver.lay(case.table, case.best.played)
    assert laid is not None


def test_C_TURN_1_at_least_one_card_is_played() -> None:
    table = "Ro Rx Rd Rs / Go Gx Gd"
    assert reasons(table, "Bo", table) == ["must-play-a-card"]
    assert reasons("Ro Rx Rd Rs / Go Gd Gs", "Bo", "Ro Rx Rd / Go Gd Gs Rs") == [
        "must-play-a-card",
        "set-mixed",
    ]


def test_C_TURN_2_nothing_goes_from_the_table_to_the_hand() -> None:
    assert reasons("Ro Rx Rd Rs", "Go Gx Gd", "Ro Rx Rd / Go Gx Gd") == ["card-removed-from-table"]


def test_C_TURN_2_a_swap_of_equal_cards_is_no_play() -> None:
    """The third red circle in the hand is not played by calling it the one on the table."""
    assert reasons("Ro Rx Rd", "Ro", "Ro Rx Rd") == ["must-play-a-card"]


def test_a_card_that_is_not_in_the_hand() -> None:
    assert reasons("Ro Rx Rd", "Rb", "Ro Rx Rd Rb Rs") == ["card-from-nowhere"]
    assert reasons("Ro Rx Rd", "Rb", "Ro Rx Rd Rb / Rb Gb Bb") == ["card-from-nowhere"]


def test_C_SET_1_a_set_has_three_cards() -> None:
    assert reasons("", "Ro Rx", "Ro Rx") == ["set-too-small"]
    assert reasons("", "Ro Rx Rd", "Ro Rx Rd / Ro") == [
        "card-from-nowhere",
        "set-too-small",
    ]


def test_C_SET_1_an_empty_set_is_too_small() -> None:
    verdict = judge((), cards("Ro Rx Rd"), (cards("Ro Rx Rd"), ()))
    assert isinstance(verdict, tuple)
    assert [refusal.reason for refusal in verdict] == [Reason.SET_TOO_SMALL]


def test_C_SET_1_no_duplicates_and_one_attribute() -> None:
    assert reasons("", "Ro Ro Rx", "Ro Ro Rx") == ["set-duplicate"]
    assert reasons("", "Ro Rx Gd", "Ro Rx Gd") == ["set-mixed"]
    assert reasons("", "Ro Gx", "Ro Gx") == ["set-too-small", "set-mixed"]


def test_C_SET_1_seven_cards_hold_a_duplicate() -> None:
    assert reasons("Ro Rx Rd", "Rs Rb Rc Ro", "Ro Rx Rd Rs Rb Rc Ro") == ["set-duplicate"]


def test_every_fault_is_named_and_each_message_names_the_cards() -> None:
    verdict = judge(sets("Ro Rx Rd"), cards("Go"), sets("Ro Rx / Go Bo"))
    assert isinstance(verdict, tuple)
    assert [item.reason for item in verdict] == [
        "card-removed-from-table",
        "card-from-nowhere",
        "set-too-small",
        "set-too-small",
    ]
    assert "red diamond" in verdict[0].message
    assert "blue circle" in verdict[1].message


def test_A16_the_german_opening_lays_the_largest_set_alone() -> None:
    hand = "Ro Rx Rd Rs Go Gx Gd Bo Po"
    assert reasons("", hand, "Ro Rx Rd", 4) == ["opening-not-largest-set"]
    assert reasons("", hand, "Ro Rx Rd Rs / Go Bo Po", 4) == ["opening-not-largest-set"]
    assert isinstance(judge((), cards(hand), sets("Ro Rx Rd Rs"), 4), Verdict)


def test_A16_sets_of_one_attribute_may_lie_side_by_side() -> None:
    verdict = judge(sets("Ro Go Bo"), cards("Ro Po Yo"), sets("Ro Go Bo / Ro Po Yo"))
    assert isinstance(verdict, Verdict)


def test_switches_in_words_as_in_the_rule_book() -> None:
    """Chris: “He moves the blue square from the blue set and adds it to his 2 squares.”"""
    before = sets("Bs Bo Bx Bb / Rd Od Pd")
    after = sets("Bo Bx Bb / Rd Od Pd / Gs Rs Bs")
    steps = switches(before, after)
    assert in_words(steps, before, after) == (
        "red square: from the hand to the squares",
        "green square: from the hand to the squares",
        "blue square: from the blue set to the squares",
    )
    assert count_moved(steps) == 1


def test_sets_keep_their_identity_however_they_are_ordered() -> None:
    before = sets("Ro Rx Rd / Go Gx Gd / Bo Bx Bd")
    after = sets("Bo Bx Bd Bs / Ro Rx Rd / Go Gx Gd")
    assert [(step.card, step.source, step.target) for step in switches(before, after)] == [
        (Tile.Bs, None, 0)
    ]


def test_crosses_and_circles_have_their_plurals() -> None:
    before = sets("Ro Rx Rd")
    after = sets("Ro Rx Rd / Gx Bx Px / Go Bo Po")
    words = in_words(switches(before, after), before, after)
    assert words[0] == "green cross: from the hand to the crosses"
    assert words[3] == "green circle: from the hand to the circles"
