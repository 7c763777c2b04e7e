"""Games that begin in a position: what is wrong with one, what it deals, and what nobody learns."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle.errors import QwirkleError
from qwirkle.notation.family import read_entered, read_view, write_position
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import GAMES, begin, edition, fold, position_faults, set_up, view
from qwirkle.rules.refusals.positions import SENTENCES, PositionReason

every_game = pytest.mark.parametrize("game", GAMES)
every_number = pytest.mark.parametrize("seats", [2, 3, 4])


def names(seats: int) -> list[str]:
    return [f"player {seat + 1}" for seat in range(seats)]


def dealt(game: str, seats: int) -> Any:
    return begin(edition(game), names(seats), SeedDealer(5)).state


@every_game
@every_number
def test_a_seat_is_shown_only_its_own_hand(game: str, seats: int) -> None:
    state = dealt(game, seats)
    seen = view(state, state.turn)
    event, other = (set_up(seen, names(seats), SeedDealer(seed)).events[1] for seed in (1, 2))
    assert event != other
    for seat in (*range(seats), None):
        shown: Any = event.seen_by(seat)
        hands = [which for which, hand in enumerate(shown.hands) if hand is not None]
        assert hands == ([] if seat is None else [seat])
        # What a seat may not know does not change what it sees.
        if seat in {None, state.turn}:
            assert msgspec.json.encode(shown) == msgspec.json.encode(other.seen_by(seat))


@every_game
@every_number
def test_the_views_of_a_game_that_was_set_up_hold_nothing_hidden(game: str, seats: int) -> None:
    state = dealt(game, seats)
    seen = view(state, state.turn)
    first, second = (set_up(seen, names(seats), SeedDealer(seed)) for seed in (1, 2))
    assert first.state != second.state
    assert fold(first.events) == first.state
    for seat in (state.turn, None):
        assert view(first.state, seat) == view(second.state, seat)


@every_game
@every_number
def test_every_dealt_game_is_a_position_without_faults(game: str, seats: int) -> None:
    state = dealt(game, seats)
    for seat in (state.turn, None):
        assert position_faults(view(state, seat)) == ()
        line = write_position(view(state, seat))
        assert write_position(read_view(line)) == line
        assert position_faults(read_entered(line)) == ()


BAD = [
    ("classic 0,0:RoBs Rx ? 0-0 1", "line-mixed"),
    ("classic 0,0:RoRsRo Rx ? 0-0 1", "line-duplicate"),
    ("classic 0,0:RoRxRdRsRbRcRo Rx ? 0-0 1", "line-too-long"),
    ("classic 0,0:Ro/Rx/1Rd Rx ? 0-0 1", "not-connected"),
    ("connect 0,0:Ro Rx ? 0-0 1", "black-square-empty"),
    ("select 16,0:Ro Rx ? 0-0 1", "off-board"),
    ("classic 2000,0:Ro Rx ? 0-0 1", "off-board"),
    ("classic 0,0:Ro RoRoRo ? 0-0 1", "too-many-copies"),
    ("classic 0,0:Ro RxRxRdRdRsRsRb ? 0-0 1", "hand-too-large"),
    ("classic 0,0:Ro RxRd ? 0-0 1 hands=2-9", "hand-too-large"),
    ("classic 0,0:Ro RxRd ? 0-0 1 hands=2-3", "hand-not-full"),
    ("classic 0,0:Ro - ? 0-0 1", "hand-empty"),
    ("classic 0,0:Ro Rx 20 0-0 1", "bag-wrong"),
    ("classic 0,0:Ro Rx 105 0-0 1", "bag-wrong"),
    ("classic 0,0:Ro Rx ? 0-0 -", "nobody-to-move"),
    ("classic 0,0:Ro Rx ? 0-10000 1", "score-too-high"),
    ("select 7,7:Ro Rx ? 0-0 1 tokens=9-9", "too-many-tokens"),
    ("select 7,7:Ro Rx ? 0-0 1 stars=7,7", "star-misplaced"),
    ("classic 0,0:Ro Rx ? 0-0 1 actions=take/-", "no-such-action"),
    ("mini 0,0:Ro Rx ? 0-0 1 actions=take+take/-", "no-such-action"),
    ("classic 0,0:Ro Rx ? 0-0 1 used=draw3", "no-such-action"),
    ("mini 0,0:Ro Rx ? 0-0 1 used=take", "taken-wrong"),
    ("mini 0,0:Ro Rx ? 0-0 1 used=take taken=5,5:Rd", "taken-wrong"),
    ("cards RoRx Bs ? -;- 1", "set-too-small"),
    ("cards RoRxBs Bs ? -;- 1", "set-mixed"),
    ("cards RoRxRx Bs ? -;- 1", "set-duplicate"),
    ("cards RoRxRdRsRbRc Bs ? -;- 1", "qwirkle-on-table"),
    ("cards - Bs ? RoRxRd;- 1", "not-a-qwirkle"),
    ("cards - BsBsBsBs ? -;- 1", "too-many-copies"),
    ("cards - RoRxRdRsRbRcOoOxOdOs ? -;- 1", "hand-too-large"),
    ("cards - Bs ? -;- 1 hands=1-4", "hand-not-full"),
    ("cards - - ? -;- 1", "hand-empty"),
    ("cards - Bs 20 -;- 1", "bag-wrong"),
    ("cards - Bs ? -;- -", "nobody-to-move"),
    ("cards - Bs ? -;- 1 left=1", "last-round-wrong"),
]


@pytest.mark.parametrize(("line", "code"), BAD)
def test_a_fault_has_its_code_and_a_sentence(line: str, code: str) -> None:
    found = position_faults(read_entered(line))
    assert code in [fault.reason for fault in found]
    assert all(fault.message.endswith(".") for fault in found)


def test_every_code_is_tried_and_has_a_sentence() -> None:
    elsewhere = {
        PositionReason.BAD_POSITION,
        PositionReason.HAND_UNKNOWN,
        PositionReason.HELD_WRONG,
    }
    assert set(PositionReason) - elsewhere <= {code for _, code in BAD}
    assert {key.partition("/")[0] for key in SENTENCES} == set(PositionReason)


def test_everything_that_is_wrong_is_reported_at_once() -> None:
    found = position_faults(read_entered("classic 0,0:RoBs RxRxRxRxRdRdRd 3 0-0 -"))
    assert {fault.reason for fault in found} >= {
        "line-mixed",
        "too-many-copies",
        "hand-too-large",
        "bag-wrong",
        "nobody-to-move",
    }


def test_the_sizes_of_hands_are_written_where_they_are_not_even() -> None:
    line = "classic 0,0:Ro Rx 0 0-0-0 1 hands=1-60-46"
    assert write_position(read_entered(line)) == line


@given(
    st.one_of(
        st.text(max_size=80),
        st.tuples(
            st.sampled_from(GAMES),
            st.lists(
                st.text("RxOoYdGsBbPc0123456789-/:;,?=+ ", max_size=12), min_size=5, max_size=8
            ),
            st.sampled_from(["", " options={}", " hands=1-1", " stars=-", ' options={"a":[[1]]}']),
        ).map(lambda parts: f"{parts[0]} {' '.join(parts[1])}{parts[2]}"),
    )
)
def test_any_text_is_read_or_refused(line: str) -> None:
    try:
        seen = read_entered(line)
    except QwirkleError:
        return
    faults = position_faults(seen)
    if not faults:
        state = set_up(seen, [player.name for player in seen.players], SeedDealer(1)).state
        assert state.turn == seen.turn
