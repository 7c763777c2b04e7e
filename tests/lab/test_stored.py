"""Stored results: read back they say the same, and a match can be gone on with."""

from __future__ import annotations

import stat
from pathlib import Path

import msgspec
import pytest

from qwirkle import players
from qwirkle.errors import LabError
from qwirkle.lab.environment import current_environment
from qwirkle.lab.games import GameResult, MatchPlan
from qwirkle.lab.match import run_match
from qwirkle.lab.report import MatchReport
from qwirkle.lab.results import StoredMatch, earlier_match, place_for, read, write
from qwirkle.lab.sprt import Sprt
from qwirkle.lab.workers import Local
from qwirkle.rules.family import edition

PLAN = MatchPlan(("greedy", "random"), edition("classic"), games=8, seed="stored")
HERE = current_environment()


def timeless(report: MatchReport) -> MatchReport:
    bots = [
        msgspec.structs.replace(row, ms_per_move=0.0, cpu_ms_per_move=0.0) for row in report.bots
    ]
    return msgspec.structs.replace(report, bots=tuple(bots), games_per_second=0.0)


@pytest.mark.parametrize("game", ["classic", "combined", "cards"])
def test_read_back_it_says_the_same(game: str, tmp_path: Path) -> None:
    plan = MatchPlan(("greedy", "random"), edition(game), games=5, seed=4, sprt=Sprt(0.5, 0.9))
    match = run_match(plan, Local())
    path = tmp_path / "match.json"
    write(path, match)
    stored = read(path, StoredMatch)
    assert stored == match
    assert stored.recompute_report() == match.report
    assert stored.setting.plan() == plan
    assert [item.name for item in path.parent.iterdir()] == ["match.json"], "nothing is left beside"
    assert stat.S_IMODE(path.stat().st_mode) & stat.S_IRUSR
    assert stored.circumstances.backend in {"compiled", "checked", "python"}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("sprt", [None, Sprt(0.5, 0.8)], ids=["all", "sprt"])
def test_an_interrupted_match_goes_on_as_if_nothing_had_happened(
    jobs: int, sprt: Sprt | None, tmp_path: Path
) -> None:
    plan = msgspec.structs.replace(PLAN, games=14, sprt=sprt)
    path = tmp_path / "match.json"
    heard = 0

    def interrupt(result: GameResult) -> None:
        nonlocal heard
        heard += 1
        if heard == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_match(plan, Local(jobs), interrupt, keep=lambda match: write(path, match))
    begun = earlier_match(path, plan, HERE)
    assert not begun.finished
    assert len(begun.results) == 3
    told: list[GameResult] = []
    resumed = run_match(plan, Local(jobs), told.append, earlier=begun)
    whole = run_match(plan, Local())
    assert timeless(resumed.report) == timeless(whole.report)
    assert resumed.results[:3] == begun.results
    assert tuple(told) == resumed.results, "the progress bar hears of the earlier games, too"
    assert resumed.finished
    again = run_match(plan, Local(), earlier=resumed)
    assert again.results == resumed.results, "nothing is left to play"


def test_a_match_can_be_made_longer(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    write(path, run_match(PLAN, Local()))
    longer = msgspec.structs.replace(PLAN, games=12)
    assert place_for(tmp_path, longer) == place_for(tmp_path, PLAN)
    gone_on = run_match(longer, Local(), earlier=earlier_match(path, longer, HERE))
    assert timeless(gone_on.report) == timeless(run_match(longer, Local()).report)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seed": "other"}, "other seed"),
        ({"bots": ("random", "greedy")}, "other bots"),
        ({"edition": edition("schmidt")}, "other game"),
        ({"ms": 5.0}, "other ms"),
        ({"sprt": Sprt(0.5, 0.6)}, "other sprt"),
        ({"games": 2}, "it holds 4 games already"),
    ],
)
def test_only_the_same_match_can_be_gone_on_with(
    changes: dict[str, object], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "match.json"
    write(path, run_match(msgspec.structs.replace(PLAN, games=4), Local()))
    with pytest.raises(LabError, match=says):
        earlier_match(path, msgspec.structs.replace(PLAN, **changes), HERE)


def test_bots_with_other_weights_do_not_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.json"
    monkeypatch.setattr(players, "versions", lambda: {"weights": "1f2e"}, raising=False)
    write(path, run_match(msgspec.structs.replace(PLAN, games=2), Local()))
    assert read(path, StoredMatch).circumstances.versions == {"weights": "1f2e"}
    with pytest.raises(LabError, match="weights 1f2e, not qwirkle"):
        earlier_match(path, PLAN, HERE)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"kind": "match"}', '{"kind": "ladder"}'])
def test_a_file_of_something_else_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text, "utf-8")
    with pytest.raises(LabError, match=r"odd\.json: no stored results"):
        read(path, StoredMatch)


def test_a_failed_writing_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.json"
    match = run_match(msgspec.structs.replace(PLAN, games=2), Local())
    write(path, match)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(LabError, match="No space left"):
        write(path, msgspec.structs.replace(match, results=()))
    assert read(path, StoredMatch) == match
    assert list(tmp_path.iterdir()) == [path]


def test_in_a_folder_every_match_has_its_own_name(tmp_path: Path) -> None:
    others = [
        PLAN,
        msgspec.structs.replace(PLAN, seed=1),
        msgspec.structs.replace(PLAN, ms=1.0),
        msgspec.structs.replace(PLAN, edition=edition("classic", {})),
        msgspec.structs.replace(PLAN, bots=("random", "greedy")),
    ]
    names = [place_for(tmp_path, plan).name for plan in others]
    assert len(set(names)) == 4
    assert names[0].startswith("greedy-random-classic-stored-")
    assert place_for(tmp_path / "x.json", PLAN) == tmp_path / "x.json"
