"""Pictures of stored results. What they look like was looked at; here, that they are drawn."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from qwirkle.errors import LabError, MissingExtra
from qwirkle.lab.games import MatchPlan
from qwirkle.lab.ladder import LadderPlan, StoredLadder, play_ladder
from qwirkle.lab.match import run_match
from qwirkle.lab.plots import draw
from qwirkle.lab.results import StoredMatch
from qwirkle.lab.sprt import Sprt
from qwirkle.lab.workers import Local
from qwirkle.rules.family import edition

CARDS = edition("cards")


@pytest.fixture(scope="module")
def match() -> StoredMatch:
    return run_match(MatchPlan(("greedy", "random"), CARDS, 6, sprt=Sprt(0.5, 0.6)), Local())


@pytest.fixture(scope="module")
def ladder() -> StoredLadder:
    return play_ladder(LadderPlan(("greedy", "random"), CARDS, 2))


def test_a_picture_says_who_played_and_how_it_ended(
    tmp_path: Path, match: StoredMatch, ladder: StoredLadder
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "all.svg"
    draw([match, ladder], path)
    text = path.read_text("utf-8")
    assert text.startswith("<?xml")
    # matplotlib writes each text it draws as a comment.
    for said in ("greedy against random: 6 games of cards", "Ladder of cards", "win rate, %"):
        assert said in text
    again = tmp_path / "again.svg"
    draw([match, ladder], again)
    assert again.read_bytes() == path.read_bytes(), "the same results make the same picture"
    draw([run_match(MatchPlan(("greedy",) * 3, CARDS, 1), Local())], tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_drawn_is_refused(
    tmp_path: Path, match: StoredMatch, ladder: StoredLadder
) -> None:
    with pytest.raises(LabError, match="a picture ends in"):
        draw([match], tmp_path / "picture.bmp")
    with pytest.raises(LabError, match="when all its pairs"):
        draw([msgspec.structs.replace(ladder, finished=False)], tmp_path / "l.png")
    with pytest.raises(LabError, match="without games"):
        draw([msgspec.structs.replace(match, results=())], tmp_path / "m.png")
    pytest.importorskip("matplotlib")
    with pytest.raises(LabError, match="No such file"):
        draw([match], tmp_path / "nowhere" / "m.png")


def test_without_matplotlib_the_extra_is_named(
    tmp_path: Path, match: StoredMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r'drawing needs an extra: pip install "qwirkle\[plots'):
        draw([match], tmp_path / "m.png")
