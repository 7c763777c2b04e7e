"""The house rules in examples, and the walk through one in CONTRIBUTING."""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from qwirkle import Board, Game, Move, Placed, Tile, bot
from qwirkle.engine.legal import placements
from qwirkle.errors import EditionError, Refused
from qwirkle.rules import cards, placement
from qwirkle.rules.cells import Axis
from qwirkle.rules.editions.files import known_keys
from qwirkle.rules.family import edition, position_faults, read_edition
from qwirkle.rules.placement.referee import judge
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
    "lines": ("classic", "[lines]\nlongest = 7", "lines.longest: must be at most 6, not 7"),
    "Qwirkles": (
        "select",
        "[lines]\nqwirkle_bonus = 31",
        "lines.qwirkle_bonus: must be at most 30, not 31",
    ),
    "copies": ("classic", "copies = 4", "copies: must be at most 3, not 4"),
    "hands": (
        "classic",
        "copies = 1\nhand = 10",
        "hand: 36 tiles are too few for 4 players with 10 each",
    ),
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


def lines(longest: int, bonus: int, game: str = "classic") -> str:
    return f'based_on = "{game}"\n[lines]\nlongest = {longest}\nqwirkle_bonus = {bonus}\n'


def test_a_qwirkle_scores_what_the_house_says() -> None:
    game = Game.new(read_edition(lines(4, 9)), seed=3)
    whole = [move for move in game.legal_placements if len(move.tiles) == 4]
    while not whole:
        game.play(game.legal_placements[0])
        whole = [move for move in game.legal_placements if len(move.tiles) == 4]
    score = game.score_of(whole[0])
    assert score.points == whole[0].points
    assert any(line.qwirkle and line.points == 13 for line in score.lines)
    assert max(len(move.tiles) for move in game.legal_placements) == 4


def test_a_line_longer_than_the_house_allows_is_refused() -> None:
    rules = read_edition(lines(3, 6))
    assert isinstance(rules, placement.Edition)
    board = Board([Placed(x, 0, tile) for x, tile in enumerate([Tile.Ro, Tile.Rx, Tile.Rd])])
    board = Board(board, rules.layout)
    found = judge(board, [Placed(3, 0, Tile.Rs)])
    assert isinstance(found, tuple)
    assert [fault.reason for fault in found] == ["line-too-long"]
    hand = [Tile.Rs, Tile.Rb]
    assert [move.tiles for move in placements(board, hand)] == [
        move.tiles for move in placements(Board(board), hand) if across(move)
    ]


def across(move: Move) -> bool:
    return all(placed.y != 0 for placed in move.tiles)


def test_house_rules_about_lines_reach_bots_records_and_tables(tmp_path: Path) -> None:
    rules = read_edition(lines(4, 9))
    assert isinstance(rules, placement.Edition)
    game = Game.new(rules, seed=5)
    bots = [bot("value"), bot("level:5")]
    while game.to_move is not None:
        game.play(bots[game.to_move].choose(game.view(game.to_move)))
    longest = max(
        len(game.board.line(cell, axis)) for cell in game.board for axis in (Axis.ROW, Axis.COLUMN)
    )
    assert longest == 4
    game.save(tmp_path / "game.qwr")
    again = Game.load(tmp_path / "game.qwr")
    assert (again.turns, again.scores, again.edition) == (game.turns, game.scores, rules)
    assert rules_of(Settings(game="classic", house_rule=lines(4, 9))) == rules


@pytest.mark.parametrize(("game", "copies"), [("classic", 1), ("mini", 2), ("combined", 2)])
def test_the_number_of_copies_reaches_everything(tmp_path: Path, game: str, copies: int) -> None:
    text = f'based_on = "{game}"\nmost_players = 3\ncopies = {copies}\n'
    rules = read_edition(text)
    assert isinstance(rules, placement.Edition)
    assert rules_of(Settings(game=game, house_rule=text)) == rules
    played = Game.new(rules, players=2, seed=5)
    bots = [bot("sim:nodes=300"), bot("level:6")]
    while (seat := played.to_move) is not None:
        view = played.view(seat)
        assert isinstance(view, placement.View)
        hidden = sum(player.tiles for player in view.players) - len(view.hand)
        specials = view.bag + hidden - view.unseen().total()
        assert 0 <= specials <= len(rules.action_tiles.kinds)
        assert max(view.unseen().values(), default=0) <= copies
        played.play(bots[seat].choose(view))
    assert max(Counter(played.board.values()).values()) <= copies
    assert len(played.board) > 9 * copies
    played.save(tmp_path / "game.qwr")
    again = Game.load(tmp_path / "game.qwr")
    assert (again.board, again.scores, again.edition) == (played.board, played.scores, rules)


def test_more_of_a_kind_than_the_house_has_are_no_position() -> None:
    rules = read_edition('based_on = "classic"\nmost_players = 3\ncopies = 1\n')
    assert isinstance(rules, placement.Edition)
    tiles = [Placed(0, 0, Tile.Ro), Placed(1, 0, Tile.Rx), Placed(1, 1, Tile.Ox)]
    twice = [*tiles, Placed(0, 2, Tile.Ro), Placed(0, 1, Tile.Oo), Placed(1, 2, Tile.Rd)]
    seen = Game.new(rules, players=2, seed=1).view(0)
    assert isinstance(seen, placement.View)
    for lying, wrong in ((tiles, False), (twice, True)):
        view = msgspec.structs.replace(seen, board=Board(lying, rules.layout), hand=())
        found = [fault for fault in position_faults(view) if fault.reason == "too-many-copies"]
        assert bool(found) == wrong
        assert [fault.params["most"] for fault in found] == [1] * wrong


def test_an_edition_without_rules_about_lines_is_stored_as_before() -> None:
    assert b'"lines"' not in msgspec.json.encode(edition("classic"))
    assert b'"copies"' not in msgspec.json.encode(edition("classic"))
    stored = msgspec.json.encode(read_edition(lines(5, 2)))
    assert msgspec.json.decode(stored)["lines"] == {"longest": 5, "qwirkle_bonus": 2}


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
