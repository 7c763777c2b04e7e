"""What attackers and broken programs send: values of wrong types, odd texts, and broken JSON."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

NUMBERS = (0, -1, 1, 3, 2**31, 2**63, -(2**63) - 1, 10**40, -(10**300), 1e308, -0.0, 0.5, 1e-320)
TEXTS = (
    "",
    " ",
    "\x00",
    "\ud800",
    "\ufdfa" * 50,
    "a" * 5000,
    "\u0301" * 300,
    "\u202eevil",
    "../../etc/passwd",
    "%00%ff",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "{{7*7}}${7*7}",
    "1e400",
    "NaN",
    "\u0663",
    "Ro",
    "classic",
    "level:3",
)
KEYS = ("", "__class__", "do", "kind", "seats", "turn", "place", "constructor", "a" * 300)

numbers = st.sampled_from(NUMBERS) | st.integers()
texts = st.sampled_from(TEXTS) | st.text(max_size=20)
scalars = st.none() | st.booleans() | numbers | texts
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)

NOT_JSON = (
    b"",
    b"\x00",
    b"\xff\xfe\x00\x01",
    b"\xef\xbb\xbf{}",
    b'{"a": \xc3\x28}',
    b'"\xed\xa0\x80"',
    '{"a": "é"}'.encode("utf-16"),
    '{"a": "é"}'.encode("utf-32-be"),
    '{"a": "é"}'.encode("latin-1"),
    b"[" * 50_000,
    b'{"a":' * 20_000,
    b"[" * 500 + b"]" * 500,
    b'{"a":' * 500 + b"1" + b"}" * 500,
    b"9" * 5000,
    b"-" + b"9" * 400,
    b"1e999999",
    b"NaN",
    b"[Infinity]",
    b"{'a': 1}",
    b'{"a": 1, "a": 2}',
    b'{"a": 1}}',
    b'"\\ud800"',
    b'"\\u0000"',
    b"null",
    b"true",
)
broken = st.sampled_from(NOT_JSON) | st.binary(max_size=60)


@st.composite
def mutated(draw: st.DrawFn, value: Any) -> Any:
    """A value with one part replaced, removed or added; most of it is still as it should be."""
    if isinstance(value, dict) and value:
        key = draw(st.sampled_from(sorted(value)))
        match draw(st.integers(0, 5)):
            case 0:
                return {name: kept for name, kept in value.items() if name != key}
            case 1:
                return {**value, draw(st.sampled_from(KEYS)): draw(values)}
            case 2:
                return {**value, key: draw(values)}
            case _:
                return {**value, key: draw(mutated(value[key]))}
    if isinstance(value, list | tuple) and value:
        at = draw(st.integers(0, len(value) - 1))
        match draw(st.integers(0, 4)):
            case 0:
                return [*value[:at], *value[at + 1 :]]
            case 1:
                return [*value, *value] * draw(st.sampled_from((1, 3, 50)))
            case _:
                return [*value[:at], draw(mutated(value[at])), *value[at + 1 :]]
    return draw(values)


def as_json(value: Any) -> bytes:
    """JSON that says exactly this: lone surrogates are escaped, numbers written out."""
    return json.dumps(value).encode()


def bodies(value: Any) -> st.SearchStrategy[bytes]:
    """Bodies that are nearly this value, or nothing like it."""
    near = mutated(value)
    return near.map(as_json) | near.flatmap(mutated).map(as_json) | values.map(as_json) | broken
