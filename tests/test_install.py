"""The package as a stranger gets it: from a wheel, from an sdist, without a compiler or Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import httpx
import pytest

from server.served import Served

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.14t")
pytestmark = [pytest.mark.long, pytest.mark.timeout(900), pytest.mark.xdist_group("install")]


def run(*command: str | Path, **env: str) -> str:
    # Outside the project's folder, so that its sources cannot be imported by accident.
    done = subprocess.run(
        [str(word) for word in command],
        cwd=Path(sys.prefix),
        env={**os.environ, "PYTHONPATH": "", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


OPENING = """
import asyncio, pathlib, sys
from qwirkle.tables.storage.sql import store_at
async def story():
    store = store_at(folder=pathlib.Path(sys.argv[1]))
    await store.open()
    await store.close()
asyncio.run(story())
"""
"""A store opens: its migrations are in the package."""


def hello(python: Path) -> dict[str, object]:
    program = "import subprocess, sys; print(subprocess.run([sys.executable, '-m', 'qwirkle', "
    program += "'engine'], input='{\"op\": \"hello\"}', capture_output=True, text=True).stdout)"
    answer: dict[str, object] = json.loads(run(python, "-c", program))["result"]
    return answer


def fresh(folder: Path, python: str | Path = sys.executable) -> Path:
    run(python, "-m", "venv", folder)
    return folder / "bin" / "python"


def interpreter(version: str) -> Path:
    """A Python of this machine, from its path or from pyenv."""
    places = [
        shutil.which(f"python{version}"),
        *sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}")),
    ]
    for place in places:
        if place is not None and "-" not in Path(place).parents[1].name:
            done = subprocess.run([place, "-c", ""], capture_output=True, check=False)
            if done.returncode == 0:
                return Path(place)
    pytest.skip(f"there is no Python {version} here")


def with_our_libraries(python: Path) -> None:
    """Let an environment see the libraries of this one, but not the project itself."""
    [theirs] = python.parents[1].glob("lib/python*/site-packages")
    # Python 3.11 gives every environment a setuptools that is too old for this project.
    run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools")
    # A folder named in a .pth file is searched, but its own .pth files are not read: those of
    # the project's editable installation stay outside.
    (theirs / "ours.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, and the wheel made from it; how fast its core is does not matter here."""
    out = tmp_path_factory.mktemp("dist")
    run(
        *(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT),
        CFLAGS="-O0",
    )
    return out


def test_the_page_is_in_the_sdist_and_in_the_wheel(built: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        inside = wheel.namelist()
    assert "qwirkle/server/page/index.html" in inside
    assert any(name.startswith("qwirkle/server/page/assets/") for name in inside)
    assert not any("node_modules" in name for name in inside)
    # `qwirkle site` writes the documentation from here.
    pages = "qwirkle/site/docs/pages"
    assert {f"{pages}/guide.md", f"{pages}/files/hosting/Caddyfile"} <= set(inside)
    with tarfile.open(next(built.glob("*.tar.gz"))) as packed:
        packed.extractall(tmp_path, filter="data")
    # Whoever builds from it needs no Node: what it was made from came along unchanged.
    run(sys.executable, next(tmp_path.glob("qwirkle-*/frontend/build.py")), "--check")


def test_the_sdist_is_the_same_whenever_and_by_whomever_it_is_built(
    built: Path, tmp_path: Path
) -> None:
    """From its own sources, with other dates, other rights and another order on the disk."""
    [first] = built.glob("*.tar.gz")
    with tarfile.open(first) as packed:
        names = packed.getnames()
        packed.extractall(tmp_path, filter="data")
    [sources] = tmp_path.glob("qwirkle-*")
    for number, path in enumerate(sorted(sources.rglob("*"), reverse=True)):
        os.utime(path, (number, number))
        path.chmod(0o700 if path.stat().st_mode & 0o100 else 0o600)
    out = tmp_path / "again"
    run(sys.executable, "-m", "build", "--no-isolation", "--sdist", "--outdir", out, sources)
    assert next(out.glob("*.tar.gz")).read_bytes() == first.read_bytes()
    assert names == sorted(names)
    top = names[0].partition("/")[0]
    for wanted in ("Makefile", "docs/protocol.md", "docs/make.py", "tests/conftest.py"):
        assert f"{top}/{wanted}" in names


@pytest.mark.parametrize(
    "with_libraries", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["alone", "fresh"]
)
def test_the_wheel_made_from_the_sdist_installs_and_answers(
    built: Path, tmp_path: Path, with_libraries: bool
) -> None:
    """Its libraries are those of this environment, or everything comes from the index."""
    python = fresh(tmp_path / "wheel")
    if not with_libraries:
        with_our_libraries(python)
    deps = [] if with_libraries else ["--no-deps"]
    run(python, "-m", "pip", "install", "--quiet", *deps, next(built.glob("*.whl")))
    told = hello(python)
    assert told["protocol"] == 1
    run(python, "-m", "qwirkle", "match", "greedy", "random", "--games", "2", "--json")
    # What is no Python came along: weights, and what was measured.
    run(python, "-m", "qwirkle", "match", "level:7", "level:4", "--games", "2", "--json")
    assert "classic" in json.loads(run(python, "-m", "qwirkle", "bots", "--json"))["strengths"]
    run(python, "-c", OPENING, tmp_path / "data")


def test_the_sdist_installs_without_a_compiler_and_says_so(built: Path, tmp_path: Path) -> None:
    python = fresh(tmp_path / "slow")
    with_our_libraries(python)
    run(
        *(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"),
        next(built.glob("*.tar.gz")),
        CC="no-such-compiler",
    )
    assert hello(python)["backend"] == "python"
    note = run(python, "-m", "qwirkle.engine")
    assert len(note.splitlines()) == 1
    assert "core" in note


@pytest.mark.slow
@pytest.mark.parametrize("version", PYTHONS)
def test_a_wheel_for_every_python_plays_and_serves(
    built: Path, tmp_path: Path, version: str
) -> None:
    """Built from the sdist and installed with everything from the index."""
    python = interpreter(version)
    [sdist] = built.glob("*.tar.gz")
    builder = fresh(tmp_path / "builder", python)
    wheels = tmp_path / "wheels"
    run(builder, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", wheels, sdist, CFLAGS="-O0")
    [wheel] = wheels.iterdir()
    assert f"cp{version.rstrip('t').replace('.', '')}" in wheel.name
    installed = fresh(tmp_path / "installed", python)
    run(installed, "-m", "pip", "install", "--quiet", wheel)
    plays_and_serves(installed, tmp_path)
    run(installed, "-P", ROOT / "tests" / "wheel_check.py")


@pytest.mark.slow
def test_the_newest_python_without_a_compiler_plays_and_serves(built: Path, tmp_path: Path) -> None:
    """Nothing but the environment is on the path."""
    for version in reversed(PYTHONS):
        try:
            python = interpreter(version)
            break
        except pytest.skip.Exception:
            continue
    installed = fresh(tmp_path / "installed", python)
    [sdist] = built.glob("*.tar.gz")
    path = str(installed.parent)
    run(installed, "-m", "pip", "install", "--quiet", sdist, PATH=path, CC="")
    assert hello(installed)["backend"] == "python"
    plays_and_serves(installed, tmp_path, PATH=path)


def plays_and_serves(python: Path, folder: Path, **environment: str) -> None:
    """Its command tells the version and plays; its server sends the page."""
    command = python.with_name("qwirkle")
    assert run(command, "--version", **environment).strip().endswith("0.1.0")
    run(command, "match", "greedy", "random", "--games", "2", **environment)
    data = folder / "data"
    data.mkdir()
    server = Served(data, **environment)
    server.python = python
    server.start()
    try:
        assert httpx.get(f"{server.address}/healthz").status_code == 200
        assert "<script" in httpx.get(f"{server.address}/").text
    finally:
        assert server.stop() == 0
