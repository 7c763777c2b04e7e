"""The lists of protections.toml: which tests hold which protection."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
LISTS = tomllib.loads((Path(__file__).parent / "protections.toml").read_text("utf-8"))
FINDINGS = {f"H{number}" for number in range(1, 25)} | {f"M{number}" for number in range(1, 13)}


def test_every_test_in_the_lists_exists() -> None:
    named = [
        name.split("::")
        for row in (*LISTS["protection"], *LISTS["search"])
        for name in row["tests"]
    ]
    assert len(named) > 50
    missing = [
        (path, test) for path, test in named if f"def {test}(" not in (ROOT / path).read_text()
    ]
    assert missing == []


def test_every_finding_has_a_test() -> None:
    rows = LISTS["protection"]
    assert all(row["tests"] for row in rows)
    found = [code for row in rows for code in row["against"]]
    assert set(found) == FINDINGS | {"L"}
    assert found.count("L") >= 15
