"""Fit the chance of winning to games of value bots, and check it on new ones.

python bench/chances.py fit [--games 10000] [--only plain/2 ...]
python bench/chances.py check [--games 2500] [--only plain/2 ...]
python bench/chances.py bots [--games 400] [--only plain/2 ...]
python bench/chances.py steady [--games 1500] [--only plain/2 ...]
python bench/chances.py drift [--games 1000] [--only plain/2 ...]

``fit`` plays games in the core and writes src/qwirkle/analysis/review/chances.json. ``steady``
follows then: it takes the drift out of the chances from turn to turn, and ``drift`` measures on
other games what is left of it; it writes bench/measured/drift.json. ``check``
plays other games there, asks for the chances at a few turns of each, and compares them with what
happened, tenth by tenth; it writes bench/measured/chances.json, from which ``make docs`` fills
docs/measurements/reviews.md. ``bots`` prints the same for games of the value bots as they are.
All games are kept in build/chances: stopped and started again, it continues."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from chance_fit import Floats, Following, fit, many_chances, steady
from chance_games import GAMES, SETTINGS, Row, games_of, rows_of, whole_games

from qwirkle.analysis.review.chances import FITTED, chances_of, parameters_for
from qwirkle.rules.family import edition

CHECKED = Path(__file__).parent / "measured" / "chances.json"
# Chances that are compared with those of the package, and how far they may be off.
COMPARED = 200
TOLERANCE = 0.01
DRIFT = Path(__file__).parent / "measured" / "drift.json"
DEFAULT_GAMES = {"fit": 3_000, "check": 2_500, "bots": 400, "steady": 1_500, "drift": 1_000}
# Turns at the beginning of a game whose drift is measured on its own.
OPENING = 6


class Tenth(msgspec.Struct, frozen=True):
    """All predictions in one decile: their number, their mean, and how often they came true."""

    count: int
    said: float
    was: float


class Calibration(msgspec.Struct, frozen=True):
    """The calibration for one game and number of players."""

    setting: str
    games: int
    positions: int
    tenths: tuple[Tenth, ...]
    starter: Tenth
    """The chances of the starters before the first turn."""

    @property
    def worst(self) -> float:
        """Return the largest difference in any decile, in percentage points."""
        return max(100 * abs(tenth.said - tenth.was) for tenth in self.tenths if tenth.count)


class Drift(msgspec.Struct, frozen=True):
    """The mean change of the chance of whoever moved, in percentage points, with its 95 % error."""

    setting: str
    games: int
    opening: tuple[float, float]
    """In the first turns."""
    rest: tuple[float, float]
    """In all other turns."""
    worst: float
    """The largest mean change in any tenth of the game."""


Pairs = list[tuple[float, float]]
"""Predicted chances of players, and their actual shares of the win."""


def said_and_was(setting: str, rows: Sequence[Row]) -> list[Pairs]:
    """Return the chances of all seats at each turn, the one to move first.

    They are computed for many turns together; some are compared with the package's results.
    """
    kind, players = setting.rsplit("/", 1)
    rules = edition(GAMES[kind])
    fitted = parameters_for(rules, int(players))
    open_rows = [row for row in rows if not row.situation.is_settled]
    said = many_chances(open_rows, fitted, whole=rules.family == "cards").tolist()
    for row, told in list(zip(open_rows, said, strict=True))[:COMPARED]:
        exact = chances_of(row.situation, row.value, fitted)
        if max(abs(a - b) for a, b in zip(exact, told, strict=True)) > TOLERANCE:
            raise ValueError(f"{setting}: {exact} of the package is {told} here: {row}")
    settled = [row for row in rows if row.situation.is_settled]
    said += [list(chances_of(row.situation, row.value, fitted)) for row in settled]
    ordered = [*open_rows, *settled]
    return [
        list(zip(told, row.shares, strict=True)) for told, row in zip(said, ordered, strict=True)
    ]


def calibration(
    setting: str, games: int, turns: Sequence[Pairs], first: Sequence[Pairs]
) -> Calibration:
    """Compare predictions and outcomes, decile by decile."""
    pairs = [pair for turn in turns for pair in turn]
    tenths = [
        tenth_of([pair for pair in pairs if min(int(10 * pair[0]), 9) == low]) for low in range(10)
    ]
    starter = tenth_of([turn[0] for turn in first])
    return Calibration(setting, games, len(turns), tuple(tenths), starter)


def tenth_of(pairs: Pairs) -> Tenth:
    """Return the means of some chances."""
    count = len(pairs)
    said, was = (sum(pair[side] for pair in pairs) / max(count, 1) for side in (0, 1))
    return Tenth(count, round(said, 4), round(was, 4))


def drift_of(setting: str, games: int) -> Drift:
    """Measure by how much chances change from turn to turn, though nobody errs more than usual."""
    kind, players = setting.rsplit("/", 1)
    rules = edition(GAMES[kind])
    played = whole_games(setting, "drift", games)
    fitted = parameters_for(rules, int(players))
    changes = 100 * Following(played, fitted).changes(fitted, whole=rules.family == "cards")[:, 0]
    numbers = np.concatenate([np.arange(len(game.rows)) for game in played])
    tenths = np.concatenate([np.arange(len(game.rows)) * 10 // len(game.rows) for game in played])
    return Drift(
        setting,
        games,
        _mean(changes[numbers < OPENING]),
        _mean(changes[numbers >= OPENING]),
        max(abs(_mean(changes[tenths == tenth])[0]) for tenth in range(10)),
    )


def _mean(changes: Floats) -> tuple[float, float]:
    """Return a mean and its 95 % error."""
    error = 1.96 * float(changes.std()) / np.sqrt(len(changes))
    return round(float(changes.mean()), 2), round(float(error), 2)


def main() -> int:
    """Fit or check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=sorted(DEFAULT_GAMES))
    parser.add_argument("--games", type=int)
    parser.add_argument("--only", nargs="*", choices=SETTINGS)
    options = parser.parse_args()
    count = options.games or DEFAULT_GAMES[options.what]
    for setting in options.only or SETTINGS:
        rules = edition(GAMES[setting.rpartition("/")[0]])
        if options.what == "drift":
            measured = drift_of(setting, count)
            print(measured, flush=True)
            store(DRIFT, setting, measured)
            continue
        if options.what == "steady":
            fitted = parameters_for(rules, int(setting.rpartition("/")[2]))
            whole = whole_games(setting, "steady", count)
            fitted = steady(whole, fitted, whole=rules.family == "cards")
            print(setting, len(whole), msgspec.json.encode(fitted).decode(), flush=True)
            store(FITTED, setting, fitted)
            continue
        games = games_of(setting, options.what, count)
        if options.what == "fit":
            found = fit(games, hand=rules.hand, whole=rules.family == "cards")
            print(setting, len(games), msgspec.json.encode(found).decode(), flush=True)
            store(FITTED, setting, found)
        else:
            first = said_and_was(setting, [game.first for game in games])
            turns = said_and_was(setting, rows_of(games))
            checked = calibration(setting, len(games), turns, first)
            said, was = checked.starter.said, checked.starter.was
            print(f"{setting} {checked.positions} worst {checked.worst:.1f}", flush=True)
            print(" ".join(f"{t.said:.2f}/{t.was:.2f}({t.count})" for t in checked.tenths))
            print(f"starters {said:.3f}/{was:.3f}")
            if options.what == "check":
                store(CHECKED, setting, checked)
    return 0


def store(path: Path, name: str, value: object) -> None:
    """Replace an earlier value; the others stay."""
    known = msgspec.json.decode(path.read_bytes()) if path.exists() else {}
    known[name] = value
    ordered = {setting: known[setting] for setting in SETTINGS if setting in known}
    path.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")


if __name__ == "__main__":
    sys.exit(main())
