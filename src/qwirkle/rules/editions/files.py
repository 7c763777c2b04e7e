"""Edition files of any kind of game: a file overrides the one it is based on, options override it.

A file that does not fit is refused with one line that names it and the key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from types import UnionType
from typing import Literal, TypeVar, get_args

import msgspec

from qwirkle.errors import EditionError
from qwirkle.rules.editions.base import Key, Part

SHIPPED = (
    "classic",
    "colour-blind",
    "schmidt",
    "mini",
    "select",
    "connect",
    "combined",
    "cards",
)
PLACEMENT: Key = "placement"
CARDS: Key = "cards"
FAMILIES = (PLACEMENT, CARDS)

OptionValue = bool | int | str | list[str]
E = TypeVar("E")
S = TypeVar("S", bound=msgspec.Struct)


class Option(Part, frozen=True):
    """A choice the rule book leaves to the players: a key of the edition and its values."""

    key: str
    choices: list[object]
    about: str


def read_file(path: Path) -> dict[str, object]:
    """Return the tables of a file merged over those of the game it is based on."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise EditionError(f"{path.name}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise EditionError(f"{path.name}: cannot be read (it is not UTF-8 text)") from None
    return read_text(text, path.name)


_IN_WORDS = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
"""The types of values in a file, for people."""


def read_text(text: str, file: str) -> dict[str, object]:
    """Return the tables of a text; error messages call it ``file``."""
    tables = _tables(text, file)
    if "chosen" in tables:
        raise EditionError(f"{file}: chosen: options are chosen by the players, not here")
    return _complete(tables, file)


@cache
def shipped_tables(game: str) -> dict[str, object]:
    """Return the tables of a game of the family."""
    name = f"{game}.toml"
    text = resources.files("qwirkle.rules.editions").joinpath(name).read_text("utf-8")
    return _complete(_tables(text, name), name)


def family(tables: Mapping[str, object], file: str) -> Key:
    """Return the key of the family that the tables belong to, for ``rules.family``."""
    key = tables.get("family", PLACEMENT)
    for known in FAMILIES:
        if key == known:
            return known
    raise EditionError(f"{file}: family: must be one of {', '.join(FAMILIES)}, not {key!r}")


def with_options(
    tables: Mapping[str, object],
    chosen: Mapping[str, OptionValue],
    file: str,
    convert: Callable[[Mapping[str, object], str], E],
) -> E:
    """Return the edition of these tables with the chosen options, which it remembers."""
    convert(tables, file)
    known = msgspec.convert(tables.get("options", {}), dict[str, Option])
    for name, value in chosen.items():
        if name not in known:
            offered = f"; the options are {', '.join(known)}" if known else "; it has none"
            raise EditionError(f"{file}: there is no option “{name}”{offered}")
        option = known[name]
        if option.choices and value not in option.choices:
            choices = ", ".join(str(choice).lower() for choice in option.choices)
            raise EditionError(f"{file}: option {name} must be one of {choices}, not {value!r}")
        tables = _laid_over(tables, _nest(option.key, value))
    return convert(_laid_over(tables, {"chosen": dict(chosen)}), file)


def converted_tables(tables: Mapping[str, object], kind: type[S], file: str) -> S:
    """Return the tables as a struct; EditionError names the key that is wrong or unknown."""
    if tables.get("family") == PLACEMENT:
        # Defaults that a file need not state, and that are no fields of an edition.
        tables = {key: value for key, value in tables.items() if key != "family"}
    try:
        return msgspec.convert(tables, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        where = where.rstrip("`")
        if unknown := re.fullmatch("Object contains unknown field `(.*)`", what):
            what = _no_such_key(unknown[1], where, kind)
        elif wrong := re.fullmatch("Expected `(.*)`, got `(.*)`", what):
            wanted, given = (
                " or ".join(_IN_WORDS.get(kind, kind) for kind in kinds.split(" | "))
                for kinds in wrong.groups()
            )
            what = f"must be {wanted}, not {given}"
        where = where.replace("[...]", f".{_wrong_option(tables)}", 1)
        raise EditionError(f"{file}: {where or 'top level'}: {what}") from None


def _no_such_key(key: str, where: str, kind: type[msgspec.Struct]) -> str:
    """Return a sentence that lists the valid keys and suggests the one probably meant."""
    keys = known_keys(kind)
    beside = [name for name in keys if name.rpartition(".")[0] == where.replace("[...]", ".NAME")]
    here = [name.rpartition(".")[2] for name in beside]
    elsewhere = [name for name in keys if name.rpartition(".")[2] == key]
    near = get_close_matches(key, here, 1)
    meant = ""
    if elsewhere:
        table = elsewhere[0].rpartition(".")[0]
        meant = f" (it belongs {f'under [{table}]' if table else 'at the top'})"
    elif near:
        meant = f" (did you mean “{near[0]}”?)"
    return f"there is no key “{key}”{meant}; the keys are {', '.join(here)}"


def known_keys(kind: type[msgspec.Struct]) -> dict[str, object]:
    """Return the keys of an edition file with their types; keys of its tables have a dot."""
    found: dict[str, object] = {"based_on": str, "family": Literal[FAMILIES]}
    for field in msgspec.structs.fields(kind):
        if field.name == "chosen":  # chosen by the players, not set in a file
            continue
        kinds = [kind for kind in get_args(field.type) if kind is not msgspec.UnsetType]
        # A table that a file need not have is a union with nothing.
        own = kinds[0] if len(kinds) == 1 and isinstance(field.type, UnionType) else field.type
        found[field.name] = own
        table = Option if field.name == "options" else own
        if isinstance(table, type) and issubclass(table, Part):
            name = "options.NAME" if field.name == "options" else field.name
            found |= {f"{name}.{part.name}": part.type for part in msgspec.structs.fields(table)}
    return found


def _tables(text: str, file: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(f"{file}: not TOML: {error}") from None


def _complete(tables: dict[str, object], file: str) -> dict[str, object]:
    based_on = tables.pop("based_on", None)
    if based_on is None:
        return tables
    if not isinstance(based_on, str) or based_on not in SHIPPED:
        raise EditionError(
            f"{file}: based_on: there is no game “{based_on}”; the games are {', '.join(SHIPPED)}"
        )
    return _laid_over(shipped_tables(based_on), tables)


def _laid_over(below: Mapping[str, object], above: Mapping[str, object]) -> dict[str, object]:
    merged = dict(below)
    for key, value in above.items():
        lower = merged.get(key)
        if isinstance(lower, dict) and isinstance(value, dict):
            merged[key] = _laid_over(lower, value)
        else:
            merged[key] = value
    return merged


def _nest(key: str, value: OptionValue) -> dict[str, object]:
    first, _, rest = key.partition(".")
    return {first: _nest(rest, value) if rest else value}


def _wrong_option(tables: Mapping[str, object]) -> str:
    """Return the name of the option that cannot be read; the message of msgspec omits it."""
    options = tables.get("options")
    for name, option in options.items() if isinstance(options, dict) else ():
        try:
            msgspec.convert(option, Option)
        except msgspec.ValidationError:
            return str(name)
    return "..."
