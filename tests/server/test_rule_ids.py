"""The rules pages tell every rule that the code quotes by its id."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "frontend" / "src" / "learn" / "rules"
TOLD = re.compile(r'rule\(\s*"([^"]+)"')
QUOTED = re.compile(r"\b(?:[QMSKXC]-[A-Z]+3?-\d+|A\d{1,2}(?=[^\d\w]))")


def told() -> set[str]:
    texts = (path.read_text("utf-8") for path in PAGES.glob("*.ts"))
    return {rule for text in texts for ids in TOLD.findall(text) for rule in ids.split()}


def quoted() -> set[str]:
    folder = ROOT / "src" / "qwirkle" / "rules"
    files = [path for path in folder.rglob("*") if path.suffix in {".py", ".toml"}]
    return {rule for path in files for rule in QUOTED.findall(path.read_text("utf-8"))}


def test_no_rule_of_the_referee_is_missing_on_the_pages() -> None:
    assert len(quoted()) > 40
    assert sorted(quoted() - told()) == []
