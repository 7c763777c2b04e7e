"""Levels: a ladder of opponents that overlook and misjudge, and never throw anything away."""

from __future__ import annotations

from itertools import pairwise

import pytest

from qwirkle import Game, bot
from qwirkle.engine.legal import placements
from qwirkle.errors import BotError
from qwirkle.lab.match import MatchPlan, play_match
from qwirkle.notation.faces import FACES
from qwirkle.players import level_of
from qwirkle.players.chance import Chance
from qwirkle.players.conformance import check_bot
from qwirkle.players.level import LevelBot
from qwirkle.players.levels import LEVELS, MIDDLING, Skill
from qwirkle.players.noticing import noticed
from qwirkle.rules.editions import edition
from qwirkle.rules.turns import Place, Take
from qwirkle.rules.view import View

NUMBERS = [one.number for one in LEVELS]


# Who they are


def test_there_are_eight_and_each_is_somebody_else() -> None:
    assert NUMBERS == [1, 2, 3, 4, 5, 6, 7, 8]
    for what in ("name", "character", "face"):
        assert len({getattr(one, what) for one in LEVELS}) == 8
    assert {one.face for one in LEVELS} == set(FACES)
    assert LEVELS[3].title == "Otter, level 4"


def test_each_was_measured_and_is_no_weaker_than_the_one_below() -> None:
    for one in LEVELS:
        low, high = one.strength.ci95
        assert one.strength.games >= 200
        assert low <= one.strength.win_rate <= high
    for below, above in pairwise(LEVELS):
        assert below.strength.win_rate <= above.strength.win_rate


def test_a_turn_appears_after_a_moment_and_never_late() -> None:
    for one in LEVELS:
        waits = [one.delay.seconds(lying, laid) for lying in range(0, 109, 9) for laid in range(7)]
        assert min(waits) >= 0.4
        assert max(waits) <= 1.6
        assert one.delay.seconds(5, 1) < one.delay.seconds(80, 1) < one.delay.seconds(80, 5)


# How they are asked for


def test_a_level_is_named_by_its_bare_number() -> None:
    assert [level_of(f"level:{number}") for number in NUMBERS] == list(LEVELS)
    assert level_of("level") == LEVELS[MIDDLING - 1]
    assert level_of("greedy") is None
    assert level_of("process:./level") is None


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("level:0", "from 1 to 8, not “0”"),
        ("level:9", "from 1 to 8, not “9”"),
        ("level:03", "from 1 to 8, not “03”"),
        ("level:hard", "from 1 to 8, not “hard”"),
        ("level:3,4", "one level is enough"),
        ("level:level=3", "the bot level has no setting “level”"),
        ("level:n=3", "the bot level has no setting “n”"),
        ("value:3", "written key=value"),
    ],
)
def test_a_wrong_level_is_told(spec: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        bot(spec)


# How they play


@pytest.mark.parametrize("number", [1, 3, 6])
@pytest.mark.parametrize("game", ["classic", "combined", "mini", "cards"])
def test_every_level_keeps_to_what_is_asked_of_a_bot(number: int, game: str) -> None:
    assert check_bot(f"level:{number}", games=[game], players=[2]) > 10


def test_nothing_is_overlooked_or_misjudged_without_a_reason() -> None:
    keen = LevelBot(Chance(1), Skill(overlooks=0, misjudges=0, foresight=0, extras=0))
    for view in views("classic", keen):
        points = points_of(view)
        assert points[keen.choose(view)] == max(points.values())


def test_what_is_played_is_never_much_worse_than_what_was_seen() -> None:
    vague = LevelBot(Chance(1), Skill(overlooks=0, misjudges=2, foresight=0, extras=0))
    lost = []
    for view in views("classic", vague):
        points = points_of(view)
        lost.append(max(points.values()) - points[vague.choose(view)])
    assert 0 < max(lost) < 4


def test_nobody_trades_or_passes_while_he_could_place() -> None:
    blind = LevelBot(Chance(1), Skill(overlooks=0.999, misjudges=3, foresight=0, extras=0))
    seen = list(views("classic", blind))
    assert len(seen) > 20
    assert all(isinstance(blind.choose(view), Place) for view in seen)


def test_whoever_took_a_tile_sees_the_spot_he_took_it_for() -> None:
    level = LevelBot(Chance(1), Skill(overlooks=0.9, misjudges=0, foresight=0, extras=1))
    taken = 0
    for view in views("select", level):
        turn = level.choose(view)
        if view.taken is not None:
            taken += 1
            points = points_of(view)
            assert points[turn] == max(points.values())
    assert taken > 0


def test_low_levels_rarely_think_of_a_token() -> None:
    def takes(number: int) -> int:
        player, count = bot(f"level:{number}", "tokens"), 0
        for seed in range(6):
            table = Game.new("select", 2, seed=seed)
            while table.turn is not None:
                turn = player.choose(table.view(table.turn))
                count += isinstance(turn, Take)
                table.play(turn)
        return count

    assert takes(1) < takes(6)


def test_some_thing_is_always_noticed_and_the_rest_by_lot() -> None:
    chance, things = Chance(1), range(10)
    assert noticed(things, 0.0, chance) == list(things)
    assert noticed([], 0.5, chance) == []
    assert all(len(noticed(things, 1.0, chance)) == 1 for _ in range(50))
    count = sum(len(noticed(things, 0.3, chance)) for _ in range(1000))
    assert 6800 < count < 7200


@pytest.mark.slow
@pytest.mark.parametrize("game", ["classic", "cards"])
def test_each_level_beats_the_one_below(game: str) -> None:
    from qwirkle.rules.games import edition as any_edition

    for number in NUMBERS[1:7]:
        pair = (f"level:{number}", f"level:{number - 1}")
        plan = MatchPlan(pair, any_edition(game), games=300, seed="ladder")
        assert play_match(plan, jobs=2).bots[0].win_rate > 0.52, pair


@pytest.mark.slow
def test_the_strengths_are_those_measured() -> None:
    for one in LEVELS[:7]:
        plan = MatchPlan((f"level:{one.number}", "greedy"), edition("classic"), 400, "levels")
        assert play_match(plan, jobs=2).bots[0].win_rate == pytest.approx(one.strength.win_rate)


def views(game: str, player: LevelBot) -> list[View]:
    """What the player to move sees in a game, whenever a tile can be placed."""
    table, seen = Game.new(game, 2, seed="views"), []
    while table.turn is not None:
        view = table.view(table.turn)
        assert isinstance(view, View)
        if points_of(view):
            seen.append(view)
        table.play(player.choose(view))
    return seen


def points_of(view: View) -> dict[object, int]:
    return {
        Place(move.tiles): move.points
        for move in placements(view.board, view.hand, view.demands())
    }
