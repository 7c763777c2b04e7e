"""“My game”: figures with intervals, none from too few games, only of one's own games."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from qwirkle.analysis.habits import CostlyTurn, Habits, Losses
from qwirkle.analysis.review.levels import clean_shares
from qwirkle.analysis.review.review import review
from qwirkle.analysis.review.steps import steps_of
from qwirkle.notation.record import read_record
from qwirkle.protocol.shapes.turns import Turn
from qwirkle.rules.family import edition
from qwirkle.tables.coach.memory import Memory
from qwirkle.tables.coach.my_game import FEWEST, MyGames, PlayedGame, mean_of, summarise
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.records import record_text
from qwirkle.tables.live.workers import Workers

from .clients import Process, person, run

ANN, BEN = person("Ann"), person("Ben")
TURN = CostlyTurn(3, 4.5, "some position", Turn(trade=()))


def habits(lost: float = 3.0, **more: Any) -> Habits:
    given: dict[str, Any] = {
        "players": 2,
        "accuracy": 80.0 - lost,
        "phases": {"opening": Losses(3, lost), "middle": Losses(10, 1.0)},
        "kinds": {"five": Losses(1, lost), "qwirkle": Losses(1, 1.0)},
        "bins": (11, 0, 0, 1, 0, 0, 1, 0, 0, 0),
        "costly": (TURN,),
    }
    return Habits(**{**given, **more})


def games(*found: Habits) -> list[tuple[PlayedGame, Habits]]:
    """The latest first."""
    last = len(found)
    return [
        (PlayedGame(f"table{last - at}", "classic", last - at, 0), each)
        for at, each in enumerate(found)
    ]


def test_too_few_games_have_no_figures() -> None:
    some = summarise("classic", games(*[habits()] * (FEWEST - 1)))
    assert some.games == FEWEST - 1
    assert (some.accuracy, some.clean, some.like, some.phases, some.kinds) == (
        None,
        None,
        None,
        (),
        (),
    )
    assert len(some.course) == FEWEST - 1
    assert len(some.turns) == FEWEST - 1
    assert summarise("classic", games(*[habits()] * FEWEST)).accuracy is not None
    assert summarise("classic", []).decisions == 0


def test_means_are_over_games_with_their_intervals() -> None:
    found = summarise("classic", games(*(habits(lost) for lost in (1.0, 2.0, 3.0, 4.0, 5.0))))
    five, qwirkle = found.kinds
    assert (five.kind, five.turns, five.lost.mean) == ("five", 5, 3.0)
    # Student's 97.5 % point with four degrees of freedom is 2.776; the deviation is 1.5811.
    assert five.lost.high - 3.0 == pytest.approx(2.776 * 1.5811 / 5**0.5, abs=0.02)
    assert five.lost.low == pytest.approx(6.0 - five.lost.high)
    assert (qwirkle.lost.mean, qwirkle.lost.low, qwirkle.lost.high) == (1.0, 1.0, 1.0)
    assert found.accuracy is not None
    assert found.accuracy.mean == 77.0
    assert [one.at for one in found.course] == [1, 2, 3, 4, 5]
    late = next(phase for phase in found.phases if phase.phase == "late")
    assert (late.decisions, late.lost.mean) == (0, 0.0)


def test_a_game_without_a_mistake_counts_as_one_without() -> None:
    clean = habits(kinds={}, phases={"middle": Losses(13, 0.0)})
    found = summarise("classic", games(habits(5.0), *[clean] * 4))
    assert found.kinds[0].lost.mean == 1.0


def test_the_comparison_with_animals_is_from_what_was_measured() -> None:
    found = summarise("classic", games(*[habits()] * 6))
    assert found.like is not None
    assert found.like.low <= found.like.level <= found.like.high
    shares = clean_shares(edition("classic"), 2)
    assert found.like.above == found.like.level + 1
    assert found.like.above_clean == round(shares[found.like.level], 3)
    assert found.clean is not None
    assert found.clean.mean == round(11 / 13, 3)
    assert found.clean.low < found.clean.mean < found.clean.high


def test_games_of_more_players_are_not_compared_with_levels_in_games_of_two() -> None:
    assert summarise("classic", games(*[habits(players=3)] * 6)).like is None


@pytest.mark.parametrize("count", [5, 12, 60])
def test_the_interval_is_that_of_student(count: int) -> None:
    known = {5: 2.776, 12: 2.201, 60: 2.001}
    found = mean_of([float(number) for number in range(count)], 6)
    deviation = (count * (count + 1) / 12) ** 0.5
    assert found.high - found.mean == pytest.approx(known[count] * deviation / count**0.5, rel=0.01)


# In a service


async def finished(process: Process, turns: int = 6, **more: Any) -> str:
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    if more.get("teaching") is not None:
        seats = (SeatPlan("person", "Ann"), SeatPlan("bot"))
    table = (await process.tables.open(ANN, c.OpenTable(seats, **more), f"{more}")).table
    if more.get("teaching") is None:
        await process.do(table, BEN, c.Sit("Ben"))
    await process.do(table, ANN, c.Start())
    for _ in range(turns):
        await process.play_turn(table, [ANN, BEN])
    await process.do(table, ANN, c.Resign())
    return table


async def review_of(process: Process, table: str) -> bytes:
    state = await process.tables.current(table)
    record = record_text(state, await process.store.read(table), None)
    return msgspec.json.encode(review(steps_of(read_record(record))))


@pytest.mark.usefixtures("each_store")
def test_what_a_review_shows_is_kept_with_the_game_and_goes_with_it() -> None:
    async def scene() -> None:
        process = Process()
        memory = Memory(process.tables, process.store, process.store, Workers())
        table = await finished(process)
        assert await memory.of(table) == ()
        await memory.keep(table, await review_of(process, table))
        kept = await memory.of(table)
        assert [seat is not None for seat in kept] == [True, True]
        assert all(seat is not None and sum(seat.bins) > 0 for seat in kept)
        # Another process finds it.
        other = Memory(process.tables, process.store, process.store, Workers())
        assert await other.of(table) == kept
        await process.store.remove_table(table)
        assert await memory.of(table) == ()
        await process.leave()

    run(scene)


def test_nothing_is_kept_of_a_teaching_game() -> None:
    async def scene() -> None:
        process = Process()
        memory = Memory(process.tables, process.store, process.store, Workers())
        table = await finished(process, 0, teaching=3)
        await memory.keep(table, b"no review")
        assert await memory.of(table) == ()
        await process.leave()

    run(scene)


def test_only_the_own_seat_of_the_own_games_counts() -> None:
    class Kept(Memory):
        def __init__(self) -> None:
            pass

        async def of(self, table: str) -> tuple[Habits | None, ...]:
            return () if table == "unreviewed" else (habits(1.0), habits(9.0), None)

    async def latest(caller: Caller, limit: int) -> list[PlayedGame]:
        assert limit >= 60
        if caller != ANN:
            return []
        tables = [("one", 0), ("two", 1), ("three", 2), ("unreviewed", 0)]
        other = PlayedGame("other game", "cards", 5, 0)
        return [*(PlayedGame(table, "classic", 9, seat) for table, seat in tables), other]

    async def scene() -> None:
        mine = MyGames(latest, Kept())
        found = await mine.of_caller(ANN, "classic")
        assert [one.accuracy for one in found.course] == [71.0, 79.0]
        assert found.games == 2
        assert (await mine.of_caller(BEN, "classic")).games == 0

    run(scene)
