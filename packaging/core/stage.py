"""Makes the project of ``qwirkle-core``: the library's sources, with a pyproject.toml of their own.

``python packaging/core/stage.py FOLDER`` copies what the library is made of into an empty folder;
``python -m build FOLDER`` then makes its sdist and its wheel. Both distributions have the same
package ``qwirkle``, so an environment has one of them.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PARTS = (
    "__init__.py",
    "py.typed",
    "analysis",
    "engine",
    "env",
    "errors.py",
    "game.py",
    "notation",
    "players",
    "protocol",
    "rules",
)
"""The parts of the library, in ``src/qwirkle``: all but ``env`` need msgspec alone."""
MANIFEST = "include packaging/building.py tests/wheel_check.py\ngraft src\nexclude setup.cfg\n"
LEFT_OUT = shutil.ignore_patterns("photos", "__pycache__", "*.so", "*.pyd", "*.stamp", "*.c")
"""Build products, and the reader of photographs."""


def stage(folder: Path) -> None:
    """Write the project."""
    package = folder / "src" / "qwirkle"
    package.mkdir(parents=True)
    for part in PARTS:
        source = ROOT / "src" / "qwirkle" / part
        if source.is_dir():
            shutil.copytree(source, package / part, ignore=LEFT_OUT)
        else:
            shutil.copy2(source, package / part)
    for name in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy2(HERE / name, folder / name)
    for name in ("LICENSE", "packaging/building.py", "tests/wheel_check.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    (folder / "MANIFEST.in").write_text(MANIFEST, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2 or any(Path(sys.argv[1]).glob("*")):
        sys.exit("usage: stage.py FOLDER, which is empty or not there yet")
    stage(Path(sys.argv[1]))
