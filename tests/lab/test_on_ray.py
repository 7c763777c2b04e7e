"""The same match on a Ray cluster: two machines' worth of workers, begun for the test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest

from processes import gone, misbehaving, noted
from qwirkle.errors import BotError, LabError, MissingExtra
from qwirkle.lab.data.games import DataPlan
from qwirkle.lab.data.parquet import write_games
from qwirkle.lab.games import MatchPlan, play_game
from qwirkle.lab.match import play_match
from qwirkle.lab.on_ray import Ray
from qwirkle.lab.report import MatchReport
from qwirkle.lab.sprt import Sprt
from qwirkle.lab.workers import Local
from qwirkle.rules.family import edition

PLAN = MatchPlan(("greedy", "random"), edition("classic"), games=12, seed="ray")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    pytest.importorskip("ray", reason="Ray has no wheel for this Python or machine")
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80 * 2**20}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    cluster.add_node(num_cpus=1, object_store_memory=80 * 2**20)
    yield cluster.address
    cluster.shutdown()


def timeless(report: MatchReport) -> MatchReport:
    bots = [
        msgspec.structs.replace(row, ms_per_move=0.0, cpu_ms_per_move=0.0) for row in report.bots
    ]
    return msgspec.structs.replace(report, bots=tuple(bots), games_per_second=0.0)


@pytest.mark.long
def test_a_cluster_plays_the_same_match(address: str) -> None:
    assert timeless(play_match(PLAN, workers=Ray(address))) == timeless(play_match(PLAN))
    tested = msgspec.structs.replace(PLAN, games=200, sprt=Sprt(0.5, 0.9))
    assert timeless(play_match(tested, workers=Ray(address))) == timeless(play_match(tested))
    # A bot that fails there is told of as it would be here.
    broken = msgspec.structs.replace(PLAN, bots=("greedy", "nobody"))
    with Ray(address).crew() as crew:
        assert crew.size == 2
        with pytest.raises(BotError, match="there is no bot “nobody”"):
            crew.results(crew.begin(partial(play_game, broken), range(1)))


@pytest.mark.long
def test_a_cluster_writes_the_same_games(address: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    plan = DataPlan(("greedy", "value"), edition("mini"), seed="ray")
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    write_games(plan, 6, here, Local())
    write_games(plan, 6, there, Ray(address))
    assert here.read_bytes() == there.read_bytes()


@pytest.mark.long
def test_programs_leave_when_their_game_is_dropped(address: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    plan = MatchPlan((misbehaving("has-a-child", trace), "greedy"), edition("connect"))
    with Ray(address).crew() as crew:
        crew.begin(partial(play_game, plan), range(1))
        pids = noted(trace)
    assert len(pids) == 2
    assert all(gone(pid) for pid in pids)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "here", "host:port", "127.0.0.1:99999"])
def test_a_missing_cluster_is_reported_at_once(address: str) -> None:
    pytest.importorskip("ray", reason="Ray has no wheel for this Python or machine")
    with pytest.raises(LabError, match="Ray cluster"):
        play_match(PLAN, workers=Ray(address))


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r'needs an extra: pip install "qwirkle\[ray\]"'):
        play_match(PLAN, workers=Ray())
