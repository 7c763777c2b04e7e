"""Tables that begin in a position: set up, played, recorded and checked like any other."""

from __future__ import annotations

import asyncio

import pytest

from qwirkle import Game
from qwirkle.analysis.judge.position import BestTurns
from qwirkle.errors import Refused
from qwirkle.notation.record import read_record
from qwirkle.notation.record.replay import check_record
from qwirkle.players import bot
from qwirkle.rules.family import GAMES
from qwirkle.tables.admin.audit import check_table
from qwirkle.tables.analysis.positions import PositionQueries, check_position
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide import open_table
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.standings import is_rated
from qwirkle.tables.core.views import SPECTATOR, Viewer, table_view
from qwirkle.tables.live.records import record_text
from qwirkle.tables.live.workers import Workers

from .scene import START, Numbered, Scene, device, frozen, many_persons
from .test_audit import stored

every_game = pytest.mark.parametrize("game", GAMES)
LINE = "classic 0,0:RoRsRb GoGsGbBxBdBc ? 12-9 2"


def middle(game: str, players: int, turns: int = 8) -> str:
    played = Game.new(game, players, seed=players)
    greedy = bot("greedy", 1)
    for _ in range(turns):
        if played.to_move is not None:
            played.play(greedy.choose(played.view(played.to_move)))
    return played.position


async def best(line: str) -> BestTurns:
    return await PositionQueries(Workers()).best(line)


@every_game
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_begins_in_its_position_and_is_played_to_its_end(game: str, players: int) -> None:
    line = middle(game, players)
    scene, people = many_persons(players, game, position=line)
    table = scene.table
    assert table.to_move == int(line.split()[5]) - 1
    assert table_view(table, SPECTATOR, START).from_position
    for seat in (*range(players), None):
        text = record_text(table, stored(scene), seat)
        assert ("Position: " + line in text) == (seat == table.to_move)
    scene.play_on(people)
    assert frozen(check_table(stored(scene))) == frozen(scene.table)
    record = read_record(record_text(scene.table, stored(scene), None))
    assert record.header("Position") == line
    assert check_record(record).result is not None


@every_game
def test_what_the_position_does_not_say_changes_nothing_that_is_shown(game: str) -> None:
    """The hand of the seat to move is in the text of the position, and nobody else sees it."""
    shown = []
    for name in ("one", "other"):
        ann = device("Ann")
        seats = (SeatPlan("person", "Ann"), SeatPlan("bot", bot="greedy"))
        scene = Scene(c.OpenTable(seats, game, position=middle(game, 2)), ann, name)
        scene.do(ann, c.Start())
        to_move = scene.table.to_move
        assert to_move is not None
        view = table_view(scene.table, Viewer((to_move,)), START)
        public = table_view(scene.table, SPECTATOR, START)
        assert public.you.hands == ()
        shown.append((view.game, view.you, public.game, public.you))
    assert shown[0] == shown[1]


def test_a_table_from_a_position_is_never_rated() -> None:
    rated = []
    for position in (None, LINE):
        ann, ben = device("Ann", "account 1"), device("Ben", "account 2")
        seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
        scene = Scene(c.OpenTable(seats, hints=False, position=position), ann)
        scene.do(ben, c.Sit("Ben"))
        rated.append(is_rated(scene.table))
    assert rated == [True, False]


@pytest.mark.parametrize(
    ("position", "game", "reasons"),
    [
        ("", "classic", ("bad-position",)),
        ("chess", "classic", ("bad-position",)),
        ("x" * 5000, "classic", ("bad-position",)),
        (LINE, "select", ("bad-position",)),
        ("classic 0,0:RoRsRb GoGs ? 12-9-8 2", "classic", ("bad-position",)),
        ("classic 0,0:RoBsRo GoGs ? 12-9 2", "classic", ("line-duplicate", "line-mixed")),
        ("classic 0,0:RoRs GoGs 7 12-9 2", "classic", ("bag-wrong",)),
        ("cards RoRs GoGs ? -;- 1", "cards", ("set-too-small",)),
        ("classic - - ? 0-0 1 options=" + "[" * 900, "classic", ("bad-position",)),
    ],
)
def test_a_position_that_cannot_be_played_opens_no_table(
    position: str, game: str, reasons: tuple[str, ...]
) -> None:
    seats = (SeatPlan("person", "Ann"), SeatPlan("bot"))
    with pytest.raises(Refused) as refused:
        open_table(device("Ann"), c.OpenTable(seats, game, position=position), START, Numbered())
    assert refused.value.reasons == reasons
    assert all(found.message for found in refused.value.refusals)


@every_game
def test_the_text_of_a_checked_position_goes_round(game: str) -> None:
    line = middle(game, 3)
    found = check_position(line)
    assert (found.position, found.problems) == (line, ())
    assert found.game is not None
    assert found.game.game == game


@every_game
def test_the_best_turns_of_a_position(game: str) -> None:
    found = asyncio.run(best(middle(game, 2, turns=3)))
    assert found.turns
    assert found.turns[0].lost == 0
    assert [turn.lost for turn in found.turns] == sorted(turn.lost for turn in found.turns)
    played = Game.from_position(found.position, seed=1)
    for turn in found.turns:
        assert played.is_legal(turn.text)


def test_nobody_waits_for_the_best_turns_in_a_long_queue() -> None:
    async def crowd() -> list[object]:
        queries = PositionQueries(Workers(max_waiting_each=3))
        # One is being looked at, three wait, and one is too many.
        asked = [queries.best(LINE) for _ in range(5)]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    *found, refused = asyncio.run(crowd())
    assert all(answer == found[0] for answer in found)
    assert isinstance(refused, Refused)
    assert refused.reasons == ("busy",)


def test_without_a_hand_there_is_no_best_turn() -> None:
    with pytest.raises(Refused, match="Put the tiles in the hand"):
        asyncio.run(best("classic 0,0:RoRsRb ? ? 12-9 2"))
