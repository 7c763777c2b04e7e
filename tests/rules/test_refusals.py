"""Each reason of the public contract that the placement games can give, at least once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.errors import IllegalTurn
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.decide import decide
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.refusals.reasons import Reason
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass

from .table import column, dealt, position, refused, row, table, tiles

REDS = table(row(0, 0, "Ro Rx"))
SELECT = layout("select")
SIX = row(0, 0, "Ro Rx Rd Rs Rb Rc")

classic = position(REDS, "Rd Rs Rb Gd Gs Gs", "Po Px", pile="Yo Yx Yd Ys Yb Yc Oo")
opening = dealt("classic", "Ro Rx Rd Gs Bb Yc", "Go Gx Ys Bb Pc Od")
select = position(
    table(row(13, 5, "Ro Rx Rd"), layout=SELECT), "Rs Go", "Po", pile="Yo", game="select"
)
centre = replace(dealt("select", "Ro Rx Rd Gs Bb Yc", "Go Gx Ys Bb Pc Od"), seq=1)
mini = position(
    table(row(0, 0, "Ro Rx Rd"), column(2, 1, "Gd")), "Rs", "Po", pile="Yo", game="mini"
)
mini = replace(mini, seats=(replace(mini.seats[0], actions=tuple(Action)), mini.seats[1]))
took = replace(
    mini, board=mini.board.without(Cell(2, 1)), taken=Placed(2, 1, Tile("Gd")), used=Action.TAKE
)
took = replace(took, seats=(replace(took.seats[0], hand=tiles("Rs Gd")), took.seats[1]))
nine = position(REDS, "Rd Rs Rb Gd Gs Gb Bd Bs Bb", "Po", pile="Yo Yx Yd Ys Yb Yc Oo", game="mini")

REFUSALS: list[tuple[str, State, Turn, dict[str, tuple[tuple[int, int], ...]]]] = [
    ("nothing placed", classic, Place(()), {"no-tiles": ()}),
    (
        "two on a cell",
        classic,
        Place((*row(2, 0, "Rd"), *row(2, 0, "Rs"))),
        {"same-cell-twice": ((2, 0),)},
    ),
    ("on a tile", classic, Place(row(1, 0, "Rd")), {"occupied": ((1, 0),)}),
    ("over the edge", select, Place(row(16, 5, "Rs")), {"off-board": ((16, 5),)}),
    ("someone else's", classic, Place(row(2, 0, "Rc")), {"not-in-hand": ((2, 0),)}),
    (
        "a tile twice",
        classic,
        Place(column(3, 0, "Gs Gs")),
        {
            "played-duplicate": ((3, 0), (3, 1)),
            "line-duplicate": ((3, 0), (3, 1)),
            "no-contact": ((3, 0), (3, 1)),
        },
    ),
    (
        "no common attribute",
        classic,
        Place((*row(2, 0, "Rd"), *row(-1, 0, "Gs"))),
        {"played-mixed": ((-1, 0), (2, 0)), "line-mixed": ((-1, 0), (0, 0), (1, 0), (2, 0))},
    ),
    (
        "round a corner",
        classic,
        Place((*row(2, 0, "Rd"), *row(3, 1, "Rs"))),
        {"not-one-line": ((2, 0), (3, 1))},
    ),
    ("a hole", classic, Place(row(2, 0, "Rd . Rs")), {"gap": ((2, 0), (4, 0))}),
    ("alone", classic, Place(row(7, 7, "Rd")), {"no-contact": ((7, 7),)}),
    ("mixed", classic, Place(row(2, 0, "Gd")), {"line-mixed": ((0, 0), (1, 0), (2, 0))}),
    (
        "too long",
        replace(classic, board=table(SIX)),
        Place(row(6, 0, "Rs")),
        {"line-too-long": tuple((x, 0) for x in range(7)), "line-duplicate": ((3, 0), (6, 0))},
    ),
    (
        "short opening",
        opening,
        Place(row(0, 0, "Ro Rx")),
        {"opening-not-largest-set": ((0, 0), (1, 0))},
    ),
    (
        "off centre",
        centre,
        Place(row(0, 0, "Ro Rx Rd")),
        {"opening-not-on-centre": ((0, 0), (1, 0), (2, 0))},
    ),
    ("straight back", took, Place(column(2, 1, "Gd")), {"back-to-same-spot": ((2, 1),)}),
    ("nothing to take", mini, Take(Cell(9, 9)), {"no-tile": ((9, 9),)}),
    (
        "the last one",
        replace(mini, board=table(row(0, 0, "Ro"))),
        Take(Cell(0, 0)),
        {"last-tile": ((0, 0),)},
    ),
    ("part of six", replace(mini, board=table(SIX)), Take(Cell(5, 0)), {"in-qwirkle": ((5, 0),)}),
    ("a bridge", mini, Take(Cell(1, 0)), {"disconnects": ((1, 0),)}),
    ("no token", select, Take(Cell(13, 5)), {"no-token": ()}),
    ("no take in the base game", classic, Take(Cell(0, 0)), {"no-token": ()}),
    ("no draw three in the base game", classic, DrawThree(), {"no-token": ()}),
    ("the second take", took, Take(Cell(0, 0)), {"already-used": ()}),
    ("draw three after a take", took, DrawThree(), {"already-used": ()}),
    ("draw three from nothing", replace(mini, pile=()), DrawThree(), {"bag-too-small": ()}),
    (
        "more than the bag",
        replace(classic, pile=tiles("Yo")),
        Trade(tiles("Rd Rs")),
        {"bag-too-small": ()},
    ),
    ("seven of nine", nine, Trade(nine.seats[0].hand[:7]), {"more-than-six": ()}),
    ("nothing traded", classic, Trade(()), {"no-tiles": ()}),
    ("trading another's", classic, Trade(tiles("Pc")), {"not-in-hand": ()}),
    ("trading first", opening, Trade(tiles("Gs")), {"opening-must-place": ()}),
    ("could place", replace(classic, pile=()), Pass(), {"can-place": ()}),
    (
        "could trade",
        replace(classic, board=table(row(0, 0, "Po Px"))),
        Pass(),
        {"can-trade": ()},
    ),
]


@pytest.mark.parametrize(
    ("state", "turn", "expected"), [pytest.param(*rest, id=name) for name, *rest in REFUSALS]
)
def test_refusal(
    state: State, turn: Turn, expected: dict[str, tuple[tuple[int, int], ...]]
) -> None:
    assert refused(state, turn) == expected


def test_every_reason_of_the_placement_games_is_among_them() -> None:
    given = {reason for *_, expected in REFUSALS for reason in expected}
    cards = {Reason.MUST_PLAY_A_CARD, Reason.CARD_REMOVED_FROM_TABLE, Reason.CARD_FROM_NOWHERE}
    cards |= {Reason.SET_TOO_SMALL, Reason.SET_DUPLICATE, Reason.SET_MIXED}
    outside = {Reason.NO_SUCH_TILE, Reason.STALE}  # given where text and sessions are read
    elsewhere = {Reason.NOT_YOUR_TURN, Reason.GAME_OVER}  # below, and in test_ending.py
    assert given == set(Reason) - cards - outside - elsewhere


@pytest.mark.parametrize("seat", [1, 2, -1, 99])
@pytest.mark.parametrize(
    "turn", [Place(row(2, 0, "Rd")), Place(()), Trade(tiles("Rd")), Pass(), Take(Cell(0, 0))]
)
def test_not_your_turn(seat: int, turn: Turn) -> None:
    assert refused(classic, turn, seat) == {"not-your-turn": ()}


def test_a_refusal_names_who_is_to_move() -> None:
    with pytest.raises(IllegalTurn, match="It’s Ada’s turn"):
        decide(classic, 1, Pass(), SeedDealer(0))


def test_a_refusal_carries_every_reason_and_a_sentence_for_each() -> None:
    with pytest.raises(IllegalTurn) as refusal:
        decide(classic, 0, Place((*row(2, 0, "Rc"), *row(-1, 0, "Gd"))), SeedDealer(0))
    assert refusal.value.reasons == ("not-in-hand", "played-mixed", "line-mixed")
    assert all(each.message.endswith(".") for each in refusal.value.refusals)
    assert "red clover" in str(refusal.value)


def test_a_take_that_is_refused_stops_the_placement_too() -> None:
    assert refused(mini, Place(row(3, 0, "Rs"), take=Cell(1, 0))) == {"disconnects": ((1, 0),)}


def test_a_placement_that_is_refused_undoes_the_take() -> None:
    turn = Place(column(2, 1, "Gd"), take=Cell(2, 1))
    assert refused(mini, turn) == {"back-to-same-spot": ((2, 1),)}
    assert Cell(2, 1) in mini.board
