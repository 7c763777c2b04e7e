"""Records of whole games: nothing leaked, and nothing that the rules do not bear out."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

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
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import Edition, edition
from qwirkle.rules.family import load_edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.evolve import fold
from qwirkle.rules.tiles import KINDS

from .recorded_games import BASE, OTHERS, game, line_at, play, text, with_line

# Whole games


@pytest.mark.parametrize(("name", "seats"), [*BASE, *OTHERS])
def test_a_game_survives_record_text_record_and_replay(name: str, seats: int) -> None:
    events = game(name, seats)
    record = record_of(events, seed=1, date=datetime.date(2026, 11, 15))
    again = read_record(write_record(record))
    assert again == record
    moments = list(replay(again))
    assert [event for moment in moments for event in moment.events] == list(events)
    assert moments[-1].state == fold(events)
    assert headers_of(again).date == datetime.date(2026, 11, 15)


@pytest.mark.parametrize(("name", "seats"), [*BASE, *OTHERS])
def test_without_a_seed_everything_written_is_judged(name: str, seats: int) -> None:
    events = game(name, seats)
    final = fold(events)
    for record in (
        record_of(events),
        *(record_of_view(events, seat) for seat in (None, *range(seats))),
    ):
        assert read_record(write_record(record)) == record
        last = check_record(record)
        assert last.board.placed() == final.board.placed()
        assert last.scores == tuple(seat.score for seat in final.seats)
        assert last.bag == len(final.pile)
        assert last.result == final.result
        assert last.state is None


@pytest.mark.parametrize(("name", "seats"), OTHERS)
def test_the_random_games_use_what_the_expansions_add(name: str, seats: int) -> None:
    events = game(name, seats)
    kinds = {type(event).__name__ for event in events}
    assert kinds.issuperset(
        {
            "mini": ("SpecialShown", "DrewThree", "Took"),
            "select": ("TokensWon", "Took"),
            "connect": ("TableLaid",),
            "combined": ("TableLaid", "TokensWon", "Took"),
        }[name]
    )


def test_a_pass_with_an_unknown_hand_is_believed_when_the_bag_is_empty() -> None:
    # In this game a seat passes while there is room for tiles that it does not have.
    events = game("classic", 2, 17)
    passed = [n for n, event in enumerate(events) if isinstance(event, e.Passed)]
    assert any(fold(events[:n]).board.frontier() for n in passed)
    for seat in (None, 0, 1):
        assert check_record(record_of_view(events, seat)).result == fold(events).result


@pytest.mark.parametrize("name", ["classic", "mini", "combined"])
def test_a_record_of_any_beginning_of_a_game_is_a_record(name: str) -> None:
    events = game(name, 3)
    first = next(n for n, event in enumerate(events) if isinstance(event, e.TurnBegan))
    for end in range(first + 1, len(events), 7):
        record = record_of(events[:end])
        assert read_record(write_record(record)) == record


def test_acts_of_their_own_are_replayed_before_the_turn_is_over() -> None:
    events = game("mini", 3)
    used = next(n for n, event in enumerate(events) if isinstance(event, e.DrewThree))
    end = next(n for n in range(used, len(events)) if isinstance(events[n], e.TilesPlaced))
    record = record_of(events[:end])
    assert record.entries[-1].turn == "draw3"
    assert check_record(record).on_turn == record.entries[-1].seat
    whole = record_of(events)
    draw, then = (entry for entry in whole.entries if entry.number == record.entries[-1].number)
    assert (draw.turn, draw.seat) == ("draw3", then.seat)
    assert then.hand is not None
    assert len(then.hand) > 6


# Nothing a seat may not know


def test_a_seats_record_is_the_same_whatever_it_may_not_know() -> None:
    events = game("classic", 3)
    hidden: list[e.Event] = [event.seen_by(0) for event in events]
    assert record_of_view(events, 0) == record_of_view(hidden, 0)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_seats_record_shows_no_other_hand_and_no_seed(seat: int | None) -> None:
    record = record_of_view(game("classic", 2), seat)
    for entry in record.entries:
        own = entry.seat == seat
        assert (entry.hand is not None) == own
        if entry.turn.startswith("trade"):
            assert ("?" in entry.turn) != own
    keys = {header.key for header in record.headers}
    assert not {key for key in keys if key.startswith("Seed")}
    assert record.header("Seen-By") == ("spectator" if seat is None else str(seat + 1))


def test_the_seed_of_a_running_game_is_not_told() -> None:
    running = game("classic", 2)[:-1]
    with pytest.raises(ValueError, match="running game"):
        record_of(running, seed=1)
    record = record_of(running, seed=1, commit=True)
    assert record.header("Seed") is None
    assert record.header("Seed-Commitment") == commitment_to(1)
    finished = record_of(game("classic", 2), seed=1, commit=True)
    assert finished.header("Seed") == "1"
    assert finished.header("Seed-Commitment") == commitment_to(1)


def test_the_dealers_own_record_of_a_running_game_can_be_played_on() -> None:
    events = game("mini", 3)
    turns = [n for n, event in enumerate(events) if isinstance(event, e.TurnBegan)]
    running = events[: turns[9] + 1]
    record = read_record(write_record(record_of(running, seed=1, saved=True)))
    assert events_of(record) == running
    with pytest.raises(NotationError, match="has no seed"):
        events_of(record_of(running))


def test_the_commitment_is_not_the_key_of_the_dealer() -> None:
    assert commitment_to(b"abc") != SeedDealer(b"abc")._key.hex()


def test_a_seed_that_breaks_its_commitment_is_refused() -> None:
    lines = text().split("\n")
    good = "\n".join([*lines[:2], f"Seed-Commitment: {commitment_to(1)}", *lines[2:]])
    check_record(read_record(good))
    with pytest.raises(NotationError, match=r"^line 3: Seed-Commitment: .*not the commitment"):
        read_record(good.replace(commitment_to(1), commitment_to(2)))


# Tampering


def tampered(record: str, find: str, change: tuple[str, str]) -> tuple[str, int]:
    """The record with one line changed: the first turn line that matches."""
    for number, line in enumerate(record.split("\n"), start=1):
        if line[:1].isdigit() and re.search(find, line):
            changed = re.sub(change[0], change[1], line, count=1)
            assert changed != line
            return with_line(record, number, changed), number
    raise AssertionError(find)


@pytest.mark.parametrize("seeded", [True, False])
@pytest.mark.parametrize(
    ("find", "change", "reason"),
    [
        (r"^5 ", (r"\| (\d+) \| (\d+)$", r"| 99 | \2"), r"points: by the rules \d+, not 99"),
        (r"^5 ", (r"\d+$", "99"), r"total: by the rules \d+, not 99"),
        (r"^5 ", (r"\| (\d+) \| (\d+)$", r"| \1+6 | \2"), "going out: by the rules 0, not 6"),
        (r"^5 ", (r"^5 \| .", r"5 | 9"), "there is no seat 9"),
        (r"^6 ", (r"^6 ", "8 "), "this should be turn 6, not 8"),
        (r"^5 ", (r"\|[^|]*(\| \d+ \| \d+)$", r"| Ro@90,90 \1"), r"refuse.*no-contact"),
        (r"^5 ", (r"\|[^|]*(\| \d+ \| \d+)$", r"| pass \1"), r"can-trade"),
        (r"^5 ", (r"\|[^|]*(\| \d+ \| \d+)$", r"| Ro@x \1"), r"“x” is not a place"),
        (r"^5 ", (r"(\| \d+ \| \d+)$", r"!take \1"), "special tile"),
        (r"^5 ", (r"\| ([A-Z][a-z]) ([A-Z][a-z])", r"| \1"), r"the hand (has 6|is)"),
    ],
)
def test_a_changed_line_is_refused_by_its_number(
    seeded: bool, find: str, change: tuple[str, str], reason: str
) -> None:
    changed, number = tampered(text(seeded=seeded), find, change)
    with pytest.raises(NotationError, match=reason) as refusal:
        check_record(read_record(changed))
    assert refusal.value.line == number
    assert str(refusal.value).startswith(f"line {number}: ")


@pytest.mark.parametrize("seeded", [True, False])
def test_a_turn_of_the_wrong_seat_is_refused(seeded: bool) -> None:
    record = read_record(text(seeded=seeded))
    number, third = [
        (number, line) for number, line in record.numbered_lines() if isinstance(line, Entry)
    ][2]
    lines = list(record.lines)
    lines[number - 1] = replace(third, seat=1 - third.seat)
    with pytest.raises(NotationError, match=f"line {number}: it is the turn of seat"):
        check_record(Record(tuple(lines)))


def test_the_deal_of_a_seed_is_compared() -> None:
    record = text("connect")
    with pytest.raises(NotationError, match=r"line \d+: Sets: by the rules it is \d \d"):
        check_record(read_record(re.sub(r"Sets: .*", "Sets: 6 5", record)))
    other = "Ro" if "Table: Rb" in record else "Rb"
    with pytest.raises(NotationError, match=r"line \d+: Table: by the rules it is"):
        check_record(read_record(re.sub(r"Table: ..@", f"Table: {other}@", record)))
    with pytest.raises(NotationError, match=r"line \d+: Table: by the rules it is"):
        check_record(read_record(record.replace("Seed: 1", "Seed: 2")))


@given(st.data())
def test_no_figure_and_no_hand_of_a_seeded_game_can_be_changed(data: st.DataObject) -> None:
    record = read_record(text("select"))
    number, entry = data.draw(
        st.sampled_from(
            [(n, line) for n, line in record.numbered_lines() if isinstance(line, Entry)]
        )
    )
    assert entry.hand is not None
    changed = data.draw(
        st.one_of(
            st.integers(0, 40).map(lambda points: replace(entry, points=points)),
            st.integers(0, 200).map(lambda total: replace(entry, total=total)),
            st.integers(0, 6).map(lambda out: replace(entry, out=out)),
            st.permutations(entry.hand).map(lambda hand: replace(entry, hand=tuple(hand[1:]))),
            st.sampled_from(KINDS).map(
                lambda tile: replace(entry, hand=(tile, *(entry.hand or ())[1:]))
            ),
        ).filter(lambda changed: changed != entry)
    )
    lines = (*record.lines[: number - 1], changed, *record.lines[number:])
    with pytest.raises(NotationError) as refusal:
        check_record(Record(lines))
    assert refusal.value.line == number


@pytest.mark.parametrize("seeded", [True, False])
def test_a_wrong_result_is_refused(seeded: bool) -> None:
    changed = re.sub(r"Result: \d+", "Result: 1", text(seeded=seeded))
    with pytest.raises(NotationError, match="Result: by the rules it is") as refusal:
        check_record(read_record(changed))
    assert refusal.value.line is not None
    assert line_at(changed, refusal.value.line).startswith("Result")


@pytest.mark.parametrize("seeded", [True, False])
def test_a_result_before_the_end_and_turns_after_it_are_refused(seeded: bool) -> None:
    whole = text(seeded=seeded)
    short = "\n".join(whole.split("\n")[:-2]) + "\n"
    with pytest.raises(NotationError, match="the game is not over"):
        check_record(read_record(short))
    last = read_record(whole).entries[-1]
    longer = whole + f"{last.number + 1} | {2 - last.seat} | ? | pass | 0 | 0\n"
    with pytest.raises(NotationError, match=f"line {longer.count(chr(10))}: the game is over"):
        check_record(read_record(longer))


HEAD = "Qwirkle-Record: 1\nGame: classic\nPlayer-1: A\nPlayer-2: B\n"
OPENING = "1 | 1 | Ro Rs Bx Gd Yc Pb | 0,0> Ro Rs | 2 | 2\n2 | 2 | ? | Rx@2,0 | 3 | 3\n"


def test_without_a_seed_hands_must_follow_from_one_another() -> None:
    good = f"{HEAD}{OPENING}3 | 1 | Bx Gd Yc Pb Bo Rd | Rd@3,0 | 4 | 6\n"
    check_record(read_record(good))
    with pytest.raises(NotationError, match=r"line 7: Yc was in this hand before and has not left"):
        check_record(read_record(good.replace("Gd Yc Pb Bo", "Gd Ys Pb Bo")))


def test_without_a_seed_the_first_hands_must_have_the_stated_sets() -> None:
    good = f"{HEAD}Sets: 2 1\n{OPENING}"
    check_record(read_record(good))
    with pytest.raises(NotationError, match=r"line 6: the largest set of this hand has 2 tiles"):
        check_record(read_record(good.replace("Sets: 2 1", "Sets: 3 1")))


def test_without_a_seed_the_starter_must_hold_the_largest_set() -> None:
    record = text(seeded=False)
    sizes = headers_of(read_record(record)).sets
    starter = read_record(record).entries[0].seat
    assert sizes is not None
    wrong = " ".join("1" if seat == starter else "6" for seat in range(2))
    with pytest.raises(NotationError, match=r"line \d+: by the sets and ages seat \d starts"):
        check_record(read_record(re.sub(r"Sets: .*", f"Sets: {wrong}", record)))


def test_a_tile_cannot_be_there_four_times() -> None:
    record = f"{HEAD}1 | 1 | Ro Ro Ro Bx Gd Ys | Ro@0,0 | 1 | 1\n2 | 2 | ? | Ro@9,9 | 1 | 1\n"
    with pytest.raises(NotationError, match="line 6: Ro would be in this game more than 3 times"):
        check_record(read_record(record))


def test_nobody_passes_on_an_empty_table_whatever_his_hand() -> None:
    with pytest.raises(NotationError, match=r"line 5: the rules refuse this turn \(can-place"):
        check_record(read_record(f"{HEAD}1 | 1 | ? | pass | 0 | 0\n"))


# House rules


def test_a_house_rule_travels_with_its_record(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        'based_on = "classic"\nid = "long-hands"\nname = "Größe | \\"8\\""\nhand = 8\n', "utf-8"
    )
    house = load_edition(file)
    assert isinstance(house, Edition)
    events = play(house, 2, "house")
    again = read_record(write_record(record_of(events, seed="house")))
    assert headers_of(again).edition() == house
    assert check_record(again).state == fold(events)
    check_record(record_of(events))


def test_options_of_a_shipped_game_stand_in_one_header() -> None:
    played = edition("mini", {"handed-out": "at-start", "kinds": ["take"]})
    events = play(played, 2, "x")
    record = read_record(write_record(record_of(events, seed="x")))
    assert record.header("Options") == '{"handed-out":"at-start","kinds":["take"]}'
    assert record.header("Edition") is None
    assert check_record(record).state == fold(events)
    check_record(record_of(events))


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Game: chess", "line 2: there is no game “chess”"),
        ('Game: classic\nOptions: {"x": 1}', "line 3: classic.toml: there is no option “x”"),
        (
            'Game: own\nEdition: {"id": "own"}',
            "line 3: the edition in the record: top level: Object missing required field",
        ),
    ],
)
def test_a_game_that_is_not_there_is_refused_on_replay(header: str, reason: str) -> None:
    record = read_record(f"Qwirkle-Record: 1\n{header}\nPlayer-1: A\nPlayer-2: B\n")
    with pytest.raises(NotationError, match=reason):
        check_record(record)


HOUSES = [
    ({"hand": 1}, None),
    ({"hand": 27}, None),
    ({"hand": -5}, "hand: must be at least 1, not -5"),
    ({"hand": 40}, "hand: 108 tiles are too few for 4 players with 40 each"),
    ({"hand": 10**12}, "hand: must be at most 108, not 1000000000000"),
    ({"end": {"going_out": 6, "idle_rounds": 0}}, "end.idle_rounds: must be at least 1, not 0"),
    ({"end": {"going_out": 10**12, "idle_rounds": 4}}, "end.going_out: must be at most 1000"),
    ({"family": "dice"}, "family: must be one of placement, cards, not 'dice'"),
]


@pytest.mark.parametrize("seed", ["", "Seed: 4\n"])
@pytest.mark.parametrize(("change", "fault"), HOUSES)
def test_an_edition_in_a_record_is_checked_like_any_other(
    change: dict[str, object], fault: str | None, seed: str
) -> None:
    tables = {**msgspec.to_builtins(edition("classic")), "id": "own", **change}
    house = msgspec.json.encode(tables).decode()
    text = f"Qwirkle-Record: 1\nGame: own\nEdition: {house}\n{seed}"
    record = read_record(f"{text}Player-1: A\nPlayer-2: B\nPlayer-3: C\n")
    if fault is None:
        check_record(record)
    else:
        with pytest.raises(NotationError, match=f"line 3: the edition in the record: {fault}"):
            check_record(record)


@pytest.mark.parametrize("seed", ["", "Seed: 4\n"])
def test_too_few_players_are_refused_on_replay(seed: str) -> None:
    record = read_record(f"Qwirkle-Record: 1\nGame: classic\n{seed}Player-1: A\n")
    with pytest.raises(NotationError, match="is for 2 to 4 players, not 1"):
        check_record(record)


@pytest.mark.parametrize("seed", ["a seed", b"\xff\x00"])
def test_any_seed_can_be_written(seed: int | str | bytes) -> None:
    events = play(edition("classic"), 2, seed)
    record = read_record(write_record(record_of(events, seed=seed)))
    assert check_record(record).state == fold(events)
