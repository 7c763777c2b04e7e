"""The table of docs/server.md that says which test protects what names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_test_in_the_table_exists() -> None:
    named = NAMED.findall((ROOT / "docs/server.md").read_text())
    assert len(named) > 30
    missing = [
        (path, test) for path, test in named if f"def {test}(" not in (ROOT / path).read_text()
    ]
    assert missing == []
