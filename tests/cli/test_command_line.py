"""The command line as a newcomer meets it."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from qwirkle import Game, bot
from qwirkle.cli import run
from qwirkle.players import bot_names
from qwirkle.players.levels import LEVELS, MIDDLING
from qwirkle.players.levels.strengths import strength_of

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def qwirkle(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def started(*words: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = run(words)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return started


def finished_game(path: Path) -> Game:
    game = Game.new(players=["Ann", "Ben"], seed=11)
    player = bot("greedy", 1)
    while game.to_move is not None:
        game.play(player.choose(game.view(game.to_move)))
    game.save(path)
    return game


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["play"],
        ["bots"],
        ["engine"],
        ["match"],
        ["ladder"],
        ["plot"],
        ["train"],
        ["bench"],
        ["replay"],
        ["copy-store"],
        ["verify-store"],
        ["admin"],
        ["admin", "tables", "delete"],
        ["admin", "backup"],
        ["serve"],
        ["verify"],
    ],
)
def test_help_everywhere(qwirkle: Run, command: list[str]) -> None:
    status, out, err = qwirkle(*command, "--help")
    assert (status, err) == (0, "")
    assert "Usage: qwirkle" in out


@pytest.mark.skipif(shutil.which("bash") is None, reason="completes in bash")
def test_the_shell_completes_commands_and_options(tmp_path: Path) -> None:
    home = {**os.environ, "HOME": str(tmp_path)}

    def shell(*words: str) -> str:
        return subprocess.run(words, env=home, capture_output=True, text=True, check=True).stdout

    install = [sys.executable, "-m", "qwirkle", "--install-completion", "--shell", "bash"]
    assert ".bashrc" in shell(*install)

    def completed(*words: str) -> set[str]:
        typed = f"COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}"
        asked = f'{typed}; _qwirkle; printf "%s\\n" "${{COMPREPLY[@]}}"'
        return set(
            shell("bash", "-c", f". {shlex.quote(str(tmp_path / '.bashrc'))}; {asked}").split()
        )

    assert completed("qwirkle", "re") == {"regret", "replay", "review"}
    assert {"--game", "--games"} <= completed("qwirkle", "match", "--ga")


def test_version(qwirkle: Run) -> None:
    assert qwirkle("--version")[1].startswith("qwirkle 0.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fly"], "fly"),
        (["match", "greedy"], "between 2 and 4 bots"),
        (["match", "greedy", "grandmaster"], "there is no bot “grandmaster”"),
        (["match", "gredy", "random"], "level and those of your own, process:COMMAND and python:"),
        (["match", "greedy", "random:x=1"], "no setting “x”"),
        (["match", "greedy", "random", "--games", "none"], "none"),
        (["match", "greedy", "random", "--games", "0"], "above 0"),
        (["match", "greedy", "random", "--game", "chess"], "there is no game “chess”"),
        (["play", "--game", "chess"], "there is no game “chess”"),
        (["match", "sim:ms=0", "greedy"], "the setting ms is a number from"),
        (["play", "--against", "value:endgame=maybe"], "the setting endgame is a whole number"),
        (["play", "--against", "value:endgame=1e8"], "written in digits"),
        (["play", "--against", "nobody"], "there is no bot “nobody”"),
        (["play", "--game", "no-such.toml"], "no-such.toml: cannot be read"),
        (["play", "--game", "select", "--option", "same-spot=perhaps"], "same-spot"),
        (["play", "--game", "classic", "--option", "x"], "name=value"),
        (["play", "--against", "process:/no/such/bot"], "/no/such/bot: it cannot be started"),
        (["match", "process:/no/such/bot", "greedy"], "/no/such/bot: it cannot be started"),
        (["replay", "no-such-file.qwr"], "No such file"),
        (["replay"], "FILE"),
        (["bench", "--seconds", "soon"], "soon"),
        (["serve", "--port", "99999"], "port 99999: a port is a number from 0 to 65535; choose"),
        (["games", "--count", "2", "--bots", "greedy", "random", "--out", "no/x"], "no folder no"),
        (["regret", "make", "--count", "2", "--out", "no/x"], "no folder no for x"),
    ],
)
def test_bad_usage_is_one_clear_line_and_status_2(
    qwirkle: Run, words: list[str], said: str
) -> None:
    status, out, err = qwirkle(*words)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("qwirkle: ")
    assert said.lower() in err.lower()


def test_match_prints_the_figures_of_the_contract(qwirkle: Run) -> None:
    status, out, _ = qwirkle("match", "greedy", "random", "--games", "4", "--jobs", "1", "--json")
    assert status == 0
    told = json.loads(out)
    assert told["games"] == 4
    assert told["games_per_second"] > 0
    contract = {"name", "wins", "ties", "win_rate", "ci95", "mean_score", "mean_margin"}
    for entry in told["bots"]:
        assert set(entry) >= {*contract, "ms_per_move"}
    status, out, _ = qwirkle("match", "greedy", "random", "--games", "4", "--jobs", "1")
    assert status == 0
    assert "greedy" in out
    assert "turns a game" in out


def test_a_house_rule_is_a_file_and_options_are_chosen(qwirkle: Run, tmp_path: Path) -> None:
    house = tmp_path / "long.toml"
    house.write_text('based_on = "classic"\nid = "long"\nname = "Long hands"\nhand = 8\n', "utf-8")
    status, out, _ = qwirkle("play", "--game", str(house), typed="quit\n")
    assert status == 0
    assert "Long hands" in out
    words = ["--option", "board=cross", "--games", "2", "--jobs", "1", "--json"]
    assert qwirkle("match", "greedy", "random", "--game", "connect", *words)[0] == 0
    words[1] = "board=connect:0,connect:1,select:2,select:3"
    assert qwirkle("match", "greedy", "random", "--game", "combined", *words)[0] == 0


def test_bench_prints_the_figures_of_the_contract(qwirkle: Run) -> None:
    status, out, _ = qwirkle("bench", "--json", "--seconds", "0.05")
    assert status == 0
    told = json.loads(out)
    assert told["backend"] in {"compiled", "checked", "python"}
    for name in ("greedy_games", "random_games", "move_generations", "cards_best"):
        assert told[f"{name}_per_second"] > 0


def test_replay_shows_a_recorded_game(qwirkle: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.qwr"
    game = finished_game(path)
    status, out, _ = qwirkle("replay", str(path))
    assert status == 0
    assert "Ann" in out
    assert f"{max(game.scores)}" in out
    picture = tmp_path / "table.svg"
    status, out, _ = qwirkle("replay", str(path), "--json", "--at", "3", "--svg", str(picture))
    assert [turn["turn"] for turn in json.loads(out)["turns"]] == [1, 2, 3]
    assert picture.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("at", ["-1", "9999"])
def test_replay_knows_where_a_game_ends(qwirkle: Run, tmp_path: Path, at: str) -> None:
    path, picture = tmp_path / "game.qwr", tmp_path / "table.svg"
    last = len(finished_game(path).turns)
    status, out, err = qwirkle("replay", str(path), "--at", at, "--svg", str(picture))
    assert (status, out) == (2, "")
    assert err == f"qwirkle: {path}: --at is a turn from 0 to {last}, not {at}\n"
    assert not picture.exists()
    for turn in (0, last):
        status, out, _ = qwirkle("replay", str(path), "--json", "--at", str(turn))
        assert (status, len(json.loads(out)["turns"])) == (0, turn)


def test_replay_shows_a_card_game(qwirkle: Run, tmp_path: Path) -> None:
    path, picture = tmp_path / "cards.qwr", tmp_path / "cards.svg"
    game = Game.new("cards", ["Ann", "Ben"], seed=3)
    for _ in range(9):
        game.play(next(iter(game.legal_turns)))
    game.save(path)
    status, out, _ = qwirkle("replay", str(path), "--boards", "--svg", str(picture))
    assert status == 0
    assert str(game).splitlines()[0].split()[1] in out
    assert "<svg" in picture.read_text("utf-8")


def test_replay_names_the_line_that_breaks_the_rules(qwirkle: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.qwr"
    finished_game(path)
    lines = path.read_text("utf-8").splitlines()
    where = next(number for number, line in enumerate(lines) if line.startswith("5 |"))
    fields = lines[where].split(" | ")
    fields[4] = "99"
    lines[where] = " | ".join(fields)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    status, _, err = qwirkle("replay", str(path))
    assert status == 2
    assert f"line {where + 1}" in err


def test_play_takes_turns_hints_and_leaves(qwirkle: Run, tmp_path: Path) -> None:
    saved = tmp_path / "mine.qwr"
    typed = f"hint\nunseen\nsort shape\nnonsense\npass\nsave {saved}\nload {saved}\nquit\n"
    status, out, err = qwirkle("play", "--seed", "5", typed=typed)
    assert (status, err) == (0, "")
    words = " ".join(out.split())
    assert re.search(r"(row|rows|columns) [-\d, and]+\. No turn scores more\.", words)
    assert "You can place a tile, so you can’t pass." in out
    assert "cannot be read" in out
    assert saved.exists()
    status, out, _ = qwirkle("play", "--load", str(saved), typed="quit\n")
    assert status == 0
    assert "your hand" in out


def test_whoever_chooses_nobody_meets_the_middling_level(qwirkle: Run, tmp_path: Path) -> None:
    saved = tmp_path / "mine.qwr"
    typed = f"save {saved}\nquit\n"
    out = qwirkle("play", "--seed", "5", typed=typed)[1]
    assert "You play against Otter, level 4." in out
    assert [player.name for player in Game.load(saved).view().players] == ["Kim", "Otter"]


def first_player(qwirkle: Run, folder: Path, *words: str) -> tuple[str, str]:
    """Who the record of a new game names first, and what the terminal says."""
    saved = folder / "mine.qwr"
    out = qwirkle("play", "--seed", "5", *words, typed=f"save! {saved}\nquit\n")[1]
    return Game.load(saved).view().players[0].name, out


def test_nobody_is_called_you_in_a_record(
    qwirkle: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, out = first_player(qwirkle, tmp_path)
    assert name == "Kim"
    assert "You: 0" in out
    name, out = first_player(qwirkle, tmp_path, "--name", "Ann")
    assert name == "Ann"
    assert "You: 0" in out
    assert first_player(qwirkle, tmp_path, "--name", "You")[0] == "Guest"
    monkeypatch.setenv("LOGNAME", "a-login-name-longer-than-a-name")
    assert first_player(qwirkle, tmp_path)[0] == "Guest"


def test_a_bad_name_is_refused_as_on_the_page(qwirkle: Run) -> None:
    status, _, err = qwirkle("play", "--name", "x" * 25)
    assert status == 2
    assert "24 characters" in err


def test_a_saved_game_goes_on_against_the_same_levels(qwirkle: Run, tmp_path: Path) -> None:
    saved = tmp_path / "mine.qwr"
    against = ["--against", "level:2", "--against", "level:7", "--against", "level:2"]
    qwirkle("play", *against, "--seed", "5", typed=f"save {saved}\nquit\n")
    names = [player.name for player in Game.load(saved).view().players]
    assert names == ["Kim", "Frog 1", "Owl", "Frog 2"]
    out = qwirkle("play", "--load", str(saved), typed="quit\n")[1]
    assert "against Frog, level 2" in out
    assert "against Owl, level 7" in out
    assert "Otter" not in out
    out = qwirkle("play", "--load", str(saved), "--against", "level:1", typed="quit\n")[1]
    assert "against Snail, level 1" in out
    assert "Owl, level" not in out


def test_bots_lists_everybody_and_how_strong(qwirkle: Run) -> None:
    status, out, err = qwirkle("bots")
    assert (status, err) == (0, "")
    for name in (*bot_names(), *(level.name for level in LEVELS)):
        assert name in out
    strength = strength_of(MIDDLING)
    assert strength is not None
    assert f"{strength.against_greedy.win_rate:.0%}" in out
    told = json.loads(qwirkle("bots", "--json")[1])
    own = [bot["name"] for bot in told["own"]]
    assert own == ["process:COMMAND", "python:MODULE:CLASS"]
    assert all(name in out for name in own)
    assert [level["number"] for level in told["levels"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert told["strengths"]["classic"]["levels"][3]["level"] == 4


def test_a_program_is_played_against_and_its_lost_turns_are_told(
    qwirkle: Run, tmp_path: Path
) -> None:
    engine = f"process:bot=greedy {shlex.quote(sys.executable)} -m qwirkle engine"
    typed = f"save {tmp_path / 'mine.qwr'}\nquit\n"
    status, out, err = qwirkle("play", "--against", engine, "--seed", "5", typed=typed)
    assert (status, err) == (0, "")
    assert "lost its turn" not in out
    assert Game.load(tmp_path / "mine.qwr").view().players[1].name == engine
    unable = engine.replace("greedy", "nobody")
    status, out, _ = qwirkle("play", "--against", unable, "--seed", "5", typed="quit\n")
    assert status == 0
    assert "lost its turn: there is no bot “nobody”" in " ".join(out.split())


def test_match_tells_who_lost_turns_and_why(qwirkle: Run) -> None:
    unable = f"process:bot=nobody {shlex.quote(sys.executable)} -m qwirkle engine"
    words = ("match", unable, "random", "--games", "1", "--jobs", "1", "--game", "connect")
    status, out, _ = qwirkle(*words)
    assert status == 0
    heard = " ".join(out.split())
    assert re.search(r"engine lost \d+ turns: 3 × there is no bot “nobody”", heard)
    assert re.search(r"\d+ × it was not asked again after 3 in a row", heard)
    _, out, _ = qwirkle(*words, "--json")
    told = json.loads(out)["bots"]
    assert told[0]["lost_turns"] > 3
    assert "there is no bot “nobody”" in told[0]["last_fault"]
    assert [fault["count"] for fault in told[0]["faults"]] == [3, told[0]["lost_turns"] - 3]
    assert "lost_turns" not in told[1]
