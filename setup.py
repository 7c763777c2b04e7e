"""Builds the compiled core and the page, when it can.

The package works without them: where Cython or a C compiler is missing it installs all the same and
runs the Python source of the core (``packaging/building.py``), and without Node its server has no
page (``frontend/build.py``). Everything else about the package stands in pyproject.toml.

Two commands are for those who work on the core:

``python setup.py build_core`` builds it in place, without pip, and only what has changed.
``python setup.py build_checked`` makes a core with bounds checks, and with the compiler's checks
for undefined behaviour, in build/checked; ``QWIRKLE_CORE=checked`` runs it.

With ``QWIRKLE_BUILD=later`` neither core nor page is built: ``packaging/clone.py`` does so itself.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
LATER = os.environ.get("QWIRKLE_BUILD") == "later"


def _building() -> Any:
    spec = importlib.util.spec_from_file_location("building", ROOT / "packaging" / "building.py")
    if spec is None or spec.loader is None:
        raise SystemExit("qwirkle: packaging/building.py is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


building = _building()
page = building.load_alone("page", ROOT / "frontend" / "build.py")
docs = building.load_alone("docs", ROOT / "src" / "qwirkle" / "site" / "docs" / "sources.py")


class BuildWithPage(build_py):
    """Builds the page before the files of the package are collected, and adds the docs."""

    def run(self) -> None:
        """Build; without success the package has no page."""
        if not LATER:
            page.build()
        super().run()
        if not self.editable_mode:
            pages = Path(self.build_lib) / "qwirkle" / "site" / "docs" / "pages"
            shutil.rmtree(pages, ignore_errors=True)
            docs.collect(ROOT, pages)


class PackWithPage(building.Pack):  # type: ignore[misc, name-defined]
    """Packs the page as it is built, so that nobody else needs Node."""

    def run(self) -> None:
        """Build, then pack."""
        page.build()
        super().run()


# Cython's processes may load this file again to find what they shall do.
if __name__ == "__main__":
    os.chdir(ROOT)
    if sys.argv[1:] == ["build_checked"]:
        building.build_checked()
    elif sys.argv[1:] == ["build_core"]:
        building.build(building.release(), Path("build") / "core", in_place=True)
    else:
        building.BuildCore.how = building.release()
        setup(
            ext_modules=[] if LATER else building.BuildCore.how.modules(),
            cmdclass={
                "build_ext": building.BuildCore,
                "build_py": BuildWithPage,
                "sdist": PackWithPage,
            },
            # Asked for through pip, and only when there is a page to build.
            setup_requires=[] if LATER else page.requirements(),
        )
