"""The declarations of the core's constants in C, so that each is written once, in Python.

``MODULES`` hold the numbers that several modules of the core share; they are never compiled.
Compiled modules cimport them by their ``.pxd`` files, which include the declarations that ``write``
generates from the numbers. ``packaging/building.py`` loads this file on its own and does so before
each translation; nothing of it is kept with the sources.
"""

from __future__ import annotations

import runpy
from pathlib import Path

MODULES = (
    *("placement/bits", "cards/box"),
    *("episodes/columns", "episodes/card_columns", "episodes/state_columns"),
)

_LARGEST = 2**31 - 1


def write(engine: Path, folder: Path) -> Path:
    """Write the declarations of all modules into a folder, for Cython to include, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for module in MODULES:
        source = engine / f"{module}.py"
        (folder / f"{source.stem}.pxi").write_text(declare(source), encoding="utf-8")
    return folder


def declare(source: Path) -> str:
    """Return the C declarations of a module's constants: its names in capitals that are integers.

    The annotation ``Word`` makes one a ``uint64_t``, which the including file must cimport.
    """
    found = runpy.run_path(str(source))
    words = {name for name, type_ in found.get("__annotations__", {}).items() if type_ == "Word"}
    prefix = f"QWIRKLE_{source.stem.upper()}"
    macros, names = [], []
    for name, number in found.items():
        if not name.isupper() or not isinstance(number, int):
            continue
        if name not in words and abs(number) > _LARGEST:
            raise ValueError(f"{source.name}: {name} needs the annotation Word")
        written = f"UINT64_C(0x{number:X})" if name in words else f"({number})"
        macros.append(f"    #define {prefix}_{name} {written}")
        names.append(f'    {"uint64_t" if name in words else "int"} {name} "{prefix}_{name}"')
    guard = [f"    #ifndef {prefix}_CONSTANTS", f"    #define {prefix}_CONSTANTS"]
    lines = [*guard, "    #include <stdint.h>", *macros, "    #endif"]
    return "\n".join(["cdef extern from *:", '    """', *lines, '    """', *names, ""])
