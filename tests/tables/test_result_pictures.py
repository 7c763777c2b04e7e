"""The picture of a result: the final table with names and points, for those who may see it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from qwirkle.errors import Refused
from qwirkle.notation.pictures.result import HEIGHT, WIDTH, Standing, result_svg
from qwirkle.notation.pictures.svg import board_svg
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.state import State
from qwirkle.tables.core.state import Table
from qwirkle.tables.results.pictures import COLOURS, ResultPictures

from .clients import person, run
from .test_reviews import ANN, BEN, Desk

EVE = person("Eve")
PEOPLE = Path(__file__).parents[2] / "frontend" / "src" / "ui" / "people.ts"
SVG = "{http://www.w3.org/2000/svg}"


def tiles_of(state: Table) -> Board:
    """The tiles on the table, which are placement tiles here."""
    assert isinstance(state.game, State)
    return state.game.board


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 - our own picture


def texts(picture: str) -> list[str]:
    return ["".join(text.itertext()) for text in parsed(picture).iter(f"{SVG}text")]


def test_it_shows_the_table_the_names_and_the_points_of_everybody() -> None:
    async def scene() -> None:
        desk = Desk()
        table = await desk.table()
        drawn = await ResultPictures(desk.process.tables).draw(table, BEN, "colour")
        state = await desk.process.tables.current(table)
        assert state.ended is not None
        order = sorted((0, 1), key=state.ended.places.__getitem__)
        expected = [
            word for seat in order for word in (("Ann", "Ben")[seat], str(state.ended.scores[seat]))
        ]
        assert [text for text in texts(drawn) if text in {*expected}] == expected
        root = parsed(drawn)
        assert (root.get("width"), root.get("height")) == (str(WIDTH), str(HEIGHT))
        assert len(list(root.iter(f"{SVG}use"))) == len(tiles_of(state))
        await desk.leave()

    run(scene)


def test_it_is_for_those_who_may_watch_a_game_that_is_over() -> None:
    async def scene() -> None:
        desk = Desk()
        pictures = ResultPictures(desk.process.tables)
        running = await desk.table(ended=False)
        private = await desk.table(spectators="nobody")
        unplayed = await desk.table(turns=0, ended=False, hints=False)
        for table, who, reason in (
            (running, ANN, "not-ended"),
            (private, EVE, "no-spectators"),
            (unplayed, ANN, "not-ended"),
        ):
            with pytest.raises(Refused) as refused:
                await pictures.draw(table, who, "colour")
            assert refused.value.reasons == (reason,)
        await desk.leave()

    run(scene)


def test_four_long_names_fit_beside_the_table() -> None:
    standings = [Standing("W" * 24, 188, seat == 0, COLOURS[seat]) for seat in range(4)]
    drawn = result_svg(board_svg(Board()), standings)
    root = parsed(drawn)
    rows = [rect for rect in root.findall(f"{SVG}rect") if rect.get("rx") == "18"]
    assert len(rows) == 4
    assert all(float(row.get("y", 0)) + float(row.get("height", 0)) < HEIGHT for row in rows)
    table = root.find(f"{SVG}svg")
    assert table is not None
    assert float(table.get("x", 0)) + float(table.get("width", 0)) <= WIDTH
    assert any(text.endswith("…") for text in texts(drawn))


def test_names_are_escaped() -> None:
    drawn = result_svg(board_svg(Board()), [Standing("<b>&", 1, False, COLOURS[0])])
    assert "<b>&" in texts(drawn)


def test_seats_have_the_colours_of_the_page() -> None:
    line = re.search(r"COLOURS = \[(.*)\] as const", PEOPLE.read_text("utf-8"))
    assert line is not None
    assert tuple(re.findall(r"#\w{6}", line[1])) == COLOURS
