"""Games by random bots: they end by rule, and nothing is ever lost."""

from __future__ import annotations

from collections import Counter

import pytest

from qwirkle.rules.editions.placement import PLACEMENT_GAMES, Action, edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.state import State
from rules.table import NAMES

from .games import accounted, ended_by_rule, events_and_states
from .scene import AT_START

every_game = pytest.mark.parametrize("game", [*PLACEMENT_GAMES, "mini, at the start"])
every_table = pytest.mark.parametrize("seats", [2, 3, 4])


def play(game: str, seats: int, games: int) -> Counter[object]:
    """Play this many games, check every piece after every event, and count what happened."""
    name, _, variant = game.partition(", ")
    played = edition(name, AT_START if variant else None)
    seen: Counter[object] = Counter()
    for number in range(games):
        used: Counter[object] = Counter()
        last: State | None = None
        for event, last in events_and_states(played, NAMES[:seats], f"{game} {seats} {number}"):
            accounted(event, last, used)
            seen[type(event)] += 1
        assert last is not None
        ended_by_rule(last)
        assert last.result is not None
        seen[last.result.ending] += 1
    return seen


@every_table
@every_game
def test_nothing_is_lost_and_games_end_by_rule(game: str, seats: int) -> None:
    seen = play(game, seats, 3)
    assert seen["went-out"] + seen["all-passed"] + seen["no-progress"] == 3


@pytest.mark.slow
@pytest.mark.timeout(3600)
@every_table
@every_game
def test_nothing_is_lost_in_a_thousand_games(game: str, seats: int) -> None:
    seen = play(game, seats, 1000)
    assert seen[e.GameEnded] == 1000
    assert seen["went-out"] > 900


def test_the_random_games_use_what_the_family_adds() -> None:
    mini = play("mini", 2, 4)
    assert mini[e.SpecialShown] == 8
    assert mini[e.Took] > 0
    assert mini[e.DrewThree] > 0
    handed = play("mini, at the start", 3, 2)
    assert handed[e.ActionsHandedOut] == 2
    for game in ("select", "combined"):
        seen = play(game, 2, 4)
        assert seen[e.TokensWon] > 0
        assert seen[e.Took] > 0
    assert play("connect", 2, 1)[e.TableLaid] == 1


def test_the_accounts_can_be_wrong() -> None:
    """A token, an action tile or a tile too many is noticed."""
    steps = list(events_and_states(edition("select"), NAMES[:2], "lost"))
    event, state = steps[-1]
    used: Counter[object] = Counter()
    for step in steps:
        accounted(*step, used)
    with pytest.raises(AssertionError):
        accounted(event, state, Counter({**used, (Action.TAKE, 0): used[Action.TAKE, 0] + 1}))
