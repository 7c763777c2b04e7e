"""The opponent that fits a person, from the results of their games."""

from __future__ import annotations

import msgspec
import pytest

from qwirkle.rules.editions.base import Key
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.results.fitting import FittingOpponent, FittingOpponents
from qwirkle.tables.results.model import GameResult, SeatResult
from qwirkle.tables.results.statistics import StatisticsService
from qwirkle.tables.results.tally import device_person
from qwirkle.tables.stores import store_in_memory
from qwirkle.testing.expect import new_id
from qwirkle.testing.stores.appends import append_events

from .clients import person, run

WHO = person("Ann")
ANN = device_person(WHO.key or "")
BEN = device_person("ben")


def seats(
    person: str, bot: str, margin: int | None, luck: float | None = None
) -> tuple[SeatResult, ...]:
    """A person and an opponent; the luck of the person, where that of both is known."""
    lost = margin is None or margin < 0
    theirs = None if margin is None else -margin
    return (
        SeatResult(0, person, "Ann", 1 + lost, False, 100, margin, 12, 1, luck),
        SeatResult(1, bot, "Bot", 2 - lost, False, 100, theirs, 12, 1, None if luck is None else 0),
    )


async def fitting(
    *games: tuple[SeatResult, ...],
    edition: str = "classic",
    family: Key = "placement",
    who: Caller = WHO,
) -> FittingOpponent:
    """The opponent of Ann after these games, the oldest first."""
    store = store_in_memory()
    try:
        for at, played in enumerate(games):
            game = new_id()
            await append_events(store, game)
            assert await store.keep_results(game, GameResult(game, edition, at, played))
        return await FittingOpponents(store).of_caller(who, family)
    finally:
        await store.close()


def test_a_person_without_games_meets_a_middling_level() -> None:
    found = run(fitting())
    assert (found.bot, found.level, found.games) == ("level:4", 4, 0)
    nobody = run(FittingOpponents(store_in_memory()).of_caller(Caller(), "placement"))
    assert nobody == found


def test_the_level_follows_from_margins_against_levels() -> None:
    won = run(fitting(*[seats(ANN, "bot:level:4", 20)] * 5))
    lost = run(fitting(*[seats(ANN, "bot:level:4", -20)] * 5))
    assert lost.level < 4 < won.level
    assert won.bot == f"level:{won.level:g}"
    assert won.low <= won.level <= won.high
    assert won.games == 5


def test_levels_between_levels_count_too() -> None:
    assert run(fitting(seats(ANN, "bot:level:6.5", 0))).level > 4


def test_luck_is_taken_off_where_that_of_both_is_known() -> None:
    lucky = run(fitting(*[seats(ANN, "bot:level:4", 20, luck=40)] * 5))
    assert lucky.level < 4


def test_a_game_that_was_given_up_counts_as_lost() -> None:
    assert run(fitting(seats(ANN, "bot:level:4", None))).level < 4


def test_the_latest_games_count_most() -> None:
    worse, better = seats(ANN, "bot:level:4", -25), seats(ANN, "bot:level:4", 25)
    assert run(fitting(*[worse] * 20, *[better] * 20)).level > 4.5
    assert run(fitting(*[better] * 20, *[worse] * 20)).level < 3.5


@pytest.mark.parametrize(
    "other",
    [
        seats(BEN, "bot:level:4", 60),
        seats(ANN, BEN, 60),
        seats(ANN, "bot:greedy", 60),
        (*seats(ANN, "bot:level:4", 60), msgspec.structs.replace(seats(BEN, BEN, 60)[0], seat=2)),
    ],
    ids=["another person's", "against a person", "against another bot", "of three"],
)
def test_other_games_do_not_count(other: tuple[SeatResult, ...]) -> None:
    assert run(fitting(other)).games == 0


def test_each_family_has_a_level_of_its_own() -> None:
    games = [seats(ANN, "bot:level:4", 5)] * 3
    assert run(fitting(*games, edition="cards")).games == 0
    assert run(fitting(*games, edition="cards", family="cards")).games == 3
    assert run(fitting(*games, edition="select")).games == 3


def test_an_account_has_games_of_its_own() -> None:
    """Whoever signs in on this device is not the guest who played on it."""
    signed_in = msgspec.structs.replace(WHO, account="ann")
    played = seats(ANN, "bot:level:4", 30)
    assert run(fitting(played, who=signed_in)).games == 0
    assert run(fitting(played)).games == 1


def test_statistics_count_all_levels_between_levels_as_one_opponent() -> None:
    async def scene() -> None:
        store = store_in_memory()
        for at, level in enumerate(("4.3", "4.6", "4")):
            game = new_id()
            await append_events(store, game)
            played = seats(ANN, f"bot:level:{level}", 5)
            await store.keep_results(game, GameResult(game, "classic", at, played))
        (person,) = (await StatisticsService(store).of_caller(WHO)).people
        met = {known.bot: known.games[0].games for known in person.opponents}
        assert met == {"fitting": 2, "level:4": 1}
        await store.close()

    run(scene)
