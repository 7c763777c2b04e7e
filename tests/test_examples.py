"""Every example runs."""

from __future__ import annotations

import ast
import shlex
import sys
from pathlib import Path

import pytest

from qwirkle.testing.bots import check_bot

EXAMPLES = Path(__file__).parents[1] / "examples"
BOTS = sorted((EXAMPLES / "bots").glob("*.py"))


def test_every_example_is_of_a_kind_that_is_run_here() -> None:
    assert sorted(EXAMPLES.rglob("*.py")) == BOTS


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
