"""``qwirkle puzzles``."""

from __future__ import annotations

import json

import pytest

from qwirkle.analysis.puzzles.calendar import puzzle_of, read_day
from qwirkle.cli import run

DAY = "2026-11-16"


def test_a_puzzle_is_shown_without_its_solution(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["puzzles", "--date", DAY]) == 0
    shown = capsys.readouterr().out
    puzzle = puzzle_of(read_day(DAY))
    assert f"Puzzle of {DAY}" in shown
    assert " ".join(puzzle.view().hand) in shown
    assert puzzle.candidates[0].text not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_solution_is_shown_on_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["puzzles", "--date", DAY, "--solution"]) == 0
    shown = capsys.readouterr().out
    assert all(found.text in shown for found in puzzle_of(read_day(DAY)).candidates)
    assert max(map(len, shown.splitlines())) <= 80


def test_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "--date", DAY, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    puzzle = puzzle_of(read_day(DAY))
    assert shown["position"] == puzzle.position
    assert shown["hand"] == [str(tile) for tile in puzzle.view().hand]
    assert [row["lost"] for row in shown["candidates"]] == [row.lost for row in puzzle.candidates]


def test_mistakes_are_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "--date", "yesterday"]) == 2
    assert "is not a day" in capsys.readouterr().err
    assert run(["puzzles", "make", "--count", "0"]) == 2
    assert "--count" in capsys.readouterr().err
