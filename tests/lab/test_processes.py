"""Pools of processes: ended in the middle of their work, and started by scripts."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from qwirkle.lab.workers.processes import ProcessPool, result_of


def begin() -> None:
    """Nothing to prepare."""


def test_an_ended_pool_has_no_threads_and_no_processes() -> None:
    """A thread that is still ending while Python exits would print a traceback."""
    before = set(threading.enumerate())
    pool = ProcessPool(2, begin)
    assert result_of(pool.submit(abs, -3)) == 3
    endless = [pool.submit(time.sleep, 600) for _ in range(4)]
    processes = list((pool._processes or {}).values())
    assert processes
    pool.end()
    assert not any(process.is_alive() for process in processes)
    assert set(threading.enumerate()) == before
    assert not any(future.running() for future in endless)


MATCH = """
from qwirkle import edition
from qwirkle.lab.match import MatchPlan, play_match

print("begun")
report = play_match(MatchPlan(("greedy", "random"), edition("mini"), games=4), jobs=2)
print("played", report.games)
"""
TRAINING = """
from pathlib import Path

from qwirkle.lab.training.plan import Method, Plan, plan_sets
from qwirkle.lab.training.run import train
from qwirkle.rules.family import edition

print("begun")
hasty = Method(breadth=8, narrow=2, trial_rounds=1, late=0, ending=4, one_in=12)
plan = Plan(plan_sets([edition("classic")], [2]), rounds=1, games=2, deals=2, method=hasty)
train(plan, Path("tiny.json"))
"""
GAMES = """
from pathlib import Path

from qwirkle import edition
from qwirkle.lab.data.games import DataPlan
from qwirkle.lab.data.parquet import write_games
from qwirkle.lab.workers import Local

print("begun")
write_games(DataPlan(("greedy", "random"), edition("mini")), 4, Path("games.parquet"), Local(2))
"""


def run_script(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    script = folder / "mine.py"
    script.write_text(text, "utf-8")
    return subprocess.run(
        [sys.executable, script], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("text", [MATCH, TRAINING, GAMES], ids=["match", "training", "games"])
def test_a_script_that_would_start_itself_again_is_told_what_to_add(
    text: str, tmp_path: Path
) -> None:
    """No process adds a traceback: one sentence names the cause and the line that is missing."""
    done = run_script(tmp_path, text)
    # Several processes write to one pipe, so two words may share a line.
    assert (done.returncode, set(done.stdout.replace("begun", " begun ").split())) == (1, {"begun"})
    assert done.stderr.count("Traceback") == 1, done.stderr
    assert 'below a line  if __name__ == "__main__":' in done.stderr.splitlines()[-1]


def test_a_script_with_the_line_plays(tmp_path: Path) -> None:
    body = MATCH.strip().replace("\n", "\n    ")
    done = run_script(tmp_path, f'if __name__ == "__main__":\n    {body}\n')
    assert (done.returncode, done.stdout, done.stderr) == (0, "begun\nplayed 4\n", "")
