"""Every code has its sentence, and every sentence gets the parameters it mentions."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import qwirkle
from qwirkle.api import problems as web
from qwirkle.api.problems import STATUS, WebReason, problem_of, request_refused
from qwirkle.rules.refusals import positions
from qwirkle.rules.refusals import reasons as rules
from qwirkle.rules.refusals.positions import PositionReason
from qwirkle.rules.refusals.reasons import Reason
from qwirkle.rules.refusals.sentences import params_of, texts_of
from qwirkle.tables.core import reasons as table
from qwirkle.tables.core.reasons import TableReason

SOURCES = sorted(Path(qwirkle.__file__).parent.rglob("*.py"))
ENUMS = {
    "Reason": Reason,
    "PositionReason": PositionReason,
    "TableReason": TableReason,
    "WebReason": WebReason,
}
SENTENCES = {**rules.SENTENCES, **positions.SENTENCES, **table.SENTENCES, **web.SENTENCES}
NOT_PARAMETERS = {"cells", "case"}


def params_in_code() -> dict[str, set[str]]:
    """The parameters of each code, wherever a refusal with it is made."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(args=[ast.Attribute(value=ast.Name(id=enum), attr=name), *_]) if (
                    enum in ENUMS and name in ENUMS[enum].__members__
                ):
                    named = {keyword.arg for keyword in node.keywords if keyword.arg}
                    found[ENUMS[enum][name].value] |= named - NOT_PARAMETERS
    return found


def test_every_code_has_a_sentence_and_there_are_no_others() -> None:
    codes = {str(reason) for enum in ENUMS.values() for reason in enum}
    assert {key.partition("/")[0] for key in SENTENCES} == codes


def test_every_sentence_is_one() -> None:
    ends = {text[-1] for sentence in SENTENCES.values() for text in texts_of(sentence)}
    assert ends == {"."}


def test_every_parameter_of_a_sentence_is_given_somewhere() -> None:
    given = params_in_code()
    for key, sentence in SENTENCES.items():
        code = key.partition("/")[0]
        assert params_of(sentence) <= given.get(code, set()), key


def test_a_refusal_reaches_the_client_with_its_parameters() -> None:
    problem = problem_of(request_refused(WebReason.BAD_REQUEST, problem="no turn"))
    assert (problem.status, problem.reason) == (400, "bad-request")
    assert problem.detail == "This is not a valid request: no turn."
    assert [refusal.params for refusal in problem.objections] == [{"problem": "no turn"}]


def test_every_code_of_the_web_has_a_status() -> None:
    assert {reason for reason in WebReason if reason not in STATUS} == set()
