"""Every rule and every decision is quoted by the name of a test."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
NUMBERED = {
    "Q-COMP": 4,
    "Q-START": 5,
    "Q-TURN": 6,
    "Q-PLACE": 7,
    "Q-SCORE": 4,
    "Q-END": 3,
    "M-SETUP": 1,
    "M-DRAW": 1,
    "M-USE": 2,
    "M-DRAW3": 1,
    "M-TAKE": 1,
    "M-END": 1,
    "M-VAR": 2,
    "S-BOARD": 1,
    "S-START": 1,
    "S-STAR": 2,
    "S-TAKE": 3,
    "K-BOARD": 1,
    "K-START": 1,
    "K-BONUS": 1,
    "X-BOARD": 1,
    "X-START": 1,
    "X-BONUS": 1,
    "C-SETUP": 1,
    "C-START": 1,
    "C-SET": 1,
    "C-TURN": 2,
    "C-QW": 1,
    "C-DRAW": 1,
    "C-END": 1,
    "C-WIN": 1,
}
RULES = [f"{name}-{number}" for name, most in NUMBERED.items() for number in range(1, most + 1)]
LETTERED = ["M-TAKE-1-a", "M-TAKE-1-b", "M-TAKE-1-c"]
DECISIONS = [f"A{number}" for number in range(1, 28)]


@cache
def names() -> list[str]:
    """The names of all test functions, with the underscores that ids need around them."""
    return [
        f"{function.name}_"
        for path in sorted(TESTS.rglob("test_*.py"))
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_")
    ]


@pytest.mark.parametrize("rule", [*RULES, *LETTERED, *DECISIONS])
def test_every_rule_is_in_the_name_of_a_test(rule: str) -> None:
    wanted = f"_{rule.replace('-', '_')}_"
    assert [name for name in names() if wanted in name], f"no test is named after {rule}"


def test_no_test_is_named_after_a_rule_that_does_not_exist() -> None:
    known = {rule.replace("-", "_") for rule in (*RULES, *DECISIONS)}
    quoted = {
        found
        for name in names()
        for found in re.findall(r"(?<=_)(?:[QMSKXC]_[A-Z]+3?_\d+|A\d+)(?=_)", name)
    }
    assert quoted <= known
    assert len(quoted) > 60
