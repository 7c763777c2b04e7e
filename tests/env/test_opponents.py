"""Opponents that the core plays in a vector: at any seat, and as the library's bots play."""

from __future__ import annotations

import numpy as np
import pytest

from qwirkle.env import VectorGames
from qwirkle.env.settings import read_settings
from qwirkle.env.table import Table
from qwirkle.env.tables import new_table
from qwirkle.players import bot

PLACES = 3


def tables_of(game: str, specs: list[str], seat: int) -> list[Table]:
    """The same games with the bots of the library."""
    players = 1 + len(specs)
    others = [other for other in range(players) if other != seat]
    tables = []
    for place in range(PLACES):
        seed = f"lots/{place}/0"
        table = new_table(read_settings(game, players))
        bots = {at: bot(spec, f"{seed}/{at}") for at, spec in zip(others, specs, strict=True)}
        table.begin(seed, bots)
        table.let_bots_play()
        tables.append(table)
    return tables


@pytest.mark.parametrize("game", ["classic", "mini", "combined"])
@pytest.mark.parametrize(
    ("specs", "seat"),
    [
        (["level:2"], 0),
        (["level:1", "level:3"], 1),
        # With three players nobody learns from what the others played.
        (["level:4", "level:6"], 2),
        (["random", "level:5", "greedy"], 3),
    ],
)
def test_levels_play_the_turns_of_the_library(game: str, specs: list[str], seat: int) -> None:
    env = VectorGames(PLACES, game, opponents=specs, seat=seat)
    seen, _ = env.reset("lots")
    tables = tables_of(game, specs, seat)
    random = np.random.default_rng(1)
    running = set(range(PLACES))
    turns = 0
    for _ in range(14):
        for place in running:
            expected = tables[place].observe(seat)
            assert all(np.array_equal(seen[name][place], expected[name]) for name in expected)
        lots = np.where(seen["action_mask"], random.random(seen["action_mask"].shape), -1)
        actions = lots.argmax(axis=1)
        seen, _, over, *_ = env.step(actions)
        for place in sorted(running):
            tables[place].step(int(actions[place]))
            tables[place].let_bots_play()
            turns += 1
            if over[place]:
                assert tables[place].turn is None
                running.discard(place)
    assert turns > 2 * PLACES


def test_what_a_bot_took_is_not_shown_after_its_turn() -> None:
    """A bot of the library takes a tile and places: the next observation has no trace of it."""
    table = new_table(read_settings("mini", 2))
    takes = 0
    for number in range(12):
        table.begin(f"take {number}", {1: bot("level:6", number)})
        table.let_bots_play()
        while table.turn is not None:
            before = len(table._turns)
            assert table.step(int(table.mask(0).argmax()))
            table.let_bots_play()
            takes += sum("Take" in repr(turn) for turn in table._turns[before + 1 :])
            if table.turn is not None and before + 1 < len(table._turns):
                assert table.observe(0)["counts"][134] or not table.observe(0)["planes"][20].any()
    assert takes


@pytest.mark.parametrize("game", ["classic", "select", "cards"])
def test_a_rotating_seat_is_another_one_in_every_game(game: str) -> None:
    env = VectorGames(5, game, opponents=["random", "greedy"], seat=None)
    env.reset(3)
    assert env.seats.tolist() == [0, 1, 2, 0, 1]
    seats = [[int(seat)] for seat in env.seats]
    for _ in range(80):
        _, _, over, *_ = env.step(env.observations["action_mask"].argmax(axis=1))
        for place in np.flatnonzero(over).tolist():
            seats[place].append(int(env.seats[place]))
    assert max(map(len, seats)) > 2
    for place, found in enumerate(seats):
        assert found == [(place + number) % 3 for number in range(len(found))]


def test_opponents_by_seat_leave_the_others_to_the_caller() -> None:
    env = VectorGames(4, "classic", 4, opponents={1: "value", 2: "level:3"})
    env.reset(1)
    met = set()
    for _ in range(60):
        met |= set(env.seats.tolist())
        env.step(env.observations["turns"][:, :, 1].argmax(axis=1))
    assert met == {0, 3}


@pytest.mark.parametrize(("stronger", "weaker"), [("value", "greedy"), ("level:6", "level:1")])
def test_stronger_opponents_score_more(stronger: str, weaker: str) -> None:
    """Against the same greedy agent, in the same deals."""
    lost = {}
    for spec in (stronger, weaker):
        env = VectorGames(32, "classic", opponents=[spec])
        seen, _ = env.reset("strength")
        margins: list[int] = []
        for _ in range(60):
            seen, _, over, *_ = env.step(seen["turns"][:, :, 1].argmax(axis=1))
            ended = env.final_scores[over != 0]
            margins += (ended[:, 1] - ended[:, 0]).tolist()
        lost[spec] = float(np.mean(margins))
    assert lost[stronger] > lost[weaker] + 3


def test_a_rotating_seat_begins_where_a_snapshot_was() -> None:
    env = VectorGames(3, "mini", opponents=["level:3"], seat=None)
    seen, _ = env.reset("again")
    for _ in range(7):
        seen, *_ = env.step(seen["action_mask"].argmax(axis=1))
    kept = env.snapshot()
    runs = []
    for _ in range(2):
        seen, info = env.restore(kept)
        rows = [info["seats"].copy()]
        for _ in range(40):
            seen, *_ = env.step(seen["turns"][:, :, 1].argmax(axis=1))
            rows.append(seen["counts"].copy())
        runs.append(rows)
    assert all(np.array_equal(one, other) for one, other in zip(*runs, strict=True))
