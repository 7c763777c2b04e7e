"""bench/strength.py: one command plays the matches of the page and writes what it shows."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "bench" / "strength.py"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("strength_bench", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Where types are looked for by their names.
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    rows = [
        module.Row("proof", "greedy against random", ("greedy", "random"), 4, "cards"),
        module.Row("ablations", "random against greedy", ("random", "greedy"), 2, "cards"),
    ]
    monkeypatch.setattr(module, "ROWS", rows)
    monkeypatch.setattr(module, "LADDER", ("greedy", "random"))
    monkeypatch.setattr(module, "LADDER_GAMES", 2)
    monkeypatch.setattr(module, "WRITTEN", tmp_path / "strength.json")
    return module


def run(bench: ModuleType, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    kept = str(bench.WRITTEN.parent / "kept")
    monkeypatch.setattr("sys.argv", ["strength.py", "--kept", kept, *words])
    return int(bench.main())


def test_parts_are_measured_one_by_one_and_stand_together(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(bench, monkeypatch, "--part", "ablations") == 0
    assert run(bench, monkeypatch, "--part", "proof", "--part", "ladder") == 0
    written = json.loads(bench.WRITTEN.read_text("utf-8"))
    assert [row["title"] for row in written["rows"]] == [
        "greedy against random",
        "random against greedy",
    ]
    first = written["rows"][0]
    assert (first["games"], first["win_rate"]) == (4, 1.0)
    assert first["command"] == "qwirkle match greedy random --game cards --games 4 --seed strength"
    assert [rung["name"] for rung in written["ladder"]] == ["greedy", "random"]


def test_stopped_it_writes_what_is_done(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = bench.cached_match

    def stopped(plan: object, *rest: object, **more: object) -> object:
        if getattr(plan, "bots", None) == ("random", "greedy"):
            raise KeyboardInterrupt
        return play(plan, *rest, **more)

    monkeypatch.setattr(bench, "cached_match", stopped)
    assert run(bench, monkeypatch) == 130
    assert "goes on" in capsys.readouterr().err
    written = json.loads(bench.WRITTEN.read_text("utf-8"))
    assert [row["title"] for row in written["rows"]] == ["greedy against random"]


def test_a_trial_run_writes_nothing(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(bench, monkeypatch, "--part", "proof", "--shorter", "2") == 0
    assert not bench.WRITTEN.exists()
