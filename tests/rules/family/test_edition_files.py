"""Edition files, key by key: a fault is one line with the file and the key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from qwirkle.errors import EditionError
from qwirkle.rules.editions.placement import PLACEMENT_GAMES
from qwirkle.rules.family import load_edition

Key = tuple[str, ...]
FILES = (*PLACEMENT_GAMES, "cards")
POLICIES: frozenset[Key] = frozenset(
    {
        ("based_on",),
        ("board",),
        ("faces",),
        ("family",),
        ("action_tiles", "handed_out"),
        ("action_tiles", "kinds"),
        ("start", "tie"),
        ("taking", "by"),
        ("trading", "cannot_place"),
        ("trading", "draws"),
        ("trading", "returned"),
    }
)


def shipped(name: str) -> dict[str, Any]:
    text = resources.files("qwirkle.rules.editions").joinpath(f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def keys(tables: dict[str, Any], above: Key = ()) -> Iterator[Key]:
    for name, value in tables.items():
        yield (*above, name)
        if isinstance(value, dict):
            yield from keys(value, (*above, name))


def valued(tables: dict[str, Any], key: Key) -> Any:
    for name in key:
        tables = tables[name]
    return tables


def changed(name: str, key: Key, value: object) -> dict[str, Any]:
    tables = shipped(name)
    valued(tables, key[:-1])[key[-1]] = value
    return tables


def toml(tables: dict[str, Any]) -> str:
    """The tables as TOML, each value in its table."""
    return "".join(f"{name} = {_value(value)}\n" for name, value in tables.items())


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return (
                "{" + ", ".join(f"{name} = {_value(entry)}" for name, entry in value.items()) + "}"
            )
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case _:
            return str(value)


def read(folder: Path, name: str, tables: dict[str, Any]) -> object:
    path = folder / "house.toml"
    path.write_text(toml(tables), "utf-8")
    return load_edition(path)


def told(folder: Path, name: str, tables: dict[str, Any]) -> str:
    """The one line that says what is wrong, less the name of the file."""
    with pytest.raises(EditionError) as error:
        read(folder, name, tables)
    message = str(error.value)
    file, _, rest = message.partition(": ")
    assert file == "house.toml"
    assert "\n" not in message
    assert str(folder) not in message
    assert error.value.__cause__ is None
    return rest


def place(key: Key) -> str:
    """How a message begins that speaks of a key."""
    return (".".join(key) or "top level") + ": "


def wrong_for(value: object) -> list[object]:
    """Values of other types than this one has."""
    match value:
        case bool():
            return ["yes", 7, [True], {"a": 1}]
        case int():
            return ["six", True, 6.5, [6], {"a": 1}]
        case str():
            return [7, True, 1.5, {"a": 1}]
        case list():
            return [7, True, {"a": 1}]
        case _:
            return [7, True, "none", ["none"]]


EVERY_KEY = [
    pytest.param(name, key, id=f"{name}: {'.'.join(key)}")
    for name in FILES
    for key in keys(shipped(name))
]
EVERY_TABLE = [
    pytest.param(name, key, id=f"{name}: {'.'.join(key) or 'top level'}")
    for name in FILES
    for key in ((), *keys(shipped(name)))
    if isinstance(valued(shipped(name), key), dict)
]
EVERY_POLICY = [
    pytest.param(name, key, id=f"{name}: {'.'.join(key)}")
    for name in FILES
    for key in keys(shipped(name))
    if key in POLICIES
]


@pytest.mark.parametrize("name", FILES)
def test_the_files_as_they_are_can_be_read_from_a_folder(name: str, tmp_path: Path) -> None:
    assert read(tmp_path, name, shipped(name))


@pytest.mark.parametrize(("name", "key"), EVERY_KEY)
def test_a_value_of_the_wrong_type(name: str, key: Key, tmp_path: Path) -> None:
    for wrong in wrong_for(valued(shipped(name), key)):
        message = told(tmp_path, name, changed(name, key, wrong))
        assert message.startswith(place(key))


@pytest.mark.parametrize(("name", "key"), EVERY_POLICY)
def test_an_unknown_policy(name: str, key: Key, tmp_path: Path) -> None:
    value = valued(shipped(name), key)
    wrong: object = ["unheard-of"] if isinstance(value, list) else "unheard-of"
    message = told(tmp_path, name, changed(name, key, wrong))
    where, _, what = message.partition(": ")
    assert where == ".".join(key) + ("[0]" if isinstance(value, list) else "")
    assert "unheard-of" in what


def test_every_policy_is_in_some_file() -> None:
    assert {key for name in FILES for key in keys(shipped(name))} >= POLICIES


@pytest.mark.parametrize(("name", "key"), EVERY_TABLE)
def test_a_key_that_no_file_has(name: str, key: Key, tmp_path: Path) -> None:
    message = told(tmp_path, name, changed(name, (*key, "novelty"), 7))
    if key == ("options",):
        assert message == place((*key, "novelty")) + "must be a table, not a whole number"
    else:
        there = list(valued(shipped(name), key))
        assert message.startswith(place(key) + "there is no key “novelty”; the keys are ")
        told_keys = message.rpartition("the keys are ")[2].split(", ")
        # Every key of the file is told; "chosen" is for the players.
        assert set(there) - {"chosen"} <= set(told_keys)


def test_a_file_that_is_complete_in_itself_misses_no_key(tmp_path: Path) -> None:
    for key in keys(shipped("classic")):
        tables = shipped("classic")
        del valued(tables, key[:-1])[key[-1]]
        missing = f"Object missing required field `{key[-1]}`"
        assert told(tmp_path, "classic", tables) == place(key[:-1]) + missing


def test_an_opening_on_the_centre_needs_a_board_that_has_one(tmp_path: Path) -> None:
    tables = {"based_on": "classic", "opening": {"on_centre": True}}
    assert told(tmp_path, "classic", tables).startswith("board: nobody can open on the centre")
    assert read(tmp_path, "classic", {**tables, "board": "select"})
