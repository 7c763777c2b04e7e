"""Matches of greedy and random bots run in the core, and are the same matches."""

from __future__ import annotations

import msgspec
import pytest

from qwirkle.lab import games
from qwirkle.lab.fast_games import play_fast
from qwirkle.lab.games import GameResult, MatchPlan, play_game
from qwirkle.players import bot
from qwirkle.players.greedy import GreedyBot
from qwirkle.players.rng import Chance
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.editions.placement import edition as placement_edition
from qwirkle.rules.family import GAMES, AnyEdition, edition


def without_times(result: GameResult) -> GameResult:
    nothing = (0.0,) * len(result.scores)
    return msgspec.structs.replace(result, seconds=nothing, cpu_seconds=nothing)


MINI = placement_edition("mini")
TEN = msgspec.structs.replace(edition("cards"), id="ten", hand=10)


@pytest.mark.parametrize("rules", [*map(edition, GAMES), TEN], ids=[*GAMES, "ten cards"])
@pytest.mark.parametrize("bots", [("greedy", "random"), ("random", "greedy", "greedy")], ids=str)
def test_a_fast_game_has_the_result_of_the_ordinary_one(
    rules: AnyEdition, bots: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = MatchPlan(bots, rules, games=len(bots), seed="fast")
    fast = [without_times(play_game(plan, number)) for number in range(len(bots))]
    monkeypatch.setattr(games, "play_fast", lambda *_: None)
    assert fast == [without_times(play_game(plan, number)) for number in range(len(bots))]


def test_a_fast_game_is_timed_by_seat() -> None:
    played = play_fast(edition("classic"), "times", [bot("greedy", 1), bot("random", 2)])
    assert played is not None
    assert sum(played.moves) == played.turns
    assert min(played.seconds) > 0
    assert max(played.moves) - min(played.moves) <= 1


class SlyBot(GreedyBot):
    """Greedy by descent only."""


@pytest.mark.parametrize("game", ["classic", "cards"])
@pytest.mark.parametrize("other", [bot("value", 1), bot("level:2", 1), SlyBot(Chance(1))])
def test_other_bots_are_asked_themselves(other: GreedyBot, game: str) -> None:
    assert play_fast(edition(game), "other", [bot("greedy", 1), other]) is None


@pytest.mark.parametrize(
    "rules",
    [
        msgspec.structs.replace(
            MINI, action_tiles=msgspec.structs.replace(MINI.action_tiles, kinds=(Action.TAKE,) * 17)
        ),
        msgspec.structs.replace(edition("cards"), hand=11),
    ],
    ids=["many action tiles", "eleven cards"],
)
def test_rules_beyond_the_core_are_played_by_the_book(rules: AnyEdition) -> None:
    assert play_fast(rules, "many", [bot("greedy", 1), bot("greedy", 2)]) is None
    assert play_game(MatchPlan(("greedy", "greedy"), rules), 0).turns > 0


def test_too_many_choices_are_left_to_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand of 50 tiles has more openings than the core ranks."""
    plan = MatchPlan(
        ("greedy", "greedy"),
        msgspec.structs.replace(edition("select"), most_players=2, hand=50),
    )
    played: list[object] = []

    def tried(*given: object) -> None:
        played.append(play_fast(*given))  # type: ignore[arg-type]

    monkeypatch.setattr(games, "play_fast", tried)
    play_game(plan, 0)
    assert played == [None]
