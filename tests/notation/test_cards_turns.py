"""Turns of the card game as text: what is typed, what is written, what is refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle.errors import NotationError
from qwirkle.notation import read_card_turn, write_card_turn
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.tiles import KINDS, Tile
from qwirkle.rules.turns import Pass

from .test_record import blocks

SETS = st.lists(st.lists(st.sampled_from(KINDS), min_size=1).map(tuple), min_size=1).map(tuple)


@given(st.one_of(SETS.map(Play), st.just(Exchange()), st.just(Pass())))
def test_what_is_written_reads_as_the_same_turn(turn: Play | Exchange | Pass) -> None:
    text = write_card_turn(turn)
    assert read_card_turn(text) == turn
    assert write_card_turn(read_card_turn(text)) == text


@given(st.text(alphabet="RoBs xd/;[](),.@123\nplayexchange"))
def test_any_text_is_a_turn_or_a_notation_error(text: str) -> None:
    with suppress(NotationError):
        turn = read_card_turn(text)
        assert read_card_turn(write_card_turn(turn)) == turn


def test_the_order_of_sets_and_cards_is_kept() -> None:
    turn = Play(((Tile.Rs, Tile.Ro, Tile.Rb), (Tile.Bx, Tile.Bo, Tile.Bd)))
    assert write_card_turn(turn) == "Rs Ro Rb / Bx Bo Bd"


def test_turns_in_the_specification_read_and_mean_what_it_says() -> None:
    for body in blocks("card-turns"):
        for line in body.splitlines():
            typed, _, canonical = (part.strip() for part in line.partition("=>"))
            assert write_card_turn(read_card_turn(typed)) == (canonical or typed)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "There is no card here"),
        (" / / ", "There is no card here"),
        ("play", "There is no card here"),
        ("Ro Rq", "“Rq” is not a tile"),
        ("Ro Rs Rb / blue", "“blue” cannot be read"),
        ("Ro@3,4", "cards have no place"),
        ("3,4> Ro Rs", "cards have no place"),
        ("exchange Ro Rs", "“exchange” takes nothing else: leave out “Ro Rs”"),
        ("pass exchange", "more than one turn"),
        ("Ro Rs Rb pass", "“pass” is not expected after cards"),
        ("Rſ", "is not a tile"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        read_card_turn(text)


@pytest.mark.parametrize("turn", [Play(()), Play(((Tile.Ro,), ()))])
def test_a_turn_without_cards_cannot_be_written(turn: Play) -> None:
    with pytest.raises(NotationError, match="cannot be written"):
        write_card_turn(turn)
