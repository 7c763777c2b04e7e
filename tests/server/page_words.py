"""The tool that collects the words of the page, as a module."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def words_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("words", ROOT / "frontend" / "words.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
