"""Earlier versions of the bots: they play as they did when they were released."""

from __future__ import annotations

import hashlib
from contextlib import closing

import pytest

from qwirkle import Game, bot
from qwirkle.errors import BotError
from qwirkle.lab.match import MatchPlan, play_match
from qwirkle.players.spec import read_spec, sim_settings, value_settings
from qwirkle.players.versions import VERSIONS
from qwirkle.rules.family import edition


def digest_of(spec: str, game: str, players: int) -> str:
    """A digest of the turns of a whole game between bots of this spec."""
    table = Game.new(game, players, seed="versions")
    turns = []
    with closing(bot(spec, "versions", rules=table.edition)) as player:
        while table.to_move is not None:
            turn = player.choose(table.view(table.to_move))
            turns.append(str(turn))
            table.play(turn)
    return hashlib.sha256("\n".join(turns).encode()).hexdigest()[:16]


# As commit 586e116 played, and every one since: never to be changed.
@pytest.mark.parametrize(
    ("spec", "game", "players", "digest"),
    [
        ("value@0.1", "classic", 2, "ac104197e503e3a2"),
        ("value@0.1", "select", 2, "e425552c3b76bb8e"),
        ("value@0.1", "connect", 3, "1a017772c6b1b1d4"),
        ("value@0.1", "cards", 2, "2924eef5fe1dd8fa"),
        ("sim@0.1:samples=60", "classic", 2, "bafdd4ba90941077"),
        ("sim@0.1:samples=60", "mini", 2, "9efcaafff10a72e5"),
    ],
)
def test_the_first_version_plays_as_it_did(spec: str, game: str, players: int, digest: str) -> None:
    assert digest_of(spec, game, players) == digest


def test_an_earlier_version_takes_the_settings_of_its_bot() -> None:
    first = VERSIONS["0.1"]
    limits, method, *others = sim_settings(read_spec("sim@0.1:ms=10,narrow=3"))
    assert (limits.ms, method) == (10, first.method._replace(narrow=3))
    assert others == [first.weights, first.telling]
    read = value_settings(read_spec("value@0.1:endgame=7"))
    assert read == {
        "foresight": first.foresight,
        "weights": first.weights,
        "telling": first.telling,
        "ending_nodes": 7,
    }


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("value@0.2", "no version “0.2” of value; the earlier versions are 0.1"),
        ("value@", "no version “” of value"),
        ("sim@0.1@0.1:ms=10", "no version “0.1@0.1” of sim"),
        ("greedy@0.1", "only value and sim have earlier versions, not greedy"),
        ("level@0.1:3", "only value and sim have earlier versions, not level"),
        ("nobody@0.1", "there is no bot “nobody@0.1”"),
    ],
)
def test_a_version_that_does_not_exist_is_refused(spec: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        bot(spec)


def test_weights_of_ones_own_do_not_change_an_earlier_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = digest_of("value@0.1", "classic", 2)
    monkeypatch.setenv("QWIRKLE_WEIGHTS", "nowhere.json")
    assert digest_of("value@0.1", "classic", 2) == before
    with pytest.raises(BotError, match="the weights cannot be read"):
        digest_of("value", "classic", 2)


def test_versions_meet_in_a_match() -> None:
    report = play_match(
        MatchPlan(("value@0.1:trials=off", "value:trials=off"), edition("classic"), games=2)
    )
    assert [entry.name for entry in report.bots] == ["value@0.1:trials=off", "value:trials=off"]
