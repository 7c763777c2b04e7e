"""The help of the program and of every command, as a terminal of 80 columns shows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from cyclopts import App
from syrupy.assertion import SnapshotAssertion

from qwirkle.cli import app, run


def commands(group: App = app, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield before
    for name in group:
        if not name.startswith("-"):
            yield from commands(group[name], (*before, name))


@pytest.mark.parametrize("words", list(commands()), ids=lambda words: " ".join(["qwirkle", *words]))
@pytest.mark.usefixtures("terminal")
def test_help(
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    snapshot: SnapshotAssertion,
) -> None:
    assert run([*words, "--help"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out == snapshot
