"""Archives that earlier versions have written: today's code reads the events that they stand for.

``archives.json`` was written once, from the finished games of a stored database::

    PYTHONPATH=src:tests python tests/golden/test_older_archives.py

If one of these tests fails, the rules or the form of an event have changed, and the archived games
that people have could not be read any more: new forms need a way to read the old ones.
"""

from __future__ import annotations

import base64
import gzip
import json
import sqlite3
from pathlib import Path

import pytest

from golden.older_stores import DATABASES
from qwirkle.rules.family import GAMES
from qwirkle.tables.core.events import write_event
from qwirkle.tables.storage.ports import Stored
from qwirkle.tables.storage.sql.archive import pack, unpack
from tables.scene import two_persons

FILE = Path(__file__).parent / "archives.json"
ARCHIVES: dict[str, dict[str, str]] = json.loads(FILE.read_text()) if FILE.exists() else {}


def stored_tables() -> dict[str, list[Stored]]:
    """All tables of the first stored database that has archives."""
    connection = sqlite3.connect(":memory:")
    packed = (DATABASES / "0012.sql.gz").read_bytes()
    connection.executescript(gzip.decompress(packed).decode())
    tables: dict[str, list[Stored]] = {}
    for game, seq, at, body in connection.execute("SELECT * FROM events ORDER BY game, seq"):
        tables.setdefault(game, []).append(Stored(seq, at, body.encode()))
    connection.close()
    return tables


def played_games() -> dict[str, list[Stored]]:
    """A whole game of every edition."""
    games = {}
    for game in GAMES:
        scene, *people = two_persons(game)
        scene.play_on(people)
        log = enumerate(scene.log, 1)
        games[game] = [Stored(number, at, write_event(event)) for number, (event, at) in log]
    return games


@pytest.mark.parametrize("game", sorted(ARCHIVES["stored"]) if ARCHIVES else [])
def test_an_archive_of_a_stored_table_is_read(game: str) -> None:
    assert unpack(base64.b64decode(ARCHIVES["stored"][game])) == stored_tables()[game]


@pytest.mark.parametrize("game", sorted(ARCHIVES["played"]) if ARCHIVES else [])
def test_an_archive_of_a_whole_game_is_read(game: str) -> None:
    """Its digest holds the events that were stored."""
    assert len(unpack(base64.b64decode(ARCHIVES["played"][game]))) > 10


def test_there_is_an_archive_of_every_game() -> None:
    assert set(ARCHIVES["played"]) == set(GAMES)


if __name__ == "__main__":
    made = {
        kind: {game: base64.b64encode(pack(stored)).decode() for game, stored in tables.items()}
        for kind, tables in (("stored", stored_tables()), ("played", played_games()))
    }
    FILE.write_text(json.dumps(made, indent=1) + "\n")
