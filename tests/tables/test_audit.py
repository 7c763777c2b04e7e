"""A stored table is what it says, or it is found out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qwirkle.rules.family import GAMES
from qwirkle.tables.admin.audit import BadTable, check_table
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.events import write_event
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.storage.ports import Stored

from .scene import Scene, frozen, many_persons


def stored(scene: Scene) -> list[Stored]:
    return [
        Stored(number, at, write_event(event)) for number, (event, at) in enumerate(scene.log, 1)
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("turns", [0, 9, 10_000])
def test_a_table_is_found_as_it_was(game: str, turns: int) -> None:
    scene, people = many_persons(3, game)
    scene.play_on(people, turns=min(turns, 4))
    scene.do(people[2], c.Resign())
    scene.play_on(people, turns=turns)
    assert frozen(check_table(stored(scene))) == frozen(scene.table)


def replaced(old: bytes, new: bytes) -> Callable[[list[Stored]], list[Stored]]:
    def change(rows: list[Stored]) -> list[Stored]:
        assert any(old in row.body for row in rows)
        return [Stored(row.seq, row.at, row.body.replace(old, new)) for row in rows]

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows[:3] + rows[4:], "event 4 is missing"),
        (lambda rows: rows[1:], "event 1 is missing"),
        (lambda rows: rows[:0], "there are no events"),
        (replaced(b'"event":"game-started"', b'"event":"game-over"'), "do not make a table"),
        (replaced(b'"seed":"', b'"seed":"0'), "commitment"),
        (replaced(b'"points":', b'"points":1'), "not the one"),
        (replaced(b'"by":"person"', b'"by":"nobody"'), "do not make a table"),
    ],
)
def test_a_table_that_was_changed(
    change: Callable[[list[Stored]], list[Stored]], said: str
) -> None:
    scene, people = many_persons(2)
    scene.play_on(people, turns=6)
    with pytest.raises(BadTable, match=said):
        check_table(change(stored(scene)))


def test_tiles_that_were_dealt_by_somebody_else() -> None:
    scene, people = many_persons(2)
    other, _ = many_persons(2)
    scene.play_on(people, turns=3)
    rows = stored(scene)
    seed, commitment = scene.table.seed, scene.table.commitment
    strange = Scene(c.OpenTable((SeatPlan("person"),) * 2), people[0], "another").table
    rows[0] = Stored(
        1,
        rows[0].at,
        rows[0]
        .body.replace(seed.encode(), strange.seed.encode())
        .replace(commitment.encode(), strange.commitment.encode()),
    )
    with pytest.raises(BadTable, match="not the one of its seed"):
        check_table(rows)
    assert other.table.seed == seed
