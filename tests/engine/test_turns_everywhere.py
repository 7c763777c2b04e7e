"""The same turns everywhere: compiled, interpreted, and compiled in browsers.

The core for browsers is compiled once, as ``make site`` does it, and kept for the next run.
"""

from __future__ import annotations

import gzip
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

import node
import qwirkle
from qwirkle.engine import loading
from qwirkle.rules.family import GAMES
from qwirkle.site.packages import found_node
from qwirkle.site.python import has_compiled_core, write_python
from servers import missing

from .turns import BOTS

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

ROOT = node.ROOT
PROGRAM = Path(__file__).with_name("turns.py")
TURNS = "10"


def said(*command: object, **environment: str) -> list[str]:
    done = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, "PYTHONPATH": str(Path(qwirkle.__file__).parents[1]), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    """The turns of the compiled core of this machine."""
    if loading.find_fault(loading.HERE) is not None:
        pytest.skip("the compiled core has not been built here")
    backend, *turns = said(sys.executable, PROGRAM, TURNS, QWIRKLE_CORE="compiled")
    assert backend == "compiled"
    assert len(turns) == len(set(turns)) == len(GAMES) * len(BOTS)
    return turns


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a browser fetches of a site, with a compiled core."""
    said(sys.executable, ROOT / "packaging" / "clone.py", "browser")
    if not has_compiled_core():
        missing("the core for browsers could not be compiled; .venv/browser.log says why")
    folder = tmp_path_factory.mktemp("site")
    write_python(folder / "python", folder)
    return folder


def in_browser(site: Path, browser: str) -> list[str]:
    spec = importlib.util.spec_from_file_location("site_run", ROOT / "bench" / "site_run.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text: str = module.run_in_browser(site, PROGRAM, [TURNS], browser)
    return text.splitlines()


def test_the_python_source_plays_the_turns_of_the_compiled_core(compiled: list[str]) -> None:
    backend, *turns = said(sys.executable, PROGRAM, TURNS, QWIRKLE_CORE="python")
    assert backend == "python"
    assert turns == compiled


def test_the_core_for_browsers_plays_the_same_turns_in_node(
    site: Path, compiled: list[str]
) -> None:
    run = ROOT / "bench" / "site_run.mjs"
    backend, *turns = said(*found_node().node, run, site, PROGRAM, TURNS)
    assert backend == "compiled"
    assert turns == compiled


def test_the_core_for_browsers_adds_less_than_a_megabyte_to_the_first_game(site: Path) -> None:
    [path] = (site / "python").glob("packages.zip.*")
    packed = io.BytesIO(gzip.decompress(path.read_bytes()))
    without = io.BytesIO()
    with zipfile.ZipFile(packed) as archive, zipfile.ZipFile(without, "w") as rest:
        for name in archive.namelist():
            if not (name.startswith("qwirkle/engine/") and name.endswith(".so")):
                rest.writestr(zipfile.ZipInfo(name), archive.read(name))
    added = path.stat().st_size - len(gzip.compress(without.getvalue(), 9, mtime=0))
    assert 0.2e6 < added < 0.8e6


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_the_core_for_browsers_plays_the_same_turns_in(
    browser: str, site: Path, compiled: list[str]
) -> None:
    if browser == "firefox" and not (shutil.which("firefox-esr") or shutil.which("firefox")):
        pytest.skip("Firefox is not installed; on Debian: apt install firefox-esr")
    backend, *turns = in_browser(site, browser)
    assert backend == "compiled"
    assert turns == compiled
