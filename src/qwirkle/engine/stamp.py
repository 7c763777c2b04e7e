"""The stamp of a build: which sources the compiled core was made from.

``setup.py`` loads this file on its own to write the stamp, ``loading.py`` imports it to compare;
so it uses nothing but the standard library.
"""

from __future__ import annotations

import hashlib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import NamedTuple


class Part(NamedTuple):
    """Modules of a package that are compiled, stamped and loaded together, and their sources."""

    package: str
    modules: tuple[str, ...]
    sources: tuple[str, ...]

    @property
    def names(self) -> set[tuple[str, str]]:
        """The package and the name of each module."""
        return {(self.package, module) for module in self.modules}


def _part(package: str, *modules: str, shared: tuple[str, ...] = ()) -> Part:
    sources = tuple(f"{name}.{end}" for name in (*shared, *modules) for end in ("py", "pxd"))
    return Part(package, modules, sources)


def _of(package: str, *modules: str) -> tuple[str, ...]:
    return tuple(f"../{package}/{module}" for module in modules)


# Cython's own code for arrays, which all other modules use: compiled once, and with no source here.
UTILITY = Part("core", ("utility",), ())
# ``bits``, ``clock``, ``columns`` and ``atomics`` are compiled into the modules that use them. The
# classes of a part are made from those of the parts before it, so a change of these is one of it.
BOARD = _part("core", "board", "finder", "grid", "listing", "opening", "taking", shared=("bits",))
ENDINGS = _part(
    "endings",
    *("states", "spots", "endgame"),
    shared=("clock", *_of("core", "bits", *BOARD.modules)),
)
PLACEMENT = _part(
    "core",
    *("value", "hands", "playout", "deals", "search", "lessons", "outlook"),
    shared=("bits", *BOARD.modules, *_of("endings", *ENDINGS.modules)),
)
CARDS = _part("cards", "core", "switch", "play", "game")
ARENA = _part(
    "arena",
    *("shuffle", "ranking", "game", "window", "tiles", "turns", "afterstates", "episode"),
    # Modules are imported in this order, so each comes after those that it imports.
    *("card_game", "card_episode", "vector"),
    shared=(
        "columns",
        "atomics",
        *_of("core", "bits", "board", "finder", "grid", "opening", "taking", "value", "hands"),
        *_of("core", "playout"),
        *_of("endings", *ENDINGS.modules),
        *_of("cards", "core"),
    ),
)
CHOICES = _part(
    "choices",
    "attention",
    shared=(
        *_of("arena", "ranking"),
        *_of("core", "bits", "board", "finder", "grid", "opening", "taking", "value", "hands"),
        *_of("core", "playout"),
        *_of("endings", *ENDINGS.modules),
    ),
)
PARTS = (UTILITY, BOARD, ENDINGS, PLACEMENT, CARDS, ARENA, CHOICES)


def suffix() -> str:
    """The suffix of this interpreter's extension modules."""
    return EXTENSION_SUFFIXES[0]


def modules_in(folder: Path, part: Part) -> list[Path]:
    """The paths of a part's compiled modules; ``folder`` is that of the engine."""
    return [folder / part.package / f"{module}{suffix()}" for module in part.modules]


def stamp_in(folder: Path, part: Part) -> Path:
    """The path of the stamp of this interpreter's build, beside the modules."""
    return folder / part.package / f"{part.modules[0]}{suffix()}.stamp"


def digest(folder: Path, part: Part) -> str:
    """The SHA-256 of a part's sources; line ends do not count."""
    total = hashlib.sha256()
    for name in part.sources:
        text = (folder / part.package / name).read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{name} {len(text)}\n".encode() + text)
    return total.hexdigest()


def read_stamp(folder: Path, part: Part) -> str | None:
    """The digest that the stamp holds, or None if the stamp or any module is missing."""
    stamp = stamp_in(folder, part)
    if not stamp.is_file() or not all(module.is_file() for module in modules_in(folder, part)):
        return None
    return stamp.read_text(encoding="ascii").strip()


def remove(folder: Path, part: Part) -> None:
    """Delete a build, so that nothing half-made or old is left when the next one fails."""
    for path in (stamp_in(folder, part), *modules_in(folder, part)):
        path.unlink(missing_ok=True)


def write(folder: Path, part: Part, sources: Path) -> bool:
    """Stamp a build and return whether all its modules are there."""
    if not all(module.is_file() for module in modules_in(folder, part)):
        return False
    text = digest(sources, part) + "\n"
    stamp_in(folder, part).write_text(text, encoding="ascii")
    return True
