"""The house rules in examples, and the walk through one in CONTRIBUTING."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from qwirkle import Game, bot
from qwirkle.errors import EditionError, Refused
from qwirkle.rules import cards, placement
from qwirkle.rules.editions.files import known_keys
from qwirkle.rules.family import edition, read_edition
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.settings import Settings

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # as docs/make.py does

from docs import house_rules  # noqa: E402

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


BEYOND = {
    "hand": ("classic", "hand = 13", "hand: must be at most 12, not 13"),
    "cards in the hand": ("cards", "hand = 10", "hand: must be at most 9, not 10"),
    "trades": ("classic", "[trading]\nmost = 13", "trading.most: must be at most 12, not 13"),
    "bonus": ("classic", "[end]\ngoing_out = 101", "end.going_out: must be at most 100, not 101"),
    "patience": ("cards", "[end]\nidle_rounds = 21", "end.idle_rounds: must be at most 20, not 21"),
    "action tiles": (
        "mini",
        '[action_tiles]\nkinds = ["take", "take", "take", "take", "take"]',
        "action_tiles.kinds: has at most 4 values, not 5",
    ),
    "id": ("classic", 'id = "My rules"', "id: up to 30 of a to z, 0 to 9 and -, not “My rules”"),
    "name": ("classic", f'name = "{"x" * 61}"', "name: at most 60 printable characters"),
}


@pytest.mark.parametrize(("game", "line", "told"), BEYOND.values(), ids=BEYOND)
def test_a_house_rule_has_the_same_bounds_in_the_library_and_at_tables(
    tmp_path: Path, game: str, line: str, told: str
) -> None:
    text = f'based_on = "{game}"\n{line}\n'
    path = tmp_path / "house.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(EditionError, match=f"^house.toml: {re.escape(told)}$"):
        Game.new(path)
    with pytest.raises(Refused, match=re.escape(f"house rule: {told}")):
        rules_of(Settings(game=game, house_rule=text))


def test_the_bots_can_play_the_largest_hands() -> None:
    for game, module in (("classic", placement), ("cards", cards)):
        text = f'based_on = "{game}"\nhand = {module.HOUSE_MOST["hand"]}\n'
        played = Game.new(read_edition(text), seed=1)
        for spec in ("greedy", "value", "level:3"):
            assert played.is_legal(bot(spec).choose(played.view(played.to_move)))


@pytest.mark.parametrize("game", ["classic", "cards"])
@pytest.mark.parametrize("key", house_rules.LEAST)
def test_the_least_numbers_are_those_of_the_documentation(game: str, key: str) -> None:
    if key not in known_keys(type(edition(game))):
        return
    least = house_rules.LEAST | (house_rules.CARDS if game == "cards" else {})
    table, _, name = key.rpartition(".")
    head = f'based_on = "{game}"\n' + (f"[{table}]\n" if table else "")
    read_edition(f"{head}{name} = {least[key]}\n")
    with pytest.raises(EditionError, match=f"{key}: must be at least {least[key]}, not"):
        read_edition(f"{head}{name} = {least[key] - 1}\n")
