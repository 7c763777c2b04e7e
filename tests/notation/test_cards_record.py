"""Records of card games: nothing leaked, and nothing that the rules do not bear out."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from qwirkle.errors import NotationError
from qwirkle.notation import (
    Entry,
    Record,
    check_record,
    commitment_to,
    events_of,
    headers_of,
    read_record,
    record_of,
    record_of_view,
    replay,
    write_record,
)
from qwirkle.rules.cards import events as e
from qwirkle.rules.cards.evolve import fold
from qwirkle.rules.editions.cards import edition as cards_edition
from qwirkle.rules.tiles import KINDS

from .card_games import card_game, card_text, play, with_hand
from .recorded_games import line_at, with_line

SECOND_DEAL = 30  # a seed with which nobody has a set of three at first

# Whole games


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 1), (4, 1), (2, SECOND_DEAL)])
def test_a_game_survives_record_text_record_and_replay(seats: int, seed: int) -> None:
    events = card_game(seats, seed)
    record = record_of(events, seed=seed)
    text = write_record(record)
    again = read_record(text.encode())
    assert again == record
    assert write_record(again) == text
    moments = list(replay(again))
    assert [event for moment in moments for event in moment.events] == list(events)
    assert moments[-1].state == fold(events)
    assert moments[-1].board == {}
    assert events_of(again) == events


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 1), (4, 1), (2, SECOND_DEAL)])
def test_without_a_seed_everything_written_is_judged(seats: int, seed: int) -> None:
    events = card_game(seats, seed)
    final = fold(events)
    for record in (
        record_of(events),
        *(record_of_view(events, seat) for seat in (None, *range(seats))),
    ):
        assert read_record(write_record(record)) == record
        last = check_record(record)
        assert last.table == final.table
        assert last.scores == tuple(len(seat.qwirkles) for seat in final.seats)
        assert last.bag == len(final.deck)
        assert last.result == final.result
        assert last.state is None


def test_C_START_1_some_of_these_games_were_dealt_twice() -> None:
    assert any(isinstance(event, e.NobodyCouldStart) for event in card_game(2, SECOND_DEAL))


@pytest.mark.parametrize(
    ("hand", "seats", "kind", "ending"),
    [(3, 2, e.HandReturned, "no-progress"), (3, 3, e.HandReturned, "last-round")],
)
def test_A15_exchanges_and_passes_are_recorded_and_believed(
    hand: int, seats: int, kind: type[e.Event], ending: str
) -> None:
    events = play(with_hand(hand), seats, 2)
    assert any(isinstance(event, kind) for event in events)
    final = fold(events)
    assert final.result is not None
    assert final.result.ending == ending
    seeded = read_record(write_record(record_of(events, seed=2)))
    assert headers_of(seeded).edition() == with_hand(hand)
    assert check_record(seeded).state == final
    for seat in (None, *range(seats)):
        moments = list(replay(record_of_view(events, seat)))
        assert moments[-1].result == final.result
        assert moments[-1].bag == len(final.deck)
        told = [event for moment in moments for event in moment.events]
        seen = [event.seen_by(None) for event in events]
        first = next(n for n, event in enumerate(seen) if isinstance(event, e.TurnBegan))
        assert told == seen[first + 1 :]


def test_a_record_of_any_beginning_of_a_game_is_a_record() -> None:
    events = card_game(3)
    first = next(n for n, event in enumerate(events) if isinstance(event, e.TurnBegan))
    for end in range(first + 1, len(events)):
        record = record_of(events[:end])
        assert read_record(write_record(record)) == record


def test_the_table_before_a_turn_is_what_the_turn_before_left() -> None:
    *_, before, after = replay(read_record(card_text()))
    assert before.table == fold(card_game()[: -len(after.events)]).table
    assert all(len(table_set) < 6 for table_set in before.table), "C-QW-1: Qwirkles have been taken"


# Nothing a seat may not know


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_seats_record_shows_no_other_hand_and_no_seed(seat: int | None) -> None:
    events = card_game(2)
    record = record_of_view(events, seat)
    for entry in record.entries:
        assert (entry.hand is not None) == (entry.seat == seat)
    assert not any(header.key.startswith("Seed") for header in record.headers)
    assert record == record_of_view([event.seen_by(seat) for event in events], seat)


def test_the_seed_of_a_running_game_is_not_told() -> None:
    running = card_game(2)[:-1]
    with pytest.raises(ValueError, match="running game"):
        record_of(running, seed=1)
    record = record_of(running, seed=1, commit=True)
    assert record.header("Seed") is None
    assert record.header("Seed-Commitment") == commitment_to(1)
    saved = read_record(write_record(record_of(running, seed=1, saved=True)))
    assert saved.header("Seed") == "1"


# Tampering


def tampered(record: str, number: int, change: tuple[str, str]) -> tuple[str, int]:
    """The record with the line of a turn changed."""
    for line, text in enumerate(record.split("\n"), start=1):
        if text.startswith(f"{number} |"):
            changed = re.sub(change[0], change[1], text, count=1)
            assert changed != text
            return with_line(record, line, changed), line
    raise AssertionError(number)


@pytest.mark.parametrize("seeded", [True, False])
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ((r"\| (\d+) \| (\d+)$", r"| 9 | \2"), r"Qwirkles: by the rules \d, not 9"),
        ((r"\d+$", "99"), r"total: by the rules \d+, not 99"),
        ((r"\| (\d+) \| (\d+)$", r"| \1+6 | \2"), "going out: by the rules 0, not 6"),
        ((r"^5 \| .", r"5 | 9"), "there is no seat 9"),
        ((r" / [^/|]*(\| \d+ \| \d+)$", r" \1"), r"refuse.*card-removed-from-table"),
        ((r"\|[^|]*(\| \d+ \| \d+)$", r"| exchange \1"), r"refuse.*can-place"),
        ((r"\|[^|]*(\| \d+ \| \d+)$", r"| pass \1"), r"refuse.*can-place, can-trade"),
        ((r"\|[^|]*(\| \d+ \| \d+)$", r"| Ro@0,0 \1"), r"cards have no place"),
        ((r"( \| \d+ \| \d+)$", r" / Ro Rs\1"), r"refuse.*set-too-small"),
        ((r" / ", r" "), r"refuse.*set-(mixed|duplicate)"),
        ((r"(\| \d+ \| \d+)$", r"!take \1"), "no special tiles in a card game"),
        ((r"\| ([A-Z][a-z]) ([A-Z][a-z])", r"| \1"), r"the hand (has 9 cards|is)"),
    ],
)
def test_a_changed_line_is_refused_by_its_number(
    seeded: bool, change: tuple[str, str], reason: str
) -> None:
    changed, number = tampered(card_text(seeded=seeded), 5, change)
    with pytest.raises(NotationError, match=reason) as refusal:
        check_record(read_record(changed))
    assert refusal.value.line == number


@given(st.data())
def test_no_figure_and_no_hand_of_a_seeded_game_can_be_changed(data: st.DataObject) -> None:
    record = read_record(card_text())
    number, entry = data.draw(
        st.sampled_from(
            [(n, line) for n, line in record.numbered_lines() if isinstance(line, Entry)]
        )
    )
    hand = entry.hand or ()
    changed = data.draw(
        st.one_of(
            st.integers(0, 9).map(lambda points: replace(entry, points=points)),
            st.integers(0, 40).map(lambda total: replace(entry, total=total)),
            st.just(replace(entry, hand=hand[1:])),
            st.sampled_from(KINDS).map(lambda card: replace(entry, hand=(card, *hand[1:]))),
        ).filter(lambda changed: changed != entry)
    )
    lines = (*record.lines[: number - 1], changed, *record.lines[number:])
    with pytest.raises(NotationError) as refusal:
        check_record(Record(lines))
    assert refusal.value.line == number


@pytest.mark.parametrize("seeded", [True, False])
@pytest.mark.parametrize(
    ("header", "change", "reason"),
    [
        (r"Result: \d+", "Result: 99", r"Result: by the rules it is"),
        (r"\(last-round\)", "(no-progress)", r"Result: by the rules it is"),
        (r"Sets: .*", "Sets: 2 2", r"Sets: by the rules it is"),
        (r"Sets:", "Table: Ro@0,0\nSets:", r"Table: by the rules it is empty"),
        (r"Sets:", "Shown: take\nSets:", r"Shown: by the rules it is nothing"),
    ],
)
def test_a_changed_header_is_refused_by_its_line(
    seeded: bool, header: str, change: str, reason: str
) -> None:
    changed = re.sub(header, change, card_text(seeded=seeded), count=1)
    with pytest.raises(NotationError, match=reason) as refusal:
        check_record(read_record(changed))
    assert refusal.value.line is not None
    assert line_at(changed, refusal.value.line).startswith(reason.partition(":")[0])


@pytest.mark.parametrize("seeded", [True, False])
def test_turns_after_the_end_and_a_result_before_it_are_refused(seeded: bool) -> None:
    whole = card_text(seeded=seeded)
    with pytest.raises(NotationError, match="the game is not over"):
        check_record(read_record("\n".join(whole.split("\n")[:-2]) + "\n"))
    last = read_record(whole).entries[-1]
    longer = f"{whole}{last.number + 1} | {2 - last.seat} | ? | pass | 0 | 0\n"
    with pytest.raises(NotationError, match="the game is over"):
        check_record(read_record(longer))


HEAD = "Qwirkle-Record: 1\nGame: cards\nPlayer-1: A\nPlayer-2: B\n"
OPENING = (
    "1 | 1 | Ro Rs Rb Bx Bd Gd Gc Yc Pb | Ro Rs Rb | 0 | 0\n"
    "2 | 2 | ? | Ro Rs Rb / Gx Gs Gb | 0 | 0\n"
)


def test_without_a_seed_hands_must_follow_from_one_another() -> None:
    line = "3 | 1 | Bx Bd Gd Gc Yc Pb Rx Rx Po | Ro Rx Rs Rb / Gx Gs Gb | 0 | 0\n"
    check_record(read_record(f"{HEAD}{OPENING}{line}"))
    with pytest.raises(NotationError, match=r"line 7: Yc was in this hand before"):
        check_record(read_record(f"{HEAD}{OPENING}{line.replace('Yc', 'Ys')}"))


def test_without_a_seed_no_card_can_be_there_four_times() -> None:
    opening = "1 | 1 | Ro Ro Ro Rs Rb Gd Gc Yc Pb | Ro Rs Rb | 0 | 0\n"
    with pytest.raises(NotationError, match="line 6: Ro would be in this game more than 3 times"):
        check_record(read_record(f"{HEAD}{opening}2 | 2 | ? | Ro Rs Rb / Ro Go Bo | 0 | 0\n"))


def test_A15_nobody_exchanges_with_a_card_he_is_known_to_hold_and_could_play() -> None:
    # Of seat 1 is known that it holds Gd, which fits the green set.
    with pytest.raises(NotationError, match=r"line 7: the rules refuse this turn \(can-place"):
        check_record(read_record(f"{HEAD}{OPENING}3 | 1 | ? | exchange | 0 | 0\n"))
    unknown = OPENING.replace("Ro Rs Rb Bx Bd Gd Gc Yc Pb", "?")
    last = check_record(read_record(f"{HEAD}{unknown}3 | 1 | ? | exchange | 0 | 0\n"))
    assert last.bag == 84
    assert e.HandReturned(0, 9, None) in last.events


def test_C_START_1_without_a_seed_the_starter_must_hold_the_largest_set() -> None:
    with pytest.raises(NotationError, match=r"line 6: by the sets and ages seat 2 starts"):
        check_record(read_record(f"{HEAD}Sets: 3 4\n{OPENING}"))
    with pytest.raises(NotationError, match="header Sets says 4"):
        check_record(read_record(f"{HEAD}Sets: 4 3\n{OPENING}"))


# House rules


def test_options_of_the_card_game_stand_in_one_header() -> None:
    played = cards_edition({"tie": "youngest", "opening": True})
    events = play(played, 3, "x")
    record = read_record(write_record(record_of(events, seed="x")))
    assert record.header("Options") == '{"tie":"youngest","opening":true}'
    assert headers_of(record).edition() == played
    assert check_record(record).state == fold(events)
    check_record(record_of(events))


@pytest.mark.parametrize("seed", ["", "Seed: 4\n"])
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hand": 2}, "line 3: .*hand: must be at least 3, not 2"),
        ({"hand": "nine"}, "line 3: the edition in the record: hand: must be a whole number"),
        ({"family": "chess"}, "line 3: the edition in the record: family: must be one of"),
    ],
)
def test_a_house_rule_that_cannot_be_played_is_refused(
    seed: str, change: dict[str, object], reason: str
) -> None:
    tables = {**msgspec.to_builtins(with_hand(9)), **change}
    house = msgspec.json.encode(tables).decode()
    record = f"Qwirkle-Record: 1\nGame: house\nEdition: {house}\n{seed}"
    with pytest.raises(NotationError, match=reason):
        check_record(read_record(f"{record}Player-1: A\nPlayer-2: B\n"))


@pytest.mark.parametrize("seed", ["", "Seed: 4\n"])
def test_too_few_players_are_refused_on_replay(seed: str) -> None:
    record = read_record(f"Qwirkle-Record: 1\nGame: cards\n{seed}Player-1: A\n")
    with pytest.raises(NotationError, match="is for 2 to 4 players, not 1"):
        check_record(record)
