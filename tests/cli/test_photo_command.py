"""``qwirkle photo``: readable, readable for programs, and clear about what it cannot read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analysis.photos.scenes import Scene, photograph, played_out
from qwirkle.cli import run
from qwirkle.rules.cells import Cell
from qwirkle.rules.tiles import Tile


def taken(path: Path, game: str = "classic", turns: int = 5) -> Path:
    """A photograph of a game."""
    tiles, layout = played_out(game, turns, 3)
    path.write_bytes(photograph(Scene(tiles, layout, seed=3)).jpeg)
    return path


def answers(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_the_board_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiles = {Cell(0, 0): Tile.Ro, Cell(1, 0): Tile.Rx, Cell(1, 1): Tile.Bs, Cell(1, 2): Tile.Bd}
    path = tmp_path / "table.jpg"
    path.write_bytes(photograph(Scene(tiles, seed=3)).jpeg)
    assert run(["photo", str(path)]) == 0
    said = capsys.readouterr()
    out = " ".join(said.out.split())
    assert "table.jpg: 4 tiles" in out.replace("- ", "-")
    assert "Ro Rx" in out
    assert "Tiles in column 1 must all be one colour or all be one shape" in out
    assert not said.err


def test_programs_get_one_line_for_each_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiles, _ = played_out("connect", 5, 3)
    path = taken(tmp_path / "board.jpg", "connect")
    assert run(["photo", str(path), str(path), "--game", "connect", "--json"]) == 0
    first, second = answers(capsys.readouterr().out)
    assert first == second
    assert first["board"] == sorted([cell.x, cell.y, tile.value] for cell, tile in tiles.items())
    certainty, squares = first["certainty"], first["squares"]
    assert isinstance(certainty, list)
    assert isinstance(squares, dict)
    assert len(certainty) == len(tiles)
    assert all(0 <= number <= 1 for number in certainty)
    assert [1, 1] in squares["2"]
    assert first["problems"] == []


def test_a_board_can_be_turned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(taken(tmp_path / "board.jpg", "connect"))
    assert run(["photo", path, "--game", "connect", "--json"]) == 0
    assert run(["photo", path, "--game", "connect", "--turns", "1", "--json"]) == 0
    straight, turned = (answer["board"] for answer in answers(capsys.readouterr().out))
    assert isinstance(straight, list)
    assert turned == sorted([15 - y, x, tile] for x, y, tile in straight)


def test_a_file_without_a_position_fails_and_the_others_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("no picture")
    path = taken(tmp_path / "table.jpg", turns=2)
    assert run(["photo", str(tmp_path / "notes.txt"), str(path), "--json"]) == 1
    said = capsys.readouterr()
    wrong, right = answers(said.out)
    assert wrong["board"] == []
    assert isinstance(wrong["problems"], list)
    assert wrong["problems"][0]["reason"] == "not-a-picture"
    assert right["board"]
    assert not said.err
    assert run(["photo", str(tmp_path / "notes.txt")]) == 1
    assert "This isn’t a picture. Choose a photo in JPEG, PNG or WebP." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nothing.jpg"], "nothing.jpg: No such file or directory"),
        (["table.jpg", "--game", "cards"], "a photograph of “cards” cannot be read"),
        (["table.jpg", "--game", "chess"], "a photograph of “chess” cannot be read"),
        (["table.jpg", "--corners", "1,2,3"], "corners are four points"),
        (["table.jpg", "--corners", "0,0 1,0 1,nan 0,1"], "corners are four points"),
        (["table.jpg", "--corners", "0,0 9,0 1,1 0,1"], "corners are four points"),
        ([], "FILES"),
    ],
)
def test_bad_usage_is_one_line(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken(tmp_path / "table.jpg", turns=1)
    monkeypatch.chdir(tmp_path)
    assert run(["photo", *words]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert not said.out


def test_a_game_is_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiles = {Cell(0, 0): Tile.Ro, Cell(1, 0): Tile.Rx, Cell(2, 0): Tile.Rs}
    more = {Cell(2, 1): Tile.Bs, Cell(2, 2): Tile.Gs}
    other = {Cell(0, 0): Tile.Yc, Cell(0, 1): Tile.Gc, Cell(0, 2): Tile.Pc}
    for name, shown in {"a": tiles, "b": tiles | more, "c": other}.items():
        picture = photograph(Scene(shown, seed=6, turn=180.0 if name == "b" else 0.0))
        (tmp_path / f"{name}.jpg").write_bytes(picture.jpeg)
    a, b, c = (str(tmp_path / f"{name}.jpg") for name in "abc")
    assert run(["photo", a, b, b, c, "--follow"]) == 0
    out = " ".join(capsys.readouterr().out.split()).replace("- ", "-")
    assert "a.jpg: 3 tiles" in out
    assert "Bs" in out
    assert ", 3 points" in out
    assert "b.jpg: nothing new" in out
    assert "c.jpg: 3 tiles" in out
    assert "another table" in out
    assert "all together 1 3" in out
    assert run(["photo", a, b, "--follow", "--json"]) == 0
    first, second = answers(capsys.readouterr().out)
    assert "turn" not in first
    assert second["turn"] == {"place": [[2, 1, "Bs"], [2, 2, "Gs"]]}
    assert (second["points"], second["refusals"]) == (3, [])


def test_a_picture_that_cannot_be_read_loses_no_turn_and_the_score_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiles = {Cell(0, 0): Tile.Ro, Cell(1, 0): Tile.Rx, Cell(2, 0): Tile.Rs}
    first = {Cell(0, 1): Tile.Bo, Cell(0, 2): Tile.Go, Cell(0, 3): Tile.Yo}
    second = {Cell(1, 2): Tile.Gx}
    (tmp_path / "a.jpg").write_bytes(photograph(Scene(tiles, seed=6)).jpeg)
    (tmp_path / "b.jpg").write_text("shaken")
    (tmp_path / "c.jpg").write_bytes(photograph(Scene(tiles | first | second, seed=6)).jpeg)
    files = [str(tmp_path / f"{name}.jpg") for name in "abc"]
    names = ["--players", "Ann", "Ben"]
    assert run(["photo", *files, "--follow", *names]) == 1
    out = " ".join(capsys.readouterr().out.split()).replace("- ", "-")
    assert "c.jpg: 2 turns since the picture before" in out
    assert "order" not in out
    assert ", 4 points" in out
    assert ", 2 points" in out
    assert "Ann 1 4 Ben 1 2" in out
    assert run(["photo", *files, "--follow", *names, "--json"]) == 1
    *_, last = answers(capsys.readouterr().out)
    assert last["turns"] == [
        {"place": [[0, 1, "Bo"], [0, 2, "Go"], [0, 3, "Yo"]], "points": 4},
        {"place": [[1, 2, "Gx"]], "points": 2},
    ]
    assert (last["points"], last["ordered"], last["scores"]) == (6, True, [4, 2])
    assert run(["photo", files[0], *names]) == 2
    assert "add --follow" in capsys.readouterr().err


def test_a_hand_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiles = {Cell(x, 0): tile for x, tile in enumerate((Tile.Ro, Tile.Bx, Tile.Gs))}
    path = tmp_path / "hand.jpg"
    path.write_bytes(photograph(Scene(tiles, seed=3, near=0.2)).jpeg)
    assert run(["photo", str(path), "--hand", "--json"]) == 0
    (answer,) = answers(capsys.readouterr().out)
    assert answer["hand"] == ["Ro", "Bx", "Gs"]
    assert (answer["problems"], answer.get("board")) == ([], None)
    (tmp_path / "notes.txt").write_text("no picture")
    assert run(["photo", str(path), str(tmp_path / "notes.txt"), "--hand"]) == 1
    out = " ".join(capsys.readouterr().out.split()).replace("- ", "-")
    assert "hand.jpg: Ro Bx Gs" in out
    assert "This isn’t a picture" in out
    assert run(["photo", str(path), "--hand", "--follow"]) == 2
    assert "a hand has no board" in capsys.readouterr().err


def test_tiles_that_are_no_turn_are_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiles = {Cell(0, 0): Tile.Ro, Cell(1, 0): Tile.Rx, Cell(2, 0): Tile.Rs}
    for name, shown in {"a": tiles, "b": tiles | {Cell(3, 0): Tile.Gd}}.items():
        (tmp_path / f"{name}.jpg").write_bytes(photograph(Scene(shown, seed=6)).jpeg)
    assert run(["photo", *(str(tmp_path / f"{name}.jpg") for name in "ab"), "--follow"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "is not a turn." in out
    assert "must all be one colour or all be one shape" in out
