"""The page's texts of lessons: every code is there, and says in English what the lesson says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from qwirkle.rules.family import GAMES
from qwirkle.tables.learning.lessons.attempts import texts_of
from qwirkle.tables.learning.lessons.course import lesson

ROOT = Path(__file__).parents[2]
SOURCE = (ROOT / "frontend" / "src" / "learn" / "lessons.ts").read_text("utf-8")
ENTRY = re.compile(
    r'^  "(?P<code>[\w.-]+)": \(p?\) =>\s*t\(\s*(?P<text>"(?:[^"\\]|\\.)*")', re.MULTILINE
)
SAID = {entry["code"]: json.loads(entry["text"]) for entry in ENTRY.finditer(SOURCE)}


@pytest.mark.parametrize("game", GAMES)
def test_the_page_says_what_the_lesson_says(game: str) -> None:
    for step in lesson(game) or ():
        for code, text in texts_of(step).items():
            assert SAID.get(code) == text, code


def test_the_page_says_nothing_that_no_lesson_has() -> None:
    known = {code for game in GAMES for step in lesson(game) or () for code in texts_of(step)}
    assert set(SAID) <= known
