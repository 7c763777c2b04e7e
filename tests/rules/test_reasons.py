"""What refusals say: every code has its sentence, in words and with its parameters."""

from __future__ import annotations

import pickle
from string import Formatter

import pytest

from qwirkle.errors import IllegalTurn
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.placement.decide import decide
from qwirkle.rules.placement.layouts import layout
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.reasons import SENTENCES, Reason, refuse
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
        (classic, Place(row(2, 0, "Rc Oc")), "You don’t have a red clover and an orange clover."),
        (classic, Place(row(2, 0, "Gd")), "row 0 must be one colour or one shape: the green"),
        (classic, Place(column(0, 1, "Gs")), "column 0 must be one colour or one shape"),
        (
            position(table(row(0, 0, "Ro Rx . Rs")), "Ro", "Po"),
            Place(row(2, 0, "Ro")),
            "The red circle can’t be in row 0 twice.",
        ),
        (
            position(table(row(0, 0, "Ro Rx Rd Rs Rb Rc")), "Go", "Po"),
            Place(row(6, 0, "Go")),
            "A line can’t be longer than 6 tiles; row 0 would have 7.",
        ),
        (classic, Place(row(1, 0, "Rd")), "There is already a tile there: the red cross."),
        (classic, Place(row(2, 0, "Rd . Rs")), "There is a gap between your tiles in row 0"),
        (
            opening,
            Place(row(0, 0, "Ro Rx")),
            "largest set, which has 3 tiles: red circle, red cross and red diamond.",
        ),
        (opening, Trade(tiles("Gs")), "You can’t trade on the first turn."),
        (select, Place(row(16, 5, "Rs")), "The red square would be off the board."),
        (select, Take(Cell(13, 5)), "You have no star token left."),
        (classic, Take(Cell(0, 0)), "You can’t take tiles from the table in this game."),
        (mini, Take(Cell(0, 0)), "You have no action tile for taking a tile."),
        (mini, DrawThree(), "You have no action tile for drawing three."),
        (poor, Trade(tiles("Rd Rs Gd")), "You can’t trade 3 tiles: only 2 left to draw."),
        (bare, Trade(tiles("Rd Rs")), "There is nothing left to draw, so you can’t trade."),
        (classic, Trade(tiles("Pc")), "You don’t have a purple clover."),
        (classic, Trade(()), "Trade at least one tile."),
        (classic, Pass(), "You can still trade instead of passing."),
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
        (("Ro Rx Rs",), "You left out the red diamond."),
        (("Ro Rx Rd", "Go Gx"), "A set needs at least 3 cards; this one has 2: green circle"),
        (("Ro Rx Rd", ""), "A set needs at least 3 cards; this one has none."),
        (("Ro Rx Rd Rd",), "This set has more than one red diamond."),
        (("Ro Rx Rd Gs",), "these are neither: red circle, red cross, red diamond and green sq"),
        (("Ro Rx Rd Rc",), "You don’t have a red clover."),
    ],
)
def test_a_refusal_of_cards_names_the_cards(after: tuple[str, ...], said: str) -> None:
    verdict = judge_cards([tiles("Ro Rx Rd")], tiles("Go Gx Gs Rs Rd"), [*map(tiles, after)])
    assert isinstance(verdict, tuple)
    assert said in " ".join(refusal.message for refusal in verdict)


def test_every_code_has_a_sentence_and_no_sentence_is_without_a_code() -> None:
    assert {key.partition("/")[0] for key in SENTENCES} == {code.value for code in Reason}
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())


def test_what_a_sentence_mentions_is_carried_beside_it() -> None:
    found = refuse(Reason.LINE_MIXED, tiles=[Tile.Gd, Tile.Os], axis="row", at=3)
    assert found.params == {"tiles": "Gd Os", "axis": "row", "at": 3}
    assert "the green diamond and the orange square don’t match" in found.message
    assert refuse(Reason.NO_TILES, case="trade").params == {"case": "trade"}
    names = {name for text in SENTENCES.values() for _, name, _, _ in Formatter().parse(text)}
    assert "case" not in names  # it would be lost


def test_several_copies_of_a_tile_are_counted() -> None:
    found = refuse(Reason.NOT_IN_HAND, tiles=[Tile.Rx, Tile.Rx, Tile.Oo])
    assert found.message == "You don’t have 2 red crosses and an orange circle."


def test_a_refusal_survives_pickling() -> None:
    error = IllegalTurn([refuse(Reason.GAME_OVER)])
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (again.refusals, str(again)) == (error.refusals, "The game is over.")
