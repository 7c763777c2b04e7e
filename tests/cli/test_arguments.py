"""No argument, file or stream leads to a traceback: one clear line, and status 1 or 2."""

from __future__ import annotations

import asyncio
import io
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cyclopts import App
from rich.console import Console

from qwirkle import Game
from qwirkle.cli import app, run
from qwirkle.tables.storage.sql import store_at

posix = pytest.mark.skipif(sys.platform == "win32", reason="asks a POSIX shell")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["revew"], "There is no command 'revew'. Did you mean 'review'?"),
        (["rplay", "game.qwr"], "There is no command 'rplay'. Did you mean 'replay'?"),
        (["ply", "--help"], "There is no command 'ply'. Did you mean 'play'?"),
        (["Match", "greedy", "random"], "Did you mean 'match'?"),
        (["xyzzy"], "There is no command 'xyzzy'. qwirkle --help lists the commands."),
        (["help", "ply"], "Did you mean 'play'?"),
        (["bench", "fast"], "“fast” is more than this command takes"),
        (["bench", "--seconds", "0"], "--seconds must be between"),
        (["bench", "--seconds", "-1"], "--seconds must be between"),
        (["bench", "--seconds", "nan"], "--seconds must be between"),
        (["bench", "--seconds", "inf"], "--seconds must be between"),
        (["bench", "--seconds", "1e-300"], "--seconds must be between"),
        (["match", "greedy", "random", "--games", "9" * 400], "--games must be above 0"),
        (["match", "greedy", "random", "--jobs", "100000"], "--jobs must be above 0"),
        (["match", "greedy", "random", "--ms", "inf"], "--ms must be above 0"),
        (["match", "greedy", "random", "--ms", "1e308"], "--ms must be above 0"),
        (["ladder", "greedy", "random", "--games", "9" * 30], "--games must be above 0"),
        (["replay", "\0"], "null"),
        (["replay", "/"], "directory"),
        (["verify", "/"], "directory"),
        (["play", "--load", "/"], "directory"),
        (["play", "--game", "\udcff.toml"], "toml"),
        (["play", "--against", "\udcff"], "there is no bot"),
        (["replay", "x" * 5000], "name too long"),
        (["train", "--rounds", "-1"], "round"),
        (["train", "--games", "0"], "a game"),
        (["train", "--jobs", "0"], "jobs"),
        (["train", "--players", "99"], "players"),
        (["plot", "/", "--out", "a.png"], "directory"),
        (["copy-store", "nonsense", "sqlite:///x.db"], "sqlite:///FILE"),
    ],
)
def test_bad_usage_is_one_clear_line_and_status_2(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert said.lower() in err.lower()


def test_help_needs_no_dashes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help"]) == 0
    everything = capsys.readouterr().out
    assert run(["help", "replay"]) == 0
    assert "Usage: qwirkle replay" in capsys.readouterr().out
    assert run(["--help"]) == 0
    assert capsys.readouterr().out == everything


def commands(group: App = app, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name in group:
        if not name.startswith("-"):
            yield (*before, name)
            yield from commands(group[name], (*before, name))


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_help_is_plain_english(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*words, "--help"]) == 0
    out = capsys.readouterr().out
    assert "`" not in out
    assert "--empty-" not in out
    assert " anew" not in out
    assert "default: False" not in out


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_help_fills_the_width(words: tuple[str, ...]) -> None:
    out = io.StringIO()
    app.help_print(list(words), console=Console(file=out, width=400))
    for line in out.getvalue().splitlines():
        # Where there is room, everything about a command or parameter is on its own line.
        if line.startswith("│"):
            assert re.match(r"│ ([* ]{0,3}\S| +--(no|without)-)", line), line


def test_help_says_all_that_a_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    line = "Rate bots: each plays every other."
    for _ in range(2):
        assert run(["--help"]) == 0
        assert line in " ".join(capsys.readouterr().out.split())
        assert run(["ladder", "--help"]) == 0
        out = " ".join(capsys.readouterr().out.split())
        assert "come from resampling deals and are for the difference from the anchor." in out
        assert line not in out


def test_an_error_of_our_own_is_one_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise AttributeError("no such thing")

    monkeypatch.setattr("qwirkle.engine.bench.measure", broken)
    assert run(["bench"]) == 1
    err = capsys.readouterr().err
    assert "an error in qwirkle itself, AttributeError: no such thing" in err
    assert len(err.splitlines()) == 1
    monkeypatch.setenv("QWIRKLE_TRACEBACK", "1")
    with pytest.raises(AttributeError):
        run(["bench"])


def shell(command: str) -> subprocess.CompletedProcess[str]:
    program = f"{sys.executable} -m qwirkle"
    return subprocess.run(
        ["sh", "-c", command.replace("qwirkle", program, 1)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@posix
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("qwirkle bots > /dev/full", 1, "No space left on device"),
        ("qwirkle bots --json > /dev/full", 1, "No space left on device"),
        ("qwirkle --help > /dev/full", 1, "No space left on device"),
        ("qwirkle bots >&-", 1, "standard output is closed"),
        ("qwirkle bots 2>&- >/dev/null", 0, ""),
        ("qwirkle nothing 2>&-", 2, ""),
        ("qwirkle engine <&-", 0, ""),
        ("PYTHONIOENCODING=ascii qwirkle bots > /dev/null", 0, ""),
    ],
)
def test_streams_that_are_full_closed_or_narrow(command: str, status: int, said: str) -> None:
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("this system has no device that is full")
    ran = shell(command)
    assert ran.returncode == status
    assert said in ran.stderr
    assert len(ran.stderr.splitlines()) == bool(said)


@posix
def test_a_terminal_that_knows_only_ascii_is_shown_something(tmp_path: Path) -> None:
    file = tmp_path / "game.qwr"
    game = Game.new("classic", ["Zoë", "Ben"], seed=3)
    game.play(next(iter(game.legal_turns)))
    game.save(file)
    ran = shell(f"PYTHONIOENCODING=ascii qwirkle replay {file}")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Zo?" in ran.stdout


def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.qwr"
    Game.new("classic", ["Ann", "Ben"], seed=3).save(file)
    assert run(["replay", str(file), "--svg", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err


@pytest.mark.parametrize("content", [None, b"", b"not a database", b"SQLite format 3\0"])
def test_a_store_that_is_none_is_neither_verified_nor_made(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "typo"
    file = folder / "tables.db"
    if content is not None:
        folder.mkdir()
        file.write_bytes(content)
    for words in (["--data", str(folder)], [f"sqlite:///{file}"]):
        assert run(["verify-store", *words]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1
        assert "store" in err
    if content is None:
        assert not folder.exists()
    else:
        assert file.read_bytes() == content


def test_a_store_of_another_version_is_not_migrated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def make() -> None:
        store = store_at(None, folder=tmp_path)
        await store.open()
        await store.close()

    asyncio.run(make())
    assert run(["verify-store", "--data", str(tmp_path)]) == 0
    assert "there was no table to check" in capsys.readouterr().out
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = 'older'")
        database.commit()
        assert run(["verify-store", "--data", str(tmp_path)]) == 2
        assert "has version older" in capsys.readouterr().err
        found = database.execute("SELECT version_num FROM alembic_version").fetchall()
    assert found == [("older",)]
