"""Starting must stay light. Counted in modules, because seconds depend on the machine."""

from __future__ import annotations

import subprocess
import sys

import pytest


def loaded_by(statement: str) -> set[str]:
    program = f"{statement}\nimport sys; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def test_the_library_loads_nothing_it_does_not_need() -> None:
    loaded = loaded_by("import qwirkle; qwirkle.Game.new(seed=1)")
    assert not loaded & {"rich", "cyclopts", "prompt_toolkit", "asyncio", "multiprocessing"}


def test_help_loads_no_engine_and_no_terminal_toolkit() -> None:
    loaded = loaded_by(
        "import contextlib, io, qwirkle.cli\n"
        "with contextlib.redirect_stdout(io.StringIO()): qwirkle.cli.run(['--help'])"
    )
    assert "qwirkle.cli" in loaded
    assert not loaded & {"qwirkle.engine", "prompt_toolkit", "asyncio", "multiprocessing"}


@pytest.mark.parametrize(
    "module", ["server.app", "server.serving.process", "browser.backend", "client"]
)
def test_any_part_may_be_imported_first(module: str) -> None:
    assert f"qwirkle.{module}" in loaded_by(f"import qwirkle.{module}")
