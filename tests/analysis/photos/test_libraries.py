"""What reads photographs is fetched by a clone that make has set up, and by nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from qwirkle.analysis.photos import libraries
from qwirkle.cli import run


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone that was set up by make, whose environment this program runs in."""
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "clone.py").touch()
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / ".ready").touch()
    monkeypatch.setattr(libraries, "PROJECT", tmp_path)
    monkeypatch.setattr(libraries, "NAMES", ("no_such_library",))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    return tmp_path


def installer(monkeypatch: pytest.MonkeyPatch, status: int, said: str = "") -> list[list[str]]:
    """Let an installer of ours answer; the commands it was called with."""
    called: list[list[str]] = []

    def answer(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        called.append(command)
        if status == 0:
            monkeypatch.setattr(libraries, "NAMES", ("sys",))
        return subprocess.CompletedProcess(command, status, "", said)

    monkeypatch.setattr(subprocess, "run", answer)
    return called


def test_the_command_fetches_once_and_says_so(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called = installer(monkeypatch, 0)
    for _ in range(2):
        assert run(["photo", str(clone / "missing.jpg")]) != 0  # there is no such file
    assert called == [[sys.executable, str(clone / "packaging" / "clone.py"), "photo"]]
    assert capsys.readouterr().err.count(libraries.FETCHING) == 1


def test_what_cannot_be_fetched_is_said_in_one_line(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installer(monkeypatch, 1, "Installing what reads photographs failed: no network.\n")
    assert run(["photo", str(clone / "table.jpg")]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == libraries.FETCHING
    assert second.startswith("qwirkle: photographs cannot be read: Installing")


@pytest.mark.parametrize("gone", ["packaging/clone.py", ".venv/.ready", "the environment"])
def test_no_other_environment_is_touched(
    clone: Path,
    gone: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Not that of a pip installation, nor one that somebody has made in a clone."""
    called = installer(monkeypatch, 0)
    assert libraries.can_fetch()
    if gone == "the environment":
        monkeypatch.setattr(sys, "prefix", str(tmp_path / "elsewhere"))
    else:
        (clone / gone).unlink()
    assert not libraries.can_fetch()
    monkeypatch.setitem(sys.modules, "qwirkle.analysis.photos.reader", None)
    assert run(["photo", str(clone / "table.jpg")]) == 2
    assert capsys.readouterr().err == (
        'qwirkle: reading a photograph needs an extra: pip install "qwirkle[photo]"\n'
    )
    assert called == []
