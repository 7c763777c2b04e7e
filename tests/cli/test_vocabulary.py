"""One vocabulary: the terminal and the text mode of the page understand the same words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qwirkle import Game
from qwirkle.terminal.questions import legal_words
from qwirkle.terminal.vocabulary import SYNONYMS, command_of, plain_turn, tiles_in, with_codes

from .test_cards_session import Talk as CardTalk
from .test_placement_session import Talk

TEXT = Path(__file__).parents[2] / "frontend" / "src" / "text"
WORDS_OF_TURNS = {*["place", "at", "to", "and", "set", "new", "all", "right", "down", "left", "up"]}
"""Parts of a turn, which the page keeps among its commands."""
PAGE_ALONE = {"resign", "time"}
"""Without other people, there is nobody to resign to, and no clock."""


def page_words() -> dict[str, str]:
    """The English words of the page, each with its command."""
    vocabulary = (TEXT / "vocabulary.ts").read_text("utf-8")
    commands = re.findall(r"^  (\w+): \(\) => t\(", vocabulary, re.MULTILINE)
    assert len(commands) > 35
    synonyms = re.findall(
        r"^  (\w+): \(\) =>\s+p\(\"other words for[^\"]*\", \"([^\"]*)\"",
        (TEXT / "synonyms.ts").read_text("utf-8"),
        re.MULTILINE,
    )
    assert len(synonyms) > 25
    found = {command: command for command in commands}
    found |= {word: command for command, words in synonyms for word in words.split()}
    return {
        word: command
        for word, command in found.items()
        if command not in WORDS_OF_TURNS | PAGE_ALONE
    }


def test_both_understand_the_same_words() -> None:
    here = {word: name for name, others in SYNONYMS.items() for word in (name, *others)}
    assert here == page_words()


@pytest.mark.parametrize("name", sorted(SYNONYMS))
def test_every_command_is_carried_out(name: str) -> None:
    if name == "leave":
        return  # ends the session
    only: dict[str, type[Talk] | type[CardTalk]] = {
        "arrange": CardTalk,
        "exchange": CardTalk,
        "follow": CardTalk,
    }
    for tiles in ("row", "column", "look", "lines", "trade", "take", "draw3"):
        only[tiles] = Talk
    for talk in [only[name]] if name in only else [Talk, CardTalk]:
        heard = talk().say(name)
        assert heard.strip()
        assert "cannot be read" not in heard
        assert "There is no command" not in heard


@pytest.mark.parametrize(
    "typed",
    [
        "Ro@3,4 Rs@4,4",
        "Ro 3,4 Rs 4,4",
        "place Ro at 3,4 and Rs at 4,4",
        "put the red circle on 3,4 and a red square on 4,4",
    ],
)
def test_a_placement_is_read_as_on_the_page(typed: str) -> None:
    assert plain_turn(typed).replace("@", " ") == "Ro 3,4 Rs 4,4"


def test_turns_have_the_words_of_the_page() -> None:
    assert plain_turn("swap Ro Bs") == "trade Ro Bs"
    assert plain_turn("draw 3") == plain_turn("draw") == "draw3"
    assert plain_turn("3,4 right Ro Rs") == "3,4> Ro Rs"
    assert plain_turn("3,4 down red circle") == "3,4v Ro"
    assert with_codes("Red Circle 3") == "Ro 3"
    assert tiles_in("find ro and the blue square") == ("Ro", "Bs")
    assert command_of("BACK") == "takeback"
    assert command_of("xyzzy") == "xyzzy"


def test_a_turn_can_be_played_at_once() -> None:
    talk = Talk()
    hint = talk.hint()
    assert "You played a" in talk.say(f"play {hint.replace('@', ' ')}")


def test_legal_names_the_best_place_and_what_needs_other_tiles() -> None:
    game = Game.new("classic", 2, seed="legal")
    for _ in range(7):
        game.play(max(game.legal_placements, key=lambda move: move.points))
    single = [move for move in game.legal_placements if len(move.tiles) == 1]
    words = legal_words(game, ())
    assert len(words) == len({p.tile for move in game.legal_placements for p in move.tiles})
    assert " 0 points" not in " ".join(words)
    for line in words:
        (tile,) = tiles_in(line)[-1:]
        points = [move.points for move in single if move.tiles[0].tile == tile]
        told = [int(number) for number in re.findall(r"for (\d+) point", line)]
        assert told == sorted(points, reverse=True)[:3]
        alone = {move.tiles[0].cell for move in single if move.tiles[0].tile == tile}
        cells = {
            placed.cell
            for move in game.legal_placements
            for placed in move.tiles
            if placed.tile == tile
        }
        only = re.search(r"(\d+) places? only with other tiles", line)
        assert int(only[1] if only else 0) == len(cells - alone)


def test_the_table_is_answered_in_words() -> None:
    talk = Talk()
    talk.say(f"play {talk.hint()}")
    cell, tile = next(iter(talk.session.game.board.items()))
    assert f"{cell.x},{cell.y}: {tile.words}." in talk.say(f"look {cell.x},{cell.y}")
    assert tile.words in talk.say(f"row {cell.y}")
    assert tile.words in talk.say(f"column {cell.x}")
    assert f"{cell.x},{cell.y}" in talk.say(f"where {tile.words}")
    assert "Missing: " in talk.say("lines")
    assert talk.say("row 99").strip() == "Row 99: nothing."
    for typed, asked in (("row", "Which row?"), ("look", "Which square?"), ("find", "Which tile?")):
        assert asked in talk.say(typed)


def test_a_step_is_undone_redone_and_cleared() -> None:
    talk = Talk()
    talk.say(talk.hint())
    draft = talk.session.draft
    talk.say("undo")
    assert talk.session.draft != draft
    talk.say("redo")
    assert talk.session.draft == draft
    talk.say("cancel")
    assert talk.session.draft.turn is None
    assert "nothing to take back" in talk.say("clear")
    talk.say("redo")
    assert talk.session.draft == draft
    assert "nothing to redo" in talk.say("redo")


def test_the_cards_are_answered_in_words() -> None:
    talk = CardTalk()
    assert "You can play: " in talk.say("legal")
    talk.say("follow")
    card = talk.session.draft.sets[0][0]
    assert f"{card.words}: set 1" in talk.say(f"find {card.value}")
    assert "Which card?" in talk.say("find")
    assert "In your hand: " in talk.say("h")
