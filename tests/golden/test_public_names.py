"""The public names with their signatures: what other people's programs import and call.

Only names, parameters, defaults and annotations as they are written are compared, so that a module
may move and a docstring may get better without a difference here.
"""

from __future__ import annotations

import enum
import functools
import inspect
import re
import typing
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT
from syrupy.assertion import SnapshotAssertion

from qwirkle.client import Client, Invitation, RemoteBot, seat_view
from qwirkle.lab.data.games import DataPlan
from qwirkle.lab.data.parquet import write_games
from qwirkle.lab.ladder import LadderPlan, LadderReport, Rung, StoredLadder, play_ladder
from qwirkle.lab.match import MatchPlan, play_match, run_match
from qwirkle.lab.on_ray import Ray
from qwirkle.lab.plots import draw
from qwirkle.lab.regret.positions import AnnotatedPosition, shipped_positions
from qwirkle.lab.regret.score import RegretPlan, RegretReport, regret
from qwirkle.lab.report import BotReport, MatchReport
from qwirkle.lab.results import StoredMatch, read, write
from qwirkle.lab.sprt import Sprt, SprtVerdict
from qwirkle.lab.training.plan import Method, Plan, SetPlan, plan_sets
from qwirkle.lab.training.run import train
from qwirkle.lab.workers import Local
from qwirkle.testing.bots import check_bot
from qwirkle.testing.buses import check_bus
from qwirkle.testing.stores import check_store

PACKAGES = (
    "qwirkle",
    "qwirkle.client",
    "qwirkle.engine",
    "qwirkle.env",
    "qwirkle.env.qwirkle_v0",
    "qwirkle.analysis.photos",
    "qwirkle.players",
)
"""These say in ``__all__`` what they export."""

DOCUMENTED: dict[str, Sequence[Any]] = {
    "qwirkle.client": (Client, Invitation, RemoteBot, seat_view),
    "qwirkle.lab": (
        *(MatchPlan, play_match, run_match, MatchReport, BotReport, Sprt, SprtVerdict),
        *(LadderPlan, play_ladder, LadderReport, Rung, StoredMatch, StoredLadder, read, write),
        *(Local, Ray, draw, DataPlan, write_games),
        *(RegretPlan, regret, RegretReport, shipped_positions, AnnotatedPosition),
        *(Plan, SetPlan, Method, plan_sets, train),
    ),
    "qwirkle.testing": (check_bot, check_bus, check_store),
}
"""These are in the API reference, under packages that do not export them themselves."""


def plain(text: str) -> str:
    """A type or a value without the homes of names, and without addresses."""
    text = re.sub(r"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])", "", text)
    text = re.sub(r"ForwardRef\('([^']*)'\)", r"\1", text)
    text = re.sub(r"<function [^>]*>+", "<function>", text)
    return re.sub(r" at 0x[0-9a-f]+", "", text)


def annotation(written: Any) -> str:
    if isinstance(written, str):
        return plain(written.strip("'\""))
    return plain(inspect.formatannotation(written))


def parameters(found: inspect.Signature, *, bound: bool) -> Iterator[str]:
    stars: dict[object, str] = {}
    stars[inspect.Parameter.VAR_POSITIONAL] = "*"
    stars[inspect.Parameter.VAR_KEYWORD] = "**"
    given = list(found.parameters.values())[1 if bound else 0 :]
    keywords = any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in given)
    for each in given:
        if each.kind is inspect.Parameter.KEYWORD_ONLY and not keywords:
            keywords = True
            yield "*"
        text = stars.get(each.kind, "") + each.name
        if each.annotation is not inspect.Parameter.empty:
            text += f": {annotation(each.annotation)}"
        if each.default is not inspect.Parameter.empty:
            text += f" = {plain(repr(each.default))}"
        yield text


def signature(called: Any, *, bound: bool = False) -> str:
    found = inspect.signature(called)
    answer = found.return_annotation
    after = "" if answer is inspect.Signature.empty else f" -> {annotation(answer)}"
    return f"({', '.join(parameters(found, bound=bound))}){after}"


def definition(called: Any) -> str:
    return "async def" if inspect.iscoroutinefunction(called) else "def"


# Compiled classes have no signatures; tests/engine/test_state.py holds what programs call of them.
CORE = ("qwirkle.engine.placement", "qwirkle.engine.cards", "qwirkle.engine.episodes")


def is_own(described: type) -> bool:
    module = described.__module__
    return module.split(".")[0] == "qwirkle" and not module.startswith(CORE)


def public_bases(described: type, public: Sequence[Any]) -> Iterator[str]:
    """The bases that a program can know: those of other packages, and public ones of this one."""
    for base in described.__bases__:
        if base.__module__.startswith(CORE):
            continue
        if is_own(base) and base not in public:
            yield from public_bases(base, public)
        elif base not in {object, typing.Generic, typing.Protocol}:
            yield base.__name__


def own_members(described: type) -> dict[str, Any]:
    """Public members that are written here, inherited ones as well."""
    found: dict[str, Any] = {}
    for base in filter(is_own, described.__mro__):
        for name, value in vars(base).items():
            if not name.startswith("_"):
                found.setdefault(name, value)
    return dict(sorted(found.items()))


def methods(described: type) -> Iterator[str]:
    for name, value in own_members(described).items():
        match value:
            case classmethod():
                yield f"classmethod {name}{signature(value.__func__, bound=True)}"
            case staticmethod():
                yield f"staticmethod {name}{signature(value.__func__)}"
            case property():
                yield f"property {name}{signature(value.fget, bound=True).removeprefix('()')}"
            case functools.cached_property():
                yield f"property {name}{signature(value.func, bound=True).removeprefix('()')}"
            case _ if callable(value) and not inspect.isclass(value):
                yield f"{definition(value)} {name}{signature(value, bound=True)}"


def fields(described: type) -> Iterator[str]:
    """Public attributes: those with annotations, and slots."""
    kinds: dict[str, str] = {}
    for base in filter(is_own, reversed(described.__mro__)):
        for name, written in inspect.get_annotations(base).items():
            if not name.startswith("_"):
                kinds[name] = annotation(written)
    defaults = getattr(described, "_field_defaults", {})
    if issubclass(described, msgspec.Struct):
        # The order of the constructor, which is not that of the bases.
        order = {field.name: field for field in msgspec.structs.fields(described)}
        kinds = {name: kinds[name] for name in [*order, *sorted(kinds.keys() - order.keys())]}
        defaults = {
            name: field.default if field.default_factory is NODEFAULT else field.default_factory()
            for name, field in order.items()
            if not field.required
        }
    for name, kind in kinds.items():
        yield f"{name}: {kind}" + (f" = {plain(repr(defaults[name]))}" if name in defaults else "")
    for name, value in own_members(described).items():
        if inspect.ismemberdescriptor(value) and name not in kinds:
            yield f"slot {name}"


def class_lines(name: str, described: type, public: Sequence[Any]) -> Iterator[str]:
    bases = list(dict.fromkeys(public_bases(described, public)))
    yield f"class {name}" + (f"({', '.join(bases)})" if bases else "")
    if issubclass(described, enum.Enum):
        yield from (f"    {member.name} = {member.value!r}" for member in described)
    elif any("__init__" in vars(base) for base in filter(is_own, described.__mro__)):
        yield f"    __init__{signature(described.__init__, bound=True)}"
    yield from (f"    {line}" for line in fields(described))
    yield from (f"    {line}" for line in methods(described))


def lines_of(name: str, value: Any, public: Sequence[Any]) -> Iterator[str]:
    if typing.get_args(value):
        yield f"{name} = {plain(repr(value))}"
    elif inspect.isclass(value):
        yield from class_lines(name, value, public)
    elif inspect.ismodule(value):
        yield f"module {name}"
    elif callable(value):
        yield f"{definition(value)} {name}{signature(value)}"
    else:
        yield f"{name} = {value!r}"


@functools.cache
def names_of(package: str) -> dict[str, Any]:
    names = {value.__name__: value for value in DOCUMENTED.get(package, ())}
    if package in PACKAGES:
        module = import_module(package)
        names |= {name: getattr(module, name) for name in module.__all__}
    return names


ALL = sorted({*PACKAGES, *DOCUMENTED})


@pytest.mark.parametrize("package", ALL)
def test_public_names(package: str, snapshot: SnapshotAssertion) -> None:
    public = [value for every in ALL for value in names_of(every).values()]
    names = names_of(package)
    lines = [line for name in sorted(names) for line in lines_of(name, names[name], public)]
    assert "\n".join(lines) + "\n" == snapshot
