"""The list of reasons is whole: every code that can be sent, and every parameter it may have."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import msgspec

import qwirkle
from qwirkle.rules.reasons import Reason
from qwirkle.service.table.reasons import TableReason
from qwirkle.web.problems import _BY_STATUS
from qwirkle.web.reasons import all_reasons

SOURCES = sorted(Path(qwirkle.__file__).parent.rglob("*.py"))
ENUMS = {"Reason": Reason, "TableReason": TableReason}
NOT_PARAMETERS = {"cells"}


def said_in_code() -> dict[str, set[str]]:
    """The parameters of each code, wherever a refusal with it is made."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            named = {one.arg for one in node.keywords if one.arg} - NOT_PARAMETERS
            first = node.args[0]
            if isinstance(first, ast.Attribute) and isinstance(first.value, ast.Name):
                kind = ENUMS.get(first.value.id)
                if kind is not None and first.attr in kind.__members__:
                    found[kind[first.attr].value] |= named
            name = getattr(node.func, "id", "")
            texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
            if name in ("Fault", "problem") and len(texts) > 1:
                found[str(next(one for one in texts if isinstance(one, str)))] |= set()
    return found


def test_every_code_is_in_the_list_and_nothing_else() -> None:
    listed = [one.reason for one in all_reasons()]
    assert len(listed) == len(set(listed))
    everything = {*Reason, *TableReason, *_BY_STATUS.values(), *said_in_code()}
    assert set(listed) == {str(one) for one in everything}


def test_every_parameter_is_in_the_list() -> None:
    said = said_in_code()
    for one in all_reasons():
        assert set(one.params) <= said.get(one.reason, set()), one.reason


def test_the_list_is_json() -> None:
    text = msgspec.json.encode(all_reasons()).decode()
    assert '"reason":"line-too-long"' in text
    assert '"params":["at","axis","count","most"]' in text
