"""Style, types and imports are part of what must hold."""

from __future__ import annotations

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


def test_no_source_file_is_too_long_to_read_in_one_sitting() -> None:
    long = [
        str(path.relative_to(ROOT))
        for folder in ("src", "tests", "bench", "docs")
        for path in (ROOT / folder).rglob("*.py")
        if len(path.read_text("utf-8").splitlines()) > 600
    ]
    assert long == []


def test_no_rule_asks_for_the_name_of_a_game() -> None:
    """An edition is data: code asks for a policy."""
    asking = [
        f"{path.name}:{number}"
        for path in (ROOT / "src").rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if "game ==" in line or "edition.id ==" in line or ".id ==" in line
    ]
    assert asking == []


def test_no_room_is_crowded() -> None:
    """A reader finds a module by its name among at most fourteen."""
    crowded = {}
    for folder in (ROOT / "src/qwirkle").rglob("__init__.py"):
        modules = [
            path.stem for path in folder.parent.glob("*.py") if not path.stem.startswith("__")
        ]
        if len(modules) > 14:
            crowded[str(folder.parent.relative_to(ROOT))] = len(modules)
    assert crowded == {}


def test_only_the_family_switch_knows_the_families() -> None:
    asking = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "src").rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(r"isinstance\([^)]*\bCards?(Edition|State|View|Event|Turn)\b", line)
    ]
    assert asking == []
