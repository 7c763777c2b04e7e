"""Records of whole games, one or more of every game: replayed, and written again byte for byte.

The files are those whose dealing the page checks. ``web/test_page_records.py`` holds that there is
one of every game and of every way to draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from qwirkle import Game
from qwirkle.cli import run
from qwirkle.notation import (
    events_of,
    headers_of,
    read_record,
    record_of,
    record_of_view,
    replay,
    write_record,
)
from server.page_records import FOLDER

every_record = pytest.mark.parametrize(
    "path", sorted(FOLDER.glob("*.qwr")), ids=lambda path: str(path.stem)
)


@every_record
def test_a_record_is_written_again_byte_for_byte(path: Path) -> None:
    file = path.read_bytes()
    record = read_record(file)
    assert write_record(record).encode() == file
    # Made from the events alone, without a line of the file.
    headers = headers_of(record)
    again = record_of(events_of(record), seed=headers.seed, nonces=headers.nonces, commit=True)
    assert write_record(again).encode() == file


def written(path: Path) -> Iterator[str]:
    """What others see of a game, what a loaded game saves, and every position in one line."""
    record = read_record(path.read_bytes())
    events = events_of(record)
    for seat in (None, 0):
        yield write_record(record_of_view(events, seat))
    yield write_record(record_of(events))
    game = Game.load(path)
    positions = [game.position]
    while game.turns:
        game.take_back()
        positions.append(game.position)
    yield "\n".join(reversed(positions)) + "\n"
    last = list(replay(record))[-1]
    yield msgspec.json.encode([last.scores, last.result]).decode() + "\n"


@every_record
def test_other_texts_of_a_game(path: Path, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(written(path)) == snapshot


@every_record
@pytest.mark.usefixtures("terminal")
def test_what_is_shown_of_a_record(
    path: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert run(["verify", str(path)]) == 0
    assert run(["replay", str(path)]) == 0
    assert capsys.readouterr().out.replace(str(path), path.name) == snapshot
