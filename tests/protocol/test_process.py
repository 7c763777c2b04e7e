"""Whatever a child does, its parent neither waits for ever nor fills up, and nobody is left."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from processes import gone
from qwirkle.protocol.process import MOST_BYTES, Child, ChildFault


def child(program: str) -> Child:
    return Child([sys.executable, "-uc", f"import os, sys, time\n{program}"])


def test_lines_go_both_ways_and_the_end_of_the_input_ends_it() -> None:
    echo = child("for line in sys.stdin: print(line.strip()[::-1])")
    for word in (b"abc", b"de"):
        echo.send(word)
        assert echo.receive(10) == word[::-1]
    assert echo.close() == 0
    assert echo.close() == 0


def test_silence_has_a_limit() -> None:
    silent = child("time.sleep(1000)")
    with pytest.raises(ChildFault, match=r"no answer within 0\.3 seconds"):
        silent.receive(0.3)
    assert silent.kill() != 0


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("sys.exit(7)", "it ended with status 7$"),
        ("sys.exit('no licence')", "it ended with status 1; its last words: no licence$"),
        ("raise ValueError('lost my way')", "status 1; its last words: ValueError: lost my way$"),
        ("os.close(1); time.sleep(1000)", "it ended$"),
        ("print('half a li', end=''); sys.exit()", "it ended$"),
        ("while True: sys.stdout.write('x' * 9999)", f"a line of more than {MOST_BYTES} bytes$"),
        ("while True: sys.stdout.write('x\\n' * 99)", "far more lines than it was asked for$"),
    ],
)
def test_an_end_is_explained_and_a_flood_is_stopped(program: str, fault: str) -> None:
    one = child(program)
    for _ in range(2):
        with pytest.raises(ChildFault, match=fault):
            receive_all(one)


def receive_all(one: Child) -> None:
    while True:
        one.receive(10)


def test_a_child_that_does_not_read_does_not_stop_the_sender() -> None:
    deaf = child("time.sleep(1000)")
    for _ in range(10):
        deaf.send(b"x" * MOST_BYTES)
    with pytest.raises(ChildFault, match="no answer"):
        deaf.receive(0.1)
    deaf.kill()


def test_a_wordy_standard_error_stops_nobody() -> None:
    wordy = child("sys.stderr.write('woe ' * 2_000_000); print('done')")
    assert wordy.receive(20) == b"done"
    wordy.close()


@pytest.mark.parametrize("command", [[], ["/no/such/program"], ["."], ["a\0b"]])
def test_what_cannot_be_started_is_reported(command: list[str]) -> None:
    with pytest.raises(ChildFault, match=r"cannot be started: ."):
        Child(command)


FAMILY = (
    "import subprocess\n"
    "pid = subprocess.Popen(['sleep', '1000']).pid\n"
    "print(os.getpid(), pid)\n"
    "time.sleep(1000)"
)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are counted otherwise there")
@pytest.mark.parametrize("leaving", ["close", "kill", "forget"])
def test_nobody_is_left_behind(leaving: str) -> None:
    parent: Child | None = child(FAMILY)
    assert parent is not None
    pids = [int(pid) for pid in parent.receive(10).split()]
    if leaving == "forget":
        parent = None
        gc.collect()
    elif leaving == "kill":
        parent.kill()
    else:
        parent.close()
    assert [gone(pid) for pid in pids] == [True, True]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are counted otherwise there")
def test_what_a_child_started_does_not_outlive_it() -> None:
    parent = child(FAMILY.replace("time.sleep(1000)", "sys.exit()"))
    pids = [int(pid) for pid in parent.receive(10).split()]
    parent.close()
    assert [gone(pid) for pid in pids] == [True, True]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are counted otherwise there")
def test_an_interpreter_that_ends_takes_its_children_with_it(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import sys\n"
        "from qwirkle.protocol.process import Child\n"
        f"child = Child([sys.executable, '-uc', {('import os, sys, time' + chr(10) + FAMILY)!r}])\n"
        "print(child.receive(10).decode(), flush=True)\n"
        "raise KeyboardInterrupt\n"
    )
    run = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=300, check=False
    )
    assert "KeyboardInterrupt" in run.stderr
    assert [gone(int(pid)) for pid in run.stdout.split()] == [True, True]
