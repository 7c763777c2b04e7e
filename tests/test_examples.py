"""Every example runs."""

from __future__ import annotations

import ast
import json
import runpy
import shlex
import sys
from pathlib import Path

import pytest

from qwirkle.lab.games import MatchPlan, play_game
from qwirkle.lab.regret.score import RegretPlan, regret
from qwirkle.lab.workers import Local
from qwirkle.rules.family import edition
from qwirkle.testing.bots import check_bot

EXAMPLES = Path(__file__).parents[1] / "examples"
BOTS = sorted((EXAMPLES / "bots").glob("*.py"))
NOTEBOOKS = sorted(EXAMPLES.rglob("*.ipynb"))
# What each example of research needs, and how it is run at a small scale.
RESEARCH = {
    "is_mcts": ("pyspiel", ["--game", "connect", "--games", "1", "--simulations", "2"]),
    "linear_learner": ("gymnasium", ["--steps", "12000"]),
    "tree_search": (
        "torch",
        [
            "--rounds",
            "1",
            "--games",
            "2",
            "--tries",
            "3",
            "--deals",
            "2",
            "--steps",
            "2",
            "--matches",
            "4",
        ],
    ),
    "masked_ppo": ("gymnasium", ["--minutes", "0.01", "--games", "8"]),
    "turn_values": ("gymnasium", ["--minutes", "0.01", "--games", "8", "--folder"]),
}
# What examples import from beside them, and what a match imports.
MODULES = ["turn_features", "learned_bot"]


def test_every_example_is_of_a_kind_that_is_run_here() -> None:
    research = [EXAMPLES / "research" / f"{name}.py" for name in [*RESEARCH, *MODULES]]
    assert sorted(EXAMPLES.rglob("*.py")) == sorted([*BOTS, *research])


@pytest.mark.parametrize("name", RESEARCH)
def test_an_example_of_research_runs(
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    needed, words = RESEARCH[name]
    pytest.importorskip(needed)
    if words[-1] == "--folder":
        words = [*words, str(tmp_path)]
    assert "margin" in _output(name, words, monkeypatch, capsys)
    if "--folder" in words:
        # The second time it goes on from what it has learned, and plays the same fresh games.
        turns = [_output(name, words, monkeypatch, capsys).split(" ")[0] for _ in range(2)]
        assert turns[0] == turns[1]
        assert (tmp_path / "learner.npz").exists()


def test_what_was_learned_plays_in_matches_and_tests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("gymnasium")
    words = ["--minutes", "0.01", "--games", "8", "--folder", str(tmp_path)]
    _output("turn_values", words, monkeypatch, capsys)
    monkeypatch.setenv("LEARNER", str(tmp_path / "learner.npz"))
    plan = MatchPlan(("python:learned_bot:LearnedBot", "random"), edition("classic"), seed=1)
    assert play_game(plan, 0).margin(0) > 0
    report = regret(RegretPlan("python:learned_bot:LearnedBot", count=5), Local())
    assert len(report.decisions) == 5
    assert report.points_lost < 4, "an untrained network plays like greedy, which loses 0.9 points"


@pytest.mark.parametrize("game", ["mini", "schmidt", "cards"])
def test_the_search_of_openspiel_plays_a_game(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyspiel")
    words = ["--game", game, "--games", "1", "--simulations", "2"]
    assert "margins" in _output("is_mcts", words, monkeypatch, capsys)


def _output(
    name: str,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    path = EXAMPLES / "research" / f"{name}.py"
    monkeypatch.setattr(sys, "argv", [str(path), *words])
    monkeypatch.syspath_prepend(str(path.parent))
    runpy.run_path(str(path), run_name="__main__")
    return capsys.readouterr().out


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path) -> None:
    pytest.importorskip("gymnasium")
    names: dict[str, object] = {}
    cells = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["source"]]
    assert all(not cell.get("outputs") for cell in cells), "saved without what it printed"
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), names)  # noqa: S102


@pytest.mark.parametrize("path", BOTS, ids=lambda path: path.stem)
def test_a_bot_plays_whole_games_as_a_program(path: Path) -> None:
    spec = f"process:{shlex.join([sys.executable, str(path)])}"
    assert check_bot(spec, players=[3], allow_code=True) > 200


@pytest.mark.parametrize("path", BOTS, ids=lambda path: path.stem)
def test_a_bot_needs_the_standard_library_only(path: Path) -> None:
    tree = ast.walk(ast.parse(path.read_text("utf-8")))
    named = [node.module or "" for node in tree if isinstance(node, ast.ImportFrom)]
    tree = ast.walk(ast.parse(path.read_text("utf-8")))
    named += [name.name for node in tree if isinstance(node, ast.Import) for name in node.names]
    assert {name.split(".")[0] for name in named} <= sys.stdlib_module_names
