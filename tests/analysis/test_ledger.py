"""The ledger of chances: its parts add up, and each is what its name says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec
import pytest

from analysis.reviewed_games import RECORDS, played, recorded
from qwirkle.analysis.review.chances import best_value, chances
from qwirkle.analysis.review.ledger import (
    LEAST_CHANGE,
    MOST_POINTS,
    WHOLE,
    row_of,
    sum_of,
    turning_points,
)
from qwirkle.analysis.review.report import Changes, Review, ReviewedTurn
from qwirkle.analysis.review.review import review
from qwirkle.analysis.review.steps import steps_of
from qwirkle.analysis.review.summary import ended_of
from qwirkle.analysis.review.text import ledger_of
from qwirkle.notation.record import read_record
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import begin, decide, edition, view

# The last acts of games, whose result is therefore known, and games of up to four players.
ENDINGS = {
    "classic": (("level:2", "value"), 16),
    "cards": (("greedy", "greedy"), 8),
    "select": (("greedy", "value"), 10),
    "mini": (("greedy", "random", "greedy"), 12),
}
BLAMED = {"loose", "costly", "blunder"}


@cache
def ending(game: str) -> Review:
    bots, acts = ENDINGS[game]
    return review(played(game, bots, "ledger")[-acts:])


def millionths(chance: float | None) -> int:
    assert chance is not None
    assert chance * WHOLE == pytest.approx(round(chance * WHOLE), abs=1e-6)
    return round(chance * WHOLE)


def around(turns: Sequence[ReviewedTurn], number: int) -> tuple[float, float]:
    """The chance of a seat before a turn, and before its next one or at the end."""
    turn = turns[number]
    before = turn.chance
    later = [other.chance for other in turns[number + 1 :] if other.seat == turn.seat]
    after = later[0] if later else turns[-1].chance_after
    assert before is not None
    assert after is not None
    return before[turn.seat], after[turn.seat]


@pytest.mark.parametrize("game", ENDINGS)
def test_the_parts_add_up_to_the_last_digit(game: str) -> None:
    turns = ending(game).turns
    for number, turn in enumerate(turns):
        assert sum(map(millionths, turn.chance or ())) == WHOLE
        assert turn.changes is not None
        parts = [turn.changes.turn, *turn.changes.around]
        before, after = map(millionths, around(turns, number))
        assert before + sum(map(millionths, parts)) == after


@pytest.mark.parametrize("game", ENDINGS)
def test_the_sums_of_a_player_lead_from_the_first_turn_to_the_result(game: str) -> None:
    found = ending(game)
    for seat, player in enumerate(found.players):
        first = next(turn for turn in found.turns if turn.seat == seat)
        assert player.changes is not None
        parts = [player.changes.turn, *player.changes.around]
        assert first.chance is not None
        result = found.turns[-1].chance_after
        assert result is not None
        total = millionths(first.chance[seat]) + sum(map(millionths, parts))
        assert total == millionths(result[seat])
        shown = ledger_of(found, seat)
        assert shown is not None
        assert sum(shown[:-1]) == shown[-1] == round(100 * result[seat])


@pytest.mark.parametrize("game", ENDINGS)
def test_only_a_turn_that_loses_something_costs_chances(game: str) -> None:
    for turn in ending(game).turns:
        assert turn.changes is not None
        assert turn.changes.turn <= 0
        if not turn.lost:
            assert turn.changes.turn == 0
    if len(ending(game).players) == 2:
        assert all((turn.changes or Changes(0)).around[1] >= 0 for turn in ending(game).turns)  # type: ignore[operator]


def test_a_lost_point_costs_the_more_the_closer_the_game_is() -> None:
    """The same blunder at the same moment, in a close game and in one that is decided."""
    steps = played("classic", ("level:2", "value"), "ledger")
    judged = [turn for turn in review(steps[6:30]).turns if (turn.lost or 0) >= 1.5]
    assert len(judged) >= 3
    assert all(turn.changes is not None and turn.changes.turn < -0.005 for turn in judged)


def test_luck_and_the_draw_go_the_same_way() -> None:
    """The draw after a turn is the luck that is named at the next one."""
    turns = review(recorded("classic")[:14]).turns
    compared = 0
    for number, turn in enumerate(turns):
        following = next((one for one in turns[number + 1 :] if one.seat == turn.seat), None)
        if following is None or following.luck is None:
            continue
        draw = (turn.changes or Changes(0)).draw
        assert draw is not None
        assert (draw > 0, draw < 0) == (following.luck > 0, following.luck < 0)
        compared += 1
    assert compared >= 10


def test_the_draw_is_the_chance_with_it_less_that_with_an_average_one() -> None:
    """Computed once more, from the value of the position and the luck that is named."""
    steps = recorded("classic")[:30]
    turns = review(steps).turns
    compared = 0
    for number, turn in enumerate(turns):
        at = next((it for it in range(number + 1, len(turns)) if turns[it].seat == turn.seat), None)
        if at is None or turns[at].luck is None or turn.changes is None:
            continue
        seen = view(steps[at].before, turn.seat)
        value = best_value(seen)
        if chances(seen, value)[turn.seat] != pytest.approx(chance_of(turns[at]), abs=2e-6):
            continue  # What others showed has changed the value.
        average = chances(seen, value - (turns[at].luck or 0.0))[turn.seat]
        assert turn.changes.draw == pytest.approx(chance_of(turns[at]) - average, abs=2e-4)
        compared += 1
    assert compared >= 4


def chance_of(turn: ReviewedTurn) -> float:
    """The chance of the seat before its turn."""
    assert turn.chance is not None
    return turn.chance[turn.seat]


def test_an_unfinished_game_has_no_changes_after_the_last_turns() -> None:
    found = review(recorded("classic")[:4])
    known = [turn.changes for turn in found.turns]
    assert [change is not None and change.draw is not None for change in known] == [
        True,
        True,
        False,
        False,
    ]
    assert all(change is not None and change.turn <= 0 for change in known)
    assert all(player.changes is None for player in found.players)


def test_with_one_hand_only_its_own_turns_are_known() -> None:
    text = (RECORDS / "classic.qwr").read_text()
    lines = [line for line in text.split("\n") if not line.startswith("Seed")]
    one = [
        _hidden(line) if line[:1].isdigit() and line.split(" | ")[1] == "2" else line
        for line in lines
    ]
    record = read_record("\n".join(one))
    assert any(entry.hand is None for entry in record.entries), "the second seat is hidden"
    found = review(steps_of(record)[:6], ended=ended_of(record))
    for turn in found.turns:
        if turn.mark is None:
            assert turn.changes is None
        else:
            assert turn.changes is not None
            assert turn.changes.around == (None, None, None)
    assert any(turn.changes for turn in found.turns)
    assert found.summary is None


def _hidden(line: str) -> str:
    number, seat, _, *rest = line.split(" | ")
    return " | ".join([number, seat, "?", *rest])


def test_nobody_drifts_while_nobody_errs() -> None:
    """In the first turns of value bots, the mean change of whoever moved is near zero.

    With 40 games it is within two percentage points; bench/chances.py drift measures it closely.
    """
    from qwirkle.analysis.review.chances import best_value, chances
    from qwirkle.players import bot

    rules = edition("classic")
    changes: list[float] = []
    for game in range(40):
        dealer = SeedDealer(f"drift/{game}")
        state = begin(rules, ["a", "b"], dealer).state
        bots = [bot("value", f"{game}/{seat}", rules=rules) for seat in range(2)]
        before: tuple[float, ...] | None = None
        for _ in range(5):
            seat = state.turn or 0
            seen = view(state, seat)
            now = chances(seen, best_value(seen))
            if before is not None:
                changes.append(now[1 - seat] - before[1 - seat])
            before = now
            state = decide(state, seat, bots[seat].choose(seen), dealer).state
        for player in bots:
            player.close()
    assert abs(sum(changes) / len(changes)) < 0.02


# Turning points


def test_turning_points_are_the_largest_changes_in_the_order_of_the_game() -> None:
    rows = [
        Changes(-0.2, 0.06, 0.0, 0.0),
        None,
        Changes(-0.04, -0.3, 0.5, 0.5),
        Changes(-0.07),
        Changes(0.0, 0.08, 0.0, 0.0),
        Changes(-0.1, 0.0, 0.0, 0.0),
    ]
    found = turning_points(rows)
    assert [(point.number, point.part) for point in found] == [
        (1, "turn"),
        (3, "draw"),
        (4, "turn"),
        (5, "draw"),
        (6, "turn"),
    ]
    assert len(found) == MOST_POINTS
    assert turning_points([Changes(-LEAST_CHANGE / 2, LEAST_CHANGE / 2, 0.9, 0.9)]) == ()


@pytest.mark.parametrize("game", ENDINGS)
def test_no_turn_without_a_loss_is_called_a_mistake(game: str) -> None:
    found = ending(game)
    for point in found.turning_points:
        turn = found.turns[point.number - 1]
        assert turn.changes is not None
        if point.part == "turn":
            assert turn.mark in BLAMED
            assert point.change == turn.changes.turn < 0
        else:
            assert point.change == turn.changes.draw


# The numbers


def test_rows_add_up_to_one() -> None:
    for row in ((1 / 3, 1 / 3, 1 / 3), (0.1234567, 0.8765433), (1.0, 0.0), (0.5, 0.5)):
        assert sum(row_of(row)) == WHOLE
    assert row_of((1.0, 0.0)) == (WHOLE, 0)


def test_sums_need_every_part() -> None:
    one = Changes(-0.1, 0.2, 0.3, -0.4)
    assert sum_of([one, one]) == Changes(-0.2, 0.4, 0.6, -0.8)
    assert sum_of([one, Changes(-0.1)]) is None
    assert sum_of([one, None]) is None
    assert sum_of([]) is None


def test_the_contract_of_programs() -> None:
    told = msgspec.json.decode(msgspec.json.encode(ending("classic")))
    assert told["turns"][0]["changes"].keys() == {"turn", "draw", "rival_turns", "rival_draws"}
    assert told["turning_points"] == [] or told["turning_points"][0].keys() == {
        "number",
        "part",
        "change",
    }
