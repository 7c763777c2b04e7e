"""Nothing played is lost: however a game in the terminal is left, it can be resumed."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qwirkle import Game, bot
from qwirkle.cli import run
from qwirkle.notation.text.turns import write_turn
from qwirkle.terminal import new_session
from qwirkle.terminal.output import PlainConsole

Run = Callable[..., tuple[int, str, str]]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")


@pytest.fixture
def qwirkle(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def started(*words: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = run(words)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return started


def saved_games(data_folder: Path) -> list[Path]:
    return sorted((data_folder / "terminal").glob("*.qwr"))


PLAY = ["play", "--against", "greedy", "--seed", "5"]


@pytest.mark.parametrize("leave", ["quit\n", "", "exit\n"], ids=["quit", "Ctrl-D", "exit"])
def test_a_game_that_is_left_can_be_resumed(qwirkle: Run, data_folder: Path, leave: str) -> None:
    status, out, err = qwirkle(*PLAY, typed=f"hint\n{leave}")
    assert (status, err) == (0, "")
    assert "The game is saved. To continue it: qwirkle play --resume" in " ".join(out.split())
    (file,) = saved_games(data_folder)
    left = Game.load(file)
    status, out, _ = qwirkle("play", "--resume", typed="hint\nquit\n")
    assert status == 0
    assert "your hand" in out
    assert Game.load(file).events == left.events, "the same game, in the same file"
    assert [seat.name for seat in left.state.seats] == ["Kim", "greedy"]


def test_resume_takes_the_game_left_last_and_says_if_there_is_none(
    qwirkle: Run, data_folder: Path
) -> None:
    status, _, err = qwirkle("play", "--resume")
    assert status == 2
    assert "no saved game to resume" in err
    qwirkle(*PLAY, "--name", "Ann", typed="quit\n")
    (first,) = saved_games(data_folder)
    os.utime(first, (1, 1))
    qwirkle(*PLAY, "--name", "Ben", typed="quit\n")
    assert len(saved_games(data_folder)) == 2
    copy = data_folder / "copy.txt"
    assert "You: 0" in qwirkle("play", "--resume", typed=f"save {copy}\nquit\n")[1]
    assert "Player-1: Ben" in copy.read_text("utf-8")
    status, _, err = qwirkle("play", "--resume", "--load", str(first))
    assert status == 2
    assert "exclude" in err


def test_a_finished_game_is_kept_apart(qwirkle: Run, data_folder: Path, tmp_path: Path) -> None:
    game = Game.new("classic", ["You", "greedy"], seed=3)
    player = bot("greedy", 1)
    turns = []
    while game.to_move is not None:
        turns.append(player.choose(game.view(game.to_move)))
        game.play(turns[-1])
    last_of_person = len(turns) - 1
    # Up to the person's last turn, whoever plays after it.
    while True:
        game.take_back()
        if game.to_move == 0:
            break
        last_of_person -= 1
    file = tmp_path / "nearly.qwr"
    game.save(file)
    turn = turns[last_of_person]
    typed = f"{write_turn(turn)}\n\n"  # type: ignore[arg-type]
    status, out, _ = qwirkle("play", "--load", str(file), typed=typed)
    assert status == 0
    assert "The game is over" in out
    assert saved_games(data_folder) == []
    (done,) = (data_folder / "terminal" / "finished").glob("*.qwr")
    assert Game.load(done).result is not None
    assert "qwirkle replay shows it" in " ".join(out.split())


def test_loading_another_game_keeps_the_one_that_was_played(
    qwirkle: Run, data_folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.qwr"
    Game.new("classic", ["Zoe", "greedy"], seed=9).save(other)
    qwirkle(*PLAY, typed=f"load {other}\nquit\n")
    names = {Game.load(path).state.seats[0].name for path in saved_games(data_folder)}
    assert names == {"Kim", "Zoe"}
    assert Game.load(other).turns == (), "the file that was loaded is left alone"


def test_save_does_not_overwrite_without_being_told(qwirkle: Run, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine", "utf-8")
    out = qwirkle(*PLAY, typed=f"save {precious}\nquit\n")[1]
    assert "precious.txt overwrites it" in " ".join(out.split())
    assert precious.read_text("utf-8") == "mine"
    out = qwirkle(*PLAY, typed=f"save! {precious}\nquit\n")[1]
    assert "Saved to" in out
    assert Game.load(precious).edition.id == "classic"
    out = qwirkle(*PLAY, typed=f"save {tmp_path}/no/such/folder.qwr\nsave \0\nquit\n")[1]
    assert "No such file" in " ".join(out.split())


def test_a_folder_that_cannot_be_written_does_not_end_the_game(
    qwirkle: Run, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    status, out, _ = qwirkle(*PLAY, "--data", str(blocked), typed="hint\nquit\n")
    assert status == 0
    assert "The game could not be saved" in out


def test_a_record_never_starts_a_program(qwirkle: Run, tmp_path: Path) -> None:
    trace = tmp_path / "started"
    file = tmp_path / "game.qwr"
    Game.new("classic", ["You", f"process:touch {trace}"], seed=5).save(file)
    status, _, err = qwirkle("play", "--load", str(file), typed="quit\n")
    assert status == 2
    assert "say with --against who plays it now" in err
    assert not trace.exists()
    Game.new("classic", ["You", "sim:ms=5"], seed=5).save(file)
    assert qwirkle("play", "--load", str(file), typed="quit\n")[0] == 0


@posix
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_is_stopped_by_a_signal_is_saved(
    data_folder: Path, sent: signal.Signals
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *PLAY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests may ignore the signal (nohup does), and programs inherit that.
        preexec_fn=lambda: signal.signal(sent, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("hint\n")
        process.stdin.flush()
        while "No turn scores" not in process.stdout.readline():
            assert process.poll() is None
        time.sleep(0.2)
        process.send_signal(sent)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 128 + sent
    assert err == ""
    assert "To continue it: qwirkle play --resume" in " ".join(out.split())
    assert len(saved_games(data_folder)) == 1


@pytest.mark.parametrize(("answer", "kept"), [(True, False), (False, True)])
def test_a_person_is_asked_before_a_file_is_overwritten(
    answer: bool, kept: bool, tmp_path: Path
) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine", "utf-8")
    table = Game.new("cards", ["You", "greedy"], seed=5)
    console = PlainConsole(file=io.StringIO(), width=80)
    session = new_session(table, [bot("greedy")], bot("greedy"), console)
    asked: list[str] = []

    def ask_person(question: str) -> bool:
        asked.append(question)
        return answer

    session.ask_person = ask_person
    session.begin()
    session.handle(f"save {tmp_path / 'new.qwr'}")
    assert asked == []
    session.handle(f"save {precious}")
    assert len(asked) == 1
    assert (precious.read_text("utf-8") == "mine") is kept
