"""Matches in which programs play: whatever they do, the match ends and nobody is left behind."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from processes import gone, misbehaving, noted
from qwirkle.cli import run
from qwirkle.lab.match import MatchPlan, play_match
from qwirkle.rules.editions.placement import edition

FIRST_LEGAL = Path(__file__).parents[2] / "examples" / "bots" / "first_legal.py"
ENGINE = f"process:bot=greedy {shlex.quote(sys.executable)} -m qwirkle engine"


def test_a_program_plays_the_same_match_whatever_the_jobs() -> None:
    plan = MatchPlan((ENGINE, "random"), edition("classic"), games=4, seed="p")
    alone, together = play_match(plan, jobs=1), play_match(plan, jobs=2)
    assert [row.mean_score for row in alone.bots] == [played.mean_score for played in together.bots]
    assert alone.bots[0].wins == 4


def test_a_program_that_dies_loses_its_match_and_nothing_else(tmp_path: Path) -> None:
    spec = misbehaving("dies", tmp_path / "trace")
    report = play_match(MatchPlan((spec, "greedy"), edition("connect"), games=2), jobs=1)
    assert report.bots[1].wins == 2
    assert report.bots[0].lost_turns > 10
    assert "out of ideas" in (report.bots[0].last_fault or "")
    assert report.bots[1].lost_turns == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no sh")
def test_a_program_plays_all_games_in_one_life(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    playing = shlex.join([sys.executable, str(FIRST_LEGAL)])
    spec = f"process:sh -c {shlex.quote(f'echo started >> {trace}; exec {playing}')}"
    report = play_match(MatchPlan((spec, "greedy"), edition("classic"), games=3), jobs=1)
    assert report.bots[0].lost_turns == 0, report.bots[0].last_fault
    assert trace.read_text("utf-8").count("started") == 1


def test_a_transcript_shows_the_line_that_lost_the_turn(tmp_path: Path) -> None:
    path = tmp_path / "lost.jsonl"
    spec = misbehaving("not-json", tmp_path / "trace")
    words = ["match", spec, "greedy", "--game", "connect", "--games", "2", "--jobs", "1"]
    saved = tmp_path / "match.json"
    assert run([*words, "--transcript", str(path), "--save", str(saved)]) == 0
    lost = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [turn["deal"] for turn in lost] == [0] * len(lost)
    assert {turn["rotation"] for turn in lost} == {0, 1}
    assert "not JSON" in lost[0]["fault"]
    assert lost[0]["answer"].strip() in lost[0]["fault"]
    assert json.loads(lost[0]["question"])["op"] == "best"
    assert "transcripts" not in saved.read_text("utf-8"), "they would fill the results"
    assert run([*words, "--transcript", str(tmp_path / "no" / "folder")]) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_match_that_is_interrupted_leaves_nobody_behind(
    tmp_path: Path, sent: signal.Signals, status: int, jobs: str
) -> None:
    trace = tmp_path / "trace"
    words = ["match", misbehaving("has-a-child", trace), "greedy", "--game", "connect"]
    match = subprocess.Popen([sys.executable, "-m", "qwirkle", *words, "--jobs", jobs])
    pids = noted(trace)
    match.send_signal(sent)
    try:
        assert match.wait(20) == status
    finally:
        match.kill()
        match.wait()
    assert len(pids) >= 2
    assert all(gone(pid) for pid in pids)
