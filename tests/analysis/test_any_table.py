"""Reviews of any table: what can be known is judged, and what cannot is not made up."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from qwirkle import Game, bot
from qwirkle.analysis.review.report import GameLuck, Review
from qwirkle.cli import run
from qwirkle.notation import record_of, write_record
from qwirkle.tables.reviews.work import Asked, work

# As somebody enters a wooden table, or a photograph shows it: the other hand is not known.
ENTERED = "classic 0,0:RoRsRb GoGsGbBxBdBc 93 12-9 2"
SEED = "a wooden table"
TURNS = 6


def record(*, ended: str | None = None) -> list[str]:
    """The lines of a record that begins with an entered position."""
    game = Game.from_position(ENTERED, seed=SEED)
    player = bot("greedy", 1)
    while game.to_move is not None and len(game.turns) < TURNS:
        game.play(player.choose(game.view(game.to_move)))
    lines = write_record(record_of(game.events, seed=SEED, saved=True)).split("\n")
    if ended is not None:
        lines.insert(lines.index(f"Seed: {SEED}"), f"Ended: {ended}")
    return lines


def without_seed(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("Seed")]


def without_hands(lines: list[str], seat: int) -> list[str]:
    def hidden(line: str) -> str:
        columns = line.split(" | ")
        if len(columns) > 4 and columns[1] == str(seat):
            columns[2] = "?"
        return " | ".join(columns)

    return [hidden(line) for line in lines]


def by_command(lines: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> Review:
    file = folder / "game.qwr"
    file.write_text("\n".join(lines))
    assert run(["review", str(file), "--json"]) == 0
    return msgspec.convert(json.loads(capsys.readouterr().out), Review)


def by_worker(lines: list[str], *_: object) -> Review:
    """As a table's review is made for the page and the API."""
    return msgspec.json.decode(work(Asked("\n".join(lines))), type=Review)


Made = Callable[[list[str], Path, pytest.CaptureFixture[str]], Review]
both_ways = pytest.mark.parametrize("made", [by_command, by_worker])


@both_ways
@pytest.mark.parametrize("seeded", [True, False])
def test_a_hand_that_was_entered_is_no_luck(
    made: Made, seeded: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record() if seeded else without_seed(record())
    found = made(lines, tmp_path, capsys)
    assert [turn.mark is not None for turn in found.turns] == [True] * TURNS
    first = found.turns[0].seat
    assert found.players[first].deal == 0
    assert found.turns[0].luck == 0
    assert found.players[1 - first].deal not in (0, None)
    # Nobody knows what the last player drew afterwards, and the game is not over.
    assert found.summary is None
    assert found.players[0].spread is None
    for player in found.players:
        assert player.luck is not None
        assert player.score_without_luck == pytest.approx(
            player.score - player.luck - (player.deal or 0)
        )


@both_ways
def test_with_one_hand_known_that_player_is_judged_and_nobodys_luck(
    made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = made(without_hands(without_seed(record()), 1), tmp_path, capsys)
    for turn in found.turns:
        known = turn.seat == 1
        assert (turn.mark is not None) == known
        assert (turn.lost is not None) == (turn.best is not None) == known
        assert known or not (turn.line or turn.reasons or turn.follows)
        # What the others hold and drew is in the other parts.
        assert turn.changes is None or turn.changes.around == (None, None, None)
    ann, ben = found.players
    assert (ann.points_lost, ann.accuracy, ann.level) == (None, None, None)
    assert ben.points_lost is not None
    for player in found.players:
        assert player.luck is player.deal is player.score_without_luck is None
        assert player.margin_without_luck is player.remainder is None
        assert player.changes is None
    assert "does not tell every hand" in " ".join(str(found).split())


@both_ways
@pytest.mark.parametrize("seeded", [True, False])
def test_a_game_that_was_given_up_says_so_and_names_no_winner(
    made: Made, seeded: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record(ended="resigned out 1 places 2-1")
    found = made(lines if seeded else without_seed(lines), tmp_path, capsys)
    assert found.summary is not None
    assert found.summary.code == "gave-up"
    assert "player 1 gave up" in found.summary.text
    assert all(turn.mark is not None for turn in found.turns)
    luck = work(Asked("\n".join(lines), luck=True))
    assert msgspec.json.decode(luck, type=GameLuck).summary == found.summary


def test_luck_is_not_known_where_only_the_entered_hand_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All hands may be known at the first turn, and never again."""
    found = by_command(without_seed(without_hands(record(), 2)), tmp_path, capsys)
    assert [player.luck for player in found.players] == [None, None]
    assert [player.margin_without_luck for player in found.players] == [None, None]
    whole = by_command(without_seed(record()), tmp_path, capsys)
    assert all(player.luck is not None for player in whole.players)
