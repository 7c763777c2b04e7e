"""The choice of the core that runs: compiled, compiled with checks, or the Python source itself.

In a clone a compiled core is used only when its stamp names exactly the sources found here, so a
stale build never runs. An installed package trusts its stamp: its files come from one build, and
reading all sources would slow down every start. ``QWIRKLE_CORE`` asks for one of ``compiled``,
``checked`` and ``python``.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.machinery import (
    ExtensionFileLoader,
    SourceFileLoader,
    SourcelessFileLoader,
)
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

from qwirkle.engine import stamp
from qwirkle.errors import QwirkleError

HERE = Path(__file__).resolve().parent
# The checked build never leaves the project's folder (src layout).
PROJECT = HERE.parents[2]
CHECKED = PROJECT / "build" / "checked" / "qwirkle" / "engine"
IS_CLONE = HERE.parents[1].name == "src" and (PROJECT / "setup.py").is_file()
"""Whether the sources may change after they were compiled."""
HAS_STATES = find_spec("qwirkle.engine.state") is not None
"""Whether whole games can be played in the core; a site leaves that part out."""
CHOICES = ("compiled", "checked", "python")

_BUILD = "installing again builds it where there is a C compiler"


class CoreUnavailable(QwirkleError):
    """A core that QWIRKLE_CORE asks for, but that is missing or not made from these sources."""


def choose(part: stamp.Part) -> tuple[str, Path, str | None]:
    """Return the backend of a part, the folder of its modules, and why it is not compiled."""
    wanted = os.environ.get("QWIRKLE_CORE", "")
    if wanted and wanted not in CHOICES:
        raise CoreUnavailable(f"QWIRKLE_CORE is “{wanted}”; it may be {', '.join(CHOICES)}.")
    if wanted == "python":
        return "python", HERE, "The slower Python core runs because QWIRKLE_CORE asks for it."
    if wanted == "checked":
        trouble = _trouble(CHECKED, part)
        if trouble:
            raise CoreUnavailable(
                f"The checked core {trouble}; python setup.py build_checked builds it."
            )
        note = "The slower checked core runs because QWIRKLE_CORE asks for it."
        return "checked", CHECKED, note
    trouble = _trouble(HERE, part)
    if trouble is None:
        return "compiled", HERE, None
    if wanted:
        raise CoreUnavailable(f"The compiled core {trouble}; {_BUILD}.")
    return "python", HERE, f"The slower Python core runs: the compiled one {trouble}; {_BUILD}."


def _trouble(folder: Path, part: stamp.Part) -> str | None:
    found = stamp.read_stamp(folder, part)
    if found is None:
        return "has not been built"
    if IS_CLONE and found != stamp.digest(HERE, part):
        return "was built from other sources"
    return None


def find_fault(folder: Path) -> str | None:
    """Return what is wrong with the modules in a folder; None if all of them can be used."""
    return next(filter(None, (_trouble(folder, part) for part in stamp.PARTS)), None)


def load(*parts: stamp.Part) -> tuple[str, str | None]:
    """Import the modules of parts from the chosen place; return their backend, and a note about it.

    Parts that are loaded together depend on each other: all are compiled, or none is.
    """
    chosen = [choose(part) for part in (stamp.UTILITY, *parts)]
    backend, folder, note = next((found for found in chosen if found[0] == "python"), chosen[0])
    try:
        if backend != "python":
            _import(stamp.UTILITY, backend, folder)
        for part in parts:
            _import(part, backend, folder)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        # Modules of different builds do not fit together, which only Cython's own checks detect.
        if backend == "python":
            raise
        trouble = f"core cannot be loaded ({error}); {_BUILD}."
        if os.environ.get("QWIRKLE_CORE"):
            raise CoreUnavailable(f"The {backend} {trouble}") from error
        backend, note = "python", f"The slower Python core runs: the compiled {trouble}"
        for part in parts:
            _import(part, backend, HERE)
    return backend, note


def _import(part: stamp.Part, backend: str, folder: Path) -> None:
    package = import_module(f"qwirkle.engine.{part.package}")
    for module in part.modules:
        name = f"{package.__name__}.{module}"
        loader: SourceFileLoader | SourcelessFileLoader | ExtensionFileLoader
        if backend == "python":
            loader = _python_loader(name, HERE / part.package / f"{module}.py")
        else:
            path = folder / part.package / f"{module}{stamp.suffix()}"
            loader = ExtensionFileLoader(name, str(path))
        spec = spec_from_file_location(name, loader.path, loader=loader)
        if spec is None:
            raise CoreUnavailable(f"The core cannot be loaded from {loader.path}.")
        loaded = module_from_spec(spec)
        sys.modules[name] = loaded
        loader.exec_module(loaded)
        # As the import statement does: the package has its module as an attribute.
        setattr(package, module, loaded)


def _python_loader(name: str, source: Path) -> SourceFileLoader | SourcelessFileLoader:
    """Return the loader of a module's source, or of byte code where that is all: in a browser."""
    if source.is_file():
        return SourceFileLoader(name, str(source))
    return SourcelessFileLoader(name, str(source.with_suffix(".pyc")))
