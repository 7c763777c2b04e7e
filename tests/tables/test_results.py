"""Results of games: what is counted, for whom, how often, and what it adds up to."""

from __future__ import annotations

import asyncio
import csv
import io
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from qwirkle.analysis.review.report import VERSION
from qwirkle.rules.family import view
from qwirkle.tables.admin.audit import Derived, audit_store
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.events import TurnPlayed, write_event
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.results import keeper as module
from qwirkle.tables.results.keeper import ResultKeeper
from qwirkle.tables.results.statistics import PersonStatistics, StatisticsDesk
from qwirkle.tables.results.tally import tally, turn_points
from qwirkle.tables.storage.ports import Account, Append, GameResult, IndexEntry, SeatResult, Stored
from qwirkle.testing.memory_store import MemoryStore
from qwirkle.testing.stores.appends import append_events

from .clients import Known, person, run
from .memory import MemoryBus
from .reviewed import a_review
from .scene import START, Scene, device, many_persons, two_persons

ANN, BEN = person("Ann"), person("Ben")
FINISHED = IndexEntry("A table", "classic", finished=True)


def stored(scene: Scene) -> list[Stored]:
    return [
        Stored(number, at, write_event(event)) for number, (event, at) in enumerate(scene.log, 1)
    ]


def seats_of(scene: Scene) -> tuple[SeatResult, ...]:
    result = tally(stored(scene))
    assert result is not None
    return result.seats


def scores(scene: Scene) -> list[int]:
    return [player.score for player in view(game_of(scene.table), None).players]


@pytest.mark.parametrize("game", ["classic", "mini", "cards"])
def test_the_points_of_turns_add_up_to_what_the_game_says(game: str) -> None:
    """The best turn is one of those by which scores grew, and nobody gets another's."""
    scene, people = many_persons(2, game)
    best = [0, 0]
    while scene.table.to_move is not None:
        before = scores(scene)
        scene.play_on(people, turns=1)
        after = scores(scene)
        best = [max(old, new - had) for old, new, had in zip(best, after, before, strict=True)]
    ended = scene.table.ended
    assert ended is not None
    result = tally(stored(scene))
    assert result is not None
    assert (result.game, result.edition, result.at) == (scene.table.id, game, ended.at)
    assert [seat.best_turn for seat in result.seats] == best
    scored = Counter[int]()
    for event, _ in scene.log:
        if isinstance(event, TurnPlayed):
            scored[event.seat] += turn_points(event.events)
    assert [scored[seat] for seat in range(2)] == list(ended.scores)
    assert [seat.score for seat in result.seats] == list(ended.scores)
    assert [seat.place for seat in result.seats] == list(ended.places)
    lead = ended.scores[0] - ended.scores[1]
    assert [seat.margin for seat in result.seats] == [lead, -lead]
    if game_of(scene.table).edition.family == "cards":
        assert [seat.qwirkles for seat in result.seats] == list(ended.scores)


def test_turns_that_were_taken_back_do_not_count() -> None:
    """The best turn of a game is one that stayed."""
    scene = Scene(c.OpenTable((SeatPlan("person", "Ann"), SeatPlan("bot"))), device("Ann"))
    ann = device("Ann")
    scene.do(ann, c.Start())
    scene.play_on([ann], turns=6)
    played = len([event for event, _ in scene.log if type(event).__name__ == "TurnPlayed"])
    while scene.table.may_take_back:
        scene.do(ann, c.TakeBack())
    assert played == 6
    scene.do(ann, c.Resign())
    assert tally(stored(scene)) is None  # as far as the game goes, nobody has had a turn


def test_people_are_told_apart_by_account_then_device_then_name() -> None:
    ann = device("Ann", "account of Ann")
    seats = (
        SeatPlan("person", "Ann"),
        SeatPlan("person", "Änn"),
        SeatPlan("person"),
        SeatPlan("bot", bot="level:3"),
    )
    scene = Scene(c.OpenTable(seats), ann)
    ben = device("Ben")
    scene.do(ben, c.Sit("Ben"))
    scene.do(ann, c.Start())
    scene.play_on([ann, ben], turns=4)
    scene.do(ben, c.Resign())
    scene.do(ann, c.Resign(0))
    scene.do(ann, c.Resign(1))
    assert [seat.person for seat in seats_of(scene)] == [
        "account:account of Ann",
        f"device:{ann.key}:änn",
        f"device:{ben.key}",
        "bot:level:3",
    ]


def test_what_happens_after_the_end_changes_nothing() -> None:
    scene, ann, ben = two_persons()
    scene.play_on([ann, ben], turns=2)
    scene.do(ben, c.Resign())
    before = tally(stored(scene))
    scene.do(ann, c.SetRecovery("token"))
    scene.do(device("Another"), c.Carry("token"))
    scene.do(device("Another"), c.SignOthersOut())
    assert scene.table.seats[0].keys == (device("Another").key,)
    assert tally(stored(scene)) == before


@pytest.mark.parametrize(
    ("turns", "counts"), [(0, False), (1, False), (2, True)], ids=["none", "one", "both"]
)
def test_a_game_that_was_given_up_counts_once_everybody_had_a_turn(
    turns: int, counts: bool
) -> None:
    scene, ann, ben = two_persons()
    scene.play_on([ann, ben], turns=turns)
    scene.do(ann, c.Resign())
    result = tally(stored(scene))
    assert (result is not None) == counts
    if result is not None:
        # Whoever gives up has lost, whatever the points; nobody leads by points then.
        assert [(seat.place, seat.margin) for seat in result.seats] == [(2, None), (1, None)]


@pytest.mark.parametrize("house", [True, False])
def test_house_rules_do_not_count(house: bool) -> None:
    rule = 'id = "h"\nname = "H"\nbased_on = "classic"\n'
    more = {"game": "h", "house_rule": rule} if house else {}
    scene, ann, ben = two_persons(**more)
    scene.play_on([ann, ben], turns=2)
    scene.do(ann, c.Resign())
    assert (tally(stored(scene)) is None) == house


class Desk:
    """A process that counts games, over a store that is looked into."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.time = START
        self.faults: list[str] = []
        self.tables = Tables(self.store, MemoryBus(), now=lambda: self.time, secrets=Known)
        self.keeper = ResultKeeper(
            self.tables,
            self.store,
            self.store,
            self.store,
            on_fault=lambda game, _: self.faults.append(game),
        )
        self.statistics = StatisticsDesk(self.store, self.store)

    async def add(self, scene: Scene) -> str:
        """Put a whole table into the store, as another process would have."""
        for row in stored(scene):
            finished = row.seq == len(scene.log) and scene.table.phase == "ended"
            await self.store.append(
                Append(
                    game=scene.table.id,
                    expected_seq=row.seq - 1,
                    command_id=f"{row.seq}",
                    at=row.at,
                    events=[row.body],
                    answer=b"{}",
                    due=None,
                    index=FINISHED if finished else None,
                )
            )
        return scene.table.id

    async def of(self, caller: Caller) -> dict[tuple[str, str], PersonStatistics]:
        found = (await self.statistics.of_caller(caller)).people
        return {(known.who, known.name): known for known in found}


@cache
def finished_game(name: str, *, resigns: bool = False) -> Scene:
    """A game of the devices of Ann and Ben, as the service knows them."""
    ann, ben = ANN.actor(), BEN.actor()
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    scene = Scene(c.OpenTable(seats), ann, name)
    scene.do(ben, c.Sit("Ben"))
    scene.do(ann, c.Start())
    scene.play_on([ann, ben], turns=4 if resigns else 10_000)
    if resigns:
        scene.do(ben, c.Resign())
    return scene


def test_games_are_counted_in_the_background_each_once() -> None:
    async def scene() -> None:
        desk = Desk()
        desk.keeper.start()
        first = await desk.add(finished_game("a"))
        await desk.add(finished_game("given up", resigns=True))
        await until_counted(desk)
        assert await desk.store.result(first) is not None
        ann, ben = (await desk.of(ANN))["device", ""], (await desk.of(BEN))["device", ""]
        (classic,), (met,) = ann.games, ann.opponents
        assert (classic.game, classic.games) == ("classic", 2)
        assert (met.kind, met.name) == ("guest", "Ben")
        (head,) = met.games
        assert head.games == 2
        assert head.won + head.lost == 2
        assert head.margins.games == 1
        (back,) = ben.opponents[0].games
        assert (back.won, back.lost, back.margins.sum) == (head.lost, head.won, -head.margins.sum)
        # Nothing that a device could be known by elsewhere.
        assert (BEN.key or "") not in msgspec.json.encode(ann).decode()
        await desk.keeper.stop()
        assert desk.faults == []

    run(scene)


async def until_counted(desk: Desk) -> None:
    desk.keeper._ended.set()
    while await desk.store.to_tally(1):
        await asyncio.sleep(0.001)


def test_a_table_that_cannot_be_read_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "BATCH", 1)
    monkeypatch.setattr(module, "PAUSE", 0)

    async def scene() -> None:
        desk = Desk()
        await append_events(desk.store, "! comes first", index=FINISHED)
        game = await desk.add(finished_game("a"))
        for _ in range(4):
            await desk.keeper.keep_some()
        assert await desk.store.result(game) is not None
        assert desk.faults == ["! comes first"]

    run(scene)


def test_luck_comes_from_the_review_whichever_is_made_first() -> None:
    async def scene() -> None:
        desk = Desk()
        review = msgspec.json.encode(a_review())
        before, after = await desk.add(finished_game("a")), await desk.add(finished_game("b"))
        await desk.store.keep_document(before, "review", VERSION, review, 1)
        await desk.keeper.keep_luck(before, review)
        await desk.keeper.keep_some()
        await desk.store.keep_document(after, "review", VERSION, review, 1)
        await desk.keeper.keep_luck(after, review)
        for game in (before, after):
            assert [seat.luck for seat in results(await desk.store.result(game))] == [1.5, 1.5]
        luck = (await desk.of(ANN))["device", ""].games[0].luck
        assert (luck.games, luck.sum) == (2, 3.0)

    run(scene)


def results(result: GameResult | None) -> Sequence[SeatResult]:
    return () if result is None else result.seats


def test_people_around_one_device_have_statistics_of_their_own() -> None:
    async def scene() -> None:
        desk = Desk()
        ann = ANN.actor()
        seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Ben"))
        table = Scene(c.OpenTable(seats), ann)
        table.do(ann, c.Start())
        table.play_on([ann], turns=2)
        table.do(ann, c.Resign(0))
        await desk.add(table)
        await desk.keeper.keep_some()
        found = await desk.of(ANN)
        assert set(found) == {("shared", "Ann"), ("shared", "Ben")}
        assert [known.name for known in found["shared", "Ann"].opponents] == ["Ben"]
        assert (await desk.of(BEN)) == {}

    run(scene)


def test_an_account_is_known_by_its_name_of_today() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.store.add_account(Account("a", "Anna", "", 0))
        await desk.store.add_account(Account("b", "Benjamin", "", 0))
        ann, ben = Caller(ANN.secret, "a"), Caller(BEN.secret, "b")
        seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
        table = Scene(c.OpenTable(seats), ann.actor())
        table.do(ben.actor(), c.Sit("Ben"))
        table.do(ann.actor(), c.Start())
        table.play_on([ann.actor(), ben.actor()], turns=2)
        table.do(ben.actor(), c.Resign())
        await desk.add(table)
        await desk.keeper.keep_some()
        found = await desk.of(ann)
        assert set(found) == {("account", "Anna")}
        met = found["account", "Anna"].opponents[0]
        assert (met.kind, met.name) == ("account", "Benjamin")
        # The same device without its account has played nothing.
        assert await desk.of(ANN) == {}
        await desk.store.remove_account("b")
        met = (await desk.of(ann))["account", "Anna"].opponents[0]
        assert (met.kind, met.name) == ("guest", "Guest")
        # What the events still say is no fault of the results, but what they never said is.
        row = await desk.store.row(table.table.id)
        as_it_is: Any = lambda _: row  # noqa: E731 - only the results are looked at here
        assert [audit.faults async for audit in audit_store(desk.store, as_it_is)] == [()]
        kept = await desk.store.result(table.table.id)
        assert kept is not None
        wrong = replace(kept, seats=(kept.seats[0], replace(kept.seats[1], score=999)))
        await desk.store.keep_results(table.table.id, wrong)
        faults = [audit.faults async for audit in audit_store(desk.store, as_it_is)]
        assert len(faults[0]) == 1

    run(scene)


def test_the_spreadsheet_has_a_line_for_every_game() -> None:
    async def scene() -> None:
        desk = Desk()
        ann = ANN.actor()
        seats = (SeatPlan("person", "=1+1"), SeatPlan("bot", bot="level:2"))
        table = Scene(c.OpenTable(seats), ann)
        table.do(ann, c.Start())
        table.play_on([ann], turns=2)
        table.do(ann, c.Resign())
        await desk.add(table)
        await desk.add(finished_game("given up", resigns=True))
        await desk.keeper.keep_some()
        text = b"".join([part async for part in desk.statistics.csv_of(ANN)]).decode()
        lines = list(csv.DictReader(io.StringIO(text)))
        assert {line["name"] for line in lines} == {"'=1+1", "Ann"}
        given_up = next(line for line in lines if line["name"] == "Ann")
        assert (given_up["place"], given_up["margin"], given_up["luck"]) == ("1", "", "")
        assert given_up["others"].startswith("Ben ")
        assert given_up["ended"].startswith("2027-01-15T")

    run(scene)


def test_results_that_do_not_follow_from_events_are_found_out() -> None:
    async def scene() -> None:
        desk = Desk()
        game = await desk.add(finished_game("a"))
        await desk.keeper.keep_some()
        await desk.store.keep_luck(game, (1.0, 2.0))
        assert [checked.faults async for checked in audit_store(desk.store, derive)] == [()]
        kept = await desk.store.result(game)
        assert kept is not None
        wrong = msgspec.structs.replace(
            kept, seats=(msgspec.structs.replace(kept.seats[0], best_turn=99), kept.seats[1])
        )
        for result in (wrong, None):
            await desk.store.keep_results(game, result)
            (checked,) = [checked async for checked in audit_store(desk.store, derive)]
            assert "statistics" in checked.faults[0]

    run(scene)


def derive(_: Sequence[Stored]) -> Derived:
    return Derived(None, FINISHED)
