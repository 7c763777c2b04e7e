"""``qwirkle review``: readable, readable for programs, and clear about what it cannot do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qwirkle import Game, bot
from qwirkle.cli import run
from qwirkle.notation import record_of, write_record


def recorded(path: Path, *, turns: int = 4, names: tuple[str, str] = ("Ann", "Ben")) -> Path:
    game = Game.new("classic", players=names, seed="a review")
    player = bot("greedy", 1)
    while game.to_move is not None and len(game.turns) < turns:
        game.play(player.choose(game.view(game.to_move)))
    path.write_bytes(write_record(record_of(game.events, seed="a review", saved=True)).encode())
    return path


def test_the_report_is_readable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(recorded(tmp_path / "game.qwr"))]) == 0
    said = capsys.readouterr()
    assert "accuracy" in said.out
    assert "Ann" in said.out
    assert "add up exactly" in " ".join(said.out.split())
    assert not said.err


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_report_fits_the_terminal(
    width: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    names = ("Ann", "Bartholomew the third of Warwick")
    assert run(["review", str(recorded(tmp_path / "game.qwr", turns=6, names=names))]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= min(width, 80)
    words = out.split()
    assert {"accuracy", "luck", "Turns:", "Ann", "Bartholomew"} <= set(words)
    for turn in Game.load(tmp_path / "game.qwr").turns:
        assert str(turn) in " ".join(words)


def test_json_and_comments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = recorded(tmp_path / "game.qwr"), tmp_path / "told.qwr"
    assert run(["review", str(file), "--json", "--open-hands", "--comments", str(out)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "classic"
    assert found["open_hands"] is True
    assert len(found["turns"]) == 4
    assert run(["replay", str(out)]) == 0
    assert found["turns"][0]["mark"] in out.read_text()


def test_a_record_without_a_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is reviewed by the hands that it tells; one that tells none is refused."""
    file = recorded(tmp_path / "game.qwr")
    lines = [line for line in file.read_text().split("\n") if not line.startswith("Seed")]
    file.write_text("\n".join(lines))
    assert run(["review", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(turn["mark"] and turn["lost_ci95"] for turn in found["turns"])
    one = [_hidden(line, seat="2") for line in lines]
    file.write_text("\n".join(one))
    assert run(["review", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for turn in found["turns"]:
        unknown = {turn["mark"], turn["lost"], turn["best"] and 1, turn["chance"] and 1} == {None}
        assert unknown == (turn["seat"] == 1)
    assert [player["points_lost"] is None for player in found["players"]] == [False, True]
    assert found["players"][0]["luck"] is found["players"][0]["score_without_luck"] is None
    assert run(["review", str(file)]) == 0
    assert "does not tell every hand" in " ".join(capsys.readouterr().out.split())
    file.write_text("\n".join(_hidden(line, seat="1") for line in one))
    assert run(["review", str(file)]) == 2
    said = capsys.readouterr().err
    assert "no seed and no hands" in said
    assert said.count("\n") == 1


def _hidden(line: str, seat: str) -> str:
    columns = line.split(" | ")
    if len(columns) > 4 and columns[1] == seat:
        columns[2] = "?"
    return " | ".join(columns)


def test_nothing_played_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(recorded(tmp_path / "game.qwr", turns=0))]) == 2
    assert "nothing to review" in capsys.readouterr().err


def test_names_cannot_move_the_cursor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = recorded(tmp_path / "game.qwr", turns=2)
    file.write_text(file.read_text().replace("Player-1: Ann", "Player-1: A\x1b[2Jnn"))
    run(["review", str(file)])
    said = capsys.readouterr()
    assert "\x1b" not in said.out + said.err
