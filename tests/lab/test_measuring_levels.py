"""bench/levels.py: one command measures the levels, and never plays the same game twice."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from qwirkle.lab.games import MatchPlan
from qwirkle.lab.ladder import read_stored
from qwirkle.lab.results import StoredMatch
from qwirkle.players.levels import LEVELS
from qwirkle.players.levels.strengths import load_strengths
from qwirkle.players.value.weights import weights_digest
from qwirkle.rules.family import edition

SCRIPT = Path(__file__).parents[2] / "bench" / "levels.py"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("levels_bench", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # Three levels of eight: what is asked for here does not depend on how many there are.
    monkeypatch.setattr(module, "LEVELS", LEVELS[:3])
    monkeypatch.setattr(module, "SHIPPED", tmp_path / "strengths.json")
    return module


def run(bench: ModuleType, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    kept = str(bench.SHIPPED.parent / "kept")
    monkeypatch.setattr("sys.argv", ["levels.py", "--game", "cards", "--kept", kept, *words])
    return int(bench.main())


def stored(bench: ModuleType) -> dict[tuple[str, ...], StoredMatch]:
    found = {}
    for path in (bench.SHIPPED.parent / "kept").rglob("*.json"):
        match = read_stored(path)
        assert isinstance(match, StoredMatch)
        assert match.setting.bots not in found
        found[match.setting.bots] = match
    return found


def test_levels_are_measured_gone_on_with_and_written(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(bench, monkeypatch, "--games", "2", "--only", "2") == 0
    first = stored(bench)
    assert set(first) == {("level:2", "greedy"), ("level:2", "level:1")}
    assert not bench.SHIPPED.exists(), "a trial of some levels writes nothing"

    assert run(bench, monkeypatch, "--games", "4") == 0
    second = stored(bench)
    assert len(second) == 5
    assert {len(match.results) for match in second.values()} == {4}
    for pair, match in first.items():
        assert second[pair].results[:2] == match.results, "games are not played again"

    found = load_strengths(bench.SHIPPED)["cards"]
    assert found.command == "python bench/levels.py --games 4 --game cards"
    assert found.weights == weights_digest()
    assert [level.level for level in found.levels] == [1, 2, 3]
    assert found.levels[0].against_below is None
    against = second["level:3", "level:2"].report.bots[0]
    assert found.levels[2].against_below is not None
    assert found.levels[2].against_below.win_rate == pytest.approx(against.win_rate)
    assert capsys.readouterr().out.count("4 games") == 5

    # Fewer than are kept: what is there is shown as it is.
    before = bench.SHIPPED.read_bytes()
    assert run(bench, monkeypatch, "--games", "2") == 0
    assert bench.SHIPPED.read_bytes() == before.replace(b"--games 4", b"--games 2")


def test_a_level_that_plays_otherwise_is_measured_again(
    bench: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = MatchPlan(("level:3", "greedy"), edition("cards"), 2, "again")
    for _ in range(2):
        bench.measure(plan, tmp_path, 1)
        assert len(list(tmp_path.rglob("*.json"))) == 1
    monkeypatch.setattr(bench, "level_of", {"level:3": LEVELS[6]}.get)
    bench.measure(plan, tmp_path, 1)
    assert len(list(tmp_path.rglob("*.json"))) == 2


def test_an_unknown_level_is_refused(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(bench, monkeypatch, "--games", "2", "--only", "9") == 1
    assert "from 1 to 8, not “9”" in capsys.readouterr().err
    assert run(bench, monkeypatch, "--games", "0") == 1
    assert "above 0" in capsys.readouterr().err
