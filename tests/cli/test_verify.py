"""``qwirkle verify``: honest deals are confirmed, any other is found out."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from qwirkle import Game, bot
from qwirkle.cli import run
from qwirkle.notation import commitment_to, record_of, write_record
from qwirkle.rules.dealing import joint_seed
from qwirkle.rules.family import GAMES

SEED = hashlib.sha256(b"a seed nobody can guess").hexdigest()


def recorded(path: Path, game: str = "classic", turns: int = 10_000, seed: str = SEED) -> str:
    played = Game.new(game, players=["Ann", "Ben"], seed=seed)
    player = bot("greedy", 1)
    while played.to_move is not None and len(played.turns) < turns:
        played.play(player.choose(played.view(played.to_move)))
    text = write_record(record_of(played.events, seed=seed, commit=True, saved=True))
    path.write_bytes(text.encode())
    return text


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_game(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.qwr"
    recorded(file, game)
    assert run(["verify", str(file)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Ann and Ben" in said
    assert commitment_to(SEED) in said
    assert run(["verify", str(file), "--json", "--commitment", commitment_to(SEED)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["fair"] is True
    assert found["finished"] is True
    assert found["seed"] == SEED
    # In the placement games every tile of the bag was drawn or laid, unless nobody could place.
    assert found["drawn"] >= 100 or game == "cards"


def test_a_game_that_was_given_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.qwr"
    recorded(file, turns=9)
    assert run(["verify", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turns"] == 9


@pytest.mark.parametrize(
    ("find", "put", "said"),
    [
        (f"Seed: {SEED}", f"Seed: {SEED[::-1]}", "commitment"),
        ("1 | 2 | ", "1 | 1 | ", "turn of seat"),
    ],
)
def test_a_record_that_was_changed(
    find: str, put: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.qwr"
    text = recorded(file)
    if find not in text:
        find, put = put, find
    file.write_text(text.replace(find, put, 1), "utf-8")
    assert run(["verify", str(file)]) == 1
    assert said in capsys.readouterr().err
    assert run(["verify", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["fair"] is False


def test_without_a_commitment_the_draws_are_checked_and_no_more_is_claimed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record that the README saves: Game.save writes the seed and no commitment."""
    file = tmp_path / "game.qwr"
    game = Game.new("classic", players=["Ann", "Ben"], seed=7)
    game.play(next(iter(game.legal_turns)))
    game.save(file)
    assert run(["verify", str(file)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "consistent with its seed" in said
    assert "without a commitment published before the game this cannot prove" in said
    assert run(["verify", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["fair"], found["consistent"], found["committed"]) == (None, True, False)
    assert run(["verify", str(file), "--commitment", commitment_to(7)]) == 0
    assert "committed to" in capsys.readouterr().out
    changed = file.read_text("utf-8").replace("Seed: 7", "Seed: 8")
    file.write_text(changed, "utf-8")
    assert run(["verify", str(file)]) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "a record begins with"),
        (b"\xff\xfe\x00garbage", "UTF-8"),
        (b"Qwirkle-Record: 1\nwhat is this\n", "line"),
        (b"Qwirkle-Record: 1\nGame: classic\n", "Player-1"),
    ],
)
def test_a_file_that_is_no_record_is_bad_usage_for_verify_as_for_replay(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.qwr"
    file.write_bytes(content)
    for command in ("verify", "replay"):
        assert run([command, str(file)]) == 2
        err = capsys.readouterr().err
        assert said in err
        assert len(err.splitlines()) == 1


def test_a_record_without_a_seed_cannot_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.qwr"
    text = recorded(file)
    file.write_text(text.replace(f"Seed: {SEED}\n", ""), "utf-8")
    assert run(["verify", str(file)]) == 2
    assert "no seed" in capsys.readouterr().err


def test_a_dealer_who_dealt_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The turns of one deal under the seed of another."""
    other = hashlib.sha256(b"another").hexdigest()
    file = tmp_path / "game.qwr"
    text = recorded(file, seed=other)
    changed = text.replace(other, SEED).replace(commitment_to(other), commitment_to(SEED))
    file.write_text(changed, "utf-8")
    assert run(["verify", str(file)]) == 1
    assert "line" in capsys.readouterr().err


def test_a_promise_that_was_not_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.qwr"
    recorded(file)
    assert run(["verify", str(file), "--commitment", "0" * 64]) == 1
    assert "not the one that was committed to" in capsys.readouterr().err


def test_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(tmp_path / "none.qwr")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_deal_that_devices_added_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.qwr"
    nonces = ["a1" * 16, ""]
    played = Game.new("mini", players=["Ann", "Ben"], seed=joint_seed(SEED, nonces))
    player = bot("greedy", 1)
    while played.to_move is not None:
        played.play(player.choose(played.view(played.to_move)))
    record = record_of(played.events, seed=SEED, nonces=nonces, commit=True)
    file.write_text(write_record(record), "utf-8")
    assert run(["verify", str(file), "--nonce", nonces[0]]) == 0
    assert "added to the deal: Ann." in " ".join(capsys.readouterr().out.split())
    assert run(["verify", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["nonces"] == [nonces[0], None]
    assert found["commitment"] == commitment_to(SEED)
    assert run(["verify", str(file), "--nonce", "b2" * 16]) == 1
    assert "your device added" in capsys.readouterr().err
