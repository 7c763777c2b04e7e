"""Card tables as pictures and as text: whole, in words, and never by colour alone."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from qwirkle.errors import NotationError
from qwirkle.notation.cards_table import (
    marked_places,
    set_kind,
    set_name,
    set_trouble,
    spots_of,
    table_in_words,
    troubles,
)
from qwirkle.notation.pictures.cards_svg import cards_svg
from qwirkle.notation.pictures.palette import BLOCK, BONE, EDGE_LIGHT, ThemeName
from qwirkle.notation.pictures.tiles import CARD_HEIGHT, Face, card_art
from qwirkle.notation.text.cards_terminal import table_ascii, table_text
from qwirkle.notation.text.cards_turns import read_card_turn
from qwirkle.rules.cards import events as e
from qwirkle.rules.cards.evolve import fold
from qwirkle.rules.cards.turns import CardSet, Play
from qwirkle.rules.tiles import KINDS, Tile

from .card_games import card_game

SVG = "{http://www.w3.org/2000/svg}"


def sets(text: str) -> tuple[CardSet, ...]:
    turn = read_card_turn(text)
    assert isinstance(turn, Play)
    return turn.after


TABLE = sets("Ro Rs Rb / Bo Bx Bd Bs / Rs Os Ys Gs Bs Ps")
DRAFT = sets("Ro Rs Rb / Os Gs / Ro Ro Bs")
QWIRKLES = {"Ann & co": [TABLE[2]], "Ben": []}

TABLE_ASCII = """\
 1   Ro [Rs] Rb               red
 2   Bo  Bx <Bd> Bs           blue
 3   Rs  Os  Ys  Gs [Bs] Ps   squares, Qwirkle!
 [ ] played last   < > switched
"""
DRAFT_ASCII = """\
 1   Ro  Rs (Rb)  red
!2   Os (Gs)      not a set: needs 1 more card
!3   Ro  Ro <Bs>  not a set: no shared colour or shape, Ro twice
 ( ) not yet played   < > switched   ! not a set yet
"""

PICTURES = [
    *(
        cards_svg(TABLE, [Tile.Ro, Tile.Gs], face=face, theme=theme, highlight=[(0, Tile.Rs)],
                  switched=[(1, Tile.Bd)], qwirkles=QWIRKLES)
        for face in Face for theme in ThemeName
    ),
    cards_svg(DRAFT, tentative=[(0, Tile.Rb)], switched=[(2, Tile.Bs)], faults=troubles(DRAFT)),
    cards_svg((*DRAFT, ()), [], faults=troubles(DRAFT)),
    cards_svg(()),
]  # fmt: skip


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 - our own text


def described(picture: str) -> str:
    return parsed(picture).findtext(f"{SVG}desc") or ""


# Pictures


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_stands_on_its_own(picture: str) -> None:
    root = parsed(picture)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert len({(label or "").partition("-")[0] for label in ids}) == 1
    for element in root.iter(f"{SVG}use"):
        assert (element.get("href") or "")[1:] in ids
    assert not re.search(r"<script|http(?!://www.w3.org/2000/svg)|xlink|url\(", picture)
    assert root.findtext(f"{SVG}title")
    assert described(picture).endswith(".")


def test_every_kind_is_drawn_once_and_every_card_stands_in_the_picture() -> None:
    root = parsed(cards_svg(TABLE, [Tile.Ro, Tile.Ro], qwirkles=QWIRKLES))
    every = [*(card for laid in (*TABLE, TABLE[2]) for card in laid), Tile.Ro, Tile.Ro]
    symbols = [symbol.get("id", "")[-2:] for symbol in root.iter(f"{SVG}symbol")]
    assert sorted(symbols) == sorted(set(every))
    used = Counter((use.get("href") or "")[-2:] for use in root.iter(f"{SVG}use"))
    assert used == Counter(every)


def test_the_same_table_gives_the_same_text_and_another_one_other_ids() -> None:
    assert cards_svg(TABLE) == cards_svg(TABLE)
    first, second = (re.findall(r'id="(q\w+)-title"', picture) for picture in PICTURES[:2])
    assert first != second


def test_everything_stays_inside_the_picture() -> None:
    many = tuple(sets("Ro Rs Rb / Bo Bs Bx Bd") * 9)
    for picture in (*PICTURES, cards_svg(many, KINDS[:9], qwirkles={"Ann": [TABLE[2]] * 17})):
        root = parsed(picture)
        _, _, width, height = (int(part) for part in (root.get("viewBox") or "").split())
        for element in (*root.iter(f"{SVG}use"), *root.iter(f"{SVG}rect")):
            x, y = float(element.get("x", 0)), float(element.get("y", 0))
            assert x >= 0
            assert y >= 0
            assert x + float(element.get("width", 0)) <= width
            assert y + float(element.get("height", 0)) <= height


def test_the_words_tell_sets_marks_hand_and_qwirkles() -> None:
    words = described(PICTURES[0])
    assert "Set 1, red: red circle, red square, red starburst." in words
    assert "Set 3, squares, Qwirkle: " in words
    assert "Played last: red square in set 1." in words
    assert "Switched: blue diamond in set 2." in words
    assert "Hand: red circle, green square." in words
    assert "Ann & co has 1 Qwirkle: squares." in words
    assert "Ben" not in words


def test_a_draft_shows_what_is_no_set_by_shape_and_words() -> None:
    picture = cards_svg(DRAFT, tentative=[(0, Tile.Rb)], faults=troubles(DRAFT))
    assert picture.count("q-fault") == 2
    assert picture.count('class="q-tentative"') == 1
    assert "not a set: needs 1 more card" in picture
    assert "Set 2, not a set: needs 1 more card: orange square, green square." in picture
    assert "q-fault" not in cards_svg(DRAFT)
    assert "stroke-dasharray" not in cards_svg(TABLE, faults={})


def test_only_the_colour_face_relies_on_colour() -> None:
    colourless = [card_art(card, Face.HIGH_CONTRAST) for card in KINDS]
    assert len(set(colourless)) == 36
    assert set(re.findall(r"#[0-9a-f]{6}", "".join(colourless))) == {BLOCK, BONE, EDGE_LIGHT}
    grey = {re.sub(r"#[0-9a-f]{6}", "#808080", card_art(card, Face.TWO_SHAPE)) for card in KINDS}
    assert len(grey) == 36
    assert CARD_HEIGHT > 100, "cards stand upright"


def test_unknown_faces_and_themes_are_refused() -> None:
    with pytest.raises(NotationError, match="is not a tile face"):
        cards_svg(TABLE, face="plaid")
    with pytest.raises(NotationError, match="is not a theme"):
        cards_svg(TABLE, theme="beige")


# Text


def test_a_table_in_ascii() -> None:
    drawn = table_ascii(
        TABLE, highlight=[(0, Tile.Rs), (2, Tile.Bs)], switched=[(1, Tile.Bd)], legend=True
    )
    assert drawn == TABLE_ASCII
    assert drawn.isascii()


def test_a_draft_in_ascii() -> None:
    drawn = table_ascii(
        DRAFT,
        tentative=[(0, Tile.Rb), (1, Tile.Gs)],
        switched=[(2, Tile.Bs)],
        faults=troubles(DRAFT),
        legend=True,
    )
    assert drawn == DRAFT_ASCII


def test_an_empty_table_and_an_emptied_set() -> None:
    assert table_ascii(()) == " no sets on the table\n"
    assert table_ascii([(), TABLE[0]]).splitlines()[0].split() == ["1", "empty"]


def test_coloured_text_says_what_plain_text_says() -> None:
    text = table_text(TABLE, highlight=[(0, Tile.Rs)], legend=True)
    plain = table_ascii(TABLE, highlight=[(0, Tile.Rs)], legend=True)
    assert [line.rstrip() for line in text.plain.split("\n")] == plain.splitlines()
    assert any("#e14145" in str(span.style) for span in text.spans)
    assert not table_text(TABLE, colour=False).spans
    assert "R●" in table_text(TABLE, glyphs=True).plain


def test_the_widest_line_of_a_real_draft_fits_eighty_columns() -> None:
    worst = sets("RoOxYdGsBbPc") + tuple(sets("Ro Ro Bs") * 12)
    assert all(len(line) <= 80 for line in table_ascii(worst, faults=troubles(worst)).splitlines())


def test_the_page_about_the_terminal_shows_a_draft_as_it_is() -> None:
    page = (Path(__file__).parents[2] / "docs/terminal.md").read_text("utf-8")
    draft = sets("Gx Gs Gb / Os Bs")
    shown = table_ascii(
        draft, tentative=[(0, Tile.Gs)], switched=[(1, Tile.Bs)], faults=troubles(draft)
    )
    assert f"```\n{shown}```" in page


def test_importing_the_pictures_does_not_load_rich() -> None:
    program = (
        "import sys, qwirkle.notation, qwirkle.notation.pictures.cards_svg;"
        "import qwirkle.notation.text.cards_terminal;"
        "print('rich' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "False"


# Names and marks


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ro Rs Rb", "red"),
        ("Ox Yx Bx", "crosses"),
        ("Ro Oo Yo Go Bo Po", "circles, Qwirkle!"),
        ("Bo Bx Bd Bs Bb Bc", "blue, Qwirkle!"),
    ],
)
def test_a_set_is_called_by_what_its_cards_share(text: str, name: str) -> None:
    (cards,) = sets(text)
    assert set_name(cards) == name
    assert set_kind(cards) == name.partition(",")[0]
    assert set_trouble(cards) == ""


def test_C_SET_1_troubles_are_told_in_a_few_words() -> None:
    assert troubles((*DRAFT, ())) == {
        1: "needs 1 more card",
        2: "no shared colour or shape, Ro twice",
    }
    assert set_trouble((Tile.Ro,)) == "needs 2 more cards"
    assert table_in_words([()]) == ("Set 1, empty.",)


def test_marks_are_exact_where_two_copies_lie() -> None:
    table = sets("Ro Rs Rb / Ro Bo Go")
    assert marked_places(table, [(1, Tile.Ro)]) == {(1, 0)}
    assert marked_places(table, [Tile.Ro]) == {(0, 0)}
    assert marked_places(table, [Tile.Ro, Tile.Ro]) == {(0, 0), (1, 0)}
    assert marked_places(table, [Tile.Pc, (5, Tile.Ro)]) == set()


def test_what_was_played_last_is_found_on_the_table() -> None:
    events = card_game(3)
    ends = [n for n, event in enumerate(events) if isinstance(event, e.TurnBegan)][1:]
    assert spots_of(None) == ()
    qwirkles = 0
    for end in ends:
        state = fold(events[: end + 1])
        assert state.last is not None
        played, switched = spots_of(state.last), spots_of(state.last, switched=True)
        event = next(
            earlier for earlier in reversed(events[:end]) if isinstance(earlier, e.CardsPlayed)
        )
        if event.after == state.last.after:
            assert spots_of(event) == played
        for which, card in (*played, *switched):
            assert card in state.table[which]
        taken = len(state.last.qwirkles)
        qwirkles += taken
        assert len(played) <= len(state.last.played)
        assert taken or len(played) == len(state.last.played)
    assert qwirkles, "C-QW-1: some cards went into Qwirkles and are not marked"
