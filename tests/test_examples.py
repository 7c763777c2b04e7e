"""Every example runs."""

from __future__ import annotations

import ast
import json
import runpy
import shlex
import sys
from pathlib import Path

import pytest

from qwirkle.testing.bots import check_bot

EXAMPLES = Path(__file__).parents[1] / "examples"
BOTS = sorted((EXAMPLES / "bots").glob("*.py"))
NOTEBOOKS = sorted(EXAMPLES.rglob("*.ipynb"))
# What each example of research needs, and how it is run at a small scale.
RESEARCH = {
    "is_mcts": ("pyspiel", ["--game", "connect", "--games", "1", "--simulations", "2"]),
    "linear_learner": ("gymnasium", ["--steps", "12000"]),
    "masked_ppo": ("gymnasium", ["--minutes", "0.01", "--games", "8"]),
}


def test_every_example_is_of_a_kind_that_is_run_here() -> None:
    research = [EXAMPLES / "research" / f"{name}.py" for name in RESEARCH]
    assert sorted(EXAMPLES.rglob("*.py")) == sorted([*BOTS, *research])


@pytest.mark.parametrize("name", RESEARCH)
def test_an_example_of_research_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    needed, words = RESEARCH[name]
    pytest.importorskip(needed)
    path = EXAMPLES / "research" / f"{name}.py"
    monkeypatch.setattr(sys, "argv", [str(path), *words])
    runpy.run_path(str(path), run_name="__main__")
    assert "margins" in capsys.readouterr().out


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
