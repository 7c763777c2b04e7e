"""The stamp of a build: which sources the compiled core was made from.

``setup.py`` loads this file on its own to write the stamp, ``loading.py`` imports it to compare;
so it uses nothing but the standard library.
"""

from __future__ import annotations

import hashlib
import sysconfig
from pathlib import Path
from typing import NamedTuple


class Part(NamedTuple):
    """Modules that are compiled, stamped and loaded together, and the sources they are made of."""

    modules: tuple[str, ...]
    sources: tuple[str, ...]


PLACEMENT = Part(
    ("core", "opening", "taking", "endgame", "value", "seats", "table", "search"),
    tuple(
        f"{name}.{end}"
        for name in (
            "bits",
            "core",
            "opening",
            "taking",
            "endgame",
            "value",
            "seats",
            "table",
            "search",
        )
        for end in ("py", "pxd")
    ),
)
CARDS = Part(
    ("cards_core", "cards_switch", "cards_play"),
    tuple(f"cards_{name}.{end}" for name in ("core", "switch", "play") for end in ("py", "pxd")),
)
PARTS = (PLACEMENT, CARDS)


def suffix() -> str:
    """How this interpreter's extension modules end."""
    return str(sysconfig.get_config_var("EXT_SUFFIX") or ".so")


def modules_in(folder: Path, part: Part) -> list[Path]:
    """Where the compiled modules of a part lie."""
    return [folder / f"{module}{suffix()}" for module in part.modules]


def stamp_in(folder: Path, part: Part) -> Path:
    """Where the stamp of this interpreter's build lies: beside the modules."""
    return folder / f"{part.modules[0]}{suffix()}.stamp"


def digest(folder: Path, part: Part) -> str:
    """The SHA-256 of the sources in a folder; line ends do not count."""
    total = hashlib.sha256()
    for name in part.sources:
        text = (folder / name).read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{name} {len(text)}\n".encode() + text)
    return total.hexdigest()


def stamped(folder: Path, part: Part) -> str | None:
    """What the stamp in a folder says, if all modules are there; None if anything is missing."""
    stamp = stamp_in(folder, part)
    if not stamp.is_file() or not all(one.is_file() for one in modules_in(folder, part)):
        return None
    return stamp.read_text(encoding="ascii").strip()


def remove(folder: Path, part: Part) -> None:
    """Forget a build, so that nothing half-made or old is left when the next one fails."""
    for one in (stamp_in(folder, part), *modules_in(folder, part)):
        one.unlink(missing_ok=True)


def write(folder: Path, part: Part, sources: Path) -> bool:
    """Stamp a build; the answer is whether all its modules are there."""
    if not all(one.is_file() for one in modules_in(folder, part)):
        return False
    text = digest(sources, part) + "\n"
    stamp_in(folder, part).write_text(text, encoding="ascii")
    return True
