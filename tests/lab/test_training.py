"""Training: honest regression, the same weights whatever happens on the way, clear refusals."""

from __future__ import annotations

import importlib.util
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from processes import gone
from qwirkle import Game, bot
from qwirkle.cli import run as run_program
from qwirkle.engine import backend
from qwirkle.engine.placement.value import FEATURES, LENGTH, spread_weights
from qwirkle.errors import BotError, TrainingError
from qwirkle.lab.training import check, equations, samples, shortfall
from qwirkle.lab.training.folder import WorkFolder
from qwirkle.lab.training.plan import BAGS, Method, Plan, game_seeds, plan_sets
from qwirkle.lab.training.run import train
from qwirkle.lab.training.table import Start
from qwirkle.players.value.weights import SHIPPED, Provenance, Shortfall, load_weights
from qwirkle.rules.family import edition

# Games of a second even in the interpreted core: few candidates, short trials.
QUICK = Method(
    breadth=8,
    narrow=2,
    trial_rounds=1,
    late=0,
    ending=4,
    one_in=12,
    late_one_in=12,
    shortfall_games=2,
    chunk=1,
)
CLASSIC = plan_sets([edition("classic")], [2])
PLAN = Plan(CLASSIC, rounds=2, games=3, deals=2, check=2, seed="test", method=QUICK)
STEPS = 8


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("trained") / "weights.json"
    told: list[str] = []
    steps: list[int] = []
    train(PLAN, out, report=told.append, progress=lambda: steps.append(1))
    assert len(steps) == PLAN.steps == STEPS
    assert [line.split(":")[0] for line in told] == [
        "plain/2 round 1",
        "plain/2 round 2",
        "plain/2",
    ]
    return out


def stopping_after(steps: int) -> Callable[[], None]:
    """Progress that is interrupted, as by Ctrl-C."""
    left = iter(range(steps))

    def step() -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    return step


# The same weights whatever happens


def test_the_number_of_processes_does_not_matter(trained: Path, tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    train(PLAN, out, jobs=2)
    assert out.read_bytes() == trained.read_bytes()


def test_a_training_that_was_stopped_goes_on_to_the_same_weights(
    trained: Path, tmp_path: Path
) -> None:
    out = tmp_path / "weights.json"
    with pytest.raises(KeyboardInterrupt):
        train(PLAN, out, progress=stopping_after(4))
    folder = WorkFolder(out).path
    assert (folder / "plain-2.round-1.json").is_file()
    assert list(folder.glob("plain-2.round-2.chunk-*.npz"))
    assert not list(folder.glob("plain-2.round-1.chunk-*.npz"))
    assert not out.exists()
    with pytest.raises(TrainingError, match="continue it with --resume"):
        train(PLAN, out)
    with pytest.raises(TrainingError, match=r"another plan \(seed differ\)"):
        train(msgspec.structs.replace(PLAN, seed="other"), out, resume=True)
    kept = min(folder.glob("*.npz"))
    written = kept.stat().st_mtime_ns
    with pytest.raises(KeyboardInterrupt):
        train(PLAN, out, resume=True, progress=stopping_after(5))
    assert kept.stat().st_mtime_ns == written, "what was there has been played again"
    train(PLAN, out, resume=True)
    assert out.read_bytes() == trained.read_bytes()
    assert not folder.exists()
    lines = out.with_name("weights.json.rounds.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == PLAN.rounds


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    part = tmp_path / "plain-2.round-1.chunk-0000.npz"
    part.write_bytes(b"PK\x03\x04 and then nothing")
    with pytest.raises(TrainingError, match=r"chunk-0000\.npz is damaged"):
        equations.learn([part], 0.1)


def test_seeds_follow_the_stated_rule() -> None:
    # sha256("0/plain/2/1/0"), by another program.
    assert game_seeds("0", "plain/2", "1", 0) == (0x9054B296F7F935CB, 0x09232E7876267EF2)
    seeds = {game_seeds("0", name, part, 7) for name in ("plain/2", "plain/3") for part in "12"}
    assert len(seeds) == 4


# The file


def test_the_file_says_how_it_was_made(trained: Path) -> None:
    held = load_weights(trained)
    assert (held.features, held.bags, set(held.sets)) == (FEATURES, BAGS, {"plain/2"})
    made = held.made["plain/2"]
    assert isinstance(made, Provenance)
    assert made.command == "qwirkle train --rounds 2 --games 3 --deals 2 --check 2 --seed test"
    assert (made.seed, made.game, made.start) == ("test", "classic", "points alone")
    assert len(made.rounds) == 2
    assert all(group.rows > 10 for group in made.rounds)
    assert made.check is not None
    assert made.check.games == 2
    weights = [weight for row in held.sets["plain/2"] for weight in row]
    assert any(weights)
    assert all(weight == float(f"{weight:.5g}") for weight in weights)
    assert held.shortfall["plain/2"] != Shortfall()


def test_bots_play_by_a_trained_file(trained: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QWIRKLE_WEIGHTS", str(trained))
    game = Game.new("classic", players=2, seed=3)
    player = bot("value", seed=1)
    for _ in range(4):
        assert game.to_move is not None
        game.play(player.choose(game.view(game.to_move)))


def test_other_sets_are_kept_and_are_where_the_next_ones_start(
    trained: Path, tmp_path: Path
) -> None:
    out = tmp_path / "weights.json"
    out.write_bytes(trained.read_bytes())
    before = load_weights(out)
    other = plan_sets([edition("connect")], [3])
    held = train(Plan(other, rounds=1, games=1, deals=2, method=QUICK), out)
    assert held == load_weights(out)
    assert list(held.sets) == ["bonus/3", "plain/2"]
    assert held.sets["plain/2"] == before.sets["plain/2"]
    assert held.made["plain/2"] == before.made["plain/2"]
    made = held.made["bonus/3"]
    assert isinstance(made, Provenance)
    assert made.start.startswith("plain/2 ")


# Learning


def test_weights_share_in_the_sizes_of_the_bag_as_in_the_core() -> None:
    shares = equations.bag_shares()
    assert np.allclose(shares.sum(axis=1), 1)
    assert shares[0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert shares[10].tolist() == [0, 0, 0.5, 0.5, 0, 0, 0, 0]
    assert shares[100].tolist() == [0, 0, 0, 0, 0, 0, 0, 1]
    rows = np.random.default_rng(1).normal(size=(len(BAGS), LENGTH))
    spread = np.array(spread_weights(BAGS, rows.tolist())).reshape(len(shares), -1)
    assert np.allclose(shares @ rows, spread[:, :LENGTH])


def made_up(turns: int, noise: float) -> tuple[equations.Equations, np.ndarray]:
    """Samples that follow known weights of three features, and those weights."""
    chance = np.random.default_rng(5)
    truth = np.zeros((len(BAGS), LENGTH))
    truth[:, 1:4] = chance.normal(size=(len(BAGS), 3))
    truth[:, 0] = -2.0
    count = 6 * turns
    features = np.zeros((count, LENGTH))
    features[:, :4] = chance.normal(size=(count, 4))
    # The last candidate of some turns ends the game: nothing is left to weigh, six points come.
    over = np.arange(count) % 12 == 11
    features[:, 0] = 1
    features[over] = 0
    bags = chance.integers(0, 100, size=count).astype(np.int32)
    value = (equations.bag_shares()[bags] @ truth * features).sum(axis=1)
    value[over] = 6
    luck = np.repeat(chance.normal(scale=50, size=turns), 6)
    targets = (value + luck)[:, None] + chance.normal(scale=noise, size=(count, 2))
    numbers = np.repeat(np.arange(turns, dtype=np.int32), 6)
    return equations.equations_of(features, targets, bags, numbers, going_out=6), truth


def test_regression_finds_the_weights_that_made_the_lessons() -> None:
    lessons_seen, truth = made_up(turns=2000, noise=0.0)
    found = np.array(equations.solve(lessons_seen, 1e-9))
    assert np.abs(found - truth).max() < 1e-3


def test_the_figures_take_the_noise_off() -> None:
    clean, _ = made_up(turns=2000, noise=0.0)
    noisy, truth = made_up(turns=2000, noise=3.0)
    told = equations.figures(noisy, tuple(map(tuple, truth.tolist())))
    assert noisy.square / noisy.rows > clean.square / clean.rows + 2
    assert told.signal == pytest.approx(clean.square / clean.rows, rel=0.1)
    assert told.explained == pytest.approx(told.signal, rel=0.1)
    assert told.residual == pytest.approx(told.signal - told.explained, abs=1e-3)
    nothing = equations.figures(noisy, tuple(map(tuple, np.zeros_like(truth).tolist())))
    assert nothing.explained == 0


@pytest.mark.skipif(backend() == "python", reason="seventy games take minutes interpreted")
def test_learned_weights_tell_more_than_none_about_games_not_learned_from() -> None:
    rules = CLASSIC[0].edition
    method = msgspec.structs.replace(QUICK, one_in=3, ending=20)
    games = samples.Games(rules, 2, None, "held out", "plain/2", 1, 0, 60, 4, method)
    # So few games need a stronger pull to zero than a training does.
    weights = equations.solve(samples.sum_of_games(games), 1.0)
    unseen = samples.sum_of_games(msgspec.structs.replace(games, first=100, count=10))
    told = equations.figures(unseen, weights)
    assert told.explained > told.signal / 3


def test_the_shortfall_is_what_values_lack_of_the_end() -> None:
    """Values of 1000 points more fall that much less short; only endings are played otherwise."""
    found = []
    for level in (0.0, 1000.0):
        rows = tuple((level, *[0.0] * (LENGTH - 1)) for _ in BAGS)
        games = shortfall.ShortfallGames(
            CLASSIC[0].edition, 2, Start(BAGS, rows), "level", "plain/2", QUICK
        )
        found.append(shortfall.measure(games))
    assert found[0].start - found[1].start == pytest.approx(1000, abs=50)


def test_a_check_counts_every_seat_of_a_deal() -> None:
    rules = CLASSIC[0].edition
    none = Start(BAGS, ((0.0,) * LENGTH,) * len(BAGS))
    margins = check.play_deals(check.Deals(rules, 2, none, "s", "plain/2", 0, 2, QUICK))
    assert [len(deal) for deal in margins] == [2, 2]
    told = check.check_figures([[5, -5], [0, 1]])
    assert (told.games, told.win_rate, told.mean_margin) == (4, 0.625, 0.25)
    assert told.ci95[0] < told.win_rate < told.ci95[1]


# Refusals


@pytest.mark.parametrize(
    "sizes", [{"rounds": 0}, {"games": 0}, {"deals": 3}, {"deals": 0}, {"check": -1}, {"sets": ()}]
)
def test_sizes_that_cannot_be(sizes: dict[str, object]) -> None:
    with pytest.raises(TrainingError):
        msgspec.structs.replace(PLAN, **sizes)


def test_games_that_cannot_be_learned() -> None:
    with pytest.raises(TrainingError, match="not played by learned weights"):
        plan_sets([edition("cards")], [2])
    with pytest.raises(TrainingError, match="not for 7 players"):
        plan_sets([edition("classic")], [7])
    with pytest.raises(TrainingError, match="would both be plain/2"):
        plan_sets([edition("classic"), edition("schmidt")], [2])


def test_a_foreign_folder_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "weights.json.work"
    folder.mkdir()
    (folder / "letter.txt").write_text("mine", encoding="utf-8")
    for resume in (False, True):
        with pytest.raises(TrainingError, match="not a training folder"):
            train(PLAN, tmp_path / "weights.json", resume=resume)
    assert [path.name for path in folder.iterdir()] == ["letter.txt"]


def test_a_file_that_holds_no_weights_is_not_written_over(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    out.write_text("{}", encoding="utf-8")
    with pytest.raises(BotError, match="does not hold weights"):
        train(PLAN, out)
    assert out.read_text(encoding="utf-8") == "{}"


# The command


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "chess"], "there is no game “chess”"),
        (["--game", "cards"], "not played by learned weights"),
        (["--deals", "3"], "must be even"),
        (["--jobs", "0"], "--jobs must be above 0"),
        (["--out", "nowhere/weights.json"], "there is no folder nowhere"),
        (["--from", "nothing.json"], "cannot be read"),
    ],
)
def test_the_command_says_what_is_wrong_in_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_program(["train", *words]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert len(complaint.splitlines()) == 1


@pytest.mark.skipif(backend() == "python", reason="a game with all trials is slow interpreted")
@pytest.mark.long
def test_a_house_rule_is_learned_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = 'based_on = "select"\nid = "long"\nname = "Long hands"\nhand = 7\n'
    (tmp_path / "long.toml").write_text(rules, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    house_rule = str(tmp_path / "long.toml")
    sizes = ["--players", "3", "--rounds", "1", "--games", "1", "--deals", "2", "--jobs", "1"]
    assert run_program(["train", "--game", house_rule, *sizes]) == 0
    assert capsys.readouterr().out == "stars/3: written to weights.json\n"
    made = load_weights(tmp_path / "weights.json").made["stars/3"]
    assert isinstance(made, Provenance)
    assert made.game == "long"
    assert made.command.startswith("qwirkle train --game long.toml --players 3 ")


def test_the_command_prints_how_its_weights_were_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = load_weights(SHIPPED)
    monkeypatch.setattr("qwirkle.lab.training.run.train", lambda *_, **__: made)
    assert run_program(["train", "--game", "classic", "--players", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["file"] == "weights.json"
    assert list(told["sets"]) == ["plain/2"]
    origin = made.made["plain/2"]
    assert isinstance(origin, Provenance)
    assert told["sets"]["plain/2"]["rounds"][0]["rows"] == origin.rounds[0].rows


def test_without_numpy_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "qwirkle.cli.lab.train.find_spec", lambda name: None if name == "numpy" else found(name)
    )
    assert run_program(["train"]) == 2
    assert 'pip install "qwirkle[train]"' in capsys.readouterr().err


def test_ctrl_c_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("qwirkle.lab.training.run.train", stopped)
    words = ["train", "--game", "classic", "--seed", "a b"]
    monkeypatch.setattr("sys.argv", ["qwirkle", *words])
    assert run_program(words) == 130
    assert "qwirkle train --game classic --seed 'a b' --resume" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux lists them")
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["told to end", "killed"])
def test_nobody_is_left_behind(ending: signal.Signals, tmp_path: Path) -> None:
    words = ["train", "--game", "classic", "--players", "2", "--games", "5000", "--jobs", "2"]
    training = subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *words],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    listed = Path(f"/proc/{training.pid}/task/{training.pid}/children")
    manifest = tmp_path / "weights.json.work" / "manifest.json"
    started: list[int] = []
    # Two that play, and the one Python starts to clear up after them.
    while len(started) < 3 or not manifest.is_file():
        time.sleep(0.05)
        started = [int(pid) for pid in listed.read_text("utf-8").split()]
    training.send_signal(ending)
    _, told = training.communicate(timeout=300)
    assert all(gone(pid) for pid in started)
    if ending == signal.SIGTERM:
        assert training.returncode == 128 + signal.SIGTERM
        assert "--jobs 2 --resume" in told.splitlines()[-1]
