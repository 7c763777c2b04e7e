"""The card game as data."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle.errors import EditionError
from qwirkle.rules.editions.cards import edition as cards_edition
from qwirkle.rules.family import load_edition


def test_the_edition_says_what_the_rule_book_says() -> None:
    edition = cards_edition()
    assert (edition.id, edition.family, edition.source) == ("cards", "cards", "004")
    assert (edition.hand, edition.smallest_set) == (9, 3)  # C-SETUP-1, C-SET-1
    assert edition.start.tie == "oldest"  # C-START-1
    assert not edition.opening.largest_set
    assert edition.end.idle_rounds == 2  # A15


def test_A16_the_german_edition_is_two_options() -> None:
    edition = cards_edition({"tie": "youngest", "opening": True})
    assert edition.start.tie == "youngest"
    assert edition.opening.largest_set
    assert edition.chosen == {"tie": "youngest", "opening": True}
    assert cards_edition().chosen == {}


@pytest.mark.parametrize("options", [{"colour": "red"}, {"tie": "tallest"}, {"opening": "perhaps"}])
def test_an_unknown_option_or_value_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(EditionError, match=r"cards\.toml"):
        cards_edition(options)


def test_a_house_rule_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    path.write_text('based_on = "cards"\nid = "short"\nhand = 7\n[end]\nidle_rounds = 3\n', "utf-8")
    edition = load_edition(path, {"tie": "youngest"})
    assert (edition.id, edition.hand, edition.end.idle_rounds) == ("short", 7, 3)
    assert edition.start.tie == "youngest"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('based_on = "cards"\nhand = 40', "hand"),
        ('based_on = "cards"\nsmallest_set = 2', "smallest_set"),
        ('based_on = "cards"\ncolour = 2', "colour"),
        ("hand = ", "not TOML"),
        ('id = "x"', "top level"),
    ],
)
def test_a_file_that_does_not_fit_is_named_with_its_key(
    tmp_path: Path, text: str, what: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(EditionError, match=rf"house\.toml: .*{what}"):
        load_edition(path)
    with pytest.raises(EditionError, match="cannot be read"):
        load_edition(tmp_path / "nowhere.toml")
