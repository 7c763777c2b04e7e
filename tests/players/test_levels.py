"""Levels: a ladder of opponents that overlook and misjudge, and never throw anything away."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise

import pytest
from msgspec.structs import replace

from qwirkle import Game, bot
from qwirkle.engine.advisor import Advisor
from qwirkle.engine.legal import placements
from qwirkle.errors import BotError
from qwirkle.lab.match import MatchPlan, play_match
from qwirkle.notation.pictures.animals import FACES
from qwirkle.players import Bot, level_of, levels_of
from qwirkle.players.levels import LEVELS, MIDDLING, Skill
from qwirkle.players.levels.bot import BetweenLevels, LevelBot, TilesAndCards, notice
from qwirkle.players.levels.strengths import strength_of, strengths
from qwirkle.players.rng import Chance
from qwirkle.players.sim import SimBot
from qwirkle.players.value.weights import weights_digest, weights_for
from qwirkle.rules.family import GAMES, edition
from qwirkle.rules.placement.turns import Place, Take, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.turns import Pass
from qwirkle.testing.bots import check_bot

NUMBERS = [level.number for level in LEVELS]


# Who they are


def test_there_are_eight_and_each_is_somebody_else() -> None:
    assert NUMBERS == [1, 2, 3, 4, 5, 6, 7, 8]
    for what in ("name", "character", "face"):
        assert len({getattr(level, what) for level in LEVELS}) == 8
    assert {level.face for level in LEVELS} == set(FACES)
    assert LEVELS[3].title == "Otter, level 4"


def test_each_was_measured_as_it_plays_now() -> None:
    for game, found in strengths().items():
        assert game in GAMES
        assert [level.level for level in found.levels] == NUMBERS
        family = edition(game).family
        again = "measure them again: python bench/levels.py, then make docs"
        assert found.of_these_levels(family), again
        assert found.current(family) or found.weights != weights_digest()
        for level in found.levels:
            for score in filter(None, (level.against_greedy, level.against_below)):
                assert score.games >= 100
                assert score.ci95[0] <= score.win_rate <= score.ci95[1]


def test_each_is_stronger_than_the_one_below() -> None:
    found = [strength_of(number) for number in NUMBERS]
    for below, above in pairwise(found):
        assert below is not None
        assert above is not None
        assert above.against_below is not None
        assert above.against_below.win_rate > 0.5
        assert below.rating < above.rating
    middling = found[MIDDLING - 1]
    assert middling is not None
    assert 0.2 < middling.against_greedy.win_rate < 0.4, "a fair opponent for most people"


def test_nothing_is_said_of_what_was_not_measured() -> None:
    assert strength_of(3, "chess") is None
    assert strength_of(9) is None


def test_a_turn_appears_after_a_moment_and_never_late() -> None:
    for level in LEVELS:
        waits = [
            level.delay.seconds(lying, laid) for lying in range(0, 109, 9) for laid in range(7)
        ]
        assert min(waits) >= 0.4
        assert max(waits) <= 1.6
        assert level.delay.seconds(5, 1) < level.delay.seconds(80, 1) < level.delay.seconds(80, 5)


# How they are asked for


def test_a_level_is_named_by_its_bare_number() -> None:
    assert [level_of(f"level:{number}") for number in NUMBERS] == list(LEVELS)
    assert level_of("level") == LEVELS[MIDDLING - 1]
    assert level_of("greedy") is None
    assert level_of("process:./level") is None


def test_a_number_between_two_levels_is_shown_as_the_nearer_one() -> None:
    assert level_of("level:4.3") == LEVELS[3]
    assert level_of("level:4.5") == LEVELS[4]
    around = levels_of("level:4.3")
    assert around is not None
    assert around[:2] == (LEVELS[3], LEVELS[4])
    assert around[2] == pytest.approx(0.3)
    assert levels_of("level:8.0") == (LEVELS[7], LEVELS[7], 0)
    assert levels_of("greedy") is None


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("level:0", "from 1 to 8, not “0”"),
        ("level:9", "from 1 to 8, not “9”"),
        ("level:0.9", "from 1 to 8, not “0.9”"),
        ("level:8.1", "from 1 to 8, not “8.1”"),
        ("level:4.", "from 1 to 8, not “4.”"),
        ("level:4.3e1", "from 1 to 8, not “4.3e1”"),
        ("level:4.3333", "from 1 to 8, not “4.3333”"),
        ("level:03", "from 1 to 8, not “03”"),
        ("level:hard", "from 1 to 8, not “hard”"),
        ("level:3,4", "one level is enough"),
        ("level:level=3", "the bot level has no setting “level”"),
        ("level:n=3", "the bot level has no setting “n”"),
        ("value:3", "written key=value"),
    ],
)
def test_a_wrong_level_is_refused(spec: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        bot(spec)


# How they play


# The conformance tests of the registry try level 4, and the bots that play as 7 and 8.
@pytest.mark.parametrize("number", [1, 3, 6])
@pytest.mark.parametrize("game", GAMES)
def test_every_level_keeps_to_what_is_asked_of_a_bot(number: int, game: str) -> None:
    assert check_bot(f"level:{number}", games=[game], players=[2 + number % 2]) > 10


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", NUMBERS)
def test_every_level_plays_every_game(number: int, game: str) -> None:
    table = Game.new(game, 2, seed="every")
    with closing(bot(f"level:{number}", 1, rules=edition(game))) as player:
        for _ in range(3):
            assert table.to_move is not None
            table.play(player.choose(table.view(table.to_move)))


def test_the_highest_levels_are_the_strongest_bots() -> None:
    assert type(bot("level:8")) is SimBot
    for game in ("classic", "select"):
        table = Game.new(game, 2, seed="owl")
        with closing(bot("level:7")) as owl, closing(bot("value")) as value:
            assert isinstance(owl, TilesAndCards)
            for _ in range(12):
                view = table.view(table.to_move)
                turn = value.choose(view)
                assert owl.choose(view) == turn
                table.play(turn)


def test_with_cards_the_owl_sometimes_looks_no_further_than_its_qwirkles() -> None:
    """Value would be nearly as strong as the level above."""
    table = Game.new("cards", 2, seed="owl")
    same = []
    with closing(bot("level:7", 1)) as owl, closing(bot("value", 1)) as value:
        while table.to_move is not None:
            view = table.view(table.to_move)
            turn = value.choose(view)
            same.append(owl.choose(view) == turn)
            table.play(turn)
    assert any(same)
    assert not all(same)


class Noted(Bot):
    """Notes which turns it is asked for and which it watches."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.watched: list[int] = []

    def play_tiles(self, view: View) -> Turn:
        self.asked.append(view.seq)
        return Pass()

    def watch_tiles(self, view: View) -> None:
        self.watched.append(view.seq)


def test_the_higher_the_number_the_more_turns_are_those_of_the_stronger_level() -> None:
    """With the same seed none of them is lost on the way from one level to the next."""
    view = Game.new(seed=1).view(Game.new(seed=1).to_move)
    assert isinstance(view, View)
    before: set[int] = set()
    for number in ("4.1", "4.3", "4.6", "4.9"):
        between = bot(f"level:{number}", "higher")
        assert isinstance(between, BetweenLevels)
        stronger = Noted()
        between._bots = (Noted(), stronger)
        for seq in range(200):
            between.play_tiles(replace(view, seq=seq))
        assert before < set(stronger.asked)
        before = set(stronger.asked)
    assert len(before) < 200


@pytest.mark.parametrize("share", [0.0, 0.25, 0.8, 1.0])
def test_between_two_levels_the_stronger_one_makes_its_share_of_the_turns(share: float) -> None:
    weaker, stronger = Noted(), Noted()
    view = Game.new(seed=1).view(Game.new(seed=1).to_move)
    assert isinstance(view, View)
    both = BetweenLevels(Chance("share"), weaker, stronger, share)
    seen = [replace(view, seq=seq) for seq in range(400)]
    for each in seen:
        both.play_tiles(each)
    assert weaker.watched == stronger.asked, "the other one learns from what it was not asked"
    assert stronger.watched == weaker.asked
    assert len(stronger.asked) / len(seen) == pytest.approx(share, abs=0.06)


@pytest.mark.parametrize("spec", ["level:2.5", "level:6.5", "level:7.5"])
@pytest.mark.parametrize("game", ["classic", "cards"])
def test_a_strength_between_levels_keeps_to_what_is_asked_of_a_bot(spec: str, game: str) -> None:
    assert check_bot(spec, games=[game], players=[2]) > 10


def test_a_level_is_the_same_however_much_time_a_match_gives() -> None:
    quick, slow = bot("level:8", ms=1), bot("level:8", ms=5000)
    assert isinstance(quick, SimBot)
    assert isinstance(slow, SimBot)
    assert quick.limits == slow.limits
    # A person never waits longer than this for its thoughts.
    assert quick.limits.ms <= 1000


def test_nothing_is_overlooked_or_misjudged_without_a_reason() -> None:
    keen = LevelBot(Chance(1), Skill(overlooks=0, misjudges=0, foresight=0, extras=0))
    for view in views("classic", keen):
        points = points_of(view)
        assert points[keen.choose(view)] == max(points.values())


def test_overlooking_more_loses_more_points() -> None:
    def lost(overlooks: float) -> float:
        player = LevelBot(Chance(1), Skill(overlooks, misjudges=0, foresight=0, extras=0))
        seen = [(view, points_of(view)) for view in views("classic", player)]
        return sum(max(points.values()) - points[player.choose(view)] for view, points in seen)

    assert 0 == lost(0) < lost(0.3) < lost(0.9)


def test_what_is_played_is_never_much_worse_than_what_was_seen() -> None:
    vague = LevelBot(Chance(1), Skill(overlooks=0, misjudges=2, foresight=0, extras=0))
    lost = []
    for view in views("classic", vague):
        points = points_of(view)
        lost.append(max(points.values()) - points[vague.choose(view)])
    assert 0 < max(lost) < 4


def test_no_level_trades_or_passes_while_it_could_place() -> None:
    blind = LevelBot(Chance(1), Skill(overlooks=0.999, misjudges=3, foresight=0, extras=0))
    seen = list(views("classic", blind))
    assert len(seen) > 20
    assert all(isinstance(blind.choose(view), Place) for view in seen)


@pytest.mark.parametrize("game", ["classic", "select", "connect"])
def test_a_level_that_foresees_everything_plays_as_value(game: str) -> None:
    keen = Skill(overlooks=0, misjudges=0, foresight=1, extras=0)
    seen = [view for view in views(game, bot("greedy", 1)) if not any_extras(view)]
    assert len(seen) > 10
    for view in seen:
        with (
            closing(Advisor(weights_for(view.edition, 2))) as advisor,
            closing(LevelBot(Chance(1), keen)) as level,
        ):
            advisor.see(view)
            advice = advisor.advise()
            weighed = advisor.weigh(512, view.demands())
            values = {Place(move.tiles): value for move, value in weighed}
            turn = level.choose(view)
        assert advice.move is not None
        assert isinstance(turn, Place)
        assert values[Place(advice.move.tiles)] == pytest.approx(advice.value)
        # Many may be equal; and value looks closely at fewer, so it may miss the best.
        assert values[turn] == max(values.values()) >= advice.value - 1e-9


def test_a_level_that_took_a_tile_sees_the_spot_it_is_for() -> None:
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
        for seed in range(3):
            table = Game.new("select", 2, seed=seed)
            while table.to_move is not None:
                turn = player.choose(table.view(table.to_move))
                count += isinstance(turn, Take)
                table.play(turn)
        return count

    assert takes(1) < takes(6)


def test_some_thing_is_always_noticed_and_the_rest_by_lot() -> None:
    chance, things = Chance(1), range(10)
    assert notice(things, 0.0, chance) == list(things)
    assert notice([], 0.5, chance) == []
    assert all(len(notice(things, 1.0, chance)) == 1 for _ in range(50))
    count = sum(len(notice(things, 0.3, chance)) for _ in range(1000))
    assert 6800 < count < 7200


@pytest.mark.slow
@pytest.mark.parametrize("game", ["classic", "select", "cards"])
def test_each_level_beats_the_one_below(game: str) -> None:
    for number in NUMBERS[1:7]:
        pair = (f"level:{number}", f"level:{number - 1}")
        plan = MatchPlan(pair, edition(game), games=300, seed="ladder")
        assert play_match(plan, jobs=2).bots[0].win_rate > 0.52, pair


def any_extras(view: View) -> bool:
    """Whether there is or was something to use before the turn."""
    return view.used is not None or bool(
        view.players[view.seat or 0].tokens or view.players[view.seat or 0].actions
    )


def views(game: str, player: Bot) -> list[View]:
    """What the player to move sees in a game, whenever a tile can be placed."""
    table, seen = Game.new(game, 2, seed="views"), []
    while table.to_move is not None:
        view = table.view(table.to_move)
        assert isinstance(view, View)
        if points_of(view):
            seen.append(view)
        table.play(player.choose(view))
    return seen


def points_of(view: View) -> dict[object, int]:
    return {
        Place(move.tiles): move.points for move in placements(view.board, view.hand, view.demands())
    }
