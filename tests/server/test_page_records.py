"""The games whose dealing the page's own tests check are games by the rules, one of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle.notation.record import read_record
from qwirkle.notation.record.replay import check_record
from qwirkle.rules.family import GAMES
from server.page_records import FOLDER

RECORDS = sorted(FOLDER.glob("*.qwr"))


def test_there_is_a_record_of_every_game_and_of_every_way_to_draw() -> None:
    assert set(GAMES) <= {path.stem for path in RECORDS}
    text = "".join(path.read_text("utf-8") for path in RECORDS)
    for act in ("trade ", "take ", "draw3 ", "exchange ", "!take", "!draw3", "\nEdition: "):
        assert act in text, act


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.stem))
def test_a_record_is_that_of_a_game_dealt_from_its_seed(path: Path) -> None:
    check_record(read_record(path.read_bytes()))
