"""Starting as a newcomer does: a free port, the browser, one line, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from qwirkle.cli import run, serve
from qwirkle.cli.serve import open_browser
from qwirkle.server import page
from qwirkle.server.serving import process
from qwirkle.server.settings import USUAL_PORT, ServerSettings

from .served import FREE, Served, served

ADDRESS = "http://127.0.0.1:8000"


def test_without_a_port_any_free_one_will_do() -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", USUAL_PORT))
            other.listen()
        except OSError:
            pass  # something else has it: all the better
        with process._bind(ServerSettings()) as found:
            assert found.getsockname()[1] not in (0, USUAL_PORT)
        with pytest.raises(process.ServerError, match=f"port {USUAL_PORT}"):
            process._bind(ServerSettings(port=USUAL_PORT))


def test_the_usual_port_is_taken_when_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setattr(process, "USUAL_PORT", port)
    with process._bind(ServerSettings()) as found:
        assert found.getsockname()[1] == port


@pytest.mark.parametrize(
    ("host", "shown"),
    [("", "127.0.0.1"), ("::", "[::1]"), ("::1", "[::1]"), ("10.0.0.7", "10.0.0.7")],
)
def test_the_address_is_one_that_can_be_typed(host: str, shown: str) -> None:
    assert process._host_to_type(host) == shown


@pytest.mark.parametrize(("built", "opens"), [(True, 1), (False, 0)])
def test_the_browser_opens_when_there_is_a_page(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    built: bool,
    opens: int,
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(page, "is_built", lambda: built)
    monkeypatch.setattr(serve, "open_browser", seen.append)
    monkeypatch.setattr(process, "run", lambda _, ready: ready(ADDRESS, None))
    monkeypatch.delenv("QWIRKLE_BROWSER", raising=False)
    assert run(["serve"]) == 0
    assert seen == [ADDRESS] * opens
    assert run(["serve", "--no-browser"]) == 0
    assert len(seen) == opens
    assert capsys.readouterr().out.splitlines()[0].count(ADDRESS) == 1


def test_the_first_long_answer_loads_nothing(tmp_path: Path) -> None:
    """While something is loaded, nobody else is answered."""

    class Telling(Served):
        program = ("-X", "importtime", "-m", "qwirkle")

        def loaded(self) -> int:
            return self.log.count("import time:")

    server = Telling(tmp_path)
    server.start()
    try:
        with httpx.Client(base_url=server.address, headers={"X-Qwirkle": "1"}, timeout=60) as http:
            ann = {"kind": "person", "name": "Ann"}
            plan = {"seats": [ann, {"kind": "bot", "bot": "greedy"}], "start": True}
            asked = {"command_id": "open", "table": plan}
            table = http.post("/api/tables", json=asked).json()["table"]
            before = server.loaded()
            assert before > 0
            assert http.get(f"/api/tables/{table}/story").is_success
            assert server.loaded() == before
    finally:
        server.kill()


def test_a_browser_is_not_looked_for_without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Callable[..., object]] = []
    monkeypatch.setattr("threading.Thread.start", lambda thread: started.append(thread.run))
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not open_browser(ADDRESS)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert open_browser(ADDRESS)
    assert len(started) == 1


def test_one_word_plays_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[ServerSettings] = []
    monkeypatch.setattr(page, "is_built", lambda: True)
    monkeypatch.setattr(process, "run", lambda settings, _: served.append(settings))
    assert run([]) == 0
    assert [settings.log_level for settings in served] == ["warning"]
    monkeypatch.setenv("QWIRKLE_PORT", "8765")
    monkeypatch.setenv("QWIRKLE_LOG_LEVEL", "error")
    assert run([]) == 0
    assert (served[1].port, served[1].log_level) == (8765, "error")


def test_without_a_page_one_line_is_said_and_the_terminal_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[bool] = []
    monkeypatch.setattr(page, "is_built", lambda: False)
    monkeypatch.setattr("qwirkle.cli.play.play", lambda: played.append(True))
    assert run([]) == 0
    assert played == [True]
    assert capsys.readouterr().err.count("\n") == 1


def test_ctrl_c_ends_it_in_good_order(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert server.process is not None
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
        assert "Traceback" not in server.log


def test_the_real_browser_is_called_with_the_address(tmp_path: Path) -> None:
    """As ``webbrowser`` does it, in a process of its own."""
    note = tmp_path / "note"
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" > {note}\n')
    program.chmod(0o755)
    statement = (
        "import threading; from qwirkle.cli.serve import open_browser; "
        f"open_browser({ADDRESS!r}); [thread.join() for thread in threading.enumerate()[1:]]"
    )
    environment = {**os.environ, **FREE, "BROWSER": f"{program} %s"}
    subprocess.run([sys.executable, "-c", statement], env=environment, check=True)
    assert note.read_text().strip() == ADDRESS
