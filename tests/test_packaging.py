"""How light an installation is, what extras add, and how a clone sets itself up."""

from __future__ import annotations

import asyncio
import importlib.metadata
import importlib.util
import itertools
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from packaging.requirements import Requirement

from qwirkle.client import Client, OpenTable, RemoteBot, SeatPlan, Start
from server.served import HOST_LIBRARIES, HomeServer

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
MOST_PACKAGES = 32


def loaded(path: str) -> Any:
    """A program of the repository as a module."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Packages


def name_of(requirement: Requirement) -> str:
    return re.sub(r"[-_.]+", "-", requirement.name).lower()


def packages(requirements: list[str]) -> set[str]:
    """The names of everything that requirements bring, as far as it is installed here."""
    found: set[str] = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        asked = waiting.pop()
        name = name_of(asked)
        if asked.marker is not None and not asked.marker.evaluate({"extra": ""}):
            continue
        found.add(name)
        for text in importlib.metadata.requires(name) or ():
            more = Requirement(text)
            fits = more.marker is None or any(
                more.marker.evaluate({"extra": extra}) for extra in ("", *asked.extras)
            )
            if fits and name_of(more) not in found:
                more.marker = None
                waiting.append(more)
    return found


def test_playing_at_home_needs_few_packages() -> None:
    brought = packages(PROJECT["project"]["dependencies"]) | {"qwirkle"}
    assert len(brought) <= MOST_PACKAGES, sorted(brought)
    unwanted = {"numpy", "opencv-python-headless", "cryptography", "aiohttp", "requests", "httpx"}
    assert not brought & unwanted


def test_the_extra_for_hosts_brings_what_servers_load_only_when_asked() -> None:
    modules = importlib.metadata.packages_distributions()
    brought = packages(EXTRAS["host"])
    for library in HOST_LIBRARIES:
        names = {re.sub(r"[-_.]+", "-", name).lower() for name in modules[library]}
        assert names & brought, library
        assert not names & packages(PROJECT["project"]["dependencies"]), library


def test_nothing_for_developers_is_an_extra() -> None:
    assert not {"test", "tests", "dev"} & set(EXTRAS)
    assert set(PROJECT["dependency-groups"]) == {"test", "docs"}


# Without the extra


def run_without(*libraries: str, command: list[str]) -> subprocess.CompletedProcess[str]:
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({libraries}));"
        "from qwirkle.cli import run; sys.exit(run(sys.argv[1:]))"
    )
    return subprocess.run(
        [sys.executable, "-c", program, *command],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "flags",
    [
        ["--redis", "redis://127.0.0.1:1"],
        ["--database", "postgresql://127.0.0.1:1/none"],
        ["--metrics"],
        ["--push"],
        ["--push-contact", "mailto:host@club.example"],
    ],
    ids=lambda flags: flags[0],
)
def test_a_setting_that_needs_the_extra_names_it_in_one_line(
    flags: list[str], tmp_path: Path
) -> None:
    command = ["serve", "--port", "0", "--data", str(tmp_path), *flags]
    done = run_without(*HOST_LIBRARIES, command=command)
    assert done.returncode == 2
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert line.startswith("qwirkle: ")
    assert line.endswith('needs an extra: pip install "qwirkle[host]"')


def test_a_server_at_home_plays_without_the_extra(tmp_path: Path) -> None:
    """People play over its sockets; metrics and push are not offered, and nothing is logged."""

    async def scene(address: str) -> None:
        seats = (SeatPlan("person"), SeatPlan("bot", bot="greedy"))
        async with Client(address) as host, Client(address) as outside:
            table = await host.open(OpenTable(seats, "classic"))
            with RemoteBot(outside, "greedy", seed="1") as player:
                await player.sit(table, "Outsider")
                await host.act(table, Start())
                async with asyncio.timeout(120):
                    view = await player.run(table)
            assert view.now.ended is not None

    server = HomeServer(tmp_path).start()
    try:
        assert httpx.get(f"{server.address}/healthz").status_code == 200
        assert httpx.get(f"{server.address}/metrics").status_code == 404
        asyncio.run(scene(server.address))
        assert server.stop() == 0
        assert not re.findall(r'"level": ?"(?:warning|error)"', server.log)
    finally:
        if server.process is not None:
            server.kill()


# The library alone


PLAYING = """
import sys
import qwirkle
for name, turns in (("greedy", 400), ("random", 3), ("value", 3), ("level:3", 3)):
    game = qwirkle.Game.new("classic", players=["Ann", "Ben"], seed=7)
    player = qwirkle.bot(name)
    while game.to_move is not None and turns:
        game.play(player.choose(game.view(game.to_move)))
        turns -= 1
    assert game.position
    game.save("game.qwr")
    assert qwirkle.Game.load("game.qwr").scores == game.scores
print(*{name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names)
"""


def test_the_library_is_made_of_parts_that_need_msgspec_alone(tmp_path: Path) -> None:
    """The sources that qwirkle-core is built from, with msgspec and nothing else on the path."""
    loaded("packaging/core/stage.py").stage(tmp_path / "core")
    libraries = tmp_path / "libraries"
    shutil.copytree(Path(msgspec.__file__).parent, libraries / "msgspec")
    places = [str(tmp_path / "core" / "src"), str(libraries)]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {places}\n{PLAYING}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) <= {"__main__", "msgspec", "qwirkle"}


def test_the_library_has_all_that_the_package_says_of_it() -> None:
    core = tomllib.loads((ROOT / "packaging/core/pyproject.toml").read_text("utf-8"))
    whole = PROJECT["project"]
    assert core["project"]["dependencies"] == whole["dependencies"][:1]
    assert core["project"]["optional-dependencies"]["env"] == EXTRAS["env"]
    assert core["project"]["requires-python"] == whole["requires-python"]
    assert core["build-system"] == PROJECT["build-system"]
    assert core["tool"]["cibuildwheel"]["build"] == PROJECT["tool"]["cibuildwheel"]["build"]


# A clone


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What sets up a clone, in a folder with an environment and nothing installed in it."""
    module = loaded("packaging/clone.py")
    for name in (
        *("VENV", "PYTHON", "TOOLS", "NODE", "ZIG"),
        *("LOG", "CORE_LOG", "BROWSER_LOG", "FAILED_CORE"),
    ):
        inside = getattr(module, name).relative_to(module.ROOT)
        monkeypatch.setattr(module, name, tmp_path / inside)
    ready = {what: tmp_path / ".venv" / path.name for what, path in module.READY.items()}
    monkeypatch.setattr(module, "READY", ready)
    monkeypatch.setattr(module, "_shown", lambda path: path.name)
    module.PYTHON.parent.mkdir(parents=True)
    module.PYTHON.touch()
    monkeypatch.setattr(module, "set_up_page", lambda *_: None)
    monkeypatch.chdir(ROOT)
    return module


def installed_by(clone: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    calls: list[tuple[str, ...]] = []

    def install(_: str, *words: str, **__: str) -> None:
        calls.append(words)
        if "--target" in words:
            clone.TOOLS.mkdir(exist_ok=True)

    monkeypatch.setattr(clone, "install", install)
    return calls


def test_a_clone_is_set_up_once_and_then_silently(
    clone: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = installed_by(clone, monkeypatch)
    monkeypatch.setattr(clone, "is_core_fresh", lambda: True)
    assert clone.main(["play"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    words = set(itertools.chain(*calls))
    assert {"--editable", *PROJECT["project"]["dependencies"]} <= words
    assert not set(EXTRAS["photo"]) & words
    calls.clear()
    assert clone.main(["play"]) == 0
    assert (calls, capsys.readouterr().out) == ([], "")


def test_other_dependencies_set_a_clone_up_again(
    clone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed_by(clone, monkeypatch)
    monkeypatch.setattr(clone, "is_core_fresh", lambda: True)
    clone.main(["play"])
    assert clone.is_ready("play")
    assert not clone.is_ready("test")
    changed = {**PROJECT, "project": {**PROJECT["project"], "dependencies": ["msgspec"]}}
    monkeypatch.setattr(clone, "project", lambda: changed)
    assert not clone.is_ready("play")


def test_what_cannot_be_installed_is_said_in_one_line(
    clone: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "looking\nERROR: no network\nmore\n"
    monkeypatch.setattr(clone, "run", lambda *_, **__: (1, said))
    assert clone.main(["photo"]) == 1
    assert capsys.readouterr().err == (
        "Installing what reads photographs failed: ERROR: no network (setup.log has all of it).\n"
    )
    assert not clone.is_ready("play")


def test_a_site_does_without_a_compiled_core_and_one_line_says_so(
    clone: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    browser = loaded("packaging/browser.py")

    def no_compiler() -> Path:
        raise browser.Failed("no compiler")

    monkeypatch.setattr(browser, "CORE", tmp_path / "core.zip")
    monkeypatch.setattr(clone, "load", lambda *_: browser)
    monkeypatch.setattr(clone, "install_tools", lambda: None)
    calls = installed_by(clone, monkeypatch)
    monkeypatch.setattr(clone, "run", lambda *_, **__: (1, ""))
    assert clone.main(["browser"]) == 0
    assert [words[-1] for words in calls] == [browser.COMPILER]
    assert capsys.readouterr().out.splitlines()[1:] == [
        "The core for browsers is not compiled; browser.log says why."
    ]
    monkeypatch.setattr(browser, "_zig", no_compiler)
    assert not browser.build()
    assert capsys.readouterr().err == (
        "qwirkle: the core for browsers is not compiled (no compiler), "
        "so a site runs the slower Python source.\n"
    )


def test_a_core_for_browsers_is_made_once_for_its_sources_and_its_recipe(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    browser = loaded("packaging/browser.py")
    monkeypatch.setattr(browser, "CORE", tmp_path / "core.zip")
    made: list[Path] = []

    def compiled(zig: Path) -> dict[str, Path]:
        made.append(zig)
        return {}

    monkeypatch.setattr(browser, "_zig", lambda: tmp_path)
    monkeypatch.setattr(browser, "_compiled", compiled)
    for _ in range(2):
        assert browser.build()
        assert len(made) == 1
    first = browser.CORE.read_bytes()
    wanted = browser.wanted()
    monkeypatch.setattr(browser, "wanted", lambda: wanted | {browser.RECIPE: "another"})
    assert browser.build()
    assert len(made) == 2
    monkeypatch.setattr(browser, "wanted", lambda: wanted)
    browser.build()
    assert browser.CORE.read_bytes() == first, "the same sources give the same bytes"


def test_the_release_compiles_the_core_for_browsers_with_the_same_compiler() -> None:
    workflow = (ROOT / ".github" / "workflows" / "wheels.yml").read_text("utf-8")
    assert loaded("packaging/browser.py").COMPILER in workflow


def test_when_one_step_fails_nothing_is_waited_for(
    clone: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Neither the page, whose tools are fetched with patience, nor what it has started itself."""
    started = tmp_path / "started"
    script = f"(touch {started}; sleep 600) & wait"

    def fails(*_: object) -> None:
        while not started.exists():
            time.sleep(0.01)
        raise clone.Failed("there is no network")

    monkeypatch.setattr(clone, "set_up_page", lambda *_: clone.run(["sh", "-c", script]))
    monkeypatch.setattr(clone, "install_tools", fails)
    monkeypatch.setattr(clone, "install_project", lambda *_: None)
    assert clone.main(["play"]) == 1
    assert capsys.readouterr().err == "there is no network\n"
    assert not clone.is_ready("play")


def test_the_core_is_compiled_behind_the_game_and_not_after_it_has_failed(
    clone: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[list[str]] = []
    monkeypatch.setattr(clone.subprocess, "Popen", lambda command, **_: begun.append(command))
    monkeypatch.setattr(clone, "has_compiler", lambda: True)
    clone.compile_behind()
    [command] = begun
    assert command[-1] == "core"
    assert "from the next start on" in capsys.readouterr().out
    clone.FAILED_CORE.write_text(clone.core_digest(), "ascii")
    clone.compile_behind()
    assert "compiling failed; core.log says why" in capsys.readouterr().out
    clone.FAILED_CORE.write_text("of other sources", "ascii")
    clone.compile_behind()
    assert len(begun) == 2
    monkeypatch.setattr(clone, "has_compiler", lambda: False)
    capsys.readouterr()
    clone.compile_behind()
    assert "there is no C compiler here" in capsys.readouterr().out
    assert len(begun) == 2


def test_groups_are_read_with_the_extras_they_name(clone: Any) -> None:
    """For an old pip, which knows no dependency groups."""
    tests = clone.group("test")
    assert set(clone.group("docs")) | set(EXTRAS["host"]) | set(EXTRAS["photo"]) <= set(tests)
    assert not any(requirement.startswith("qwirkle") for requirement in tests)
    assert {name_of(Requirement(text)) for text in tests} >= {"pytest", "gymnasium", "sphinx"}
