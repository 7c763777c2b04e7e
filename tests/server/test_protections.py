"""The lists of PROTECTIONS.md that say which tests hold which protection."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (Path(__file__).parent / "PROTECTIONS.md").read_text("utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
FINDINGS = {f"H{number}" for number in range(1, 25)} | {f"M{number}" for number in range(1, 13)}


def test_every_test_in_the_lists_exists() -> None:
    named = NAMED.findall(TEXT)
    assert len(named) > 50
    missing = [
        (path, test) for path, test in named if f"def {test}(" not in (ROOT / path).read_text()
    ]
    assert missing == []


def test_every_finding_has_a_test() -> None:
    rows = re.findall(r"^- ([HML][^:]*): (.*)$", TEXT, re.MULTILINE)
    assert all(NAMED.search(tests) for _, tests in rows)
    found = {code for finding, _ in rows for code in re.findall(r"\b[HM]\d+\b", finding)}
    assert found == FINDINGS
    assert sum(finding == "L" for finding, _ in rows) >= 15
