"""Pictures: sound XML, honest words, nothing from outside, no reliance on hue."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from xml.etree import ElementTree as ET

import pytest

from qwirkle.errors import NotationError
from qwirkle.notation.pictures.palette import BLOCK, BONE, EDGE_LIGHT, THEMES, ThemeName
from qwirkle.notation.pictures.svg import board_svg, hand_svg, tile_svg, window
from qwirkle.notation.pictures.tiles import INNER, SMALL, STOUT, Face, tile_art
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import KINDS, Colour, Shape, Tile

SVG = "{http://www.w3.org/2000/svg}"
OPEN = Board([Placed(0, 0, Tile.Ro), Placed(1, 0, Tile.Rx), Placed(1, -1, Tile.Gx)])
PRINTED = Layout(
    16,
    16,
    name="sample & test",
    bonus={Cell(1, 1): 1, Cell(2, 2): 2},
    stars=[Cell(3, 3), Cell(4, 4)],
    centre=[Cell(7, 7), Cell(8, 7), Cell(7, 8), Cell(8, 8)],
    black=[Cell(10, 10)],
)
BOUNDED = Board([Placed(7, 7, Tile.Yb)], PRINTED)
CASES: list[str] = [
    *(board_svg(board, face=face, theme=theme, highlight=[Cell(1, 0)],
                tentative=[Placed(2, 0, Tile.Rs)], tokens=[Cell(3, 3)])
      for board in (OPEN, BOUNDED) for face in Face for theme in ThemeName),
    board_svg(Board()),
    board_svg(OPEN, coordinates=False),
    hand_svg([Tile.Ro, Tile.Pc, Tile.Ro]),
    hand_svg([]),
    tile_svg(Tile.Bd, "two-shape"),
]  # fmt: skip


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 - our own text


def grey(text: str) -> str:
    return re.sub(r"#[0-9a-f]{6}\b", "#808080", text)


def texts(picture: str) -> list[str | None]:
    return [element.text for element in parsed(picture).iter(f"{SVG}text")]


def described(picture: str) -> str:
    return parsed(picture).findtext(f"{SVG}desc") or ""


def uses(picture: str) -> list[ET.Element]:
    return list(parsed(picture).iter(f"{SVG}use"))


@pytest.mark.parametrize("picture", CASES, ids=range(len(CASES)))
def test_sound_accessible_and_self_contained(picture: str) -> None:
    root = parsed(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert root.get("aria-labelledby") in ids
    assert root.get("aria-describedby") in ids
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")
    for element in root.iter():
        assert element.tag.removeprefix(SVG) not in {"script", "style", "image", "foreignObject"}
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert "url(" not in value
            if name.endswith("href"):
                assert value.startswith("#")
                assert value[1:] in ids
    assert picture.count("http") == 1, "only the namespace"


def test_the_same_input_gives_the_same_text() -> None:
    marks = [Cell(1, 0), Cell(0, 0)]
    backwards = Board(reversed(OPEN.placed()))
    assert board_svg(OPEN, highlight=marks) == board_svg(backwards, highlight=marks[::-1])


def test_different_pictures_share_no_id() -> None:
    found = [set(re.findall(r' id="([^"]+)"', picture)) for picture in CASES]
    assert sum(len(ids) for ids in found) == len(set().union(*found))


def test_every_kind_is_drawn_once_and_used_often() -> None:
    board = Board([Placed(0, 0, Tile.Ro), Placed(3, 3, Tile.Ro), Placed(1, 0, Tile.Rx)])
    root = parsed(board_svg(board))
    assert len(list(root.iter(f"{SVG}symbol"))) == 2
    assert len(uses(board_svg(board))) == 3


def test_every_tile_and_face_is_distinct() -> None:
    drawings = {tile_svg(tile, face) for tile in KINDS for face in Face}
    assert len(drawings) == 36 * len(Face)


@pytest.mark.parametrize("face", [Face.TWO_SHAPE, Face.COLOUR_LETTER, Face.HIGH_CONTRAST])
def test_without_any_hue_all_36_stay_distinct(face: Face) -> None:
    assert len({grey(tile_art(tile, face)) for tile in KINDS}) == 36


def test_only_the_colour_face_relies_on_colour() -> None:
    assert len({grey(tile_art(tile, Face.COLOUR)) for tile in KINDS}) == 6
    for tile in KINDS:
        drawn = set(re.findall(r"#[0-9a-f]{6}", tile_art(tile, Face.HIGH_CONTRAST)))
        assert drawn == {BLOCK, BONE, EDGE_LIGHT}


def test_Q_COMP_4_the_inner_shape_tells_the_colour() -> None:
    assert INNER == {
        Colour.RED: Shape.SQUARE,
        Colour.ORANGE: Shape.CIRCLE,
        Colour.YELLOW: Shape.STARBURST,
        Colour.GREEN: Shape.CLOVER,
        Colour.BLUE: Shape.DIAMOND,
        Colour.PURPLE: Shape.CROSS,
    }
    for tile in KINDS:
        drawn = re.findall(r' d="([^"]+)"', tile_art(tile, Face.TWO_SHAPE))
        assert drawn == [STOUT[tile.shape], SMALL[INNER[tile.colour]]]
        words = described(tile_svg(tile, Face.TWO_SHAPE))
        assert f"the {INNER[tile.colour].value} inside it stands for {tile.colour.value}" in words


def frames(picture: str, name: str) -> Sequence[ET.Element]:
    return [element for element in parsed(picture).iter() if element.get("class") == name]


@pytest.mark.parametrize("theme", ThemeName)
def test_the_last_turn_is_framed(theme: ThemeName) -> None:
    assert not frames(board_svg(OPEN, theme=theme), "q-highlight")
    framed = frames(board_svg(OPEN, theme=theme, highlight=[Cell(1, -1)]), "q-highlight")
    assert [(frame.get("x"), frame.get("y"), frame.get("fill")) for frame in framed] == [
        ("96", "-104", THEMES[theme].mark)
    ]


def test_a_tentative_tile_is_lifted_over_the_rest() -> None:
    picture = board_svg(OPEN, tentative=[Placed(2, 0, Tile.Rd)])
    (lifted,) = frames(picture, "q-tentative")
    assert [use.get("href", "")[-3:] for use in lifted.iter(f"{SVG}use")] == ["-Rd"]
    assert uses(picture)[-1].get("href", "").endswith("-Rd")
    assert "Tentative: red diamond at 2, 0." in described(picture)


def test_the_words_say_what_the_picture_shows() -> None:
    words = described(board_svg(OPEN, highlight=[Cell(1, -1)]))
    assert "Tiles: red circle at 0, 0; green cross at 1, −1; red cross at 1, 0." in words
    assert "Last turn: 1, −1." in words
    words = described(board_svg(BOUNDED, tokens=[Cell(3, 3)]))
    assert "The sample & test board, 16 by 16." in words
    assert "Star tokens: 3, 3. Bonus 1: 1, 1. Bonus 2: 2, 2. Black spaces: 10, 10." in words
    assert "Centre: 7, 8; 8, 7; 8, 8." in words
    assert described(hand_svg([Tile.Ro, Tile.Pc])) == "In this order: red circle, purple clover."


def test_an_open_table_is_cropped_and_a_board_is_shown_whole() -> None:
    assert window(OPEN) == (range(-1, 3), range(-2, 2))
    assert window(OPEN, [Cell(5, 0)]) == (range(-1, 7), range(-2, 2))
    assert window(Board()) == (range(-1, 2), range(-1, 2))
    assert window(BOUNDED) == (range(16), range(16))


def test_coordinates_stand_at_the_edges() -> None:
    assert texts(board_svg(OPEN)) == ["−1", "0", "1", "2", "−2", "−1", "0", "1"]
    assert texts(board_svg(OPEN, coordinates=False)) == []


def test_a_covered_space_is_not_printed() -> None:
    bare = board_svg(Board([], PRINTED), coordinates=False)
    covered = board_svg(Board([Placed(10, 10, Tile.Ro)], PRINTED), coordinates=False)
    black = f'fill="{THEMES[ThemeName.LIGHT].black}"'
    assert bare.count(black) == 1
    assert covered.count(black) == 0
    assert board_svg(Board([], PRINTED), tokens=[]) != board_svg(
        Board([], PRINTED), tokens=PRINTED.stars
    )


def test_unknown_names_say_what_there_is() -> None:
    with pytest.raises(NotationError, match="colour, two-shape, colour-letter, high-contrast"):
        tile_svg(Tile.Ro, "pretty")
    with pytest.raises(NotationError, match="light or dark"):
        board_svg(OPEN, theme="pretty")


def test_pictures_do_not_load_rich() -> None:
    code = (
        "import sys, qwirkle.notation.pictures.svg, qwirkle.notation.text.terminal;"
        "print('rich' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
