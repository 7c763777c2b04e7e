"""The stamp of a build: which sources the compiled core was made from.

``setup.py`` loads this file on its own to write the stamp, ``loading.py`` imports it to compare; so
it uses nothing but the standard library.
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
UTILITY = Part("placement", ("utility",), ())
# ``bits``, ``box``, ``clock``, ``columns`` and ``atomics`` are compiled into the modules that use
# them. The classes of a part derive from those before it, so a change of these is a change of it.
# Modules are imported in this order, so each comes after those that it imports.
BOARD = _part(
    "placement", "board", "finder", "grid", "listing", "opening", "taking", shared=("bits",)
)
PLACEMENT = _part(
    "placement",
    *("states", "spots", "endgame"),
    *("value", "guesses", "hands", "playout", "deals", "search", "samples", "outlook"),
    shared=("bits", "clock", *BOARD.modules),
)
WRITING = _part("placement", "writing", shared=("bits",))
CARDS = _part("cards", "core", "switch", "play", "game", shared=("box",))
EPISODES = _part(
    "episodes",
    *("shuffle", "ranking", "oversights", "game", "window", "tiles", "turns", "afterstates"),
    *("opponents", "episode", "state", "card_game", "card_episode", "card_state", "vector"),
    shared=(
        *("columns", "card_columns", "state_columns", "atomics"),
        *_of("placement", "bits", "board", "finder", "grid", "listing", "opening", "taking"),
        *_of("placement", "states", "spots", "endgame", "value", "hands", "playout"),
        *_of("cards", "box", "core"),
    ),
)
PARTS = (UTILITY, BOARD, PLACEMENT, WRITING, CARDS, EPISODES)
CHOICES = EPISODES._replace(modules=("ranking", "oversights"))
"""What bots need of the episodes, to choose among placements."""
IN_BROWSERS = (UTILITY, BOARD, PLACEMENT, CARDS, CHOICES)
"""The parts of a site: bots think there, but nothing plays whole games in the core."""


def suffix() -> str:
    """Return the suffix of this interpreter's extension modules."""
    return EXTENSION_SUFFIXES[0]


def modules_in(folder: Path, part: Part) -> list[Path]:
    """Return the paths of a part's compiled modules; ``folder`` is that of the engine."""
    return [folder / part.package / f"{module}{suffix()}" for module in part.modules]


def stamp_in(folder: Path, part: Part) -> Path:
    """Return the path of the stamp of this interpreter's build, beside the modules."""
    return folder / part.package / f"{part.modules[0]}{suffix()}.stamp"


def digest(folder: Path, part: Part) -> str:
    """Return the SHA-256 of a part's sources; line ends do not count."""
    total = hashlib.sha256()
    for name in part.sources:
        text = (folder / part.package / name).read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{name} {len(text)}\n".encode() + text)
    return total.hexdigest()


def read_stamp(folder: Path, part: Part) -> str | None:
    """Return the digest in the stamp, or None if the stamp or any module is missing."""
    stamp = stamp_in(folder, part)
    if not stamp.is_file() or not all(module.is_file() for module in modules_in(folder, part)):
        return None
    return stamp.read_text(encoding="ascii").strip()


def remove(folder: Path, part: Part) -> None:
    """Delete a build, so that nothing incomplete or old is left when the next one fails."""
    for path in (stamp_in(folder, part), *modules_in(folder, part)):
        path.unlink(missing_ok=True)


def write(folder: Path, part: Part, sources: Path) -> bool:
    """Stamp a build; return whether all its modules exist."""
    if not all(module.is_file() for module in modules_in(folder, part)):
        return False
    text = digest(sources, part) + "\n"
    stamp_in(folder, part).write_text(text, encoding="ascii")
    return True
