"""What reaches the terminal: no control codes, no endless quotations, nothing wider than it is."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from rich.text import Text

from qwirkle import Game, bot
from qwirkle.cli import run
from qwirkle.terminal.output import PlainConsole, print_figures, printable, refusal, shorten

EVIL = "\x1b[31mEve\x1b]0;owned\x07\x00\x9b2J\u202e"
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")


def game_of(name: str, path: Path, game: str = "classic", turns: int = 6) -> Game:
    played = Game.new(game, [name, "Ben"], seed=11)
    player = bot("greedy", 1)
    while played.to_move is not None and len(played.turns) < turns:
        played.play(player.choose(played.view(played.to_move)))
    played.save(path)
    return played


@pytest.mark.parametrize("game", ["classic", "cards"])
@pytest.mark.parametrize(
    "words", [["replay"], ["replay", "--boards"], ["replay", "--json"], ["verify"]]
)
def test_a_name_in_a_record_is_never_obeyed(
    words: list[str], game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evil.qwr"
    game_of(EVIL, file, game)
    command, *options = words
    assert run([command, str(file), *options]) == 0
    out = capsys.readouterr().out
    assert "Eve" in out
    assert not CONTROL.search(out)
    if "--json" in words:
        assert json.loads(out)["players"][0] == EVIL, "JSON says exactly what the record says"


def test_the_console_replaces_what_a_terminal_could_obey() -> None:
    out = io.StringIO()
    console = PlainConsole(file=out, width=60, color_system="truecolor", force_terminal=True)
    console.print(Text(f"{EVIL}\nnext line", style="bold"))
    shown = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())
    assert not CONTROL.search(shown)
    assert "\nnext line" in shown
    assert "\x1b[1m" in out.getvalue(), "its own styles stay"
    console.print("[bold]:smile:[/bold]")
    assert "[bold]:smile:[/bold]" in out.getvalue(), "nothing in a text is markup"


def test_printable_keeps_words_of_every_script() -> None:
    for text in ("Zoë", "李雷", "Ἀθηνᾶ", "👩\u200d💻", "a b"):
        assert printable(text) == text
    assert printable("a\u00a0b\nc") == "a b�c"


def test_refusals_repeat_no_more_than_a_glimpse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "long.qwr"
    game_of("Ann", file)
    text = file.read_text("utf-8")
    file.write_text(text.replace("Game: classic", f"Game: {'Ä' * 100_000}"), "utf-8")
    for words in (["replay", str(file)], ["verify", str(file)], ["play", "--load", str(file)]):
        assert run(words) == 2
        err = capsys.readouterr().err
        assert err.count("Ä") <= 200
        assert "is not a game id" in err
    assert len(refusal(f"it is “{'x' * 5000}”, not this")) < 300
    assert refusal("one\ntwo") == "one two"
    assert shorten("process:./a --seed 1", 11) == "proce…eed 1"


@pytest.mark.parametrize("width", [20, 40, 80])
def test_a_table_of_figures_fits_and_tells_names_apart(width: int) -> None:
    out = io.StringIO()
    console = PlainConsole(file=out, width=width, color_system=None)
    names = [f"process:limit=1500 node /home/me/bots/{name}/main.js --fast" for name in "ab"]
    rows = [[name, "12", "0", "52.0%"] for name in (*names, "greedy")]
    print_figures(console, "3 games", ("bot", "wins", "ties", "win rate"), rows)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert out.getvalue().count("52.0%") == 3
    assert len({line.strip() for line in lines if line.strip().startswith("proc")}) == 2


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize(("game", "turns"), [("classic", 1000), ("connect", 1000), ("cards", 9)])
def test_replay_never_wraps(  # noqa: PLR0917
    game: str,
    turns: int,
    width: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    file = tmp_path / "game.qwr"
    game_of("A person with a long name", file, game, turns)
    for options in ([], ["--boards"], ["--at", "4"]):
        assert run(["replay", str(file), *options]) == 0
        assert max(map(len, capsys.readouterr().out.split("\n"))) <= width


def test_replay_shows_another_part_of_a_board_that_is_too_wide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    file = tmp_path / "game.qwr"
    game_of("Ann", file, turns=1000)
    run(["replay", str(file), "--at", "40"])
    default = capsys.readouterr().out
    run(["replay", str(file), "--at", "40", "--around=-50,0"])
    left = capsys.readouterr().out
    assert default != left
    assert "to the left" not in left
    assert run(["replay", str(file), "--around", "here"]) == 2
