"""What refusals say: every code has its sentence, in words and with its parameters."""

from __future__ import annotations

import pickle

import pytest

from qwirkle.errors import IllegalTurn
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.placement.decide import decide
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.refusals.reasons import DEMANDS, HERE, IN_SHORT, SENTENCES, Reason, refuse
from qwirkle.rules.refusals.sentences import Counted, Detailed, params_of, texts_of, write_sentence
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass

from .table import column, dealt, position, row, table, tiles

REDS = table(row(0, 0, "Ro Rx"))
classic = position(REDS, "Rd Rs Rb Gd Gs Gs", "Po Px", pile="Yo Yx Yd Ys Yb Yc Oo")
poor = position(REDS, "Rd Rs Gd", "Po", pile="Yo Yx")
bare = position(table(row(0, 0, "Po Px")), "Rd Rs", "Po")
opening = dealt("classic", "Ro Rx Rd Gs Bb Yc", "Go Gx Ys Bb Pc Od")
select = position(
    table(row(13, 5, "Ro Rx Rd"), layout=layout("select")), "Rs", "Po", pile="Yo", game="select"
)
mini = position(table(row(0, 0, "Ro Rx Rd")), "Rs", "Po", pile="Yo", game="mini")


@pytest.mark.parametrize(
    ("state", "turn", "said"),
    [
        (classic, Place(row(2, 0, "Rc Oc")), "not in your hand: red clover and orange clover."),
        (classic, Place(row(2, 0, "Gd")), "in row 0 must all be one colour or all be one shape."),
        (classic, Place(column(0, 1, "Gs")), "column 0 must all be one colour or all be one shape"),
        (
            position(table(row(0, 0, "Ro Rx . Rs")), "Ro", "Po"),
            Place(row(2, 0, "Ro")),
            "Row 0 would have the same tile twice: red circle.",
        ),
        (
            position(table(row(0, 0, "Ro Rx Rd Rs Rb Rc")), "Go", "Po"),
            Place(row(6, 0, "Go")),
            "A line can’t be longer than 6 tiles. Row 0 would have 7.",
        ),
        (classic, Place(row(1, 0, "Rd")), "There’s already a tile here: red cross."),
        (classic, Place(row(2, 0, "Rd . Rs")), "Close the gap in row 0"),
        (
            opening,
            Place(row(0, 0, "Ro Rx")),
            "largest set, 3 tiles: red circle, red cross and red diamond.",
        ),
        (opening, Trade(tiles("Gs")), "You can’t trade on the first turn."),
        (select, Place(row(16, 5, "Rs")), "That’s off the board: red square."),
        (select, Take(Cell(13, 5)), "You have no star token left."),
        (classic, Take(Cell(0, 0)), "You can’t take tiles from the table in this game."),
        (mini, Take(Cell(0, 0)), "You have no action tile for taking a tile."),
        (mini, DrawThree(), "You have no action tile for drawing three."),
        (poor, Trade(tiles("Rd Rs Gd")), "You can’t trade 3 tiles: only 2 left to draw."),
        (bare, Trade(tiles("Rd Rs")), "There’s nothing left to draw, so you can’t trade."),
        (classic, Trade(tiles("Pc")), "That’s not in your hand: purple clover."),
        (classic, Trade(()), "Choose at least one tile to trade."),
        (classic, Pass(), "You can still trade, so you can’t pass."),
    ],
)  # fmt: skip
def test_a_refusal_names_the_tile_the_line_and_the_number(
    state: State, turn: Turn, said: str
) -> None:
    with pytest.raises(IllegalTurn) as refusal:
        decide(state, 0, turn, SeedDealer(0))
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (("Ro Rx Rs",), "Left out: red diamond."),
        (("Ro Rx Rd", "Go Gx"), "A set needs at least 3 cards. This one has 2: green circle"),
        (("Ro Rx Rd", ""), "A set needs at least 3 cards. This one is empty."),
        (("Ro Rx Rd Rd",), "This set has the same card twice: red diamond."),
        (("Ro Rx Rd Gs",), "These are neither: red circle, red cross, red diamond and green sq"),
        (("Ro Rx Rd Rc",), "That’s neither on the table nor in your hand: red clover."),
    ],
)
def test_a_refusal_of_cards_names_the_cards(after: tuple[str, ...], said: str) -> None:
    verdict = judge_cards([tiles("Ro Rx Rd")], tiles("Go Gx Gs Rs Rd"), [*map(tiles, after)])
    assert isinstance(verdict, tuple)
    assert said in " ".join(refusal.message for refusal in verdict)


def test_every_code_has_a_sentence_and_no_sentence_is_without_a_code() -> None:
    codes = {code.value for code in Reason}
    assert {key.partition("/")[0] for key in SENTENCES} == codes
    assert {*HERE, *DEMANDS, *IN_SHORT} <= codes
    sentences = [*SENTENCES.values(), *HERE.values(), *DEMANDS.values()]
    assert all(text.endswith(".") for sentence in sentences for text in texts_of(sentence))


def test_beside_its_tiles_a_refusal_needs_no_number() -> None:
    for code, sentence in HERE.items():
        assert params_of(sentence) == params_of(SENTENCES[code]) - {"at"}
    assert all(params_of(sentence) == set() for sentence in (*DEMANDS.values(), *IN_SHORT.values()))


def test_what_a_sentence_mentions_is_carried_beside_it() -> None:
    found = refuse(Reason.LINE_MIXED, tiles=[Tile.Gd, Tile.Os], axis="row", at=3)
    assert found.params == {"tiles": "Gd Os", "axis": "row", "at": 3}
    assert "row 3" in found.message
    assert "Wrong: green diamond and orange square." in found.message
    assert refuse(Reason.NO_TILES, case="trade").params == {"case": "trade"}
    # It would be lost.
    assert all("case" not in params_of(sentence) for sentence in SENTENCES.values())


def test_a_sentence_that_counts_has_a_form_for_one() -> None:
    said = {"left": Counted("count", "{n} tile of {most} left.", "{n} tiles of {most} left.")}
    assert write_sentence(said, "left", count=1, most=3)[0] == "1 tile of 3 left."
    assert write_sentence(said, "left", count=0, most=3)[0] == "0 tiles of 3 left."
    assert params_of(said["left"]) == {"count", "most"}


def test_technical_details_follow_a_sentence_in_place_of_its_full_stop() -> None:
    sentences = {"bad": Detailed("That can’t be read.", "{problem}.")}
    said, params = write_sentence(sentences, "bad", problem="line 3 is {empty}")
    assert (said, params) == (
        "That can’t be read: line 3 is {empty}.",
        {"problem": "line 3 is {empty}"},
    )


def test_every_copy_of_a_tile_is_named() -> None:
    found = refuse(Reason.NOT_IN_HAND, tiles=[Tile.Rx, Tile.Rx, Tile.Oo])
    assert found.message == "That’s not in your hand: red cross, red cross and orange circle."


def test_a_refusal_survives_pickling() -> None:
    error = IllegalTurn([refuse(Reason.GAME_OVER)])
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (again.refusals, str(again)) == (error.refusals, "The game is over.")
