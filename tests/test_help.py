"""``help()`` is enough: what the docstrings of the front doors promise is what the code does."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import qwirkle
from qwirkle import ArgumentError, EditionError, Game, IllegalTurn, NotationError, errors
from qwirkle.errors import BadPosition, QwirkleError


def drawn_tree() -> dict[str, str]:
    """Return the parent of every error, as the docstring of the module draws it."""
    parents: dict[str, str] = {}
    above = [""]
    for line in (errors.__doc__ or "").splitlines():
        drawn = re.match(r" {4}((?:[│ ] {3})*)(?:[├└]── )?([A-Z]\w+)", line)
        if drawn is None:
            continue
        depth = len(drawn[1]) // 4 + ("── " in line)
        above[depth:] = [drawn[2]]
        parents[drawn[2]] = above[depth - 1] if depth else "Exception"
    return parents


def test_the_tree_of_errors_is_drawn_as_it_is() -> None:
    real = {
        name: next(base.__name__ for base in kind.__bases__ if issubclass(base, Exception))
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and issubclass(kind, Exception)
    }
    assert drawn_tree() == real


SIGNALS = {
    *("SenderGone", "ClientGone", "_Slow", "_Again", "DealAgain", "EarlierGameNeeded", "JobFailed"),
}
"""Exceptions that one part of the package raises for another, so that no caller sees them."""


def bases_of_classes() -> Iterator[tuple[str, set[str]]]:
    """Yield every class that the package defines, with the names of its bases."""
    for path in Path(qwirkle.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, {ast.unparse(base).split(".")[-1] for base in node.bases}


def derived_from(roots: set[str]) -> set[str]:
    """Return the classes of the package that derive from any of these."""
    classes, found = list(bases_of_classes()), set[str]()
    while more := {name for name, bases in classes if bases & (roots | found)} - found:
        found |= more
    return found


def test_catching_the_root_catches_every_error_of_every_package() -> None:
    built_in = {
        name
        for name, kind in vars(builtins).items()
        if inspect.isclass(kind) and issubclass(kind, BaseException)
    }
    raised = derived_from(built_in)
    assert set(drawn_tree()) <= raised
    assert raised - derived_from({"QwirkleError"}) - {"QwirkleError"} == SIGNALS


@pytest.mark.parametrize(
    "name",
    [
        *("new", "from_position", "view", "is_legal", "check", "score_of", "play", "take_back"),
        *("review", "load", "save", "svg"),
    ],
)
def test_methods_of_a_game_say_what_they_take_and_raise(name: str) -> None:
    method = getattr(Game, name)
    text = inspect.getdoc(method) or ""
    parts = re.findall(r"^(Args|Returns|Raises):$", text, re.MULTILINE)
    assert parts
    if "Args" in parts:
        described = set(re.findall(r"^ {4}(\w+): ", text.split("Args:")[1], re.MULTILINE))
        assert set(inspect.signature(method).parameters) - {"self"} <= described
    raised = (
        re.findall(r"^ {4}(\w+): ", text.split("Raises:")[1], re.MULTILINE)
        if "Raises" in parts
        else []
    )
    for error in raised:
        assert hasattr(errors, error) or error == "TypeError"


@pytest.mark.parametrize(
    ("call", "raised"),
    [
        (lambda: Game.new("nothing"), EditionError),
        (lambda: Game.new(options={"nothing": 1}), EditionError),
        (lambda: Game.new(players=9), EditionError),
        (lambda: Game.new(players=2, ages=[70]), EditionError),
        (lambda: Game.new(players=[""]), ArgumentError),
        (lambda: Game.new(players=["Ann", "Ann"]), ArgumentError),
        (lambda: Game.new(ages=["old", "young"]), ArgumentError),  # type: ignore[list-item]
        (lambda: Game.new(seed=1.5), ArgumentError),  # type: ignore[arg-type]
        (lambda: Game.from_position("nothing"), EditionError),
        (lambda: Game.from_position("classic nothing"), NotationError),
        (lambda: Game.from_position("classic 0,0:RoRo RsBsGs 94 2-0 2"), BadPosition),
        (lambda: Game.new(seed=1).take_back(), QwirkleError),
        (lambda: Game.new(seed=1).score_of("pass"), ArgumentError),
        (lambda: Game.new(seed=1).score_of("nothing"), NotationError),
        (lambda: Game.new(seed=1).score_of("Ro@100,100"), IllegalTurn),
        (lambda: Game.new(seed=1).view(2), ArgumentError),
        (lambda: Game.new(seed=1).svg("round"), NotationError),
        (lambda: Game.new(seed=1).review(), QwirkleError),
        (lambda: Game.new(seed=1).cards, QwirkleError),
        (lambda: Game.new("cards", seed=1).placement, QwirkleError),
        (lambda: Game.new("cards", seed=1).legal_placements, QwirkleError),
        (lambda: Game.load("nothing.qwr"), QwirkleError),
    ],
)
def test_errors_are_those_that_help_names(call: object, raised: type[Exception]) -> None:
    assert callable(call)
    with pytest.raises(raised):
        call()


@pytest.mark.parametrize(
    ("turn", "raised"), [("Ro@100,100", IllegalTurn), ("nothing", NotationError), (7, TypeError)]
)
def test_a_game_is_as_it_was_after_any_refusal(turn: object, raised: type[Exception]) -> None:
    game = Game.new(seed=7)
    before = game.copy()
    with pytest.raises(raised):
        game.play(turn)  # type: ignore[arg-type]
    assert game == before


def test_exported_classes_and_functions_have_a_docstring_of_their_own() -> None:
    for name in qwirkle.__all__:
        exported = getattr(qwirkle, name)
        if inspect.isclass(exported) or inspect.isfunction(exported):
            assert inspect.getdoc(exported), name


def test_help_of_the_environment_lists_every_array_and_setting() -> None:
    pytest.importorskip("pettingzoo")
    from qwirkle.env import qwirkle_v0

    text = qwirkle_v0.env.__doc__ or ""
    made = qwirkle_v0.env()
    made.reset(seed=1)
    seen = made.observe("player_0")
    for name, array in seen["observation"].items():
        rows = [line for line in text.splitlines() if line.strip().startswith(f"``{name}``")]
        shape = ", ".join(
            {"planes": ["21", "rows", "columns"], "axes": ["2", "rows", "columns"]}.get(
                name, [*map(str, array.shape)]
            )
        )
        assert len(rows) == 1, name
        assert f"({shape}{',' if array.ndim == 1 else ''})" in rows[0]
        assert str(array.dtype) in rows[0]
    cards = qwirkle_v0.env(game="cards")
    cards.reset(seed=1)
    for name, array in cards.observe("player_0")["observation"].items():
        assert f"``{name}``" in text
        assert ", ".join(map(str, array.shape)) in text
    described = set(re.findall(r"^ {8}(\w+): ", qwirkle_v0.env.__doc__ or "", re.MULTILINE))
    settings = set(inspect.signature(qwirkle_v0.env).parameters)
    assert settings <= described
    assert settings == set(inspect.signature(qwirkle_v0.raw_env).parameters)


def test_the_loop_in_the_help_of_the_environment_plays_a_game() -> None:
    pytest.importorskip("pettingzoo")
    from qwirkle.env import qwirkle_v0

    text = inspect.cleandoc(qwirkle_v0.__doc__ or "")
    sample = re.search(r"::\n\n((?: {4}[^\n]*\n)+)", text)
    assert sample is not None
    names: dict[str, object] = {"qwirkle_v0": qwirkle_v0}
    exec(inspect.cleandoc(sample[1]), names)  # noqa: S102
    info = names["info"]
    assert isinstance(info, dict)
    assert len(info["scores"]) == 3
