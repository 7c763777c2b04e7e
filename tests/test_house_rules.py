"""The house rules in examples, and the walk through one in CONTRIBUTING."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from qwirkle import Game, bot

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "examples/house-rules").glob("*.toml"))
SECTION = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("good first contribution\n")[2]


def block(language: str) -> str:
    """The first example in a language."""
    found = re.search(rf"^```{language}\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_house_rule_is_played_to_the_end(path: Path, seed: int) -> None:
    game = Game.new(str(path), players=["Ann", "Ben"], seed=seed)
    greedy = bot("greedy")
    while game.to_move is not None:
        game.play(greedy.choose(game.view(game.to_move)))
    assert game.result is not None
    assert game.result.winners


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_house_rule_says_what_it_changes(path: Path) -> None:
    tables = tomllib.loads(path.read_text("utf-8"))
    assert tables["id"] == path.stem
    assert tables["about"].endswith(".")
    assert path.read_text("utf-8").startswith("# ")


def test_the_walk_through_shows_the_file_that_is_there() -> None:
    shown = tomllib.loads(block("toml"))
    assert shown == tomllib.loads((ROOT / "examples/house-rules/short.toml").read_text("utf-8"))


def test_the_walk_through_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("short.toml").write_text(block("toml"), "utf-8")
    exec(compile(block("python"), "CONTRIBUTING.md", "exec"), {})  # noqa: S102
