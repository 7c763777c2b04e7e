"""The pages that only a site has: the API reference, and tables of the program's own data.

The reference is made from signatures and docstrings. The sources are read, not imported, so
annotations and defaults appear as they are written, and nothing optional needs to be installed.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

import qwirkle
from qwirkle.server.settings import all_settings
from qwirkle.site.docs.afterstates import afterstate_table
from qwirkle.site.docs.rights import rights

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef | ast.Assign | ast.AnnAssign

WIDTH = 100
"""Longer signatures get a line for each parameter."""

PACKAGE = Path(qwirkle.__file__).parent

INTRODUCTION = """\
# API reference

Everything that is not listed here is internal and may change.
"""


class Section(NamedTuple):
    """Some names that belong together."""

    title: str
    about: str
    names: Sequence[tuple[str, str]]
    """Modules, and what to describe of them."""


def exported(module: str, *, besides: str | None = None) -> list[tuple[str, str]]:
    """Return the names a module exports, except those that another module also exports."""
    known = _exports(besides) if besides else []
    names = sorted(_exports(module), key=_rank)
    return [(module, name) for name in names if name not in known]


def _exports(module: str) -> list[str]:
    _, found, _ = definition(module, "__all__")
    if not isinstance(found, ast.Assign):
        raise TypeError(f"{module} does not list its names")
    names: list[str] = ast.literal_eval(found.value)
    return names


def _rank(name: str) -> tuple[bool, str]:
    # The class everyone needs first, then the others by name.
    return name != "Game", name.lower()


@cache
def sections() -> tuple[Section, ...]:
    """Return what the reference describes."""
    return (
        Section(
            "qwirkle",
            "Games, turns, tiles and errors. `import qwirkle` is fast: names load on first use.",
            exported("qwirkle"),
        ),
        Section(
            "qwirkle.engine",
            "The compiled core: for programs that need millions of positions, not whole games.",
            exported("qwirkle.engine", besides="qwirkle"),
        ),
        Section(
            "qwirkle.env",
            "Environments and batches: the extra `env`. See [Environments](environments.md).",
            [
                ("qwirkle.env.qwirkle_v0", "env"),
                ("qwirkle.env.qwirkle_v0", "raw_env"),
                ("qwirkle.env", "QwirkleEnv"),
                ("qwirkle.env", "VectorGames"),
                ("qwirkle.env", "Snapshot"),
                ("qwirkle.env", "QwirkleVectorEnv"),
                ("qwirkle.env", "ObservationEncoder"),
                ("qwirkle.env", "observe"),
                ("qwirkle.env", "legal_placements"),
                ("qwirkle.env", "PlacementArrays"),
                ("qwirkle.env", "candidate_values"),
                ("qwirkle.env", "CandidateArrays"),
            ],
        ),
        Section(
            "qwirkle.analysis.photos",
            "Positions in photographs: the extra `photo`. See [Photographs](photos.md).",
            exported("qwirkle.analysis.photos"),
        ),
        Section(
            "qwirkle.players",
            "The bots. See [Bots](bots.md).",
            exported("qwirkle.players", besides="qwirkle"),
        ),
        Section(
            "qwirkle.lab",
            "Matches, ladders and training. See [The lab](lab.md) and [Training](training.md).",
            [
                ("qwirkle.lab.match", "MatchPlan"),
                ("qwirkle.lab.match", "play_match"),
                ("qwirkle.lab.match", "run_match"),
                ("qwirkle.lab.report", "MatchReport"),
                ("qwirkle.lab.report", "BotReport"),
                ("qwirkle.lab.sprt", "Sprt"),
                ("qwirkle.lab.sprt", "SprtVerdict"),
                ("qwirkle.lab.ladder", "LadderPlan"),
                ("qwirkle.lab.ladder", "play_ladder"),
                ("qwirkle.lab.ladder", "LadderReport"),
                ("qwirkle.lab.ladder", "Rung"),
                ("qwirkle.lab.results", "StoredMatch"),
                ("qwirkle.lab.ladder", "StoredLadder"),
                ("qwirkle.lab.results", "read"),
                ("qwirkle.lab.results", "write"),
                ("qwirkle.lab.workers", "Local"),
                ("qwirkle.lab.on_ray", "Ray"),
                ("qwirkle.lab.plots", "draw"),
                ("qwirkle.lab.data.games", "DataPlan"),
                ("qwirkle.lab.data.parquet", "write_games"),
                ("qwirkle.lab.regret.score", "RegretPlan"),
                ("qwirkle.lab.regret.score", "regret"),
                ("qwirkle.lab.regret.score", "RegretReport"),
                ("qwirkle.lab.regret.positions", "shipped_positions"),
                ("qwirkle.lab.regret.positions", "AnnotatedPosition"),
                ("qwirkle.lab.training.plan", "Plan"),
                ("qwirkle.lab.training.plan", "SetPlan"),
                ("qwirkle.lab.training.plan", "Method"),
                ("qwirkle.lab.training.plan", "plan_sets"),
                ("qwirkle.lab.training.run", "train"),
            ],
        ),
        Section(
            "qwirkle.client",
            "A client for servers, with the server's commands. See [The Python client](client.md).",
            [
                ("qwirkle.client.client", "Client"),
                ("qwirkle.client.views", "seat_view"),
                ("qwirkle.client.bot", "RemoteBot"),
                ("qwirkle.client.invitation", "Invitation"),
            ],
        ),
        Section(
            "qwirkle.testing",
            "Conformance kits for your own bots, stores and buses.",
            [
                ("qwirkle.testing.bots", "check_bot"),
                ("qwirkle.testing.stores", "check_store"),
                ("qwirkle.testing.buses", "check_bus"),
            ],
        ),
    )


def built_pages() -> dict[str, str]:
    """Return the pages that are made with a site, by their files."""
    return {
        "api.md": reference(),
        "settings.md": server_settings(),
        "requests.md": requests(),
        "rights.md": f"# Rights at tables\n\n{rights()}",
        "methods.md": methods(),
        "arrays.md": f"# Arrays of environments\n\n{arrays()}",
        "afterstates.md": f"# Columns of afterstates\n\n{afterstate_table()}",
    }


METHODS = {
    "How turns are judged": "qwirkle.analysis.judge",
    "Luck": "qwirkle.analysis.review.luck",
    "The ledger of chances": "qwirkle.analysis.review.ledger",
    "Chances of winning": "qwirkle.analysis.review.chances",
    "How weights are learned": "qwirkle.lab.training",
    "How positions are annotated": "qwirkle.lab.regret",
    "How photographs are read": "qwirkle.analysis.photos.reader",
    "The output of qwirkle photo": "qwirkle.cli.photo",
    "How puzzles are made": "qwirkle.analysis.puzzles.placement",
    "How puzzles of the card game are made": "qwirkle.analysis.puzzles.cards",
    "What My game counts": "qwirkle.analysis.habits",
    "Workers of a server": "qwirkle.tables.live.workers",
    "Budgets of visitors": "qwirkle.server.budget",
    "The tables of the database": "qwirkle.tables.storage.sql.schema",
}
"""Methods, and the modules whose docstrings describe them."""


def methods() -> str:
    """Return the methods that modules describe, each under a heading of its own."""
    lines = ["# Methods", ""]
    for title, module in METHODS.items():
        described = ast.get_docstring(_tree(module)) or ""
        lines += [f"## {title}", "", f"`{module}`", "", *prose(described)]
    return "\n".join(lines)


def arrays() -> str:
    """Return what every index of an observation means, as its module describes it."""
    doc = ast.get_docstring(_tree("qwirkle.env.observation")) or ""
    return f"{_inline(doc)}\n"


def server_settings() -> str:
    """Return every setting of the server with its flag and its default."""
    rows = [
        f"| `{setting.flag}` | `{setting.variable}` | {setting.shown_default} | {setting.about} |"
        for setting in all_settings()
    ]
    heads = ["| flag | environment | default | |", "|---|---|---|---|"]
    return "\n".join(["# Settings of the server", "", *heads, *rows, ""])


def requests() -> str:
    """Return every request of a server with its parameters, as its schema describes them."""
    schema = json.loads((PACKAGE / "server" / "openapi.json").read_text("utf-8"))
    lines = ["# Requests of the server", ""]
    for path, methods in schema["paths"].items():
        for method, request in methods.items():
            lines.append(f"- `{method.upper()} {path}`: {request['summary']}")
            lines += [
                f"  - `{parameter['name']}`: {parameter.get('description', '')}".rstrip(": ")
                for parameter in request.get("parameters", ())
                if parameter["in"] == "query"
            ]
    return "\n".join([*lines, ""])


def reference() -> str:
    """Return the API reference."""
    return "\n".join([INTRODUCTION, *_contents(), *(_section(section) for section in sections())])


def _contents() -> Iterator[str]:
    """Yield links to all names; repeated headings have numbered anchors."""
    anchors: Counter[str] = Counter()
    for section in sections():
        links = []
        for _, name in section.names:
            repeated = anchors[name.lower()]
            anchors[name.lower()] += 1
            links.append(f"[{name}](#{name.lower()}{f'-{repeated}' if repeated else ''})")
        yield f"- **{section.title}**: {', '.join(links)}"
    yield ""


def _section(section: Section) -> str:
    parts = [f"## {section.title}\n\n{section.about}\n"]
    parts += [_entry(module, name) for module, name in section.names]
    return "\n".join(parts)


def _entry(module: str, name: str) -> str:
    """Return the heading, signature, docstring and members of one name."""
    home, found, doc = definition(module, name)
    lines = [f"### {name}", "", f"`from {module} import {name}`", ""]
    if isinstance(found, ast.ClassDef):
        inherited = list(_unlisted_bases(home, found))
        lines += [*_code(_class_signature(found, inherited)), *prose(doc)]
        lines += _members(found, inherited)
    elif isinstance(found, Function):
        lines += [*_code(_signature(found)), *prose(doc)]
    else:
        lines += [*_code(_constant(home, name, found)), *prose(doc)]
    return "\n".join(lines)


def _constant(module: str, name: str, found: ast.Assign | ast.AnnAssign) -> str:
    """Show a tuple by its values, and anything else, such as a type alias, as written."""
    value = getattr(importlib.import_module(module), name)
    if not isinstance(value, tuple):
        return ast.unparse(found)
    # Quoted as the formatter does it.
    return f"{name} = ({', '.join(json.dumps(item) for item in value)})"


def _unlisted_bases(module: str, found: ast.ClassDef) -> Iterator[ast.ClassDef]:
    """Yield the project's own bases that the page does not list: the class has their members."""
    listed = {name for section in sections() for _, name in section.names}
    for base in found.bases:
        if not isinstance(base, ast.Name) or base.id in listed:
            continue
        with suppress(LookupError):
            home, inherited, _ = definition(module, base.id)
            if home.startswith("qwirkle.") and isinstance(inherited, ast.ClassDef):
                yield inherited


def _members(found: ast.ClassDef, inherited: Sequence[ast.ClassDef]) -> Iterator[str]:
    """Yield the fields and properties as a table, inherited ones last, then the methods."""
    rows = [row for part in (found, *inherited) for row in (*_fields(part), *_properties(part))]
    if rows:
        yield from ["| attribute | type | |", "|---|---|---|", *rows, ""]
    for method in _methods(found):
        kind = "class method" if "classmethod" in _decorators(method) else ""
        kind = "static method" if "staticmethod" in _decorators(method) else kind
        yield f"#### {found.name}.{method.name}" + (f" ({kind})" if kind else "")
        yield ""
        yield from _code(_signature(method))
        yield from prose(ast.get_docstring(method) or "")


def _fields(found: ast.ClassDef) -> Iterator[str]:
    if _is_enum(found):
        return
    for place, statement in enumerate(found.body):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        kind = ast.unparse(statement.annotation)
        if statement.target.id.startswith("_") or kind.startswith("ClassVar"):
            continue
        default = "" if statement.value is None else f" = {ast.unparse(statement.value)}"
        yield _row(statement.target.id, kind + default, _string_after(found.body, place))


def _properties(found: ast.ClassDef) -> Iterator[str]:
    for statement in found.body:
        if isinstance(statement, Function) and _is_property(statement):
            kind = "" if statement.returns is None else ast.unparse(statement.returns)
            if not statement.name.startswith("_"):
                yield _row(statement.name, kind, ast.get_docstring(statement) or "")


def _methods(found: ast.ClassDef) -> Iterator[Function]:
    for statement in found.body:
        if isinstance(statement, Function) and not (
            _is_property(statement)
            or statement.name.startswith("_")
            or "overload" in _decorators(statement)
        ):
            yield statement


def _row(name: str, kind: str, doc: str) -> str:
    # A bar would end the cell.
    cells = (text.replace("|", r"\|") for text in (kind, " ".join(_inline(doc).split())))
    return "| `{}` | `{}` | {} |".format(name, *cells)


def _class_signature(found: ast.ClassDef, inherited: Sequence[ast.ClassDef]) -> str:
    if _is_enum(found):
        names = [
            name.id
            for statement in found.body
            if isinstance(statement, ast.Assign)
            for name in ast.walk(statement.targets[0])
            if isinstance(name, ast.Name)
        ]
        return fill(f"class {found.name}(Enum):  # {', '.join(names)}", subsequent_indent="# ")
    makers = [part for part in found.body if isinstance(part, Function) and part.name == "__init__"]
    if makers:
        return _signature(makers[0], name=found.name, prefix="class ").removesuffix(" -> None")
    structs = {
        base.name for base in inherited if "Struct" in " ".join(map(ast.unparse, base.bases))
    }
    names = [ast.unparse(base) for base in found.bases]
    bases = [name for name in names if "Struct" not in name and name not in structs]
    return f"class {found.name}" + (f"({', '.join(bases)})" if bases else "")


def _signature(found: Function, *, name: str | None = None, prefix: str = "def ") -> str:
    if isinstance(found, ast.AsyncFunctionDef):
        prefix = f"async {prefix}"
    parameters = list(_parameters(found.args))
    answer = "" if found.returns is None else f" -> {ast.unparse(found.returns)}"
    line = f"{prefix}{name or found.name}({', '.join(parameters)}){answer}"
    if len(line) <= WIDTH:
        return line
    inside = "".join(f"    {parameter},\n" for parameter in parameters)
    return f"{prefix}{name or found.name}(\n{inside}){answer}"


def _parameters(arguments: ast.arguments) -> Iterator[str]:
    """Yield every parameter as written, without ``self`` and ``cls``."""
    plain = [*arguments.posonlyargs, *arguments.args]
    missing: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    for parameter, default in zip(plain, [*missing, *arguments.defaults], strict=True):
        if parameter.arg not in {"self", "cls"}:
            yield _parameter(parameter, default)
    if arguments.vararg is not None:
        yield f"*{_parameter(arguments.vararg, None)}"
    elif arguments.kwonlyargs:
        yield "*"
    for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(parameter, default)
    if arguments.kwarg is not None:
        yield f"**{_parameter(arguments.kwarg, None)}"


def _parameter(parameter: ast.arg, default: ast.expr | None) -> str:
    kind = "" if parameter.annotation is None else f": {ast.unparse(parameter.annotation)}"
    if default is None:
        return f"{parameter.arg}{kind}"
    return (
        f"{parameter.arg}{kind} = {ast.unparse(default)}"
        if kind
        else f"{parameter.arg}={ast.unparse(default)}"
    )


def _code(text: str) -> list[str]:
    return ["```py", *text.splitlines(), "```", ""]


def prose(doc: str) -> Iterator[str]:
    """Yield a docstring as Markdown: doctests become code blocks, parameters and errors lists."""
    if not doc:
        return
    inside = False
    for line in _lists(inspect.cleandoc(doc)).splitlines():
        if line.startswith(">>>") and not inside:
            yield "```pycon"
            inside = True
        elif inside and not line:
            yield "```"
            inside = False
        yield line if inside else _inline(line)
    if inside:
        yield "```"
    yield ""


def _lists(doc: str) -> str:
    """Write the sections of a docstring as Markdown: a bold word, then its items.

    The tables of an environment's arrays are left to the page about environments.
    """
    doc, *arrays = re.split(r"^Observation\n", doc, flags=re.MULTILINE)
    text, *sections = re.split(r"^(Args|Returns|Raises):\n", doc, flags=re.MULTILINE)
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        joined = re.sub(r"\n {8}", " ", body)
        items = re.sub(r"^ {4}(\w+): ", r"- `\1`: ", joined, flags=re.MULTILINE)
        if title == "Returns":
            items = re.sub(r"^ {4}", "", items, flags=re.MULTILINE)
        text += f"**{title}**\n\n{items}"
    if arrays:
        text += "[Environments](environments.md) describes observations, actions and rewards.\n"
    return text


def _inline(text: str) -> str:
    return re.sub(r"``(.+?)``", r"`\1`", text)


def _decorators(found: Function) -> set[str]:
    return {ast.unparse(decorator) for decorator in found.decorator_list}


def _is_property(found: Function) -> bool:
    return bool(_decorators(found) & {"property", "cached_property", "functools.cached_property"})


def _is_enum(found: ast.ClassDef) -> bool:
    return any("Enum" in ast.unparse(base) for base in found.bases)


def _string_after(body: Sequence[ast.stmt], place: int) -> str:
    """Return the string literal below a field, which describes it."""
    following = body[place + 1] if place + 1 < len(body) else None
    if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
        return inspect.cleandoc(str(following.value.value))
    return ""


@cache
def definition(module: str, name: str) -> tuple[str, Definition, str]:
    """Return the module that defines a name, the definition, and its docstring."""
    tree = _tree(module)
    for place, statement in enumerate(tree.body):
        if isinstance(statement, Function | ast.ClassDef) and statement.name == name:
            return module, statement, ast.get_docstring(statement) or ""
        if isinstance(statement, ast.Assign | ast.AnnAssign) and name in _assigned(statement):
            return module, statement, _string_after(tree.body, place)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return definition(node.module, alias.name)
    raise LookupError(f"{module} does not define {name}")


def _assigned(statement: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return {ast.unparse(target) for target in targets}


@cache
def _tree(module: str) -> ast.Module:
    inside = PACKAGE.joinpath(*module.split(".")[1:])
    path = inside / "__init__.py" if inside.is_dir() else inside.with_suffix(".py")
    if not path.is_file() or module.partition(".")[0] != "qwirkle":
        raise LookupError(f"there is no module {module}")
    return ast.parse(path.read_text("utf-8"))
