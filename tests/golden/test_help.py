"""The help of the program and of every command, as a terminal of 80 columns shows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from cyclopts import App
from syrupy.assertion import SnapshotAssertion

from qwirkle.cli import app, run

SHOWN_AS_PLAIN_TEXT = {"COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"}


def commands(group: App = app, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield before
    for name in group:
        if not name.startswith("-"):
            yield from commands(group[name], (*before, name))


@pytest.mark.parametrize("words", list(commands()), ids=lambda words: " ".join(["qwirkle", *words]))
def test_help(
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in SHOWN_AS_PLAIN_TEXT.items():
        monkeypatch.setenv(name, value)
    assert run([*words, "--help"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out == snapshot
