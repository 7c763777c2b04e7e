"""Data sets: the rows replay, and an interrupted run ends in the same bytes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from qwirkle import Game
from qwirkle.cli import run
from qwirkle.errors import BotError, LabError, MissingExtra
from qwirkle.lab.data import games, parquet
from qwirkle.lab.data.games import DataPlan, RecordedGame, record_game
from qwirkle.lab.data.parquet import write_games
from qwirkle.lab.workers import Local
from qwirkle.rules.family import edition

PLAN = DataPlan(("greedy", "random"), edition("connect"), "data")


class Stopped(Exception):
    """A run that is interrupted."""


def rows(path: Path) -> list[dict[str, Any]]:
    arrow = pytest.importorskip("pyarrow.parquet")
    read: list[dict[str, Any]] = arrow.read_table(path).to_pylist()
    return read


@pytest.mark.parametrize("game", ["classic", "select", "mini", "combined"])
def test_the_core_records_what_the_rules_play(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = DataPlan(("greedy", "random", "greedy"), edition(game), "core")
    quick = [record_game(plan, number) for number in range(3)]
    monkeypatch.setattr(games, "core_game", lambda *_: None)
    assert [record_game(plan, number) for number in range(3)] == quick
    assert [[turn.bot for turn in game.turns[:3]] for game in quick] != [[]] * 3


@pytest.mark.parametrize(
    ("game", "bots"), [("mini", ("value", "greedy")), ("cards", ("greedy",) * 2)]
)
def test_the_rows_replay(game: str, bots: tuple[str, ...], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    plan = DataPlan(bots, edition(game), "replay")
    assert write_games(plan, 2, tmp_path / "games.parquet", Local()) > 20
    told = rows(tmp_path / "games.parquet")
    for number in range(2):
        own = [row for row in told if row["game"] == number]
        again = Game.new(game, players=2, seed=plan.game_seed(number))
        for turn, row in enumerate(own):
            seen = again.view(again.to_move)
            assert (row["turn"], row["seat"]) == (turn, again.to_move)
            assert row["hand"] == " ".join(seen.hand)
            assert row["scores"] == [player.score for player in seen.players]
            assert row["bot"] == plan.bots_of(number)[row["seat"]]
            again.play(row["played"])
            gained = again.view(row["seat"]).players[row["seat"]].score - row["scores"][row["seat"]]
            assert row["points"] == gained
            assert again.result is None or row["final_scores"] == list(again.result.scores)
        assert again.result is not None


def test_an_interrupted_run_ends_in_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(parquet, "PART", 3)
    monkeypatch.setattr(parquet, "GROUP", 2)
    straight, broken = tmp_path / "straight.parquet", tmp_path / "broken.parquet"
    write_games(PLAN, 11, straight, Local())
    played: list[int] = []

    def stop(game: RecordedGame) -> None:
        played.append(game.number)
        if game.number == 7:
            raise Stopped

    with pytest.raises(Stopped):
        write_games(PLAN, 11, broken, Local(), stop)
    assert not broken.exists()
    with pytest.raises(LabError, match="--resume continues"):
        write_games(PLAN, 11, broken, Local())
    other = DataPlan(("random", "random"), PLAN.edition, "data")
    with pytest.raises(LabError, match="another plan"):
        write_games(other, 11, broken, Local(), resume=True)
    played.clear()
    write_games(PLAN, 11, broken, Local(2), lambda game: played.append(game.number), resume=True)
    assert played == [6, 7, 8, 9, 10], "two parts were whole"
    assert broken.read_bytes() == straight.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "broken.parquet",
        "straight.parquet",
    ]
    with pytest.raises(LabError, match="exists already"):
        write_games(PLAN, 11, broken, Local(), resume=True)


def test_the_command_writes_the_plan_into_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    words = ["--bots", "random", "greedy", "--count", "4", "--game", "connect", "--jobs", "1"]
    assert run(["games", *words, "--out", str(out)]) == 0
    assert "4 games with" in " ".join(capsys.readouterr().out.split())
    about = json.loads(arrow.read_schema(out).metadata[b"qwirkle"])
    assert about["bots"] == ["random", "greedy"]
    assert about["game"] == about["rules"]["id"] == "connect"
    again = tmp_path / "again.parquet"
    assert run(["games", *words, "--out", str(again), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("seconds") > 0
    rows = arrow.read_table(out).num_rows
    assert told == {"file": str(again), "games": 4, "turns": rows, "played": 4}
    assert run(["games", *words[:2], "--count", "4", "--out", str(out)]) == 2
    assert "between 2 and 4 bots, not 1" in capsys.readouterr().err


def test_a_bot_that_cannot_play_is_refused_first(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    with pytest.raises(BotError, match="no bot “nobody”"):
        write_games(DataPlan(("greedy", "nobody"), PLAN.edition), 2, tmp_path / "x", Local())
    assert not list(tmp_path.iterdir())


def test_without_pyarrow_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"qwirkle\[data\]"):
        write_games(PLAN, 2, tmp_path / "x", Local())
