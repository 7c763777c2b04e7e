"""Style, types and imports are part of what must hold."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "--quiet", "."],
        ["ruff", "format", "--check", "--quiet", "."],
        pytest.param(["mypy", "--no-error-summary"], marks=pytest.mark.long),
        ["lint-imports", "--no-cache"],
        ["vulture", "src", "--min-confidence", "80"],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_tool_finds_nothing(command: list[str]) -> None:
    program = Path(sys.executable).parent / command[0]
    run = subprocess.run(
        [program, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_no_rule_asks_for_the_name_of_a_game() -> None:
    """An edition is data: code asks for a policy."""
    asking = [
        f"{path.name}:{number}"
        for path in (ROOT / "src").rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if "game ==" in line or "edition.id ==" in line or ".id ==" in line
    ]
    assert asking == []


def test_only_the_family_switch_knows_the_families() -> None:
    asking = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "src").rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(r"isinstance\([^)]*\bCards?(Edition|State|View|Event|Turn)\b", line)
    ]
    assert asking == []


def test_every_value_is_frozen() -> None:
    """Search changes positions in the core; everything else passes values, which nobody changes."""
    thawed = []
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and "msgspec.Struct" in map(ast.unparse, node.bases):
                settings = {known.arg: ast.unparse(known.value) for known in node.keywords}
                if settings.get("frozen") != "True":
                    thawed.append(f"{path.name}: {node.name}")
    assert thawed == []
