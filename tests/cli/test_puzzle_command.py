"""``qwirkle puzzles``."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from qwirkle.analysis.puzzles.calendar import puzzle_of, read_day
from qwirkle.analysis.puzzles.puzzle import read_set, shipped_puzzles, write_set
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
    for wrong in (["--all"], ["--number", "1000000"], ["--number", "1", "--near", "900"]):
        assert run(["puzzles", *wrong]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert run(["puzzles", "measure", "--out", "no-such-set.json"]) == 2


def test_all_puzzles_come_one_on_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "--all", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["number"] for line in lines] == list(range(len(shipped_puzzles().puzzles)))
    for line, puzzle in zip(lines, shipped_puzzles().puzzles, strict=True):
        assert list(line) == [
            *("number", "game", "players", "position", "hand", "bag", "difficulty", "themes"),
            *("best", "turns"),
        ]
        assert list(line["best"]) == ["turn", "points"]
        assert line["best"]["turn"] == line["turns"][0]["turn"]
        assert [list(turn) for turn in line["turns"]] == [
            ["turn", "lost", "lost_ci95"] for _ in puzzle.candidates
        ]


def test_an_answer_is_graded(capsys: pytest.CaptureFixture[str]) -> None:
    for found in shipped_puzzles().puzzles[5].candidates[:2]:
        assert run(["puzzles", "--number", "5", "--answer", found.text]) == 0
        assert f"loses {found.lost:.1f}" in capsys.readouterr().out
    assert run(["puzzles", "--number", "5", "--answer", "Ro@900,900"]) == 2


def test_a_puzzle_near_a_rating_is_near_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "--near", "1000", "--json"]) == 0
    assert abs(json.loads(capsys.readouterr().out)["difficulty"] - 1000) < 100


def test_puzzles_without_a_difficulty_are_measured(tmp_path: Path) -> None:
    puzzles = shipped_puzzles()
    bare = msgspec.structs.replace(puzzles.puzzles[0], found=(), themes=())
    out = tmp_path / "set.json"
    out.write_bytes(write_set(msgspec.structs.replace(puzzles, puzzles=(bare,))))
    assert run(["puzzles", "measure", "--out", str(out)]) == 0
    assert read_set(out.read_bytes()).puzzles == puzzles.puzzles[:1]


def test_a_puzzle_of_the_card_game_is_shown_and_graded(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    puzzles = shipped_puzzles().puzzles
    number = next(at for at, one in enumerate(puzzles) if one.view().family == "cards")
    best, second = puzzles[number].candidates[:2]
    assert run(["puzzles", "--number", str(number), "--solution"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 60
    assert "Qwirkles: " in shown
    assert f"All sets after it: {best.text}" in " ".join(shown.split())
    for found in (best, second):
        assert run(["puzzles", "--number", str(number), "--answer", found.text]) == 0
        assert f"loses {found.lost:.1f}" in " ".join(capsys.readouterr().out.split())
    assert run(["puzzles", "--number", str(number), "--json"]) == 0
    entry = json.loads(capsys.readouterr().out)
    assert (entry["game"], list(entry["best"]["turn"])) == ("cards", ["after"])
    assert run(["puzzles", "make", "--count", "1", "--game", "chess"]) == 2
    assert "--game" in capsys.readouterr().err
