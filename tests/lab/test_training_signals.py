"""Stopping a training: at whatever moment, one clear line, the usual status and no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals to a group are POSIX"),
    pytest.mark.timeout(120),
]
WORDS = ["train", "--game", "classic", "--players", "2", "--games", "5000", "--jobs", "2"]
BOTH = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["int", "term"])
# Sends itself a signal in the middle of starting a process: after it has been started and before
# it has been handed its work.
INTERRUPTED = """
import os, sys
from multiprocessing import util
from qwirkle.__main__ import main
number = int(sys.argv.pop()) if __name__ == "__main__" else 0
start = util.spawnv_passfds
def interrupted(path, arguments, fds):
    started = start(path, arguments, fds)
    if any("spawn_main" in str(word) for word in arguments):
        os.kill(os.getpid(), number)
        util.spawnv_passfds = start
    return started
util.spawnv_passfds = interrupted
if __name__ == "__main__":
    main()
"""


def begin(folder: Path, *command: str) -> subprocess.Popen[str]:
    """A training in a process group of its own, as a terminal has it."""
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def check_end(training: subprocess.Popen[str], number: signal.Signals) -> None:
    out, told = training.communicate(timeout=300)
    assert out == ""
    assert training.returncode == 128 + number
    assert len(told.splitlines()) == 1, told
    assert told.startswith("stopped; ")
    assert "qwirkle train --game classic" in told
    assert "--jobs 2 --resume" in told


@BOTH
def test_a_signal_between_starting_a_process_and_handing_it_its_work(
    number: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "interrupted.py").write_text(INTERRUPTED)
    check_end(begin(tmp_path, "interrupted.py", *WORDS, str(int(number))), number)


@BOTH
@pytest.mark.parametrize(
    "children", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))]
)
def test_a_signal_to_the_whole_group_while_processes_start(
    number: signal.Signals, children: int, tmp_path: Path
) -> None:
    training = begin(tmp_path, "-m", "qwirkle", *WORDS)
    listed = Path(f"/proc/{training.pid}/task/{training.pid}/children")
    if not listed.exists():
        training.kill()
        pytest.skip("looks for processes as Linux lists them")
    # The first of them is the one Python starts to clear up after the others.
    while len(listed.read_text("utf-8").split()) < children:
        time.sleep(0.001)
    os.killpg(training.pid, number)
    check_end(training, number)


@BOTH
@pytest.mark.parametrize(
    "seconds", [0.0, *(pytest.param(n, marks=pytest.mark.long) for n in (0.4, 0.8))]
)
def test_a_signal_to_the_whole_group_while_games_are_played(
    number: signal.Signals, seconds: float, tmp_path: Path
) -> None:
    training = begin(tmp_path, "-m", "qwirkle", *WORDS)
    while not (tmp_path / "weights.json.work" / "manifest.json").is_file():
        time.sleep(0.01)
    time.sleep(seconds)
    os.killpg(training.pid, number)
    time.sleep(0.02)
    os.killpg(training.pid, number)  # impatience changes nothing
    check_end(training, number)


def test_ctrl_c_while_the_command_loads_is_quiet(tmp_path: Path) -> None:
    slow = "import time; open('loading', 'w').close(); time.sleep(60)\n"
    (tmp_path / "cyclopts.py").write_text(slow)
    (tmp_path / "start.py").write_text("from qwirkle.__main__ import main\nmain()\n")
    loading = begin(tmp_path, "start.py")
    while not (tmp_path / "loading").exists():
        time.sleep(0.01)
    os.killpg(loading.pid, signal.SIGINT)
    assert loading.communicate(timeout=300) == ("", "")
    assert loading.returncode == 130
