"""Builds the compiled core for browsers: WebAssembly that Pyodide loads, one file for a site.

``python packaging/browser.py`` writes ``src/qwirkle/site/core.zip``, unless it was made from these
sources already; ``make site`` and the release do so. It needs nothing but Cython and ``ziglang``,
a C compiler that pip installs on any system. Where something is missing one line says so, and a
site runs the Python source of the core.

No headers of a Python for browsers are needed: the core keeps to Python's limited interface, so
those of any Python from 3.11 on do, with sizes of 32 bits in ``pyconfig.h``. ``ziglang`` has
headers of musl, the C library of Emscripten, but none for Emscripten itself. Those for 32-bit
RISC-V fit: the only other system whose time has always had 64 bits.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "src" / "qwirkle" / "engine"
CORE = ROOT / "src" / "qwirkle" / "site" / "core.zip"
PLACE = ROOT / "build" / "wasm"
COMPILER = "ziglang==0.17.0"
RECIPE = "recipe.sha256"
"""The name in the archive of the digest of all that follows: another recipe, another core."""

SIZES = """\
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_SIZE_T 4
#define SIZEOF_VOID_P 4
#define SIZEOF_TIME_T 8
#define SIZEOF_WCHAR_T 4
#define ALIGNOF_LONG 4
#define ALIGNOF_SIZE_T 4
#define HAVE_SSIZE_T 1
#define HAVE_STDINT_H 1
#define HAVE_SYS_TYPES_H 1
#define STDC_HEADERS 1
"""
"""The ``pyconfig.h`` of a machine with 32 bits."""
_OWN_TYPES = {
    "size_t": "__SIZE_TYPE__",
    "ssize_t": "__PTRDIFF_TYPE__",
    "ptrdiff_t": "__PTRDIFF_TYPE__",
    "intptr_t": "__INTPTR_TYPE__",
    "uintptr_t": "__UINTPTR_TYPE__",
    "wchar_t": "__WCHAR_TYPE__",
}
TYPES = "".join(
    f"typedef {own} {name};\n#define __DEFINED_{name}\n" for name, own in _OWN_TYPES.items()
)
"""Types that WebAssembly spells in another way than RISC-V; musl does not define them again."""
# The parts of a site are compressed as a whole, better than text by text.
DEFINES = ("CYTHON_LIMITED_API=1", "Py_LIMITED_API=0x030b0000", "CYTHON_COMPRESS_STRINGS=0")
# Values are sums of many products: the same on every machine, compiled or not.
COMPILE = ("cc", "-target", "wasm32-emscripten", "-O3", "-fPIC", "-ffp-contract=off", "-g0")
LINK = (
    *("wasm-ld", "-shared", "--experimental-pic", "--no-entry", "--import-memory"),
    *("--unresolved-symbols=import-dynamic", "--strip-all"),
)


class Failed(Exception):
    """A step that went wrong; the text gives the reason in a few words."""


def load(name: str, path: Path) -> Any:
    """Load a module on its own."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Failed(f"{path.name} cannot be read")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def wanted() -> dict[str, str]:
    """Return the texts in the archive that say what it was made from."""
    stamp = load("stamp", ENGINE / "stamp.py")
    digests = {stamped(part): stamp.digest(ENGINE, part) for part in stamp.IN_BROWSERS}
    recipe = repr((COMPILER, SIZES, TYPES, DEFINES, COMPILE, LINK)).encode()
    return digests | {RECIPE: hashlib.sha256(recipe).hexdigest()}


def stamped(part: Any) -> str:
    """Return the name of the stamp of a part in the archive."""
    return f"{part.package}/{part.modules[0]}.stamp"


def is_fresh() -> bool:
    """Return whether the archive was made from the current sources, in this way."""
    try:
        with zipfile.ZipFile(CORE) as archive:
            return all(archive.read(name).decode() == text for name, text in wanted().items())
    except (OSError, KeyError, zipfile.BadZipFile):
        return False


def build() -> bool:
    """Build the core for browsers if its sources have changed; return whether there is one now."""
    if is_fresh():
        return True
    CORE.unlink(missing_ok=True)
    try:
        _pack(_compiled(_zig()), wanted())
    except (Failed, OSError, ImportError) as error:
        sys.stderr.write(
            f"qwirkle: the core for browsers is not compiled ({error}), "
            "so a site runs the slower Python source.\n"
        )
        return False
    return True


def _zig() -> Path:
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        raise Failed(f"pip install {COMPILER} brings the compiler")
    return Path(found.origin).parent


def _compiled(zig: Path) -> dict[str, Path]:
    """Compile all modules of the core; return them by their names in the archive."""
    building = load("building", ROOT / "packaging" / "building.py")
    shutil.rmtree(PLACE, ignore_errors=True)
    headers = _headers()
    how = building.release()._replace(c_files=PLACE.relative_to(ROOT) / "c")
    parts = list(building.stamp.IN_BROWSERS)
    modules = how.translate(how.modules(), parts)
    count = sum(len(part.modules) for part in parts)
    if len(modules) != count:
        raise Failed("Cython does not translate it")
    # The longest first, so that no processor waits for the last one.
    modules.sort(key=lambda module: -Path(module.sources[0]).stat().st_size)
    libc = zig / "lib" / "libc" / "include"
    systems = [f"-isystem{libc / name}" for name in ("riscv32-linux-musl", "generic-musl")]
    flags = [*(f"-D{name}" for name in DEFINES), "-include", headers / "types.h", f"-I{headers}"]

    def compiled(module: Any) -> tuple[str, Path]:
        package, name = module.name.rsplit(".", 2)[-2:]
        made = PLACE / package / f"{name}.so"
        made.parent.mkdir(exist_ok=True)
        objects = made.with_suffix(".o")
        _run(zig, *COMPILE, *flags, *systems, "-c", module.sources[0], "-o", objects)
        _run(zig, *LINK, f"--export=PyInit_{name}", objects, "-o", made)
        return f"{package}/{made.name}", made

    with ThreadPoolExecutor(building.workers()) as pool:
        return dict(pool.map(compiled, modules))


def _headers() -> Path:
    """Copy Python's headers, because Python.h reads the pyconfig.h beside it."""
    own, copies = Path(sysconfig.get_path("include")), PLACE / "include"
    if not (own / "Python.h").is_file():
        raise Failed("Python's headers are missing; on Debian: apt install python3-dev")
    shutil.copytree(own, copies, ignore=lambda *_: {"internal", "numpy"})
    (copies / "pyconfig.h").write_text(SIZES, encoding="ascii")
    (copies / "types.h").write_text(TYPES, encoding="ascii")
    return copies


def _run(zig: Path, *command: object) -> None:
    program = zig / ("zig.exe" if os.name == "nt" else "zig")
    # Its cache stays in the folder of the project.
    caches = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), str(PLACE / "cache"))
    done = subprocess.run(
        [str(word) for word in (program, *command)],
        cwd=ROOT,
        env={**os.environ, **caches},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.stderr.write(done.stderr[-2000:])
        raise Failed(f"zig {command[0]} failed")


def _pack(modules: dict[str, Path], texts: dict[str, str]) -> None:
    """Write the archive; the same sources give the same bytes."""
    content = {name: path.read_bytes() for name, path in modules.items()}
    content |= {name: text.encode() for name, text in texts.items()}
    part = CORE.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(content):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content[name])
    part.replace(CORE)


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(0 if build() else 1)
