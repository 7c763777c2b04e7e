"""Kept matches: nothing is played twice, and nothing is mistaken for something else."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from qwirkle.lab.cache import cached_match
from qwirkle.lab.games import GameResult, MatchPlan
from qwirkle.lab.results import StoredMatch
from qwirkle.lab.workers import Local
from qwirkle.players.value import weights
from qwirkle.rules.family import edition

PLAN = MatchPlan(("greedy", "random"), edition("cards"), 2, "kept")


def asked(plan: MatchPlan, folder: Path, ways: tuple[str, ...] = ()) -> tuple[StoredMatch, int]:
    """The match, and how many files there are then."""
    heard: list[GameResult] = []
    match = cached_match(plan, folder, Local(1), heard.append, ways=ways)
    assert len(heard) == len(match.results)
    return match, len(list(folder.rglob("*.json")))


def test_asked_again_nothing_is_played_again(tmp_path: Path) -> None:
    first, _ = asked(PLAN, tmp_path)
    again, files = asked(PLAN, tmp_path)
    assert files == 1
    # The times are those of the first run: no game was played again.
    assert again.results == first.results


def test_a_longer_match_goes_on_and_a_shorter_one_takes_all(tmp_path: Path) -> None:
    first, _ = asked(PLAN, tmp_path)
    longer, files = asked(replace(PLAN, games=4), tmp_path)
    assert (files, len(longer.results)) == (1, 4)
    assert longer.results[:2] == first.results
    assert asked(PLAN, tmp_path)[0].results == longer.results


def test_other_ways_and_other_weights_are_other_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(PLAN, tmp_path)
    assert asked(PLAN, tmp_path, ("carefully",))[1] == 2
    other = tmp_path / "weights"
    other.write_bytes(weights.SHIPPED.read_bytes() + b"\n")
    monkeypatch.setenv("QWIRKLE_WEIGHTS", str(other))
    assert asked(PLAN, tmp_path)[1] == 3
