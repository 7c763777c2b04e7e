"""Python classes as bots: by their spec, or seated as objects."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from qwirkle.errors import BotError, LabError
from qwirkle.lab.match import MatchPlan, MatchReport, play_match, run_match
from qwirkle.lab.workers import Local
from qwirkle.players import Bot, bot
from qwirkle.players.greedy import GreedyBot
from qwirkle.players.rng import Chance
from qwirkle.protocol.server.dispatch import Engine
from qwirkle.rules.family import edition
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View
from qwirkle.testing.bots import check_bot

CLASSIC = edition("classic")
MODULE = """
from qwirkle.players import Bot, bot

class Plain(Bot):
    def play_tiles(self, view):
        return bot("greedy").choose(view)

class Seeded(Bot):
    def __init__(self, seed, ms=7):
        self.seed, self.ms = seed, ms

    def play_tiles(self, view):
        return bot("random", self.seed).choose(view)

class Demanding(Bot):
    def __init__(self, teacher):
        pass

class Broken(Bot):
    def __init__(self):
        1 // 0

class NoBot:
    pass

number = 7
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots, in which somebody works."""
    (tmp_path / "bots_of_mine.py").write_text(MODULE)
    (tmp_path / "leaving_bots.py").write_text("import sys\nsys.exit(3)\n")
    (tmp_path / "failing_bots.py").write_text("import nowhere_to_be_found\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    monkeypatch.delitem(sys.modules, "bots_of_mine", raising=False)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_class_of_this_folder_plays() -> None:
    made = bot("python:bots_of_mine:Plain", allow_code=True, rules=CLASSIC)
    assert type(made).__name__ == "Plain"
    assert check_bot("python:bots_of_mine:Plain", games=["classic"], allow_code=True) > 100


@pytest.mark.usefixtures("folder")
def test_a_class_is_given_the_seed_and_the_thinking_time_if_it_asks_for_them() -> None:
    made = bot("python:bots_of_mine:Seeded", "five", 20.0, allow_code=True)
    assert vars(made) == {"seed": "five", "ms": 20.0}
    assert check_bot("python:bots_of_mine:Seeded", games=["mini"], allow_code=True) > 20


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("python:bots_of_mine", "must be written python:module:Class"),
        ("python::Plain", "must be written python:module:Class"),
        ("python:bots_of_mine:Plain:seed=3", "must be written python:module:Class"),
        ("python:bots_of_yours:Plain", "there is no module “bots_of_yours”"),
        ("python:failing_bots:Plain", "there is no module “nowhere_to_be_found”"),
        ("python:leaving_bots:Plain", "leaving_bots cannot be imported: SystemExit: 3"),
        ("python:bots_of_mine:Missing", "has no class “Missing”"),
        ("python:bots_of_mine:number", "has no class “number”"),
        ("python:bots_of_mine:NoBot", "is not a bot: derive it from qwirkle.players.Bot"),
        ("python:bots_of_mine:Demanding", "cannot be made: TypeError: .*teacher"),
        ("python:bots_of_mine:Broken", "cannot be made: ZeroDivisionError"),
    ],
)
def test_what_is_wrong_with_a_spec_is_said_in_a_sentence(spec: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        bot(spec, allow_code=True)


@pytest.mark.usefixtures("folder")
def test_a_module_is_imported_only_for_callers_who_allow_it() -> None:
    with pytest.raises(BotError, match="not allowed here"):
        bot("python:bots_of_mine:Plain")
    asked = b'{"op":"best","game":"classic","board":[],"hand":["Ro"],"bot":"python:bots_of_mine:X"}'
    assert b"not allowed here" in Engine().answer_line(asked)
    assert "bots_of_mine" not in sys.modules


@pytest.mark.usefixtures("folder")
def test_a_class_that_does_not_play_a_game_is_refused_before_it() -> None:
    with pytest.raises(BotError, match="python:bots_of_mine:Plain does not play cards"):
        play_match(MatchPlan(("python:bots_of_mine:Plain", "random"), edition("cards"), games=2))


@pytest.mark.usefixtures("folder")
def test_a_class_plays_the_same_games_in_several_processes() -> None:
    plan = MatchPlan(("python:bots_of_mine:Seeded", "greedy"), CLASSIC, games=4, seed=1)
    assert scores(play_match(plan, jobs=2)) == scores(play_match(plan, jobs=1))


def scores(report: MatchReport) -> list[tuple[str, int, float]]:
    return [(played.name, played.wins, played.mean_score) for played in report.bots]


class Counting(GreedyBot):
    """Greedy, and knows how many turns it has made."""

    def __init__(self) -> None:
        super().__init__(Chance(3))
        self.turns = 0

    def play_tiles(self, view: View) -> Turn:
        self.turns += 1
        return super().play_tiles(view)


class Locked(Counting):
    """Holds what can be neither copied nor sent."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()


def test_an_object_plays_and_no_game_depends_on_another() -> None:
    mine = Counting()
    plan = MatchPlan((mine, "random"), CLASSIC, games=4, seed=1)
    report = play_match(plan)
    assert report.bots[0].name == "Counting"
    assert report.bots[0].wins == 4
    assert mine.turns == 0, "copies of it have played"
    assert scores(report) == scores(play_match(plan)) == scores(play_match(plan, jobs=2))


def test_an_object_that_cannot_be_copied_plays_itself_and_in_one_process_only() -> None:
    mine = Locked()
    plan = MatchPlan((mine, "random"), CLASSIC, games=2, seed=1)
    assert play_match(plan).bots[0].wins == 2
    assert mine.turns > 20
    with pytest.raises(LabError, match="the bot Locked cannot be sent to other processes"):
        play_match(plan, jobs=2)


def test_the_bots_of_the_registry_can_be_seated_as_objects() -> None:
    report = play_match(MatchPlan((bot("value"), bot("random")), CLASSIC, games=4, seed=1))
    assert [played.name for played in report.bots] == ["ValueBot", "RandomBot"]
    assert report.bots[0].wins == 4


def test_what_is_no_bot_is_not_seated() -> None:
    for wrong in (Counting, 42, None):
        with pytest.raises(BotError, match="a bot is a spec or an object derived from Bot, not"):
            play_match(MatchPlan((wrong, "random"), CLASSIC))  # type: ignore[arg-type]
    with pytest.raises(BotError, match="the bot Bot does not play classic"):
        play_match(MatchPlan((Bot(), "random"), CLASSIC))


def test_a_match_with_an_object_cannot_be_resumed() -> None:
    plan = MatchPlan((Counting(), "random"), CLASSIC, games=2)
    played = run_match(plan, Local())
    why = played.fits(plan, played.circumstances)
    assert why is not None
    assert "only if every bot is named by its spec" in why
