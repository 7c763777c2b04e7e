"""Names are made harmless, and no more than that."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle.errors import Refused
from qwirkle.tables.core.names import (
    MAX_CHARACTERS,
    MAX_VARIED,
    alike,
    carried_names,
    clean_name,
    free_name,
    is_mistakable,
    mistakable_folds,
    seat_name,
)


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann  Lee ", "Ann Lee"),
        ("An\u0000n\u202e\u200b\ufeff", "Ann"),
        ("Ann\u2028Lee", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("日本 太郎", "日本 太郎"),
        ("a" + "\u0301" * 40, "á\u0301\u0301"),
        ("\u0301\u0301Ann", "Ann"),
        ("👩‍🚀", "👩‍🚀"),
        ("می‌خواهم", "می‌خواهم"),
        ("A\u200dnn", "Ann"),
        ("<b>&amp;", "<b>&amp;"),  # not markup here: whoever shows it must show it as text
    ],
)
def test_names(given_name: str, shown: str) -> None:
    assert clean_name(given_name) == shown


@pytest.mark.parametrize("name", ["", "   ", "\u202e", "\u200d", "\u0301", "x" * 25, "x" * 9999])
def test_these_are_no_names(name: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean_name(name)
    assert refusal.value.reasons == ("bad-name",)


@given(st.text(max_size=60))
def test_a_cleaned_name_stays_as_it_is_and_is_harmless(text: str) -> None:
    try:
        name = clean_name(text)
    except Refused:
        return
    assert clean_name(name) == name
    assert 0 < len(name) <= MAX_CHARACTERS
    assert name == name.strip()
    name.encode()
    kinds = {unicodedata.category(char) for char in name if char not in "\u200c\u200d"}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def test_names_that_would_be_taken_for_each_other() -> None:
    assert alike("ＡＮＮ") == alike("ann")
    assert alike("Ann") != alike("Anne")


@pytest.mark.parametrize("name", ["You", "du", " TOI ", "Tu", "Tú", "Tu\u0301", "ＹＯＵ"])
def test_nobody_is_called_you(name: str) -> None:
    assert seat_name(name, ["Otter"]) == "Guest"
    assert seat_name(name, ["Guest", "Otter"]) == "Guest 2"
    assert carried_names([name.strip(), "Otter", "Toi"]) == ("Guest", "Otter", "Guest 2")


def test_names_that_only_begin_like_that_stay() -> None:
    assert seat_name("Tu Anh", []) == "Tu Anh"
    assert seat_name("Duda", []) == "Duda"
    assert carried_names(["Ann", "Youssef"]) == ("Ann", "Youssef")


@pytest.mark.parametrize("name", ["\u2800", "\u3164", "\u3164\uffa0", "\U0001d159", "\u17b4"])
def test_a_name_that_nobody_sees_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean_name(name)
    assert refusal.value.reasons == ("bad-name",)


@pytest.mark.parametrize("unseen", ["\ufe0f", "\u3164", "\uffa0", "\u17b4", "\U0001d159", "\u034f"])
def test_what_nobody_sees_is_dropped(unseen: str) -> None:
    assert clean_name(f"A{unseen}nn{unseen}") == "Ann"


@pytest.mark.parametrize("name", ["\u0410nn", "\u0391nn", "A\u0578n", "An\u0274", "\u1d00nn"])
def test_names_in_other_letters_that_look_the_same_are_alike(name: str) -> None:
    assert alike(name) == alike("Ann")
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "other"), [("AnnI", "Annl"), ("AnnI", "Ann1"), ("Ian", "lan"), ("WiII", "will")]
)
def test_a_capital_i_is_drawn_like_a_small_l(name: str, other: str) -> None:
    assert is_mistakable(name, other)
    assert is_mistakable(other, name)
    assert alike(other) in mistakable_folds(name)
    assert alike(name) in mistakable_folds(other)
    assert free_name(name, ["Ben", other]) == f"{name} 2"


@pytest.mark.parametrize(("name", "other"), [("Ian", "Lan"), ("Lisa", "Iisa"), ("anni", "annl")])
def test_a_capital_l_and_a_small_i_look_like_nothing_else(name: str, other: str) -> None:
    assert not is_mistakable(name, other)
    assert free_name(name, ["Ben", other]) == name


@given(st.text(st.sampled_from("IiLlJ1aA"), min_size=1, max_size=8), st.data())
def test_every_name_that_can_be_mistaken_is_looked_for(name: str, data: st.DataObject) -> None:
    same = {"I": "Il1", "l": "Il1", "1": "Il1"}
    other = "".join(data.draw(st.sampled_from(same.get(letter, letter))) for letter in name)
    assert is_mistakable(name, other)
    assert alike(other) in mistakable_folds(name)


def test_many_such_letters_are_varied_in_part() -> None:
    assert len(mistakable_folds("I" * MAX_CHARACTERS)) <= 2**MAX_VARIED + 1


def test_names_of_other_alphabets_stay_apart() -> None:
    names = [
        "\u0418\u0432\u0430\u043d",
        "\u0410\u043d\u043d\u0430",
        "\u041e\u043b\u044c\u0433\u0430",
        "\u039d\u03af\u03ba\u03bf\u03c2",
    ]
    assert len({alike(name) for name in names}) == len(names)
    assert all(clean_name(name) == name for name in names)
