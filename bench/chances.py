"""The chance of winning: fits it to games of value bots, and checks it on fresh ones.

python bench/chances.py fit [--games 6000] [--only plain/2 ...]
python bench/chances.py check [--games 2500] [--only plain/2 ...]

``fit`` plays games in the core and writes src/qwirkle/analysis/chances.json. ``check`` plays other
games, with the bots as they are, asks for the chances at a few turns of each, and compares them
with what happened, tenth by tenth; it writes docs/chances.json, from which ``make docs`` fills
docs/review.md. All games are kept in build/chances: stopped and started again, it continues.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.special import ndtr  # type: ignore[import-untyped]

from qwirkle.analysis.chances import (
    FITTED,
    Line,
    Outcome,
    Parameters,
    chances_of,
    final_chances,
    outcome_of,
    parameters_for,
)
from qwirkle.analysis.outlook import BREADTH, SLACK, Outlook, outlook_for
from qwirkle.engine.core.outlook import Outlook as CoreOutlook
from qwirkle.engine.core.playout import Playout
from qwirkle.engine.core.search import Search
from qwirkle.engine.position import set_table
from qwirkle.players import bot
from qwirkle.players.cards import thinking_turn
from qwirkle.players.rng import Chance
from qwirkle.players.value import ENDING_NODES
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import (
    AnyEdition,
    AnyTurn,
    Registry,
    begin,
    decide,
    edition,
    view,
)
from qwirkle.rules.placement.edition import Edition

ROOT = Path(__file__).parents[1]
CHECKED = ROOT / "docs" / "chances.json"
KEPT = ROOT / "build" / "chances"
GAMES = {
    "plain": "classic",
    "actions": "mini",
    "stars": "select",
    "bonus": "connect",
    "stars+bonus": "combined",
    "cards": "cards",
}
SETTINGS = [f"{kind}/{players}" for kind in GAMES for players in (2, 3, 4)]
# Turns of a game that are looked at, so that no game counts for much: to fit, and to check.
TURNS, CHECKED_TURNS = 4, 8
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(15)
# Exact for the ties of up to four.
PARTS, PART_WEIGHTS = (0.5 - 3**-0.5 / 2, 0.5 + 3**-0.5 / 2), (0.5, 0.5)
Floats = NDArray[np.float64]


_TURNS = Registry[Callable[..., AnyTurn]](
    placement=lambda seen, player: player.choose(seen),
    # Trials would take most of the time, and hardly change the chances.
    cards=lambda seen, _: thinking_turn(seen),
)


class Moment(NamedTuple):
    """What is known at a turn."""

    seat: int
    outcome: Outcome
    value: float


class Row(NamedTuple):
    """One turn of a game, the seat to move first: what is known, and how it ended."""

    outcome: Outcome
    value: float
    shares: tuple[float, ...]


def played_in_core(rules: Edition, players: int, number: int, seed: str) -> list[Row]:
    """Some turns of a game that the core plays by value."""
    table, trials, outlook = _table(rules.id, players)
    chance = Chance(f"{seed}/{number}")
    table.deal(chance.word())
    met: list[Moment] = []
    going = 1
    while going:
        seats = [(table.seat + step) % players for step in range(players)]
        hands = [table.hand(seat) for seat in seats]
        scores = table.scores()
        to_come = len(table.in_bag()) + sum(len(hand) for hand in hands[1:])
        # The value is what the weights say, also in endings; turns in endings are searched.
        table.ending_nodes = 0
        value = outlook.values(hands[0], len(hands[0]))[0]
        table.ending_nodes = ENDING_NODES
        outcome = Outcome(tuple(scores[seat] for seat in seats), to_come)
        met.append(Moment(seats[0], outcome, value))
        going = trials.play_by_value()
    return some(met, final_chances(table.scores()), chance, TURNS)


@lru_cache(maxsize=1)
def _table(game: str, players: int) -> tuple[Playout, Search, CoreOutlook]:
    rules = edition(game)
    if not isinstance(rules, Edition):
        raise TypeError("the core's tables are for placement games")
    table = set_table(["value"] * players, rules)
    table.breadth, table.valuer.slack = BREADTH, SLACK
    table.reasoning = 1 if players == 2 else 0
    table.valuer.share_weights(weights_for(rules, players))
    trials = Search(table)
    return table, trials, CoreOutlook(trials)


def played_by_rules(rules: AnyEdition, players: int, number: int, seed: str) -> list[Row]:
    """Some turns of a game between value bots; in the card game, bots that make no trials."""
    name = f"{seed}/{number}"
    dealer = SeedDealer(name)
    state = begin(rules, [str(seat) for seat in range(players)], dealer).state
    bots = [bot("value", f"{name}/{seat}", rules=rules) for seat in range(players)]
    outlooks: dict[int, Outlook] = {}
    met: list[Moment] = []
    while (seat := state.turn) is not None:
        seen = view(state, seat)
        if state.turns_played == len(met):
            outlook = outlooks.setdefault(seat, outlook_for(seen))
            outlook.see(seen)
            met.append(Moment(seat, outcome_of(seen), outlook.values([seen.hand])[0]))
        state = decide(state, seat, _TURNS.of(seen)(seen, bots[seat]), dealer).state
    for player in bots:
        player.close()
    for outlook in outlooks.values():
        outlook.close()
    if state.result is None:
        raise ValueError("a game without a turn has a result")
    return some(met, final_chances(state.result.scores), Chance(name), CHECKED_TURNS)


def some(met: Sequence[Moment], shares: Sequence[float], chance: Chance, most: int) -> list[Row]:
    """Some turns of a game, with everybody's part of the win."""
    rows = [
        Row(outcome, round(value, 3), (*shares[seat:], *shares[:seat]))
        for seat, outcome, value in met
    ]
    return chance.sample(rows, min(most, len(rows)))


def play(setting: str, what: str, number: int) -> list[Row]:
    """Some turns of one game."""
    kind, players = setting.rsplit("/", 1)
    rules = edition(GAMES[kind])
    seed = f"chances/{what}/{setting}"
    if what == "fit" and isinstance(rules, Edition):
        return played_in_core(rules, int(players), number, seed)
    return played_by_rules(rules, int(players), number, seed)


def rows_of(setting: str, what: str, games: int, jobs: int) -> list[Row]:
    """Turns of this many games; those of an earlier run are read."""
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{what}-{setting.replace('/', '-')}.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    rows = [msgspec.json.decode(line, type=list[Row]) for line in lines[:games]]
    missing = range(len(rows), games)
    names, whats = [setting] * len(missing), [what] * len(missing)
    with path.open("ab") as file, ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(play, names, whats, missing, chunksize=16):
            rows.append(found)
            file.write(msgspec.json.encode(found) + b"\n")
    return list(chain(*rows))


def fit(rows: Sequence[Row], *, whole: bool) -> Parameters:
    """The parameters under which what happened is most likely."""
    rows = [row for row in rows if row.outcome.to_come]
    scores = np.array([row.outcome.scores for row in rows], dtype=float)
    to_come = np.array([row.outcome.to_come for row in rows], dtype=float)
    values = np.array([row.value for row in rows])
    shares = np.array([row.shares for row in rows])
    others = scores.shape[1] - 1

    def loss(numbers: Floats) -> float:
        starts, slopes = numbers[:others], numbers[others : 2 * others] / 10
        part, start, growth = numbers[2 * others :]
        means = scores.copy()
        means[:, 0] += part * values
        means[:, 1:] += starts + slopes * to_come[:, None]
        spread = np.maximum(np.abs(start) + np.abs(growth) * np.sqrt(to_come), 0.05)
        chance = (_discrete if whole else _continuous)(means, spread[:, None])
        return float(-(shares * np.log(np.maximum(chance, 1e-9))).sum() / len(rows))

    begin_at = np.array([*([0.0] * others), *([0.0] * others), 0.8, 4.0, 1.0])
    if whole:
        begin_at[-2:] = 0.5, 0.2
    found = minimize(loss, begin_at, method="BFGS", options={"gtol": 1e-4}).x
    lines = [
        Line(round(float(found[which]), 3), round(float(found[others + which]) / 10, 4))
        for which in range(others)
    ]
    part, start, growth = (round(float(number), 3) for number in found[2 * others :])
    return Parameters(tuple(lines), part, (abs(start), abs(growth)))


def _continuous(means: Floats, spread: Floats) -> Floats:
    """Each one's chance of the highest score; close to ``chances_of``, for many rows at once."""
    if means.shape[1] == 2:
        first = ndtr((means[:, 0] - means[:, 1]) / (spread[:, 0] * np.sqrt(2)))
        return np.stack([first, 1 - first], axis=1)
    chance = np.zeros_like(means)
    for which in range(means.shape[1]):
        for node, weight in zip(NODES, WEIGHTS, strict=True):
            product = np.ones(len(means))
            for other in range(means.shape[1]):
                if other != which:
                    gap = (means[:, which] - means[:, other]) / spread[:, 0]
                    product *= ndtr(gap + node)
            chance[:, which] += weight * product
    total: Floats = chance.sum(axis=1, keepdims=True)
    return np.asarray(chance / total, dtype=np.float64)


def _discrete(means: Floats, spread: Floats) -> Floats:
    """The same for whole numbers of Qwirkles, with ties shared."""
    chance = np.zeros_like(means)
    for score in range(-2, 20):
        less = ndtr((score - 0.5 - means) / spread)
        equal = ndtr((score + 0.5 - means) / spread) - less
        for which in range(means.shape[1]):
            rivals = [other for other in range(means.shape[1]) if other != which]
            for part, weight in zip(PARTS, PART_WEIGHTS, strict=True):
                product = np.prod(less[:, rivals] + part * equal[:, rivals], axis=1)
                chance[:, which] += weight * equal[:, which] * product
    total: Floats = chance.sum(axis=1, keepdims=True)
    return np.asarray(chance / total, dtype=np.float64)


class Tenth(msgspec.Struct, frozen=True):
    """All chances of one tenth: how many, their mean, and how often it came true."""

    count: int
    said: float
    was: float


class Calibration(msgspec.Struct, frozen=True):
    """How well chances were judged for one game and number of players."""

    setting: str
    games: int
    chances: int
    tenths: tuple[Tenth, ...]

    @property
    def worst(self) -> float:
        """The largest difference of a tenth, in points of a hundred."""
        return max(100 * abs(tenth.said - tenth.was) for tenth in self.tenths if tenth.count)


def said_and_was(setting: str, rows: Sequence[Row]) -> list[tuple[float, float]]:
    """The chances of the seats, the one to move first, and their parts of the win."""
    kind, players = setting.rsplit("/", 1)
    fitted = parameters_for(edition(GAMES[kind]), int(players))
    found: list[tuple[float, float]] = []
    for row in rows:
        told = chances_of(row.outcome, row.value, fitted)
        # All of them add up to one, so the last says nothing new.
        found += list(zip(told, row.shares, strict=True))[:-1]
    return found


def calibration(setting: str, games: int, pairs: Sequence[tuple[float, float]]) -> Calibration:
    """Compare tenth by tenth."""
    tenths = []
    for low in range(10):
        there = [pair for pair in pairs if min(int(10 * pair[0]), 9) == low]
        count = len(there)
        said, was = (sum(pair[side] for pair in there) / max(count, 1) for side in (0, 1))
        tenths.append(Tenth(count, round(said, 4), round(was, 4)))
    return Calibration(setting, games, len(pairs), tuple(tenths))


def main() -> int:
    """Fit or check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["fit", "check"])
    parser.add_argument("--games", type=int, default=2500)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=SETTINGS)
    options = parser.parse_args()
    for setting in options.only or SETTINGS:
        rows = rows_of(setting, options.what, options.games, options.jobs)
        if options.what == "fit":
            found = fit(rows, whole=setting.startswith("cards"))
            print(setting, len(rows), msgspec.json.encode(found).decode(), flush=True)
            store(FITTED, setting, found)
        else:
            checked = calibration(setting, options.games, said_and_was(setting, rows))
            print(setting, checked.chances, f"worst {checked.worst:.1f}", flush=True)
            print(" ".join(f"{t.said:.2f}/{t.was:.2f}({t.count})" for t in checked.tenths))
            store(CHECKED, setting, checked)
    return 0


def store(path: Path, name: str, value: object) -> None:
    """Put a value in the place of an earlier one; the others stay."""
    known = msgspec.json.decode(path.read_bytes()) if path.exists() else {}
    known[name] = value
    ordered = {setting: known[setting] for setting in SETTINGS if setting in known}
    path.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")


if __name__ == "__main__":
    sys.exit(main())
