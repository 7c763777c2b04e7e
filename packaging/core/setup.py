"""Builds the compiled core of the library, when it can; without a compiler its source runs."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent

# Cython's processes may load this file again to find what they shall do.
if __name__ == "__main__":
    os.chdir(ROOT)
    spec = importlib.util.spec_from_file_location("building", ROOT / "packaging" / "building.py")
    if spec is None or spec.loader is None:
        raise SystemExit("qwirkle: packaging/building.py is missing")
    building = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(building)
    building.BuildCore.how = building.release()
    setup(
        ext_modules=building.BuildCore.how.modules(),
        cmdclass={"build_ext": building.BuildCore, "sdist": building.Pack},
    )
