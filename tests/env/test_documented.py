"""Every index of every array is described, once, and as the code has it."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("gymnasium")

from qwirkle.engine.episodes import card_columns, columns
from qwirkle.engine.placement.value import FEATURES
from qwirkle.env import observation
from qwirkle.env.settings import WINDOW
from qwirkle.site.docs.reference import built_pages

ARRAYS, AFTERSTATES = (built_pages()[name] for name in ("arrays.md", "afterstates.md"))
NUMBERS = re.compile(r"(\d+)(?:–(\d+))?")


def described(heading: str) -> dict[int, str]:
    """The rows of the first table after some words, by index."""
    text = ARRAYS if heading in ARRAYS else AFTERSTATES
    after = text[text.index(heading) :]
    table = re.search(r"^\| (?:plane|index|column) \|[^\n]*\n(?:\|[^\n]*\n)+", after, re.MULTILINE)
    assert table is not None
    found: dict[int, str] = {}
    for line in table[0].splitlines()[2:]:
        indices, text = line.strip("| ").split(" | ", 1)
        for first, last in NUMBERS.findall(indices):
            for index in range(int(first), int(last or first) + 1):
                assert index not in found, f"{heading}: {index} is described twice"
                found[index] = text
    return found


@pytest.mark.parametrize(
    ("heading", "count"),
    [
        ("`planes` (21 ×", columns.PLANES),
        ("`counts` (142, int16)", columns.COUNTS),
        ("`turns` (512 × 22, int16)", columns.FEATURES),
        ("# Columns of afterstates", len(FEATURES)),
        ("`counts` (163, int16)", card_columns.COUNTS),
    ],
)
def test_every_index_is_described_once(heading: str, count: int) -> None:
    assert sorted(described(heading)) == list(range(count))


@pytest.mark.parametrize(
    ("heading", "index", "word"),
    [
        ("`planes` (21 ×", columns.LAST_TURN, "last turn"),
        ("`planes` (21 ×", columns.THIS_TURN, "this turn"),
        ("`planes` (21 ×", columns.BONUS, "bonus"),
        ("`planes` (21 ×", columns.BLACK, "black"),
        ("`planes` (21 ×", columns.TAKEN_FROM, "taken"),
        ("`counts` (142, int16)", columns.UNSEEN, "cannot see"),
        ("`counts` (142, int16)", columns.ASIDE, "trade"),
        ("`counts` (142, int16)", columns.SCORES, "score"),
        ("`counts` (142, int16)", columns.TOKENS, "tokens"),
        ("`counts` (142, int16)", columns.BAG, "bag"),
        ("`counts` (142, int16)", columns.OPENING_TILES, "opening"),
        ("`counts` (142, int16)", columns.LAST_SEAT, "last turn"),
        ("`turns` (512 × 22, int16)", columns.POINTS, "points"),
        ("`turns` (512 × 22, int16)", columns.FIVES, "five"),
        ("`turns` (512 × 22, int16)", columns.BONUSES, "bonus"),
        ("`turns` (512 × 22, int16)", columns.FIRST_KIND, "kinds"),
        ("`turns` (512 × 22, int16)", columns.FIRST_STEP, "from the first"),
        ("`counts` (163, int16)", card_columns.ON_TABLE, "on the table"),
        ("`counts` (163, int16)", card_columns.DECK, "deck"),
        ("`counts` (163, int16)", card_columns.TURNS_LEFT, "last round"),
        ("`counts` (163, int16)", card_columns.LAST_QWIRKLES, "Qwirkles"),
    ],
)
def test_an_index_is_what_the_code_calls_it(heading: str, index: int, word: str) -> None:
    assert word in described(heading)[index]


def test_the_module_of_observations_names_their_sizes() -> None:
    said = " ".join((observation.__doc__ or "").split())
    assert f"{columns.PLANES} planes (``PLANES``)" in said
    assert f"{WINDOW} by {WINDOW} cells" in said
    assert f"{columns.COUNTS} counts" in said
