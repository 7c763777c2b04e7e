"""The terminal board: golden text, columns that line up, marks that need no colour."""

from __future__ import annotations

from rich.cells import cell_len

from qwirkle.notation.pictures.palette import BLOCK, INK
from qwirkle.notation.text.terminal import GLYPH, board_ascii, board_text, hand_ascii, hand_text
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.tiles import Colour, Shape, Tile

OPEN = Board([Placed(0, 0, Tile.Ro), Placed(1, 0, Tile.Rx), Placed(1, -1, Tile.Gx)])
LAST = [Cell(1, -1)]
LIFTED = [Placed(2, 0, Tile.Rd)]
PRINTED = Layout(
    5,
    4,
    name="small",
    bonus={Cell(0, 0): 1, Cell(1, 0): 2},
    stars=[Cell(2, 0), Cell(3, 0)],
    centre=[Cell(1, 1), Cell(2, 1)],
    black=[Cell(4, 3), Cell(3, 3)],
)
BOUNDED = Board([Placed(1, 1, Tile.Yb), Placed(3, 3, Tile.Pc)], PRINTED)

OPEN_ASCII = """\
    -1   0   1   2   3
-2   .   .   .   .   .  -2
-1   .   . [Gx]  .   .  -1
 0   .  Ro  Rx (Rd)  .   0
 1   .   .   .   .   .   1
    -1   0   1   2   3
[ ] last turn   ( ) not yet played
"""

BOUNDED_ASCII = """\
    0   1   2   3   4
0   1   2   *   .   .  0
1   .  Yb   +   .   .  1
2   .   .   .   .   .  2
3   .   .   .  Pc   #  3
    0   1   2   3   4
* star   1 2 bonus   # black   + centre
"""

BOUNDED_GLYPHS = """\
    0   1   2   3   4
0   1   2   ★   ☆   ·  0
1   · [Y✸]  □   ·   ·  1
2   ·   ·   ·   ·   ·  2
3   ·   ·   ·  P♣   ▒  3
    0   1   2   3   4"""


def test_an_open_table_in_ascii() -> None:
    drawn = board_ascii(OPEN, highlight=LAST, tentative=LIFTED, legend=True)
    assert drawn == OPEN_ASCII
    assert drawn.isascii()


def test_a_bounded_board_in_ascii() -> None:
    assert board_ascii(BOUNDED, tokens=[Cell(2, 0)], legend=True) == BOUNDED_ASCII
    assert board_ascii(BOUNDED).count("*") == 2


def test_a_bounded_board_in_glyphs() -> None:
    text = board_text(BOUNDED, tokens=[Cell(2, 0)], highlight=[Cell(1, 1)], glyphs=True)
    assert text.plain == BOUNDED_GLYPHS


def test_without_unicode_there_are_no_glyphs() -> None:
    text = board_text(
        OPEN, highlight=LAST, tentative=LIFTED, unicode=False, glyphs=True, legend=True
    )
    assert text.plain + "\n" == OPEN_ASCII


def test_an_empty_table_and_an_empty_marked_cell() -> None:
    assert board_ascii(Board()).count(".") == 9
    assert "[ .]" in board_ascii(OPEN, highlight=[Cell(0, -1)])


def test_long_coordinates_widen_the_columns() -> None:
    far = Board([Placed(-120, -7, Tile.Ro), Placed(-118, -7, Tile.Rx)])
    lines = board_ascii(far, highlight=[Cell(-120, -7)]).splitlines()
    assert lines[0] == "   -121 -120 -119 -118 -117"
    assert lines[2] == "-7    .  [Ro]   .   Rx    .  -7"
    assert len({len(line) for line in lines[1:-1]}) == 1


def test_colour_adds_styles_and_changes_no_character() -> None:
    plain = board_text(OPEN, highlight=LAST, tentative=LIFTED, colour=False)
    coloured = board_text(OPEN, highlight=LAST, tentative=LIFTED)
    assert coloured.plain == plain.plain
    assert not plain.spans
    dressed = {coloured.plain[span.start : span.end]: str(span.style) for span in coloured.spans}
    assert dressed["Gx"] == f"bold {INK[Colour.GREEN]} on {BLOCK}"


def test_the_last_turn_is_marked_without_colour() -> None:
    assert "[Gx]" in board_text(OPEN, highlight=LAST, colour=False).plain
    assert "[Gx]" not in board_text(OPEN, colour=False).plain


def test_glyphs_are_distinct_and_one_column_wide() -> None:
    assert set(GLYPH) == set(Shape)
    assert len(set(GLYPH.values())) == 6
    assert all(cell_len(glyph) == 1 for glyph in GLYPH.values())


def test_a_hand_stands_on_one_line() -> None:
    hand = [Tile.Ro, Tile.Pc, Tile.Ro]
    assert hand_ascii(hand) == " Ro   Pc   Ro "
    assert hand_text(hand, colour=False).plain == " Ro   Pc   Ro "
    assert hand_text(hand, glyphs=True).plain == " R●   P♣   R● "
    assert hand_ascii([]) == "no tiles"
