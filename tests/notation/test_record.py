"""Records as text: byte for byte, errors with their line, and the specification's examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from qwirkle.errors import NotationError
from qwirkle.notation import (
    Entry,
    Header,
    Note,
    Record,
    check_record,
    family,
    headers_of,
    read_position,
    read_record,
    read_turn,
    read_written_turn,
    record_of,
    write_position,
    write_record,
    write_turn,
)
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement import events as e

from .recorded_games import text

# The text, byte for byte


@given(
    names=st.lists(st.text(), min_size=1, max_size=4),
    seed=st.one_of(st.integers(), st.text(st.characters(codec="utf-8")), st.binary()),
)
def test_any_name_can_be_written(names: list[str], seed: int | str | bytes) -> None:
    whole = replace(edition("classic"), fewest_players=1)
    ended = e.GameEnded("no-progress", (0,), (0,) * len(names))
    record = record_of([e.GameBegan(whole, tuple(names), None), ended], seed=seed)
    again = read_record(write_record(record))
    assert again == record
    assert headers_of(again).players == tuple(names)
    assert headers_of(again).seed == (seed if isinstance(seed, bytes) else str(seed).encode())


SPACE = st.sampled_from(["", " ", "  ", "\t"])
END = st.sampled_from(["\n", "\r\n", " \n", "\t\r\n"])
INLINE = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=12)
TILES = st.lists(st.sampled_from(["Ro", "Gx", "Pc"]), min_size=1, max_size=6).map(" ".join)


@st.composite
def notes(draw: st.DrawFn) -> str:
    return draw(SPACE) + draw(st.one_of(st.just(""), INLINE.map(lambda text: f"#{text}")))


@st.composite
def odd_headers(draw: st.DrawFn) -> str:
    key = draw(st.from_regex(r"X-[A-Za-z0-9-]{0,8}", fullmatch=True))
    return f"{draw(SPACE)}{key}{draw(SPACE)}:{draw(INLINE)}"


@st.composite
def turn_lines(draw: st.DrawFn, number: int) -> str:
    parts = [
        str(number),
        draw(st.sampled_from(["1", "2", "02"])),
        draw(st.one_of(st.just("?"), st.just("-"), TILES)),
        draw(st.sampled_from(["pass", "Ro Rs Rb / Bo Bs Bd", "3,4> Ro", "take 1,1; pass !take"])),
        draw(st.sampled_from(["0", "12", "7+6", "7 + 6"])),
        draw(st.sampled_from(["0", "112"])),
        *draw(st.lists(INLINE, max_size=1)),
    ]
    return "|".join(draw(SPACE) + part + draw(SPACE) for part in parts)


@st.composite
def files(draw: st.DrawFn) -> str:
    between = st.lists(st.one_of(notes(), odd_headers()), max_size=2)
    lines = [draw(st.sampled_from(["Qwirkle-Record: 1", "\ufeffQwirkle-Record:1"]))]
    for header in ("Game: cards", "Player-1:  Ann", 'Player-2 : "B"', "Date: 2026-11-15"):
        lines += [*draw(between), header]
    for number in range(1, draw(st.integers(0, 3)) + 1):
        lines += [*draw(st.lists(notes(), max_size=2)), draw(turn_lines(number))]
    written = "".join(line + draw(END) for line in lines)
    return written if draw(st.booleans()) else written.rstrip("\n")


@settings(max_examples=150)
@given(files())
def test_any_file_that_reads_is_written_byte_for_byte(file: str) -> None:
    record = read_record(file)
    assert write_record(record) == file
    assert read_record(file.encode()) == record
    assert read_record(write_record(record)) == record


@settings(max_examples=150)
@given(st.data())
def test_damaged_text_is_refused_or_kept_never_worse(data: st.DataObject) -> None:
    whole = "\n".join(text().split("\n")[:14]) + "\n"
    place = data.draw(st.integers(0, len(whole)))
    length = data.draw(st.integers(0, 4))
    damaged = whole[:place] + data.draw(st.text(max_size=3)) + whole[place + length :]
    lines = damaged.count("\n") + 1
    try:
        record = read_record(damaged)
    except NotationError as error:
        named = error.line or 0
        record = None
    assert 1 <= named <= lines if record is None else write_record(record) == damaged


def test_a_changed_line_is_written_anew_and_the_others_stay() -> None:
    file = "Qwirkle-Record:   1\r\nGame:classic\r\nPlayer-1:A\n1|1|?|pass|0|0|why\n"
    record = read_record(file)
    changed = replace(record.entries[0], comment="because")
    again = write_record(Record((*record.lines[:-1], changed)))
    assert again == file.replace("1|1|?|pass|0|0|why", "1 | 1 | ? | pass | 0 | 0 | because")


@pytest.mark.parametrize(
    "line",
    [
        Header("X", "a\nb"),
        Header("X", " a"),
        Header("", "a"),
        Header("X y", "a"),
        Note("not a comment"),
        Entry(1, 0, None, "pass | 4"),
        Entry(1, 0, None, ""),
        Entry(1, 0, None, "pass", comment="a\nb"),
        Entry(1, 0, None, "pass", points=-1),
    ],
)
def test_what_cannot_be_read_back_is_not_written(line: Header | Note | Entry) -> None:
    start = (Header("Qwirkle-Record", "1"), Header("Game", "classic"), Header("Player-1", "A"))
    with pytest.raises(NotationError, match=r"^line 4: "):
        write_record(Record((*start, line)))


HEAD = "Qwirkle-Record: 1\nGame: classic\nPlayer-1: A\nPlayer-2: B\n"


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("", "line 1: a record begins with the line “Qwirkle-Record: 1”"),
        ("Game: classic\n", "line 1: a record begins"),
        ("Qwirkle-Record: 2\n", "line 1: this is a record of version “2”; version 1"),
        ("Qwirkle-Record: 1\nPlayer-1: A\n", "line 1: there is no header “Game"),
        ("Qwirkle-Record: 1\nGame: classic\n", "line 1: there is no header “Player-1"),
        ("Qwirkle-Record: 1\nGame: Classic!\n", "line 2: Game: “Classic!” is not a game id"),
        (HEAD + "Game: classic\n", "line 5: Game: this header appears twice"),
        (HEAD + HEAD, "line 6: Game: this header appears twice"),
        (HEAD + "Qwirkle-Record: 1\n", "line 5: a file holds one record"),
        (HEAD + "Player-2: C\n", "line 5: Player-2: this header appears twice"),
        (HEAD + "Player-4: C\n", "line 5: Player-4: Player-3 comes first"),
        (HEAD + "Age-1: 4\n", "line 5: give the age of every player"),
        (HEAD + "Age-1: old\n", "line 5: Age-1: “old” is not a number"),
        (HEAD + "date: 2026-11-15\n", "line 5: date: write Date: capitals count"),
        (HEAD + "Date: today\n", "line 5: Date: write the date as year-month-day"),
        (HEAD + "Options: [1]\n", "line 5: Options: this is not a JSON object"),
        (HEAD + "Options: {\n", "line 5: Options: this is not JSON"),
        (HEAD + "Edition: 4\n", "line 5: Edition: this is not a JSON object"),
        (HEAD + 'Edition: {"id": "x"}\n', "line 5: Edition: its id is not that of the game"),
        (
            HEAD + 'Options: {"x": 1}\nEdition: {"id": "classic"}\n',
            "line 6: Edition: it tells the options too",
        ),
        (HEAD + "Seed:\n", "line 5: Seed: there is no seed"),
        (HEAD + "Seed: 1\nSeed-Hex: 00\n", "line 6: Seed-Hex: this header appears twice, or"),
        (HEAD + "Seed-Hex: 0\n", "line 5: Seed-Hex: write the bytes"),
        (HEAD + "Seed-Commitment: 0\n", "line 5: Seed-Commitment: a commitment has 64"),
        (HEAD + "Seen-By: 3\n", "line 5: Seen-By: there is no such seat"),
        (HEAD + "Table: Ro@1,1 Rs@1,1\n", "line 5: Table: two tiles lie on 1,1"),
        (HEAD + "Table: Rz@1,1\n", "line 5: Table: “Rz” is not a tile"),
        (HEAD + "Shown: swap\n", "line 5: Shown: the special tiles are take, draw3"),
        (HEAD + "Sets: 3\n", "line 5: Sets: 2 players state a set"),
        (HEAD + "Result: 4-5\n", "line 5: Result: write it as in “110-98 won by 1"),
        (HEAD + "Result: 4 won by 1 (went-out)\n", "line 5: Result: give the scores"),
        (HEAD + 'Player-3: "x\n', "line 5: Player-3: this is not JSON"),
        (HEAD + "hello\n", "line 5: this is neither a header"),
        (HEAD + "\n1 | 1 | ? | pass | 0\n", "line 6: a turn has six parts"),
        (HEAD + "\n1 | x | ? | pass | 0 | 0\n", "line 6: seat: “x” is not a number"),
        (HEAD + "\n1 | 0 | ? | pass | 0 | 0\n", "line 6: there is no seat 0"),
        (HEAD + "\n1 | 1 | | pass | 0 | 0\n", "line 6: write the hand, or"),
        (HEAD + "\n1 | 1 | Rz | pass | 0 | 0\n", "line 6: “Rz” is not a tile"),
        (HEAD + "\n1 | 1 | ? | | 0 | 0\n", "line 6: “” is not the text of a turn"),
        (HEAD + "\n1 | 1 | ? | pass !x | 0 | 0\n", "line 6: “!x”: the special tiles are"),
        (HEAD + "\n1 | 1 | ? | !take | 0 | 0\n", "line 6: “” is not the text of a turn"),
        (HEAD + "\n1 | 1 | ? | pass | -1 | 0\n", "line 6: points: “-1” is not a number"),
        (HEAD + "\n2 | 1 | ? | pass | 0 | 0\n", "line 6: this should be turn 1, not 2"),
        (HEAD + "1 | 1 | ? | pass | 0 | 0\nX: y\n", "line 6: headers stand before"),
    ],
)
def test_errors_name_the_line_and_say_what_to_do(file: str, reason: str) -> None:
    with pytest.raises(NotationError, match="^" + re.escape(reason)):
        read_record(file)


def test_text_that_is_not_utf_8_is_refused_with_its_line() -> None:
    with pytest.raises(NotationError, match=r"^line 2: this is not UTF-8"):
        read_record(b"Qwirkle-Record: 1\nGame: \xff\n")
    with pytest.raises(NotationError, match=r"^line 2: this is not UTF-8"):
        read_record("Qwirkle-Record: 1\nGame: \ud800\n")


# The specification's own examples

SPECIFICATION = Path(__file__).parents[2] / "docs" / "notation.md"
BLOCKS = re.findall(
    r"^```(\S+)\n(.*?)^```$", SPECIFICATION.read_text("utf-8"), re.MULTILINE | re.DOTALL
)


def blocks(kind: str) -> list[str]:
    found = [body for name, body in BLOCKS if name == kind]
    assert found
    return found


def test_every_kind_of_block_in_the_specification_is_tested() -> None:
    tested = {"turns", "card-turns", "positions", "card-positions", "qwr", "python", "ebnf"}
    assert {kind for kind, _ in BLOCKS} == tested


def test_turns_in_the_specification_read_and_mean_what_it_says() -> None:
    for body in blocks("turns"):
        for line in body.splitlines():
            typed, _, canonical = (part.strip() for part in line.partition("=>"))
            assert write_turn(read_written_turn(typed)) == (canonical or typed)


def test_positions_in_the_specification_are_canonical() -> None:
    for body in blocks("positions"):
        for line in body.splitlines():
            assert write_position(read_position(line)) == line


def test_card_positions_in_the_specification_are_canonical() -> None:
    for body in blocks("card-positions"):
        for line in body.splitlines():
            assert family.write_position(family.read_view(line)) == line


def test_records_in_the_specification_replay() -> None:
    for body in blocks("qwr"):
        record = read_record(body)
        assert write_record(record) == body
        check_record(record)


def test_python_in_the_specification_runs() -> None:
    for body in blocks("python"):
        exec(compile(body, str(SPECIFICATION), "exec"), {})  # noqa: S102


def test_a_typed_turn_never_hides_its_tiles() -> None:
    with pytest.raises(NotationError, match="Say which tiles you trade"):
        read_turn("trade ? ?")
