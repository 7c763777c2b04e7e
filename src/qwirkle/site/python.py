"""Python for browsers, in parts that are fetched once: compiled, with digests in their names."""

from __future__ import annotations

import gzip
import hashlib
import io
import shutil
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from qwirkle.engine import stamp
from qwirkle.site.packages import PYTHON, Packages, compile_python, fetch_packages, found_node

CORE = Path(__file__).with_name("core.zip")
"""The compiled core for browsers, if ``packaging/browser.py`` has built it."""
PACKAGE = Path(__file__).resolve().parents[1]
_OF_CHOICES = {f"{module}.py" for module in stamp.CHOICES.modules}
NOT_IN_BROWSERS = (
    "api/schema.py",
    "cli",
    "client",
    *("engine/state.py", "engine/games.py", "engine/card_games.py", "engine/bench.py"),
    *(
        f"engine/episodes/{name}"
        for name in stamp.EPISODES.sources
        if name.endswith(".py") and name not in _OF_CHOICES and not name.startswith("../")
    ),
    "env",
    "lab",
    "server",
    "site",
    "tables/storage/sql",
    "terminal",
    "testing",
)
"""Parts of this package that are useless in a browser."""
SUFFIXES = (".json", ".py", ".toml")
UNUSED = (
    *("_pyrepl", "cProfile", "cgi", "curses", "dbm", "doctest"),
    *("ensurepip", "ftplib", "idlelib", "imaplib", "lib2to3", "mailbox"),
    *("multiprocessing", "netrc", "nntplib", "optparse", "pdb", "pickletools"),
    *("plistlib", "poplib", "profile", "pstats", "pydoc", "pydoc_data"),
    *("rlcompleter", "sqlite3", "tabnanny", "test", "this", "tkinter"),
    *("trace", "turtle", "turtledemo", "unittest", "venv", "wave"),
    *("webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp"),
)
"""Modules of the standard library that nothing here imports."""
CODECS = (
    *("__init__", "aliases", "ascii", "base64_codec", "charmap", "cp437"),
    *("idna", "latin_1", "punycode", "raw_unicode_escape", "unicode_escape", "undefined"),
    *("utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8", "utf_8_sig"),
)
LOADED_ALONE = ("pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs")


class Part(msgspec.Struct, frozen=True):
    """A file of the site that a worker fetches."""

    name: str
    path: str
    """The path in the folder of the parts."""
    bytes: int
    of: str
    """Its name on the progress bar: ``python`` or ``game``; ``site`` comes after it."""


def write_python(folder: Path, site: Path, rest: Sequence[str] = ()) -> list[Part]:
    """Write all parts, and one archive of the ``rest`` of the site, for devices without a network.

    Return the parts: what a first game waits for. ``parts.json`` lists everything.
    """
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="qwirkle-site-") as place:
        parts = _write_parts(folder, Path(place))
        lock = msgspec.json.decode(
            (Path(place) / "pyodide" / "package" / "pyodide-lock.json").read_bytes()
        )
    archive = _write(folder, "site.zip", _zip(site, rest), "site")
    listing = {"parts": parts, "site": archive, "lock": {"info": lock["info"], "packages": {}}}
    (folder / "parts.json").write_bytes(msgspec.json.encode(listing))
    return parts


def _write_parts(folder: Path, place: Path) -> list[Part]:
    packages = fetch_packages(place)
    library, own = place / "library", place / "own"
    shutil.unpack_archive(packages.pyodide / "python_stdlib.zip", library, "zip")
    _trim(library)
    _copy_packages(own, packages)
    compile_python(found_node(), packages, library, own)
    return [
        *(
            _write(folder, name, (packages.pyodide / name).read_bytes(), "python")
            for name in LOADED_ALONE
        ),
        _write(folder, "python_stdlib.zip", _zip(library, _code_in(library)), "python"),
        _write(folder, "packages.zip", _zip(own, _code_in(own)), "game"),
    ]


def _trim(library: Path) -> None:
    for path in library.iterdir():
        if path.stem in UNUSED:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in (library / "encodings").iterdir():
        if path.stem not in CODECS:
            path.unlink()


def _copy_packages(own: Path, packages: Packages) -> None:
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE)
        parents = {inside.as_posix(), *(parent.as_posix() for parent in inside.parents)}
        if path.is_file() and path.suffix in SUFFIXES and parents.isdisjoint(NOT_IN_BROWSERS):
            copy = own / "qwirkle" / inside
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    shutil.copytree(packages.msgspec, own / "msgspec", ignore=shutil.ignore_patterns("*.pyi"))
    if has_compiled_core():
        _copy_core(own / "qwirkle" / "engine")


def has_compiled_core() -> bool:
    """Return whether there is a core for browsers, made from the sources of this package."""
    try:
        with zipfile.ZipFile(CORE) as archive:
            return all(
                archive.read(f"{part.package}/{part.modules[0]}.stamp").decode()
                == stamp.digest(PACKAGE / "engine", part)
                for part in stamp.IN_BROWSERS
            )
    except (OSError, KeyError, zipfile.BadZipFile):
        return False


def _copy_core(engine: Path) -> None:
    """Unpack the core, with the names that Python for browsers looks for."""
    suffix = f".cpython-{PYTHON.replace('.', '')}-wasm32-emscripten.so"
    with zipfile.ZipFile(CORE) as archive:
        for name in archive.namelist():
            module, _, end = name.rpartition(".")
            if end in ("so", "stamp"):
                made = f"{module}{suffix}" + ".stamp" * (end == "stamp")
                (engine / made).write_bytes(archive.read(name))


def _code_in(folder: Path) -> list[str]:
    """Return the files of a folder without sources, which are compiled."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".py")
    return [path.relative_to(folder).as_posix() for path in files]


def _zip(folder: Path, names: Sequence[str]) -> bytes:
    """Return files of a folder as a zip archive; stored, because the whole is compressed."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), (folder / name).read_bytes())
    return packed.getvalue()


def _write(folder: Path, name: str, content: bytes, of: str) -> Part:
    compressed = gzip.compress(content, 9, mtime=0)
    digest = hashlib.sha256(compressed).hexdigest()[:12]
    # A host that knows .gz may unpack it automatically, and then the worker could not.
    path = folder / f"{name}.{digest}.bin"
    path.write_bytes(compressed)
    return Part(name, path.name, len(compressed), of)
