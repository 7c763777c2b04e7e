"""Matches, ladders and pictures on the command line: stopped, gone on with, refused clearly."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qwirkle.cli import run
from qwirkle.lab.ladder import StoredLadder, read_stored

Run = Callable[..., tuple[int, str, str]]
CARDS = ["--game", "cards", "--jobs", "1"]


@pytest.fixture
def qwirkle(capsys: pytest.CaptureFixture[str]) -> Run:
    def started(*words: str | Path) -> tuple[int, str, str]:
        status = run([str(word) for word in words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return started


def test_a_match_is_kept_and_gone_on_with(qwirkle: Run, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    words = ["match", "greedy", "random", *CARDS, "--save", tmp_path / "runs", "--json"]
    status, out, _ = qwirkle(*words, "--games", "2")
    assert status == 0
    (file,) = (tmp_path / "runs").iterdir()
    assert json.loads(file.read_text("utf-8"))["report"] == json.loads(out)
    status, _, err = qwirkle(*words, "--games", "4")
    assert status == 2
    assert "--resume continues it" in err
    status, out, _ = qwirkle(*words, "--games", "4", "--resume")
    assert (status, json.loads(out)["games"]) == (0, 4)
    same = qwirkle(*words, "--games", "4", "--resume")[1]
    assert json.loads(same)["bots"] == json.loads(out)["bots"]


@pytest.mark.parametrize("command", ["match", "ladder"])
@pytest.mark.parametrize("place", ["nowhere/x.json", "nowhere"])
def test_a_folder_that_is_not_there_is_told_before_anything_is_played(
    qwirkle: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, place: str
) -> None:
    monkeypatch.setattr("qwirkle.lab.workers.Local.play", lambda *_: pytest.fail("played"))
    status, out, err = qwirkle(command, "greedy", "random", "--save", tmp_path / place)
    assert (status, out) == (2, "")
    assert err.startswith(f"qwirkle: there is no folder {tmp_path / 'nowhere'} for ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["match", "ladder"])
def test_what_is_stopped_keeps_its_games(
    tmp_path: Path, command: str, sent: signal.Signals
) -> None:
    path = tmp_path / "match.json"
    words = [command, "greedy", "random", "--games", "100000", "--jobs", "2", "--save", str(path)]
    with subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        while not path.exists() and process.poll() is None:
            time.sleep(0.05)
        try:
            # The whole group, as a terminal does.
            os.killpg(process.pid, sent)
            out, err = process.communicate(timeout=300)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    assert (process.returncode, out) == (128 + sent, "")
    assert err == f"stopped; the games played so far are in {path}, --resume continues\n"
    stored = read_stored(path)
    assert not stored.finished
    match = stored.matches[0] if isinstance(stored, StoredLadder) else stored
    assert match.results
    assert match.recompute_report() == match.report


def test_a_match_says_what_it_decided(qwirkle: Run) -> None:
    words = ["match", "greedy", "random", *CARDS, "--sprt", "0.4,0.8"]
    status, out, _ = qwirkle(*words)
    assert status == 0
    assert "Decided after" in out
    assert "a win rate of 80.0% for greedy" in " ".join(out.split())
    undecided = qwirkle(*words, "--games", "3")[1]
    assert "Undecided after 1 deals" in undecided
    assert "The last deal was played in only 1 of its 2 rotations" in " ".join(undecided.split())


def test_three_and_more_are_told_what_equals_would_win(qwirkle: Run) -> None:
    out = qwirkle("match", "random", "greedy", "greedy", "greedy", "--games", "4", *CARDS)[1]
    assert "Equally strong bots would each win 25.0%." in out
    assert [line.split()[0] for line in out.splitlines() if " – " in line] == [
        "random",
        "greedy",
        "greedy",
        "greedy",
    ]


def test_a_ladder_is_kept_and_printed_in_three_ways(qwirkle: Run, tmp_path: Path) -> None:
    words = ["ladder", "random", "greedy", "value", *CARDS, "--games", "2", "--save", tmp_path]
    status, out, _ = qwirkle(*words)
    assert status == 0
    assert "greedy against value" in out
    status, out, _ = qwirkle(*words, "--resume", "--markdown")
    assert status == 0
    assert out.splitlines()[0] == "| bot | rating | 95 % | games | win rate | margin | ms/move |"
    assert len(out.splitlines()) == 5
    status, out, _ = qwirkle(*words, "--resume", "--json")
    assert {rung["name"] for rung in json.loads(out)["rungs"]} == {"random", "greedy", "value"}
    assert json.loads((tmp_path / "ladder.json").read_text("utf-8"))["report"] == json.loads(out)


def test_a_ladder_of_programs_tells_who_lost_turns_and_why(qwirkle: Run) -> None:
    unable = f"process:bot=nobody {shlex.quote(sys.executable)} -m qwirkle engine"
    words = ["ladder", unable, "random", "--games", "1", "--jobs", "1", "--game", "connect"]
    for how in ([], ["--markdown"]):
        status, out, _ = qwirkle(*words, *how)
        assert status == 0
        assert "3 × there is no bot “nobody”" in " ".join(out.split())
    told = {rung["name"]: rung for rung in json.loads(qwirkle(*words, "--json")[1])["rungs"]}
    assert told[unable]["lost_turns"] > 3
    assert "there is no bot “nobody”" in told[unable]["last_fault"]
    assert "lost_turns" not in told["random"]


def test_stored_results_are_drawn(qwirkle: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    match, ladder = tmp_path / "match.json", tmp_path / "ladder.json"
    qwirkle("match", "greedy", "random", *CARDS, "--games", "4", "--save", match)
    qwirkle("ladder", "greedy", "random", *CARDS, "--games", "2", "--save", ladder)
    picture = tmp_path / "picture.png"
    assert qwirkle("plot", match, ladder, "--out", picture) == (0, "", "")
    assert picture.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("ray", "said"),
    [
        (["--ray", "127.0.0.1:1"], "there is no Ray cluster at 127.0.0.1:1"),
        (["--ray=nowhere"], "a Ray cluster is at auto or at host:port, not “nowhere”"),
    ],
)
def test_a_cluster_that_is_not_there_is_told(qwirkle: Run, ray: list[str], said: str) -> None:
    pytest.importorskip("ray", reason="Ray has no wheel for this Python or machine")
    status, out, err = qwirkle("match", "greedy", "random", *ray)
    assert (status, out) == (2, "")
    assert said in err


@pytest.mark.parametrize("command", ["match", "ladder"])
def test_the_cluster_may_be_left_out(
    qwirkle: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for ray in (["--ray"], ["--ray", "--games", "2"], ["--ray=auto"]):
        status, _, err = qwirkle(command, "greedy", "random", *ray)
        assert (status, len(err.splitlines())) == (2, 1)
        assert 'pip install "qwirkle[ray]"' in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match", "greedy", "random", "--sprt", "0.5"], "two win rates such as 0.50,0.55"),
        (["match", "greedy", "random", "--sprt", "0.6,0.5"], "first win rate < second"),
        (["match", "greedy", "random", "--resume"], "say which with --save"),
        (["match", "greedy", "random", "--ms", "nan"], "above 0"),
        (["match", "greedy", "random", "--jobs", "none"], "“none” is not a whole number"),
        (["ladder", "greedy", "random", "--jobs", "none"], "“none” is not a whole number"),
        (["ladder"], "at least two bots"),
        (["ladder", "greedy"], "at least two bots"),
        (["ladder", "greedy", "greedy"], "is on the ladder twice"),
        (["ladder", "greedy", "random", "--anchor", "value"], "is not on the ladder"),
        (["ladder", "greedy", "random", "--games", "0"], "above 0"),
        (["ladder", "greedy", "nobody"], "there is no bot “nobody”"),
        (["plot", "--out", "a.png"], "which stored results"),
        (["plot", "no-such.json", "--out", "a.png"], "No such file"),
        (["plot", "no-such.json"], "--out"),
    ],
)
def test_bad_usage_is_one_clear_line_and_status_2(
    qwirkle: Run, words: list[str], said: str
) -> None:
    status, out, err = qwirkle(*words)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert said.lower() in err.lower()
