"""The tool that writes the words of the page, as a module."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def words_tool() -> ModuleType:
    folder = str(ROOT / "frontend")
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module("words")
